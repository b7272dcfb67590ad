// SPDX-License-Identifier: MIT
#include "diorama/spawn/export_world.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "diorama/core/version.hpp"
#include "diorama/ecs/world.hpp"
#include "diorama/gltf/error_codes.hpp"
#include "diorama/gltf/export.hpp"
#include "diorama/motion/skin.hpp"
#include "diorama/render/components.hpp"
#include "diorama/render/scene2d_bridge.hpp"
#include "diorama/scene/hierarchy.hpp"
#include "diorama/scene/name.hpp"
#include "diorama/scene/transform.hpp"
#include "diorama/scene/visibility.hpp"
#include "diorama/spawn/asset_path.hpp"
#include "diorama/spawn/detail/bring_along.hpp"
#include "diorama/spawn/detail/model_library.hpp"
#include "diorama/spawn/error_codes.hpp"

namespace diorama::spawn {
namespace {

using gltf::GltfAsset;
using gltf::GltfNode;

/// \p rotation with a length of 1; as it is where it has none to scale.
quat unit(const quat& rotation) {
    const auto square = [](float v) { return static_cast<double>(v) * static_cast<double>(v); };
    const double length = std::sqrt(square(rotation.x) + square(rotation.y) + square(rotation.z) +
                                    square(rotation.w));
    // One step of a float is as near to 1 as a unit quaternion gets.
    if (!(length > 0) || !std::isfinite(length) || std::abs(length - 1) <= 0x1p-23) return rotation;
    const auto part = [&](float v) { return static_cast<float>(static_cast<double>(v) / length); };
    return {part(rotation.w), part(rotation.x), part(rotation.y), part(rotation.z)};
}

bool is_identity(const Transform& transform) {
    const Transform none;
    return transform.translation == none.translation && transform.rotation == none.rotation &&
           transform.scale == none.scale;
}

gltf::GltfCamera camera_of(const render::CameraComponent& source) {
    gltf::GltfCamera camera;
    camera.projection = source.projection == render::Projection::perspective
                            ? gltf::Projection::perspective
                            : gltf::Projection::orthographic;
    camera.near = source.near;
    camera.far = source.far;
    if (camera.projection == gltf::Projection::perspective) {
        camera.fov_y = source.fov_y;
        camera.aspect = source.aspect;
    } else {
        camera.x_magnification = source.half_width;
        camera.y_magnification = source.half_height;
    }
    return camera;
}

gltf::GltfLight light_of(const render::LightSource& source) {
    gltf::GltfLight light;
    switch (source.kind) {
        case render::LightKind::directional:
            light.kind = gltf::LightKind::directional;
            break;
        case render::LightKind::point:
            light.kind = gltf::LightKind::point;
            break;
        case render::LightKind::spot:
            light.kind = gltf::LightKind::spot;
            light.inner_angle = source.inner_angle;
            light.outer_angle = source.outer_angle;
            break;
    }
    light.color = source.color;
    light.intensity = source.intensity;
    light.range = source.range;
    return light;
}

gltf::GltfInstances instances_of(const render::Instances& source) {
    gltf::GltfInstances out;
    for (std::size_t i = 0; i < source.count(); ++i) {
        const float* const n = source.places.data() + i * render::Instances::kNumbers;
        // As an import takes a rotation of no length.
        const bool turned = n[3] != 0 || n[4] != 0 || n[5] != 0 || n[6] != 0;
        out.places.push_back(
            {.translation = {n[0], n[1], n[2]},
             .rotation = turned ? unit(quat(n[6], n[3], n[4], n[5])) : quat(1, 0, 0, 0),
             .scale = {n[7], n[8], n[9]}});
    }
    return out;
}

class WorldExport {
  public:
    WorldExport(const World& world, const WorldExportOptions& options)
        : world_(world), library_(out_.asset, options) {}

    Result<ExportedWorld> run() {
        out_.asset.version = "2.0";
        out_.asset.generator = "Diorama " + std::string(version());
        place_all();
        for (std::size_t n = 0; n < entities_.size(); ++n)
            if (Result<> done = fill(n); !done) return std::unexpected(std::move(done.error()));
        add_skins();
        detail::bring_along(world_, library_, entities_, node_of_, out_);
        note_losses();
        out_.sources = library_.sources();
        for (const Diagnostic& each : library_.diagnostics())
            out_.diagnostics.push_back(each);
        return std::move(out_);
    }

  private:
    /// One row per skin made: equal ones are one.
    using SkinKey = std::pair<std::pair<std::string, std::int32_t>, std::vector<std::int32_t>>;

    void leave_out(Entity entity, std::string what, std::string hint) {
        const Name* const name = world_.get<Name>(entity);
        out_.diagnostics.push_back({Severity::warning, codes::export_left_out, std::move(what),
                                    name != nullptr ? name->value : std::string(),
                                    std::move(hint)});
    }

    /// Whether \p entity becomes a node of its own: not so the primitives that go to their parent.
    [[nodiscard]] bool is_node(Entity entity) const {
        return world_.has<Transform>(entity) && !folded_.contains(entity);
    }

    /// Gives every placed entity its node, parents first.
    void place_all() {
        gltf::GltfScene& scene = out_.asset.scenes.emplace_back();
        for (const Entity entity : world_.entities()) {
            const Entity parent = world_.parent(entity);
            if (!world_.has<Transform>(entity)) continue;
            if (!parent.is_null() && world_.alive(parent) && world_.has<Transform>(parent))
                continue;
            scene.roots.push_back(static_cast<std::int32_t>(entities_.size()));
            place_tree(entity);
        }
        out_.asset.default_scene = 0;
        out_.asset.roots = scene.roots;
    }

    void place_tree(Entity root) {
        std::vector<std::pair<Entity, std::int32_t>> open{{root, -1}};
        while (!open.empty()) {
            const auto [entity, parent] = open.back();
            open.pop_back();
            const auto index = static_cast<std::int32_t>(entities_.size());
            node_of_.emplace(entity, index);
            entities_.push_back(entity);
            out_.asset.nodes.emplace_back();
            if (parent >= 0)
                out_.asset.nodes[static_cast<std::size_t>(parent)].children.push_back(index);
            fold_primitives(entity);
            std::vector<Entity> below;
            for (const Entity child : world_.children(entity))
                if (is_node(child)) below.push_back(child);
            for (auto child = below.rbegin(); child != below.rend(); ++child)
                open.emplace_back(*child, index);
        }
    }

    /// Whether \p child holds nothing but primitive \p index of the mesh that \p first shows.
    [[nodiscard]] bool is_primitive(Entity child, const render::Renderable& first,
                                    std::int32_t index) const {
        const render::Renderable* const shown = world_.get<render::Renderable>(child);
        return shown != nullptr && shown->asset == first.asset && shown->mesh == first.mesh &&
               shown->primitive == index && shown->material == library_.material_as_filed(*shown) &&
               !world_.has<Name>(child) && !world_.has<render::CameraComponent>(child) &&
               !world_.has<render::LightSource>(child) && !world_.has<Visibility>(child) &&
               world_.children(child).empty() && is_identity(*world_.get<Transform>(child));
    }

    [[nodiscard]] bool same_bending(Entity a, Entity b) const {
        const motion::Skin* const left = world_.get<motion::Skin>(a);
        const motion::Skin* const right = world_.get<motion::Skin>(b);
        if ((left == nullptr) != (right == nullptr)) return false;
        if (left != nullptr && (left->asset != right->asset || left->skin != right->skin ||
                                left->joints != right->joints))
            return false;
        const render::Instances* const here = world_.get<render::Instances>(a);
        const render::Instances* const there = world_.get<render::Instances>(b);
        if ((here == nullptr) != (there == nullptr) ||
            (here != nullptr && here->places != there->places))
            return false;
        const motion::MorphWeights* const from = world_.get<motion::MorphWeights>(a);
        const motion::MorphWeights* const to = world_.get<motion::MorphWeights>(b);
        return from == nullptr || to == nullptr || from->weights == to->weights;
    }

    /// Finds the children of \p owner that are the primitives of its mesh, as spawn_gltf() makes
    /// them, and notes that they are drawn by the owner.
    void fold_primitives(Entity owner) {
        if (world_.has<render::Renderable>(owner)) return;
        std::vector<Entity> shown;
        for (const Entity child : world_.children(owner)) {
            if (!world_.has<Transform>(child)) continue;
            if (world_.has<render::Renderable>(child) && !world_.has<Name>(child))
                shown.push_back(child);
            else
                shown.clear();  // An import puts them last; before others they are nodes.
        }
        if (shown.size() < 2) return;
        const render::Renderable& last = *world_.get<render::Renderable>(shown.back());
        const gltf::GltfMesh* const mesh = library_.find_mesh(last.asset, last.mesh);
        if (mesh == nullptr || mesh->primitives.size() < 2 ||
            mesh->primitives.size() > shown.size())
            return;
        // Those before them are nodes without a name.
        shown.erase(shown.begin(),
                    shown.end() - static_cast<std::ptrdiff_t>(mesh->primitives.size()));
        const render::Renderable& first = *world_.get<render::Renderable>(shown.front());
        for (std::size_t p = 0; p < shown.size(); ++p)
            if (!is_primitive(shown[p], first, static_cast<std::int32_t>(p)) ||
                !same_bending(shown.front(), shown[p]))
                return;
        for (const Entity child : shown)
            folded_.insert(child);
        drawn_by_.emplace(owner, shown.front());
    }

    Result<> fill(std::size_t index) {
        const Entity entity = entities_[index];
        GltfNode& node = out_.asset.nodes[index];
        const Transform& placed = *world_.get<Transform>(entity);
        node.translation = placed.translation;
        node.rotation = unit(placed.rotation);
        if (placed.rotation == quat(0, 0, 0, 0)) {
            node.rotation = quat(1, 0, 0, 0);
            leave_out(entity,
                      "found a rotation of no length, expected a unit quaternion; the node "
                      "is not turned",
                      "set the rotation");
        }
        node.scale = placed.scale;
        if (const Name* const name = world_.get<Name>(entity)) node.name = name->value;
        if (const Visibility* const wish = world_.get<Visibility>(entity))
            node.visible = wish->mode != VisibilityMode::hidden;
        if (const auto* const camera = world_.get<render::CameraComponent>(entity)) {
            node.camera = static_cast<std::int32_t>(out_.asset.cameras.size());
            out_.asset.cameras.push_back(camera_of(*camera));
        }
        if (const auto* const light = world_.get<render::LightSource>(entity)) {
            node.light = static_cast<std::int32_t>(out_.asset.lights.size());
            out_.asset.lights.push_back(light_of(*light));
        }
        return draw(entity, node);
    }

    /// Gives \p node the mesh that \p entity, or a primitive below it, shows.
    Result<> draw(Entity entity, GltfNode& node) {
        const auto folded = drawn_by_.find(entity);
        const bool whole = folded != drawn_by_.end();
        const Entity shower = whole ? folded->second : entity;
        const render::Renderable* const shown = world_.get<render::Renderable>(shower);
        if (shown == nullptr) return {};
        Result<std::int32_t> mesh = library_.mesh(*shown, whole);
        if (!mesh) {
            mesh.error().detail = shower;
            return std::unexpected(std::move(mesh.error()));
        }
        node.mesh = *mesh;
        if (const auto* const places = world_.get<render::Instances>(shower)) {
            node.instances = instances_of(*places);
            if (places->places.size() % render::Instances::kNumbers != 0)
                leave_out(entity,
                          "found a last place of instances that is not whole; it is left out",
                          "a place is ten numbers");
        }
        const auto* const morph = world_.get<motion::MorphWeights>(shower);
        if (morph == nullptr) return {};
        const std::vector<float>& usual =
            out_.asset.meshes[static_cast<std::size_t>(*mesh)].weights;
        if (morph->weights == usual) return {};
        if (morph->weights.size() == usual.size())
            node.weights = morph->weights;
        else
            leave_out(entity,
                      "found " + std::to_string(morph->weights.size()) +
                          " morph weights, expected " + std::to_string(usual.size()) +
                          ", one per target of the mesh; they are left out",
                      "import the model again");
        return {};
    }

    void add_skins() {
        std::map<SkinKey, std::int32_t> made;
        for (std::size_t n = 0; n < entities_.size(); ++n) {
            GltfNode& node = out_.asset.nodes[n];
            const auto folded = drawn_by_.find(entities_[n]);
            const Entity bent = folded != drawn_by_.end() ? folded->second : entities_[n];
            const motion::Skin* const skin = world_.get<motion::Skin>(bent);
            if (skin == nullptr || node.mesh < 0) continue;
            const gltf::GltfSkin* const source = library_.find_skin(skin->asset, skin->skin);
            std::vector<std::int32_t> joints;
            for (const Entity joint : skin->joints)
                if (const auto at = node_of_.find(joint); at != node_of_.end())
                    joints.push_back(at->second);
            if (source == nullptr || joints.empty() || joints.size() != skin->joints.size() ||
                joints.size() != source->inverse_bind.size()) {
                leave_out(entities_[n],
                          "found a skin whose joints are not all in the scene, or not those of its "
                          "model; it is left out",
                          "import the model again");
                continue;
            }
            const auto [known, added] =
                made.emplace(SkinKey{{skin->asset, skin->skin}, joints},
                             static_cast<std::int32_t>(out_.asset.skins.size()));
            node.skin = known->second;
            if (!added) continue;
            gltf::GltfSkin& out = out_.asset.skins.emplace_back();
            out.name = source->name;
            out.extras = source->extras;
            out.joints = std::move(joints);
            out.inverse_bind = source->inverse_bind;
            library_.notes().take(skin->asset, "/skins/" + std::to_string(skin->skin),
                                  "/skins/" + std::to_string(known->second));
        }
    }

    /// Adds a warning for \p count entities that have what glTF has no word for; the first is
    /// \p first.
    void note(std::size_t count, Entity first, std::string_view what, std::string_view hint) {
        if (count == 0) return;
        leave_out(first,
                  (count == 1 ? std::string("found 1 entity ")
                              : "found " + std::to_string(count) + " entities ")
                      .append(what)
                      .append(", which glTF can't say; it is left out"),
                  std::string(hint));
    }

    /// Warns of what the world's components say and glTF has no place for.
    void note_losses() {
        struct Loss {
            std::string_view what, hint;
            bool (*holds)(const World&, Entity);
        };
        constexpr std::array kLosses{
            Loss{"without a shadow", "a reader of the file gives it one",
                 [](const World& world, Entity entity) {
                     const auto* const shown = world.get<render::Renderable>(entity);
                     const auto* const light = world.get<render::LightSource>(entity);
                     return (shown != nullptr && !shown->cast_shadows) ||
                            (light != nullptr && !light->cast_shadows);
                 }},
            Loss{"with a camera of a priority", "a reader chooses among cameras",
                 [](const World& world, Entity entity) {
                     const auto* const camera = world.get<render::CameraComponent>(entity);
                     return camera != nullptr && camera->priority != 0;
                 }},
            Loss{"with a wish to be shown below a hidden one",
                 "a reader hides it with what is above it",
                 [](const World& world, Entity entity) {
                     const auto* const wish = world.get<Visibility>(entity);
                     return wish != nullptr && wish->mode == VisibilityMode::visible;
                 }},
            Loss{"with a box in two dimensions", "`diorama render` draws it",
                 [](const World& world, Entity entity) { return world.has<render::Box2>(entity); }},
        };
        for (const Loss& loss : kLosses) {
            std::size_t count = 0;
            Entity first = Entity::null();
            for (const Entity entity : world_.entities()) {
                if (!loss.holds(world_, entity)) continue;
                if (count++ == 0) first = entity;
            }
            note(count, first, loss.what, loss.hint);
        }
        // An extension may refer to anything by number, and all numbers are others here.
        for (const auto& [reference, model] : library_.models())
            for (const Diagnostic& each : model.diagnostics)
                if (each.code == gltf::codes::extension_ignored)
                    out_.diagnostics.push_back(
                        {Severity::warning, codes::export_left_out,
                         each.message + "; what the model says by it is left out", reference,
                         "export the model itself: that keeps it"});
    }

    const World& world_;
    ExportedWorld out_;
    detail::ModelLibrary library_;
    std::vector<Entity> entities_;  // by node
    std::map<Entity, std::int32_t> node_of_;
    std::set<Entity> folded_;            // those that their parent draws
    std::map<Entity, Entity> drawn_by_;  // by owner: the first primitive below it
};

}  // namespace

Result<ExportedWorld> export_world(const World& world, const WorldExportOptions& options) {
    return WorldExport(world, options).run();
}

}  // namespace diorama::spawn
