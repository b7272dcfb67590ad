// SPDX-License-Identifier: MIT
/// \file
/// The codes of spawn's errors. Causes and remedies: docs/errors.md.
#pragma once

#include "diorama/core/error.hpp"

namespace diorama::spawn::codes {

inline constexpr ErrorCode asset_outside{
    "spawn-asset-outside"};                                   ///< path leaves the scene's folder
inline constexpr ErrorCode index_range{"spawn-index-range"};  ///< an index beyond the asset's list
inline constexpr ErrorCode node_reached_twice{"spawn-node-reached-twice"};  ///< spawned once only
inline constexpr ErrorCode joint_outside{"spawn-joint-outside"};  ///< a joint that was not spawned
inline constexpr ErrorCode variant_range{"spawn-variant-range"};  ///< no such variant in the asset
inline constexpr ErrorCode scene_range{"spawn-scene-range"};      ///< no such scene in the asset
inline constexpr ErrorCode too_many{"spawn-too-many"};  ///< beyond the limits of SpawnOptions
inline constexpr ErrorCode instances_shape{
    "spawn-instances-shape"};  ///< places of Instances that are not whole
inline constexpr ErrorCode left_in_model{
    "spawn-left-in-model"};  ///< what a scene does not hold of its model
inline constexpr ErrorCode export_left_out{
    "spawn-export-left-out"};  ///< glTF has no place for it, or not here

}  // namespace diorama::spawn::codes
