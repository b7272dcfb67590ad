// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <type_traits>

#include "diorama/ecs/disabled.hpp"
#include "diorama/ecs/world.hpp"
#include "diorama/scene2d/propagation.hpp"
#include "diorama/scene2d/test/reference.hpp"

namespace diorama::scene2d {
namespace {

struct Tag {};
struct Other {
    int value = 0;
};

/// \p nodes as entities, spread over several tables; node i is spawned as the \p order[i]-th.
std::vector<Entity> build_world(World& world, const std::vector<PlainNode>& nodes,
                                const std::vector<int>& order) {
    std::vector<int> node_at(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i)
        node_at[static_cast<std::size_t>(order[i])] = static_cast<int>(i);
    std::vector<Entity> handles(nodes.size());
    for (const int node : node_at) {
        const auto i = static_cast<std::size_t>(node);
        switch (node % 3) {
            case 0:
                handles[i] = world.spawn(nodes[i].local);
                break;
            case 1:
                handles[i] = world.spawn(nodes[i].local, Tag{});
                break;
            default:
                handles[i] = world.spawn(nodes[i].local, Other{node}, Parent2{});
                break;
        }
    }
    const Entity stranger = world.spawn(Other{1});  // alive, but no node
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i].parent == PlainNode::kRoot) continue;
        const Entity parent = nodes[i].parent == PlainNode::kOrphan
                                  ? stranger
                                  : handles[static_cast<std::size_t>(nodes[i].parent)];
        (void)world.add(handles[i], Parent2{parent});
    }
    return handles;
}

TEST(WorldPropagate2, PlacesTheNodesOfAnyTable) {
    for (const Shape shape : {Shape::tree, Shape::backwards, Shape::tangle}) {
        const auto nodes = make_nodes(shape, 1000, 24, 21);
        std::vector<int> order(nodes.size());
        for (std::size_t i = 0; i < order.size(); ++i)
            order[i] = static_cast<int>((i * 7) % order.size());
        World world;
        Scratch2 scratch;
        const std::vector<Entity> handles = build_world(world, nodes, order);
        const Expected expected = expected_of(nodes);
        EXPECT_EQ(propagate2(scratch, world), expected.report);
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            ASSERT_NE(world.get<Global2>(handles[i]), nullptr);
            ASSERT_EQ(plain(*world.get<Global2>(handles[i])), expected.places[i]) << i;
        }
        EXPECT_EQ(propagate2(scratch, world), expected.report);
    }
}

TEST(WorldPropagate2, CountsAParentThatIsDeadOrNoNode) {
    World world;
    Scratch2 scratch;
    const Entity dead = world.spawn(Local2{}), plain_entity = world.spawn(Tag{});
    world.spawn(Local2{}, Parent2{dead});
    world.spawn(Local2{}, Parent2{plain_entity});
    world.spawn(Local2{}, Parent2{});
    ASSERT_TRUE(world.despawn(dead));
    EXPECT_EQ(propagate2(scratch, world),
              (Propagated2{.nodes = 3, .recomputed = 3, .orphaned = 2}));
    // Another life of the same slot is another entity.
    const Entity reborn = world.spawn(Local2{});
    ASSERT_EQ(reborn.index(), dead.index());
    EXPECT_EQ(propagate2(scratch, world).orphaned, 2u);
}

TEST(WorldPropagate2, AnswersTheSameWithAScratchThatServedOthers) {
    const auto nodes = make_nodes(Shape::tangle, 500, 22, 23);
    const auto others = make_nodes(Shape::backwards, 2000, 22, 24);
    std::vector<int> order(nodes.size()), other_order(others.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = static_cast<int>((i * 3) % order.size());
    for (std::size_t i = 0; i < other_order.size(); ++i)
        other_order[i] = static_cast<int>(i);
    World world, other;
    Space2 space;
    Scratch2 used, fresh;
    build_world(other, others, other_order);
    build_space(space, others, other_order);
    propagate2(used, other);
    propagate2(used, space);
    const std::vector<Entity> handles = build_world(world, nodes, order);
    const Propagated2 report = propagate2(used, world);
    const Expected expected = expected_of(nodes);
    EXPECT_EQ(report, expected.report);
    for (std::size_t i = 0; i < nodes.size(); ++i)
        EXPECT_EQ(plain(*world.get<Global2>(handles[i])), expected.places[i]);
    EXPECT_EQ(propagate2(fresh, world), report);
}

TEST(WorldPropagate2, TakesAParentFromAnotherWorldForADeadOne) {
    World world, other;
    Scratch2 scratch;
    for (int i = 0; i < 5; ++i)
        other.spawn(Local2{});
    world.spawn(Local2{}, Parent2{other.spawn(Local2{})});
    EXPECT_EQ(propagate2(scratch, world),
              (Propagated2{.nodes = 1, .recomputed = 1, .orphaned = 1}));
}

TEST(WorldPropagate2, PlacesDisabledNodes) {
    World world;
    Scratch2 scratch;
    const Entity hub = world.spawn(Local2{{Fixed::from_int(5), {}}, {}}, Disabled{});
    const Entity arm = world.spawn(Local2{{Fixed::from_int(1), {}}, {}}, Parent2{hub});
    EXPECT_EQ(propagate2(scratch, world).orphaned, 0u);
    EXPECT_EQ(world.get<Global2>(arm)->translation().x, Fixed::from_int(6));
    EXPECT_EQ(world.get<Global2>(hub)->translation().x, Fixed::from_int(5));
}

TEST(WorldPropagate2, MarksOnlyPlacementsThatChanged) {
    World world;
    Scratch2 scratch;
    const Entity hub = world.spawn(Local2{});
    const Entity arm = world.spawn(Local2{{Fixed::from_int(1), {}}, {}}, Parent2{hub});
    world.spawn(Local2{});
    auto changed = world.query<Changed<Global2>>();
    propagate2(scratch, world);
    EXPECT_EQ(changed.count(), 3u);
    changed.each([] {});
    propagate2(scratch, world);
    EXPECT_EQ(changed.count(), 0u);
    world.get_mut<Local2>(hub)->rotation = Angle::kQuarter;
    propagate2(scratch, world);
    EXPECT_EQ(changed.count(), 2u);
    EXPECT_EQ(world.get<Global2>(arm)->translation().y, Fixed::from_int(1));
}

TEST(WorldPropagate2, LeavesWhatIsNoNodeAnyMore) {
    World world;
    Scratch2 scratch;
    const Entity node = world.spawn(Local2{{Fixed::from_int(3), {}}, {}});
    const Entity child = world.spawn(Local2{}, Parent2{node});
    propagate2(scratch, world);
    ASSERT_TRUE(world.remove<Local2>(node));
    EXPECT_EQ(propagate2(scratch, world),
              (Propagated2{.nodes = 1, .recomputed = 1, .orphaned = 1}));
    EXPECT_EQ(world.get<Global2>(node)->translation().x, Fixed::from_int(3));
    EXPECT_EQ(world.get<Global2>(child)->translation().x, Fixed::kZero);
}

TEST(Global2, IsDerivedByType) {
    static_assert(!std::is_default_constructible_v<Global2>);
    static_assert(!std::is_constructible_v<Global2, Vec2, Angle>);
    static_assert(!std::is_assignable_v<Global2&, const Global2&>);
    static_assert(std::is_copy_constructible_v<Global2>);
    World world;
    auto query = world.query<Global2>();
    query.each([](auto& global) {
        static_assert(std::is_const_v<std::remove_reference_t<decltype(global)>>);
    });
    EXPECT_EQ(Global2::IDENTITY.translation(), Vec2{});
    EXPECT_EQ(Global2::IDENTITY.rotation(), Angle::kZero);
}

}  // namespace
}  // namespace diorama::scene2d
