// SPDX-License-Identifier: MIT
/// \file
/// Positions in long lists of sources: Links, ListIndex.
/// Design page: docs/design/world.md, "Relationships".
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "diorama/core/prefetch.hpp"
#include "diorama/ecs/component_info.hpp"

namespace diorama::detail {

/// One entity's place in a relationship's lists, by entity index.
///
/// The first source's `prev` is the last one, so that both ends are O(1); `next` of the last is
/// kNone. An entity that stands in no list has `prev` kNone.
struct Links {
    std::uint32_t first = kNone;  ///< first source that targets this entity
    std::uint32_t count = 0;      ///< number of them
    std::uint32_t next = kNone;   ///< next source of the same target
    std::uint32_t prev = kNone;   ///< previous one
};

/// Says at which place of its list a source stands, and which one stands at a place.
///
/// Lists of more than kIndexed sources are cut into leaves, runs of up to kLeafSize neighbours,
/// below a counted B+-tree; a source knows its leaf. Shorter lists cost nothing and are walked. A
/// leaf keeps no copy of its run: the list's own links are the only order there is.
///
/// Cost: every call but build() and drop() is O(log n) for a list of n; one number a source, and
///       that only once some list is long.
class ListIndex {
  public:
    static constexpr std::uint32_t kIndexed = 64;   ///< longest list without a tree
    static constexpr std::uint32_t kDropped = 16;   ///< a list that gets shorter loses its tree
    static constexpr std::uint32_t kLeafSize = 32;  ///< most sources of one leaf

    /// Whether the list that \p source stands in has a tree.
    [[nodiscard]] bool has(std::uint32_t source) const noexcept {
        return source < leaf_of_.size() && leaf_of_[source] != kNone;
    }
    /// Asks for the memory that tells where \p source stands.
    void fetch(std::uint32_t source) const noexcept {
        if (source < leaf_of_.size()) prefetch(&leaf_of_[source]);
    }
    /// Gives the list of \p links that starts at \p first a tree.
    void build(std::span<const Links> links, std::uint32_t first);
    /// Notes that \p source now stands behind \p last, the last of a list with a tree.
    void append(std::uint32_t source, std::uint32_t last);
    /// Notes that \p source now stands before \p after, in whose list there is a tree.
    void insert_before(std::span<const Links> links, std::uint32_t source, std::uint32_t after);
    /// Notes that \p source, behind which \p next stood, has left its list, which has a tree.
    void remove(std::span<const Links> links, std::uint32_t source, std::uint32_t next);
    /// Takes away the tree of the list of \p links that starts at \p first. Cost: O(n).
    void drop(std::span<const Links> links, std::uint32_t first);

    /// The source at place \p at of the list that starts at \p first. Expects: there is one.
    [[nodiscard]] std::uint32_t find(std::span<const Links> links, std::uint32_t first,
                                     std::uint32_t at) const noexcept;
    /// The place of \p source in the list that starts at \p first.
    [[nodiscard]] std::uint32_t place(std::span<const Links> links, std::uint32_t first,
                                      std::uint32_t source) const noexcept;

    /// Bytes of memory it holds.
    [[nodiscard]] std::size_t bytes() const noexcept;

  private:
    static constexpr std::uint32_t kFan = 16;

    struct Leaf {
        std::uint32_t first = kNone;   // source; the next free leaf where it is free
        std::uint32_t count = 0;       // sources from `first` on
        std::uint32_t parent = kNone;  // inner node
    };
    struct Inner {
        std::uint32_t parent = kNone;  // kNone for the root; the next free node where it is free
        std::uint16_t size = 0;        // children
        bool over_leaves = true;       // children are leaves
        std::uint32_t child[kFan];
        std::uint32_t count[kFan];  // sources below each child
    };

    [[nodiscard]] std::uint32_t new_leaf(std::uint32_t first);
    [[nodiscard]] std::uint32_t new_inner(bool over_leaves);
    void free_leaf(std::uint32_t leaf) noexcept;
    void free_inner(std::uint32_t inner) noexcept;
    void free_tree(std::uint32_t inner) noexcept;
    [[nodiscard]] std::uint32_t slot_of(std::uint32_t inner, std::uint32_t child) const noexcept;
    [[nodiscard]] std::uint32_t root_of(std::uint32_t source) const noexcept;
    void assign(std::span<const Links> links, std::uint32_t from, std::uint32_t count,
                std::uint32_t leaf) noexcept;
    void enter(std::uint32_t source, std::uint32_t leaf);
    void recount(std::uint32_t leaf, std::uint32_t by) noexcept;
    void split_leaf(std::span<const Links> links, std::uint32_t leaf);
    void adopt(std::uint32_t inner, std::uint32_t at, std::uint32_t child, std::uint32_t count);
    void set_parent(const Inner& inner, std::uint32_t child, std::uint32_t parent) noexcept;
    void orphan(std::uint32_t inner, std::uint32_t at) noexcept;
    void join_leaves(std::span<const Links> links, std::uint32_t inner, std::uint32_t at) noexcept;
    void join_inner(std::uint32_t inner) noexcept;

    std::vector<std::uint32_t> leaf_of_;  // by entity index; kNone in lists without a tree
    std::vector<Leaf> leaves_;
    std::vector<Inner> inner_;
    std::uint32_t free_leaf_ = kNone, free_inner_ = kNone;
};

}  // namespace diorama::detail
