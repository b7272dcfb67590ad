// SPDX-License-Identifier: MIT
// The second half of BulkSpawn::commit(): what was made is put below what it names.
#include <algorithm>
#include <new>

#include "diorama/ecs/bulk_spawn.hpp"

namespace diorama::detail {
namespace {

/// Sets \p count bits of \p mask from that of \p row on; mostly they are of one word.
void set_bits(RowMask& mask, std::uint32_t row, std::uint32_t count) noexcept {
    if (row % 64 + count < 64)
        mask.words[row / 64] |= ((std::uint64_t{1} << count) - 1) << (row % 64);
    else
        mask.set(row, row + count);
}

}  // namespace

/// Puts every entity of \p stretch below the targets it names.
void BulkSpawn::link(const Stretch& stretch, std::span<const Entity> entities) {
    const Kind& kind = kinds_[stretch.kind];
    if (kind.placed && kind.link != kNone)
        hang(stretch, entities);
    else if (kind.placed)
        place(stretch, entities);
    for (const Target& target : kind.targets) {
        if (target.column == nullptr) continue;
        const ComponentInfo& info = core_.info(target.id);
        for (std::uint32_t i = 0; i < stretch.count; ++i)
            core_.link(entities[i].index(), info,
                       info.target(target.column->value(stretch.row + i)));
    }
}

/// Makes the GlobalTransforms of \p stretch, none of whose entities names a parent.
void BulkSpawn::place(const Stretch& stretch, std::span<const Entity> entities) {
    PlacementStore& store = core_.placement_;
    // A ChildOf that only another component requires: it is there, and null.
    const bool orphans = rows_[kinds_[stretch.kind].rows].table->has(kChildOfId);
    for (std::uint32_t i = 0; i < stretch.count; ++i) {
        const std::uint32_t slot = stretch.slot + i;
        store.make_global(slot, kNoParent, core_.now(), entities[i].index());
        if (!orphans) continue;
        store.mark_link(slot, core_.now());
        late_.push_back({slot, kOrphan});
    }
}

/// Makes the GlobalTransforms of \p stretch, each below the parent that its ChildOf names.
///
/// Families are small, and a loop for each is mispredicted more often than it saves anything. So
/// one loop makes all rows as if every parent were sound, and notes where families end; what there
/// is to do once for each family comes after it.
void BulkSpawn::hang(const Stretch& stretch, std::span<const Entity> entities) {
    std::uint16_t ends[kBlockRows];
    const std::uint32_t families = hang_rows(stretch, entities, ends);
    PlacementStore& store = core_.placement_;
    const ChildOf* const links = &store.link(stretch.slot);
    const std::uint32_t* const position = store.position_.data();
    const std::uint32_t own = position[stretch.slot / kBlockRows];
    PlacementStore::Block& block = store.block_of(stretch.slot);
    std::uint32_t begin = 0;
    for (std::uint32_t family = 0; family < families; ++family) {
        const std::uint32_t slot = stretch.slot + begin, count = ends[family] - begin;
        const std::span<const Entity> children = entities.subspan(begin, count);
        const Entity parent = links[begin].parent;
        begin = ends[family];
        const std::uint32_t above =
            core_.alive(parent) ? core_.records_[parent.index()].slot : kNone;
        const std::uint32_t at = above != kNone ? position[above / kBlockRows] : kNone;
        if (at > own || (at == own && above >= slot)) {
            hang_apart(slot, children);
            continue;
        }
        append_children(children, parent.index());
        store.block_of(above).above.set(above % kBlockRows);
        // reach_to() and join(), once for all.
        block.reach = std::min(block.reach, at);
        if (own - at > PlacementStore::kNear) block.far += count;
        std::uint32_t& below = store.below(above);
        if (below == kNothingBelow)
            below = slot;
        else
            store.join(slot, above);
        if (below != kScattered) set_bits(block.more, slot % kBlockRows, count - 1);
    }
}

/// Makes the GlobalTransforms of \p stretch and links those with one parent that follow each other;
/// writes to \p ends where each such family ends, and returns their number.
std::uint32_t BulkSpawn::hang_rows(const Stretch& stretch, std::span<const Entity> entities,
                                   std::uint16_t* ends) {
    PlacementStore& store = core_.placement_;
    const ChildOf* const links = &store.link(stretch.slot);
    GlobalTransform* const globals = &store.global(stretch.slot);
    Links* const lists = core_.links_[kChildOfRelation].data();
    const EntityRecord* const records = core_.records_.data();
    const std::size_t known = core_.records_.size();
    const Tick now = core_.now();
    constexpr std::uint32_t kAhead = 24;  // rows: more and fewer gain less
    const auto last = static_cast<std::uint32_t>(entities.size()) - 1;
    std::uint32_t families = 0, before = kNone;
    for (std::uint32_t i = 0; i <= last; ++i) {
        prefetch(globals + i + kAhead);
        const Entity parent = links[i].parent;
        const bool ends_here = i == last || links[i + 1].parent != parent;
        const std::uint32_t child = entities[i].index();
        lists[child].next = ends_here ? kNone : entities[i + 1].index();
        lists[child].prev = before;
        before = child;
        auto* const global =
            ::new (static_cast<void*>(globals + i)) GlobalTransform(GlobalTransform::IDENTITY);
        GlobalAccess::parent(*global) =
            parent.index() < known ? records[parent.index()].slot : kNone;
        GlobalAccess::changed(*global) = now;
        GlobalAccess::entity(*global) = child;
        ends[families] = static_cast<std::uint16_t>(i + 1);
        families += ends_here ? 1 : 0;
    }
    return families;
}

/// Hangs \p children, made by hang_rows() in the rows from \p slot on, whose one parent is dead,
/// not placed, or has no row before all of theirs.
void BulkSpawn::hang_apart(std::uint32_t slot, std::span<const Entity> children) {
    PlacementStore& store = core_.placement_;
    const Entity parent = store.link(slot).parent;
    const bool alive = core_.alive(parent);
    const std::uint32_t above = alive ? core_.records_[parent.index()].slot : kNone;
    if (alive) append_children(children, parent.index());
    for (const Entity child : children) {
        Links& links = core_.links_[kChildOfRelation][child.index()];
        if (!alive) links.next = links.prev = kNone;
        if (above != kNone && store.before(above, slot)) {
            store.reach_to(slot, above);
            store.join(slot, above);
            store.block_of(above).above.set(above % kBlockRows);
        } else {
            GlobalAccess::parent(store.global(slot)) = kNoParent;
            late_.push_back({slot, above == kNone ? kOrphan : above});
        }
        ++slot;
    }
}

/// Appends \p children, which hang_rows() has linked to each other, to the list of \p target. A
/// list that has got long is indexed when it is whole.
inline void BulkSpawn::append_children(std::span<const Entity> children, std::uint32_t target) {
    std::vector<Links>& lists = core_.links_[kChildOfRelation];
    Links& to = lists[target];
    const std::uint32_t front = children.front().index(), back = children.back().index();
    const auto added = static_cast<std::uint32_t>(children.size());
    if (to.count == 0) {
        to.first = front;
        lists[front].prev = back;
    } else if (core_.list_indexes_[kChildOfRelation].has(to.first)) {
        for (const Entity child : children)
            core_.append_link(kChildOfRelation, child.index(), target);
        return;
    } else {
        Links& first = lists[to.first];
        lists[front].prev = first.prev;
        lists[first.prev].next = front;
        first.prev = back;
    }
    if (to.count <= ListIndex::kIndexed && to.count + added > ListIndex::kIndexed)
        long_.push_back(target);
    to.count += added;
}

/// Does what had to wait until all entities and lists were there.
void BulkSpawn::finish_lists() {
    const std::vector<Links>& children = core_.links_[kChildOfRelation];
    for (const std::uint32_t target : long_)
        core_.list_indexes_[kChildOfRelation].build(children, children[target].first);
    for (const Late& late : late_)
        core_.placement_.hang(late.slot, late.above);
    core_.live_ += size();
    core_.free_.resize(core_.free_.size() - std::min(reused_, size()));
    core_.reserve_cursor_.store(static_cast<std::int64_t>(core_.free_.size()),
                                std::memory_order_relaxed);
}

}  // namespace diorama::detail
