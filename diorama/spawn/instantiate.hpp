// SPDX-License-Identifier: MIT
/// \file
/// A glTF asset as instances of a RenderScene, without a World of one's own: Instantiated,
/// instantiate.
#pragma once

#include <cstdint>
#include <vector>

#include "diorama/core/error.hpp"
#include "diorama/gltf/asset.hpp"
#include "diorama/render/render_scene.hpp"
#include "diorama/spawn/model.hpp"
#include "diorama/spawn/spawn_gltf.hpp"

namespace diorama::spawn {

/// What was appended.
struct Instantiated {
    std::uint32_t instances = 0;          ///< one per node, place and primitive
    std::uint32_t lights = 0;             ///< of KHR_lights_punctual
    std::vector<Diagnostic> diagnostics;  ///< as spawn_gltf() gives them
};

/// Appends what \p asset shows to \p scene, relative to the scene's camera as it stands: an
/// instance per node and primitive at the node's place, joints at the pose of the nodes, which is
/// the bind pose of most files, morph weights as the node or its mesh has them, and its lights.
/// Cameras are left to the caller.
///
/// For a picture of a model that never moves. What moves, is hidden, picked or saved is an entity:
/// spawn_gltf(). \p uploaded is what upload_gltf() gave for this asset. Of \p options, `asset`,
/// `root_name` and `instancing` play no part.
/// Failure: as spawn_gltf(); spawn-index-range also where \p uploaded is not of this asset. Nothing
///          is appended then.
/// Cost:    that of spawning the asset once; \p scene's lists grow.
/// Threads: any; \p scene is the caller's.
[[nodiscard]] Result<Instantiated> instantiate(const gltf::GltfAsset& asset,
                                               const UploadedGltf& uploaded,
                                               render::RenderScene& scene,
                                               const SpawnOptions& options = {});

}  // namespace diorama::spawn
