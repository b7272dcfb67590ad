// SPDX-License-Identifier: MIT
/// \file
/// Random assets, written and read again.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "diorama/gltf/accessor.hpp"
#include "diorama/gltf/check.hpp"
#include "diorama/gltf/export.hpp"
#include "diorama/gltf/test/equal.hpp"
#include "diorama/gltf/test/model.hpp"
#include "diorama/mesh/surface.hpp"

namespace diorama::gltf {
namespace {

using namespace test;

std::size_t below(std::size_t count) {
    return *rc::gen::inRange<std::size_t>(0, count);
}

bool chance() {
    return *rc::gen::arbitrary<bool>();
}

/// Any finite float, by its bits: tiny, huge, negative zero and all.
float any_float() {
    const auto bits = *rc::gen::arbitrary<std::uint32_t>();
    const float value = std::bit_cast<float>(bits);
    return std::isfinite(value) ? value : 0.5f;
}

float unit_float() {
    return static_cast<float>(*rc::gen::inRange(0, 1 << 24)) * 0x1p-24f;
}

vec3 any_vec3() {
    return {any_float(), any_float(), any_float()};
}

std::string any_name() {
    static const std::vector<std::string> kPieces{
        "a", "\"", "\\", "/", "\n", "\x01", "é", "日本", "🦊", std::string(1, '\0'), "%20", " "};
    std::string out;
    for (std::size_t i = below(4); i > 0; --i)
        out += kPieces[below(kPieces.size())];
    return out;
}

std::string any_extras() {
    static const std::vector<std::string> kTexts{
        "", "", "1.0e0", "null", R"({"a":[ ]})", R"("\u00e9")", R"([9007199254740993,{"b":-0}])"};
    return kTexts[below(kTexts.size())];
}

/// An index below \p count, or -1.
std::int32_t any_index(std::size_t count) {
    return static_cast<std::int32_t>(below(count + 1)) - 1;
}

template <class T, class F>
std::vector<T> many(std::size_t count, F&& make) {
    std::vector<T> out;
    for (std::size_t i = 0; i < count; ++i)
        out.push_back(make());
    return out;
}

/// An attribute that no stream has, of any type and shape, with any bytes.
mesh::VertexAttribute any_other(std::size_t vertices, std::size_t number) {
    constexpr std::array<std::uint16_t, 5> kTypes{5120, 5121, 5122, 5123, 5126};
    mesh::VertexAttribute out;
    out.name = "_\"" + std::to_string(number);
    out.component_type = kTypes[below(kTypes.size())];
    if (chance()) {
        out.rows = static_cast<std::uint8_t>(1 + below(4));
    } else {
        out.rows = out.columns = static_cast<std::uint8_t>(2 + below(3));
    }
    out.normalized = out.component_type != 5126 && chance();
    const auto type = static_cast<ElementType>(out.columns > 1 ? out.columns + 2 : out.rows - 1);
    out.element_bytes = element_size(static_cast<ComponentType>(out.component_type), type);
    // Small bytes make small floats; the padding between columns is kept as well.
    out.data = many<std::byte>(vertices * out.element_bytes,
                               [] { return static_cast<std::byte>(below(100)); });
    return out;
}

GltfPrimitive any_primitive(std::size_t targets, std::size_t materials) {
    GltfPrimitive out;
    mesh::MeshData& mesh = out.mesh;
    const std::size_t vertices = 1 + below(6);
    mesh.topology = static_cast<mesh::Topology>(below(3));
    const auto vectors = [&] { return many<vec3>(vertices, any_vec3); };
    mesh.positions = vectors();
    // Readers make what a triangle lacks.
    if (mesh.topology == mesh::Topology::triangles || chance()) mesh.normals = vectors();
    if (!mesh.normals.empty() && chance())
        mesh.tangents = many<vec4>(vertices, [] { return vec4(any_vec3(), 1); });
    for (std::size_t set = 0; set < mesh.uvs.size() && chance(); ++set)
        mesh.uvs[set] = many<vec2>(vertices, [] { return vec2(any_float(), any_float()); });
    if (chance()) mesh.colors = many<vec4>(vertices, [] { return vec4(any_vec3(), unit_float()); });
    for (std::size_t i = below(3); i > 0; --i)
        mesh.others.push_back(any_other(vertices, i));
    const std::size_t each = static_cast<std::size_t>(mesh.topology) + 1;
    mesh.indices = many<std::uint32_t>(each * (1 + below(4)),
                                       [&] { return static_cast<std::uint32_t>(below(vertices)); });
    for (std::size_t t = 0; t < targets; ++t) {
        mesh::MorphTarget& target = mesh.morph_targets.emplace_back();
        target.positions = vectors();
        if (!mesh.normals.empty() && chance()) target.normals = vectors();
    }
    mesh.bounds = mesh::bounds_of(mesh.positions);
    out.material = any_index(materials);
    out.extras = any_extras();
    return out;
}

GltfMesh any_mesh(std::size_t materials) {
    GltfMesh out;
    out.name = any_name();
    const std::size_t targets = below(3);
    out.primitives =
        many<GltfPrimitive>(1 + below(2), [&] { return any_primitive(targets, materials); });
    out.weights = many<float>(targets, any_float);
    const bool named = chance();
    for (GltfPrimitive& primitive : out.primitives)
        for (std::size_t t = 0; t < targets; ++t)
            primitive.mesh.morph_targets[t].name =
                named ? "n\"" + std::to_string(t) : "target_" + std::to_string(t);
    if (named && targets > 0) {
        out.extras = R"({"targetNames":["n\"0")";
        if (targets == 2) out.extras += R"(, "n\"1")";
        out.extras += "]}";
    } else {
        out.extras = any_extras();
    }
    return out;
}

GltfMaterial any_material(std::size_t textures) {
    GltfMaterial out;
    mesh::Material& surface = out.material;
    surface.name = any_name();
    surface.base_color = {unit_float(), unit_float(), unit_float(), unit_float()};
    surface.metallic = unit_float();
    surface.emissive_strength = std::abs(any_float());
    surface.alpha_mode = static_cast<mesh::AlphaMode>(below(3));
    surface.alpha_cutoff = unit_float();
    surface.double_sided = chance();
    surface.unlit = chance();
    mesh::TextureSlot& slot = surface.occlusion_texture;
    slot.texture = any_index(textures);
    if (slot.present()) {
        surface.occlusion_strength = unit_float();
        slot.uv_set = static_cast<std::uint32_t>(below(4));
        slot.offset = {any_float(), any_float()};
        slot.rotation = any_float();
    }
    out.extras = any_extras();
    return out;
}

texture::Sampler any_sampler() {
    return {static_cast<texture::Filter>(below(2)), static_cast<texture::Filter>(below(2)),
            static_cast<texture::MipFilter>(below(3)), static_cast<texture::Wrap>(below(3)),
            static_cast<texture::Wrap>(below(3))};
}

anim::Channel any_channel(const GltfAsset& asset) {
    anim::Channel out;
    out.node = static_cast<std::uint32_t>(below(asset.nodes.size()));
    out.path = static_cast<anim::Path>(below(4));
    out.interpolation = static_cast<anim::Interpolation>(below(3));
    if (out.path == anim::Path::rotation) out.components = 4;
    if (out.path == anim::Path::weights) {
        const std::int32_t mesh = asset.nodes[out.node].mesh;
        out.components = mesh < 0
                             ? 0
                             : static_cast<std::uint32_t>(
                                   asset.meshes[static_cast<std::size_t>(mesh)].weights.size());
        if (out.components == 0) {
            out.path = anim::Path::scale;
            out.components = 3;
        }
    }
    float time = 0;
    out.times = many<float>(1 + below(4), [&] { return time += 0.25f + unit_float(); });
    const std::size_t per_key = out.interpolation == anim::Interpolation::cubic_spline ? 3 : 1;
    out.values = many<float>(out.times.size() * per_key * out.components, any_float);
    return out;
}

/// A tree of up to \p count nodes: each hangs below an earlier one or stands alone.
void add_nodes(GltfAsset& asset, std::size_t count) {
    std::vector<std::int32_t> loose;
    for (std::size_t n = 0; n < count; ++n) {
        GltfNode& node = asset.nodes.emplace_back();
        node.name = any_name();
        node.translation = any_vec3();
        node.scale = any_vec3();
        node.rotation = {unit_float(), -unit_float(), unit_float(), unit_float()};
        node.mesh = any_index(asset.meshes.size());
        node.camera = any_index(asset.cameras.size());
        node.light = any_index(asset.lights.size());
        if (node.mesh >= 0 && chance())
            node.weights = many<float>(
                asset.meshes[static_cast<std::size_t>(node.mesh)].weights.size(), any_float);
        node.extras = any_extras();
        const auto index = static_cast<std::int32_t>(n);
        if (n > 0 && chance())
            asset.nodes[below(n)].children.push_back(index);
        else
            loose.push_back(index);
    }
    asset.scenes.resize(below(3));
    for (GltfScene& scene : asset.scenes) {
        scene.name = any_name();
        for (const std::int32_t root : loose)
            if (chance()) scene.roots.push_back(root);
    }
    asset.default_scene = any_index(asset.scenes.size());
    const auto shown = static_cast<std::size_t>(std::max(asset.default_scene, 0));
    asset.roots = asset.scenes.empty() ? loose : asset.scenes[shown].roots;
}

GltfAsset any_asset() {
    GltfAsset asset;
    asset.version = "2.0";
    asset.generator = any_name();
    asset.extras = any_extras();
    asset.textures = many<GltfTexture>(below(3), [] {
        GltfTexture texture;
        texture.name = any_name();
        texture.sampler = any_sampler();
        texture.sampler_name = any_name();
        texture.sampler_extras = any_extras();
        return texture;
    });
    asset.materials =
        many<GltfMaterial>(below(3), [&] { return any_material(asset.textures.size()); });
    asset.meshes = many<GltfMesh>(below(3), [&] { return any_mesh(asset.materials.size()); });
    asset.cameras = many<GltfCamera>(below(2), [] {
        GltfCamera camera;
        camera.far = chance() ? 0.0f : 10 + unit_float();
        camera.name = any_name();
        return camera;
    });
    asset.lights = many<GltfLight>(below(2), [] {
        GltfLight light;
        light.kind = static_cast<LightKind>(below(3));
        light.color = {unit_float(), unit_float(), 1};
        light.intensity = std::abs(any_float());
        return light;
    });
    add_nodes(asset, below(6));
    for (std::size_t s = asset.nodes.empty() ? 0 : below(2); s > 0; --s) {
        GltfSkin& skin = asset.skins.emplace_back();
        skin.joints = {static_cast<std::int32_t>(below(asset.nodes.size()))};
        skin.inverse_bind = {mat4(any_float())};
    }
    for (std::size_t a = asset.nodes.empty() ? 0 : below(3); a > 0; --a) {
        GltfAnimation& clip = asset.animations.emplace_back();
        clip.name = any_name();
        clip.channels = many<anim::Channel>(below(3), [&] { return any_channel(asset); });
        clip.duration = anim::duration_of(clip.channels);
    }
    return asset;
}

TEST(ExportProperty, AnyAssetComesBackTheSame) {
    EXPECT_TRUE(rc::check("import(export(asset)) == asset", [] {
        const GltfAsset asset = any_asset();
        const auto bytes = write_glb(asset);
        RC_LOG() << (bytes ? "" : shown(bytes.error().diagnostics));
        RC_ASSERT(bytes.has_value());
        const auto read = load_memory(*bytes, "/nonexistent", "test.glb");
        RC_LOG() << (read ? "" : shown(read.error().diagnostics));
        RC_ASSERT(read.has_value());
        RC_ASSERT(difference(asset, *read) == "");
        RC_ASSERT(*write_glb(*read) == *bytes);
    }));
}

}  // namespace
}  // namespace diorama::gltf
