// SPDX-License-Identifier: MIT
/// \file
/// What a glTF file holds, in numbers: Summary, SummaryOptions, summarize.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "diorama/gltf/document.hpp"

namespace diorama::gltf {

/// The facts of one file. Counts are lengths of the file's lists, used or not.
struct Summary {
    std::string file;                 ///< as the caller named it
    std::string version;              ///< asset.version
    std::string generator;            ///< asset.generator; may be empty
    std::uint64_t scenes = 0;         ///< listed
    std::uint64_t nodes = 0;          ///< listed
    std::uint64_t meshes = 0;         ///< listed
    std::uint64_t primitives = 0;     ///< of all meshes
    std::uint64_t materials = 0;      ///< listed
    std::uint64_t textures = 0;       ///< listed
    std::uint64_t images = 0;         ///< listed
    std::uint64_t skins = 0;          ///< listed
    std::uint64_t animations = 0;     ///< listed
    std::uint64_t cameras = 0;        ///< listed
    std::uint64_t lights = 0;         ///< of KHR_lights_punctual
    std::uint64_t variants = 0;       ///< of KHR_materials_variants
    std::uint64_t vertices = 0;       ///< of each primitive, summed
    std::uint64_t triangles = 0;      ///< of each primitive, summed; strips and fans opened
    std::uint64_t morph_targets = 0;  ///< the most that any primitive has
    std::uint64_t max_depth = 0;      ///< of the default scene; a root counts 1
    std::optional<Bounds> bounds;     ///< of the default scene in its space; none when empty
    std::vector<std::string> extensions_used;      ///< in file order
    std::vector<std::string> extensions_required;  ///< in file order
    std::vector<Diagnostic> diagnostics;           ///< the Document's
};

/// What a summary takes the time for.
struct SummaryOptions {
    bool bounds = true;  ///< reads vertex data; without it no other file is opened
};

/// Counts what \p document holds.
///
/// Bounds are those of the vertices that primitives draw, placed by their nodes; skins, morphs
/// and instances are left out.
/// Cost:    O(nodes + primitives); with bounds also vertices of each mesh, times its nodes that
///          are turned other than by quarter turns.
/// Failure: with bounds, what read_accessor() gives, and gltf-work-limit where a hostile file
///          repeats its meshes beyond reason.
[[nodiscard]] Result<Summary> summarize(const Document& document,
                                        const SummaryOptions& options = {});

}  // namespace diorama::gltf
