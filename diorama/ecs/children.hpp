// SPDX-License-Identifier: MIT
/// \file
/// The read-only list of an entity's children: Children.
/// Design page: docs/design/world.md, "Relationships".
#pragma once

#include <cstddef>
#include <iterator>

#include "diorama/ecs/world_core.hpp"

namespace diorama {

/// The sources of one relationship that target one entity, in list order: by default the order in
/// which they were linked. Mirrors ChildOf; there is no way to write through it.
///
/// Valid: until the next structural change of the World.
/// Cost:  both ends, the next one and the count are O(1), a place is O(log n).
class Children {
  public:
    /// Walks the list.
    class Iterator {
      public:
        using value_type = Entity;                            ///< what it yields
        using difference_type = std::ptrdiff_t;               ///< for std::iterator_traits
        using iterator_category = std::forward_iterator_tag;  ///< for std::iterator_traits

        Iterator() = default;
        /// At entity \p index of a list of link table \p relation.
        Iterator(const detail::WorldCore* core, std::uint32_t relation,
                 std::uint32_t index) noexcept
            : core_(core), relation_(relation), index_(index) {}
        /// The entity here.
        [[nodiscard]] Entity operator*() const noexcept { return core_->entity_at(index_); }
        /// Goes to the next one.
        Iterator& operator++() noexcept {
            index_ = core_->links(relation_, index_).next;
            return *this;
        }
        /// Goes to the next one.
        Iterator operator++(int) noexcept {
            Iterator before = *this;
            ++*this;
            return before;
        }
        /// Whether both stand at the same entity.
        friend bool operator==(const Iterator& a, const Iterator& b) noexcept {
            return a.index_ == b.index_;
        }

      private:
        const detail::WorldCore* core_ = nullptr;
        std::uint32_t relation_ = 0;
        std::uint32_t index_ = detail::kNone;
    };

    /// The empty list.
    Children() = default;
    /// The list of \p parent by link table \p relation; made by World.
    Children(const detail::WorldCore& core, std::uint32_t relation, std::uint32_t parent) noexcept
        : core_(&core), relation_(relation), parent_(parent) {}

    /// The first child.
    [[nodiscard]] Iterator begin() const noexcept { return {core_, relation_, links().first}; }
    /// Past the last child.
    [[nodiscard]] Iterator end() const noexcept { return {core_, relation_, detail::kNone}; }
    /// Number of children.
    [[nodiscard]] std::size_t size() const noexcept { return links().count; }
    /// Whether there is none.
    [[nodiscard]] bool empty() const noexcept { return size() == 0; }
    /// The first child, or null.
    [[nodiscard]] Entity front() const noexcept { return at(links().first); }
    /// The last child, or null.
    [[nodiscard]] Entity back() const noexcept {
        const std::uint32_t first = links().first;
        return first == detail::kNone ? Entity::null() : at(core_->links(relation_, first).prev);
    }

    /// The child at place \p place, counted from 0.
    /// Expects: \p place is below size().
    [[nodiscard]] Entity operator[](std::size_t place) const noexcept {
        return core_->entity_at(core_->source_at(relation_, parent_, place));
    }
    /// The place of \p child, or size() where it is none of them.
    [[nodiscard]] std::size_t index_of(Entity child) const noexcept;

  private:
    [[nodiscard]] detail::Links links() const noexcept {
        return core_ != nullptr ? core_->links(relation_, parent_) : detail::Links{};
    }
    [[nodiscard]] Entity at(std::uint32_t index) const noexcept {
        return index == detail::kNone ? Entity::null() : core_->entity_at(index);
    }
    const detail::WorldCore* core_ = nullptr;
    std::uint32_t relation_ = 0;
    std::uint32_t parent_ = detail::kNone;
};

}  // namespace diorama
