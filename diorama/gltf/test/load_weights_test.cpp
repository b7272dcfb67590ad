// SPDX-License-Identifier: MIT
// Weights of joints as loaded.
#include <gtest/gtest.h>

#include "diorama/gltf/check.hpp"
#include "diorama/gltf/test/mesh_fixtures.hpp"

namespace diorama::gltf {
namespace {

using namespace test;

/// A triangle bound to joints by sets of joints and weights.
std::string skinned(Model& model, std::initializer_list<std::pair<int, int>> sets) {
    std::string attributes = position(model);
    int set = 0;
    for (const auto& [joints, weights] : sets) {
        attributes += R"(,"JOINTS_)" + number(set) + R"(":)" + number(joints) + R"(,"WEIGHTS_)" +
                      number(set) + R"(":)" + number(weights);
        ++set;
    }
    return one_mesh(attributes) +
           R"(,"nodes":[{"mesh":0,"skin":0},{},{}],"skins":[{"joints":[1,2]}])";
}

TEST(LoadWeights, AreMadeToSumToOneWithAWarningCount) {
    Model model;
    const int joints =
        model.accessor(bytes<std::uint8_t>({0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0}), 5121, "VEC4", 3);
    const int weights = model.floats({.5f, .3f, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0}, "VEC4");
    const std::string members = skinned(model, {{joints, weights}});
    const GltfAsset asset = loaded(model.file(members));
    EXPECT_NEAR(first(asset).weights[0].x, 0.625, 1e-6);
    EXPECT_NEAR(first(asset).weights[0].y, 0.375, 1e-6);
    EXPECT_EQ(first(asset).weights[1], vec4(1, 0, 0, 0));
    EXPECT_EQ(first(asset).joints[1][0], 0);
    EXPECT_EQ(first(asset).joints[2][0], 1);
    ASSERT_TRUE(
        has(asset.diagnostics, "gltf-weight-sum", "#/meshes/0/primitives/0/attributes/WEIGHTS_0"));
    EXPECT_EQ(asset.diagnostics.back().message,
              "found 2 vertices whose joint weights do not sum to 1, 1 of them with none");
}

TEST(LoadWeights, AreFaultedWhereCheckFaultsThem) {
    // So that `check`, which loads as well, says it once.
    Model model;
    const int joints =
        model.accessor(bytes<std::uint8_t>({1, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0}), 5121, "VEC4", 3);
    const int weights = model.floats({.5f, .5f, 0, 0, 1, 0, 0, 0, .7f, 0, 0, 0}, "VEC4");
    const std::string file =
        model.file(skinned(model, {{joints, weights}}) + R"(,"scenes":[{"nodes":[0,1,2]}])");
    const Folder folder;
    const std::vector<Diagnostic> found = check(folder.write("file.glb", file));
    const GltfAsset asset = loaded(file);
    EXPECT_GE(asset.diagnostics.size(), 2u);
    for (const Diagnostic& each : asset.diagnostics) {
        const std::string_view place = std::string_view(each.where).substr(each.where.find('#'));
        EXPECT_TRUE(has(found, each.code.name(), place)) << to_string(each);
    }
}

TEST(LoadWeights, OfOneJointNamedTwiceAreAddedWithAnError) {
    Model model;
    const int joints =
        model.accessor(bytes<std::uint8_t>({1, 1, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0}), 5121, "VEC4", 3);
    const int weights = model.floats({.5f, .5f, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}, "VEC4");
    const GltfAsset asset = loaded(model.file(skinned(model, {{joints, weights}})));
    EXPECT_EQ(first(asset).weights[0], vec4(1, 0, 0, 0));
    EXPECT_EQ(first(asset).joints[0][0], 1);
    ASSERT_TRUE(has(asset.diagnostics, "gltf-joint-duplicate",
                    "#/meshes/0/primitives/0/attributes/JOINTS_0"));
    EXPECT_EQ(asset.diagnostics.back().message,
              "found 1 vertices that name one joint twice with weight, expected each joint once");
}

TEST(LoadWeights, WithoutDataFollowTheFirstJointWithAWarning) {
    Model model;
    const int joints =
        model.accessor(bytes<std::uint8_t>({1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}), 5121, "VEC4", 3);
    const int weights = model.accessor(R"("componentType":5126,"count":3,"type":"VEC4")");
    const GltfAsset asset = loaded(model.file(skinned(model, {{joints, weights}})));
    EXPECT_EQ(first(asset).weights[0], vec4(1, 0, 0, 0));
    EXPECT_EQ(first(asset).joints[0][0], 0);
    EXPECT_TRUE(has(asset.diagnostics, "gltf-accessor-no-data",
                    "#/meshes/0/primitives/0/attributes/WEIGHTS_0"));
}

TEST(LoadWeights, BelowZeroAreAnErrorNamingAccessorAndVertex) {
    Model model;
    const int joints =
        model.accessor(bytes<std::uint8_t>({0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0}), 5121, "VEC4", 3);
    const int weights = model.floats({1, 0, 0, 0, 1, -.25f, 0, 0, .5f, .5f, 0, 0}, "VEC4");
    const std::string members = skinned(model, {{joints, weights}});
    const GltfAsset asset = loaded(model.file(members));
    EXPECT_EQ(first(asset).weights[1], vec4(1, 0, 0, 0));
    ASSERT_TRUE(has(asset.diagnostics, "gltf-accessor-values", "#/accessors/" + number(weights)));
    EXPECT_EQ(asset.diagnostics.back().message,
              "found the weight -0.250000 of vertex 1, expected none below 0");
}

TEST(LoadWeights, ThatAreNanAreRefused) {
    Model model;
    const int joints = model.accessor(std::string(12, '\0'), 5121, "VEC4", 3);
    const int weights = model.accessor(std::string(44, '\0') + kNan, 5126, "VEC4", 3);
    const std::string members = skinned(model, {{joints, weights}});
    const auto asset = load_model(model.file(members));
    ASSERT_FALSE(asset);
    EXPECT_EQ(asset.error().code.name(), "gltf-accessor-nonfinite");
    EXPECT_EQ(asset.error().where, "test.glb#/accessors/" + number(weights));
}

TEST(LoadWeights, OfEightJointsKeepTheGreatestFour) {
    Model model;
    const auto rows = [](std::initializer_list<std::uint8_t> row) {
        const std::string one = bytes(row);
        return one + one + one;
    };
    const auto weight_rows = [](std::initializer_list<float> row) {
        const std::string one = bytes(row);
        return one + one + one;
    };
    const int joints0 = model.accessor(rows({7, 4, 5, 6}), 5121, "VEC4", 3);
    const int joints1 = model.accessor(rows({3, 2, 1, 0}), 5121, "VEC4", 3);
    const int weights0 = model.accessor(weight_rows({.05f, .1f, .2f, .15f}), 5126, "VEC4", 3);
    const int weights1 = model.accessor(weight_rows({.15f, .05f, .1f, .2f}), 5126, "VEC4", 3);
    const std::string attributes = skinned(model, {{joints0, weights0}, {joints1, weights1}});
    std::string members = attributes;
    const std::string two_joints = R"("joints":[1,2])";
    members.replace(members.find(two_joints), two_joints.size(), R"("joints":[1,2,1,2,1,2,1,2])");
    const GltfAsset asset = loaded(model.file(members));
    EXPECT_EQ(first(asset).joints[2], (std::array<std::uint16_t, 4>{0, 5, 3, 6}));
    EXPECT_NEAR(first(asset).weights[2].x, 0.2857, 1e-4);
    EXPECT_NEAR(first(asset).weights[2].w, 0.2143, 1e-4);
    EXPECT_TRUE(has(asset.diagnostics, "gltf-skin-influences"));
}

}  // namespace
}  // namespace diorama::gltf
