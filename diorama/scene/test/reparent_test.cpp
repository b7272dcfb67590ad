// SPDX-License-Identifier: MIT
#include "diorama/scene/reparent.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "diorama/ecs/world.hpp"
#include "diorama/scene/error_codes.hpp"
#include "diorama/scene/propagation.hpp"
#include "diorama/scene/subtree.hpp"
#include "diorama/scene/transform.hpp"

namespace diorama {
namespace {

void expect_near(const mat4& a, const mat4& b, float tolerance) {
    for (int column = 0; column < 4; ++column)
        for (int row = 0; row < 4; ++row)
            EXPECT_NEAR(a[column][row], b[column][row], tolerance) << column << "," << row;
}

void expect_same_bits(const Transform& a, const Transform& b) {
    EXPECT_EQ(std::memcmp(&a, &b, sizeof(Transform)), 0);
}

TEST(ReparentKeepingWorld, PutsAMirrorOnX) {  // H12
    World world;
    const Entity p = world.spawn(Transform{.scale = {-1, 1, 1}});
    const Entity c = world.spawn(Transform{.translation = {3, 0, 0}}, ChildOf{p});
    ASSERT_TRUE(reparent_keeping_world(world, c, Entity::null()));
    EXPECT_TRUE(world.parent(c).is_null());
    propagate_transforms(world);
    EXPECT_EQ(world.get<GlobalTransform>(c)->translation(), vec3(-3, 0, 0));
    EXPECT_TRUE(world.get<GlobalTransform>(c)->mirrored());
    EXPECT_EQ(world.get<Transform>(c)->scale, vec3(-1, 1, 1));
    EXPECT_EQ(world.get<Transform>(c)->rotation, quat(1, 0, 0, 0));
    ASSERT_TRUE(reparent_keeping_world(world, c, p));
    EXPECT_EQ(world.get<Transform>(c)->translation, vec3(3, 0, 0));
    EXPECT_EQ(world.get<Transform>(c)->scale, vec3(1, 1, 1));
    EXPECT_EQ(world.get<Transform>(c)->rotation, quat(1, 0, 0, 0));
}

TEST(ReparentKeepingWorld, KeepsTheSignsOfAMirroredScale) {
    World world;
    const Entity p = world.spawn(Transform{.translation = {5, 0, 0}});
    for (const vec3 scale : {vec3(-2, 1, 1), vec3(1, -1, 1), vec3(-1, -1, 1), vec3(1, 1, -3)}) {
        const Entity c = world.spawn(Transform{.scale = scale});
        ASSERT_TRUE(reparent_keeping_world(world, c, p));
        EXPECT_EQ(world.get<Transform>(c)->scale, scale);
        EXPECT_EQ(world.get<Transform>(c)->rotation, quat(1, 0, 0, 0));
        EXPECT_EQ(world.get<Transform>(c)->translation, vec3(-5, 0, 0));
    }
}

TEST(ReparentKeepingWorld, KeepsRandomPlacements) {
    std::mt19937 random(5);
    const auto value = [&] { return static_cast<float>(random() % 2001) / 1000 - 1; };
    const auto rigid = [&](float scale) {
        return Transform{.translation = {value(), value(), value()},
                         .rotation = angle_axis(3 * value(), vec3(0.48f, 0.6f, 0.64f)),
                         .scale = vec3(scale)};
    };
    World world;
    for (int i = 0; i < 200; ++i) {
        const Entity p = world.spawn(rigid(0.5f + 0.4f * value())), q = world.spawn(rigid(2));
        Transform local = rigid(1);
        local.scale = {value(), 1.5f, i % 7 == 0 ? 0.0f : value()};
        const Entity c = world.spawn(local, ChildOf{p});
        const mat4 before = world_matrix_now(world, c);
        ASSERT_TRUE(reparent_keeping_world(world, c, q)) << i;
        EXPECT_EQ(world.parent(c), q);
        expect_near(world_matrix_now(world, c), before, 2e-5f);
    }
}

TEST(ReparentKeepingWorld, RefusesWhatAScaleCannotHold) {
    World world;
    const Entity p = world.spawn(Transform{.scale = {1, 3, 1}});
    const Entity flat = world.spawn(Transform{.scale = {1, 0, 1}});
    const Transform turned{.rotation = angle_axis(0.7f, vec3(0, 0, 1))};
    const Entity c = world.spawn(turned);
    for (const Entity parent : {p, flat}) {
        const Result<> refused = reparent_keeping_world(world, c, parent);
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().code, codes::placement_unrepresentable);
        EXPECT_TRUE(world.parent(c).is_null());
        EXPECT_EQ(world.get<Transform>(c)->rotation, turned.rotation);
    }
    const Result<> sheared = reparent_keeping_world(world, c, p);
    EXPECT_GT(std::any_cast<float>(sheared.error().detail), 0.1f);
}

TEST(ReparentKeepingWorld, RefusesShearHoweverFarFromTheOrigin) {
    for (const float x : {0.0f, 1e3f, 1e5f, 1e6f, -1e9f}) {
        World world;
        const Entity sheared = world.spawn(Transform{.scale = {1, 3, 1}});
        const Entity rigid = world.spawn(Transform{.translation = {-x / 3, 1, 0},
                                                   .rotation = angle_axis(0.4f, vec3(0, 1, 0)),
                                                   .scale = vec3(2)});
        const Transform turned{.translation = {x, 0, 0},
                               .rotation = angle_axis(0.7f, vec3(0, 0, 1))};
        const Entity c = world.spawn(turned);
        const Result<> refused = reparent_keeping_world(world, c, sheared);
        ASSERT_FALSE(refused) << x;
        EXPECT_EQ(refused.error().code, codes::placement_unrepresentable);
        EXPECT_GT(std::any_cast<float>(refused.error().detail), 0.1f);
        EXPECT_TRUE(world.parent(c).is_null());
        expect_same_bits(*world.get<Transform>(c), turned);
        const mat4 before = world_matrix_now(world, c);
        ASSERT_TRUE(reparent_keeping_world(world, c, rigid)) << x;
        const mat4 after = world_matrix_now(world, c);
        for (int column = 0; column < 3; ++column)
            for (int row = 0; row < 3; ++row)
                EXPECT_NEAR(after[column][row], before[column][row], 1e-5f) << x;
        EXPECT_NEAR(after[3].x, x, 1e-5f * std::fmax(1, std::fabs(x)));
    }
}

TEST(ReparentKeepingWorld, MeasuresSmallThingsByTheirOwnSize) {
    World world;
    const Entity sheared = world.spawn(Transform{.scale = {1, 1.01f, 1}});
    const Entity c = world.spawn(Transform{.translation = {5, 0, 0},
                                           .rotation = angle_axis(0.7f, vec3(0, 0, 1)),
                                           .scale = vec3(1e-4f)});
    EXPECT_EQ(reparent_keeping_world(world, c, sheared).error().code,
              codes::placement_unrepresentable);
    // Right at the origin a distance has no size of its own.
    const Entity p = world.spawn(Transform{.translation = {0.1f, 0.7f, 0.3f},
                                           .rotation = angle_axis(0.3f, vec3(0.6f, 0, 0.8f))});
    const Entity home = world.spawn(Transform{.translation = {1e-9f, 0, 0}});
    EXPECT_TRUE(reparent_keeping_world(world, home, p));
}

TEST(ReparentKeepingWorld, LeavesTheTransformWhereNothingHasToChange) {
    World world;
    const Transform authored{.translation = {1.3f, 0.7f, 0.1f},
                             .rotation = angle_axis(1.1f, vec3(0.6f, 0, 0.8f)),
                             .scale = {1.3f, -0.7f, 0.9f}};
    const Entity p =
        world.spawn(Transform{.rotation = angle_axis(0.3f, vec3(0, 1, 0)), .scale = {1, 3, 1}});
    const Entity a = world.spawn(Transform{}), b = world.spawn(ChildOf{a}), dead = world.spawn();
    ASSERT_TRUE(world.despawn(dead));
    const Entity child = world.spawn(authored, ChildOf{p}), root = world.spawn(authored),
                 orphan = world.spawn(authored, ChildOf{dead});
    auto moved = world.query<Changed<Transform>>();
    moved.each([](Entity) {});
    ASSERT_TRUE(reparent_keeping_world(world, child, p)) << "though it shears";
    ASSERT_TRUE(reparent_keeping_world(world, root, Entity::null()));
    ASSERT_TRUE(reparent_keeping_world(world, orphan, Entity::null()));
    for (const Entity parent : {a, b, Entity::null(), b})
        ASSERT_TRUE(reparent_keeping_world(world, root, parent)) << "neither changes anything";
    EXPECT_EQ(world.parent(child), p);
    EXPECT_EQ(world.parent(root), b);
    EXPECT_FALSE(world.has<ChildOf>(orphan));
    EXPECT_TRUE(moved.empty());
    for (const Entity entity : {child, root, orphan})
        expect_same_bits(*world.get<Transform>(entity), authored);
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const Entity lost = world.spawn(Transform{.translation = {nan, 0, 0}}, ChildOf{p});
    EXPECT_TRUE(reparent_keeping_world(world, lost, p));
    EXPECT_EQ(reparent_keeping_world(world, lost, a).error().code,
              codes::placement_unrepresentable);
}

TEST(ReparentKeepingWorld, ReportsALoopBeforeAShear) {
    World world;
    const Transform turned{.rotation = angle_axis(0.7f, vec3(0, 0, 1))};
    const Entity a = world.spawn(turned),
                 b = world.spawn(Transform{.scale = {1, 3, 1}}, ChildOf{a}),
                 c = world.spawn(turned, ChildOf{b});
    EXPECT_EQ(reparent_keeping_world(world, a, c).error().code, codes::hierarchy_cycle);
    EXPECT_EQ(reparent_keeping_world(world, a, a).error().code, codes::hierarchy_cycle);
    EXPECT_TRUE(world.parent(a).is_null());
}

TEST(ReparentKeepingWorld, ReportsBadHandlesAndLoops) {
    World world;
    const Entity a = world.spawn(Transform{}), b = world.spawn(ChildOf{a}), dead = world.spawn();
    ASSERT_TRUE(world.despawn(dead));
    EXPECT_EQ(reparent_keeping_world(world, a, b).error().code, codes::hierarchy_cycle);
    EXPECT_EQ(reparent_keeping_world(world, a, dead).error().code, codes::parent_dead);
    EXPECT_EQ(reparent_keeping_world(world, dead, a).error().code, codes::entity_dead);
    EXPECT_EQ(reparent_keeping_world(world, dead, Entity::null()).error().code, codes::entity_dead);
}

TEST(ReparentKeepingWorld, RefusesAParentThatIsNotPlaced) {
    World world;
    const Entity bare = world.spawn(), home = world.spawn(Transform{.translation = {1, 0, 0}});
    const Entity child = world.spawn(Transform{.translation = {2, 0, 0}}, ChildOf{home});
    const Result<> hung = reparent_keeping_world(world, child, bare);
    ASSERT_FALSE(hung);
    EXPECT_EQ(hung.error().code, codes::hierarchy_broken);
    EXPECT_EQ(world.parent(child), home);
    EXPECT_EQ(world.get<Transform>(child)->translation, vec3(2, 0, 0));
    ASSERT_TRUE(world.add(bare, Transform{.translation = {5, 0, 0}}));
    ASSERT_TRUE(reparent_keeping_world(world, child, bare));
    EXPECT_EQ(world.get<Transform>(child)->translation, vec3(-2, 0, 0));
    EXPECT_EQ(propagate_transforms(world).orphaned, 0u);
}

TEST(Subtree, IsVisitedParentsFirstInOrder) {
    World world;
    const Entity a = world.spawn(Transform{}), b = world.spawn(ChildOf{a}),
                 c = world.spawn(ChildOf{a}), d = world.spawn(ChildOf{b});
    world.spawn(Transform{});
    std::vector<Entity> visited;
    for_each_in_subtree(world, a, [&](Entity entity) { visited.push_back(entity); });
    EXPECT_EQ(visited, (std::vector{a, b, d, c}));
    for_each_in_subtree(world, Entity::null(), [&](Entity) { FAIL(); });
}

TEST(Subtree, BoundsHoldWhatIsBelow) {
    World world;
    const Entity a = world.spawn(Transform{.translation = {10, 0, 0}}),
                 b = world.spawn(ChildOf{a}, Transform{.translation = {0, 5, 0}, .scale = vec3(2)});
    propagate_transforms(world);
    const Bounds bounds = subtree_bounds(world, a, [&](Entity entity) {
        return entity == b ? Bounds{vec3(-1), vec3(1)} : Bounds{};
    });
    EXPECT_EQ(bounds.min, vec3(8, 3, -2));
    EXPECT_EQ(bounds.max, vec3(12, 7, 2));
}

}  // namespace
}  // namespace diorama
