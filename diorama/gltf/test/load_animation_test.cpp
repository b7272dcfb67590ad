// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <limits>

#include "diorama/gltf/test/model.hpp"

namespace diorama::gltf {
namespace {

using namespace test;

/// One animation of node 0's \p path over accessors \p input and \p output.
std::string animation(int input, int output, const char* path = "translation",
                      const char* interpolation = "LINEAR") {
    return std::string(R"("animations":[{"name":"move","channels":[{"sampler":0,"target":)") +
           R"({"node":0,"path":")" + path + R"("}}],"samplers":[{"input":)" +
           std::to_string(input) + R"(,"output":)" + std::to_string(output) +
           R"(,"interpolation":")" + interpolation + R"("}]}],"nodes":[{}])";
}

TEST(LoadAnimation, KeepsKeysAsTheyAre) {
    Model model;
    const int times = model.floats({1.5f, 2.5f}, "SCALAR");
    const int values = model.floats({1, 0, 0, 2, 0, 0}, "VEC3");
    const GltfAsset asset = loaded(model.file(animation(times, values)));
    const anim::Clip& clip = asset.animations.at(0);
    EXPECT_EQ(clip.name, "move");
    EXPECT_EQ(clip.duration, 2.5f);
    const anim::Channel& channel = clip.channels.at(0);
    EXPECT_EQ(channel.node, 0U);
    EXPECT_EQ(channel.path, anim::Path::translation);
    EXPECT_EQ(channel.interpolation, anim::Interpolation::linear);
    EXPECT_EQ(channel.components, 3U);
    EXPECT_EQ(channel.times, (std::vector<float>{1.5f, 2.5f}));
    EXPECT_EQ(channel.values, (std::vector<float>{1, 0, 0, 2, 0, 0}));
}

TEST(LoadAnimation, KeepsTheTriplesOfCubicKeys) {
    Model model;
    const int times = model.floats({0, 1}, "SCALAR");
    const int values = model.floats({0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 3, 3, 3, 0, 0, 0}, "VEC3");
    const GltfAsset asset = loaded(model.file(animation(times, values, "scale", "CUBICSPLINE")));
    const anim::Channel& channel = asset.animations.at(0).channels.at(0);
    EXPECT_EQ(channel.path, anim::Path::scale);
    EXPECT_EQ(channel.interpolation, anim::Interpolation::cubic_spline);
    EXPECT_EQ(channel.values.size(), 18U);
}

TEST(LoadAnimation, ReadsQuantisedRotations) {
    Model model;
    const int times = model.floats({0, 1}, "SCALAR");
    const int values = model.accessor(bytes<std::int16_t>({0, 0, 0, 32767, 0, -32768, 0, 0}), 5122,
                                      "VEC4", 2, R"(,"normalized":true)");
    const GltfAsset asset = loaded(model.file(animation(times, values, "rotation", "STEP")));
    const anim::Channel& channel = asset.animations.at(0).channels.at(0);
    EXPECT_EQ(channel.components, 4U);
    EXPECT_EQ(channel.values, (std::vector<float>{0, 0, 0, 1, 0, -1, 0, 0}));
}

TEST(LoadAnimation, ReadsMorphWeightsOfTheNodesMesh) {
    Model model;
    const int positions = model.floats({0, 0, 0}, "VEC3");
    const int times = model.floats({0, 1}, "SCALAR");
    const int values = model.floats({0, .5f, 1, .25f}, "SCALAR");
    std::string members = animation(times, values, "weights");
    const std::string target = R"({"POSITION":)" + std::to_string(positions) + "}";
    members.replace(members.find(R"("nodes":[{}])"), std::string_view::npos,
                    R"("nodes":[{"mesh":0}],)" +
                        one_mesh(R"("POSITION":)" + std::to_string(positions),
                                 R"(,"mode":0,"targets":[)" + target + "," + target + "]"));
    const GltfAsset asset = loaded(model.file(members));
    const anim::Channel& channel = asset.animations.at(0).channels.at(0);
    EXPECT_EQ(channel.components, 2U);
    EXPECT_EQ(channel.values, (std::vector<float>{0, .5f, 1, .25f}));
}

TEST(LoadAnimation, AcceptsTimesBelowZeroAndSaysSo) {
    Model model;
    const int times = model.floats({-.9667f, 0, 2.2f}, "SCALAR");
    const int values = model.floats({0, 0, 0, 1, 0, 0, 2, 0, 0}, "VEC3");
    const GltfAsset asset = loaded(model.file(animation(times, values)));
    EXPECT_EQ(asset.animations.at(0).channels.size(), 1U);
    EXPECT_EQ(asset.animations.at(0).duration, 2.2f);
    EXPECT_TRUE(
        has(asset.diagnostics, "gltf-animation-times", "#/accessors/" + std::to_string(times)));
}

TEST(LoadAnimation, LeavesOutAChannelWhoseTimesDoNotRiseNamingTheAccessor) {
    for (const float second : {1.0f, 0.5f}) {
        Model model;
        const int times = model.floats({1, second}, "SCALAR");
        const int values = model.floats({0, 0, 0, 1, 0, 0}, "VEC3");
        const GltfAsset asset = loaded(model.file(animation(times, values)));
        ASSERT_EQ(asset.animations.size(), 1U);
        EXPECT_TRUE(asset.animations[0].channels.empty());
        ASSERT_TRUE(
            has(asset.diagnostics, "gltf-animation-times", "#/accessors/" + std::to_string(times)));
        EXPECT_EQ(asset.diagnostics.back().severity, Severity::error);
    }
}

TEST(LoadAnimation, RefusesTimesThatAreNan) {
    Model model;
    const int times = model.floats({0, std::numeric_limits<float>::quiet_NaN()}, "SCALAR");
    const int values = model.floats({0, 0, 0, 1, 0, 0}, "VEC3");
    const auto asset = load_model(model.file(animation(times, values)));
    ASSERT_FALSE(asset);
    EXPECT_EQ(asset.error().code.name(), "gltf-accessor-nonfinite");
    EXPECT_EQ(asset.error().where, "test.glb#/accessors/" + std::to_string(times));
}

TEST(LoadAnimation, LeavesOutAChannelWithTooFewValues) {
    Model model;
    const int times = model.floats({0, 1}, "SCALAR");
    const int values = model.floats({0, 0, 0}, "VEC3");
    const GltfAsset asset = loaded(model.file(animation(times, values)));
    EXPECT_TRUE(asset.animations.at(0).channels.empty());
    EXPECT_TRUE(has(asset.diagnostics, "gltf-animation-sampler", "#/animations/0/samplers/0"));
}

TEST(LoadAnimation, LeavesOutAChannelWithoutTarget) {
    Model model;
    const int times = model.floats({0, 1}, "SCALAR");
    const int values = model.floats({0, 0, 0, 1, 0, 0}, "VEC3");
    std::string members = animation(times, values);
    const std::string target = R"("node":0,)";
    members.erase(members.find(target), target.size());
    const GltfAsset asset = loaded(model.file(members));
    EXPECT_TRUE(asset.animations.at(0).channels.empty());
}

TEST(LoadAnimation, LeavesOutWeightsOfANodeWithoutMorphTargets) {
    Model model;
    const int times = model.floats({0, 1}, "SCALAR");
    const int values = model.floats({0, 1}, "SCALAR");
    const GltfAsset asset = loaded(model.file(animation(times, values, "weights")));
    EXPECT_TRUE(asset.animations.at(0).channels.empty());
    EXPECT_TRUE(
        has(asset.diagnostics, "gltf-animation-target", "#/animations/0/channels/0/target"));
}

}  // namespace
}  // namespace diorama::gltf
