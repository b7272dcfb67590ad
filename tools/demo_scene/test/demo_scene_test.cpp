// SPDX-License-Identifier: MIT
// What issue and README promise of the demo scene, read from the scene itself and from its bytes.
#include "demo_scene.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "diorama/core/bytes.hpp"
#include "diorama/gltf/load.hpp"
#include "diorama/gltf/summary.hpp"
#include "glb_writer.hpp"

namespace diorama::demo {
namespace {

const gltf::GltfAsset& scene() {
    static const gltf::GltfAsset asset = make_demo_scene();
    return asset;
}

const std::vector<std::byte>& file() {
    static const std::vector<std::byte> bytes = write_glb(scene()).value();
    return bytes;
}

int depth_below(const gltf::GltfAsset& asset, std::int32_t node) {
    int deepest = 0;
    for (const std::int32_t child : asset.nodes[static_cast<std::size_t>(node)].children)
        deepest = std::max(deepest, depth_below(asset, child));
    return deepest + 1;
}

TEST(DemoScene, IsTheSameFileEveryTime) {
    const auto second = write_glb(make_demo_scene());
    ASSERT_TRUE(second) << to_string(second.error());
    EXPECT_TRUE(file() == *second);
}

TEST(DemoScene, IsOneGlbOfTwoChunks) {
    ByteReader reader(file());
    EXPECT_EQ(reader.read<std::uint32_t>(), 0x46546c67u);
    EXPECT_EQ(reader.read<std::uint32_t>(), 2u);
    EXPECT_EQ(reader.read<std::uint32_t>(), file().size());
    const auto json = reader.read<std::uint32_t>();
    EXPECT_EQ(reader.read<std::uint32_t>(), 0x4e4f534au);
    EXPECT_EQ(json % 4, 0u);
    reader.skip(json);
    const auto binary = reader.read<std::uint32_t>();
    EXPECT_EQ(reader.read<std::uint32_t>(), 0x004e4942u);
    EXPECT_EQ(binary, reader.remaining());
    EXPECT_TRUE(reader.ok());
    EXPECT_LT(file().size(), 6u << 20);
}

TEST(DemoScene, ReadsBackAsItWasBuilt) {
    const auto read = gltf::load_memory(file(), {}, "demo.glb");
    ASSERT_TRUE(read) << to_string(read.error());
    EXPECT_TRUE(read->diagnostics.empty()) << to_string(read->diagnostics.front());
    ASSERT_EQ(read->nodes.size(), scene().nodes.size());
    for (std::size_t i = 0; i < read->nodes.size(); ++i) {
        const gltf::GltfNode &is = read->nodes[i], &was = scene().nodes[i];
        EXPECT_EQ(is.name, was.name);
        EXPECT_EQ(is.children, was.children);
        EXPECT_EQ(is.translation, was.translation);
        EXPECT_EQ(is.scale, was.scale);
        EXPECT_EQ(is.mesh, was.mesh);
        EXPECT_EQ(is.skin, was.skin);
        EXPECT_EQ(is.camera, was.camera);
        EXPECT_EQ(is.light, was.light);
        EXPECT_EQ(is.extras, was.extras);
    }
    ASSERT_EQ(read->meshes.size(), scene().meshes.size());
    for (std::size_t i = 0; i < read->meshes.size(); ++i) {
        ASSERT_EQ(read->meshes[i].primitives.size(), scene().meshes[i].primitives.size());
        for (std::size_t k = 0; k < read->meshes[i].primitives.size(); ++k) {
            const mesh::MeshData& is = read->meshes[i].primitives[k].mesh;
            const mesh::MeshData& was = scene().meshes[i].primitives[k].mesh;
            EXPECT_EQ(is.positions, was.positions);
            EXPECT_EQ(is.indices, was.indices);
            EXPECT_EQ(is.tangents, was.tangents);
            EXPECT_EQ(is.joints, was.joints);
            EXPECT_EQ(is.morph_targets.size(), was.morph_targets.size());
        }
    }
    ASSERT_EQ(read->skins.size(), scene().skins.size());
    EXPECT_EQ(read->skins.front().inverse_bind, scene().skins.front().inverse_bind);
    ASSERT_EQ(read->images.size(), scene().images.size());
    EXPECT_EQ(read->images.front().image.pixels, scene().images.front().image.pixels);
}

TEST(DemoScene, SummaryCountsWhatTheReadmeSays) {
    const auto document = gltf::parse_memory(file(), {}, "demo.glb");
    ASSERT_TRUE(document) << to_string(document.error());
    const auto summary = gltf::summarize(*document);
    ASSERT_TRUE(summary) << to_string(summary.error());
    EXPECT_GE(summary->nodes, 480u);
    EXPECT_GE(summary->max_depth, 7u);
    EXPECT_EQ(summary->cameras, 5u);
    EXPECT_GE(summary->lights, 4u);
    EXPECT_EQ(summary->skins, 2u);
    EXPECT_EQ(summary->morph_targets, 2u);
    EXPECT_TRUE(summary->extensions_required.empty());
}

TEST(DemoScene, IsLargeAndDeep) {
    EXPECT_GE(scene().nodes.size(), 200u);
    int deepest = 0;
    for (const std::int32_t root : scene().scenes.front().roots)
        deepest = std::max(deepest, depth_below(scene(), root));
    EXPECT_GE(deepest, 4);
}

TEST(DemoScene, RepeatsItsProps) {
    std::vector<int> uses(scene().meshes.size());
    for (const gltf::GltfNode& node : scene().nodes)
        if (node.mesh >= 0) ++uses[static_cast<std::size_t>(node.mesh)];
    EXPECT_TRUE(std::ranges::none_of(uses, [](int count) { return count == 0; }));
    EXPECT_GE(std::ranges::count_if(uses, [](int count) { return count >= 4; }), 15);
}

TEST(DemoScene, HasEveryKindOfLightAndCamera) {
    for (const auto kind :
         {gltf::LightKind::directional, gltf::LightKind::point, gltf::LightKind::spot})
        EXPECT_TRUE(std::ranges::any_of(
            scene().lights, [&](const gltf::GltfLight& light) { return light.kind == kind; }));
    ASSERT_GE(scene().cameras.size(), 3u);
    EXPECT_EQ(scene().cameras.front().name, "hero");
    EXPECT_NEAR(scene().cameras.front().aspect, 16.0f / 9.0f, 1e-6f);
    EXPECT_TRUE(std::ranges::any_of(scene().cameras, [](const gltf::GltfCamera& camera) {
        return camera.projection == gltf::Projection::orthographic;
    }));
}

TEST(DemoScene, BendsOneMeshAndMorphsAnother) {
    ASSERT_FALSE(scene().skins.empty());
    EXPECT_GE(scene().skins.front().joints.size(), 4u);
    const bool morphed = std::ranges::any_of(scene().meshes, [](const gltf::GltfMesh& mesh) {
        return mesh.primitives.front().mesh.morph_targets.size() >= 2 &&
               mesh.weights.size() == mesh.primitives.front().mesh.morph_targets.size();
    });
    EXPECT_TRUE(morphed);
}

TEST(DemoScene, GivesTangentsWhereANormalMapNeedsThem) {
    int mapped = 0;
    for (const gltf::GltfMesh& mesh : scene().meshes) {
        for (const gltf::GltfPrimitive& primitive : mesh.primitives) {
            const auto& material =
                scene().materials[static_cast<std::size_t>(primitive.material)].material;
            if (!material.normal_texture.present()) continue;
            ++mapped;
            EXPECT_EQ(primitive.mesh.tangents.size(), primitive.mesh.vertex_count()) << mesh.name;
        }
    }
    EXPECT_GT(mapped, 20);
}

TEST(DemoScene, NamesEveryNodeApartFromItsSiblings) {
    for (const gltf::GltfNode& node : scene().nodes) {
        EXPECT_FALSE(node.name.empty());
        std::vector<std::string> names;
        for (const std::int32_t child : node.children)
            names.push_back(scene().nodes[static_cast<std::size_t>(child)].name);
        std::ranges::sort(names);
        EXPECT_TRUE(std::ranges::adjacent_find(names) == names.end()) << node.name;
    }
}

}  // namespace
}  // namespace diorama::demo
