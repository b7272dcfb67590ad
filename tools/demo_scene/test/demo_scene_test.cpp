// SPDX-License-Identifier: MIT
// What issue and README promise of the demo scene, read from the scene itself and from its bytes.
#include "demo_scene.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "diorama/core/bytes.hpp"
#include "glb_writer.hpp"

namespace diorama::demo {
namespace {

const gltf::GltfAsset& scene() {
    static const gltf::GltfAsset asset = make_demo_scene();
    return asset;
}

int depth_below(const gltf::GltfAsset& asset, std::int32_t node) {
    int deepest = 0;
    for (const std::int32_t child : asset.nodes[static_cast<std::size_t>(node)].children)
        deepest = std::max(deepest, depth_below(asset, child));
    return deepest + 1;
}

TEST(DemoScene, IsTheSameFileEveryTime) {
    const auto first = write_glb(scene());
    const auto second = write_glb(make_demo_scene());
    ASSERT_TRUE(first && second);
    EXPECT_TRUE(*first == *second);
}

TEST(DemoScene, IsOneGlbOfTwoChunks) {
    const auto file = write_glb(scene());
    ASSERT_TRUE(file);
    ByteReader reader(*file);
    EXPECT_EQ(reader.read<std::uint32_t>(), 0x46546c67u);
    EXPECT_EQ(reader.read<std::uint32_t>(), 2u);
    EXPECT_EQ(reader.read<std::uint32_t>(), file->size());
    const auto json = reader.read<std::uint32_t>();
    EXPECT_EQ(reader.read<std::uint32_t>(), 0x4e4f534au);
    EXPECT_EQ(json % 4, 0u);
    reader.skip(json);
    const auto binary = reader.read<std::uint32_t>();
    EXPECT_EQ(reader.read<std::uint32_t>(), 0x004e4942u);
    EXPECT_EQ(binary, reader.remaining());
    EXPECT_TRUE(reader.ok());
    EXPECT_LT(file->size(), 6u << 20);
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
