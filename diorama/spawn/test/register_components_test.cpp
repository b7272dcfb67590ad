// SPDX-License-Identifier: MIT
#include "diorama/spawn/register_components.hpp"

#include <gtest/gtest.h>

#include "diorama/document/scene_components.hpp"
#include "diorama/document/scene_text.hpp"
#include "diorama/ecs/world.hpp"
#include "diorama/motion/skin.hpp"
#include "diorama/render/components.hpp"
#include "diorama/scene/transform.hpp"
#include "diorama/spawn/spawn_gltf.hpp"

namespace diorama::spawn {
namespace {

/// A model that makes spawn_gltf() use every component it has.
gltf::GltfAsset everything() {
    gltf::GltfAsset asset;
    asset.cameras.resize(1);
    asset.lights.resize(1);
    asset.meshes.resize(1);
    asset.meshes[0].weights = {0.5f};
    mesh::MeshData& mesh = asset.meshes[0].primitives.emplace_back().mesh;
    mesh.positions = {vec3(0), vec3(1, 0, 0), vec3(0, 1, 0)};
    mesh.indices = {0, 1, 2};
    mesh.morph_targets.resize(1);
    asset.skins.resize(1);
    asset.skins[0].joints = {0};
    asset.skins[0].inverse_bind = {mat4(1)};
    asset.nodes.resize(3);
    asset.nodes[0].name = "bone";
    asset.nodes[1].mesh = 0;
    asset.nodes[1].skin = 0;
    asset.nodes[2].camera = 0;
    asset.nodes[2].light = 0;
    asset.roots = {0, 1, 2};
    return asset;
}

TEST(RegisterComponents, LetsASpawnedModelBeSavedAndLoaded) {
    World world;
    const SpawnedGltf spawned = spawn_gltf(world, everything(), {.asset = "all.glb"}).value();
    document::SceneRegistry registry;
    register_components(registry);
    const Result<std::string> text = registry.save_text(world);
    ASSERT_TRUE(text) << to_string(text.error());
    for (const char* name :
         {"Renderable", "LightSource", "CameraComponent", "Skin", "MorphWeights"})
        EXPECT_NE(text->find(std::string("  ") + name + " "), std::string::npos) << name;

    World again;
    const auto doc = document::read_text(*text, "all.cscn");
    ASSERT_TRUE(doc) << to_string(doc.error());
    const auto loaded = registry.instantiate(again, *doc);
    ASSERT_TRUE(loaded) << to_string(loaded.error());
    EXPECT_EQ(registry.save_text(again).value(), *text);
    EXPECT_EQ(again.entity_count(), world.entity_count());
}

TEST(RegisterComponents, NamesAllThatWouldBeLostWithoutIt) {
    World world;
    const SpawnedGltf spawned = spawn_gltf(world, everything(), {.asset = "all.glb"}).value();
    document::SceneRegistry registry;
    document::register_scene_components(registry);
    const auto doc = registry.to_doc(world);
    ASSERT_FALSE(doc);
    const std::string said = to_string(doc.error());
    for (const char* name :
         {"Renderable", "LightSource", "CameraComponent", "Skin", "MorphWeights"})
        EXPECT_NE(said.find(std::string("`") + name + "`"), std::string::npos) << said;
}

}  // namespace
}  // namespace diorama::spawn
