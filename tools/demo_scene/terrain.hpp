// SPDX-License-Identifier: MIT
/// \file
/// The ground of the demo scene: ground_height, and the meshes of land, water, quay and base.
#pragma once

#include "materials.hpp"

namespace diorama::demo {

inline constexpr float kRadius = 7.6f;         ///< metres from the middle to the cut edge
inline constexpr float kWaterLevel = 0.3f;     ///< height of the sea
inline constexpr float kTownLevel = 0.8f;      ///< height of the paved quay
inline constexpr float kTerraceLevel = 2.32f;  ///< height of the observatory's terrace
inline constexpr vec2 kHill{-3.9f, -3.9f};     ///< x and z of the observatory
inline constexpr vec2 kIslet{5.7f, 2.9f};      ///< x and z of the lighthouse
/// Radians about +Y from +Z to where the scene is meant to be seen from.
inline constexpr float kFront = 0.42f;

/// Height of land or sea bed at \p xz.
[[nodiscard]] float ground_height(vec2 xz);

/// Adds the node "land" with everything that is one of a kind underfoot, and the base below it.
void add_terrain(SceneBuilder& scene, const Materials& materials);

}  // namespace diorama::demo
