// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <vector>

#include "diorama/ecs/world.hpp"
#include "diorama/scene2d/test/reference.hpp"
#include "tests/support/allocation_count.hpp"

namespace diorama::scene2d {
namespace {

constexpr int kNodes = 2000;

// A chain that climbs its full depth: every parent is in a higher slot than its child.
TEST(Allocations, AreNoneInASpaceThatMovesAndReparentsEveryTick) {
    if (!test::counts_allocations()) GTEST_SKIP() << "nothing counts allocations here";
    const auto nodes = make_nodes(Shape::backwards, kNodes, 16, 31);
    std::vector<int> order(nodes.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = static_cast<int>(i);
    Space2 space;
    Scratch2 scratch;
    std::vector<std::byte> bytes;
    Numbers numbers(32);
    const std::vector<Entity> handles = build_space(space, nodes, order);
    const auto tick = [&] {
        const auto any = [&] { return handles[numbers.below(kNodes)]; };
        for (int i = 0; i < 20; ++i) {
            (void)space.set_local(any(), numbers.local(20));
            const Entity node = any();
            (void)space.set_parent(node, {any()});
        }
        const Entity made = space.spawn({}, {handles[0]});
        propagate2(scratch, space);
        (void)space.despawn(made);
        space.save(bytes);
        (void)space.state_hash(scratch);
        return space.restore(bytes).has_value();
    };
    // The whole chain, and then every node in one loop, are the most a pass can need.
    tick();
    (void)space.set_parent(handles.back(), {handles.front()});
    for (std::size_t i = 0; i + 1 < handles.size(); ++i)
        (void)space.set_parent(handles[i], {handles[i + 1]});
    tick();
    const std::size_t before = test::allocation_count();
    for (int i = 0; i < 100; ++i)
        ASSERT_TRUE(tick());
    EXPECT_EQ(test::allocation_count() - before, 0u);
}

TEST(Allocations, AreNoneInAWorldThatMovesAndReparentsEveryTick) {
    if (!test::counts_allocations()) GTEST_SKIP() << "nothing counts allocations here";
    const auto nodes = make_nodes(Shape::backwards, kNodes, 16, 33);
    World world;
    Scratch2 scratch;
    Numbers numbers(34);
    std::vector<Entity> handles;
    for (const PlainNode& node : nodes)
        handles.push_back(world.spawn(node.local, Parent2{}));
    for (std::size_t i = 0; i + 1 < handles.size(); ++i)
        world.get_mut<Parent2>(handles[i])->parent = handles[i + 1];
    propagate2(scratch, world);
    propagate2(scratch, world);
    const std::size_t before = test::allocation_count();
    std::uint32_t placed = 0;
    for (int i = 0; i < 100; ++i) {
        for (int move = 0; move < 20; ++move) {
            *world.get_mut<Local2>(handles[numbers.below(kNodes)]) = numbers.local(20);
            world.get_mut<Parent2>(handles[numbers.below(kNodes)])->parent =
                handles[numbers.below(kNodes)];
        }
        placed += propagate2(scratch, world).nodes;
    }
    EXPECT_EQ(test::allocation_count() - before, 0u);
    EXPECT_EQ(placed, 100u * kNodes);
}

}  // namespace
}  // namespace diorama::scene2d
