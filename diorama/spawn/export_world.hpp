// SPDX-License-Identifier: MIT
/// \file
/// A world as a glTF asset: WorldExportOptions, ExportedWorld, export_world.
#pragma once

#include <filesystem>
#include <vector>

#include "diorama/core/error.hpp"
#include "diorama/ecs/fwd.hpp"
#include "diorama/gltf/asset.hpp"
#include "diorama/gltf/limits.hpp"

namespace diorama::spawn {

/// Where references lead, and what the models there may take and get wrong.
struct WorldExportOptions {
    std::filesystem::path base{};  ///< folder that asset paths are relative to
    bool outside_base = false;     ///< whether a path may climb out of it or be absolute
    gltf::ImportLimits limits{};   ///< with best_effort, what is wrong with a model is left out
};

/// A world, ready for gltf::write_glb() or gltf::save().
struct ExportedWorld {
    gltf::GltfAsset asset;                       ///< one scene
    std::vector<std::filesystem::path> sources;  ///< the models it refers to and their files
    std::vector<Diagnostic> diagnostics;         ///< what glTF has no place for and is left out
};

/// Makes an asset of every placed entity of \p world: a node each, with its Name, Transform,
/// camera, light, mesh, skin and morph weights, and of what the models it refers to hold for them.
///
/// Only what is used of a model comes along. The primitives that spawn_gltf() put on children of
/// one node go back to that node. Where the entities below some entity still are the nodes of a
/// model, what no component holds comes along: its animations, their pointers in the numbers that
/// materials, nodes, meshes, cameras and lights have here; the extras of its nodes; the names and
/// extras of its cameras and lights; where it is the only model, those of its scene and the extras
/// of the whole file. What can't come along is a diagnostic. Copyrights are kept, one after the
/// other. Rotations are made unit quaternions.
/// Order:   nodes parents first, siblings in child order, roots as spawned.
/// Cost:    loads each model once, its images not decoded.
/// Failure: spawn-asset-outside and spawn-index-range, whose Error::detail is the Entity with the
///          Renderable; what gltf::load() says of a model.
[[nodiscard]] Result<ExportedWorld> export_world(const World& world,
                                                 const WorldExportOptions& options);

}  // namespace diorama::spawn
