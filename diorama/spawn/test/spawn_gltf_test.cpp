// SPDX-License-Identifier: MIT
#include "diorama/spawn/spawn_gltf.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "diorama/ecs/world.hpp"
#include "diorama/motion/skin.hpp"
#include "diorama/render/components.hpp"
#include "diorama/render/render_bridge.hpp"
#include "diorama/scene/hierarchy.hpp"
#include "diorama/scene/name.hpp"
#include "diorama/scene/propagation.hpp"
#include "diorama/scene/visibility.hpp"
#include "diorama/spawn/error_codes.hpp"

namespace diorama::spawn {
namespace {

gltf::GltfNode node(std::string name, std::vector<std::int32_t> children, vec3 translation = {}) {
    gltf::GltfNode result;
    result.name = std::move(name);
    result.children = std::move(children);
    result.translation = translation;
    return result;
}

gltf::GltfMesh mesh_of(std::size_t primitives) {
    gltf::GltfMesh result;
    result.primitives.resize(primitives);
    for (gltf::GltfPrimitive& primitive : result.primitives) {
        primitive.mesh.positions = {vec3(0), vec3(1, 0, 0), vec3(0, 1, 0)};
        primitive.mesh.indices = {0, 1, 2};
    }
    return result;
}

std::vector<Entity> list(const World& world, Entity parent) {
    std::vector<Entity> result;
    for (const Entity child : world.children(parent))
        result.push_back(child);
    return result;
}

TEST(SpawnGltf, HangsRootsUnderOneRootAndPlacesThem) {
    gltf::GltfAsset asset;
    asset.nodes = {node("a", {1}, vec3(1, 0, 0)), node("b", {}, vec3(0, 2, 0)), node("loose", {})};
    asset.roots = {0};
    World world;
    const SpawnedGltf spawned =
        spawn_gltf(world, asset, {.root_transform = {.translation = {10, 0, 0}}}).value();
    propagate_transforms(world);
    EXPECT_EQ(world.parent(spawned.node_entities[0]), spawned.root);
    EXPECT_EQ(world.get<GlobalTransform>(spawned.node_entities[1])->translation(), vec3(11, 2, 0));
    EXPECT_EQ(world.get<Name>(spawned.node_entities[1])->value, "b");
    EXPECT_TRUE(spawned.node_entities[2].is_null()) << "outside the scene";
    EXPECT_EQ(spawned.entity_of_node(0), spawned.node_entities[0]);
    EXPECT_TRUE(spawned.entity_of_node(3).is_null());
    EXPECT_TRUE(spawned.entity_of_node(-1).is_null());
    EXPECT_EQ(world.entity_count(), 3U);
}

TEST(SpawnGltf, KeepsChildOrderAtEveryLevel) {  // H18
    // As a character file has it: the mesh first, then joints, three levels deep.
    gltf::GltfAsset asset;
    asset.meshes = {mesh_of(2)};
    asset.nodes = {node("root", {1, 2, 3}), node("mesh", {}), node("j1", {4, 5, 6}),
                   node("j2", {}),          node("x", {}),    node("y", {7, 8}),
                   node("z", {}),           node("u", {}),    node("v", {})};
    asset.nodes[0].mesh = 0;
    asset.roots = {0};
    World world;
    for (int time = 0; time < 2; ++time) {
        const SpawnedGltf spawned = spawn_gltf(world, asset).value();
        const std::vector<Entity>& n = spawned.node_entities;
        ASSERT_EQ(spawned.primitive_entities.size(), 2U);
        EXPECT_EQ(list(world, n[0]),
                  (std::vector<Entity>{n[1], n[2], n[3], spawned.primitive_entities[0],
                                       spawned.primitive_entities[1]}))
            << "the file's children first, at their own indices; primitives after them";
        EXPECT_EQ(list(world, n[2]), (std::vector<Entity>{n[4], n[5], n[6]}));
        EXPECT_EQ(list(world, n[5]), (std::vector<Entity>{n[7], n[8]}));
    }
}

TEST(SpawnGltf, PutsASinglePrimitiveOnTheNodeItself) {
    gltf::GltfAsset asset;
    asset.meshes = {mesh_of(1)};
    asset.meshes[0].primitives[0].material = 4;
    asset.nodes = {node("n", {})};
    asset.nodes[0].mesh = 0;
    asset.roots = {0};
    World world;
    const SpawnedGltf spawned = spawn_gltf(world, asset, {.asset = "n.glb"}).value();
    EXPECT_EQ(spawned.primitive_entities, spawned.node_entities);
    const auto* renderable = world.get<render::Renderable>(spawned.node_entities[0]);
    ASSERT_NE(renderable, nullptr);
    EXPECT_EQ(renderable->asset, "n.glb");
    EXPECT_EQ(renderable->material, 4);
}

TEST(SpawnGltf, SpawnsASharedOrLoopingNodeOnceAndSaysSo) {
    gltf::GltfAsset asset;
    asset.nodes = {node("a", {2}), node("b", {2}), node("shared", {0})};  // 0 -> 2 -> 0 loops
    asset.roots = {0, 1, 2};
    World world;
    const SpawnedGltf spawned = spawn_gltf(world, asset).value();
    EXPECT_EQ(world.entity_count(), 4U);
    EXPECT_EQ(world.parent(spawned.node_entities[2]), spawned.node_entities[0]);
    EXPECT_EQ(spawned.diagnostics.size(), 3U) << "from 2 back to 0, from 1, and as a root";
    EXPECT_EQ(spawned.diagnostics[0].code, codes::node_reached_twice);
}

TEST(SpawnGltf, BindsSkinsToTheirOwnJoints) {
    gltf::GltfAsset asset;
    asset.meshes = {mesh_of(1)};
    asset.nodes = {node("body", {}), node("j0", {2}), node("j1", {}), node("elsewhere", {})};
    asset.nodes[0].mesh = 0;
    asset.nodes[0].skin = 0;
    asset.skins = {{.name = "s",
                    .joints = {1, 2, 3},
                    .inverse_bind = {3, mat4(1)},
                    .extras = {},
                    .extensions = {}}};
    asset.roots = {0, 1};
    World world;
    const SpawnedGltf first = spawn_gltf(world, asset).value();
    const SpawnedGltf second = spawn_gltf(world, asset).value();
    const auto* skin = world.get<motion::Skin>(second.node_entities[0]);
    ASSERT_NE(skin, nullptr);
    EXPECT_EQ(skin->joints, (std::vector<Entity>{second.node_entities[1], second.node_entities[2],
                                                 Entity::null()}));
    EXPECT_NE(world.get<motion::Skin>(first.node_entities[0])->joints[0], skin->joints[0]);
    ASSERT_EQ(first.diagnostics.size(), 1U);
    EXPECT_EQ(first.diagnostics[0].code, codes::joint_outside);
}

TEST(SpawnGltf, LeavesOutSkinnedMeshesWhenAsked) {
    gltf::GltfAsset asset;
    asset.meshes = {mesh_of(1)};
    asset.nodes = {node("body", {1}), node("j", {})};
    asset.nodes[0].mesh = 0;
    asset.nodes[0].skin = 0;
    asset.skins = {
        {.name = {}, .joints = {1}, .inverse_bind = {mat4(1)}, .extras = {}, .extensions = {}}};
    asset.roots = {0};
    World world;
    const SpawnedGltf spawned = spawn_gltf(world, asset, {.skinned_meshes = false}).value();
    EXPECT_TRUE(spawned.primitive_entities.empty());
    EXPECT_FALSE(world.has<render::Renderable>(spawned.node_entities[0]));
}

TEST(SpawnGltf, ActivatesTheFirstCameraOnly) {
    gltf::GltfAsset asset;
    asset.cameras.resize(2);
    asset.nodes = {node("one", {}), node("two", {})};
    asset.nodes[0].camera = 1;
    asset.nodes[1].camera = 0;
    asset.roots = {0, 1};
    World world;
    const SpawnedGltf spawned = spawn_gltf(world, asset).value();
    EXPECT_TRUE(world.get<render::CameraComponent>(spawned.node_entities[0])->active);
    EXPECT_FALSE(world.get<render::CameraComponent>(spawned.node_entities[1])->active);
}

TEST(SpawnGltf, TakesTheNodesMorphWeightsBeforeTheMeshes) {
    gltf::GltfAsset asset;
    asset.meshes = {mesh_of(1)};
    asset.meshes[0].primitives[0].mesh.morph_targets.resize(2);
    asset.meshes[0].weights = {0.25f, 0.5f};
    asset.nodes = {node("own", {}), node("mesh's", {})};
    asset.nodes[0].mesh = asset.nodes[1].mesh = 0;
    asset.nodes[0].weights = {1, 0};
    asset.roots = {0, 1};
    World world;
    const SpawnedGltf spawned = spawn_gltf(world, asset).value();
    EXPECT_EQ(world.get<motion::MorphWeights>(spawned.node_entities[0])->weights,
              (std::vector<float>{1, 0}));
    EXPECT_EQ(world.get<motion::MorphWeights>(spawned.node_entities[1])->weights,
              (std::vector<float>{0.25f, 0.5f}));
}

TEST(SpawnGltf, RefusesIndicesBeyondTheirListsAndTouchesNothing) {
    const auto refusal = [](const gltf::GltfAsset& asset, std::int32_t scene = -1) {
        World world;
        const Result<SpawnedGltf> spawned = spawn_gltf(world, asset, {.scene = scene});
        EXPECT_EQ(world.entity_count() == 0, !spawned) << "a refusal must leave the world empty";
        return spawned ? std::string("accepted") : std::string(spawned.error().code.name());
    };
    gltf::GltfAsset asset;
    asset.nodes = {node("n", {})};
    asset.roots = {0};
    EXPECT_EQ(refusal(asset), "accepted");
    gltf::GltfAsset bad_mesh = asset;
    bad_mesh.nodes[0].mesh = 0;
    EXPECT_EQ(refusal(bad_mesh), codes::index_range.name());
    gltf::GltfAsset bad_child = asset;
    bad_child.nodes[0].children = {7};
    EXPECT_EQ(refusal(bad_child), codes::index_range.name());
    gltf::GltfAsset bad_root = asset;
    bad_root.roots = {1};
    EXPECT_EQ(refusal(bad_root), codes::index_range.name());
    EXPECT_EQ(refusal(asset, 3), codes::scene_range.name());
}

TEST(SpawnGltf, SpawnsAChainOfAHundredThousandNodes) {
    constexpr std::int32_t kCount = 100'000;
    gltf::GltfAsset asset;
    for (std::int32_t n = 0; n < kCount; ++n)
        asset.nodes.push_back(node(
            {}, n + 1 < kCount ? std::vector{n + 1} : std::vector<std::int32_t>{}, vec3(1, 0, 0)));
    asset.roots = {0};
    World world;
    const SpawnedGltf spawned = spawn_gltf(world, asset).value();
    propagate_transforms(world);
    EXPECT_EQ(world.get<GlobalTransform>(spawned.node_entities.back())->translation().x,
              static_cast<float>(kCount));
}

TEST(SpawnGltf, DressesPrimitivesInTheVariantAskedFor) {
    gltf::GltfAsset asset;
    asset.variants = {"day", "night"};
    asset.meshes = {mesh_of(2)};
    asset.meshes[0].primitives[0].material = 1;
    asset.meshes[0].primitives[0].variant_materials = {-1, 5};
    asset.meshes[0].primitives[1].material = 2;
    asset.nodes = {node("n", {})};
    asset.nodes[0].mesh = 0;
    asset.roots = {0};
    const auto materials = [&](std::int32_t variant) {
        World world;
        const SpawnedGltf spawned = spawn_gltf(world, asset, {.variant = variant}).value();
        std::vector<std::int32_t> out;
        for (const Entity entity : spawned.primitive_entities)
            out.push_back(world.get<render::Renderable>(entity)->material);
        return out;
    };
    EXPECT_EQ(materials(-1), (std::vector<std::int32_t>{1, 2}));
    EXPECT_EQ(materials(0), (std::vector<std::int32_t>{1, 2})) << "not mapped";
    EXPECT_EQ(materials(1), (std::vector<std::int32_t>{5, 2}));
    World world;
    const auto beyond = spawn_gltf(world, asset, {.variant = 2});
    ASSERT_FALSE(beyond);
    EXPECT_EQ(beyond.error().code, codes::variant_range);
    EXPECT_EQ(world.entity_count(), 0U);
}

TEST(SpawnGltf, SpawnsInstancesInPlaceOfTheNodesOwnMesh) {
    gltf::GltfAsset asset;
    asset.meshes = {mesh_of(1), mesh_of(2)};
    asset.nodes = {node("one", {}, vec3(10, 0, 0)), node("two", {}), node("none", {})};
    asset.nodes[0].mesh = 0;
    asset.nodes[0].instances.emplace().places = {
        {.translation = {1, 0, 0}, .rotation = {1, 0, 0, 0}, .scale = {1, 1, 1}},
        {.translation = {2, 0, 0}, .rotation = {1, 0, 0, 0}, .scale = {2, 2, 2}}};
    asset.nodes[1].mesh = 1;
    asset.nodes[1].instances.emplace().places.resize(2);
    asset.nodes[2].mesh = 0;
    asset.nodes[2].instances.emplace();
    asset.roots = {0, 1, 2};
    World world;
    const SpawnedGltf spawned = spawn_gltf(world, asset).value();
    propagate_transforms(world);
    ASSERT_EQ(spawned.primitive_entities.size(), 2U + 4U);
    EXPECT_EQ(world.get<GlobalTransform>(spawned.primitive_entities[1])->translation(),
              vec3(12, 0, 0));
    EXPECT_EQ(world.parent(spawned.primitive_entities[1]), spawned.node_entities[0]);
    for (const Entity entity : spawned.node_entities)
        EXPECT_EQ(world.get<render::Renderable>(entity), nullptr);
    EXPECT_EQ(list(world, spawned.node_entities[1]).size(), 2U);
    EXPECT_EQ(world.parent(world.parent(spawned.primitive_entities[5])), spawned.node_entities[1]);
}

TEST(SpawnGltf, MakesInstancesOneRenderablePerPrimitiveWhenAsked) {
    gltf::GltfAsset asset;
    asset.meshes = {mesh_of(1), mesh_of(2)};
    asset.nodes = {node("one", {}), node("two", {})};
    for (std::size_t n = 0; n < 2; ++n) {
        asset.nodes[n].mesh = static_cast<std::int32_t>(n);
        asset.nodes[n].instances.emplace().places = {
            {.translation = {1, 2, 3}, .rotation = {0.5f, 0.5f, -0.5f, 0.5f}, .scale = {1, 1, 1}},
            {.translation = {2, 0, 0}, .rotation = {1, 0, 0, 0}, .scale = {-2, 2, 2}}};
    }
    asset.roots = {0, 1};
    World world;
    const SpawnedGltf spawned =
        spawn_gltf(world, asset, {.instancing = Instancing::renderable}).value();
    ASSERT_EQ(spawned.primitive_entities.size(), 3U);
    EXPECT_EQ(spawned.primitive_entities[0], spawned.node_entities[0]);
    EXPECT_EQ(world.parent(spawned.primitive_entities[2]), spawned.node_entities[1]);
    for (const Entity entity : spawned.primitive_entities) {
        const auto* const places = world.get<render::Instances>(entity);
        ASSERT_NE(places, nullptr);
        EXPECT_EQ(places->places,
                  (std::vector<float>{1, 2, 3, 0.5f, -0.5f, 0.5f, 0.5f, 1,  1, 1,  //
                                      2, 0, 0, 0,    0,     0,    1,    -2, 2, 2}));
    }
}

TEST(SpawnGltf, DrawsTheSameHoweverInstancesAreSpawned) {
    gltf::GltfAsset asset;
    asset.meshes = {mesh_of(2)};
    asset.nodes = {node("all", {}, vec3(10, 0, 0))};
    asset.nodes[0].mesh = 0;
    asset.nodes[0].scale = vec3(-1, 2, 3);
    auto& places = asset.nodes[0].instances.emplace().places;
    for (int i = 0; i < 5; ++i)
        places.push_back(
            {.translation = vec3(i, 2 * i, 1),
             .rotation = glm::normalize(quat(1, 0.1f * static_cast<float>(i), 0, 0.3f)),
             .scale = vec3(i % 2 == 0 ? 1 : -1, 1, 2)});
    asset.roots = {0};
    const auto drawn = [&](Instancing instancing) {
        World world;
        const SpawnedGltf spawned = spawn_gltf(world, asset, {.instancing = instancing}).value();
        for (const Entity entity : spawned.primitive_entities) {
            const auto mesh =
                static_cast<std::uint32_t>(world.get<render::Renderable>(entity)->primitive);
            EXPECT_TRUE(world.add(entity, render::MeshRenderer{mesh, 0, true}));
        }
        propagate_transforms(world);
        render::RenderScene scene;
        render::RenderBridge().build(world, scene);
        std::ranges::stable_sort(scene.instances, {}, &render::RenderInstance::mesh);
        return scene;
    };
    const render::RenderScene apart = drawn(Instancing::entities);
    const render::RenderScene together = drawn(Instancing::renderable);
    ASSERT_EQ(apart.instances.size(), 10U);
    ASSERT_EQ(together.instances.size(), 10U);
    for (std::size_t i = 0; i < 10; ++i) {
        EXPECT_EQ(apart.instances[i].mesh, together.instances[i].mesh);
        EXPECT_EQ(apart.instances[i].flip_winding, together.instances[i].flip_winding);
        for (int column = 0; column < 4; ++column)
            for (int row = 0; row < 4; ++row)
                EXPECT_NEAR(apart.instances[i].transform[column][row],
                            together.instances[i].transform[column][row], 1e-5)
                    << i;
    }
}

TEST(SpawnGltf, RefusesMoreThanTheLimitsBeforeItMakesAny) {
    gltf::GltfAsset asset;
    asset.meshes = {mesh_of(1), mesh_of(3)};
    asset.nodes = {node("joint", {})};
    asset.skins.emplace_back().joints.assign(1000, 0);
    asset.skins[0].inverse_bind.assign(1000, mat4(1));
    for (int i = 0; i < 5000; ++i) {
        asset.nodes.push_back(node("bent", {}));
        asset.nodes.back().mesh = 0;
        asset.nodes.back().skin = 0;
        asset.roots.push_back(i + 1);
    }
    World world;
    const auto joints = spawn_gltf(world, asset);
    ASSERT_FALSE(joints);
    EXPECT_EQ(joints.error().code, codes::too_many);
    EXPECT_EQ(world.entity_count(), 0U);
    EXPECT_TRUE(spawn_gltf(world, asset, {.skinned_meshes = false}));

    gltf::GltfAsset forest;
    forest.meshes = {mesh_of(3)};
    forest.nodes = {node("trees", {})};
    forest.nodes[0].mesh = 0;
    forest.nodes[0].instances.emplace().places.resize(10);
    forest.roots = {0};
    World other;
    EXPECT_TRUE(spawn_gltf(other, forest, {.max_drawn = 40}));
    const auto drawn = spawn_gltf(other, forest, {.max_drawn = 39});
    ASSERT_FALSE(drawn);
    EXPECT_EQ(drawn.error().code, codes::too_many);
    // Places of one renderable are memory, and are drawn, too.
    EXPECT_TRUE(spawn_gltf(other, forest, {.instancing = Instancing::renderable, .max_drawn = 31}));
    EXPECT_FALSE(
        spawn_gltf(other, forest, {.instancing = Instancing::renderable, .max_drawn = 30}));
}

TEST(SpawnGltf, CountsWarningsBeyondAThousand) {
    gltf::GltfAsset asset;
    asset.nodes = {node("top", {}), node("child", {})};
    asset.nodes[0].children.assign(3000, 1);
    asset.roots = {0};
    World world;
    const SpawnedGltf spawned = spawn_gltf(world, asset).value();
    ASSERT_EQ(spawned.diagnostics.size(), 1001U);
    EXPECT_EQ(spawned.diagnostics[0].code, codes::node_reached_twice);
    EXPECT_EQ(spawned.diagnostics[1000].code, codes::node_reached_twice);
    EXPECT_TRUE(spawned.diagnostics[1000].message.starts_with("1999 more warnings"))
        << spawned.diagnostics[1000].message;
}

TEST(SpawnGltf, HidesNodesThatAreNotVisible) {
    gltf::GltfAsset asset;
    asset.nodes = {node("hidden", {1}), node("below", {})};
    asset.nodes[0].visible = false;
    asset.roots = {0};
    World world;
    const SpawnedGltf spawned = spawn_gltf(world, asset).value();
    EXPECT_FALSE(resolve_visibility(world, spawned.node_entities[0]).visible);
    EXPECT_FALSE(resolve_visibility(world, spawned.node_entities[1]).visible);
    EXPECT_EQ(world.get<Visibility>(spawned.node_entities[1]), nullptr) << "it inherits";
    EXPECT_TRUE(resolve_visibility(world, spawned.root).visible);
}

}  // namespace
}  // namespace diorama::spawn
