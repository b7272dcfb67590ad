// SPDX-License-Identifier: MIT
#include "diorama/spawn/spawn_gltf.hpp"

#include <algorithm>
#include <utility>

#include "diorama/ecs/world.hpp"
#include "diorama/motion/skin.hpp"
#include "diorama/render/components.hpp"
#include "diorama/scene/hierarchy.hpp"
#include "diorama/scene/name.hpp"
#include "diorama/spawn/error_codes.hpp"

namespace diorama::spawn {
namespace {

using gltf::GltfAsset;
using gltf::GltfNode;

bool in_range(std::int32_t index, std::size_t count) {
    return index == -1 || (index >= 0 && static_cast<std::size_t>(index) < count);
}

std::unexpected<Error> range_failure(std::string where, std::string_view what, std::int64_t index,
                                     std::size_t count) {
    return fail(codes::index_range,
                std::string(what) + " index is " + std::to_string(index) + ", there are " +
                    std::to_string(count),
                std::move(where));
}

/// Holds every index against its list, since an asset can also be built by hand.
Result<> validate(const GltfAsset& asset) {
    for (std::size_t n = 0; n < asset.nodes.size(); ++n) {
        const GltfNode& node = asset.nodes[n];
        const std::string where = "/nodes/" + std::to_string(n);
        const std::pair<std::int32_t, std::pair<const char*, std::size_t>> references[] = {
            {node.mesh, {"mesh", asset.meshes.size()}},
            {node.skin, {"skin", asset.skins.size()}},
            {node.camera, {"camera", asset.cameras.size()}},
            {node.light, {"light", asset.lights.size()}},
        };
        for (const auto& [index, list] : references)
            if (!in_range(index, list.second))
                return range_failure(where, list.first, index, list.second);
        for (const std::int32_t child : node.children)
            if (child < 0 || !in_range(child, asset.nodes.size()))
                return range_failure(where, "child", child, asset.nodes.size());
    }
    for (const gltf::GltfSkin& skin : asset.skins)
        for (const std::int32_t joint : skin.joints)
            if (joint < 0 || !in_range(joint, asset.nodes.size()))
                return range_failure("/skins", "joint", joint, asset.nodes.size());
    return {};
}

render::CameraComponent camera_of(const gltf::GltfCamera& source, bool active) {
    render::CameraComponent camera;
    camera.projection = source.projection == gltf::Projection::perspective
                            ? render::Projection::perspective
                            : render::Projection::orthographic;
    camera.fov_y = source.fov_y;
    camera.aspect = source.aspect;
    camera.near = source.near;
    camera.far = source.far;
    camera.half_width = source.x_magnification;
    camera.half_height = source.y_magnification;
    camera.active = active;
    return camera;
}

render::LightSource light_of(const gltf::GltfLight& source) {
    render::LightSource light;
    switch (source.kind) {
        case gltf::LightKind::directional:
            light.kind = render::LightKind::directional;
            break;
        case gltf::LightKind::point:
            light.kind = render::LightKind::point;
            break;
        case gltf::LightKind::spot:
            light.kind = render::LightKind::spot;
            break;
    }
    light.color = source.color;
    light.intensity = source.intensity;
    light.range = source.range;
    light.inner_angle = source.inner_angle;
    light.outer_angle = source.outer_angle;
    return light;
}

/// One walk over the asset's hierarchy, on a stack of its own: files may nest 100,000 deep.
class Spawner {
  public:
    Spawner(World& world, const GltfAsset& asset, const SpawnOptions& options)
        : world_(world), asset_(asset), options_(options) {
        result_.node_entities.assign(asset.nodes.size(), Entity::null());
    }

    SpawnedGltf run(const std::vector<std::int32_t>& roots) {
        result_.root = world_.spawn(Transform(options_.root_transform));
        if (!options_.root_name.empty()) add(result_.root, Name{options_.root_name});
        push_all(roots, result_.root);
        while (!stack_.empty()) {
            const Visit visit = stack_.back();
            stack_.pop_back();
            if (visit.leave)
                spawn_primitives(visit.node);
            else
                enter(visit);
        }
        attach_skins();
        return std::move(result_);
    }

  private:
    struct Visit {
        std::int32_t node = -1;
        Entity parent = Entity::null();
        bool leave = false;  // the second visit, after the node's children
    };

    struct Drawn {
        std::int32_t node = -1;
        std::size_t primitive = 0;
        Entity entity = Entity::null();  // has the Renderable
    };

    template <class C>
    void add(Entity entity, C component) {
        // A live entity takes any component; only links can be refused, and none are added here.
        (void)world_.add(entity, std::move(component));
    }

    void push_all(const std::vector<std::int32_t>& nodes, Entity parent) {
        for (auto node = nodes.rbegin(); node != nodes.rend(); ++node)
            stack_.push_back({*node, parent, false});
    }

    void enter(const Visit& visit) {
        const auto index = static_cast<std::size_t>(visit.node);
        if (!result_.node_entities[index].is_null()) {
            result_.diagnostics.push_back(
                {Severity::warning, codes::node_reached_twice,
                 "node is reached more than once, expected one parent; it is spawned where it was "
                 "reached first",
                 "#/nodes/" + std::to_string(visit.node), "list the node as a child of one node"});
            return;
        }
        const GltfNode& node = asset_.nodes[index];
        const Entity entity = world_.spawn(Transform{node.translation, node.rotation, node.scale},
                                           ChildOf{visit.parent});
        result_.node_entities[index] = entity;
        if (!node.name.empty()) add(entity, Name{node.name});
        if (node.camera >= 0) {
            const auto camera = static_cast<std::size_t>(node.camera);
            add(entity, camera_of(asset_.cameras[camera], !std::exchange(camera_seen_, true)));
        }
        if (node.light >= 0)
            add(entity, light_of(asset_.lights[static_cast<std::size_t>(node.light)]));
        stack_.push_back({visit.node, entity, true});
        push_all(node.children, entity);
    }

    void spawn_primitives(std::int32_t index) {
        const GltfNode& node = asset_.nodes[static_cast<std::size_t>(index)];
        if (node.mesh < 0 || (node.skin >= 0 && !options_.skinned_meshes)) return;
        const gltf::GltfMesh& mesh = asset_.meshes[static_cast<std::size_t>(node.mesh)];
        const Entity owner = result_.node_entities[static_cast<std::size_t>(index)];
        for (std::size_t p = 0; p < mesh.primitives.size(); ++p) {
            const Entity entity =
                mesh.primitives.size() == 1 ? owner : world_.spawn(Transform{}, ChildOf{owner});
            add(entity, render::Renderable{options_.asset, node.mesh, static_cast<std::int32_t>(p),
                                           mesh.primitives[p].material, options_.cast_shadows});
            if (!mesh.primitives[p].mesh.morph_targets.empty()) {
                const std::vector<float>& weights =
                    node.weights.empty() ? mesh.weights : node.weights;
                add(entity, motion::MorphWeights{weights});
            }
            drawn_.push_back({index, p, entity});
        }
    }

    /// After every node is there: a joint may stand anywhere in the file.
    void attach_skins() {
        // Primitives were met in the order their nodes were left; the result promises node order.
        std::ranges::sort(drawn_, {},
                          [](const Drawn& d) { return std::pair(d.node, d.primitive); });
        for (const auto& [index, primitive, entity] : drawn_) {
            result_.primitive_entities.push_back(entity);
            const std::int32_t skin = asset_.nodes[static_cast<std::size_t>(index)].skin;
            if (skin < 0) continue;
            motion::Skin component{options_.asset, skin, {}};
            for (const std::int32_t joint : asset_.skins[static_cast<std::size_t>(skin)].joints) {
                const Entity target = result_.node_entities[static_cast<std::size_t>(joint)];
                component.joints.push_back(target);
                if (target.is_null())
                    result_.diagnostics.push_back(
                        {Severity::warning, codes::joint_outside,
                         "joint node " + std::to_string(joint) +
                             " is not in the scene, expected every joint to be; its part of the "
                             "mesh does not bend",
                         "#/skins/" + std::to_string(skin), "put the joint under the scene"});
            }
            add(entity, std::move(component));
        }
    }

    World& world_;
    const GltfAsset& asset_;
    const SpawnOptions& options_;
    SpawnedGltf result_;
    std::vector<Visit> stack_;
    std::vector<Drawn> drawn_;
    bool camera_seen_ = false;
};

}  // namespace

Entity SpawnedGltf::entity_of_node(std::int64_t node) const noexcept {
    if (node < 0 || static_cast<std::uint64_t>(node) >= node_entities.size()) return Entity::null();
    return node_entities[static_cast<std::size_t>(node)];
}

Result<SpawnedGltf> spawn_gltf(World& world, const GltfAsset& asset, const SpawnOptions& options) {
    if (Result<> valid = validate(asset); !valid) return std::unexpected(std::move(valid.error()));
    const std::vector<std::int32_t>* roots = &asset.roots;
    if (options.scene != -1) {
        if (options.scene < 0 || !in_range(options.scene, asset.scenes.size()))
            return fail(codes::scene_range,
                        "scene " + std::to_string(options.scene) +
                            " was asked for, the asset has " + std::to_string(asset.scenes.size()),
                        {}, "scenes are numbered from 0");
        roots = &asset.scenes[static_cast<std::size_t>(options.scene)].roots;
    }
    for (const std::int32_t root : *roots)
        if (root < 0 || !in_range(root, asset.nodes.size()))
            return range_failure("/scenes", "root", root, asset.nodes.size());
    return Spawner(world, asset, options).run(*roots);
}

}  // namespace diorama::spawn
