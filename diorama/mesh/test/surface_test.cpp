// SPDX-License-Identifier: MIT
#include "diorama/mesh/surface.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "diorama/mesh/topology.hpp"

namespace diorama::mesh {
namespace {

TEST(BoundsOf, IsTheBoxAroundThePoints) {
    const std::vector<vec3> points{{1, -2, 3}, {-1, 5, 0}};
    const Bounds bounds = bounds_of(points);
    EXPECT_EQ(bounds.min, vec3(-1, -2, 0));
    EXPECT_EQ(bounds.max, vec3(1, 5, 3));
    EXPECT_TRUE(bounds_of({}).empty());
}

TEST(BoundsOf, LeavesOutPointsWithoutAPlace) {
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    const std::vector<vec3> points{{kNan, 9, 9}, {1, 2, 3}, {9, kNan, -9}, {0, 4, kNan}, {2, 1, 3}};
    EXPECT_EQ(bounds_of(points).min, vec3(1, 1, 3));
    EXPECT_EQ(bounds_of(points).max, vec3(2, 2, 3));
    EXPECT_TRUE(bounds_of(std::vector<vec3>{{kNan, 0, 0}}).empty());
    const Bounds endless = bounds_of(std::vector<vec3>{{kInfinity, 0, -kInfinity}});
    EXPECT_EQ(endless.min, vec3(kInfinity, 0, -kInfinity));
    EXPECT_EQ(endless.max, endless.min);
}

/// Two triangles that share the edge 1-2: one in the XY plane, one in the YZ plane's direction.
MeshData folded() {
    MeshData mesh;
    mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 0, -1}};
    mesh.uvs[0] = {{0, 0}, {1, 0}, {0, 1}, {1, 1}};
    mesh.colors = {{1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, 1, 1}, {1, 1, 1, 1}};
    mesh.tangents.assign(4, vec4(1, 0, 0, 1));
    mesh.morph_targets.resize(1);
    mesh.morph_targets[0].positions = {{0, 0, 1}, {0, 0, 2}, {0, 0, 3}, {0, 0, 4}};
    mesh.morph_targets[0].normals.assign(4, vec3(0, 1, 0));
    mesh.indices = {0, 1, 2, 2, 1, 3};
    return mesh;
}

TEST(FlatNormals, GiveEveryTriangleItsOwnVertices) {
    MeshData mesh = folded();
    add_flat_normals(mesh);
    ASSERT_TRUE(check(mesh));
    ASSERT_EQ(mesh.vertex_count(), 6U);
    EXPECT_EQ(mesh.indices, (std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5}));
    EXPECT_EQ(mesh.positions[3], vec3(0, 1, 0));
    EXPECT_EQ(mesh.positions[5], vec3(1, 0, -1));
    EXPECT_EQ(mesh.uvs[0][5], vec2(1, 1));
    EXPECT_EQ(mesh.colors[4], vec4(0, 1, 0, 1));
    EXPECT_EQ(mesh.morph_targets[0].positions[5], vec3(0, 0, 4));
}

TEST(FlatNormals, FaceTheSideThatSeesTheTriangleCounterClockwise) {
    MeshData mesh = folded();
    add_flat_normals(mesh);
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_EQ(mesh.normals[i], vec3(0, 0, 1));
    const float half = 0.70710678f;
    for (std::size_t i = 3; i < 6; ++i) {
        EXPECT_NEAR(mesh.normals[i].x, half, 1e-6);
        EXPECT_NEAR(mesh.normals[i].y, half, 1e-6);
        EXPECT_NEAR(mesh.normals[i].z, 0, 1e-6);
    }
}

TEST(FlatNormals, DropTangentsThatBelongedToOtherNormals) {
    MeshData mesh = folded();
    add_flat_normals(mesh);
    EXPECT_TRUE(mesh.tangents.empty());
    EXPECT_TRUE(mesh.morph_targets[0].tangents.empty());
}

TEST(FlatNormals, OfAMorphTargetAreThoseOfTheTrianglesItMakes) {
    MeshData mesh = folded();
    mesh.morph_targets.resize(3);
    // Takes vertex 2 so that the first triangle faces -Y.
    mesh.morph_targets[0].positions = {vec3(0), vec3(0), vec3(0, -1, 1), vec3(0)};
    mesh.morph_targets[0].tangents.assign(4, vec3(9));
    mesh.morph_targets[1].normals.assign(4, vec3(9));  // moves nothing: its normals go
    mesh.morph_targets[2].positions = {vec3(0), vec3(-1, 0, 0), vec3(0, -1, 0), vec3(-1, 0, 1)};
    add_flat_normals(mesh);
    ASSERT_TRUE(check(mesh));
    const std::vector<vec3>& added = mesh.morph_targets[0].normals;
    ASSERT_EQ(added.size(), 6U);
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_EQ(mesh.normals[i] + added[i], vec3(0, -1, 0));
    for (std::size_t i = 3; i < 6; ++i)
        EXPECT_NEAR(glm::length(mesh.normals[i] + added[i]), 1, 1e-6);
    EXPECT_TRUE(mesh.morph_targets[0].tangents.empty());
    EXPECT_TRUE(mesh.morph_targets[1].normals.empty());
    EXPECT_EQ(mesh.morph_targets[2].normals, std::vector<vec3>(6, vec3(0)))
        << "a triangle without area keeps its normal";
}

TEST(FlatNormals, AreUnitLengthAtEverySize) {
    for (const float size : {1e-30f, 1e-10f, 1.0f, 1e18f, 3e38f}) {
        MeshData mesh;
        mesh.positions = {{0, 0, 0}, {0, size, 0}, {0, 0, size}};
        mesh.indices = {0, 1, 2};
        add_flat_normals(mesh);
        EXPECT_EQ(mesh.normals[0], vec3(1, 0, 0)) << size;
    }
}

TEST(FlatNormals, OfATriangleWithoutAreaAreNoNan) {
    MeshData mesh;
    mesh.positions = {{1, 2, 3}, {1, 2, 3}, {4, 5, 6}};
    mesh.indices = {0, 1, 2};
    add_flat_normals(mesh);
    EXPECT_EQ(mesh.normals, (std::vector<vec3>(3, vec3(0, 0, 1))));
}

TEST(FlatNormals, AreNotForPointsAndLines) {
    MeshData mesh = folded();
    mesh.topology = Topology::lines;
    mesh.indices = {0, 1, 2, 3};
    add_flat_normals(mesh);
    EXPECT_TRUE(mesh.normals.empty());
    EXPECT_EQ(mesh.vertex_count(), 4U);
}

}  // namespace
}  // namespace diorama::mesh
