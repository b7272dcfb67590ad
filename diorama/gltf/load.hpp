// SPDX-License-Identifier: MIT
/// \file
/// From a glTF file to plain data that is ready to use: LoadOptions, load, load_memory, decode.
/// Source: glTF 2.0.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

#include "diorama/gltf/asset.hpp"
#include "diorama/gltf/limits.hpp"
#include "diorama/texture/image.hpp"

namespace diorama::gltf {

struct Document;

/// What to load and what it may take.
struct LoadOptions {
    bool images = true;        ///< decode the images that textures use
    bool image_files = false;  ///< keep the bytes of every image file, used or not, for export;
                               ///< where neither is asked for, no image is opened
    /// What images of Basis Universal become: render::Renderer::texel_target() of who draws them.
    texture::TexelTarget texels = texture::TexelTarget::rgba8;
    ImportLimits limits;  ///< on untrusted files
};

/// Reads a .gltf or .glb file, the buffers and images it names, and decodes everything: strips,
/// loops and fans become lists, flat normals and tangents are made where they are absent, matrices
/// become translation, rotation and scale, joint weights sum to 1.
///
/// Input:   untrusted. Memory is bounded by the sizes of the files and by LoadOptions::limits.
/// Cost:    O(bytes of what is decoded); files stay mapped until it returns.
/// Threads: any; same bytes, same result.
/// Failure: the first fatal code found; Error::diagnostics holds everything found. What is not
///          fatal (gltf/codes.hpp has the table) is in GltfAsset::diagnostics.
/// Source:  glTF 2.0, with KHR_lights_punctual, KHR_texture_transform,
///          KHR_materials_emissive_strength, KHR_materials_unlit, KHR_mesh_quantization,
///          KHR_texture_basisu and EXT_texture_webp.
[[nodiscard]] Result<GltfAsset> load(const std::filesystem::path& path,
                                     const LoadOptions& options = {});

/// Reads \p bytes as load() reads a file; URIs start at \p folder, and \p name starts every
/// `where`.
[[nodiscard]] Result<GltfAsset> load_memory(std::span<const std::byte> bytes,
                                            const std::filesystem::path& folder, std::string name,
                                            const LoadOptions& options = {});

/// Decodes everything that \p document holds, as load() does; the limits are the document's own.
[[nodiscard]] Result<GltfAsset> decode(const Document& document, const LoadOptions& options = {});

}  // namespace diorama::gltf
