// SPDX-License-Identifier: MIT
/// \file
/// The nodes of a scene with their places: PlacedNode, placed_nodes.
#pragma once

#include <glm/mat4x4.hpp>

#include <cstdint>
#include <vector>

#include "diorama/gltf/document.hpp"

namespace diorama::gltf::detail {

/// A node of a scene.
struct PlacedNode {
    Index node = kNone;       ///< into Document::nodes
    std::uint32_t depth = 0;  ///< a root's is 1
    glm::dmat4 world{1};      ///< node to scene
};

/// The nodes that \p scene reaches, each once, depth first in file order; a link to a node
/// already reached is left out, so loops end.
[[nodiscard]] std::vector<PlacedNode> placed_nodes(const Document& document, Index scene);

}  // namespace diorama::gltf::detail
