// SPDX-License-Identifier: MIT
#include "diorama/spawn/scene_of_model.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "diorama/document/scene_registry.hpp"
#include "diorama/document/scene_text.hpp"
#include "diorama/ecs/world.hpp"
#include "diorama/spawn/error_codes.hpp"
#include "diorama/spawn/register_components.hpp"

namespace diorama::spawn {
namespace {

/// A model of one node with a mesh, a skin of \p joints joints and \p places instances.
gltf::GltfAsset model(std::size_t joints, std::size_t places) {
    gltf::GltfAsset asset;
    asset.version = "2.0";
    asset.meshes.resize(1);
    asset.meshes[0].primitives.resize(1);
    asset.nodes.resize(joints + 1);
    asset.nodes[0].name = "crowd";
    asset.nodes[0].mesh = 0;
    if (places > 0) asset.nodes[0].instances.emplace().places.resize(places);
    if (joints > 0) {
        asset.nodes[0].skin = 0;
        gltf::GltfSkin& skin = asset.skins.emplace_back();
        skin.name = "bones";
        for (std::size_t j = 0; j < joints; ++j) {
            skin.joints.push_back(static_cast<std::int32_t>(j + 1));
            asset.roots.push_back(static_cast<std::int32_t>(j + 1));
        }
        skin.inverse_bind.assign(joints, mat4(1.0f));
    }
    asset.roots.push_back(0);
    return asset;
}

/// Whether what is spawned of \p asset can be written as a scene.
bool is_written(const gltf::GltfAsset& asset, const SpawnOptions& options) {
    World world;
    if (!spawn_gltf(world, asset, options)) return false;
    document::SceneRegistry registry;
    register_components(registry);
    const auto doc = registry.to_doc(world);
    return doc && document::write_text(*doc).has_value();
}

TEST(CheckSaving, RefusesJustWhatASceneCannotHoldAndNamesIt) {
    const SpawnOptions one{.asset = "m.glb", .instancing = Instancing::renderable};
    EXPECT_TRUE(check_saving(model(0, 100'000), one));
    EXPECT_TRUE(is_written(model(0, 100'000), one));
    const auto places = check_saving(model(0, 100'001), one);
    ASSERT_FALSE(places);
    EXPECT_FALSE(is_written(model(0, 100'001), one));
    EXPECT_EQ(places.error().code, codes::too_many);
    EXPECT_EQ(places.error().where, "#/nodes/0");
    EXPECT_NE(places.error().message.find("\"crowd\" with 100001 instances"), std::string::npos);
    EXPECT_NE(places.error().hint.find("as entities"), std::string::npos);
    EXPECT_TRUE(check_saving(model(0, 100'001), {.asset = "m.glb"})) << "an entity each";
}

TEST(CheckSaving, FindsTheGreatestSkinThatASceneHolds) {
    const SpawnOptions options{.asset = "m.glb"};
    std::size_t joints = 9'990;
    while (check_saving(model(joints + 1, 0), options))
        ++joints;
    EXPECT_TRUE(is_written(model(joints, 0), options)) << joints;
    EXPECT_FALSE(is_written(model(joints + 1, 0), options)) << joints;
    const auto refused = check_saving(model(joints + 1, 0), options);
    EXPECT_EQ(refused.error().where, "#/skins/0");
    EXPECT_NE(refused.error().message.find("\"bones\""), std::string::npos);
    SpawnOptions rigid = options;
    rigid.skinned_meshes = false;
    EXPECT_TRUE(check_saving(model(joints + 1, 0), rigid));
}

TEST(LeftInModel, NamesWhatAndHowMuch) {
    gltf::GltfAsset asset = model(0, 1);
    EXPECT_TRUE(left_in_model(asset).empty());
    asset.animations.resize(3);
    asset.animations[0].name = "Walk";
    asset.animations[1].name = "Run";
    asset.nodes[0].extras = "{}";
    asset.nodes[0].extensions = R"({"KHR_lights_punctual":{"light":0},"X_toy":{},"Y_toy":{}})";
    asset.nodes[0].instances->attributes.push_back(
        {.name = "_ID", .data = std::vector<std::byte>(4)});
    asset.scenes.resize(2);
    const std::vector<Diagnostic> found = left_in_model(asset, 1);
    std::string text;
    for (const Diagnostic& each : found) {
        EXPECT_EQ(each.code, codes::left_in_model);
        EXPECT_EQ(each.severity, Severity::warning);
        text += each.message + "\n";
    }
    EXPECT_EQ(found.size(), 5U) << text;
    for (const char* part : {R"(3 animations ("Run", "Walk"))", "1 node with extras",
                             R"(1 node with 2 extensions ("X_toy", "Y_toy"))",
                             R"(1 node whose instances have 1 attribute ("_ID"))",
                             "2 scenes, of which scene 1 is imported"})
        EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
}

TEST(CheckSpawn, SaysWhatSpawningWouldAndSpawnsNothing) {
    const gltf::GltfAsset asset = model(3, 0);
    EXPECT_TRUE(check_spawn(asset));
    SpawnOptions few;
    few.max_joints = 2;
    World world;
    const auto said = check_spawn(asset, few);
    const auto spawned = spawn_gltf(world, asset, few);
    ASSERT_FALSE(said);
    ASSERT_FALSE(spawned);
    EXPECT_EQ(said.error().code, spawned.error().code);
    EXPECT_EQ(said.error().message, spawned.error().message);
}

}  // namespace
}  // namespace diorama::spawn
