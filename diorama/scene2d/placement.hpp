// SPDX-License-Identifier: MIT
/// \file
/// The components of a two-dimensional hierarchy: Local2, Parent2, Global2.
/// Design page: docs/design/fixed_point.md.
#pragma once

#include "diorama/core/component.hpp"
#include "diorama/ecs/placement.hpp"
#include "diorama/scene2d/angle.hpp"
#include "diorama/scene2d/vec2.hpp"

namespace diorama::scene2d {

namespace detail {
struct Global2Access;
}  // namespace detail

/// Where a node is relative to its parent: authored, saved, never touched by propagation. An entity
/// with a Local2 is a node.
///
/// Space: parent-local; rotation first, then translation; there is no scale.
struct Local2 {
    Vec2 translation;  ///< along the parent's axes
    Angle rotation;    ///< counter-clockwise from the parent's x axis

    friend constexpr bool operator==(const Local2&, const Local2&) noexcept = default;
};
DIORAMA_COMPONENT(Local2, translation, rotation);

/// Which node a node is placed relative to, by its whole handle: the next life of a parent's slot
/// is never obeyed.
///
/// Plain data, not a relationship: a parent that is dead or no node leaves an orphan, a loop leaves
/// cyclic nodes, and propagation places and counts both.
struct Parent2 {
    Entity parent;  ///< the null handle: none, the node is a root

    friend constexpr bool operator==(const Parent2&, const Parent2&) noexcept = default;
};
DIORAMA_COMPONENT(Parent2, parent);

/// Where a node is in the world: derived by propagate2() from Local2 and Parent2.
///
/// There is no public way to make one from a placement, and none to change one: that a world
/// placement is a function of the hierarchy holds by type.
///
/// Space: world.
class Global2 {
  public:
    /// The origin of the world, unturned: the one constant.
    static const Global2 IDENTITY;

    Global2(const Global2&) = default;
    Global2& operator=(const Global2&) = delete;  // a World hands out Global2*; it only reads

    /// The world position.
    [[nodiscard]] constexpr Vec2 translation() const noexcept { return translation_; }
    /// Counter-clockwise from the world's x axis.
    [[nodiscard]] constexpr Angle rotation() const noexcept { return rotation_; }

    friend constexpr bool operator==(const Global2&, const Global2&) noexcept = default;

  private:
    friend struct detail::Global2Access;
    constexpr Global2() noexcept = default;

    Vec2 translation_;
    Angle rotation_;
};

inline constexpr Global2 Global2::IDENTITY{};

namespace detail {

/// Makes and writes Global2, for the propagator only.
struct Global2Access {
    [[nodiscard]] static Global2 make(Vec2 translation, Angle rotation) noexcept {
        Global2 global;
        global.translation_ = translation;
        global.rotation_ = rotation;
        return global;
    }
    static void write(Global2& global, Vec2 translation, Angle rotation) noexcept {
        global.translation_ = translation;
        global.rotation_ = rotation;
    }
};

}  // namespace detail
}  // namespace diorama::scene2d

/// A World's queries only read it.
template <>
inline constexpr bool diorama::detail::kReadOnly<diorama::scene2d::Global2> = true;
