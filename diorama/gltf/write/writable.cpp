// SPDX-License-Identifier: MIT
// Whether an asset can be written: everything a hand-made one may have wrong, found in one pass.
#include <simdjson.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <set>

#include "diorama/anim/clip.hpp"
#include "diorama/gltf/accessor.hpp"
#include "diorama/gltf/detail/decoding.hpp"
#include "diorama/gltf/detail/json_reader.hpp"
#include "diorama/gltf/detail/parser.hpp"
#include "diorama/gltf/detail/writing.hpp"
#include "diorama/gltf/error_codes.hpp"
#include "diorama/mesh/topology.hpp"

namespace diorama::gltf::detail {
namespace {

constexpr Allowed kAny{};
constexpr Allowed kUnit{.min = 0, .max = 1};
constexpr Allowed kNotNegative{.min = 0};
constexpr Allowed kPositive{.min = 0, .above_min = true};
constexpr Allowed kQuarterTurn{.min = 0, .max = 1.57079637050628662};  // the float nearest to it
// For a hierarchy that is no tree, which spawning makes one.
constexpr const char* kPlaced = "a scene imported from the model has each node once";

/// Whether \p text is one JSON value that a reader with the usual limits takes.
bool is_json(std::string_view text) {
    std::deque<std::string> arena;
    JsonReader reader(text, arena, ImportLimits{}.max_json_depth);
    if (reader.next() == JsonKind::none) return false;
    reader.skip();
    reader.finish();
    return !reader.fault();
}

class WriteCheck {
  public:
    explicit WriteCheck(const GltfAsset& asset)
        : a_(asset), report_({}, ImportLimits{}.max_diagnostics) {}

    Result<> run() {
        check_root();
        each(a_.images, "images", [&](const GltfImage& image, const std::string& at) {
            texts(at, image.name, image.extras, image.extensions);
            text(at + "/uri", image.uri);
            text(at + "/mimeType", image.mime_type);
        });
        each(a_.textures, "textures", [&](const GltfTexture& texture, const std::string& at) {
            texts(at, texture.name, texture.extras, texture.extensions);
            reference(at + "/source", texture.image, a_.images.size(), true);
            for (const std::int32_t image : texture.alternatives)
                reference(at + "/source", image, a_.images.size(), false);
            text(at + "/sampler/name", texture.sampler_name);
            json(at + "/sampler/extras", texture.sampler_extras);
            json(at + "/sampler/extensions", texture.sampler_extensions);
        });
        each(a_.materials, "materials", [&](const GltfMaterial& material, const std::string& at) {
            check_material(material, at);
        });
        each(a_.meshes, "meshes",
             [&](const GltfMesh& mesh, const std::string& at) { check_mesh(mesh, at); });
        each(a_.nodes, "nodes",
             [&](const GltfNode& node, const std::string& at) { check_node(node, at); });
        each(a_.skins, "skins",
             [&](const GltfSkin& skin, const std::string& at) { check_skin(skin, at); });
        each(a_.animations, "animations",
             [&](const GltfAnimation& clip, const std::string& at) { check_animation(clip, at); });
        each(a_.cameras, "cameras",
             [&](const GltfCamera& camera, const std::string& at) { check_camera(camera, at); });
        each(a_.lights, "extensions/KHR_lights_punctual/lights",
             [&](const GltfLight& light, const std::string& at) { check_light(light, at); });
        check_hierarchy();
        if (report_.fatal()) return std::unexpected(report_.take_error());
        return {};
    }

  private:
    template <class T, class F>
    void each(const std::vector<T>& list, std::string_view name, F&& check) {
        for (std::size_t i = 0; i < list.size(); ++i)
            check(list[i], pointer_to(name, i));
    }

    void text(const std::string& at, std::string_view text) {
        if (simdjson::validate_utf8(text.data(), text.size())) return;
        report_.at_pointer(codes::export_text, at, "found text that is not UTF-8, expected UTF-8",
                           "glTF can't hold it");
    }

    void json(const std::string& at, std::string_view json) {
        if (json.empty() || is_json(json)) return;
        report_.at_pointer(codes::export_text, at, "found text that is no JSON value, expected one",
                           "extras are JSON: a string needs its quotes");
    }

    void texts(const std::string& at, std::string_view name, std::string_view extras,
               std::string_view extensions) {
        text(at + "/name", name);
        json(at + "/extras", extras);
        json(at + "/extensions", extensions);
    }

    void reference(const std::string& at, std::int64_t index, std::size_t count, bool optional) {
        if (optional && index == -1) return;
        if (index >= 0 && static_cast<std::uint64_t>(index) < count) return;
        report_.at_pointer(codes::export_reference, at,
                           "found index " + std::to_string(index) + ", expected one below " +
                               std::to_string(count));
    }

    /// Holds each of \p values against \p allowed; the first that breaks it is reported.
    void numbers(const std::string& at, std::span<const float> values,
                 const Allowed& allowed = kAny) {
        const auto fits = [&](float value) {
            const auto number = static_cast<double>(value);
            return std::isfinite(value) && number >= allowed.min && number <= allowed.max &&
                   !(allowed.above_min && number == allowed.min);
        };
        const auto bad = std::ranges::find_if_not(values, fits);
        if (bad == values.end()) return;
        std::string expected = "a finite number";
        if (allowed.min > -std::numeric_limits<double>::infinity())
            expected += (allowed.above_min ? " above " : " from ") + std::to_string(allowed.min);
        if (allowed.max < std::numeric_limits<double>::infinity())
            expected += " to " + std::to_string(allowed.max);
        report_.at_pointer(codes::export_value, at,
                           "found " + std::to_string(*bad) + ", expected " + expected,
                           "glTF can't hold it");
    }

    void number(const std::string& at, float value, const Allowed& allowed = kAny) {
        numbers(at, {&value, 1}, allowed);
    }

    template <class T>
    void stream(const std::string& at, const std::vector<T>& values) {
        if (values.empty()) return;
        constexpr std::size_t kEach = sizeof(T) / sizeof(float);
        numbers(at, {&values.front()[0], values.size() * kEach});
    }

    void shape(const std::string& at, std::string message) {
        report_.at_pointer(codes::export_shape, at, std::move(message));
    }

    void check_root() {
        text("/asset/generator", a_.generator);
        text("/asset/copyright", a_.copyright);
        text("/asset/version", a_.version);
        text("/asset/minVersion", a_.min_version);
        json("/asset/extras", a_.asset_extras);
        json("/extras", a_.extras);
        json("/asset/extensions", a_.asset_extensions);
        json("/extensions", a_.extensions);
        for (const std::string& variant : a_.variants)
            text("/extensions/KHR_materials_variants/variants", variant);
        for (const GltfLooseExtras& each : a_.loose_extras) {
            json(each.pointer + "/extras", each.extras);
            json(each.pointer + "/extensions", each.extensions);
            text(each.pointer + "/name", each.name);
        }
    }

    void check_slot(const std::string& at, const mesh::TextureSlot& slot) {
        if (!slot.present()) return;
        reference(at + "/index", slot.texture, a_.textures.size(), false);
        numbers(
            at + "/extensions/KHR_texture_transform",
            std::array{slot.offset.x, slot.offset.y, slot.rotation, slot.scale.x, slot.scale.y});
    }

    void check_material(const GltfMaterial& material, const std::string& at) {
        const mesh::Material& in = material.material;
        const std::string base = at + "/pbrMetallicRoughness";
        texts(at, in.name, material.extras, material.extensions);
        numbers(base + "/baseColorFactor", {&in.base_color.x, 4}, kUnit);
        number(base + "/metallicFactor", in.metallic, kUnit);
        number(base + "/roughnessFactor", in.roughness, kUnit);
        numbers(at + "/emissiveFactor", {&in.emissive.x, 3}, kUnit);
        number(at + "/extensions/KHR_materials_emissive_strength/emissiveStrength",
               in.emissive_strength, kNotNegative);
        number(at + "/normalTexture/scale", in.normal_scale);
        number(at + "/occlusionTexture/strength", in.occlusion_strength, kUnit);
        number(at + "/alphaCutoff", in.alpha_cutoff, kNotNegative);
        mesh::each_texture(in, [&](const mesh::TextureSlot& slot, const mesh::SlotPlace& place) {
            check_slot(std::string(at).append("/").append(place.pointer), slot);
        });
        check_layers(in, at + "/extensions/KHR_materials_");
    }

    void check_layers(const mesh::Material& in, const std::string& at) {
        if (in.ior) number(at + "ior", *in.ior, kNotNegative);
        if (in.dispersion) number(at + "dispersion", *in.dispersion, kNotNegative);
        if (const auto& layer = in.clearcoat) {
            numbers(at + "clearcoat", std::array{layer->factor, layer->roughness}, kUnit);
            number(at + "clearcoat", layer->normal_scale);
        }
        if (const auto& layer = in.sheen) {
            numbers(at + "sheen", {&layer->color.x, 3}, kUnit);
            number(at + "sheen", layer->roughness, kUnit);
        }
        if (const auto& layer = in.transmission) number(at + "transmission", layer->factor, kUnit);
        if (const auto& layer = in.volume) {
            numbers(at + "volume", std::array{layer->thickness, layer->attenuation_distance},
                    kNotNegative);
            numbers(at + "volume", {&layer->attenuation_color.x, 3}, kUnit);
        }
        if (const auto& layer = in.specular) {
            number(at + "specular", layer->factor, kUnit);
            numbers(at + "specular", {&layer->color.x, 3}, kNotNegative);
        }
        if (const auto& layer = in.iridescence) {
            number(at + "iridescence", layer->factor, kUnit);
            number(at + "iridescence", layer->ior, {.min = 1});
            numbers(at + "iridescence", std::array{layer->thickness_min, layer->thickness_max},
                    kNotNegative);
        }
        if (const auto& layer = in.anisotropy) {
            number(at + "anisotropy", layer->strength, kUnit);
            number(at + "anisotropy", layer->rotation);
        }
    }

    void check_mesh(const GltfMesh& mesh, const std::string& at) {
        texts(at, mesh.name, mesh.extras, mesh.extensions);
        numbers(at + "/weights", mesh.weights);
        if (mesh.primitives.empty())
            shape(at + "/primitives", "found a mesh without primitives, expected at least one");
        std::size_t targets = 0;
        for (std::size_t p = 0; p < mesh.primitives.size(); ++p) {
            const GltfPrimitive& primitive = mesh.primitives[p];
            targets = std::max(targets, primitive.mesh.morph_targets.size());
            check_primitive(primitive, at + "/primitives/" + std::to_string(p));
            for (const mesh::MorphTarget& target : primitive.mesh.morph_targets)
                text(at + "/extras/targetNames", target.name);
        }
        if (mesh.weights.size() != targets)
            shape(at + "/weights", "found " + std::to_string(mesh.weights.size()) +
                                       " weights, expected " + std::to_string(targets) +
                                       ", one per morph target");
        if (const Result<std::string> extras = mesh_extras(mesh); !extras)
            report_.at_pointer(extras.error().code, at + "/extras", extras.error().message,
                               extras.error().hint);
    }

    void check_primitive(const GltfPrimitive& primitive, const std::string& at) {
        const mesh::MeshData& mesh = primitive.mesh;
        json(at + "/extras", primitive.extras);
        json(at + "/extensions", primitive.extensions);
        for (const std::int32_t material : primitive.variant_materials)
            reference(at + "/extensions/KHR_materials_variants", material, a_.materials.size(),
                      true);
        if (primitive.variant_materials.size() > a_.variants.size())
            shape(at + "/extensions/KHR_materials_variants",
                  "found materials for " + std::to_string(primitive.variant_materials.size()) +
                      " variants, expected at most " + std::to_string(a_.variants.size()));
        reference(at + "/material", primitive.material, a_.materials.size(), true);
        if (const Result<> sound = mesh::check(mesh); !sound)
            shape(at, "found that the " + sound.error().message);
        if (mesh.joints.size() != mesh.weights.size() ||
            mesh.more_joints.size() != mesh.more_weights.size())
            shape(at + "/attributes",
                  "found " + std::to_string(mesh.joints.size()) + " vertices with joints and " +
                      std::to_string(mesh.weights.size()) + " with weights, expected as many");
        const std::string attributes = at + "/attributes/";
        stream(attributes + "POSITION", mesh.positions);
        stream(attributes + "NORMAL", mesh.normals);
        stream(attributes + "TANGENT", mesh.tangents);
        for (std::size_t set = 0; set < mesh.uvs.size(); ++set)
            stream(attributes + "TEXCOORD_" + std::to_string(set), mesh.uvs[set]);
        stream(attributes + "COLOR_0", mesh.colors);
        check_others(mesh, attributes);
        stream(attributes + "WEIGHTS_0", mesh.weights);
        stream(attributes + "WEIGHTS_1", mesh.more_weights);
        for (std::size_t t = 0; t < mesh.morph_targets.size(); ++t) {
            const mesh::MorphTarget& target = mesh.morph_targets[t];
            const std::string place = at + "/targets/" + std::to_string(t) + "/";
            stream(place + "POSITION", target.positions);
            stream(place + "NORMAL", target.normals);
            stream(place + "TANGENT", target.tangents);
        }
    }

    /// Attributes beyond the streams: names that no stream has, and shapes that glTF has.
    void check_others(const mesh::MeshData& mesh, const std::string& at) {
        std::set<std::string_view> names;
        for (const mesh::VertexAttribute& other : mesh.others) {
            text(at, other.name);
            const bool beyond = other.name.starts_with('_') ||
                                (other.name.starts_with("COLOR_") && other.name != "COLOR_0") ||
                                (other.name.starts_with("TEXCOORD_") && other.name.size() == 10 &&
                                 other.name[9] >= '4' && other.name[9] <= '9') ||
                                (other.name.starts_with("TEXCOORD_") && other.name.size() > 10);
            if (!beyond || !names.insert(other.name).second)
                shape(at + other.name,
                      "found an attribute of that name among the others, expected "
                      "one of its own that starts with an underscore, or the "
                      "next set of colours or texture coordinates");
            check_format(other, at);
        }
    }

    /// Whether \p other is of a type and shape that glTF has.
    void check_format(const mesh::VertexAttribute& other, const std::string& at) {
        const bool type = other.component_type >= 5120 && other.component_type <= 5126 &&
                          other.component_type != 5124;
        const bool matrix = other.columns >= 2 && other.columns <= 4;
        const bool sized = matrix ? other.rows == other.columns
                                  : other.columns == 1 && other.rows >= 1 && other.rows <= 4;
        if (!type || !sized) {
            shape(at + other.name, "found a component type or shape that glTF does not have");
            return;
        }
        const auto element =
            element_size(static_cast<ComponentType>(other.component_type),
                         static_cast<ElementType>(matrix ? other.columns + 2 : other.rows - 1));
        if (element != other.element_bytes)
            shape(at + other.name, "found " + std::to_string(other.element_bytes) +
                                       " bytes per vertex, expected " + std::to_string(element));
    }

    void check_node(const GltfNode& node, const std::string& at) {
        texts(at, node.name, node.extras, node.extensions);
        for (const std::int32_t child : node.children)
            reference(at + "/children", child, a_.nodes.size(), false);
        numbers(at + "/translation", {&node.translation.x, 3});
        numbers(at + "/rotation",
                std::array{node.rotation.x, node.rotation.y, node.rotation.z, node.rotation.w},
                {.min = -1, .max = 1});
        numbers(at + "/scale", {&node.scale.x, 3});
        reference(at + "/mesh", node.mesh, a_.meshes.size(), true);
        reference(at + "/skin", node.skin, a_.skins.size(), true);
        reference(at + "/camera", node.camera, a_.cameras.size(), true);
        reference(at + "/light", node.light, a_.lights.size(), true);
        numbers(at + "/weights", node.weights);
        check_instances(node, at + "/extensions/EXT_mesh_gpu_instancing/attributes/");
        if (node.mesh < 0 && node.skin >= 0)
            shape(at + "/skin", "found a skin without a mesh, expected a mesh beside it");
        if (node.weights.empty()) return;
        const auto mesh = static_cast<std::size_t>(node.mesh);
        const std::size_t targets = mesh < a_.meshes.size() ? a_.meshes[mesh].weights.size() : 0;
        if (node.weights.size() != targets)
            shape(at + "/weights", "found " + std::to_string(node.weights.size()) +
                                       " weights, expected " + std::to_string(targets) +
                                       ", one per morph target of its mesh");
    }

    void check_instances(const GltfNode& node, const std::string& at) {
        if (!node.instances) return;
        for (const GltfInstance& place : node.instances->places) {
            numbers(at + "TRANSLATION", {&place.translation.x, 3});
            const quat& q = place.rotation;
            numbers(at + "ROTATION", std::array{q.x, q.y, q.z, q.w}, {.min = -1, .max = 1});
            numbers(at + "SCALE", {&place.scale.x, 3});
        }
        for (const mesh::VertexAttribute& each : node.instances->attributes) {
            text(at, each.name);
            check_format(each, at);
            if (each.data.size() != node.instances->places.size() * each.element_bytes)
                shape(at + each.name, "found " + std::to_string(each.data.size()) +
                                          " bytes, expected " + std::to_string(each.element_bytes) +
                                          " per instance");
        }
    }

    void check_skin(const GltfSkin& skin, const std::string& at) {
        texts(at, skin.name, skin.extras, skin.extensions);
        if (skin.joints.empty()) shape(at + "/joints", "found no joint, expected at least one");
        for (const std::int32_t joint : skin.joints)
            reference(at + "/joints", joint, a_.nodes.size(), false);
        reference(at + "/skeleton", skin.skeleton, a_.nodes.size(), true);
        if (skin.inverse_bind.size() != skin.joints.size())
            shape(at + "/inverseBindMatrices",
                  "found " + std::to_string(skin.inverse_bind.size()) + " matrices, expected " +
                      std::to_string(skin.joints.size()) + ", one per joint");
        for (const mat4& matrix : skin.inverse_bind)
            numbers(at + "/inverseBindMatrices", {&matrix[0][0], 16});
    }

    void check_animation(const GltfAnimation& clip, const std::string& at) {
        texts(at, clip.name, clip.extras, clip.extensions);
        for (const GltfPointerChannel& channel : clip.pointers)
            check_pointer(channel, at + "/channels/target");
        for (std::size_t c = 0; c < clip.channels.size(); ++c) {
            const anim::Channel& channel = clip.channels[c];
            const std::string place = at + "/channels/" + std::to_string(c);
            reference(place + "/target/node", channel.node, a_.nodes.size(), false);
            if (const Result<> sound = anim::check(channel); !sound)
                shape(place, "found that the " + sound.error().message);
            const std::size_t expected = components_of(channel);
            if (channel.components != expected)
                shape(place, "found values of " + std::to_string(channel.components) +
                                 " numbers, expected " + std::to_string(expected) +
                                 " for what the channel drives");
        }
    }

    void check_pointer(const GltfPointerChannel& channel, const std::string& at) {
        text(at + "/extensions/KHR_animation_pointer/pointer", channel.pointer);
        numbers(at, channel.times);
        numbers(at, channel.values);
        const std::size_t per_key =
            channel.interpolation == anim::Interpolation::cubic_spline ? 3 : 1;
        if (channel.times.empty() ||
            channel.values.size() != channel.times.size() * per_key * channel.components)
            shape(at, "found " + std::to_string(channel.values.size()) + " numbers for " +
                          std::to_string(channel.times.size()) + " keys, expected " +
                          std::to_string(per_key * channel.components) + " each");
    }

    [[nodiscard]] std::size_t components_of(const anim::Channel& channel) const {
        if (channel.path == anim::Path::rotation) return 4;
        if (channel.path != anim::Path::weights) return 3;
        if (channel.node >= a_.nodes.size()) return channel.components;
        const auto mesh = static_cast<std::size_t>(a_.nodes[channel.node].mesh);
        return mesh < a_.meshes.size() ? a_.meshes[mesh].weights.size() : 0;
    }

    void check_camera(const GltfCamera& camera, const std::string& at) {
        texts(at, camera.name, camera.extras, camera.extensions);
        const bool perspective = camera.projection == Projection::perspective;
        const std::string place = at + (perspective ? "/perspective" : "/orthographic");
        if (perspective) {
            number(place + "/yfov", camera.fov_y, kPositive);
            number(place + "/aspectRatio", camera.aspect, kNotNegative);
            number(place + "/znear", camera.near, kPositive);
            if (camera.far == 0) return;  // infinite
        } else {
            numbers(place + "/xmag", std::array{camera.x_magnification, camera.y_magnification});
            if (camera.x_magnification == 0 || camera.y_magnification == 0)
                shape(place, "found xmag or ymag of 0, expected neither");
            number(place + "/znear", camera.near, kNotNegative);
        }
        number(place + "/zfar", camera.far, kPositive);
        if (!(camera.far > camera.near))
            shape(place + "/zfar", "found zfar " + std::to_string(camera.far) +
                                       ", expected it above znear, " + std::to_string(camera.near));
    }

    void check_light(const GltfLight& light, const std::string& at) {
        texts(at, light.name, light.extras, light.extensions);
        numbers(at + "/color", {&light.color.x, 3}, kUnit);
        number(at + "/intensity", light.intensity, kNotNegative);
        number(at + "/range", light.range, kNotNegative);
        if (light.kind != LightKind::spot) return;
        numbers(at + "/spot", std::array{light.inner_angle, light.outer_angle}, kQuarterTurn);
        if (!(light.inner_angle < light.outer_angle))
            shape(at + "/spot", "found innerConeAngle " + std::to_string(light.inner_angle) +
                                    ", expected it below outerConeAngle, " +
                                    std::to_string(light.outer_angle));
    }

    void check_hierarchy() {
        reference("/scene", a_.default_scene, a_.scenes.size(), true);
        each(a_.scenes, "scenes", [&](const GltfScene& scene, const std::string& at) {
            texts(at, scene.name, scene.extras, scene.extensions);
            for (const std::int32_t root : scene.roots)
                reference(at + "/nodes", root, a_.nodes.size(), false);
        });
        if (report_.fatal()) return;
        std::vector<std::int32_t> parents(a_.nodes.size(), -1);
        for (std::size_t n = 0; n < a_.nodes.size(); ++n)
            for (const std::int32_t child : a_.nodes[n].children) {
                std::int32_t& parent = parents[static_cast<std::size_t>(child)];
                if (parent != -1)
                    report_.at_pointer(codes::export_hierarchy,
                                       pointer_to("nodes", static_cast<std::size_t>(child)),
                                       "found a child of nodes " + std::to_string(parent) +
                                           " and " + std::to_string(n) + ", expected one parent",
                                       kPlaced);
                parent = static_cast<std::int32_t>(n);
            }
        check_roots(parents);
        if (!report_.fatal()) check_loops(parents);
    }

    void check_roots(const std::vector<std::int32_t>& parents) {
        each(a_.scenes, "scenes", [&](const GltfScene& scene, const std::string& at) {
            std::vector<std::int32_t> roots = scene.roots;
            std::ranges::sort(roots);
            if (std::ranges::adjacent_find(roots) != roots.end())
                report_.at_pointer(codes::export_hierarchy, at + "/nodes",
                                   "found a root twice, expected each once", kPlaced);
            for (const std::int32_t root : scene.roots)
                if (parents[static_cast<std::size_t>(root)] != -1)
                    report_.at_pointer(codes::export_hierarchy, at + "/nodes",
                                       "found node " + std::to_string(root) +
                                           " as a root, which is a child of node " +
                                           std::to_string(parents[static_cast<std::size_t>(root)]) +
                                           ", expected a node without a parent",
                                       kPlaced);
        });
    }

    /// With one parent each, a node that no parentless one leads to is in a loop or below one.
    void check_loops(const std::vector<std::int32_t>& parents) {
        std::vector<std::int32_t> open;
        std::vector<bool> reached(parents.size(), false);
        for (std::size_t n = 0; n < parents.size(); ++n)
            if (parents[n] == -1) open.push_back(static_cast<std::int32_t>(n));
        while (!open.empty()) {
            const auto node = static_cast<std::size_t>(open.back());
            open.pop_back();
            reached[node] = true;
            open.insert(open.end(), a_.nodes[node].children.begin(), a_.nodes[node].children.end());
        }
        const auto looped = std::ranges::find(reached, false);
        if (looped == reached.end()) return;
        report_.at_pointer(codes::export_hierarchy,
                           pointer_to("nodes", static_cast<std::size_t>(looped - reached.begin())),
                           "found a node in or below a loop of children, expected a tree", kPlaced);
    }

    const GltfAsset& a_;
    Report report_;
};

}  // namespace

Result<> check_writable(const GltfAsset& asset) {
    return WriteCheck(asset).run();
}

}  // namespace diorama::gltf::detail
