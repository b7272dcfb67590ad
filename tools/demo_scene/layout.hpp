// SPDX-License-Identifier: MIT
/// \file
/// Where everything stands, shines and is seen from: add_places, add_stage.
#pragma once

#include "materials.hpp"

namespace diorama::demo {

/// Adds town, harbour, hill and sky to \p scene, on the terrain.
void add_places(SceneBuilder& scene, const Materials& materials);

/// Adds the sun and the cameras; the first camera, "hero", shows the whole at 16:9.
void add_stage(SceneBuilder& scene);

}  // namespace diorama::demo
