// SPDX-License-Identifier: MIT
#include "diorama/spawn/instantiate.hpp"

#include <gtest/gtest.h>

#include "diorama/render/null_renderer.hpp"
#include "diorama/spawn/error_codes.hpp"

namespace diorama::spawn {
namespace {

/// Two meshes, of one primitive and of two, and two materials.
gltf::GltfAsset props() {
    gltf::GltfAsset asset;
    asset.materials.resize(2);
    asset.meshes.resize(2);
    const auto primitive = [](gltf::GltfMesh& mesh, std::int32_t material) -> mesh::MeshData& {
        gltf::GltfPrimitive& out = mesh.primitives.emplace_back();
        out.material = material;
        out.mesh.positions = {vec3(0), vec3(1, 0, 0), vec3(0, 1, 0)};
        out.mesh.indices = {0, 1, 2};
        return out.mesh;
    };
    primitive(asset.meshes[0], 1);
    primitive(asset.meshes[1], 0);
    primitive(asset.meshes[1], -1);
    return asset;
}

std::int32_t add_node(gltf::GltfAsset& asset, const vec3& at, std::int32_t mesh) {
    gltf::GltfNode& node = asset.nodes.emplace_back();
    node.translation = at;
    node.mesh = mesh;
    return static_cast<std::int32_t>(asset.nodes.size() - 1);
}

class InstantiateTest : public testing::Test {
  protected:
    UploadedGltf upload(const gltf::GltfAsset& asset) {
        Result<UploadedGltf> uploaded = upload_gltf(renderer_, asset);
        EXPECT_TRUE(uploaded);
        return std::move(*uploaded);
    }

    render::NullRenderer renderer_;
    render::RenderScene scene_;
};

TEST_F(InstantiateTest, AppendsAnInstanceForEachNodeAndPrimitiveWhereTheNodeStands) {
    gltf::GltfAsset asset = props();
    const std::int32_t parent = add_node(asset, {10, 0, 0}, 0);
    const std::int32_t child = add_node(asset, {0, 5, 0}, 1);
    asset.nodes[0].children = {child};
    asset.roots = {parent};
    const UploadedGltf uploaded = upload(asset);
    scene_.camera.eye = {1, 0, 0};
    scene_.instances.resize(1);  // something is shown already

    const auto added = instantiate(asset, uploaded, scene_, {.root_transform = {.scale = vec3(2)}});
    ASSERT_TRUE(added);
    EXPECT_EQ(added->instances, 3U);
    ASSERT_EQ(scene_.instances.size(), 4U);
    const auto place = [&](std::size_t i) { return vec3(scene_.instances[i].transform[3]); };
    EXPECT_EQ(place(1), vec3(19, 0, 0)) << "relative to the eye, and below the root";
    EXPECT_EQ(place(2), vec3(19, 10, 0));
    EXPECT_EQ(place(3), vec3(19, 10, 0));
    EXPECT_EQ(scene_.instances[1].mesh, uploaded.meshes[0][0]);
    EXPECT_EQ(scene_.instances[1].material, uploaded.materials[1]);
    EXPECT_EQ(scene_.instances[2].mesh, uploaded.meshes[1][0]);
    EXPECT_EQ(scene_.instances[3].mesh, uploaded.meshes[1][1]);
    EXPECT_EQ(scene_.instances[3].material, uploaded.default_material);
}

TEST_F(InstantiateTest, TwoAssetsKeepTheirOwnJointsAndWeights) {
    gltf::GltfAsset asset = props();
    const std::int32_t bone = add_node(asset, {0, 3, 0}, -1);
    const std::int32_t bent = add_node(asset, {50, 0, 0}, 0);
    asset.nodes[1].skin = 0;
    asset.roots = {bone, bent};
    mat4 inverse(1);
    inverse[3] = vec4(0, -1, 0, 1);
    asset.skins.push_back({.name = "", .joints = {bone}, .inverse_bind = {inverse}});
    mesh::MeshData& mesh = asset.meshes[0].primitives[0].mesh;
    mesh.joints.assign(3, {});
    mesh.weights.assign(3, vec4(1, 0, 0, 0));
    mesh.morph_targets.resize(1);
    mesh.morph_targets[0].positions.assign(3, vec3(0, 0, 1));
    asset.meshes[0].weights = {0.25f};
    const UploadedGltf uploaded = upload(asset);

    ASSERT_TRUE(instantiate(asset, uploaded, scene_));
    ASSERT_TRUE(
        instantiate(asset, uploaded, scene_, {.root_transform = {.translation = {0, 0, 7}}}));
    ASSERT_EQ(scene_.instances.size(), 2U);
    ASSERT_EQ(scene_.joints.size(), 2U);
    for (std::uint32_t i = 0; i < 2; ++i) {
        EXPECT_EQ(scene_.instances[i].joint_offset, i);
        EXPECT_EQ(scene_.instances[i].joint_count, 1U);
        EXPECT_EQ(scene_.morph_weights.at(scene_.instances[i].morph_offset), 0.25f);
        EXPECT_EQ(scene_.instances[i].morph_offset, i);
    }
    EXPECT_EQ(vec3(scene_.joints[0][3]), vec3(0, 2, 0)) << "joint times inverse bind; not the node";
    EXPECT_EQ(vec3(scene_.joints[1][3]), vec3(0, 2, 7));
}

TEST_F(InstantiateTest, ShowsInstancesAndLightsAndHidesWhatIsHidden) {
    gltf::GltfAsset asset = props();
    const std::int32_t many = add_node(asset, {0, 1, 0}, 0);
    asset.nodes[0].instances.emplace();
    asset.nodes[0].instances->places = {{.translation = {1, 0, 0}}, {.translation = {2, 0, 0}}};
    const std::int32_t lamp = add_node(asset, {0, 4, 0}, -1);
    asset.nodes[1].light = 0;
    asset.lights.emplace_back().kind = gltf::LightKind::point;
    const std::int32_t hidden = add_node(asset, {0, 0, 0}, 1);
    asset.nodes[2].visible = false;
    asset.roots = {many, lamp, hidden};

    const auto added = instantiate(asset, upload(asset), scene_);
    ASSERT_TRUE(added);
    EXPECT_EQ(added->instances, 2U);
    EXPECT_EQ(added->lights, 1U);
    ASSERT_EQ(scene_.instances.size(), 2U);
    EXPECT_EQ(vec3(scene_.instances[1].transform[3]), vec3(2, 1, 0));
    EXPECT_EQ(scene_.lights.at(0).position, vec3(0, 4, 0));
}

TEST_F(InstantiateTest, RefusesWhatWasUploadedForAnotherAsset) {
    gltf::GltfAsset asset = props();
    asset.roots = {add_node(asset, {0, 0, 0}, 1)};
    const UploadedGltf right = upload(asset);
    UploadedGltf fewer_materials = right, fewer_meshes = right, fewer_primitives = right;
    fewer_materials.materials.pop_back();
    fewer_meshes.meshes.pop_back();
    fewer_primitives.meshes[1].pop_back();
    for (const UploadedGltf& wrong : {fewer_materials, fewer_meshes, fewer_primitives}) {
        const auto refused = instantiate(asset, wrong, scene_);
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().code, codes::index_range);
    }
    asset.roots = {99};
    EXPECT_FALSE(instantiate(asset, right, scene_));
    EXPECT_TRUE(scene_.instances.empty());
}

}  // namespace
}  // namespace diorama::spawn
