// SPDX-License-Identifier: MIT
/// \file
/// Where the things that are drawn really are: drawn_bounds, drawn_points.
#pragma once

#include <filesystem>
#include <vector>

#include "diorama/core/math.hpp"
#include "diorama/ecs/fwd.hpp"
#include "diorama/spawn/model.hpp"

namespace diorama::spawn {

/// The world box around everything that is drawn, with joints and morph targets applied to every
/// vertex. Hidden entities, and vertices that no index names, are left out.
///
/// Order: after propagate_transforms() and motion::update_joint_palettes().
/// Cost:  O(vertices).
/// Space: world, metres; empty where nothing is drawn.
[[nodiscard]] Bounds drawn_bounds(World& world, const Models& models,
                                  const std::filesystem::path& base);

/// Where each vertex stands that drawn_bounds() looks at, so that a camera can frame what is seen
/// more closely than a box allows.
///
/// Order: entities in spawn order, vertices in mesh order; after propagate_transforms() and
///        motion::update_joint_palettes().
/// Cost:  O(vertices), and their memory.
/// Space: world, metres; points that are not finite are left out.
[[nodiscard]] std::vector<vec3> drawn_points(World& world, const Models& models,
                                             const std::filesystem::path& base);

}  // namespace diorama::spawn
