// SPDX-License-Identifier: MIT
#include "diorama/render/scene2d_bridge.hpp"

#include <gtest/gtest.h>

#include "diorama/ecs/world.hpp"
#include "diorama/render/null_renderer.hpp"
#include "diorama/scene/visibility.hpp"
#include "diorama/scene2d/propagation.hpp"

namespace diorama::render {
namespace {

using scene2d::Angle;
using scene2d::Fixed;
using scene2d::Local2;
using scene2d::Parent2;

Local2 at(int x, int y) {
    return {{Fixed::from_int(x), Fixed::from_int(y)}, {}};
}

struct Picture {
    World world;
    NullRenderer renderer;
    Scene2dBridge bridge{renderer};
    RenderScene scene;

    std::uint32_t build() {
        scene2d::Scratch2 scratch;
        propagate2(scratch, world);
        scene.instances.clear();
        const Result<std::uint32_t> boxes = bridge.build(world, scene);
        EXPECT_TRUE(boxes);
        EXPECT_TRUE(renderer.draw(scene));
        return boxes.value_or(0);
    }
};

TEST(Scene2dBridge, DrawsByLayerThenSpawnOrder) {
    Picture p;
    p.world.spawn(at(1, 0), Box2{.layer = 1});
    p.world.spawn(at(2, 0), Box2{.layer = 0});
    p.world.spawn(at(3, 0), Box2{.layer = 1});
    p.world.spawn(at(4, 0), Box2{.layer = -5});
    p.world.spawn(at(5, 0));
    EXPECT_EQ(p.build(), 4u);
    ASSERT_EQ(p.scene.instances.size(), 4u);
    const float xs[] = {4, 2, 1, 3};
    for (int i = 0; i < 4; ++i) {
        const vec4 where = p.scene.instances[static_cast<std::size_t>(i)].transform[3];
        EXPECT_EQ(where.x, xs[i]);
        EXPECT_EQ(where.z, static_cast<float>(i) * Scene2dBridge::kOrderStep);
    }
}

TEST(Scene2dBridge, TurnsAndSizesEachBoxAboutItsNode) {
    Picture p;
    const Entity hub = p.world.spawn(Local2{{}, Angle::kQuarter});
    p.world.spawn(at(3, 0), Parent2{hub}, Box2{.size = {4, 2}});
    p.scene.camera.eye = vec3(1, 1, 10);
    p.build();
    const mat4& m = p.scene.instances[0].transform;
    EXPECT_EQ(m[0], vec4(0, 4, 0, 0));
    EXPECT_EQ(m[1], vec4(-2, 0, 0, 0));
    EXPECT_EQ(m[3], vec4(-1, 2, -10, 1));  // (0, 3) seen from the eye
}

TEST(Scene2dBridge, KeepsStepsApartFarFromTheOrigin) {
    Picture p;
    const Fixed step = Fixed::from_raw(1);
    p.world.spawn(Local2{{Fixed::kMax, {}}, {}}, Box2{});
    p.world.spawn(Local2{{Fixed::kMax - step, {}}, {}}, Box2{});
    p.scene.camera.eye = vec3(32767, 0, 1);
    p.build();
    EXPECT_EQ(p.scene.instances[0].transform[3].x - p.scene.instances[1].transform[3].x,
              1.0f / 65536);
}

TEST(Scene2dBridge, SharesOneMeshAndAMaterialPerColour) {
    Picture p;
    for (int i = 0; i < 10; ++i)
        p.world.spawn(at(i, 0), Box2{.color = vec4(i % 2, 0, 0, i % 2 == 0 ? 0.5f : 1.0f)});
    p.build();
    const RenderInstance first = p.scene.instances[0], second = p.scene.instances[1];
    EXPECT_NE(first.material, second.material);
    for (std::size_t i = 0; i < 10; ++i) {
        EXPECT_EQ(p.scene.instances[i].mesh, first.mesh);
        EXPECT_EQ(p.scene.instances[i].material, i % 2 == 0 ? first.material : second.material);
    }
    p.build();
    EXPECT_EQ(p.scene.instances[9].material, second.material);
}

TEST(Scene2dBridge, LeavesHiddenBoxesOut) {
    Picture p;
    p.world.spawn(at(1, 0), Box2{}, Visibility{VisibilityMode::hidden});
    p.world.spawn(at(2, 0), Box2{});
    EXPECT_EQ(p.build(), 1u);
}

TEST(FlatCamera, ShowsAllBoxesInEitherDirection) {
    World world;
    scene2d::Scratch2 scratch;
    EXPECT_TRUE(flat_bounds(world).empty());
    world.spawn(at(-10, 0), Box2{.size = {2, 2}});
    world.spawn(at(30, 5), Box2{.size = {2, 2}});
    propagate2(scratch, world);
    const Bounds bounds = flat_bounds(world);
    EXPECT_EQ(bounds.min, vec3(-11, -1, 0));
    EXPECT_EQ(bounds.max, vec3(31, 6, Scene2dBridge::kOrderStep));
    for (const float aspect : {0.5f, 16.0f}) {
        const Camera camera = flat_camera(bounds, aspect);
        EXPECT_EQ(camera.projection, Projection::orthographic);
        EXPECT_GT(camera.half_width, 21.0f);
        EXPECT_GT(camera.half_height, 3.5f);
        EXPECT_LT(std::min(camera.half_width / 21.0f, camera.half_height / 3.5f), 1.1f);
        EXPECT_EQ(camera.eye.x, 10.0f);
        EXPECT_GT(camera.eye.z - camera.near, bounds.max.z);
        EXPECT_LT(camera.eye.z - camera.far, bounds.min.z);
    }
}

}  // namespace
}  // namespace diorama::render
