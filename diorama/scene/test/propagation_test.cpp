// SPDX-License-Identifier: MIT
#include "diorama/scene/propagation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <vector>

#include "diorama/ecs/error_codes.hpp"
#include "diorama/ecs/world.hpp"
#include "diorama/scene/error_codes.hpp"
#include "diorama/scene/scene_plugin.hpp"
#include "diorama/scene/transform.hpp"

namespace diorama {
namespace {

Transform at(float x, float y, float z) {
    return {.translation = {x, y, z}};
}

vec3 world_position(const World& world, Entity entity) {
    return world.get<GlobalTransform>(entity)->translation();
}

std::vector<Entity> changed(World& world, Query<Changed<GlobalTransform>>& query) {
    propagate_transforms(world);
    std::vector<Entity> found;
    query.each([&](Entity entity) { found.push_back(entity); });
    return found;
}

TEST(Propagation, SwingsAChildWithItsParent) {
    World world;
    ASSERT_TRUE(world.add_plugin(ScenePlugin{}));
    const Entity hub = world.spawn(Transform{.rotation = angle_axis(half_pi, vec3(0, 1, 0))});
    const Entity arm = world.spawn(at(1, 0, 0), ChildOf{hub});
    ASSERT_TRUE(world.update(1.0 / 60));
    const vec3 position = world_position(world, arm);
    EXPECT_NEAR(position.x, 0, 1e-6);
    EXPECT_NEAR(position.y, 0, 1e-6);
    EXPECT_NEAR(position.z, -1, 1e-6);
}

TEST(Propagation, PlacesADetachedChildAsARootInTheSamePass) {  // H01
    World world;
    const Entity p = world.spawn(at(10, 0, 0)), c = world.spawn(at(1, 0, 0), ChildOf{p}),
                 g = world.spawn(at(0, 1, 0), ChildOf{c});
    propagate_transforms(world);
    EXPECT_EQ(world_position(world, g), vec3(11, 1, 0));
    ASSERT_TRUE(world.detach(c));
    propagate_transforms(world);
    EXPECT_EQ(world_position(world, c), vec3(1, 0, 0));
    EXPECT_EQ(world_position(world, g), vec3(1, 1, 0));
}

TEST(Propagation, ReachesEveryDirtyBranch) {  // H03
    World world;
    const Entity r = world.spawn(at(0, 0, 0));
    std::vector<Entity> branches, leaves;
    for (int i = 1; i <= 3; ++i) {
        branches.push_back(world.spawn(at(static_cast<float>(i), 0, 0), ChildOf{r}));
        leaves.push_back(world.spawn(at(0, 1, 0), ChildOf{branches.back()}));
    }
    propagate_transforms(world);
    world.get_mut<Transform>(r)->translation.x = 10;
    propagate_transforms(world);
    for (int i = 0; i < 3; ++i)
        EXPECT_EQ(world_position(world, leaves[static_cast<std::size_t>(i)]),
                  vec3(static_cast<float>(11 + i), 1, 0));
    world.get_mut<Transform>(leaves[0])->translation.z = 1;
    world.get_mut<Transform>(leaves[2])->translation.z = 1;
    propagate_transforms(world);
    EXPECT_EQ(world_position(world, leaves[0]), vec3(11, 1, 1));
    EXPECT_EQ(world_position(world, leaves[1]), vec3(12, 1, 0));
    EXPECT_EQ(world_position(world, leaves[2]), vec3(13, 1, 1));
}

TEST(Propagation, ReachesEveryDepth) {  // H04
    for (int depth = 1; depth <= 64; ++depth) {
        World world;
        const Entity top = world.spawn(at(-1.5f, 0, 0));
        Entity leaf = top;
        for (int i = 0; i < depth; ++i)
            leaf = world.spawn(at(1.5f, 0, 0), ChildOf{leaf});
        propagate_transforms(world);
        world.get_mut<Transform>(top)->translation.y = 2;
        propagate_transforms(world);
        EXPECT_EQ(world_position(world, leaf), vec3(1.5f * static_cast<float>(depth) - 1.5f, 2, 0));
    }
}

TEST(Propagation, PlacesWhatGetsItsTransformLate) {  // H05
    World world;
    const Entity p = world.spawn(at(5, 0, 0));
    const Entity staged = world.spawn(ChildOf{p}), bare = world.spawn();
    propagate_transforms(world);
    EXPECT_EQ(world_position(world, staged), vec3(5, 0, 0));
    ASSERT_TRUE(world.add(staged, at(1, 0, 0)));
    ASSERT_TRUE(world.add(bare, at(2, 0, 0)));
    propagate_transforms(world);
    EXPECT_EQ(world_position(world, staged), vec3(6, 0, 0));
    EXPECT_EQ(world_position(world, bare), vec3(2, 0, 0));
}

TEST(Propagation, PlacesAChildSpawnedInTheSameBatchAsItsParent) {  // H06
    World world;
    const Entity p = world.commands().spawn(at(3, 0, 0));
    const Entity c = world.commands().spawn(ChildOf{p}, at(1, 0, 0));
    ASSERT_TRUE(world.flush());
    propagate_transforms(world);
    EXPECT_EQ(world.children(p).front(), c);
    EXPECT_EQ(world.children(p).size(), 1u);
    EXPECT_EQ(world_position(world, c), vec3(4, 0, 0));
}

TEST(Propagation, DoesNotDependOnWhichSlotIsLower) {
    World world;
    const Entity first = world.spawn(at(0, 0, 0)), second = world.spawn(at(0, 0, 0));
    ASSERT_TRUE(world.despawn(first));
    ASSERT_TRUE(world.despawn(second));
    const Entity parent = world.spawn(at(1, 0, 0)),
                 child = world.spawn(at(1, 0, 0), ChildOf{parent});
    propagate_transforms(world);
    world.get_mut<Transform>(parent)->translation.x = 7;
    propagate_transforms(world);
    EXPECT_EQ(world_position(world, child), vec3(8, 0, 0)) << "no lag of one pass";
}

TEST(Propagation, FlagsOnlyTheAddedChild) {  // H09
    World world;
    const Entity p = world.spawn(at(1, 0, 0));
    for (int i = 0; i < 10'000; ++i)
        world.spawn(at(0, 1, 0), ChildOf{p});
    auto query = world.query<Changed<GlobalTransform>>();
    EXPECT_EQ(changed(world, query).size(), 10'001u);
    const Entity added = world.spawn(at(0, 2, 0), ChildOf{p});
    EXPECT_EQ(changed(world, query), (std::vector{added}));
    world.spawn(at(0, 3, 0), ChildOf{p});
    const PropagationReport report = propagate_transforms(world);
    EXPECT_EQ(report.recomputed, 1u);
    EXPECT_EQ(report.changed, 1u);
    query.each([](Entity) {});
    ASSERT_TRUE(world.move_child(added, world.children(p).front()));
    EXPECT_TRUE(changed(world, query).empty());
    ASSERT_TRUE(world.move_child(added, Entity::null()));
    EXPECT_EQ(propagate_transforms(world).recomputed, 0u);
}

TEST(Propagation, RepublishesARootTransition) {
    World world;
    const Entity p = world.spawn(at(0, 0, 0)), c = world.spawn(at(1, 0, 0), ChildOf{p});
    auto query = world.query<Changed<GlobalTransform>>();
    static_cast<void>(changed(world, query));
    ASSERT_TRUE(world.detach(c));
    EXPECT_EQ(changed(world, query), (std::vector{c})) << "though its bits are the same";
    EXPECT_TRUE(changed(world, query).empty());
}

TEST(Propagation, KeepsShearOfRotationUnderScale) {  // H10
    World world;
    const Entity n0 = world.spawn(Transform{.rotation = angle_axis(-half_pi, vec3(0, 0, 1))});
    const Entity n1 = world.spawn(Transform{.scale = {1, 2, 1}}, ChildOf{n0});
    const Entity n2 =
        world.spawn(Transform{.rotation = angle_axis(half_pi, vec3(0, 0, 1))}, ChildOf{n1});
    propagate_transforms(world);
    const mat4 matrix = world.get<GlobalTransform>(n2)->matrix();
    for (int column = 0; column < 4; ++column)
        for (int row = 0; row < 4; ++row)
            EXPECT_NEAR(matrix[column][row], column != row ? 0 : column == 0 ? 2 : 1, 1e-6);
}

TEST(Propagation, PlacesOrphansAsRootsAndCountsThem) {
    World world;
    const Entity dead = world.spawn(Transform{});
    ASSERT_TRUE(world.despawn(dead));
    const Entity bare = world.spawn();
    const Entity under_dead = world.spawn(at(1, 0, 0), ChildOf{dead});
    const Entity under_bare = world.spawn(at(2, 0, 0), ChildOf{bare});
    const Entity below = world.spawn(at(1, 0, 0), ChildOf{under_bare});
    PropagationReport report = propagate_transforms(world);
    EXPECT_EQ(report.nodes, 3u);
    EXPECT_EQ(report.orphaned, 2u);
    ASSERT_TRUE(report.first_broken);
    EXPECT_EQ(report.first_broken->code, codes::hierarchy_broken);
    EXPECT_EQ(report.first_broken->entity, under_dead);
    EXPECT_EQ(report.first_broken->parent, dead);
    EXPECT_EQ(report.diagnostics().size(), 1u);
    EXPECT_EQ(world_position(world, under_dead), vec3(1, 0, 0));
    EXPECT_EQ(world_position(world, below), vec3(3, 0, 0));
    ASSERT_TRUE(world.add(bare, at(10, 0, 0)));
    report = propagate_transforms(world);
    EXPECT_EQ(report.orphaned, 1u);
    EXPECT_EQ(world_position(world, under_bare), vec3(12, 0, 0));
    EXPECT_EQ(world_position(world, below), vec3(13, 0, 0));
    ASSERT_TRUE(world.remove<Transform>(bare));
    EXPECT_EQ(propagate_transforms(world).orphaned, 2u);
    EXPECT_EQ(world_position(world, below), vec3(3, 0, 0));
}

TEST(Propagation, NamesOfALongLoopTheFirstAndTheLast) {
    World world;
    const Entity root = world.spawn(Transform{});
    std::vector<Entity> loop{world.spawn(Transform{}, ChildOf{root})};
    while (loop.size() < 100)
        loop.push_back(world.spawn(Transform{}, ChildOf{loop.back()}));
    // Behind the World's back, as no caller can.
    world.core().write_raw_link(loop.front(), loop.back());
    const PropagationReport report = propagate_transforms(world);
    ASSERT_TRUE(report.first_cycle);
    EXPECT_EQ(report.first_cycle->members.size(), 100U) << "all are there for a program";
    const std::vector<Diagnostic> found = report.diagnostics();
    ASSERT_EQ(found.size(), 1U);
    EXPECT_LT(found[0].message.size(), 400U) << found[0].message;
    EXPECT_TRUE(found[0].message.ends_with(", 100 in all")) << found[0].message;
    EXPECT_NE(found[0].message.find(", ..., "), std::string::npos) << found[0].message;
}

TEST(Propagation, PlacesEachMemberOfALoopAsARoot) {  // H07
    World world;
    const Entity root = world.spawn(at(100, 0, 0));
    const Entity a = world.spawn(at(1, 0, 0), ChildOf{root}),
                 b = world.spawn(at(2, 0, 0), ChildOf{a}), c = world.spawn(at(4, 0, 0), ChildOf{b}),
                 below = world.spawn(at(8, 0, 0), ChildOf{c});
    // Behind the World's back, as no caller can.
    world.core().write_raw_link(a, c);
    const PropagationReport report = propagate_transforms(world);
    EXPECT_EQ(report.nodes, 5u);
    EXPECT_EQ(report.cyclic, 3u);
    ASSERT_TRUE(report.first_cycle);
    EXPECT_EQ(report.first_cycle->code, codes::hierarchy_cycle);
    EXPECT_EQ(report.first_cycle->members, (std::vector{a, c, b}));
    EXPECT_EQ(world_position(world, a), vec3(1, 0, 0));
    EXPECT_EQ(world_position(world, b), vec3(2, 0, 0));
    EXPECT_EQ(world_position(world, c), vec3(4, 0, 0));
    EXPECT_EQ(world_position(world, below), vec3(12, 0, 0));
    EXPECT_EQ(vec3(world_matrix_now(world, below)[3]), vec3(12, 0, 0));
    EXPECT_EQ(vec3(world_matrix_now(world, b)[3]), vec3(2, 0, 0));
    ASSERT_TRUE(world.despawn(b)) << "ends although its children run in a loop";
}

TEST(Propagation, KeepsListsWhenALinkWrittenRawEnds) {
    World world;
    const Entity first = world.spawn(at(1, 0, 0)), second = world.spawn(at(2, 0, 0));
    std::vector<Entity> children;
    for (int i = 0; i < 3; ++i)
        children.push_back(world.spawn(at(4, 0, 0), ChildOf{first}));
    const Entity other = world.spawn(ChildOf{second});
    const auto list = [&](Entity parent) {
        const Children of = world.children(parent);
        std::vector<Entity> found(of.begin(), of.end());
        EXPECT_EQ(of.size(), found.size());
        return found;
    };
    for (const Entity child : children) {
        world.core().write_raw_link(child, second);
        propagate_transforms(world);
        EXPECT_EQ(world_position(world, child), vec3(6, 0, 0));
        EXPECT_EQ(world.move_child(child, other).error().code, codes::not_siblings);
        EXPECT_EQ(world.move_child(other, child).error().code, codes::not_siblings);
    }
    // The first, the last and the one between leave the list they stand in, not the one they name.
    ASSERT_TRUE(world.detach(children[0]));
    EXPECT_EQ(list(first), (std::vector{children[1], children[2]}));
    EXPECT_EQ(list(second), (std::vector{other}));
    ASSERT_TRUE(world.reparent(children[2], second)) << "where it hung by its raw link";
    ASSERT_TRUE(world.despawn(children[1]));
    EXPECT_TRUE(list(first).empty());
    propagate_transforms(world);
    EXPECT_EQ(world_position(world, children[0]), vec3(4, 0, 0));
    ASSERT_TRUE(world.reparent(children[0], first));
    world.core().write_raw_link(children[0], second);
    ASSERT_TRUE(world.despawn(first)) << "with its list, in which the child stands";
    EXPECT_FALSE(world.alive(children[0]));
    EXPECT_EQ(list(second), (std::vector{other, children[2]}));
}

TEST(Propagation, FollowsALinkWrittenRawThroughItsParentsMovesAndEnd) {
    World world;
    const Entity top = world.spawn(at(1, 0, 0)), child = world.spawn(at(4, 0, 0), ChildOf{top});
    const Entity other = world.spawn(at(2, 0, 0)), late = world.spawn(at(8, 0, 0));
    world.core().write_raw_link(child, other);
    propagate_transforms(world);
    EXPECT_EQ(world_position(world, child), vec3(6, 0, 0));
    ASSERT_TRUE(world.reparent(other, late)) << "so that its row moves";
    propagate_transforms(world);
    EXPECT_EQ(world_position(world, child), vec3(14, 0, 0));
    world.get_mut<Transform>(late)->translation.y = 1;
    propagate_transforms(world);
    EXPECT_EQ(world_position(world, child), vec3(14, 1, 0));
    ASSERT_TRUE(world.despawn(late));
    for (int i = 0; i < 3; ++i)
        world.spawn(at(32, 0, 0));
    const PropagationReport report = propagate_transforms(world);
    EXPECT_EQ(report.orphaned, 1u);
    EXPECT_EQ(report.first_broken->entity, child);
    EXPECT_EQ(world_position(world, child), vec3(4, 0, 0));
    ASSERT_TRUE(world.detach(child));
    EXPECT_EQ(propagate_transforms(world).orphaned, 0u);
    EXPECT_TRUE(world.children(top).empty());
}

TEST(Propagation, CountsNonFinitePlacements) {
    World world;
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const Entity p = world.spawn(Transform{.translation = {nan, 0, 0}});
    const Entity c = world.spawn(at(1, 2, 3), ChildOf{p});
    world.spawn(Transform{.scale = vec3(std::numeric_limits<float>::infinity())});
    world.spawn(at(1, 0, 0));
    const PropagationReport report = propagate_transforms(world);
    EXPECT_EQ(report.nonfinite, 3u);
    ASSERT_TRUE(report.first_nonfinite);
    EXPECT_EQ(report.first_nonfinite->entity, p);
    EXPECT_TRUE(report.first_nonfinite->parent.is_null());
    ASSERT_EQ(report.diagnostics().size(), 1u);
    EXPECT_EQ(to_string(report.diagnostics()[0]),
              "warning[placement-nonfinite]: 3 placements hold a NaN or an infinity; the first is "
              "that of entity 0v1\n    hint: look at its Transform, and at those above it");
    EXPECT_EQ(world_position(world, c).y, 2);
    auto query = world.query<Changed<GlobalTransform>>();
    static_cast<void>(changed(world, query));
    EXPECT_TRUE(changed(world, query).empty()) << "a NaN that stays is no change";
}

TEST(Propagation, WorksAMillionDeep) {
    for (const unsigned workers : {1u, 2u}) {  // whose stacks are of 256 KiB
        World world;
        world.set_workers(workers);
        const Entity root = world.spawn(at(1, 0, 0));
        Entity leaf = root;
        for (int i = 1; i < 1'000'000; ++i)
            leaf = world.spawn(at(1, 0, 0), ChildOf{leaf});
        EXPECT_EQ(propagate_transforms(world).recomputed, 1'000'000u);
        EXPECT_EQ(world_position(world, leaf), vec3(1'000'000, 0, 0));
        EXPECT_EQ(vec3(world_matrix_now(world, leaf)[3]), vec3(1'000'000, 0, 0));
        *world.get_mut<Transform>(root) = at(3, 0, 0);
        EXPECT_EQ(propagate_transforms(world).changed, 1'000'000u);
        EXPECT_EQ(world_position(world, leaf), vec3(1'000'002, 0, 0));
    }
}

TEST(Propagation, MatchesWorldMatrixNowBitForBit) {
    World world;
    Entity last = world.spawn(Transform{.translation = {0.1f, -0.0f, 3e10f},
                                        .rotation = {0.5f, -0.3f, 0.7f, 0.1f},
                                        .scale = {-1, 0.3f, 1e-3f}});
    std::vector<Entity> all{last};
    for (int i = 0; i < 100; ++i) {
        const float f = static_cast<float>(i);
        last = world.spawn(Transform{.translation = {f * 0.37f, 1 / (f + 3), -f},
                                     .rotation = angle_axis(f, vec3(0.6f, 0, 0.8f)),
                                     .scale = {1 + f * 0.01f, 0.9f, -1.05f}},
                           ChildOf{all[all.size() / 2]});
        all.push_back(last);
        EXPECT_NE(world_matrix_now(world, last), mat4(1)) << "right before any propagation";
    }
    std::vector<mat4> before;
    for (const Entity entity : all)
        before.push_back(world_matrix_now(world, entity));
    propagate_transforms(world);
    for (std::size_t i = 0; i < all.size(); ++i)
        EXPECT_EQ(world.get<GlobalTransform>(all[i])->matrix(), before[i]);
}

TEST(ScenePlugin, NotesAFaultByDefaultAndPoisonsWhenStrict) {
    for (const bool strict : {false, true}) {
        World world;
        ASSERT_TRUE(world.add_plugin(ScenePlugin{.strict = strict}));
        const Entity dead = world.spawn();
        ASSERT_TRUE(world.despawn(dead));
        const Entity orphan = world.spawn(at(1, 0, 0), ChildOf{dead});
        const Result<> updated = world.update(0.001);
        ASSERT_EQ(updated.has_value(), !strict);
        if (!strict) {
            ASSERT_EQ(world.diagnostics().size(), 1u);
            EXPECT_EQ(world.diagnostics()[0].code, codes::hierarchy_broken);
            EXPECT_EQ(world_position(world, orphan), vec3(1, 0, 0));
            continue;
        }
        EXPECT_EQ(updated.error().code, codes::system_failed);
        const Error& cause = updated.error().cause.at(0);
        EXPECT_EQ(cause.code, codes::hierarchy_broken);
        EXPECT_EQ(std::any_cast<HierarchyFault>(cause.detail).entity, orphan);
        EXPECT_EQ(world.update(0.001).error().code, codes::world_poisoned);
    }
}

TEST(ScenePlugin, NotesAFaultOnceHoweverManyFixedStepsItLasts) {
    World world;
    ASSERT_TRUE(world.add_plugin(ScenePlugin{}));
    const Entity dead = world.spawn();
    ASSERT_TRUE(world.despawn(dead));
    world.spawn(at(1, 0, 0), ChildOf{dead});
    world.spawn(at(std::numeric_limits<float>::quiet_NaN(), 0, 0));
    ASSERT_TRUE(world.update(10 * world.fixed_step()));
    ASSERT_EQ(world.diagnostics().size(), 2u);
    EXPECT_EQ(world.diagnostics()[0].code, codes::hierarchy_broken);
    EXPECT_EQ(world.diagnostics()[1].code, codes::placement_nonfinite);
}

TEST(ScenePlugin, LeavesNoOrderBehindThatNobodyKnows) {
    World world;
    ASSERT_TRUE(world.add_plugin(ScenePlugin{}));
    System after;
    after.name = "after";
    after.stage = Stage::last;
    after.after = {"scene.propagate"};
    int runs = 0;
    after.run = [&](World&) { ++runs; };
    ASSERT_TRUE(world.add_system(Schedule::update, after));
    ASSERT_TRUE(world.update(0));
    ASSERT_TRUE(world.remove_plugin(ScenePlugin::kName));
    ASSERT_TRUE(world.update(0));
    EXPECT_EQ(runs, 2);
}

TEST(ScenePlugin, NamesTheLoopThatPoisonsWhenStrict) {
    World world;
    ASSERT_TRUE(world.add_plugin(ScenePlugin{.strict = true}));
    const Entity root = world.spawn(at(1, 0, 0)), a = world.spawn(ChildOf{root}),
                 b = world.spawn(ChildOf{a});
    ASSERT_TRUE(world.update(0.001));
    world.core().write_raw_link(a, b);
    const Result<> updated = world.update(0.001);
    ASSERT_FALSE(updated);
    EXPECT_EQ(updated.error().code, codes::system_failed);
    const Error& cause = updated.error().cause.at(0);
    EXPECT_EQ(cause.code, codes::hierarchy_cycle);
    const auto& fault = std::any_cast<const HierarchyFault&>(cause.detail);
    EXPECT_EQ(fault.code, codes::hierarchy_cycle);
    EXPECT_EQ(fault.members, (std::vector{a, b}));
    EXPECT_EQ(world.update(0.001).error().cause.at(0).cause.at(0).code, codes::hierarchy_cycle);
}

TEST(Propagation, HandsOutAChangedTreeInLongSpans) {
    World world;
    std::mt19937 random(9);
    std::vector<Entity> made;
    for (int i = 0; i < 20'000; ++i)
        made.push_back(world.spawn(at(1, 0, 0)));
    for (std::size_t i = 1; i < made.size(); ++i)
        ASSERT_TRUE(world.reparent(made[i], made[random() % i]));
    do
        propagate_transforms(world);
    while (world.core().placement().restoring());
    auto query = world.query<const GlobalTransform, Changed<GlobalTransform>>();
    query.each([](const GlobalTransform&) {});
    world.get_mut<Transform>(made[0])->translation.x = 2;
    EXPECT_EQ(propagate_transforms(world).changed, made.size());
    std::vector<Entity> found;
    std::size_t spans = 0;
    query.each_span(
        [&](std::span<const Entity> entities, std::span<const GlobalTransform> placements) {
            ASSERT_EQ(entities.size(), placements.size());
            for (std::size_t i = 0; i < entities.size(); ++i)
                ASSERT_EQ(&placements[i], world.get<GlobalTransform>(entities[i]));
            found.insert(found.end(), entities.begin(), entities.end());
            ++spans;
        });
    EXPECT_LE(spans, 200u) << "its rows stand together, whatever the order of spawning";
    std::sort(found.begin(), found.end());
    std::sort(made.begin(), made.end());
    EXPECT_EQ(found, made);
}

TEST(ScenePlugin, RemovesItsSystems) {
    World world;
    ASSERT_TRUE(world.add_plugin(ScenePlugin{}));
    ASSERT_TRUE(world.remove_plugin(ScenePlugin::kName));
    const Entity entity = world.spawn(at(1, 0, 0));
    ASSERT_TRUE(world.update(1));
    EXPECT_EQ(world_position(world, entity), vec3(0, 0, 0));
    ASSERT_TRUE(world.add_plugin(ScenePlugin{}));
    ASSERT_TRUE(world.update(1));
    EXPECT_EQ(world_position(world, entity), vec3(1, 0, 0));
}

}  // namespace
}  // namespace diorama
