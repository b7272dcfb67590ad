// SPDX-License-Identifier: MIT
/// \file
/// Every valid model of the corpus against what other readers found in it.
#include <gtest/gtest.h>
#include <simdjson.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "diorama/gltf/test/model.hpp"
#include "diorama/mesh/topology.hpp"

namespace diorama::gltf {
namespace {

using namespace test;
using simdjson::dom::array;
using simdjson::dom::element;

constexpr std::array<std::string_view, 7> kRead{
    "EXT_texture_webp",     "KHR_lights_punctual",   "KHR_materials_emissive_strength",
    "KHR_materials_unlit",  "KHR_mesh_quantization", "KHR_texture_basisu",
    "KHR_texture_transform"};

/// Whether \p model requires nothing but extensions that are read here, and no newer glTF.
bool is_readable(std::string_view file, element model) {
    if (file.ends_with("Compatibility_04.gltf")) return false;  // minVersion 2.1
    for (std::string_view feature : model["features"].get_array()) {
        if (!feature.starts_with("REQ!")) continue;
        if (std::ranges::find(kRead, feature.substr(4)) == kRead.end()) return false;
    }
    return true;
}

std::uint64_t count(element number) {
    return number.get_uint64();
}

/// Streams by the names glTF gives them.
std::set<std::string> attributes_of(const mesh::MeshData& mesh) {
    std::set<std::string> names;
    const auto note = [&](const auto& stream, const std::string& name) {
        if (!stream.empty()) names.insert(name);
    };
    note(mesh.positions, "POSITION");
    note(mesh.normals, "NORMAL");
    note(mesh.tangents, "TANGENT");
    for (std::size_t set = 0; set < mesh.uvs.size(); ++set)
        note(mesh.uvs[set], "TEXCOORD_" + std::to_string(set));
    note(mesh.colors, "COLOR_0");
    note(mesh.joints, "JOINTS_0");
    note(mesh.weights, "WEIGHTS_0");
    return names;
}

/// Indices of the lists that \p vertices, connected by glTF mode \p mode, become.
std::uint64_t listed(std::uint64_t vertices, std::uint64_t mode) {
    switch (mode) {
        case 2:
            return vertices * 2;
        case 3:
            return (vertices - 1) * 2;
        case 5:
        case 6:
            return (vertices - 2) * 3;
        default:
            return vertices;
    }
}

void expect_primitive(const GltfPrimitive& got, element expected, const GltfAsset& asset) {
    const mesh::MeshData& mesh = got.mesh;
    ASSERT_TRUE(mesh::check(mesh));
    std::set<std::string> names;
    for (std::string_view name : expected["attributes"].get_array())
        names.emplace(name);
    const std::uint64_t mode = count(expected["mode"]);
    const bool triangles = mode >= 4;
    const bool flat = triangles && !names.contains("NORMAL");
    const bool normal_mapped =
        got.material >= 0 &&
        asset.materials[static_cast<std::size_t>(got.material)].material.normal_texture.present();
    const bool tangents = triangles && normal_mapped && !names.contains("TANGENT");

    const std::uint64_t vertices = count(expected["vertexCount"]);
    std::uint64_t connected = vertices;
    if (!expected["indexCount"].is_null()) connected = count(expected["indexCount"]);
    EXPECT_EQ(mesh.indices.size(), listed(connected, mode));
    if (flat) {
        EXPECT_GE(mesh.vertex_count(), tangents ? 1U : mesh.indices.size());
    } else if (tangents) {
        EXPECT_GE(mesh.vertex_count(), vertices);
        EXPECT_LE(mesh.vertex_count(), mesh.indices.size());
    } else {
        EXPECT_EQ(mesh.vertex_count(), vertices);
    }

    std::set<std::string> read = attributes_of(mesh);
    if (flat) read.erase("NORMAL"), names.erase("TANGENT");
    if (tangents || flat) read.erase("TANGENT");
    std::erase_if(names, [](const std::string& name) {
        return name.starts_with("_") || (name.starts_with("COLOR_") && name != "COLOR_0") ||
               name == "JOINTS_1" || name == "WEIGHTS_1";
    });
    EXPECT_EQ(read, names);
    EXPECT_EQ(mesh.morph_targets.size(), count(expected["targets"]));

    const float size = glm::length(mesh.bounds.max - mesh.bounds.min) + 1e-6f;
    for (std::size_t c = 0; c < 3; ++c) {
        const auto axis = static_cast<int>(c);
        EXPECT_NEAR(mesh.bounds.min[axis], expected["positionMin"].at(c).get_double().value(),
                    size * 1e-5);
        EXPECT_NEAR(mesh.bounds.max[axis], expected["positionMax"].at(c).get_double().value(),
                    size * 1e-5);
    }
}

void expect_meshes(const GltfAsset& got, array expected) {
    ASSERT_EQ(got.meshes.size(), expected.size());
    std::size_t m = 0;
    for (element mesh : expected) {
        EXPECT_EQ(got.meshes[m].name, std::string_view(mesh["name"]));
        array primitives = mesh["primitives"].get_array();
        ASSERT_EQ(got.meshes[m].primitives.size(), primitives.size());
        std::size_t p = 0;
        for (element primitive : primitives) {
            SCOPED_TRACE("mesh " + std::to_string(m) + " primitive " + std::to_string(p));
            expect_primitive(got.meshes[m].primitives[p++], primitive, got);
        }
        ++m;
    }
}

void expect_animations(const GltfAsset& got, array expected) {
    ASSERT_EQ(got.animations.size(), expected.size());
    std::size_t a = 0;
    for (element animation : expected) {
        SCOPED_TRACE("animation " + std::to_string(a));
        const GltfAnimation& clip = got.animations[a++];
        EXPECT_EQ(clip.name, std::string_view(animation["name"]));
        EXPECT_EQ(clip.channels.size(), count(animation["channelCount"]));
        double end = 0;
        if (animation["endTime"].get(end) == simdjson::SUCCESS) {
            EXPECT_NEAR(clip.duration, end, 1e-5 * std::max(1.0, end));
        }
    }
}

void expect_skins(const GltfAsset& got, array expected) {
    ASSERT_EQ(got.skins.size(), expected.size());
    std::size_t s = 0;
    for (element skin : expected) {
        EXPECT_EQ(got.skins[s].name, std::string_view(skin["name"]));
        EXPECT_EQ(got.skins[s].joints.size(), count(skin["jointCount"]));
        EXPECT_EQ(got.skins[s].inverse_bind.size(), got.skins[s].joints.size());
        ++s;
    }
}

TEST(LoadCorpus, GivesWhatOtherReadersFindInEveryValidModel) {
    if (corpus().empty()) GTEST_SKIP() << "DIORAMA_CORPUS is not set";
    simdjson::dom::parser parser;
    const element root = parser.load((corpus() / "EXPECTED.json").string());
    std::size_t compared = 0;
    for (const auto [file, model] : root["files"].get_object()) {
        if (!is_readable(file, model)) continue;
        SCOPED_TRACE(std::string(file));
        const auto asset = load(corpus() / file);
        if (!asset) {
            ADD_FAILURE() << shown(asset.error().diagnostics);
            continue;
        }
        element content;
        if (model["content"].get(content) != simdjson::SUCCESS || content.is_null()) continue;
        expect_meshes(*asset, content["meshes"].get_array());
        // Pointers to properties other than placements and weights are not read yet.
        if (!file.starts_with("valid/AnimationPointer/"))
            expect_animations(*asset, content["animations"].get_array());
        expect_skins(*asset, content["skins"].get_array());
        ++compared;
    }
    EXPECT_GT(compared, 130U);
}

}  // namespace
}  // namespace diorama::gltf
