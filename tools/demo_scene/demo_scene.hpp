// SPDX-License-Identifier: MIT
/// \file
/// The whole demo scene: make_demo_scene.
#pragma once

#include "diorama/gltf/asset.hpp"

namespace diorama::demo {

/// Models, paints, places and shades the scene. Every call gives the same bits.
///
/// Cost: about a second, all of it on the calling thread.
[[nodiscard]] gltf::GltfAsset make_demo_scene();

}  // namespace diorama::demo
