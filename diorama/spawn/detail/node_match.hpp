// SPDX-License-Identifier: MIT
/// \file
/// Whether the entities below one are the nodes of a model: NodesFound, match_nodes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "diorama/ecs/entity.hpp"
#include "diorama/ecs/fwd.hpp"
#include "diorama/gltf/asset.hpp"

namespace diorama::spawn::detail {

/// The nodes of one scene of a model, in a world.
struct NodesFound {
    std::vector<Entity> entities;  ///< per node, null for those outside the scene; empty: not found
    std::int32_t scene = -1;       ///< which scene; -1 for the nodes of a file without scenes
    std::size_t roots = 0;         ///< how many of the entities given are its roots
};

/// The entity of each node of \p asset, which \p world calls \p reference, where the first of \p
/// from, and all of them if \p exact, are the roots of one of its scenes and everything below has
/// the names and the order that spawn_gltf() gives; else nothing. What is shown there must be of
/// the model, and something must be: names alone are easily the same.
///
/// Cost: O(nodes) where they match; it mostly ends at the first root that does not.
[[nodiscard]] NodesFound match_nodes(const World& world, const std::string& reference,
                                     const gltf::GltfAsset& asset, std::span<const Entity> from,
                                     bool exact);

}  // namespace diorama::spawn::detail
