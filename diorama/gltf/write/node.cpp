// SPDX-License-Identifier: MIT
// Nodes, skins, cameras, lights, scenes and what the whole file says of itself.
#include <algorithm>
#include <array>

#include "diorama/gltf/detail/decoding.hpp"
#include "diorama/gltf/detail/extensions_out.hpp"
#include "diorama/gltf/detail/writing.hpp"

namespace diorama::gltf::detail {
namespace {

void write_references(Writing& w, std::string_view key, std::span<const std::int32_t> indices) {
    if (indices.empty()) return;
    w.json.key(key).begin_array();
    for (const std::int32_t index : indices)
        w.json.integer(static_cast<std::uint64_t>(index));
    w.json.end_array();
}

void write_placement(Writing& w, const GltfNode& node) {
    const GltfNode none;
    w.numbers_unless("translation", {&node.translation.x, 3}, {&none.translation.x, 3});
    // glm keeps the scalar part first in memory or last, as it was built; glTF has it last.
    const auto last = [](const quat& q) { return std::array{q.x, q.y, q.z, q.w}; };
    w.numbers_unless("rotation", last(node.rotation), last(none.rotation));
    w.numbers_unless("scale", {&node.scale.x, 3}, {&none.scale.x, 3});
}

/// EXT_mesh_gpu_instancing: those of the three streams that say anything, one of them at least.
void write_instances(Writing& w, ExtensionsOut& extensions, const std::string& node,
                     const GltfInstances& in) {
    std::vector<vec3> translations, scales;
    std::vector<vec4> rotations;
    for (const GltfInstance& place : in.places) {
        const quat& q = place.rotation;
        translations.push_back(place.translation);
        rotations.emplace_back(q.x, q.y, q.z, q.w);
        scales.push_back(place.scale);
    }
    const bool turned = std::ranges::any_of(
        rotations, [](const vec4& rotation) { return rotation != vec4(0, 0, 0, 1); });
    const bool scaled =
        std::ranges::any_of(scales, [](const vec3& scale) { return scale != vec3(1, 1, 1); });
    const std::string at = node + "/extensions/EXT_mesh_gpu_instancing";
    const auto noted = [&](std::string_view name) {
        std::string place = at + "/attributes";
        append_key(place, name);
        return w.storage(place);
    };
    extensions.add("EXT_mesh_gpu_instancing").begin_object().key("attributes").begin_object();
    noted("TRANSLATION");
    w.reference("TRANSLATION", w.packer.vec3s(translations, Use::keys));
    if (noted("ROTATION") || turned) w.reference("ROTATION", w.packer.vec4s(rotations, Use::keys));
    if (noted("SCALE") || scaled) w.reference("SCALE", w.packer.vec3s(scales, Use::keys));
    for (const mesh::VertexAttribute& each : in.attributes) {
        noted(each.name);
        w.reference(each.name, w.packer.attribute(each, Use::keys));
    }
    w.json.end_object();
    w.write_loose(at);
    w.json.end_object();
}

void write_node(Writing& w, const std::string& at, const GltfNode& node) {
    w.json.begin_object();
    write_placement(w, node);
    w.reference("mesh", node.mesh);
    w.reference("skin", node.skin);
    w.reference("camera", node.camera);
    if (!node.weights.empty()) w.json.key("weights").numbers(node.weights);
    write_references(w, "children", node.children);
    w.common(node.name, node.extras);
    ExtensionsOut extensions(w, node.extensions);
    if (node.light >= 0) {
        extensions.add("KHR_lights_punctual").begin_object();
        w.reference("light", node.light);
        w.write_loose(at + "/extensions/KHR_lights_punctual");
        w.json.end_object();
    }
    if (!node.visible) {
        extensions.add("KHR_node_visibility").begin_object().key("visible").boolean(false);
        w.write_loose(at + "/extensions/KHR_node_visibility");
        w.json.end_object();
    }
    if (node.instances && !node.instances->places.empty())
        write_instances(w, extensions, at, *node.instances);
    extensions.close();
    w.json.end_object();
}

void write_camera(Writing& w, const std::string& at, const GltfCamera& camera) {
    const bool perspective = camera.projection == Projection::perspective;
    const std::string_view kind = perspective ? "perspective" : "orthographic";
    JsonOut& json = w.json.begin_object().key("type").string(kind).key(kind).begin_object();
    if (perspective) {
        json.key("yfov").number(camera.fov_y);
        w.number_unless("aspectRatio", camera.aspect, 0);
        json.key("znear").number(camera.near);
        w.number_unless("zfar", camera.far, 0);
    } else {
        json.key("xmag").number(camera.x_magnification);
        json.key("ymag").number(camera.y_magnification);
        json.key("znear").number(camera.near).key("zfar").number(camera.far);
    }
    w.write_loose(std::string(at).append("/").append(kind));
    json.end_object();
    ExtensionsOut(w, camera.extensions).close();
    w.common(camera.name, camera.extras);
    json.end_object();
}

std::string_view name_of(LightKind kind) {
    switch (kind) {
        case LightKind::point:
            return "point";
        case LightKind::spot:
            return "spot";
        case LightKind::directional:
            break;
    }
    return "directional";
}

void write_light(Writing& w, const std::string& at, const GltfLight& light) {
    const GltfLight none;
    JsonOut& json = w.json.begin_object().key("type").string(name_of(light.kind));
    w.numbers_unless("color", {&light.color.x, 3}, {&none.color.x, 3});
    w.number_unless("intensity", light.intensity, none.intensity);
    w.number_unless("range", light.range, none.range);
    if (light.kind == LightKind::spot) {
        json.key("spot").begin_object();
        w.number_unless("innerConeAngle", light.inner_angle, none.inner_angle);
        // The float nearest to the greatest angle that glTF allows, a quarter turn, is above it.
        constexpr float kQuarterTurn = 1.57079637f;
        if (light.outer_angle == kQuarterTurn)
            json.key("outerConeAngle").raw("1.5707963267948966");
        else
            w.number_unless("outerConeAngle", light.outer_angle, none.outer_angle);
        w.write_loose(at + "/spot");
        json.end_object();
    }
    ExtensionsOut(w, light.extensions).close();
    w.common(light.name, light.extras);
    json.end_object();
}

}  // namespace

void write_nodes(Writing& w) {
    if (w.asset.nodes.empty()) return;
    w.json.key("nodes").begin_array();
    for (std::size_t i = 0; i < w.asset.nodes.size(); ++i)
        write_node(w, pointer_to("nodes", i), w.asset.nodes[i]);
    w.json.end_array();
}

void write_skins(Writing& w) {
    if (w.asset.skins.empty()) return;
    w.json.key("skins").begin_array();
    for (std::size_t i = 0; i < w.asset.skins.size(); ++i) {
        const GltfSkin& skin = w.asset.skins[i];
        const auto moves = [](const mat4& matrix) { return matrix != mat4(1.0f); };
        w.json.begin_object();
        write_references(w, "joints", skin.joints);
        if (w.storage(pointer_to("skins", i) + "/inverseBindMatrices") ||
            std::ranges::any_of(skin.inverse_bind, moves))
            w.reference("inverseBindMatrices", w.packer.mat4s(skin.inverse_bind));
        w.reference("skeleton", skin.skeleton);
        ExtensionsOut(w, skin.extensions).close();
        w.common(skin.name, skin.extras);
        w.json.end_object();
    }
    w.json.end_array();
}

void write_cameras(Writing& w) {
    if (w.asset.cameras.empty()) return;
    w.json.key("cameras").begin_array();
    for (std::size_t i = 0; i < w.asset.cameras.size(); ++i)
        write_camera(w, pointer_to("cameras", i), w.asset.cameras[i]);
    w.json.end_array();
}

void write_scenes(Writing& w) {
    w.reference("scene", w.asset.default_scene);
    if (w.asset.scenes.empty()) return;
    w.json.key("scenes").begin_array();
    for (const GltfScene& scene : w.asset.scenes) {
        w.json.begin_object();
        write_references(w, "nodes", scene.roots);
        ExtensionsOut(w, scene.extensions).close();
        w.common(scene.name, scene.extras);
        w.json.end_object();
    }
    w.json.end_array();
}

void write_root(Writing& w) {
    const GltfAsset& asset = w.asset;
    JsonOut& json = w.json.key("asset").begin_object();
    json.key("version").string(asset.version.empty() ? "2.0" : asset.version);
    if (!asset.min_version.empty()) json.key("minVersion").string(asset.min_version);
    if (!asset.generator.empty()) json.key("generator").string(asset.generator);
    if (!asset.copyright.empty()) json.key("copyright").string(asset.copyright);
    ExtensionsOut(w, asset.asset_extensions).close();
    w.common({}, asset.asset_extras);
    json.end_object();
    ExtensionsOut extensions(w, asset.extensions);
    if (!asset.lights.empty()) {
        extensions.add("KHR_lights_punctual").begin_object().key("lights").begin_array();
        const std::string at = "/extensions/KHR_lights_punctual";
        for (std::size_t i = 0; i < asset.lights.size(); ++i)
            write_light(w, at + "/lights/" + std::to_string(i), asset.lights[i]);
        json.end_array();
        w.write_loose(at);
        json.end_object();
    }
    if (!asset.variants.empty()) {
        extensions.add("KHR_materials_variants").begin_object().key("variants").begin_array();
        const std::string at = "/extensions/KHR_materials_variants";
        for (std::size_t i = 0; i < asset.variants.size(); ++i) {
            json.begin_object().key("name").string(asset.variants[i]);
            w.write_loose(at + "/variants/" + std::to_string(i));
            json.end_object();
        }
        json.end_array();
        w.write_loose(at);
        json.end_object();
    }
    extensions.close();
    w.common({}, asset.extras);
}

}  // namespace diorama::gltf::detail
