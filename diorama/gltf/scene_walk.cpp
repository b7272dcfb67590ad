// SPDX-License-Identifier: MIT
#include "diorama/gltf/detail/scene_walk.hpp"

#include <glm/gtc/quaternion.hpp>

namespace diorama::gltf::detail {

namespace {

glm::dmat4 local_of(const Document& document, const Node& node) {
    if (node.matrix != kNone) {
        return glm::dmat4(document.matrices[static_cast<std::size_t>(node.matrix)]);
    }
    glm::dmat4 out = glm::mat4_cast(glm::dquat(node.rotation));
    for (int axis = 0; axis < 3; ++axis)
        out[axis] *= static_cast<double>(node.scale[axis]);
    out[3] = glm::dvec4(glm::dvec3(node.translation), 1.0);
    return out;
}

}  // namespace

std::vector<PlacedNode> placed_nodes(const Document& document, Index scene) {
    std::vector<PlacedNode> out;
    std::vector<bool> reached(document.nodes.size(), false);
    struct Waiting {
        Index node;
        std::size_t parent;  // in `out`; SIZE_MAX for a root
    };
    std::vector<Waiting> waiting;
    const std::vector<Index> roots = scene_roots(document, scene);
    for (auto root = roots.rbegin(); root != roots.rend(); ++root) {
        waiting.push_back({*root, SIZE_MAX});
    }
    while (!waiting.empty()) {
        const Waiting next = waiting.back();
        waiting.pop_back();
        if (next.node == kNone || reached[static_cast<std::size_t>(next.node)]) continue;
        reached[static_cast<std::size_t>(next.node)] = true;
        const Node& node = document.nodes[static_cast<std::size_t>(next.node)];
        PlacedNode placed{next.node, 1, local_of(document, node)};
        if (next.parent != SIZE_MAX) {
            placed.depth = out[next.parent].depth + 1;
            placed.world = out[next.parent].world * placed.world;
        }
        out.push_back(placed);
        const std::span<const Index> children = slice(document.indices, node.children);
        for (auto child = children.rbegin(); child != children.rend(); ++child) {
            waiting.push_back({*child, out.size() - 1});
        }
    }
    return out;
}

}  // namespace diorama::gltf::detail
