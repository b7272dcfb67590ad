// SPDX-License-Identifier: MIT
#include "diorama/spawn/detail/node_match.hpp"

#include <optional>
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
    NodeMatch(const World& world, const std::string& reference, const gltf::GltfAsset& asset)
        : world_(world),
          reference_(reference),
          asset_(asset),
          found_(asset.nodes.size(), Entity::null()) {}

    /// Whether the first of \p from are \p roots, and all below as what is below them.
    bool run(std::span<const Entity> from, const std::vector<std::int32_t>& roots) {
        for (std::size_t i = 0; i < roots.size(); ++i)
            if (!pair(from[i], roots[i])) return false;
        while (!open_.empty()) {
            const auto [entity, index] = open_.back();
            open_.pop_back();
            const gltf::GltfNode& node = asset_.nodes[static_cast<std::size_t>(index)];
            if (!pair_children(entity, node.children, drawn_below(entity, node))) return false;
        }
        return shown_;
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
            if (met < nodes.size() ? !pair(child, nodes[met]) : !may_show(child)) return false;
            ++met;
        }
        return met == nodes.size() + more;
    }

    /// Whether \p entity shows nothing of another model.
    bool may_show(Entity entity) {
        const auto* const part = world_.get<render::Renderable>(entity);
        if (part == nullptr) return true;
        shown_ = true;
        return part->asset == reference_;
    }

    bool pair(Entity entity, std::int32_t index) {
        Entity& found = found_[static_cast<std::size_t>(index)];
        const Name* const name = world_.get<Name>(entity);
        const std::string_view called = name != nullptr ? std::string_view(name->value) : "";
        // A node met twice was spawned once, so that the rest can't be told apart.
        if (!found.is_null() || called != asset_.nodes[static_cast<std::size_t>(index)].name ||
            !may_show(entity))
            return false;
        found = entity;
        open_.emplace_back(entity, index);
        return true;
    }

    const World& world_;
    const std::string& reference_;
    const gltf::GltfAsset& asset_;
    bool shown_ = false;  // something of the model, at an entity met
    std::vector<Entity> found_;
    std::vector<std::pair<Entity, std::int32_t>> open_;
};

}  // namespace

NodesFound match_nodes(const World& world, const std::string& reference,
                       const gltf::GltfAsset& asset, std::span<const Entity> from, bool exact) {
    const auto match = [&](const std::vector<std::int32_t>& roots,
                           std::size_t scene) -> std::optional<NodesFound> {
        const bool fits = exact ? roots.size() == from.size() : roots.size() <= from.size();
        if (roots.empty() || !fits) return std::nullopt;
        NodeMatch found(world, reference, asset);
        if (!found.run(from, roots)) return std::nullopt;
        const bool is_scene = scene < asset.scenes.size();
        return NodesFound{found.take(), is_scene ? static_cast<std::int32_t>(scene) : -1,
                          roots.size()};
    };
    const std::size_t usual =
        asset.default_scene >= 0 ? static_cast<std::size_t>(asset.default_scene) : 0;
    if (auto found = match(asset.roots, usual)) return std::move(*found);
    for (std::size_t s = 0; s < asset.scenes.size(); ++s)
        if (auto found = match(asset.scenes[s].roots, s)) return std::move(*found);
    return {};
}

}  // namespace diorama::spawn::detail
