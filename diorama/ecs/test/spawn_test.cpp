// SPDX-License-Identifier: MIT
// Spawning many at once.
#include <gtest/gtest.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "diorama/ecs/error_codes.hpp"
#include "diorama/ecs/world.hpp"

namespace diorama {
namespace {

struct Tag {
    std::string text;
};
struct Target {
    Entity of;
};

std::vector<Entity> list(const Children& children) {
    return {children.begin(), children.end()};
}

TEST(SpawnBatch, GivesWhatSingleSpawnsWould) {
    World world, other;
    const Entity root = world.spawn(Transform{}), same = other.spawn(Transform{});
    std::vector<Entity> made(700);
    ASSERT_TRUE(world.spawn_batch(made, [&](std::uint32_t i) {
        const float x = static_cast<float>(i);
        return std::tuple(Transform{.translation = {x, 0, 0}},
                          ChildOf{i % 7 == 0 ? root : made[i - i % 7]}, Tag{std::to_string(i)});
    }));
    std::vector<Entity> single(700);
    for (std::uint32_t i = 0; i < 700; ++i)
        single[i] =
            other.spawn(Transform{.translation = {static_cast<float>(i), 0, 0}},
                        ChildOf{i % 7 == 0 ? same : single[i - i % 7]}, Tag{std::to_string(i)});
    EXPECT_EQ(made, single);
    EXPECT_EQ(world.entities(), other.entities());
    for (std::uint32_t i = 0; i < 700; ++i) {
        ASSERT_EQ(world.get<Tag>(made[i])->text, std::to_string(i));
        ASSERT_EQ(world.get<Transform>(made[i])->translation.x, static_cast<float>(i));
        ASSERT_TRUE(world.has<GlobalTransform>(made[i]));
        ASSERT_EQ(world.parent(made[i]), other.parent(made[i]));
        ASSERT_EQ(list(world.children(made[i])), list(other.children(made[i])));
    }
}

TEST(SpawnBatch, UsesFreedSlotsAndKeepsSpawnOrder) {
    World world;
    std::vector<Entity> old(10);
    ASSERT_TRUE(world.spawn_batch(old, [](std::uint32_t) { return std::tuple(Target{}); }));
    for (std::size_t i = 0; i < 5; ++i)
        ASSERT_TRUE(world.despawn(old[i]));
    std::vector<Entity> made(8);
    ASSERT_TRUE(world.spawn_batch(made, [](std::uint32_t) { return std::tuple(Target{}); }));
    std::vector<Entity> expected;
    for (std::size_t i = 5; i < 10; ++i)
        expected.push_back(old[i]);
    for (const Entity entity : made)
        expected.push_back(entity);
    EXPECT_EQ(world.entities(), expected);
    for (std::size_t i = 0; i < 5; ++i)
        EXPECT_FALSE(world.alive(old[i]));
}

TEST(SpawnBatch, LinksToWhatComesLaterInTheOrderOfTheBatch) {
    World world;
    std::vector<Entity> made(5);
    // The parent stands in the middle.
    ASSERT_TRUE(world.spawn_batch(made, [&](std::uint32_t i) {
        return std::tuple(Transform{}, i == 2 ? std::nullopt : std::optional(ChildOf{made[2]}),
                          Target{made[4 - i]});
    }));
    EXPECT_EQ(list(world.children(made[2])), (std::vector{made[0], made[1], made[3], made[4]}));
    EXPECT_EQ(world.children(made[2]).size(), 4u);
    EXPECT_FALSE(world.has<ChildOf>(made[2]));
    EXPECT_EQ(world.get<Target>(made[0])->of, made[4]);
    EXPECT_TRUE(world.alive(made[4]));
}

TEST(SpawnBatch, RefusesALoopAndChangesNothing) {
    for (const bool itself : {true, false}) {
        World world;
        const Entity before = world.spawn(Transform{});
        std::vector<Entity> made(4);
        const Result<> done = world.spawn_batch(made, [&](std::uint32_t i) {
            return std::tuple(Transform{}, ChildOf{itself ? made[i] : made[(i + 1) % 4]});
        });
        ASSERT_FALSE(done);
        EXPECT_EQ(done.error().code, codes::hierarchy_cycle);
        EXPECT_EQ(world.entities(), (std::vector{before}));
        for (const Entity entity : made)
            EXPECT_FALSE(world.alive(entity));
        EXPECT_TRUE(world.alive(world.spawn(Transform{})));
    }
}

TEST(SpawnBatch, LeavesAnOrphanWhereTheParentIsDead) {
    World world;
    const Entity gone = world.spawn();
    ASSERT_TRUE(world.despawn(gone));
    std::vector<Entity> made(2);
    ASSERT_TRUE(world.spawn_batch(
        made, [&](std::uint32_t) { return std::tuple(Transform{}, ChildOf{gone}); }));
    EXPECT_EQ(world.parent(made[0]), gone);
    EXPECT_EQ(world.core().placement().orphans(), 2u);
}

TEST(SpawnBatch, ChangesNothingWhereTheCallbackThrows) {
    World world;
    const Entity before = world.spawn();
    std::vector<Entity> made(10);
    const auto spawn = [&] {
        static_cast<void>(world.spawn_batch(made, [&](std::uint32_t i) {
            if (i == 6) throw std::runtime_error("enough");
            return std::tuple(Tag{"long enough to be on the heap, whatever the library"},
                              ChildOf{before});
        }));
    };
    EXPECT_THROW(spawn(), std::runtime_error);
    EXPECT_EQ(world.entities(), (std::vector{before}));
    EXPECT_TRUE(world.children(before).empty());
    for (int i = 0; i < 20; ++i)
        EXPECT_TRUE(world.alive(world.spawn()));
    EXPECT_EQ(world.entity_count(), 21u);
}

TEST(SpawnBatch, MayBeEmpty) {
    World world;
    ASSERT_TRUE(world.spawn_batch({}, [](std::uint32_t) { return std::tuple(Transform{}); }));
    EXPECT_EQ(world.entity_count(), 0u);
}

}  // namespace
}  // namespace diorama
