// SPDX-License-Identifier: MIT
#include "diorama/spawn/collision.hpp"

#include <gtest/gtest.h>

#include "diorama/spawn/error_codes.hpp"

namespace diorama::spawn {
namespace {

/// A mesh of one triangle whose normal is +Z.
gltf::GltfMesh triangle() {
    gltf::GltfMesh mesh;
    mesh::MeshData& data = mesh.primitives.emplace_back().mesh;
    data.positions = {vec3(0, 0, 0), vec3(1, 0, 0), vec3(0, 1, 0)};
    data.indices = {0, 1, 2};
    return mesh;
}

gltf::GltfNode drawn(vec3 translation, std::vector<std::int32_t> children = {}) {
    gltf::GltfNode node;
    node.mesh = 0;
    node.translation = translation;
    node.children = std::move(children);
    return node;
}

vec3 normal_of(const CollisionTriangles& triangles, std::size_t t) {
    const vec3& a = triangles.positions[triangles.indices[t * 3]];
    const vec3& b = triangles.positions[triangles.indices[t * 3 + 1]];
    const vec3& c = triangles.positions[triangles.indices[t * 3 + 2]];
    return glm::normalize(glm::cross(b - a, c - a));
}

TEST(CollisionTriangles, ArePlacedByRootAndNodesAndNumberedOn) {
    gltf::GltfAsset asset;
    asset.meshes = {triangle()};
    asset.nodes = {drawn({1, 0, 0}, {1}), drawn({0, 2, 0})};
    asset.roots = {0};
    mat4 root(1.0f);
    root[3] = vec4(0, 0, 5, 1);
    const CollisionTriangles got = collision_triangles(asset, root).value();
    ASSERT_EQ(got.positions.size(), 6U);
    EXPECT_EQ(got.positions[1], vec3(2, 0, 5));
    EXPECT_EQ(got.positions[5], vec3(1, 3, 5));
    EXPECT_EQ(got.indices, (std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5}));
}

TEST(CollisionTriangles, AreOfTheSceneThatIsAskedFor) {
    gltf::GltfAsset asset;
    asset.meshes = {triangle()};
    asset.nodes = {drawn({1, 0, 0}), drawn({2, 0, 0})};
    asset.scenes.resize(2);
    asset.scenes[0].roots = {0};
    asset.scenes[1].roots = {1};
    asset.roots = {0};
    EXPECT_EQ(collision_triangles(asset).value().positions.at(0), vec3(1, 0, 0));
    EXPECT_EQ(collision_triangles(asset, mat4(1.0f), 1).value().positions.at(0), vec3(2, 0, 0));
    const auto beyond = collision_triangles(asset, mat4(1.0f), 2);
    ASSERT_FALSE(beyond);
    EXPECT_EQ(beyond.error().code, codes::scene_range);
}

TEST(CollisionTriangles, AreRefusedWhereIndicesLeadPastVerticesOrMaterials) {
    gltf::GltfAsset asset;
    asset.meshes = {triangle()};
    asset.nodes = {drawn({})};
    asset.roots = {0};
    asset.meshes[0].primitives[0].mesh.indices = {0, 1, 3};
    const auto past = collision_triangles(asset);
    ASSERT_FALSE(past);
    EXPECT_EQ(past.error().code, codes::index_range);
    EXPECT_EQ(past.error().where, "/meshes/0/primitives/0");
    asset.meshes[0].primitives[0].mesh.indices = {0, 1, 2};
    ASSERT_TRUE(collision_triangles(asset));
    asset.meshes[0].primitives[0].variant_materials = {-1, 0};
    EXPECT_FALSE(collision_triangles(asset));
}

TEST(CollisionTriangles, FaceOutOfMirroredNodesToo) {
    gltf::GltfAsset asset;
    asset.meshes = {triangle()};
    asset.nodes = {drawn({}, {1}), drawn({})};
    asset.nodes[0].scale = {-1, 1, 1};
    asset.nodes[1].scale = {1, -2, 1};
    asset.roots = {0};
    const CollisionTriangles got = collision_triangles(asset).value();
    ASSERT_EQ(got.indices.size(), 6U);
    EXPECT_EQ(normal_of(got, 0), vec3(0, 0, 1));
    EXPECT_EQ(normal_of(got, 1), vec3(0, 0, 1));
}

TEST(CollisionTriangles, LeaveOutSkinsLinesAndWhatTheSceneDoesNotReach) {
    gltf::GltfAsset asset;
    asset.meshes = {triangle(), triangle()};
    asset.meshes[1].primitives[0].mesh.topology = mesh::Topology::lines;
    asset.meshes[1].primitives[0].mesh.indices = {0, 1};
    asset.skins.resize(1);
    asset.nodes = {drawn({}), drawn({}), drawn({}), drawn({})};
    asset.nodes[0].skin = 0;
    asset.nodes[1].mesh = 1;
    asset.roots = {0, 1, 2, 2};
    const CollisionTriangles got = collision_triangles(asset).value();
    EXPECT_EQ(got.indices.size(), 3U) << "node 2 once, node 3 not at all";
}

TEST(CollisionTriangles, StandAtEveryInstance) {
    gltf::GltfAsset asset;
    asset.meshes = {triangle()};
    asset.nodes = {drawn({0, 0, 1})};
    asset.nodes[0].instances.emplace().places.resize(2);
    asset.nodes[0].instances->places[1].translation = {7, 0, 0};
    asset.roots = {0};
    const CollisionTriangles got = collision_triangles(asset).value();
    ASSERT_EQ(got.positions.size(), 6U);
    EXPECT_EQ(got.positions[0], vec3(0, 0, 1));
    EXPECT_EQ(got.positions[3], vec3(7, 0, 1));
}

TEST(CollisionTriangles, OfALoopEnd) {
    gltf::GltfAsset asset;
    asset.meshes = {triangle()};
    asset.nodes = {drawn({}, {1}), drawn({}, {0})};
    asset.roots = {0};
    EXPECT_EQ(collision_triangles(asset).value().indices.size(), 6U);
}

TEST(CollisionTriangles, RefuseIndicesBeyondTheLists) {
    gltf::GltfAsset asset;
    asset.nodes = {drawn({})};
    asset.roots = {0};
    const auto got = collision_triangles(asset);
    ASSERT_FALSE(got);
    EXPECT_EQ(got.error().code, codes::index_range);
}

}  // namespace
}  // namespace diorama::spawn
