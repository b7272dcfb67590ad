// SPDX-License-Identifier: MIT
/// \file
/// What of a model a scene file can hold: check_saving, left_in_model.
#pragma once

#include <vector>

#include "diorama/core/error.hpp"
#include "diorama/gltf/asset.hpp"
#include "diorama/spawn/spawn_gltf.hpp"

namespace diorama::spawn {

/// Whether what spawn_gltf() makes of \p asset can be written as a scene.
///
/// Failure: spawn-too-many, `where` being the JSON pointer of the node or skin whose component is
///          greater than document::SceneLimits allow.
[[nodiscard]] Result<> check_saving(const gltf::GltfAsset& asset, const SpawnOptions& options = {});

/// What \p asset holds and the entities of spawn_gltf() do not, one warning a kind, with how many
/// and their names: animations, extras, extensions of nodes and scenes, values of instances, and
/// scenes beside the one at index \p scene (-1 for the default). All of it stays in the model's
/// file, which the scene refers to.
[[nodiscard]] std::vector<Diagnostic> left_in_model(const gltf::GltfAsset& asset,
                                                    std::int32_t scene = -1);

}  // namespace diorama::spawn
