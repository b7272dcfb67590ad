// SPDX-License-Identifier: MIT
/// \file
/// The codes of scene's errors. Causes and remedies: docs/errors.md.
#pragma once

#include "diorama/core/error.hpp"
#include "diorama/ecs/error_codes.hpp"

namespace diorama::codes {

inline constexpr ErrorCode hierarchy_broken{"hierarchy-broken"};  ///< ChildOf leads nowhere
inline constexpr ErrorCode placement_nonfinite{
    "placement-nonfinite"};  ///< a placement holds a NaN or an infinity
inline constexpr ErrorCode placement_unrepresentable{
    "placement-unrepresentable"};  ///< no Transform gives that placement
inline constexpr ErrorCode mobility_static_moved{"mobility-static-moved"};  ///< static, but moved
inline constexpr ErrorCode mobility_invalid_kind{"mobility-invalid-kind"};  ///< stationary mesh
inline constexpr ErrorCode mobility_physics_conflict{
    "mobility-physics-conflict"};  ///< static, but a body moves it

}  // namespace diorama::codes
