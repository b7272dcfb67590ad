// SPDX-License-Identifier: MIT
/// \file
/// Whether the entities below one are the nodes of a model: match_nodes.
#pragma once

#include <vector>

#include "diorama/ecs/entity.hpp"
#include "diorama/ecs/fwd.hpp"
#include "diorama/gltf/asset.hpp"

namespace diorama::spawn::detail {

/// The entity of each node of \p asset, null for nodes outside the scene, where the children of
/// \p top are the roots of one of its scenes and everything below has the names and the order that
/// spawn_gltf() gives; else nothing.
///
/// Cost: O(nodes) where they match; it mostly ends at the first root that does not.
[[nodiscard]] std::vector<Entity> match_nodes(const World& world, const gltf::GltfAsset& asset,
                                              Entity top);

}  // namespace diorama::spawn::detail
