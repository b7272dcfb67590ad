// SPDX-License-Identifier: MIT
/// \file
/// Writing the demo scene as one .glb file: write_glb.
#pragma once

#include <cstddef>
#include <vector>

#include "diorama/core/error.hpp"
#include "diorama/gltf/asset.hpp"

namespace diorama::demo {

/// The bytes of a binary glTF file with \p asset in it.
///
/// Writes what the demo scene has and no more: triangle lists with one set of texture coordinates,
/// embedded PNG images, no animation and no compression. Streams and images that are the same byte
/// for byte are stored once. Same asset, same bytes.
///
/// Failure: the code of the image encoder.
/// Source:  glTF 2.0, section 4 (GLB); KHR_lights_punctual, KHR_texture_transform,
///          KHR_materials_emissive_strength, KHR_materials_unlit.
[[nodiscard]] Result<std::vector<std::byte>> write_glb(const gltf::GltfAsset& asset);

}  // namespace diorama::demo
