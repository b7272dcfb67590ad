// SPDX-License-Identifier: MIT
/// \file
/// A GltfAsset as a .glb or .gltf file: write_glb, SaveOptions, SaveReport, save, source_files,
/// left_in_document.
/// Source: glTF 2.0. Design page: docs/design/gltf_export.md.
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

#include "diorama/core/error.hpp"
#include "diorama/gltf/asset.hpp"

namespace diorama::gltf {

struct Document;

/// The bytes of a .glb that loads as \p asset.
///
/// Every object is written, used or not. Images are written as the files they came in
/// (LoadOptions::image_files keeps them); those with only pixels become PNG. Vertex and animation
/// data are floats, each equal array once; what was sparse, quantised, compressed or a strip stays
/// decoded. Unknown extensions stay as they are, but for those that refer to accessors or buffer
/// views, which are laid out anew: these are left out. Numbers are the shortest decimals that read
/// back the same. Order:   the same asset, the same bytes. Cost:    O(bytes of the asset), which
/// are copied twice. Threads: any. Failure: gltf-export-value for a NaN, an infinity or a number
/// that glTF does not allow,
///          gltf-export-reference, gltf-export-text, gltf-export-hierarchy, gltf-export-shape,
///          gltf-export-image, gltf-export-size beyond 4 GiB; `where` is the JSON pointer that the
///          object would have, and the Error's diagnostics hold everything found.
/// Source:  glTF 2.0, chapter 4 for the container.
[[nodiscard]] Result<std::vector<std::byte>> write_glb(const GltfAsset& asset);

/// How to save.
struct SaveOptions {
    std::vector<std::filesystem::path> keep{};  ///< files that must not be replaced: the sources
};

/// What save() wrote.
struct SaveReport {
    std::vector<std::filesystem::path> files;  ///< the .glb or .gltf first, then those beside it
    std::vector<Diagnostic> diagnostics;       ///< what could not be kept
};

/// Writes \p asset to \p path: a .glb as write_glb() makes it, or a .gltf with its buffer beside it
/// as `STEM.bin` and its images under the names that their URIs give them, else `STEM_INDEX.png`
/// and the like. Folders that an image's name asks for are made.
///
/// All is written beside its place first and then renamed into it, the .gltf last. A file that has
/// the right bytes already is left as it is.
/// Failure: write_glb()'s; gltf-export-file for another extension, or a place that holds no
///          regular file; gltf-export-overwrite for one of SaveOptions::keep; file-write-failed.
///          Every file then is as it was, unless a rename failed after others had succeeded.
[[nodiscard]] Result<SaveReport> save(const GltfAsset& asset, const std::filesystem::path& path,
                                      const SaveOptions& options = {});

/// The files that \p document was read from, or would be: buffers and images, not the .gltf itself.
[[nodiscard]] std::vector<std::filesystem::path> source_files(const Document& document);

/// What \p document says and \p asset, decoded from it, does not hold although it has no fault, so
/// that no export brings it back: channels that name nothing to drive. One warning for all.
[[nodiscard]] std::vector<Diagnostic> left_in_document(const Document& document,
                                                       const GltfAsset& asset);

}  // namespace diorama::gltf
