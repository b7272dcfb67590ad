// SPDX-License-Identifier: MIT
/// \file
/// Whether the entities below one are the nodes of a model: NodesFound, match_nodes.
#pragma once

#include <cstdint>
#include <vector>

#include "diorama/ecs/entity.hpp"
#include "diorama/ecs/fwd.hpp"
#include "diorama/gltf/asset.hpp"

namespace diorama::spawn::detail {

/// The nodes of one scene of a model, in a world.
struct NodesFound {
    std::vector<Entity> entities;  ///< per node, null for those outside the scene; empty: not found
    std::int32_t scene = -1;       ///< which scene; -1 for the nodes of a file without scenes
};

/// The entity of each node of \p asset, where the children of \p top are the roots of one of its
/// scenes and everything below has the names and the order that spawn_gltf() gives; else nothing.
///
/// Cost: O(nodes) where they match; it mostly ends at the first root that does not.
[[nodiscard]] NodesFound match_nodes(const World& world, const gltf::GltfAsset& asset, Entity top);

}  // namespace diorama::spawn::detail
