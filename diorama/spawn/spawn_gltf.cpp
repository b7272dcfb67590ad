// SPDX-License-Identifier: MIT
#include "diorama/spawn/spawn_gltf.hpp"

#include <algorithm>
#include <utility>

#include "diorama/ecs/world.hpp"
#include "diorama/motion/skin.hpp"
#include "diorama/render/components.hpp"
#include "diorama/scene/hierarchy.hpp"
#include "diorama/scene/name.hpp"
#include "diorama/scene/visibility.hpp"
#include "diorama/spawn/detail/asset_indices.hpp"
#include "diorama/spawn/error_codes.hpp"

namespace diorama::spawn {
namespace {

using gltf::GltfAsset;
using gltf::GltfNode;

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

render::Instances instances_of(const gltf::GltfInstances& source) {
    render::Instances out;
    out.places.reserve(source.places.size() * render::Instances::kNumbers);
    for (const gltf::GltfInstance& each : source.places) {
        const vec3& t = each.translation;
        const quat& r = each.rotation;
        const vec3& s = each.scale;
        out.places.insert(out.places.end(), {t.x, t.y, t.z, r.x, r.y, r.z, r.w, s.x, s.y, s.z});
    }
    return out;
}

/// Holds what \p asset would make of primitives and joints against \p options, before any is made.
Result<> check_amounts(const GltfAsset& asset, const SpawnOptions& options) {
    // Neither count can wrap: each factor is the size of a list in memory, and both stop at once.
    std::uint64_t drawn = 0;
    std::uint64_t joints = 0;
    for (const GltfNode& node : asset.nodes) {
        if (node.mesh < 0 || (node.skin >= 0 && !options.skinned_meshes)) continue;
        const std::uint64_t primitives =
            asset.meshes[static_cast<std::size_t>(node.mesh)].primitives.size();
        const bool many = node.instances && options.instancing == Instancing::entities;
        const std::uint64_t places = node.instances ? node.instances->places.size() : 1;
        // Several primitives have an owner, at each place or once for all places.
        const std::uint64_t owners = primitives > 1 ? (many ? places : 1) : 0;
        if (places > options.max_drawn || primitives > options.max_drawn)
            drawn = options.max_drawn + 1;
        else
            drawn += places * primitives + owners;
        if (drawn > options.max_drawn)
            return fail(codes::too_many,
                        "found more than " + std::to_string(options.max_drawn) +
                            " primitives at all nodes and instances together, expected at most so "
                            "many",
                        {}, "SpawnOptions::max_drawn sets the limit");
        if (node.skin < 0) continue;
        joints += (many ? places : 1) * primitives *
                  asset.skins[static_cast<std::size_t>(node.skin)].joints.size();
        if (joints > options.max_joints)
            return fail(codes::too_many,
                        "found more than " + std::to_string(options.max_joints) +
                            " joints of all skinned meshes together, expected at most so many",
                        {}, "SpawnOptions::max_joints sets the limit");
    }
    return {};
}

/// One walk over the asset's hierarchy, on a stack of its own: files may nest 100,000 deep.
class Spawner {
  public:
    Spawner(World& world, const GltfAsset& asset, const SpawnOptions& options)
        : world_(world), asset_(asset), options_(options) {
        result_.node_entities.assign(asset.nodes.size(), Entity::null());
    }

    SpawnedGltf run(const std::vector<std::int32_t>& roots) {
        if (options_.root) {
            result_.root = world_.spawn(Transform(options_.root_transform));
            if (!options_.root_name.empty()) add(result_.root, Name{options_.root_name});
        }
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
        if (unsaid_ != 0)
            result_.diagnostics.push_back(
                {Severity::warning,
                 last_unsaid_,
                 std::to_string(unsaid_) + " more warnings are not shown, the last of them of this "
                                           "kind",
                 {},
                 "mend those shown first"});
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
        std::size_t order = 0;           // in which it was met; rises within a node
        Entity entity = Entity::null();  // has the Renderable
    };

    template <class C>
    void add(Entity entity, C component) {
        // A live entity takes any component; only links can be refused, and none are added here.
        (void)world_.add(entity, std::move(component));
    }

    /// Warnings beyond these are only counted: a small file can give millions.
    static constexpr std::size_t kMostWarnings = 1000;

    [[nodiscard]] bool may_warn(ErrorCode code) {
        if (result_.diagnostics.size() < kMostWarnings) return true;
        ++unsaid_;
        last_unsaid_ = code;
        return false;
    }

    void push_all(const std::vector<std::int32_t>& nodes, Entity parent) {
        for (auto node = nodes.rbegin(); node != nodes.rend(); ++node)
            stack_.push_back({*node, parent, false});
    }

    void enter(const Visit& visit) {
        const auto index = static_cast<std::size_t>(visit.node);
        if (!result_.node_entities[index].is_null()) {
            if (!may_warn(codes::node_reached_twice)) return;
            result_.diagnostics.push_back(
                {Severity::warning, codes::node_reached_twice,
                 "node is reached more than once, expected one parent; it is spawned where it was "
                 "reached first",
                 "#/nodes/" + std::to_string(visit.node), "list the node as a child of one node"});
            return;
        }
        const GltfNode& node = asset_.nodes[index];
        const Transform placed{node.translation, node.rotation, node.scale};
        const Entity entity = visit.parent.is_null() ? world_.spawn(placed)
                                                     : world_.spawn(placed, ChildOf{visit.parent});
        result_.node_entities[index] = entity;
        if (!node.name.empty()) add(entity, Name{node.name});
        if (node.camera >= 0) {
            const auto camera = static_cast<std::size_t>(node.camera);
            add(entity, camera_of(asset_.cameras[camera], !std::exchange(camera_seen_, true)));
        }
        if (!node.visible) add(entity, Visibility{VisibilityMode::hidden});
        if (node.light >= 0)
            add(entity, light_of(asset_.lights[static_cast<std::size_t>(node.light)]));
        stack_.push_back({visit.node, entity, true});
        push_all(node.children, entity);
    }

    void spawn_primitives(std::int32_t index) {
        const GltfNode& node = asset_.nodes[static_cast<std::size_t>(index)];
        if (node.mesh < 0 || (node.skin >= 0 && !options_.skinned_meshes)) return;
        const Entity owner = result_.node_entities[static_cast<std::size_t>(index)];
        if (!node.instances || options_.instancing == Instancing::renderable) {
            spawn_primitives_on(owner, index);
            return;
        }
        for (const gltf::GltfInstance& place : node.instances->places)
            spawn_primitives_on(
                world_.spawn(Transform{place.translation, place.rotation, place.scale},
                             ChildOf{owner}),
                index);
    }

    void spawn_primitives_on(Entity owner, std::int32_t index) {
        const GltfNode& node = asset_.nodes[static_cast<std::size_t>(index)];
        const gltf::GltfMesh& mesh = asset_.meshes[static_cast<std::size_t>(node.mesh)];
        for (std::size_t p = 0; p < mesh.primitives.size(); ++p) {
            const Entity entity =
                mesh.primitives.size() == 1 ? owner : world_.spawn(Transform{}, ChildOf{owner});
            add(entity, render::Renderable{options_.asset, node.mesh, static_cast<std::int32_t>(p),
                                           material_of(mesh.primitives[p]), options_.cast_shadows});
            if (node.instances && options_.instancing == Instancing::renderable)
                add(entity, instances_of(*node.instances));
            if (!mesh.primitives[p].mesh.morph_targets.empty()) {
                const std::vector<float>& weights =
                    node.weights.empty() ? mesh.weights : node.weights;
                add(entity, motion::MorphWeights{weights});
            }
            drawn_.push_back({index, drawn_.size(), entity});
        }
    }

    /// The material of \p primitive in the variant that was asked for.
    [[nodiscard]] std::int32_t material_of(const gltf::GltfPrimitive& primitive) const {
        const auto variant = static_cast<std::size_t>(options_.variant);
        const bool mapped = options_.variant >= 0 && variant < primitive.variant_materials.size() &&
                            primitive.variant_materials[variant] >= 0;
        return mapped ? primitive.variant_materials[variant] : primitive.material;
    }

    /// After every node is there: a joint may stand anywhere in the file.
    void attach_skins() {
        // Primitives were met in the order their nodes were left; the result promises node order.
        std::ranges::sort(drawn_, {}, [](const Drawn& d) { return std::pair(d.node, d.order); });
        for (const auto& [index, order, entity] : drawn_) {
            result_.primitive_entities.push_back(entity);
            const std::int32_t skin = asset_.nodes[static_cast<std::size_t>(index)].skin;
            if (skin < 0) continue;
            motion::Skin component{options_.asset, skin, {}};
            for (const std::int32_t joint : asset_.skins[static_cast<std::size_t>(skin)].joints) {
                const Entity target = result_.node_entities[static_cast<std::size_t>(joint)];
                component.joints.push_back(target);
                if (target.is_null() && may_warn(codes::joint_outside))
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
    std::uint64_t unsaid_ = 0;  // warnings
    ErrorCode last_unsaid_ = codes::joint_outside;
    bool camera_seen_ = false;
};

}  // namespace

Entity SpawnedGltf::entity_of_node(std::int64_t node) const noexcept {
    if (node < 0 || static_cast<std::uint64_t>(node) >= node_entities.size()) return Entity::null();
    return node_entities[static_cast<std::size_t>(node)];
}

Result<> check_spawn(const GltfAsset& asset, const SpawnOptions& options) {
    if (Result<> valid = detail::check_indices(asset); !valid) return valid;
    if (options.variant < -1 || !detail::in_range(options.variant, asset.variants.size()))
        return fail(codes::variant_range, "variant " + std::to_string(options.variant) +
                                              " was asked for, the asset has " +
                                              std::to_string(asset.variants.size()));
    if (const auto roots = detail::roots_of(asset, options.scene); !roots)
        return std::unexpected(roots.error());
    return check_amounts(asset, options);
}

Result<SpawnedGltf> spawn_gltf(World& world, const GltfAsset& asset, const SpawnOptions& options) {
    if (Result<> valid = check_spawn(asset, options); !valid)
        return std::unexpected(std::move(valid.error()));
    return Spawner(world, asset, options).run(**detail::roots_of(asset, options.scene));
}

}  // namespace diorama::spawn
