// SPDX-License-Identifier: MIT
#include "diorama/scene2d/space_mirror.hpp"

#include <gtest/gtest.h>

#include "diorama/ecs/disabled.hpp"
#include "diorama/ecs/world.hpp"
#include "diorama/scene2d/propagation.hpp"
#include "diorama/scene2d/test/reference.hpp"
#include "tests/support/allocation_count.hpp"

namespace diorama::scene2d {
namespace {

struct Tag {};

/// A World with the nodes of a tangle, in tables of several kinds, beside something else.
std::vector<Entity> spawn_tangle(World& world, const std::vector<PlainNode>& nodes) {
    std::vector<Entity> entities;
    for (std::size_t i = 0; i < nodes.size(); ++i)
        entities.push_back(i % 3 == 0   ? world.spawn(nodes[i].local)
                           : i % 3 == 1 ? world.spawn(nodes[i].local, Tag{}, Parent2{})
                                        : world.spawn(nodes[i].local, Disabled{}));
    const Entity stranger = world.spawn(Tag{});
    for (std::size_t i = 0; i < nodes.size(); ++i)
        if (nodes[i].parent != PlainNode::kRoot)
            (void)world.add(entities[i],
                            Parent2{nodes[i].parent == PlainNode::kOrphan
                                        ? stranger
                                        : entities[static_cast<std::size_t>(nodes[i].parent)]});
    return entities;
}

struct Sides {
    World world;
    Space2 space;
    Scratch2 scratch;
    SpaceMirror mirror;

    /// Places both and holds them against each other, node by node.
    void expect_equal() {
        EXPECT_EQ(propagate2(scratch, world), propagate2(scratch, space));
        for (std::uint32_t slot = 1; slot < space.slots(); ++slot) {
            const Entity node = space.at(slot);
            if (node.is_null()) continue;
            const Entity entity = mirror.entity_of(node);
            ASSERT_TRUE(world.alive(entity)) << slot;
            EXPECT_EQ(mirror.node_of(entity), node);
            EXPECT_EQ(*world.get<Local2>(entity), *space.local(node));
            EXPECT_EQ(*world.get<Global2>(entity), *space.global(node));
        }
    }
};

TEST(SpaceMirror, TakesAWorldToASpaceThatPlacesTheSame) {
    const auto nodes = make_nodes(Shape::tangle, 600, 22, 51);
    Sides sides;
    const std::vector<Entity> entities = spawn_tangle(sides.world, nodes);
    sides.mirror.to_space(sides.world, sides.space);
    EXPECT_EQ(sides.space.size(), 600u);
    sides.expect_equal();
    const Expected expected = expected_of(nodes);
    EXPECT_EQ(propagate2(sides.scratch, sides.space), expected.report);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const Entity node = sides.mirror.node_of(entities[i]);
        EXPECT_EQ(node.index(), i + 1);  // in the order of spawning, whatever the tables
        EXPECT_EQ(plain(*sides.space.global(node)), expected.places[i]);
    }
}

TEST(SpaceMirror, StartsOverInASpaceItHasBeenIn) {
    const auto nodes = make_nodes(Shape::tangle, 200, 22, 57);
    Sides sides;
    const std::vector<Entity> entities = spawn_tangle(sides.world, nodes);
    const Entity own = sides.space.spawn({});  // of the space alone
    sides.mirror.to_space(sides.world, sides.space);
    const Entity old = sides.mirror.node_of(entities[0]);
    ASSERT_TRUE(sides.world.despawn(entities[3]));
    for (int i = 0; i < 2; ++i) {
        sides.mirror.to_space(sides.world, sides.space);
        EXPECT_EQ(sides.space.size(), 200u) << "one of the tree has ended, one is the space's own";
    }
    EXPECT_TRUE(sides.space.alive(own));
    EXPECT_FALSE(sides.space.alive(old));
    EXPECT_EQ(sides.mirror.node_of(entities[0]).index(), old.index());
    Space2 other;
    sides.mirror.to_space(sides.world, other);
    EXPECT_EQ(other.size(), 199u);
    EXPECT_EQ(sides.space.size(), 200u) << "and another space is another matter";
}

TEST(SpaceMirror, TakesEveryChangeOfASpaceToTheWorld) {
    const auto nodes = make_nodes(Shape::tangle, 300, 20, 52);
    Sides sides;
    spawn_tangle(sides.world, nodes);
    const std::size_t others = sides.world.entity_count() - nodes.size();
    sides.mirror.to_space(sides.world, sides.space);
    Numbers numbers(53);
    std::vector<std::byte> saved;
    sides.space.save(saved);
    for (int round = 0; round < 40; ++round) {
        const auto any = [&] { return sides.space.at(numbers.below(sides.space.slots())); };
        for (int i = 0; i < 20; ++i) {
            (void)sides.space.set_local(any(), numbers.local(20));
            const Entity node = any(), parent = any();
            (void)sides.space.set_parent(node, {parent});
            (void)sides.space.despawn(any());
            sides.space.spawn(numbers.local(20), {any()});
        }
        if (round % 10 == 5) sides.space.save(saved);
        if (round % 10 == 8) {
            ASSERT_TRUE(sides.space.restore(saved));
        }
        sides.mirror.to_world(sides.space, sides.world);
        EXPECT_EQ(sides.world.entity_count(), others + sides.space.size());
        sides.expect_equal();
    }
}

TEST(SpaceMirror, WritesOnlyWhatDiffersAndTakesNoMemory) {
    const auto nodes = make_nodes(Shape::tangle, 300, 20, 54);
    Sides sides;
    spawn_tangle(sides.world, nodes);
    sides.mirror.to_space(sides.world, sides.space);
    sides.mirror.to_world(sides.space, sides.world);
    auto locals = sides.world.query<Changed<Local2>, Optional<const Disabled>>();
    auto parents = sides.world.query<Changed<Parent2>, Optional<const Disabled>>();
    locals.each([](const Disabled*) {});
    parents.each([](const Disabled*) {});
    const std::size_t before = test::allocation_count();
    sides.mirror.to_world(sides.space, sides.world);
    EXPECT_EQ(test::allocation_count() - before, 0u);
    EXPECT_EQ(locals.count(), 0u);
    EXPECT_EQ(parents.count(), 0u);
    ASSERT_TRUE(sides.space.set_local(sides.space.at(7), {{Fixed::from_int(3), {}}, {}}));
    sides.mirror.to_world(sides.space, sides.world);
    EXPECT_EQ(locals.count(), 1u);
    EXPECT_EQ(parents.count(), 0u);
}

TEST(SpaceMirror, SpawnsAgainWhatTheWorldHasLost) {
    Sides sides;
    const Entity hub = sides.space.spawn({{Fixed::kOne, {}}, {}});
    const Entity arm = sides.space.spawn({{Fixed::kOne, {}}, {}}, {hub});
    sides.mirror.to_world(sides.space, sides.world);
    const Entity old = sides.mirror.entity_of(hub);
    ASSERT_TRUE(sides.world.despawn(old));
    ASSERT_TRUE(sides.world.remove<Local2>(sides.mirror.entity_of(arm)));
    sides.mirror.to_world(sides.space, sides.world);
    EXPECT_NE(sides.mirror.entity_of(hub), old);
    EXPECT_TRUE(sides.mirror.node_of(old).is_null());
    sides.expect_equal();
}

TEST(SpaceMirror, KnowsNoStrangers) {
    Sides sides;
    const Entity stranger = sides.world.spawn(Tag{});
    const Entity node = sides.space.spawn({});
    EXPECT_TRUE(sides.mirror.node_of(stranger).is_null());
    EXPECT_TRUE(sides.mirror.entity_of(node).is_null());
    EXPECT_TRUE(sides.mirror.node_of(Entity::null()).is_null());
    EXPECT_TRUE(sides.mirror.entity_of(Entity::null()).is_null());
    sides.mirror.to_world(sides.space, sides.world);
    EXPECT_EQ(sides.world.entity_count(), 2u);
    EXPECT_TRUE(sides.world.alive(stranger));
}

}  // namespace
}  // namespace diorama::scene2d
