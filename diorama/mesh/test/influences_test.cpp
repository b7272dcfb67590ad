// SPDX-License-Identifier: MIT
#include "diorama/mesh/influences.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "diorama/mesh/error_codes.hpp"

namespace diorama::mesh {
namespace {

using Joints = std::array<std::uint16_t, 4>;

MeshData mesh_of(std::size_t vertices) {
    MeshData mesh;
    mesh.positions.assign(vertices, vec3(0, 0, 0));
    return mesh;
}

InfluenceSet set_of(const Joints& joints, const vec4& weights) {
    return {{joints}, {weights}};
}

void expect_near(const vec4& got, const vec4& expected) {
    for (int lane = 0; lane < 4; ++lane)
        EXPECT_NEAR(got[lane], expected[lane], 1e-6) << lane;
}

TEST(Influences, StayAsTheyAreWhereTheySumToOne) {
    MeshData mesh = mesh_of(1);
    const auto report =
        set_influences(mesh, std::vector{set_of({7, 3, 9, 1}, {0.5f, 0.25f, 0.125f, 0.125f})});
    ASSERT_TRUE(report);
    EXPECT_EQ(mesh.joints[0], (Joints{7, 3, 9, 1}));
    EXPECT_EQ(mesh.weights[0], vec4(0.5f, 0.25f, 0.125f, 0.125f));
    EXPECT_EQ(report->renormalised + report->weightless + report->reduced + report->merged, 0U);
}

TEST(Influences, AreRenormalisedAndCounted) {
    MeshData mesh = mesh_of(2);
    InfluenceSet set = set_of({4, 5, 0, 0}, {0.5f, 0.3f, 0, 0});
    set.joints.push_back({2, 0, 0, 0});
    set.weights.emplace_back(2, 0, 0, 0);
    const auto report = set_influences(mesh, std::vector{set});
    ASSERT_TRUE(report);
    expect_near(mesh.weights[0], {0.625f, 0.375f, 0, 0});
    expect_near(mesh.weights[1], {1, 0, 0, 0});
    EXPECT_EQ(report->renormalised, 2U);
}

TEST(Influences, DoNotChangeWhenNormalisedASecondTime) {
    std::uint32_t state = 1;
    const auto next = [&] {
        state = state * 1664525u + 1013904223u;
        return static_cast<float>(state >> 8) * 0x1p-24f;
    };
    for (int i = 0; i < 2000; ++i) {
        MeshData once = mesh_of(1);
        const vec4 raw{next(), next(), next(), next()};
        ASSERT_TRUE(set_influences(once, std::vector{set_of({1, 2, 3, 4}, raw)}));
        MeshData twice = mesh_of(1);
        ASSERT_TRUE(set_influences(twice, std::vector{InfluenceSet{once.joints, once.weights}}));
        EXPECT_EQ(twice.weights[0], once.weights[0]) << i;
    }
}

TEST(Influences, OfAWeightlessVertexAreJointZeroAlone) {
    MeshData mesh = mesh_of(1);
    const auto report = set_influences(mesh, std::vector{set_of({4, 5, 6, 7}, {0, 0, 0, 0})});
    ASSERT_TRUE(report);
    EXPECT_EQ(mesh.joints[0], (Joints{0, 0, 0, 0}));
    EXPECT_EQ(mesh.weights[0], vec4(1, 0, 0, 0));
    EXPECT_EQ(report->weightless, 1U);
    EXPECT_EQ(report->renormalised, 0U);
}

TEST(Influences, OfMoreThanFourJointsKeepTheGreatestFour) {
    MeshData mesh = mesh_of(1);
    // 0.2 0.2 0.15 0.15 0.1 0.1 0.05 0.05, unsorted over two sets.
    const auto report =
        set_influences(mesh, std::vector{set_of({8, 5, 6, 7}, {0.05f, 0.1f, 0.2f, 0.15f}),
                                         set_of({4, 3, 2, 1}, {0.15f, 0.05f, 0.1f, 0.2f})});
    ASSERT_TRUE(report);
    EXPECT_EQ(mesh.joints[0], (Joints{1, 6, 4, 7}));  // equal weights by joint
    expect_near(mesh.weights[0], {0.285714f, 0.285714f, 0.214286f, 0.214286f});
    EXPECT_EQ(report->reduced, 1U);
    EXPECT_EQ(report->renormalised, 0U);
}

TEST(Influences, OfOneJointListedTwiceAreMerged) {
    MeshData mesh = mesh_of(1);
    const auto report =
        set_influences(mesh, std::vector{set_of({3, 9, 3, 0}, {0.25f, 0.5f, 0.25f, 0})});
    ASSERT_TRUE(report);
    EXPECT_EQ(mesh.joints[0], (Joints{3, 9, 0, 0}));
    EXPECT_EQ(mesh.weights[0], vec4(0.5f, 0.5f, 0, 0));
    EXPECT_EQ(report->merged, 1U);
}

TEST(Influences, ThatAreNoWeightsAreAnErrorNamingTheVertex) {
    for (const float bad :
         {-0.1f, std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
        MeshData mesh = mesh_of(2);
        InfluenceSet set = set_of({0, 1, 0, 0}, {1, 0, 0, 0});
        set.joints.push_back({0, 1, 0, 0});
        set.weights.emplace_back(1, bad, 0, 0);
        const auto report = set_influences(mesh, std::vector{set});
        ASSERT_FALSE(report);
        EXPECT_EQ(report.error().code, codes::weight_invalid);
        EXPECT_TRUE(report.error().message.starts_with("weight of vertex 1 in set 0 is "));
        EXPECT_TRUE(mesh.joints.empty());
    }
}

TEST(Influences, SurviveWeightsWhoseSumOverflows) {
    MeshData mesh = mesh_of(1);
    const float huge = std::numeric_limits<float>::max();
    ASSERT_TRUE(set_influences(mesh, std::vector{set_of({0, 1, 0, 0}, {huge, huge, 0, 0})}));
    EXPECT_EQ(mesh.weights[0], vec4(0.5f, 0.5f, 0, 0));
}

TEST(Influences, OfUpToEightAreKeptInTwoHalves) {
    MeshData mesh = mesh_of(2);
    InfluenceSet first = set_of({1, 2, 3, 4}, {0.25f, 0.25f, 0.125f, 0.125f});
    InfluenceSet second = set_of({5, 6, 0, 0}, {0.125f, 0.125f, 0, 0});
    first.joints.push_back({9, 0, 0, 0});
    first.weights.emplace_back(1, 0, 0, 0);
    second.joints.push_back({0, 0, 0, 0});
    second.weights.emplace_back(0, 0, 0, 0);
    const auto report = set_influences(mesh, std::vector{first, second}, 8);
    ASSERT_TRUE(report);
    EXPECT_EQ(report->reduced, 0U);
    EXPECT_EQ(mesh.joints[0], (Joints{1, 2, 3, 4}));
    EXPECT_EQ(mesh.more_joints[0], (Joints{5, 6, 0, 0}));
    EXPECT_EQ(mesh.more_weights[0], vec4(0.125f, 0.125f, 0, 0));
    EXPECT_EQ(mesh.more_weights[1], vec4(0, 0, 0, 0));
    EXPECT_EQ(mesh.weights[1], vec4(1, 0, 0, 0));
}

TEST(Influences, OfNoneAboveFourHaveNoSecondHalf) {
    MeshData mesh = mesh_of(1);
    ASSERT_TRUE(set_influences(mesh, std::vector{set_of({1, 2, 3, 4}, {1, 1, 1, 1})}, 8));
    EXPECT_TRUE(mesh.more_joints.empty());
    EXPECT_TRUE(mesh.more_weights.empty());
}

}  // namespace
}  // namespace diorama::mesh
