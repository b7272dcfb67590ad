// SPDX-License-Identifier: MIT
/// \file
/// From a glTF file to plain data that is ready to use: LoadOptions, load, load_memory, decode,
/// load_images.
/// Source: glTF 2.0.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <span>
#include <string>

#include "diorama/core/fwd.hpp"
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
    bool ktx2 = true;      ///< decode images of KTX2 too; load_images() does it later
    Jobs* jobs = nullptr;  ///< decodes images; null does it on the calling thread. Same result
    /// Told, before each texture, mesh and animation, how many of how many are done; on the thread
    /// that loads. Giving false stops the import.
    std::function<bool(std::size_t done, std::size_t total)> progress{};
    bool eight_influences = false;  ///< keep up to eight joints per vertex, not four
    ImportLimits limits{};          ///< on untrusted files
};

/// Reads a .gltf or .glb file, the buffers and images it names, and decodes everything: strips,
/// loops and fans become lists, flat normals and tangents are made where they are absent, matrices
/// become translation, rotation and scale, joint weights sum to 1.
///
/// Input:   untrusted. Memory is bounded by the sizes of the files and by LoadOptions::limits.
/// Cost:    O(bytes of what is decoded); files stay mapped until it returns.
/// Threads: any; same bytes, same result.
/// Failure: gltf-cancelled where LoadOptions::progress asked for it, else the first fatal code
/// found; Error::diagnostics holds everything found. What is not
///          fatal (gltf/codes.hpp has the table) is in GltfAsset::diagnostics.
/// Source:  glTF 2.0, with the extensions that the module's README lists.
[[nodiscard]] Result<GltfAsset> load(const std::filesystem::path& path,
                                     const LoadOptions& options = {});

/// Reads \p bytes as load() reads a file; URIs start at \p folder, and \p name starts every
/// `where`.
[[nodiscard]] Result<GltfAsset> load_memory(std::span<const std::byte> bytes,
                                            const std::filesystem::path& folder, std::string name,
                                            const LoadOptions& options = {});

/// Decodes everything that \p document holds, as load() does; the limits are the document's own.
[[nodiscard]] Result<GltfAsset> decode(const Document& document, const LoadOptions& options = {});

/// Decodes the images that textures of \p asset use and that have no pixels yet, as load() does
/// with
/// \p options: for an asset that was loaded without its images, or without those of KTX2.
///
/// What was found is added to the asset's diagnostics.
/// Input:   untrusted, as for load(); \p path is the file that \p asset was loaded from.
/// Failure: gltf-reference-range where the file has other images now, and load()'s codes for
///          images; \p asset is then as it was.
[[nodiscard]] Result<> load_images(GltfAsset& asset, const std::filesystem::path& path,
                                   const LoadOptions& options = {});

/// The same from \p document, which \p asset was decoded from: nothing is parsed again, and the
/// limits are the document's own.
[[nodiscard]] Result<> load_images(GltfAsset& asset, const Document& document,
                                   const LoadOptions& options = {});

}  // namespace diorama::gltf
