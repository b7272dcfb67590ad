// SPDX-License-Identifier: MIT
/// \file
/// The handle of one thing in a World: Entity.
/// Design page: docs/design/world.md.
#pragma once

#include <compare>
#include <cstdint>

namespace diorama {

/// A handle of 8 bytes: a slot's index, and which of the slot's lives is meant.
///
/// A handle that outlives its entity is never obeyed: the slot's next life has another generation,
/// and a slot whose generation would wrap is retired. Handles are values of one run of one World:
/// they are never written to a file, and a handle of another World is not defended against.
class Entity {
  public:
    /// The null handle, of no entity.
    constexpr Entity() noexcept = default;
    /// The handle of life \p generation of slot \p index; lives are counted from 1.
    constexpr Entity(std::uint32_t index, std::uint32_t generation) noexcept
        : index_(index), generation_(generation) {}

    /// The handle of no entity.
    [[nodiscard]] static constexpr Entity null() noexcept { return {}; }

    /// The slot.
    [[nodiscard]] constexpr std::uint32_t index() const noexcept { return index_; }
    /// The slot's life.
    [[nodiscard]] constexpr std::uint32_t generation() const noexcept { return generation_; }
    /// Whether it is the null handle.
    [[nodiscard]] constexpr bool is_null() const noexcept { return generation_ == 0; }

    /// Orders by slot, then by life: a stable order with no meaning.
    friend constexpr auto operator<=>(const Entity&, const Entity&) noexcept = default;

  private:
    std::uint32_t index_ = 0xffffffffu;
    std::uint32_t generation_ = 0;
};

static_assert(sizeof(Entity) == 8);

}  // namespace diorama
