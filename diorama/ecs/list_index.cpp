// SPDX-License-Identifier: MIT
#include "diorama/ecs/list_index.hpp"

#include <algorithm>

namespace diorama::detail {

std::uint32_t ListIndex::new_leaf(std::uint32_t first) {
    std::uint32_t leaf = free_leaf_;
    if (leaf == kNone) {
        leaf = static_cast<std::uint32_t>(leaves_.size());
        leaves_.emplace_back();
    } else {
        free_leaf_ = leaves_[leaf].first;
    }
    leaves_[leaf] = {first, 0, kNone};
    return leaf;
}

std::uint32_t ListIndex::new_inner(bool over_leaves) {
    std::uint32_t inner = free_inner_;
    if (inner == kNone) {
        inner = static_cast<std::uint32_t>(inner_.size());
        inner_.emplace_back();
    } else {
        free_inner_ = inner_[inner].parent;
    }
    inner_[inner].parent = kNone;
    inner_[inner].size = 0;
    inner_[inner].over_leaves = over_leaves;
    return inner;
}

void ListIndex::free_leaf(std::uint32_t leaf) noexcept {
    leaves_[leaf].first = free_leaf_;
    free_leaf_ = leaf;
}

void ListIndex::free_inner(std::uint32_t inner) noexcept {
    inner_[inner].parent = free_inner_;
    free_inner_ = inner;
}

void ListIndex::free_tree(std::uint32_t inner) noexcept {
    // As deep as the tree is high: 8 levels hold more sources than there are entities.
    for (std::uint32_t at = 0; at < inner_[inner].size; ++at) {
        const std::uint32_t child = inner_[inner].child[at];
        inner_[inner].over_leaves ? free_leaf(child) : free_tree(child);
    }
    free_inner(inner);
}

std::uint32_t ListIndex::slot_of(std::uint32_t inner, std::uint32_t child) const noexcept {
    // From the back: lists grow there.
    std::uint32_t at = inner_[inner].size;
    while (inner_[inner].child[--at] != child) {
    }
    return at;
}

std::uint32_t ListIndex::root_of(std::uint32_t source) const noexcept {
    std::uint32_t inner = leaves_[leaf_of_[source]].parent;
    while (inner_[inner].parent != kNone)
        inner = inner_[inner].parent;
    return inner;
}

void ListIndex::enter(std::uint32_t source, std::uint32_t leaf) {
    if (source >= leaf_of_.size()) leaf_of_.resize(source + 1, kNone);
    leaf_of_[source] = leaf;
}

void ListIndex::assign(std::span<const Links> links, std::uint32_t from, std::uint32_t count,
                       std::uint32_t leaf) noexcept {
    for (; count != 0; --count, from = links[from].next)
        leaf_of_[from] = leaf;
}

/// Adds \p by, which may be a negative number's complement, to every count above \p leaf.
void ListIndex::recount(std::uint32_t leaf, std::uint32_t by) noexcept {
    leaves_[leaf].count += by;
    std::uint32_t child = leaf;
    for (std::uint32_t inner = leaves_[leaf].parent; inner != kNone;
         child = inner, inner = inner_[inner].parent)
        inner_[inner].count[slot_of(inner, child)] += by;
}

void ListIndex::set_parent(const Inner& inner, std::uint32_t child, std::uint32_t parent) noexcept {
    (inner.over_leaves ? leaves_[child].parent : inner_[child].parent) = parent;
}

/// Puts \p child, which holds \p count sources that are counted already above \p inner, at place
/// \p at of it; splits what is full, upwards.
void ListIndex::adopt(std::uint32_t inner, std::uint32_t at, std::uint32_t child,
                      std::uint32_t count) {
    if (inner_[inner].size == kFan) {
        const std::uint32_t right = new_inner(inner_[inner].over_leaves);
        // A list that grows at its end leaves full nodes behind.
        const std::uint32_t keep = at == kFan ? kFan - 1 : kFan / 2;
        Inner &from = inner_[inner], &to = inner_[right];
        std::uint32_t moved = 0;
        for (std::uint32_t i = keep; i < kFan; ++i) {
            to.child[i - keep] = from.child[i];
            to.count[i - keep] = from.count[i];
            moved += from.count[i];
            set_parent(from, from.child[i], right);
        }
        to.size = static_cast<std::uint16_t>(kFan - keep);
        from.size = static_cast<std::uint16_t>(keep);
        // The new child is counted with the half it goes to.
        const bool goes_right = at > keep;
        if (goes_right) moved += count;
        std::uint32_t above = from.parent;
        if (above == kNone) {
            above = new_inner(false);
            Inner& root = inner_[above];
            Inner& left = inner_[inner];
            root.size = 1;
            root.child[0] = inner;
            root.count[0] = count;
            for (std::uint32_t i = 0; i < left.size; ++i)
                root.count[0] += left.count[i];
            root.count[0] += goes_right ? moved - count : moved;
            left.parent = above;
        }
        const std::uint32_t place = slot_of(above, inner);
        inner_[above].count[place] -= moved;
        adopt(above, place + 1, right, moved);
        if (goes_right) {
            inner = right;
            at -= keep;
        }
    }
    Inner& node = inner_[inner];
    for (std::uint32_t i = node.size; i > at; --i) {
        node.child[i] = node.child[i - 1];
        node.count[i] = node.count[i - 1];
    }
    node.child[at] = child;
    node.count[at] = count;
    ++node.size;
    set_parent(node, child, inner);
}

void ListIndex::split_leaf(std::span<const Links> links, std::uint32_t leaf) {
    const std::uint32_t keep = leaves_[leaf].count / 2;
    std::uint32_t first = leaves_[leaf].first;
    for (std::uint32_t i = 0; i < keep; ++i)
        first = links[first].next;
    const std::uint32_t moved = leaves_[leaf].count - keep;
    const std::uint32_t right = new_leaf(first);
    leaves_[right].count = moved;
    leaves_[leaf].count = keep;
    assign(links, first, moved, right);
    const std::uint32_t inner = leaves_[leaf].parent, at = slot_of(inner, leaf);
    inner_[inner].count[at] -= moved;
    adopt(inner, at + 1, right, moved);
}

void ListIndex::build(std::span<const Links> links, std::uint32_t first) {
    // Leaf by leaf, each full but the last: as appending one by one would leave it.
    std::uint32_t inner = new_inner(true);
    while (first != kNone) {
        const std::uint32_t leaf = new_leaf(first);
        std::uint32_t count = 0;
        for (; count < kLeafSize && first != kNone; ++count, first = links[first].next) {
            // A piece at a time: lists that are built at once have neighbours.
            constexpr std::size_t kPiece = 1024;
            if (first >= leaf_of_.size())
                leaf_of_.resize(std::min(links.size(), first + kPiece), kNone);
            leaf_of_[first] = leaf;
        }
        leaves_[leaf].count = count;
        for (std::uint32_t child = inner, above = inner_[inner].parent; above != kNone;
             child = above, above = inner_[above].parent)
            inner_[above].count[slot_of(above, child)] += count;
        adopt(inner, inner_[inner].size, leaf, count);
        inner = leaves_[leaf].parent;
    }
}

void ListIndex::append(std::uint32_t source, std::uint32_t last) {
    const std::uint32_t leaf = leaf_of_[last];
    if (leaves_[leaf].count < kLeafSize) {
        enter(source, leaf);
        recount(leaf, 1);
        return;
    }
    // A leaf of its own, so that a list that only grows has full ones.
    const std::uint32_t own = new_leaf(source);
    enter(source, own);
    leaves_[own].count = 1;
    const std::uint32_t inner = leaves_[leaf].parent;
    for (std::uint32_t child = inner, above = inner_[inner].parent; above != kNone;
         child = above, above = inner_[above].parent)
        ++inner_[above].count[slot_of(above, child)];
    adopt(inner, slot_of(inner, leaf) + 1, own, 1);
}

void ListIndex::insert_before(std::span<const Links> links, std::uint32_t source,
                              std::uint32_t after) {
    const std::uint32_t leaf = leaf_of_[after];
    if (leaves_[leaf].first == after) leaves_[leaf].first = source;
    enter(source, leaf);
    recount(leaf, 1);
    if (leaves_[leaf].count > kLeafSize) split_leaf(links, leaf);
}

/// Takes the child at place \p at, which holds no source, out of \p inner, and what is left empty.
void ListIndex::orphan(std::uint32_t inner, std::uint32_t at) noexcept {
    Inner& node = inner_[inner];
    for (std::uint32_t i = at + 1; i < node.size; ++i) {
        node.child[i - 1] = node.child[i];
        node.count[i - 1] = node.count[i];
    }
    --node.size;
    const std::uint32_t above = node.parent;
    if (node.size == 0) {
        if (above != kNone) orphan(above, slot_of(above, inner));
        free_inner(inner);
        return;
    }
    if (above != kNone) return join_inner(inner);
    // A root above one node is one level too many.
    if (node.size == 1 && !node.over_leaves) {
        inner_[node.child[0]].parent = kNone;
        free_inner(inner);
    }
}

/// Joins \p inner with a neighbour where both are half empty together.
void ListIndex::join_inner(std::uint32_t inner) noexcept {
    const std::uint32_t above = inner_[inner].parent;
    const std::uint32_t at = slot_of(above, inner);
    for (const std::uint32_t left : {at - 1, at}) {
        if (left == kNone || left + 1 >= inner_[above].size) continue;
        const std::uint32_t a = inner_[above].child[left], b = inner_[above].child[left + 1];
        Inner &to = inner_[a], &from = inner_[b];
        if (to.size + from.size > kFan / 2) continue;
        for (std::uint32_t i = 0; i < from.size; ++i) {
            to.child[to.size] = from.child[i];
            to.count[to.size++] = from.count[i];
            set_parent(to, from.child[i], a);
        }
        inner_[above].count[left] += inner_[above].count[left + 1];
        free_inner(b);
        return orphan(above, left + 1);
    }
}

/// Joins the leaf at place \p at of \p inner with a neighbour where both are half empty together.
void ListIndex::join_leaves(std::span<const Links> links, std::uint32_t inner,
                            std::uint32_t at) noexcept {
    for (const std::uint32_t left : {at - 1, at}) {
        if (left == kNone || left + 1 >= inner_[inner].size) continue;
        const std::uint32_t a = inner_[inner].child[left], b = inner_[inner].child[left + 1];
        Leaf &to = leaves_[a], &from = leaves_[b];
        if (to.count + from.count > kLeafSize / 2) continue;
        assign(links, from.first, from.count, a);
        to.count += from.count;
        inner_[inner].count[left] = to.count;
        free_leaf(b);
        return orphan(inner, left + 1);
    }
}

void ListIndex::remove(std::span<const Links> links, std::uint32_t source, std::uint32_t next) {
    const std::uint32_t leaf = leaf_of_[source];
    if (leaves_[leaf].first == source) leaves_[leaf].first = next;
    leaf_of_[source] = kNone;
    recount(leaf, 0xffffffffu);
    const std::uint32_t inner = leaves_[leaf].parent, at = slot_of(inner, leaf);
    if (leaves_[leaf].count == 0) {
        free_leaf(leaf);
        orphan(inner, at);
    } else if (leaves_[leaf].count <= kLeafSize / 4) {
        join_leaves(links, inner, at);
    }
}

void ListIndex::drop(std::span<const Links> links, std::uint32_t first) {
    free_tree(root_of(first));
    for (std::uint32_t at = first; at != kNone; at = links[at].next)
        leaf_of_[at] = kNone;
}

std::uint32_t ListIndex::find(std::span<const Links> links, std::uint32_t first,
                              std::uint32_t at) const noexcept {
    std::uint32_t source = first;
    if (has(first)) {
        std::uint32_t node = root_of(first);
        for (bool leaf = false; !leaf;) {
            const Inner& inner = inner_[node];
            std::uint32_t i = 0;
            while (at >= inner.count[i])
                at -= inner.count[i++];
            leaf = inner.over_leaves;
            node = inner.child[i];
        }
        source = leaves_[node].first;
    }
    for (; at != 0; --at)
        source = links[source].next;
    return source;
}

std::uint32_t ListIndex::place(std::span<const Links> links, std::uint32_t first,
                               std::uint32_t source) const noexcept {
    std::uint32_t before = 0, from = first, child = kNone;
    if (has(source)) {
        child = leaf_of_[source];
        from = leaves_[child].first;
    }
    // A link written raw into storage may name a target whose list it does not stand in.
    for (; from != source && from != kNone; from = links[from].next)
        ++before;
    if (child == kNone) return before;
    for (std::uint32_t inner = leaves_[child].parent; inner != kNone;
         child = inner, inner = inner_[inner].parent)
        for (std::uint32_t i = slot_of(inner, child); i-- > 0;)
            before += inner_[inner].count[i];
    return before;
}

std::size_t ListIndex::bytes() const noexcept {
    return leaf_of_.capacity() * sizeof(std::uint32_t) + leaves_.capacity() * sizeof(Leaf) +
           inner_.capacity() * sizeof(Inner);
}

}  // namespace diorama::detail
