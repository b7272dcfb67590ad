// SPDX-License-Identifier: MIT
#include "diorama/spawn/detail/node_match.hpp"

#include <utility>

#include "diorama/ecs/world.hpp"
#include "diorama/render/components.hpp"
#include "diorama/scene/hierarchy.hpp"
#include "diorama/scene/name.hpp"
#include "diorama/scene/transform.hpp"

namespace diorama::spawn::detail {
namespace {

class NodeMatch {
  public:
    NodeMatch(const World& world, const gltf::GltfAsset& asset)
        : world_(world), asset_(asset), found_(asset.nodes.size(), Entity::null()) {}

    /// Whether all below \p top is as \p roots and what is below them.
    bool run(Entity top, const std::vector<std::int32_t>& roots) {
        if (!pair_children(top, roots, 0)) return false;
        while (!open_.empty()) {
            const auto [entity, index] = open_.back();
            open_.pop_back();
            const gltf::GltfNode& node = asset_.nodes[static_cast<std::size_t>(index)];
            if (!pair_children(entity, node.children, drawn_below(entity, node))) return false;
        }
        return true;
    }

    [[nodiscard]] std::vector<Entity> take() { return std::move(found_); }

  private:
    /// Entities that spawn_gltf() made for the instances or primitives of \p node.
    [[nodiscard]] std::size_t drawn_below(Entity entity, const gltf::GltfNode& node) const {
        if (node.mesh < 0) return 0;
        if (node.instances && !shows_instances(entity)) return node.instances->places.size();
        const std::size_t primitives =
            asset_.meshes[static_cast<std::size_t>(node.mesh)].primitives.size();
        return primitives > 1 ? primitives : 0;
    }

    /// Whether \p entity, or its last child, shows instances by one component.
    [[nodiscard]] bool shows_instances(Entity entity) const {
        if (world_.has<render::Instances>(entity)) return true;
        bool last = false;
        for (const Entity child : world_.children(entity))
            last = world_.has<render::Instances>(child);
        return last;
    }

    /// Pairs the first children of \p parent with \p nodes; \p more must follow them.
    bool pair_children(Entity parent, const std::vector<std::int32_t>& nodes, std::size_t more) {
        std::size_t met = 0;
        for (const Entity child : world_.children(parent)) {
            if (!world_.has<Transform>(child)) continue;
            if (met < nodes.size() && !pair(child, nodes[met])) return false;
            ++met;
        }
        return met == nodes.size() + more;
    }

    bool pair(Entity entity, std::int32_t index) {
        Entity& found = found_[static_cast<std::size_t>(index)];
        const Name* const name = world_.get<Name>(entity);
        const std::string_view called = name != nullptr ? std::string_view(name->value) : "";
        // A node met twice was spawned once, so that the rest can't be told apart.
        if (!found.is_null() || called != asset_.nodes[static_cast<std::size_t>(index)].name)
            return false;
        found = entity;
        open_.emplace_back(entity, index);
        return true;
    }

    const World& world_;
    const gltf::GltfAsset& asset_;
    std::vector<Entity> found_;
    std::vector<std::pair<Entity, std::int32_t>> open_;
};

}  // namespace

NodesFound match_nodes(const World& world, const gltf::GltfAsset& asset, Entity top) {
    if (asset.roots.empty()) return {};
    const std::int32_t first = asset.scenes.empty() ? -1 : 0;
    NodeMatch usual(world, asset);
    if (usual.run(top, asset.roots))
        return {usual.take(), asset.default_scene >= 0 ? asset.default_scene : first};
    for (std::size_t s = 0; s < asset.scenes.size(); ++s) {
        if (asset.scenes[s].roots.empty()) continue;
        NodeMatch other(world, asset);
        if (other.run(top, asset.scenes[s].roots))
            return {other.take(), static_cast<std::int32_t>(s)};
    }
    return {};
}

}  // namespace diorama::spawn::detail
