// SPDX-License-Identifier: MIT
/// \file
/// Where the things that are drawn really are: drawn_bounds.
#pragma once

#include <filesystem>

#include "diorama/core/math.hpp"
#include "diorama/ecs/fwd.hpp"
#include "diorama/spawn/model.hpp"

namespace diorama::spawn {

/// The world box around everything that is drawn, with joints and morph targets applied to every
/// vertex, so that a camera can frame what is seen. Hidden entities are left out.
///
/// Order: after propagate_transforms() and motion::update_joint_palettes().
/// Cost:  O(vertices).
/// Space: world, metres; empty where nothing is drawn.
[[nodiscard]] Bounds drawn_bounds(World& world, const Models& models,
                                  const std::filesystem::path& base);

}  // namespace diorama::spawn
