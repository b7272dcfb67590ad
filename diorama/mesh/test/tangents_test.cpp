// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>

#include "diorama/mesh/error_codes.hpp"
#include "diorama/mesh/surface.hpp"
#include "diorama/mesh/topology.hpp"

namespace diorama::mesh {
namespace {

/// A unit square in the XY plane, facing +Z; texture upright, glTF's v running down.
MeshData square() {
    MeshData mesh;
    mesh.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    mesh.normals.assign(4, vec3(0, 0, 1));
    mesh.uvs[0] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
    mesh.indices = {0, 1, 2, 0, 2, 3};
    return mesh;
}

void expect_tangent(const vec4& got, const vec4& expected) {
    for (int c = 0; c < 4; ++c)
        EXPECT_NEAR(got[c], expected[c], 1e-6) << "component " << c;
}

TEST(Tangents, PointAlongUWithTheBitangentUpTheImage) {
    MeshData mesh = square();
    ASSERT_TRUE(add_tangents(mesh, 0));
    ASSERT_TRUE(check(mesh));
    EXPECT_EQ(mesh.vertex_count(), 4U);
    // cross(normal, tangent) * w is +Y, which is up the image: green of a normal map.
    for (const vec4& tangent : mesh.tangents)
        expect_tangent(tangent, {1, 0, 0, 1});
}

TEST(Tangents, TurnTheSignWhereTheTextureIsMirrored) {
    MeshData mesh = square();
    for (vec2& uv : mesh.uvs[0])
        uv.x = 1 - uv.x;
    ASSERT_TRUE(add_tangents(mesh, 0));
    for (const vec4& tangent : mesh.tangents)
        expect_tangent(tangent, {-1, 0, 0, -1});
}

TEST(Tangents, FollowTheChosenTextureCoordinates) {
    MeshData mesh = square();
    // Set 2 is turned by a quarter: u runs along +Y.
    mesh.uvs[2] = {{0, 0}, {0, 1}, {1, 1}, {1, 0}};
    ASSERT_TRUE(add_tangents(mesh, 2));
    for (const vec4& tangent : mesh.tangents)
        expect_tangent(tangent, {0, 1, 0, 1});
}

TEST(Tangents, SplitAVertexOnTheSeamOfAMirroredTexture) {
    // Two squares side by side; the right one shows the same half of the image, mirrored.
    MeshData mesh;
    mesh.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {2, 0, 0}, {2, 1, 0}};
    mesh.normals.assign(6, vec3(0, 0, 1));
    mesh.uvs[0] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}, {0, 1}, {0, 0}};
    mesh.colors = {{0, 0, 0, 1}, {1, 0, 0, 1}, {2, 0, 0, 1},
                   {3, 0, 0, 1}, {4, 0, 0, 1}, {5, 0, 0, 1}};
    mesh.morph_targets.resize(1);
    mesh.morph_targets[0].positions.assign(6, vec3(0, 0, 0));
    mesh.morph_targets[0].positions[1] = vec3(7, 7, 7);
    mesh.indices = {0, 1, 2, 0, 2, 3, 1, 4, 5, 1, 5, 2};
    const MeshData before = mesh;
    ASSERT_TRUE(add_tangents(mesh, 0));
    ASSERT_TRUE(check(mesh));
    ASSERT_EQ(mesh.vertex_count(), 8U);
    for (std::size_t i = 0; i < 6; ++i)
        EXPECT_EQ(mesh.positions[i], before.positions[i]);
    for (std::size_t corner = 0; corner < mesh.indices.size(); ++corner) {
        const std::uint32_t vertex = mesh.indices[corner];
        const std::uint32_t was = before.indices[corner];
        EXPECT_EQ(mesh.positions[vertex], before.positions[was]);
        EXPECT_EQ(mesh.colors[vertex], before.colors[was]);
        EXPECT_EQ(mesh.morph_targets[0].positions[vertex], before.morph_targets[0].positions[was]);
        expect_tangent(mesh.tangents[vertex], corner < 6 ? vec4(1, 0, 0, 1) : vec4(-1, 0, 0, -1));
    }
}

TEST(Tangents, OfAMorphTargetAreThoseOfTheMeshItMakes) {
    MeshData mesh = square();
    mesh.morph_targets.resize(3);
    // Lays the square, which faces +Z, so that it faces +X: its u then runs along -Z.
    MorphTarget& turned = mesh.morph_targets[0];
    for (const vec3& p : mesh.positions)
        turned.positions.push_back(vec3(0, p.y, -p.x) - p);
    turned.normals.assign(4, vec3(1, 0, 0) - vec3(0, 0, 1));
    turned.tangents.assign(4, vec3(9));
    mesh.morph_targets[1].tangents.assign(4, vec3(9));  // moves nothing
    // Takes all extent, and with it all direction.
    for (const vec3& p : mesh.positions)
        mesh.morph_targets[2].positions.push_back(-p);
    ASSERT_TRUE(add_tangents(mesh, 0));
    ASSERT_TRUE(check(mesh));
    ASSERT_EQ(mesh.vertex_count(), 4U);
    ASSERT_EQ(mesh.morph_targets[0].tangents.size(), 4U);
    for (std::size_t i = 0; i < 4; ++i) {
        expect_tangent(mesh.tangents[i], {1, 0, 0, 1});
        const vec3 tangent = vec3(mesh.tangents[i]) + mesh.morph_targets[0].tangents[i];
        EXPECT_NEAR(glm::length(tangent - vec3(0, 0, -1)), 0, 1e-6);
    }
    EXPECT_TRUE(mesh.morph_targets[1].tangents.empty());
    EXPECT_TRUE(mesh.morph_targets[2].tangents.empty());
}

TEST(Tangents, SplitAVertexThatOnlyAMorphTargetPullsApart) {
    // One strip of two squares; the target mirrors the texture's direction of the right one by
    // folding it back over the left.
    MeshData mesh;
    mesh.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {2, 0, 0}, {2, 1, 0}};
    mesh.normals.assign(6, vec3(0, 0, 1));
    mesh.uvs[0] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}, {2, 1}, {2, 0}};
    mesh.indices = {0, 1, 2, 0, 2, 3, 1, 4, 5, 1, 5, 2};
    mesh.morph_targets.resize(1);
    mesh.morph_targets[0].positions.assign(6, vec3(0));
    mesh.morph_targets[0].positions[4] = vec3(-2, 0, 0);
    mesh.morph_targets[0].positions[5] = vec3(-2, 0, 0);
    const MeshData before = mesh;
    ASSERT_TRUE(add_tangents(mesh, 0));
    ASSERT_TRUE(check(mesh));
    ASSERT_EQ(mesh.vertex_count(), 8U);
    for (std::size_t corner = 0; corner < mesh.indices.size(); ++corner) {
        const std::uint32_t vertex = mesh.indices[corner];
        EXPECT_EQ(mesh.positions[vertex], before.positions[before.indices[corner]]);
        expect_tangent(mesh.tangents[vertex], {1, 0, 0, 1});
        const vec3 added = mesh.morph_targets[0].tangents[vertex];
        EXPECT_NEAR(glm::length(added - vec3(corner < 6 ? 0 : -2, 0, 0)), 0, 1e-6) << corner;
    }
}

TEST(Tangents, AreAtRightAnglesToTheNormalAndUnitLength) {
    MeshData mesh = square();
    mesh.normals[2] = vec3(0.6f, 0, 0.8f);
    ASSERT_TRUE(add_tangents(mesh, 0));
    for (std::size_t i = 0; i < mesh.vertex_count(); ++i) {
        const vec3 tangent(mesh.tangents[i]);
        EXPECT_NEAR(glm::dot(tangent, mesh.normals[i]), 0, 1e-6);
        EXPECT_NEAR(glm::dot(tangent, tangent), 1, 1e-5);
    }
}

TEST(Tangents, OfATextureWithoutAreaAreStillUnitVectors) {
    MeshData mesh = square();
    for (vec2& uv : mesh.uvs[0])
        uv = vec2(0.5f, 0.5f);
    ASSERT_TRUE(add_tangents(mesh, 0));
    for (const vec4& tangent : mesh.tangents) {
        EXPECT_NEAR(glm::length(vec3(tangent)), 1, 1e-5);
        EXPECT_EQ(std::abs(tangent.w), 1);
    }
}

TEST(Tangents, AreStillUnitVectorsWhereTheNormalRunsAlongTheTexture) {
    // What MikkTSpace makes is nothing then: the direction along u, less its part along the normal.
    for (const vec3 normal : {vec3(1, 0, 0), vec3(-1, 0, 0)}) {
        MeshData mesh = square();
        mesh.normals[0] = normal;
        ASSERT_TRUE(add_tangents(mesh, 0));
        ASSERT_TRUE(check(mesh));
        for (std::size_t i = 0; i < mesh.vertex_count(); ++i) {
            EXPECT_NEAR(glm::length(vec3(mesh.tangents[i])), 1, 1e-5) << i;
            EXPECT_NEAR(glm::dot(vec3(mesh.tangents[i]), mesh.normals[i]), 0, 1e-5) << i;
            EXPECT_EQ(std::abs(mesh.tangents[i].w), 1) << i;
        }
    }
}

TEST(Tangents, OfATextureWithoutAreaAreAtRightAnglesToTheNormal) {
    MeshData mesh = square();
    for (vec2& uv : mesh.uvs[0])
        uv = vec2(0.5f, 0.5f);
    mesh.normals.assign(4, vec3(1, 0, 0));
    mesh.positions.push_back(vec3(9, 9, 9));  // that no triangle uses
    mesh.normals.push_back(vec3(0.6f, 0.8f, 0));
    mesh.uvs[0].push_back(vec2(0, 0));
    ASSERT_TRUE(add_tangents(mesh, 0));
    for (std::size_t i = 0; i < mesh.vertex_count(); ++i) {
        EXPECT_NEAR(glm::length(vec3(mesh.tangents[i])), 1, 1e-5) << i;
        EXPECT_NEAR(glm::dot(vec3(mesh.tangents[i]), mesh.normals[i]), 0, 1e-5) << i;
    }
}

TEST(Tangents, OfAMeshThatIsOnePointAreStillUnitVectors) {
    MeshData mesh = square();
    for (vec3& position : mesh.positions)
        position = vec3(3, 3, 3);
    ASSERT_TRUE(add_tangents(mesh, 0));
    for (const vec4& tangent : mesh.tangents)
        EXPECT_EQ(tangent, vec4(1, 0, 0, 1));
}

TEST(Tangents, AreRefusedForNumbersWhoseSquaresOverflow) {
    MeshData mesh = square();
    mesh.positions[2].y = 3e38f;
    const auto result = add_tangents(mesh, 0);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, codes::tangent_limit);
    EXPECT_TRUE(mesh.tangents.empty());
}

TEST(Tangents, AreTheSameEveryTime) {
    MeshData first = square();
    first.normals[1] = vec3(0, 0.6f, 0.8f);
    MeshData second = first;
    ASSERT_TRUE(add_tangents(first, 0));
    ASSERT_TRUE(add_tangents(second, 0));
    EXPECT_EQ(first.tangents, second.tangents);
    EXPECT_EQ(first.indices, second.indices);
}

/// A disc of \p triangles around its middle, whose vertex they share by value.
MeshData disc(std::uint32_t triangles) {
    MeshData mesh;
    const auto point = [&](float x, float y) {
        mesh.positions.emplace_back(x, y, 0.0f);
        mesh.uvs[0].emplace_back(x, -y);
    };
    for (std::uint32_t i = 0; i < triangles; ++i) {
        const float from = static_cast<float>(i) / static_cast<float>(triangles) * 2 * pi;
        const float to = static_cast<float>(i + 1) / static_cast<float>(triangles) * 2 * pi;
        point(i % 2 == 0 ? 0.0f : -0.0f, 0);
        point(std::cos(from), std::sin(from));
        point(std::cos(to), std::sin(to));
    }
    mesh.normals.assign(mesh.positions.size(), vec3(0, 0, 1));
    mesh.indices = sequential_indices(static_cast<std::uint32_t>(mesh.positions.size()));
    return mesh;
}

TEST(Tangents, AreMadeUpToTheMostTrianglesAroundAVertex) {
    MeshData mesh = disc(kMaxTangentValence);
    ASSERT_TRUE(add_tangents(mesh, 0));
    expect_tangent(mesh.tangents[0], {1, 0, 0, 1});
}

TEST(Tangents, AreRefusedWhereRecursionWouldGoTooDeep) {
    MeshData mesh = disc(kMaxTangentValence + 1);
    const auto result = add_tangents(mesh, 0);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, codes::tangent_limit);
    EXPECT_EQ(result.error().message,
              "1025 triangles share a vertex, expected at most 1024 to make tangents for");
    EXPECT_TRUE(mesh.tangents.empty());
}

}  // namespace
}  // namespace diorama::mesh
