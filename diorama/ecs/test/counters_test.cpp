// SPDX-License-Identifier: MIT
// Counters that take years to run out: ticks, the order of spawning, the lives of a slot.
#include <gtest/gtest.h>

#include <functional>
#include <tuple>
#include <vector>

#include "diorama/ecs/bulk_spawn.hpp"
#include "diorama/ecs/error_codes.hpp"
#include "diorama/ecs/world.hpp"

namespace diorama::detail {

/// Lets years go by in a World.
struct Counters {
    static void pass_ticks(World& world, std::uint64_t ticks) {
        world.core().tick_.fetch_add(ticks, std::memory_order_relaxed);
    }
    static void set_next_order(World& world, std::uint32_t next) {
        world.core().next_order_ = next;
    }
    /// The handle of \p entity's slot in its life \p generation, which it is in from now on.
    static Entity set_generation(World& world, Entity entity, std::uint32_t generation) {
        world.core().records_[entity.index()].generation = generation;
        return {entity.index(), generation};
    }
};

}  // namespace diorama::detail

namespace diorama {
namespace {

using detail::Counters;

struct Body {
    int mass = 1;
};

template <class... Terms>
std::vector<Entity> told(Query<Terms...>& query) {
    std::vector<Entity> found;
    query.each([&](Entity entity, const auto&...) { found.push_back(entity); });
    return found;
}

struct Sweep {
    const char* name;
    std::function<void(World&)> come_by;
};

class TickTest : public testing::TestWithParam<Sweep> {};

TEST_P(TickTest, NeverMakesWhatIsOldLookNew) {
    World world;
    std::vector<Entity> made;
    const Entity parent = world.spawn(Transform{}, Body{});
    for (int i = 0; i < 600; ++i)
        made.push_back(world.spawn(Transform{}, ChildOf{parent}, Body{}));
    // Ticks of their own in one block.
    world.get_mut<Transform>(made[5])->translation.x = 1;
    ASSERT_TRUE(world.reparent(made[6], made[5]));
    const std::uint64_t written = world.tick();
    auto bodies = world.query<Changed<Body>>();
    auto new_bodies = world.query<Added<Body>>();
    auto moved = world.query<Changed<Transform>>();
    auto placed = world.query<Added<Transform>>();
    auto followed = world.query<Changed<GlobalTransform>>();
    auto linked = world.query<Changed<ChildOf>>();
    auto lost = world.query<Removed<Body>>();
    const auto count = [&] {
        return told(bodies).size() + told(new_bodies).size() + told(moved).size() +
               told(placed).size() + told(followed).size() + told(linked).size();
    };
    EXPECT_GT(count(), 3000u);
    constexpr std::uint64_t kWrap = std::uint64_t{1} << 32;
    // A reader that has not looked for as long as a sweep sees everything, so these look.
    for (int i = 0; i < 7; ++i) {
        Counters::pass_ticks(world, kTickSweep / 2);
        GetParam().come_by(world);
        EXPECT_EQ(count(), 0u) << i;
    }
    // As of now, the low half of the counter says what it did when all was written.
    const std::uint64_t now = world.tick();
    ASSERT_LT(now, written + kWrap - 50);
    Counters::pass_ticks(world, written + kWrap - 50 - now);
    GetParam().come_by(world);
    EXPECT_EQ(count(), 0u);
    Counters::pass_ticks(world, 40);
    for (int i = 0; i < 20; ++i)
        EXPECT_EQ(count(), 0u) << "run " << i;
    world.get_mut<Body>(made[300])->mass = 2;
    world.get_mut<Transform>(made[400])->translation.x = 2;
    ASSERT_TRUE(world.remove<Body>(made[10]));
    EXPECT_EQ(told(bodies), (std::vector{made[300]}));
    EXPECT_EQ(told(moved), (std::vector{made[400]}));
    EXPECT_EQ(told(lost), (std::vector{made[10]})) << "had before, though long ago";
}

INSTANTIATE_TEST_SUITE_P(
    ComesBy, TickTest,
    testing::Values(Sweep{"Update", [](World& world) { EXPECT_TRUE(world.update(0)); }},
                    Sweep{"Flush", [](World& world) { EXPECT_TRUE(world.flush()); }}),
    [](const auto& row) { return row.param.name; });

TEST(SpawnOrder, StartsOverBeforeItsNumbersRunOut) {
    const auto spawn = [](World& world, int way, std::vector<Entity>& made) {
        std::vector<Entity> some(3);
        if (way == 0) {
            for (Entity& entity : some)
                entity = world.spawn(Body{});
        } else if (way == 1) {
            for (Entity& entity : some)
                entity = world.commands().spawn(Body{});
            EXPECT_TRUE(world.flush());
        } else if (way == 2) {
            EXPECT_TRUE(world.spawn_batch(some, [](std::uint32_t) { return std::tuple(Body{}); }));
        } else {
            const ComponentId id = world.core().id_of<Body>();
            detail::BulkSpawn batch(world.core());
            const std::uint32_t kind = batch.kind(std::span(&id, 1));
            for (int i = 0; i < 3; ++i) {
                ::new (batch.row(kind)[0]) Body{};
                batch.made(kind);
            }
            EXPECT_TRUE(batch.commit(some));
        }
        made.insert(made.end(), some.begin(), some.end());
    };
    for (int way = 0; way < 4; ++way) {
        for (const std::uint32_t left : {0u, 1u, 2u, 3u}) {
            World world;
            std::vector<Entity> made;
            for (int i = 0; i < 10; ++i)
                made.push_back(world.spawn(Body{}));
            // Slots are not used in their own order any more.
            ASSERT_TRUE(world.despawn(made[2]));
            ASSERT_TRUE(world.despawn(made[7]));
            made.erase(made.begin() + 7);
            made.erase(made.begin() + 2);
            made.push_back(world.spawn(Body{}));
            Counters::set_next_order(world, detail::kNone - left);
            spawn(world, way, made);
            spawn(world, way, made);
            EXPECT_EQ(world.entities(), made) << way << " " << left;
            for (std::size_t i = 1; i < made.size(); ++i)
                EXPECT_TRUE(world.spawned_before(made[i - 1], made[i])) << way << " " << left;
        }
    }
}

TEST(Slot, IsRetiredAfterItsLastLife) {
    World world;
    // Slot 0, whose life 0 is the null handle's.
    const Entity first = world.spawn(Body{}, Transform{}), other = world.spawn();
    ASSERT_EQ(first.index(), 0u);
    const Entity last = Counters::set_generation(world, first, 0xffffffffu);
    ASSERT_TRUE(world.alive(last));
    ASSERT_TRUE(world.despawn(last));
    EXPECT_FALSE(world.alive(last));
    EXPECT_FALSE(world.alive(Entity::null()));
    EXPECT_EQ(world.get<Body>(Entity::null()), nullptr);
    for (int i = 0; i < 5; ++i) {
        const Entity entity = world.commands().spawn();
        ASSERT_TRUE(world.flush());
        EXPECT_NE(entity.index(), 0u);
        EXPECT_NE(world.spawn(Body{}).index(), 0u);
    }
    EXPECT_EQ(world.despawn(last).error().code, codes::entity_dead);
    EXPECT_EQ(world.entity_count(), 11u);
    EXPECT_EQ(world.entities().front(), other);
}

TEST(Slot, IsRetiredWhenItsLastLifeIsGivenBack) {
    World world;
    const Entity first = world.spawn();
    ASSERT_TRUE(world.despawn(Counters::set_generation(world, first, 0xfffffffeu)));
    {
        Commands dropped(world.core());
        EXPECT_EQ(dropped.spawn(), Entity(first.index(), 0xffffffffu));
    }
    EXPECT_NE(world.spawn().index(), first.index());
    EXPECT_NE(world.spawn().index(), first.index());
    EXPECT_EQ(world.entity_count(), 2u);
}

}  // namespace
}  // namespace diorama
