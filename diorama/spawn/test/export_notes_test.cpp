// SPDX-License-Identifier: MIT
/// \file
/// What an exported world brings along of objects without a struct, and what it says of the rest.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "diorama/ecs/world.hpp"
#include "diorama/gltf/error_codes.hpp"
#include "diorama/gltf/export.hpp"
#include "diorama/gltf/load.hpp"
#include "diorama/scene/name.hpp"
#include "diorama/scene/transform.hpp"
#include "diorama/spawn/error_codes.hpp"
#include "diorama/spawn/export_world.hpp"
#include "diorama/spawn/spawn_gltf.hpp"
#include "tests/support/temporary_folder.hpp"

namespace diorama::spawn {
namespace {

using Folder = test::TemporaryFolder;

/// A bent triangle on node 1 of 4, the joints on 1 and 2, that moves node 1; node 3 is in no scene.
/// Variant `night` wears material 2, `day` material 1.
gltf::GltfAsset banner() {
    gltf::GltfAsset asset;
    asset.version = "2.0";
    asset.materials.resize(3);
    asset.variants = {"night", "day"};
    gltf::GltfPrimitive& primitive = asset.meshes.emplace_back().primitives.emplace_back();
    primitive.mesh.positions = {vec3(0), vec3(1, 0, 0), vec3(0, 1, 0)};
    primitive.mesh.normals.assign(3, vec3(0, 0, 1));
    primitive.mesh.joints.assign(3, {0, 1, 0, 0});
    primitive.mesh.weights.assign(3, vec4(0.5f, 0.5f, 0, 0));
    primitive.mesh.indices = {0, 1, 2};
    primitive.material = 0;
    primitive.variant_materials = {2, 1};
    asset.nodes.resize(4);
    asset.nodes[0].children = {1};
    asset.nodes[1].name = "cloth";
    asset.nodes[1].mesh = 0;
    asset.nodes[1].skin = 0;
    asset.nodes[1].children = {2};
    asset.skins.resize(1);
    asset.skins[0].joints = {1, 2};
    asset.skins[0].inverse_bind = {mat4(1.0f), mat4(2.0f)};
    asset.animations.resize(1);
    asset.animations[0].name = "wave";
    for (const std::uint32_t node : {3U, 1U})
        asset.animations[0].channels.push_back({.node = node,
                                                .path = anim::Path::translation,
                                                .times = {0, 1},
                                                .values = {0, 0, 0, 1, 2, 3}});
    asset.animations[0].duration = 1;
    asset.scenes.resize(1);
    asset.scenes[0].roots = {0};
    asset.default_scene = 0;
    asset.roots = {0};
    return asset;
}

/// Gives \p asset extras at \p pointer that tell where they were.
void note(gltf::GltfAsset& asset, const std::string& pointer) {
    asset.loose_extras.push_back({pointer, R"({"was":")" + pointer + R"("})"});
}

/// Saves \p models in \p folder, spawns them all into \p world, and gives what it is exported as.
ExportedWorld exported(const Folder& folder, const std::vector<gltf::GltfAsset>& models,
                       World&& world = {}) {
    for (std::size_t m = 0; m < models.size(); ++m) {
        const std::string name = std::string(1, static_cast<char>('a' + m)) + ".glb";
        EXPECT_TRUE(gltf::save(models[m], folder.path() / name));
        const auto asset = gltf::load(folder.path() / name);
        EXPECT_TRUE(asset) << to_string(asset.error());
        EXPECT_TRUE(spawn_gltf(world, *asset, {.asset = name}));
    }
    auto made = export_world(world, {.base = folder.path()});
    EXPECT_TRUE(made) << to_string(made.error());
    return std::move(*made);
}

/// The pointers of what \p asset, written and read, carries that was at \p pointer of a model.
std::vector<std::string> places_of(const gltf::GltfAsset& asset, const std::string& pointer) {
    const auto again = gltf::load_memory(gltf::write_glb(asset).value(), {}, "again.glb");
    std::vector<std::string> out;
    for (const gltf::GltfLooseExtras& each : again.value().loose_extras)
        if (each.extras == R"({"was":")" + pointer + R"("})") out.push_back(each.pointer);
    return out;
}

using Pointers = std::vector<std::string>;

TEST(ExportNotes, FollowTheirObjectsToTheNumbersThatTheseHaveHere) {
    const Folder folder;
    struct Row {
        const char *was, *is;
    };
    // Channel 0 drives a node outside the scene, the root comes before the model's nodes.
    constexpr Row kRows[]{
        {"/animations/0/channels/1", "/animations/0/channels/0"},
        {"/animations/0/channels/1/target", "/animations/0/channels/0/target"},
        {"/animations/0/channels/1/sampler", "/animations/0/channels/0/sampler"},
        {"/animations/0/channels/1/sampler/input", "/animations/0/channels/0/sampler/input"},
        {"/skins/0/inverseBindMatrices", "/skins/0/inverseBindMatrices"},
        {"/skins/0/inverseBindMatrices/bufferView", "/skins/0/inverseBindMatrices/bufferView"},
        {"/meshes/0/primitives/0/attributes/POSITION",
         "/meshes/0/primitives/0/attributes/POSITION"},
        {"/meshes/0/primitives/0/indices", "/meshes/0/primitives/0/indices"},
        {"/extensions/KHR_materials_variants", "/extensions/KHR_materials_variants"},
        {"/extensions/KHR_materials_variants/variants/1",
         "/extensions/KHR_materials_variants/variants/1"},
        {"/meshes/0/primitives/0/extensions/KHR_materials_variants/mappings/1",
         "/meshes/0/primitives/0/extensions/KHR_materials_variants/mappings/1"},
        {"/materials/2/pbrMetallicRoughness", "/materials/1/pbrMetallicRoughness"},
        {"/buffers/0", "/buffers/0"},
    };
    gltf::GltfAsset model = banner();
    for (const Row& row : kRows)
        note(model, row.was);
    const ExportedWorld made = exported(folder, {model});
    ASSERT_EQ(made.diagnostics.size(), 1U) << to_string(made.diagnostics.back());
    EXPECT_EQ(
        made.diagnostics[0].message,
        "found 1 animation channel that drives what is not in the scene, /nodes/3/translation "
        "in /animations/0; it is left out");
    for (const Row& row : kRows)
        EXPECT_EQ(places_of(made.asset, row.was), Pointers{row.is}) << row.was;
}

TEST(ExportNotes, OfMappingsFollowTheOrderOfTheVariantsHere) {
    const Folder folder;
    gltf::GltfAsset first = banner();
    std::ranges::reverse(first.variants);  // models share variants of one name
    gltf::GltfAsset second = banner();
    const std::string mapping =
        "/meshes/0/primitives/0/extensions/KHR_materials_variants/mappings/";
    note(second, mapping + "0");
    note(second, "/extensions/KHR_materials_variants/variants/0");
    const ExportedWorld made = exported(folder, {first, second});
    EXPECT_EQ(made.asset.variants, (std::vector<std::string>{"day", "night"}));
    EXPECT_EQ(places_of(made.asset, mapping + "0"),
              Pointers{"/meshes/1/primitives/0/extensions/KHR_materials_variants/mappings/1"});
    const auto said = std::ranges::find(made.diagnostics, std::string("b.glb"), &Diagnostic::where);
    ASSERT_NE(said, made.diagnostics.end()) << "two models have a variant `night`";
    const auto last = std::ranges::find_if(made.diagnostics, [](const Diagnostic& each) {
        return each.message ==
               "found names or extras of 1 object that the file does not have, at "
               "/extensions/KHR_materials_variants/variants/0";
    });
    ASSERT_NE(last, made.diagnostics.end());
    EXPECT_EQ(last->where, "b.glb");
}

TEST(ExportNotes, OfStorageThatNothingUsesAreCountedByTheModelsOwnNumbers) {
    const Folder folder;
    std::string json =
        R"({"asset":{"version":"2.0"},"buffers":[{"byteLength":4,"uri":"data:,1234"}],)"
        R"("bufferViews":[{"buffer":0,"byteLength":4},{"buffer":0,"byteLength":4,"name":"spare"}],)"
        R"("accessors":[{"bufferView":0,"componentType":5121,"count":3,"type":"SCALAR"},)"
        R"({"bufferView":0,"componentType":5121,"count":1,"type":"SCALAR","extras":1}],)"
        R"("meshes":[{"primitives":[{"attributes":{"_A":0}}]}],"nodes":[{"mesh":0}],)"
        R"("scenes":[{"nodes":[0]}]})";
    std::FILE* const file = std::fopen((folder.path() / "spare.gltf").c_str(), "wb");
    ASSERT_NE(file, nullptr);
    std::fwrite(json.data(), 1, json.size(), file);
    std::fclose(file);
    World world;
    const auto asset = gltf::load(folder.path() / "spare.gltf");
    ASSERT_TRUE(asset) << to_string(asset.error());
    ASSERT_TRUE(spawn_gltf(world, *asset, {.asset = "spare.gltf"}));
    const auto made = export_world(world, {.base = folder.path()});
    ASSERT_TRUE(made) << to_string(made.error());
    ASSERT_EQ(made->diagnostics.size(), 1U);
    EXPECT_EQ(made->diagnostics[0].code, codes::export_left_out);
    EXPECT_EQ(made->diagnostics[0].where, "spare.gltf");
    EXPECT_EQ(made->diagnostics[0].message,
              "found names or extras of 2 objects that the file does not have, the first at "
              "/accessors/1");
}

TEST(ExportNotes, LeaveOutPointersToWhatStaysInTheModel) {
    const Folder folder;
    struct Row {
        const char* pointer;
        bool stays;
    };
    constexpr Row kRows[]{
        {"/nodes/1/extensions/KHR_node_visibility/visible", true},
        {"/nodes/1/extensions/KHR_materials_variants/variant", false},
        {"/nodes/1/extensions/EXT_mesh_gpu_instancing/attributes/TRANSLATION", false},
        {"/nodes/1/extensions/VND_glow/strength", false},
        {"/nodes/3/extensions/KHR_node_visibility/visible", false},
        {"/materials/0/extensions/KHR_materials_clearcoat/clearcoatFactor", true},
        {"/materials/0/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform/"
         "scale",
         true},
        {"/materials/0/extensions/VND_glow/strength", false},
        {"/materials/0/normalTexture/extensions/VND_glow/strength", false},
        {"/meshes/0/extensions/VND_glow/strength", false},
        {"/meshes/0/primitives/0/extensions/KHR_materials_variants/mappings/0/material", false},
        {"/extensions/KHR_materials_variants/variants/0/extensions/VND_glow/strength", false},
    };
    gltf::GltfAsset model = banner();
    model.animations[0].channels.pop_back();
    for (const Row& row : kRows)
        model.animations[0].pointers.push_back(
            {.pointer = row.pointer, .components = 1, .times = {0, 1}, .values = {0, 1}});
    const ExportedWorld made = exported(folder, {model});
    std::vector<std::string> kept;
    for (const gltf::GltfPointerChannel& each : made.asset.animations.at(0).pointers)
        kept.push_back(each.pointer);
    EXPECT_EQ(kept, (std::vector<std::string>{
                        "/nodes/2/extensions/KHR_node_visibility/visible",
                        "/materials/0/extensions/KHR_materials_clearcoat/clearcoatFactor",
                        "/materials/0/pbrMetallicRoughness/baseColorTexture/extensions/"
                        "KHR_texture_transform/scale"}));
    ASSERT_EQ(made.diagnostics.size(), 1U);
    // The channel of node 3, which is in no scene, and nine pointers.
    EXPECT_EQ(made.diagnostics[0].message,
              "found 10 animation channels that drive what is not in the scene, the first "
              "/nodes/3/translation in /animations/0; they are left out");
}

TEST(ExportNotes, SayThatAChannelNamesNothingToDrive) {
    const Folder folder;
    const std::string json =
        R"({"asset":{"version":"2.0"},"buffers":[{"byteLength":16,"uri":)"
        R"("data:;base64,AAAAAAAAAAAAAAAAAAAAAA=="}],"bufferViews":[{"buffer":0,"byteLength":16}],)"
        R"("accessors":[{"bufferView":0,"componentType":5126,"count":1,"type":"SCALAR","min":[0],)"
        R"("max":[0]},{"bufferView":0,"componentType":5126,"count":1,"type":"VEC3"}],)"
        R"("meshes":[{"primitives":[{"attributes":{"POSITION":1}}]}],)"
        R"("nodes":[{"mesh":0}],"scenes":[{"nodes":[0]}],"animations":[{"samplers":[)"
        R"({"input":0,"output":1}],"channels":[)"
        R"({"sampler":0,"target":{"node":0,"path":"translation"}},)"
        R"({"sampler":0,"target":{"path":"scale"},"extras":1}]}]})";
    std::FILE* const file = std::fopen((folder.path() / "idle.gltf").c_str(), "wb");
    ASSERT_NE(file, nullptr);
    std::fwrite(json.data(), 1, json.size(), file);
    std::fclose(file);
    World world;
    ASSERT_TRUE(
        spawn_gltf(world, gltf::load(folder.path() / "idle.gltf").value(), {.asset = "idle.gltf"}));
    const auto made = export_world(world, {.base = folder.path()});
    ASSERT_TRUE(made) << to_string(made.error());
    ASSERT_EQ(made->diagnostics.size(), 1U);
    EXPECT_EQ(made->diagnostics[0].code, gltf::codes::export_left_out);
    EXPECT_TRUE(made->diagnostics[0].where.ends_with("idle.gltf#/animations/0/channels/1"))
        << made->diagnostics[0].where;
}

}  // namespace
}  // namespace diorama::spawn
