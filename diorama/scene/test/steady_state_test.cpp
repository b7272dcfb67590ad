// SPDX-License-Identifier: MIT
// What a world that only changes takes from the heap: nothing.
#include <gtest/gtest.h>

#include <random>
#include <tuple>
#include <vector>

#include "diorama/ecs/world.hpp"
#include "diorama/scene/mobility.hpp"
#include "diorama/scene/propagation.hpp"
#include "diorama/scene/scene_plugin.hpp"
#include "tests/support/allocation_count.hpp"

namespace diorama {
namespace {

struct Body {
    int mass = 1;
};
struct Mark {};

TEST(SteadyState, TakesNoMemoryForStructureOnceGrown) {
    if (!test::counts_allocations()) GTEST_SKIP() << "nothing counts allocations here";
    World world;
    std::mt19937 random(1);
    const Entity root = world.spawn(Transform{}), other = world.spawn(Transform{});
    std::vector<Entity> made(2000), batch(16);
    ASSERT_TRUE(world.spawn_batch(
        made, [&](std::uint32_t) { return std::tuple(Transform{}, ChildOf{root}, Body{}); }));
    auto lost = world.query<Removed<Body>>();
    auto changed = world.query<Changed<Body>, const Transform>();
    std::size_t heard = 0, found = 0;
    for (const On when : {On::add, On::change, On::removal})
        world.observe<Body>(when, [&](World&, Entity) { ++heard; });
    const auto pick = [&] { return made[random() % made.size()]; };
    const auto tick = [&] {
        for (int i = 0; i < 20; ++i) {
            // Half of all stand in long lists, which have trees.
            const Entity moved = pick();
            ASSERT_TRUE(world.detach(moved));
            ASSERT_TRUE(world.reparent(moved, random() % 2 == 0 ? root : other));
            ASSERT_TRUE(world.move_child_to(pick(), random() % 500));
            const Entity marked = pick();
            ASSERT_TRUE(world.has<Mark>(marked) ? world.remove<Mark>(marked)
                                                : world.add(marked, Mark{}));
            world.get_mut<Body>(pick())->mass += 1;
            ASSERT_TRUE(world.remove<Body>(marked));
            ASSERT_TRUE(world.add(marked, Body{}));
        }
        // Deferred and at once, as many come as go.
        for (int i = 0; i < 20; ++i) {
            Entity& ended = made[random() % made.size()];
            ASSERT_TRUE(world.despawn(ended));
            ended = world.spawn(Transform{}, ChildOf{root}, Body{});
        }
        ASSERT_TRUE(world.spawn_batch(
            batch, [&](std::uint32_t) { return std::tuple(Transform{}, ChildOf{root}); }));
        for (const Entity entity : batch)
            world.commands().despawn(entity);
        ASSERT_TRUE(world.flush());
        lost.each([&](Entity) { ++found; });
        changed.each([&](const Transform&) { ++found; });
        // Which also brings rows back into order, and their memory back into use.
        propagate_transforms(world);
    };
    for (int i = 0; i < 400; ++i)
        tick();
    const std::size_t before = test::allocation_count();
    for (int i = 0; i < 100; ++i)
        tick();
    EXPECT_EQ(test::allocation_count(), before);
    EXPECT_GT(heard, 0u);
    EXPECT_GT(found, 0u);
}

TEST(SteadyState, TakesNoMemoryInAFrameOfSystemsAndWorkers) {
    if (!test::counts_allocations()) GTEST_SKIP() << "nothing counts allocations here";
    World world;
    world.set_workers(2);
    ASSERT_TRUE(world.add_plugin(ScenePlugin{}));
    // Enough for a pass that is split, in trees that are moved from their roots.
    std::vector<Entity> roots(200), made(30'000);
    ASSERT_TRUE(world.spawn_batch(
        roots, [&](std::uint32_t) { return std::tuple(Transform{}, Mobility{}); }));
    ASSERT_TRUE(world.spawn_batch(made, [&](std::uint32_t i) {
        return std::tuple(Transform{}, ChildOf{roots[i % roots.size()]}, Body{});
    }));
    const auto add = [&](const char* name, Access access, SystemBody run) {
        System system;
        system.name = name;
        system.access = {std::move(access)};
        system.run = std::move(run);
        ASSERT_TRUE(world.add_system(Schedule::update, std::move(system)));
    };
    auto bodies = world.query<Body>();
    auto moved = world.query<Changed<GlobalTransform>>();
    std::size_t found = 0;
    add("weigh", access<Body>(), [&](World&) { bodies.each([](Body& body) { body.mass += 1; }); });
    add("count", access<const GlobalTransform>(),
        [&](World&) { moved.each([&](Entity) { ++found; }); });
    const auto frame = [&](unsigned step) {
        // All of them every third frame, else one tree.
        for (std::size_t i = 0; i < roots.size(); i += step % 3 == 0 ? 1 : roots.size())
            world.get_mut<Transform>(roots[i])->translation.y += 1;
        ASSERT_TRUE(world.update(0.01));
    };
    for (unsigned step = 0; step < 60; ++step)
        frame(step);
    found = 0;
    const std::size_t before = test::allocation_count();
    for (unsigned step = 0; step < 60; ++step)
        frame(step);
    EXPECT_EQ(test::allocation_count(), before);
    EXPECT_GT(found, 20 * made.size());
    EXPECT_EQ(world.get<GlobalTransform>(made[0])->translation().y, 120);
}

TEST(Reserve, MakesTheMemoryThatSpawningWouldTake) {
    if (!test::counts_allocations()) GTEST_SKIP() << "nothing counts allocations here";
    World world;
    world.reserve<Transform>(2001);
    world.reserve<Transform, ChildOf, Body>(2001);
    static_cast<void>(world.spawn(Transform{}));
    std::vector<Entity> made{world.spawn(Transform{}), world.spawn(Transform{}, ChildOf{}, Body{})};
    made.reserve(2000);
    const std::size_t before = test::allocation_count();
    // No list gets so long that it is indexed.
    for (std::size_t i = 2; i < 2000; ++i)
        made.push_back(i % 2 == 0 ? world.spawn(Transform{})
                                  : world.spawn(Transform{}, ChildOf{made[i / 60 * 2]}, Body{}));
    EXPECT_EQ(test::allocation_count(), before);
    EXPECT_EQ(world.entity_count(), 2001u);
}

}  // namespace
}  // namespace diorama
