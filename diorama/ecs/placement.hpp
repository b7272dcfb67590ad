// SPDX-License-Identifier: MIT
/// \file
/// The components of the World's placement store: Transform, GlobalTransform, ChildOf.
///
/// They stand in ecs, not in scene, because the World itself keeps them: one ordered block store
/// shared by all archetypes (docs/design/placement.md). Users include diorama/scene/transform.hpp
/// and diorama/scene/hierarchy.hpp.
#pragma once

#include "diorama/core/component.hpp"
#include "diorama/core/math.hpp"
#include "diorama/ecs/component_info.hpp"
#include "diorama/ecs/entity.hpp"

namespace diorama {

/// Where an entity is, relative to its parent: authored, saved, never touched by propagation.
///
/// Space: parent-local; metres; scale first, then rotation, then translation. The rotation is used
/// as it is, not normalised.
struct Transform {
    vec3 translation{0};        ///< metres along the parent's axes
    quat rotation{1, 0, 0, 0};  ///< w, x, y, z
    vec3 scale{1};              ///< a mirrored axis is negative and stays as authored
};
DIORAMA_COMPONENT(Transform, translation, rotation, scale);
static_assert(sizeof(Transform) == 40);

namespace detail {
struct GlobalAccess;
class PlacementStore;

inline constexpr std::uint32_t kNothingBelow = 0;         ///< no row follows a row
inline constexpr std::uint32_t kScattered = 0xffffffffu;  ///< rows follow it, but are no one run
}  // namespace detail

/// Where an entity is in the world: derived by propagation from Transform and ChildOf.
///
/// There is no public way to make one from a placement and none to change one: that a world
/// placement is a function of the hierarchy holds by type.
///
/// Space: entity-local to world; metres; right-handed, +Y up, column vectors.
class alignas(64) GlobalTransform {
  public:
    /// The origin of the world, unturned: the one constant.
    static const GlobalTransform IDENTITY;

    /// The world position, in metres.
    [[nodiscard]] vec3 translation() const noexcept {
        return {rows_[0][3], rows_[1][3], rows_[2][3]};
    }
    /// The affine matrix; its last row is 0 0 0 1.
    [[nodiscard]] mat4 matrix() const noexcept;
    /// Whether it turns a right hand into a left hand: the determinant is negative.
    [[nodiscard]] bool mirrored() const noexcept;

    /// Copies the matrix; what the World keeps beside it stays where it is.
    constexpr GlobalTransform(const GlobalTransform& other) noexcept { *this = other; }
    /// Copies the matrix; what the World keeps beside it stays where it is.
    constexpr GlobalTransform& operator=(const GlobalTransform& other) noexcept {
        for (int row = 0; row < 3; ++row)
            for (int column = 0; column < 4; ++column)
                rows_[row][column] = other.rows_[row][column];
        return *this;
    }

    /// Whether every float of the matrix is equal (a NaN equals nothing).
    friend bool operator==(const GlobalTransform& a, const GlobalTransform& b) noexcept;

  private:
    friend struct detail::GlobalAccess;
    friend class detail::PlacementStore;
    constexpr GlobalTransform() noexcept = default;

    // Three rows of an affine matrix: what the kernels load and store as three vectors.
    float rows_[3][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};
    // The rest of the cache line belongs to the placement store: what a pass needs beside the
    // matrix, so that visiting one row, or its parent, costs one line.
    std::uint32_t parent_ = 0;
    std::uint32_t changed_ = 0;
    std::uint32_t below_ = detail::kNothingBelow;
    std::uint32_t entity_ = 0;
};
static_assert(sizeof(GlobalTransform) == 64);

inline constexpr GlobalTransform GlobalTransform::IDENTITY{};

/// Hangs an entity under \p parent: the source side of the hierarchy; Children mirrors it.
///
/// World::add, World::reparent and World::spawn keep both sides; it can't be edited in place.
struct ChildOf {
    Entity parent;  ///< the entity above; a dead one makes this entity an orphan
};

template <>
struct ComponentName<GlobalTransform> {
    static constexpr std::string_view value = "GlobalTransform";  ///< never saved
};
template <>
struct ComponentName<ChildOf> {
    static constexpr std::string_view value = "ChildOf";  ///< in files: `ChildOf parent=#n`
};
template <>
struct Requires<Transform> {
    using types = ComponentList<GlobalTransform>;  ///< made and removed with it
};
template <>
struct Requires<ChildOf> {
    using types = ComponentList<Transform>;  ///< a child is always placed
};
template <>
struct RelationTraits<ChildOf> {
    static constexpr bool linked = true;  ///< children die with their parent
    static Entity target(const ChildOf& link) noexcept { return link.parent; }  ///< the parent
    static void retarget(ChildOf& link, Entity parent) noexcept {
        link.parent = parent;
    }  ///< sets it
};

namespace detail {

template <>
inline constexpr Home kHome<Transform> = Home::local;
template <>
inline constexpr Home kHome<GlobalTransform> = Home::global;
template <>
inline constexpr Home kHome<ChildOf> = Home::link;

/// A component that no caller may edit in place.
template <class C>
inline constexpr bool kReadOnly = kHome<C> == Home::global || Relation<C>;

/// The rows of a GlobalTransform, for the propagator and the World only.
struct GlobalAccess {
    [[nodiscard]] static float* rows(GlobalTransform& global) noexcept { return global.rows_[0]; }
    [[nodiscard]] static const float* rows(const GlobalTransform& global) noexcept {
        return global.rows_[0];
    }
    [[nodiscard]] static std::uint32_t& parent(GlobalTransform& global) noexcept {
        return global.parent_;
    }
    [[nodiscard]] static std::uint32_t& changed(GlobalTransform& global) noexcept {
        return global.changed_;
    }
    [[nodiscard]] static std::uint32_t& below(GlobalTransform& global) noexcept {
        return global.below_;
    }
    [[nodiscard]] static std::uint32_t& entity(GlobalTransform& global) noexcept {
        return global.entity_;
    }
};

}  // namespace detail
}  // namespace diorama
