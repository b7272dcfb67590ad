// SPDX-License-Identifier: MIT
#include "diorama/render/render_bridge.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "diorama/ecs/world.hpp"
#include "diorama/motion/skin.hpp"
#include "diorama/render/components.hpp"
#include "diorama/scene/error_codes.hpp"
#include "diorama/scene/hierarchy.hpp"
#include "diorama/scene/mobility_diagnostics.hpp"
#include "diorama/scene/propagation.hpp"
#include "diorama/scene/visibility.hpp"

namespace diorama::render {
namespace {

BridgeReport build(World& world, RenderScene& scene) {
    propagate_transforms(world);
    motion::update_joint_palettes(world);
    return RenderBridge().build(world, scene);
}

TEST(RenderBridge, CollectsMeshLightAndCamera) {
    World world;
    world.spawn(Transform{}, MeshRenderer{3, 4, false});
    world.spawn(Transform{.rotation = angle_axis(-half_pi, vec3(1, 0, 0))},
                LightSource{.intensity = 3});
    world.spawn(Transform{.translation = {0, 0, 5}}, CameraComponent{.fov_y = 0.9f});
    RenderScene scene;
    const BridgeReport report = build(world, scene);
    EXPECT_EQ(report.instances, 1U);
    EXPECT_EQ(report.lights, 1U);
    EXPECT_EQ(report.active_cameras, 1U);
    EXPECT_EQ(scene.instances[0].mesh, 3U);
    EXPECT_EQ(scene.instances[0].material, 4U);
    EXPECT_FALSE(scene.instances[0].cast_shadows);
    EXPECT_EQ(scene.camera.eye, vec3(0, 0, 5));
    EXPECT_EQ(scene.camera.fov_y, 0.9f);
    EXPECT_EQ(vec3(scene.instances[0].transform[3]), vec3(0, 0, -5)) << "relative to the camera";
    EXPECT_NEAR(scene.lights[0].direction.y, -1, 1e-6) << "turned to shine straight down";
}

TEST(RenderBridge, KeepsTheScenesCameraWithoutAnActiveOne) {
    World world;
    world.spawn(Transform{.translation = {9, 9, 9}}, CameraComponent{.active = false});
    RenderScene scene;
    scene.camera.eye = vec3(1, 2, 3);
    const BridgeReport report = build(world, scene);
    EXPECT_TRUE(report.camera.is_null());
    EXPECT_EQ(scene.camera.eye, vec3(1, 2, 3));
}

TEST(RenderBridge, PrefersPriorityThenSpawnOrderAndReportsSeveral) {
    World world;
    world.spawn(Transform{}, CameraComponent{.priority = 1});
    const Entity best = world.spawn(Transform{}, CameraComponent{.priority = 2});
    world.spawn(Transform{}, CameraComponent{.priority = 2}, LightSource{});  // another archetype
    RenderScene scene;
    const BridgeReport report = build(world, scene);
    EXPECT_EQ(report.camera, best);
    EXPECT_EQ(report.active_cameras, 3U);
}

TEST(RenderBridge, DrawsInSpawnOrderWhateverTheArchetype) {
    World world;
    for (std::uint32_t i = 0; i < 6; ++i) {
        const Entity entity = world.spawn(Transform{}, MeshRenderer{i, 0, true});
        if (i % 2 == 0) {
            ASSERT_TRUE(world.add(entity, LightSource{}));
        }
    }
    RenderScene scene;
    build(world, scene);
    ASSERT_EQ(scene.instances.size(), 6U);
    for (std::uint32_t i = 0; i < 6; ++i)
        EXPECT_EQ(scene.instances[i].mesh, i);
}

TEST(RenderBridge, TellsOfEveryStationaryMeshOnceAndDrawsIt) {
    World world;
    std::vector<MobilityDiagnostic> heard;
    subscribe_mobility_diagnostics(world,
                                   [&](const MobilityDiagnostic& each) { heard.push_back(each); });
    const Entity wrong =
        world.spawn(Transform{}, MeshRenderer{}, Mobility{MobilityKind::stationary});
    const Entity later = world.spawn(Transform{}, MeshRenderer{}, Mobility{MobilityKind::fixed});
    world.spawn(Transform{}, LightSource{}, Mobility{MobilityKind::stationary});
    propagate_transforms(world);
    RenderBridge bridge;
    RenderScene scene;
    EXPECT_EQ(bridge.build(world, scene).instances, 2U);
    ASSERT_EQ(heard.size(), 1U);
    EXPECT_EQ(heard[0].code, codes::mobility_invalid_kind);
    EXPECT_EQ(heard[0].entity, wrong);

    world.get_mut<Mobility>(later)->kind = MobilityKind::stationary;
    bridge.build(world, scene);
    bridge.build(world, scene);
    ASSERT_EQ(heard.size(), 2U);
    EXPECT_EQ(heard[1].entity, later);
    RenderBridge().build(world, scene);
    EXPECT_EQ(heard.size(), 2U) << "another bridge over the same world";
}

// A mirrored parent's mirrored child is not mirrored; the flag follows the world determinant.
TEST(RenderBridge, FlipsWindingWhereTheWorldMirrors) {
    World world;
    const auto mesh = [] { return MeshRenderer{}; };
    world.spawn(Transform{}, mesh());
    const Entity mirrored = world.spawn(Transform{.scale = {-1, 1, 1}}, mesh());
    world.spawn(Transform{.scale = {-1, -1, 1}}, mesh());
    world.spawn(Transform{.scale = {-1, 1, 1}}, ChildOf{mirrored}, mesh());
    RenderScene scene;
    build(world, scene);
    std::vector<bool> flips;
    for (const RenderInstance& instance : scene.instances)
        flips.push_back(instance.flip_winding);
    EXPECT_EQ(flips, (std::vector<bool>{false, true, false, false}));

    world.get_mut<Transform>(mirrored)->scale = vec3(1);
    build(world, scene);
    EXPECT_FALSE(scene.instances[1].flip_winding) << "follows scale at run time";
    EXPECT_TRUE(scene.instances[3].flip_winding);
}

TEST(RenderBridge, LeavesOutWhatIsHiddenAndWhatHangsBelow) {
    World world;
    const Entity hidden =
        world.spawn(Transform{}, Visibility{VisibilityMode::hidden}, MeshRenderer{});
    world.spawn(Transform{}, ChildOf{hidden}, MeshRenderer{});
    world.spawn(Transform{}, MeshRenderer{7, 0, true});
    RenderScene scene;
    const BridgeReport report = build(world, scene);
    EXPECT_EQ(report.hidden, 2U);
    ASSERT_EQ(scene.instances.size(), 1U);
    EXPECT_EQ(scene.instances[0].mesh, 7U);
}

TEST(RenderBridge, ShowsWhatHasInstancesAtEachPlaceAndNotAtItself) {
    World world;
    const Entity trees =
        world.spawn(Transform{.translation = {10, 0, 0}, .scale = {2, 2, 2}},
                    MeshRenderer{4, 5, false}, Instances{{1, 2, 3, 0, 0, 0, 1, 1,  1, 1,  //
                                                          0, 0, 0, 0, 0, 1, 0, -1, 1, 1, 99}});
    RenderScene scene;
    EXPECT_EQ(build(world, scene).instances, 2U) << "a place that is not whole is none";
    ASSERT_EQ(scene.instances.size(), 2U);
    EXPECT_EQ(vec3(scene.instances[0].transform[3]), vec3(12, 4, 6));
    EXPECT_FALSE(scene.instances[0].flip_winding);
    EXPECT_EQ(vec3(scene.instances[1].transform[3]), vec3(10, 0, 0));
    EXPECT_TRUE(scene.instances[1].flip_winding);
    EXPECT_EQ(vec3(scene.instances[1].transform[0]), vec3(2, 0, 0)) << "mirrored, then turned";
    for (const RenderInstance& each : scene.instances) {
        EXPECT_EQ(each.mesh, 4U);
        EXPECT_EQ(each.material, 5U);
        EXPECT_FALSE(each.cast_shadows);
    }
    world.get_mut<Instances>(trees)->places.clear();
    EXPECT_EQ(build(world, scene).instances, 0U);
}

// A float at 1e7 m steps by 1 m; relative to a camera 2 m away the difference is exact.
TEST(RenderBridge, StaysSharpFarFromTheOrigin) {  // H23
    World world;
    const Entity mesh = world.spawn(Transform{.translation = {1e7f, 0, 0}}, MeshRenderer{});
    const Entity camera = world.spawn(Transform{.translation = {1e7f, 0, 2}}, CameraComponent{});
    RenderScene scene;
    build(world, scene);
    EXPECT_EQ(vec3(scene.instances[0].transform[3]), vec3(0, 0, -2));
    // Vertices a centimetre apart stay so, and no camera moves what is stored.
    for (int step = 0; step < 10; ++step) {
        const vec4 a =
            scene.instances[0].transform * vec4(0.01f * static_cast<float>(step), 0, 0, 1);
        const vec4 b =
            scene.instances[0].transform * vec4(0.01f * static_cast<float>(step + 1), 0, 0, 1);
        EXPECT_NEAR(b.x - a.x, 0.01f, 1e-4f);
        world.get_mut<Transform>(camera)->translation.z += 1;
        build(world, scene);
        EXPECT_EQ(vec3(scene.instances[0].transform[3]), vec3(0, 0, -3 - step));
        EXPECT_EQ(world.get<Transform>(mesh)->translation, vec3(1e7f, 0, 0));
        EXPECT_EQ(world.get<GlobalTransform>(mesh)->translation(), vec3(1e7f, 0, 0));
    }
}

TEST(RenderBridge, HandsOverPalettesAndMorphWeights) {
    World world;
    const Entity joint = world.spawn(Transform{.translation = {0, 3, 0}});
    motion::SkinBinding binding{{compose(vec3(0, -1, 0), quat(1, 0, 0, 0), vec3(1))}};
    world.spawn(Transform{.translation = {5, 0, 0}}, MeshRenderer{}, motion::Skin{"", 0, {joint}},
                std::move(binding), motion::MorphWeights{{0.5f, 1}});
    RenderScene scene;
    build(world, scene);
    ASSERT_EQ(scene.instances.size(), 1U);
    const RenderInstance& instance = scene.instances[0];
    EXPECT_EQ(instance.joint_count, 1U);
    EXPECT_EQ(instance.morph_count, 2U);
    EXPECT_EQ(scene.morph_weights, (std::vector<float>{0.5f, 1}));
    EXPECT_EQ(vec3(scene.joints[0][3]), vec3(0, 2, 0)) << "the node's own place plays no part";
    EXPECT_EQ(instance.transform, mat4(1));
}

TEST(JointPalettes, DrawsWithoutADeadJointAtTheEntityItself) {
    World world;
    const Entity joint = world.spawn(Transform{});
    const Entity body = world.spawn(Transform{.translation = {5, 0, 0}},
                                    motion::Skin{"", 0, {joint}}, motion::SkinBinding{{mat4(1)}});
    ASSERT_TRUE(world.despawn(joint));
    propagate_transforms(world);
    const motion::PaletteReport report = motion::update_joint_palettes(world);
    EXPECT_EQ(report.missing_joints, 1U);
    EXPECT_EQ(vec3(world.get<motion::JointPalette>(body)->joints[0][3]), vec3(5, 0, 0));
}

}  // namespace
}  // namespace diorama::render
