// SPDX-License-Identifier: MIT
// Lists of changes: recorded by several threads, dropped, and carried out on a poisoned World.
#include "diorama/ecs/commands.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "diorama/ecs/error_codes.hpp"
#include "diorama/ecs/world.hpp"

namespace diorama {
namespace {

template <int N>
struct Numbered {
    int value = N;
};
struct Even {};
struct Odd {};
struct Held {
    std::shared_ptr<int> counted;
};
struct Label {
    std::string text;
};

constexpr int kTypes = 16;

/// Waits until \p here have come, or long enough for them to have.
void meet(std::atomic<int>& here) {
    ++here;
    for (int i = 0; i < 100'000 && here.load() < 2; ++i)
        std::this_thread::yield();
}

/// Records an entity of each type whose number is \p odd or not, and one of each fourth.
template <int... Ns>
void record(Commands& commands, bool odd, std::integer_sequence<int, Ns...>) {
    const auto one = [&]<int N>(std::integral_constant<int, N>) {
        if ((N % 2 != 0) == odd || N % 4 == 0) {
            const Entity entity = commands.spawn(Numbered<N>{});
            commands.remove<Numbered<(N + 2) % kTypes>>(entity);
            commands.add(entity, Label{std::to_string(N)});
        }
    };
    (one(std::integral_constant<int, Ns>{}), ...);
}

template <int... Ns>
std::size_t expect_all(World& world, std::integer_sequence<int, Ns...>) {
    std::size_t found = 0;
    const auto one = [&]<int N>(std::integral_constant<int, N>) {
        auto query = world.query<const Numbered<N>, const Label>();
        std::size_t here = 0;
        query.each([&](const Numbered<N>& numbered, const Label& label) {
            EXPECT_EQ(numbered.value, N);
            EXPECT_EQ(label.text, std::to_string(N));
            ++here;
        });
        EXPECT_EQ(here, N % 4 == 0 ? 2u : 1u) << N;
        found += here;
    };
    (one(std::integral_constant<int, Ns>{}), ...);
    return found;
}

TEST(Commands, RecordTypesThatNoWorldKnowsBesideEachOther) {
    for (int round = 0; round < 20; ++round) {
        World world;
        world.set_workers(2);
        std::atomic<int> here{0};
        System even, odd;
        even.name = "even";
        even.access = {access<Even>()};
        even.run = [&](World&, Commands& commands) {
            meet(here);
            record(commands, false, std::make_integer_sequence<int, kTypes>{});
        };
        odd.name = "odd";
        odd.access = {access<Odd>()};
        odd.run = [&](World&, Commands& commands) {
            meet(here);
            record(commands, true, std::make_integer_sequence<int, kTypes>{});
        };
        ASSERT_TRUE(world.add_system(Schedule::update, even));
        ASSERT_TRUE(world.add_system(Schedule::update, odd));
        ASSERT_TRUE(world.update(0));
        // Each removed what its entities do not have.
        EXPECT_EQ(world.diagnostics().size(), world.entity_count());
        EXPECT_EQ(expect_all(world, std::make_integer_sequence<int, kTypes>{}),
                  world.entity_count());
        const std::vector<Entity> order = world.entities();
        EXPECT_TRUE(world.has<Numbered<0>>(order[0]));
        EXPECT_TRUE(world.has<Numbered<kTypes - 1>>(order.back()))
            << "in the order of the systems, whoever recorded first";
    }
}

TEST(Commands, AreDroppedWithTheEntitiesTheyWouldSpawn) {
    World world;
    const Entity kept = world.spawn();
    const auto counted = std::make_shared<int>(1);
    Entity dropped, moved;
    {
        Commands commands(world.core());
        dropped = commands.spawn(Held{counted});
        EXPECT_FALSE(commands.empty());
        world.spawn();
        EXPECT_FALSE(world.alive(dropped)) << "only its own flush brings it to life";
        Commands taken = std::move(commands);
        moved = taken.spawn(Held{counted});
        EXPECT_EQ(counted.use_count(), 3);
    }
    EXPECT_EQ(counted.use_count(), 1);
    std::vector<Entity> made;
    for (int i = 0; i < 4; ++i)
        made.push_back(world.spawn());
    EXPECT_EQ(world.entity_count(), 6u);
    EXPECT_EQ(world.entities(),
              (std::vector{kept, world.entities()[1], made[0], made[1], made[2], made[3]}));
    for (const Entity entity : {dropped, moved}) {
        EXPECT_FALSE(world.alive(entity));
        EXPECT_EQ(world.despawn(entity).error().code, codes::entity_dead);
    }
    const auto uses = [&](Entity gone) {
        return std::count_if(made.begin(), made.end(),
                             [&](Entity entity) { return entity.index() == gone.index(); });
    };
    EXPECT_EQ(uses(dropped) + uses(moved), 2) << "their slots are used again";
}

TEST(Commands, GiveBackFreedSlotsToo) {
    World world;
    std::vector<Entity> gone(8);
    for (Entity& entity : gone)
        entity = world.spawn();
    for (const Entity entity : gone)
        ASSERT_TRUE(world.despawn(entity));
    Commands flushed(world.core());
    const Entity first = flushed.spawn(Label{"first"});
    {
        Commands dropped(world.core());
        for (int i = 0; i < 10; ++i)
            dropped.spawn(Label{"never"});
    }
    const Entity second = flushed.spawn(Label{"second"});
    ASSERT_TRUE(world.flush(flushed));
    EXPECT_EQ(world.entities(), (std::vector{first, second}));
    std::vector<Entity> made(20);
    ASSERT_TRUE(world.spawn_batch(made, [](std::uint32_t) { return std::tuple(Label{"more"}); }));
    EXPECT_EQ(world.entity_count(), 22u);
    EXPECT_EQ(world.get<Label>(first)->text, "first");
    std::vector<std::uint32_t> slots;
    for (const Entity entity : world.entities())
        slots.push_back(entity.index());
    std::sort(slots.begin(), slots.end());
    EXPECT_EQ(std::adjacent_find(slots.begin(), slots.end()), slots.end());
    EXPECT_LE(slots.back(), 23u);
}

TEST(Commands, MayNameWhatTheSystemsOtherListSpawns) {
    World world;
    Entity mine, other;
    System system;
    system.name = "both";
    system.run = [&](World& in, Commands& commands) {
        other = in.commands().spawn(Transform{});
        mine = commands.spawn(ChildOf{other});
        in.commands().spawn(ChildOf{mine});
    };
    ASSERT_TRUE(world.add_system(Schedule::update, system));
    ASSERT_TRUE(world.update(0));
    EXPECT_TRUE(world.diagnostics().empty());
    EXPECT_EQ(world.parent(mine), other);
    EXPECT_EQ(world.children(mine).size(), 1u);
}

TEST(Commands, DetachAndSayWhetherAnythingWaits) {
    World world;
    const Entity parent = world.spawn(Transform{}), child = world.spawn(ChildOf{parent});
    Commands& commands = world.commands();
    EXPECT_TRUE(commands.empty());
    commands.detach(child);
    commands.detach(parent);
    EXPECT_FALSE(commands.empty());
    ASSERT_TRUE(world.flush()) << "a root stays one";
    EXPECT_TRUE(commands.empty());
    EXPECT_TRUE(world.parent(child).is_null());
    EXPECT_TRUE(world.children(parent).empty());
    ASSERT_TRUE(world.despawn(child));
    commands.detach(child);
    EXPECT_EQ(world.flush().error().code, codes::entity_dead);
}

TEST(Commands, ChangeNothingInAPoisonedWorld) {
    World world;
    const Entity parent = world.spawn(Transform{}), child = world.spawn(ChildOf{parent});
    System system;
    system.name = "fails";
    system.run = [&](World& in) -> Result<> {
        in.commands().despawn(parent);
        return fail(codes::entity_dead, "no");
    };
    ASSERT_TRUE(world.add_system(Schedule::update, system));
    ASSERT_FALSE(world.update(0));
    const auto counted = std::make_shared<int>(1);
    for (int i = 0; i < 3; ++i) {
        const Entity bare = world.commands().spawn();
        const Entity full = world.commands().spawn(Held{counted});
        world.commands().detach(child);
        const Result<> flushed = world.flush();
        ASSERT_FALSE(flushed);
        EXPECT_EQ(flushed.error().code, codes::world_poisoned);
        EXPECT_TRUE(world.commands().empty());
        EXPECT_FALSE(world.alive(bare));
        EXPECT_FALSE(world.alive(full));
        EXPECT_EQ(counted.use_count(), 1);
    }
    EXPECT_EQ(world.flush().error().code, codes::world_poisoned) << "an empty one, too";
    EXPECT_EQ(world.entity_count(), 2u);
    EXPECT_EQ(world.parent(child), parent);
}

TEST(Commands, ReportAnObserverThatPoisonsBeforeACommandThatFails) {
    World world;
    world.observe<Label>(On::add, [](World&, Entity) { throw 1; });
    world.commands().despawn(Entity::null());
    world.commands().spawn(Label{"heard"});
    const Result<> flushed = world.flush();
    ASSERT_FALSE(flushed);
    EXPECT_EQ(flushed.error().code, codes::system_failed);
    ASSERT_EQ(flushed.error().diagnostics.size(), 1u);
    EXPECT_EQ(flushed.error().diagnostics[0].code, codes::entity_dead);
    EXPECT_EQ(world.health().error().cause.at(0).code, codes::system_failed);
}

TEST(Commands, OfAStaticWorldEndInAnyOrder) {
    // The World may end after what the first use of a type made.
    static World world;
    world.commands().spawn(Held{std::make_shared<int>(1)});
    EXPECT_FALSE(world.commands().empty());
}

}  // namespace
}  // namespace diorama
