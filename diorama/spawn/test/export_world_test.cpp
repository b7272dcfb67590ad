// SPDX-License-Identifier: MIT
#include "diorama/spawn/export_world.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <any>
#include <filesystem>
#include <memory>
#include <string>

#include "diorama/ecs/world.hpp"
#include "diorama/gltf/export.hpp"
#include "diorama/gltf/load.hpp"
#include "diorama/motion/skin.hpp"
#include "diorama/render/components.hpp"
#include "diorama/render/scene2d_bridge.hpp"
#include "diorama/scene/hierarchy.hpp"
#include "diorama/scene/name.hpp"
#include "diorama/scene/transform.hpp"
#include "diorama/scene/visibility.hpp"
#include "diorama/spawn/error_codes.hpp"
#include "diorama/spawn/spawn_gltf.hpp"
#include "tests/support/temporary_folder.hpp"

namespace diorama::spawn {
namespace {

using Folder = test::TemporaryFolder;

gltf::GltfPrimitive triangle(std::int32_t material) {
    gltf::GltfPrimitive out;
    out.mesh.positions = {vec3(0), vec3(1, 0, 0), vec3(0, 1, 0)};
    out.mesh.normals.assign(3, vec3(0, 0, 1));
    out.mesh.joints.assign(3, {0, 1, 0, 0});
    out.mesh.weights.assign(3, vec4(0.5f, 0.5f, 0, 0));
    out.mesh.indices = {0, 1, 2};
    out.mesh.morph_targets.push_back({"up", out.mesh.positions, {}, {}});
    out.material = material;
    return out;
}

/// A bent mesh of two primitives on `body`, whose joints `hip` and `knee` are animated.
gltf::GltfAsset walker() {
    gltf::GltfAsset asset;
    asset.version = "2.0";
    asset.materials.resize(3);
    for (std::size_t m = 0; m < 3; ++m)
        asset.materials[m].material.name = "material " + std::to_string(m);
    gltf::GltfMesh& mesh = asset.meshes.emplace_back();
    mesh.name = "leg";
    mesh.primitives = {triangle(0), triangle(2)};
    mesh.weights = {0.5f};
    asset.nodes.resize(3);
    asset.nodes[0].name = "body";
    asset.nodes[0].children = {1};
    asset.nodes[0].mesh = 0;
    asset.nodes[0].skin = 0;
    asset.nodes[0].extras = R"({"xxx":555})";
    asset.nodes[1].name = "hip";
    asset.nodes[1].children = {2};
    asset.nodes[2].name = "knee";
    gltf::GltfSkin& skin = asset.skins.emplace_back();
    skin.joints = {1, 2};
    skin.inverse_bind = {mat4(1.0f), mat4(2.0f)};
    gltf::GltfAnimation& walk = asset.animations.emplace_back();
    walk.name = "walk";
    walk.channels.push_back({.node = 2,
                             .path = anim::Path::translation,
                             .times = {0, 1},
                             .values = {0, 0, 0, 1, 2, 3}});
    asset.scenes.emplace_back().roots = {0};
    asset.default_scene = 0;
    asset.roots = {0};
    return asset;
}

/// walker() as `walker.glb` in \p folder, loaded.
gltf::GltfAsset saved_walker(const Folder& folder) {
    EXPECT_TRUE(gltf::save(walker(), folder.path() / "walker.glb"));
    return gltf::load(folder.path() / "walker.glb").value();
}

const gltf::GltfNode* node_named(const gltf::GltfAsset& asset, std::string_view name) {
    const auto found = std::ranges::find(asset.nodes, name, &gltf::GltfNode::name);
    return found == asset.nodes.end() ? nullptr : &*found;
}

TEST(ExportWorld, TurnsNothingByARotationOfNoLengthAndSaysSo) {
    World world;
    world.spawn(Transform{.rotation = quat(0, 0, 0, 0)}, Name{"flat"});
    const auto made = export_world(world, {});
    ASSERT_TRUE(made) << to_string(made.error());
    EXPECT_EQ(made->asset.nodes.at(0).rotation, quat(1, 0, 0, 0));
    ASSERT_EQ(made->diagnostics.size(), 1U);
    EXPECT_EQ(made->diagnostics[0].code, codes::export_left_out);
    EXPECT_EQ(made->diagnostics[0].where, "flat");
}

TEST(ExportWorld, KeepsTheExtrasOfAModelWithoutAnimations) {
    const Folder folder;
    gltf::GltfAsset still = walker();
    still.animations.clear();
    ASSERT_TRUE(gltf::save(still, folder.path() / "still.glb"));
    World world;
    ASSERT_TRUE(spawn_gltf(world, still, {.asset = "still.glb"}));
    const auto made = export_world(world, {.base = folder.path()});
    ASSERT_TRUE(made) << to_string(made.error());
    const gltf::GltfNode* const body = node_named(made->asset, "body");
    ASSERT_NE(body, nullptr);
    EXPECT_EQ(body->extras, R"({"xxx":555})");
}

TEST(ExportWorld, LeavesOutPointersToWhatStaysBehindAndSaysSo) {
    const Folder folder;
    gltf::GltfAsset asset = walker();
    gltf::GltfPointerChannel& glow = asset.animations[0].pointers.emplace_back();
    glow.pointer = "/materials/1/emissiveFactor";
    glow.components = 3;
    glow.times = {0};
    glow.values = {1, 0, 0};
    ASSERT_TRUE(gltf::save(asset, folder.path() / "glow.glb"));
    World world;
    ASSERT_TRUE(spawn_gltf(world, asset, {.asset = "glow.glb"}));
    const auto made = export_world(world, {.base = folder.path()});
    ASSERT_TRUE(made) << to_string(made.error());
    ASSERT_EQ(made->asset.animations.size(), 1U);
    EXPECT_TRUE(made->asset.animations[0].pointers.empty()) << "no mesh has the material";
    ASSERT_EQ(made->diagnostics.size(), 1U);
    EXPECT_NE(made->diagnostics[0].message.find("1 animation channel that drives what is not in"),
              std::string::npos)
        << made->diagnostics[0].message;
}

TEST(ExportWorld, KeepsNamesPlacesCamerasAndLights) {
    World world;
    const Entity top = world.spawn(Transform{.translation = {1, 2, 3}, .scale = {-1, 1, 1}},
                                   Name{"top \"quoted\""});
    const Entity eye = world.spawn(Transform{}, ChildOf{top}, Name{"eye"},
                                   render::CameraComponent{.fov_y = 0.7f, .far = 50});
    world.spawn(Transform{.rotation = quat(2, 0, 0, 0)}, ChildOf{top},
                render::LightSource{.kind = render::LightKind::spot, .intensity = 7});
    world.spawn(Name{"no place of its own"});
    ASSERT_TRUE(world.alive(eye));
    const auto made = export_world(world, {});
    ASSERT_TRUE(made) << to_string(made.error());
    const gltf::GltfAsset& asset = made->asset;
    ASSERT_EQ(asset.nodes.size(), 3U);
    EXPECT_EQ(asset.scenes.at(0).roots, (std::vector<std::int32_t>{0}));
    EXPECT_EQ(asset.nodes[0].name, "top \"quoted\"");
    EXPECT_EQ(asset.nodes[0].children, (std::vector<std::int32_t>{1, 2}));
    EXPECT_EQ(asset.nodes[0].scale, vec3(-1, 1, 1));
    EXPECT_EQ(asset.cameras.at(0).far, 50);
    EXPECT_EQ(asset.nodes[1].camera, 0);
    EXPECT_EQ(asset.nodes[2].rotation, quat(1, 0, 0, 0)) << "made a unit quaternion";
    EXPECT_EQ(asset.lights.at(0).intensity, 7);
    EXPECT_TRUE(gltf::write_glb(asset));
}

TEST(ExportWorld, PutsTheModelBackTogether) {
    const Folder folder;
    const gltf::GltfAsset source = saved_walker(folder);
    World world;
    ASSERT_TRUE(spawn_gltf(world, source, {.asset = "walker.glb", .root_name = "walker.glb"}));
    const auto made = export_world(world, {.base = folder.path()});
    ASSERT_TRUE(made) << to_string(made.error());
    EXPECT_TRUE(made->diagnostics.empty());
    const gltf::GltfAsset& asset = made->asset;
    ASSERT_EQ(asset.nodes.size(), 4U) << "the root and the model's three";
    const gltf::GltfNode* const body = node_named(asset, "body");
    ASSERT_NE(body, nullptr);
    ASSERT_GE(body->mesh, 0);
    EXPECT_EQ(body->extras, R"({"xxx":555})");
    const gltf::GltfMesh& mesh = asset.meshes.at(static_cast<std::size_t>(body->mesh));
    EXPECT_EQ(mesh.name, "leg");
    ASSERT_EQ(mesh.primitives.size(), 2U);
    ASSERT_EQ(asset.materials.size(), 2U) << "only what is used comes along";
    EXPECT_EQ(asset.materials[1].material.name, "material 2");
    EXPECT_EQ(mesh.primitives[1].material, 1);
    ASSERT_EQ(asset.skins.size(), 1U);
    EXPECT_EQ(asset.skins[0].inverse_bind, source.skins[0].inverse_bind);
    const auto knee = static_cast<std::size_t>(asset.skins[0].joints.at(1));
    EXPECT_EQ(asset.nodes[knee].name, "knee");
    ASSERT_EQ(asset.animations.size(), 1U);
    EXPECT_EQ(asset.animations[0].channels.at(0).node, knee);
    EXPECT_TRUE(gltf::write_glb(asset));
    EXPECT_EQ(made->sources, std::vector{folder.path() / "walker.glb"});
}

/// What stands below \p entity: names, places, what is shown, in the order of children.
std::string outline(const World& world, Entity entity) {
    const Name* const name = world.get<Name>(entity);
    const render::Renderable* const shown = world.get<render::Renderable>(entity);
    std::string out = name != nullptr ? name->value : "";
    out += "@" + std::to_string(world.get<Transform>(entity)->translation.x);
    if (shown != nullptr) out += "*";
    out += "(";
    for (const Entity child : world.children(entity))
        out += outline(world, child);
    return out + ")";
}

std::string outline(const World& world) {
    std::string out;
    for (const Entity entity : world.entities())
        if (world.parent(entity).is_null()) out += outline(world, entity) + "\n";
    return out;
}

TEST(ExportWorld, GivesTheSameHierarchyHoweverOftenItIsImportedAgain) {
    const Folder folder;
    const gltf::GltfAsset source = saved_walker(folder);
    World world;
    const Entity place = world.spawn(Transform{.translation = {9, 0, 0}}, Name{"place"});
    ASSERT_TRUE(spawn_gltf(world, source, {.asset = "walker.glb", .root = false}));
    ASSERT_TRUE(spawn_gltf(world, source, {.asset = "walker.glb", .root_name = "second"}));
    // Two primitives before a node: only those after it can be the node's own mesh.
    for (const std::int32_t primitive : {0, 1})
        world.spawn(Transform{}, ChildOf{place},
                    render::Renderable{"walker.glb", 0, primitive, primitive * 2});
    world.spawn(Transform{.translation = {3, 0, 0}}, ChildOf{place}, Name{"after"});
    const std::string wanted = outline(world);
    EXPECT_NE(wanted.find("place@9.000000(@0.000000*()@0.000000*()after@3.000000())"),
              std::string::npos)
        << wanted;
    World* from = &world;
    std::vector<std::unique_ptr<World>> later;
    for (int round = 0; round < 3; ++round) {
        const auto made = export_world(*from, {.base = folder.path()});
        ASSERT_TRUE(made) << to_string(made.error());
        ASSERT_EQ(made->asset.animations.size(), 2U) << "round " << round;
        const std::string name = "round" + std::to_string(round) + ".glb";
        ASSERT_TRUE(gltf::save(made->asset, folder.path() / name));
        const auto again = gltf::load(folder.path() / name);
        ASSERT_TRUE(again);
        from = later.emplace_back(std::make_unique<World>()).get();
        ASSERT_TRUE(spawn_gltf(*from, *again, {.asset = name, .root = false}));
        EXPECT_EQ(outline(*from), wanted) << "round " << round;
    }
}

TEST(ExportWorld, TakesNoOtherModelsEntitiesForItsNodes) {
    const Folder folder;
    gltf::GltfAsset still = walker();
    still.animations.clear();
    for (gltf::GltfNode& node : still.nodes)
        node.extras.clear();
    ASSERT_TRUE(gltf::save(still, folder.path() / "still.glb"));
    const gltf::GltfAsset source = saved_walker(folder);
    World world;
    ASSERT_TRUE(spawn_gltf(world, source, {.asset = "walker.glb", .root = false}));
    ASSERT_TRUE(spawn_gltf(world, still, {.asset = "still.glb", .root = false}));
    const auto made = export_world(world, {.base = folder.path()});
    ASSERT_TRUE(made) << to_string(made.error());
    ASSERT_EQ(made->asset.animations.size(), 1U) << "the other's nodes have the same names";
    EXPECT_EQ(made->asset.animations[0].channels.at(0).node, 2U);
    EXPECT_EQ(std::ranges::count(made->asset.nodes, R"({"xxx":555})", &gltf::GltfNode::extras), 1);
}

TEST(ExportWorld, OfTwoInstancesSharesMeshesAndGivesEachItsAnimations) {
    const Folder folder;
    const gltf::GltfAsset source = saved_walker(folder);
    World world;
    ASSERT_TRUE(spawn_gltf(world, source, {.asset = "walker.glb"}));
    ASSERT_TRUE(spawn_gltf(world, source, {.asset = "walker.glb"}));
    const auto made = export_world(world, {.base = folder.path()});
    ASSERT_TRUE(made);
    EXPECT_EQ(made->asset.meshes.size(), 1U);
    EXPECT_EQ(made->asset.skins.size(), 2U);
    ASSERT_EQ(made->asset.animations.size(), 2U);
    EXPECT_NE(made->asset.animations[0].channels.at(0).node,
              made->asset.animations[1].channels.at(0).node);
}

TEST(ExportWorld, KeepsWhatWasEditedAndSaysWhatHadToGo) {
    const Folder folder;
    const gltf::GltfAsset source = saved_walker(folder);
    World world;
    const SpawnedGltf spawned = spawn_gltf(world, source, {.asset = "walker.glb"}).value();
    world.get_mut<Name>(spawned.node_entities[2])->value = "renamed";
    world.get_mut<render::Renderable>(spawned.primitive_entities[1])->material = 1;
    for (const Entity entity : spawned.primitive_entities)
        world.get_mut<motion::MorphWeights>(entity)->weights = {1};
    const auto made = export_world(world, {.base = folder.path()});
    ASSERT_TRUE(made);
    // Another material makes the primitive something of its own, so that both keep their nodes.
    EXPECT_EQ(made->asset.meshes.size(), 2U);
    EXPECT_EQ(made->asset.nodes.size(), 6U);
    const auto drawn = std::ranges::count_if(made->asset.nodes, [](const gltf::GltfNode& node) {
        return node.mesh >= 0 && node.weights == std::vector<float>{1};
    });
    EXPECT_EQ(drawn, 2);
    EXPECT_TRUE(made->asset.animations.empty());
    ASSERT_EQ(made->diagnostics.size(), 1U);
    EXPECT_EQ(made->diagnostics[0].code, codes::export_left_out);
    EXPECT_TRUE(gltf::write_glb(made->asset));
}

TEST(ExportWorld, KeepsVariantsInstancesAndTheOtherImagesOfTextures) {
    const Folder folder;
    gltf::GltfAsset source;
    source.version = "2.0";
    source.materials.resize(2);
    source.materials[0].material.name = "day";
    source.materials[1].material.name = "night";
    source.variants = {"noon", "midnight"};
    gltf::GltfPrimitive& primitive = source.meshes.emplace_back().primitives.emplace_back();
    primitive.mesh.positions = {vec3(0), vec3(1, 0, 0), vec3(0, 1, 0)};
    primitive.mesh.normals.assign(3, vec3(0, 0, 1));
    primitive.mesh.indices = {0, 1, 2};
    primitive.material = 0;
    primitive.variant_materials = {-1, 1};
    source.nodes.resize(1);
    source.nodes[0].name = "lamps";
    source.nodes[0].mesh = 0;
    source.nodes[0].instances.emplace().places = {
        {.translation = {1, 0, 0}, .rotation = {1, 0, 0, 0}, .scale = {1, 1, 1}},
        {.translation = {2, 0, 0}, .rotation = {0, 1, 0, 0}, .scale = {2, 2, 2}}};
    source.roots = {0};
    ASSERT_TRUE(gltf::save(source, folder.path() / "lamps.glb"));
    const gltf::GltfAsset loaded = gltf::load(folder.path() / "lamps.glb").value();
    World world;
    ASSERT_TRUE(
        spawn_gltf(world, loaded, {.asset = "lamps.glb", .instancing = Instancing::renderable}));
    const auto made = export_world(world, {.base = folder.path()});
    ASSERT_TRUE(made) << to_string(made.error());
    EXPECT_TRUE(made->diagnostics.empty());
    EXPECT_EQ(made->asset.variants, source.variants);
    const gltf::GltfNode* const lamps = node_named(made->asset, "lamps");
    ASSERT_NE(lamps, nullptr);
    ASSERT_TRUE(lamps->instances);
    ASSERT_EQ(lamps->instances->places.size(), 2U);
    EXPECT_EQ(lamps->instances->places[1].rotation, quat(0, 1, 0, 0));
    EXPECT_EQ(lamps->instances->places[1].scale, vec3(2));
    const gltf::GltfPrimitive& out = made->asset.meshes.at(0).primitives.at(0);
    ASSERT_EQ(out.variant_materials.size(), 2U);
    EXPECT_EQ(out.variant_materials[0], -1);
    const auto night = static_cast<std::size_t>(out.variant_materials[1]);
    EXPECT_EQ(made->asset.materials.at(night).material.name, "night");
    EXPECT_TRUE(gltf::write_glb(made->asset));
}

/// A triangle with material 1 of 3 on node 1 of 3, seen by a camera and lit by a light that the
/// scene holds too; everything has a name and extras. Nothing is animated.
gltf::GltfAsset labelled() {
    gltf::GltfAsset asset;
    asset.version = "2.0";
    asset.copyright = "someone";
    asset.asset_extras = R"({"asset":1})";
    asset.extras = R"({"file":1})";
    asset.materials.resize(3);
    asset.materials[1].material.name = "worn";
    asset.materials[1].extras = R"({"material":1})";
    asset.loose_extras.push_back({"/materials/1/pbrMetallicRoughness", R"({"loose":1})"});
    asset.cameras.resize(2);
    asset.cameras[1].name = "film";
    asset.cameras[1].extras = R"({"camera":1})";
    asset.lights.resize(1);
    asset.lights[0].name = "bulb";
    asset.lights[0].extras = R"({"light":1})";
    gltf::GltfPrimitive& primitive = asset.meshes.emplace_back().primitives.emplace_back();
    primitive.mesh.positions = {vec3(0), vec3(1, 0, 0), vec3(0, 1, 0)};
    primitive.mesh.normals.assign(3, vec3(0, 0, 1));
    primitive.mesh.indices = {0, 1, 2};
    primitive.material = 1;
    asset.meshes[0].extras = R"({"mesh":1})";
    asset.nodes.resize(3);
    asset.nodes[0].name = "elsewhere";
    asset.nodes[1].name = "shown";
    asset.nodes[1].mesh = 0;
    asset.nodes[1].camera = 1;
    asset.nodes[1].light = 0;
    asset.nodes[1].extras = R"({"node":1})";
    asset.scenes.resize(1);
    asset.scenes[0].roots = {1};
    asset.scenes[0].name = "stage";
    asset.scenes[0].extras = R"({"scene":1})";
    asset.default_scene = 0;
    asset.roots = {1};
    return asset;
}

TEST(ExportWorld, KeepsNamesAndExtrasOfAModelThatIsNotAnimated) {
    const Folder folder;
    ASSERT_TRUE(gltf::save(labelled(), folder.path() / "labelled.glb"));
    const gltf::GltfAsset source = gltf::load(folder.path() / "labelled.glb").value();
    World world;
    ASSERT_TRUE(spawn_gltf(world, source, {.asset = "labelled.glb"}));
    const auto made = export_world(world, {.base = folder.path()});
    ASSERT_TRUE(made) << to_string(made.error());
    EXPECT_TRUE(made->diagnostics.empty()) << to_string(made->diagnostics.front());
    const gltf::GltfAsset again =
        gltf::load_memory(gltf::write_glb(made->asset).value(), folder.path(), "again.glb").value();
    EXPECT_EQ(again.copyright, "someone");
    EXPECT_EQ(again.asset_extras, R"({"asset":1})");
    EXPECT_EQ(again.extras, R"({"file":1})");
    EXPECT_EQ(again.scenes.at(0).name, "stage");
    EXPECT_EQ(again.scenes[0].extras, R"({"scene":1})");
    const gltf::GltfNode* const shown = node_named(again, "shown");
    ASSERT_NE(shown, nullptr);
    EXPECT_EQ(shown->extras, R"({"node":1})");
    ASSERT_EQ(again.cameras.size(), 1U);
    EXPECT_EQ(again.cameras[0].name, "film");
    EXPECT_EQ(again.cameras[0].extras, R"({"camera":1})");
    EXPECT_EQ(again.lights.at(0).name, "bulb");
    EXPECT_EQ(again.lights[0].extras, R"({"light":1})");
    EXPECT_EQ(again.meshes.at(0).extras, R"({"mesh":1})");
    ASSERT_EQ(again.materials.size(), 1U);
    EXPECT_EQ(again.materials[0].extras, R"({"material":1})");
    ASSERT_EQ(again.loose_extras.size(), 1U);
    EXPECT_EQ(again.loose_extras[0].pointer, "/materials/0/pbrMetallicRoughness");
    EXPECT_EQ(again.loose_extras[0].extras, R"({"loose":1})");
}

TEST(ExportWorld, SaysWhichLabelsOfSeveralModelsHaveNoPlace) {
    const Folder folder;
    gltf::GltfAsset other = labelled();
    other.copyright = "another";
    ASSERT_TRUE(gltf::save(labelled(), folder.path() / "a.glb"));
    ASSERT_TRUE(gltf::save(other, folder.path() / "b.glb"));
    World world;
    for (const char* const name : {"a.glb", "b.glb", "a.glb"})
        ASSERT_TRUE(spawn_gltf(world, gltf::load(folder.path() / name).value(), {.asset = name}));
    const auto made = export_world(world, {.base = folder.path()});
    ASSERT_TRUE(made) << to_string(made.error());
    EXPECT_EQ(made->asset.copyright, "someone; another");
    ASSERT_EQ(made->asset.cameras.size(), 3U);
    for (const gltf::GltfCamera& camera : made->asset.cameras)
        EXPECT_EQ(camera.name, "film");
    EXPECT_TRUE(made->asset.extras.empty());
    EXPECT_TRUE(made->asset.scenes.at(0).name.empty());
    ASSERT_EQ(made->diagnostics.size(), 2U);
    for (const Diagnostic& each : made->diagnostics) {
        EXPECT_EQ(each.code, codes::export_left_out);
        EXPECT_EQ(each.where, "a.glb");
    }
}

TEST(ExportWorld, GivesAnimationPointersTheNumbersThatTheirTargetsHaveHere) {
    const Folder folder;
    gltf::GltfAsset source = labelled();
    source.cameras[1].fov_y = 1;
    gltf::GltfAnimation& animation = source.animations.emplace_back();
    const auto drive = [&](const char* pointer, std::uint32_t components) {
        animation.pointers.push_back({.pointer = pointer,
                                      .components = components,
                                      .times = {0, 3},
                                      .values = std::vector<float>(2 * components, 1.0f)});
    };
    drive("/materials/1/pbrMetallicRoughness/baseColorFactor", 4);
    drive("/materials/0/pbrMetallicRoughness/roughnessFactor", 1);  // worn by nothing
    drive("/cameras/1/perspective/yfov", 1);
    drive("/extensions/KHR_lights_punctual/lights/0/intensity", 1);
    drive("/nodes/1/extensions/KHR_node_visibility/visible", 1);
    drive("/nodes/0/extensions/KHR_node_visibility/visible", 1);  // in no scene
    animation.duration = 3;
    ASSERT_TRUE(gltf::save(source, folder.path() / "driven.glb"));
    const gltf::GltfAsset loaded = gltf::load(folder.path() / "driven.glb").value();
    World world;
    world.spawn(Transform{}, Name{"before it all"}, render::CameraComponent{});
    ASSERT_TRUE(spawn_gltf(world, loaded, {.asset = "driven.glb"}));
    const auto made = export_world(world, {.base = folder.path()});
    ASSERT_TRUE(made) << to_string(made.error());
    ASSERT_EQ(made->asset.animations.size(), 1U);
    std::vector<std::string> pointers;
    for (const gltf::GltfPointerChannel& each : made->asset.animations[0].pointers)
        pointers.push_back(each.pointer);
    EXPECT_EQ(pointers,
              (std::vector<std::string>{"/materials/0/pbrMetallicRoughness/baseColorFactor",
                                        "/cameras/1/perspective/yfov",
                                        "/extensions/KHR_lights_punctual/lights/0/intensity",
                                        "/nodes/2/extensions/KHR_node_visibility/visible"}));
    EXPECT_EQ(made->asset.nodes.at(2).name, "shown");
    EXPECT_EQ(made->asset.animations[0].duration, 3.0f);
    ASSERT_EQ(made->diagnostics.size(), 1U);
    EXPECT_EQ(made->diagnostics[0].code, codes::export_left_out);
    EXPECT_EQ(made->diagnostics[0].message,
              "found 2 animation channels that drive what is not in the scene, the first "
              "/materials/0/pbrMetallicRoughness/roughnessFactor in /animations/0; they are left "
              "out");
    EXPECT_TRUE(gltf::write_glb(made->asset));
}

TEST(ExportWorld, SaysWhatGltfHasNoWordFor) {
    World world;
    world.spawn(Transform{}, Name{"lamp"}, render::LightSource{.cast_shadows = false});
    world.spawn(Transform{}, render::LightSource{.cast_shadows = false});
    world.spawn(Transform{}, Name{"eye"}, render::CameraComponent{.priority = 3});
    world.spawn(Transform{}, Name{"always"}, Visibility{VisibilityMode::visible});
    world.spawn(Name{"box"}, render::Box2{});
    const auto made = export_world(world, {});
    ASSERT_TRUE(made);
    std::vector<std::string> said;
    for (const Diagnostic& each : made->diagnostics) {
        EXPECT_EQ(each.code, codes::export_left_out);
        EXPECT_EQ(each.severity, Severity::warning);
        said.push_back(each.where + ": " + each.message);
    }
    EXPECT_EQ(said,
              (std::vector<std::string>{
                  "lamp: found 2 entities without a shadow, which glTF can't say; it is left out",
                  "eye: found 1 entity with a camera of a priority, which glTF can't say; it "
                  "is left out",
                  "always: found 1 entity with a wish to be shown below a hidden one, which glTF "
                  "can't say; "
                  "it is left out",
                  "box: found 1 entity with a box in two dimensions, which glTF can't say; it is "
                  "left out"}));
}

TEST(ExportWorld, RefusesReferencesThatLeadNowhere) {
    const Folder folder;
    saved_walker(folder);
    World world;
    const Entity lost =
        world.spawn(Transform{}, render::Renderable{.asset = "walker.glb", .mesh = 7});
    const auto made = export_world(world, {.base = folder.path()});
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().code, codes::index_range);
    EXPECT_EQ(std::any_cast<Entity>(made.error().detail), lost);
    World other;
    other.spawn(Transform{}, render::Renderable{.asset = "../walker.glb"});
    const auto outside = export_world(other, {.base = folder.path()});
    ASSERT_FALSE(outside);
    EXPECT_EQ(outside.error().code, codes::asset_outside);
}

}  // namespace
}  // namespace diorama::spawn
