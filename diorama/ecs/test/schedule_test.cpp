// SPDX-License-Identifier: MIT
#include "diorama/ecs/schedule.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

#include "diorama/ecs/error_codes.hpp"
#include "diorama/ecs/world.hpp"

namespace diorama {
namespace {

struct Heat {
    int degrees = 0;
};
struct Mass {
    int grams = 0;
};

using Names = std::vector<std::string>;

System noting(Names& log, std::string name, Stage stage = Stage::main) {
    System system;
    system.name = name;
    system.stage = stage;
    system.run = [&log, name](World&) { log.push_back(name); };
    return system;
}

TEST(Schedule, RunsStagesThenOrderThenAsAdded) {
    World world;
    Names log;
    System late = noting(log, "late");
    late.after = {"physics"};
    ASSERT_TRUE(world.add_system(Schedule::update, late));
    ASSERT_TRUE(world.add_system(Schedule::update, noting(log, "last", Stage::last)));
    System solve = noting(log, "solve");
    solve.sets = {"physics"};
    ASSERT_TRUE(world.add_system(Schedule::update, solve));
    System early = noting(log, "early");
    early.before = {"physics"};
    ASSERT_TRUE(world.add_system(Schedule::update, early));
    ASSERT_TRUE(world.add_system(Schedule::update, noting(log, "input", Stage::first)));
    ASSERT_TRUE(world.update(0));
    EXPECT_EQ(log, (Names{"input", "early", "solve", "late", "last"}));
}

TEST(Schedule, RefusesLoopsAndTakenNames) {
    World world;
    Names log;
    ASSERT_TRUE(world.add_system(Schedule::update, noting(log, "a")));
    EXPECT_EQ(world.add_system(Schedule::update, noting(log, "a")).error().code,
              codes::system_name_taken);
    System b = noting(log, "b");
    b.before = {"a"};
    b.after = {"a"};
    EXPECT_EQ(world.add_system(Schedule::update, b).error().code, codes::schedule_cycle);
    ASSERT_TRUE(world.add_system(Schedule::update, noting(log, "end", Stage::last)));
    System loop = noting(log, "loop");
    loop.before = {"a"};
    loop.after = {"a"};
    EXPECT_EQ(world.add_system(Schedule::update, loop).error().message,
              "systems wait for each other: 'a', 'loop'")
        << "and not 'end', which only waits for both";
    System c = noting(log, "c", Stage::last);
    c.before = {"a"};
    EXPECT_EQ(world.add_system(Schedule::update, c).error().code, codes::schedule_cycle);
    ASSERT_TRUE(world.update(0));
    EXPECT_EQ(log, (Names{"a", "end"}));
    EXPECT_TRUE(world.remove_system(Schedule::update, "a"));
    EXPECT_FALSE(world.remove_system(Schedule::update, "a"));
}

TEST(Schedule, RunsFixedStepsForTheTimeThatPassed) {
    World world;
    world.set_fixed_step(0.25);
    int fixed = 0, updates = 0;
    double fixed_delta = 0, delta = 0;
    System step;
    step.name = "step";
    step.run = [&](World& w) {
        ++fixed;
        fixed_delta = w.delta();
    };
    ASSERT_TRUE(world.add_system(Schedule::fixed_update, step));
    step.run = [&](World& w) {
        ++updates;
        delta = w.delta();
    };
    ASSERT_TRUE(world.add_system(Schedule::update, step));
    ASSERT_TRUE(world.update(0.625));
    EXPECT_EQ(fixed, 2);
    EXPECT_EQ(fixed_delta, 0.25);
    EXPECT_EQ(delta, 0.625);
    ASSERT_TRUE(world.update(0.125));
    EXPECT_EQ(fixed, 3);
    ASSERT_TRUE(world.update(1e6));
    EXPECT_EQ(fixed, 3 + World::kMaxFixedSteps);
    EXPECT_EQ(updates, 3);
}

TEST(Schedule, RefusesAnImpossibleTimeStep) {
    World world;
    for (const double dt : {-0.001, std::numeric_limits<double>::quiet_NaN(),
                            std::numeric_limits<double>::infinity()})
        EXPECT_EQ(world.update(dt).error().code, codes::delta_invalid);
    EXPECT_TRUE(world.update(0)) << "the world is as it was";
}

TEST(Schedule, PoisonsTheWorldWhenASystemFails) {
    World world;
    const Entity entity = world.spawn(Heat{});
    System system;
    system.name = "burn";
    system.run = [](World&) -> Result<> { return fail(codes::entity_dead, "too hot", "here"); };
    ASSERT_TRUE(world.add_system(Schedule::update, system));
    const Result<> first = world.update(0.1);
    ASSERT_FALSE(first);
    EXPECT_EQ(first.error().code, codes::system_failed);
    ASSERT_EQ(first.error().cause.size(), 1u);
    EXPECT_EQ(first.error().cause[0].message, "too hot");
    const Result<> second = world.update(0.1);
    EXPECT_EQ(second.error().code, codes::world_poisoned);
    EXPECT_EQ(second.error().cause.at(0).cause.at(0).where, "here");
    EXPECT_EQ(world.add(entity, Mass{}).error().code, codes::world_poisoned);
    EXPECT_EQ(world.despawn(entity).error().code, codes::world_poisoned);
    EXPECT_TRUE(world.spawn().is_null());
    EXPECT_NE(world.get<Heat>(entity), nullptr) << "reading still works";
}

TEST(Schedule, TurnsAnExceptionIntoAFailedSystem) {
    World world;
    System system;
    system.name = "throws";
    system.run = [](World&) { throw std::runtime_error("oops"); };
    ASSERT_TRUE(world.add_system(Schedule::update, system));
    EXPECT_EQ(world.update(0).error().cause.at(0).message, "threw: oops");
}

TEST(Schedule, RunsSystemsThatDoNotConflictTogetherWithTheSameResult) {
    for (const unsigned workers : {1u, 2u, 4u}) {
        World world;
        world.set_workers(workers);
        for (int i = 0; i < 1000; ++i)
            world.spawn(Heat{i}, Mass{i});
        auto heats = world.query<Heat>();
        auto masses = world.query<Mass>();
        System warm;
        warm.name = "warm";
        warm.access = {access<Heat>()};
        warm.run = [&](World&, Commands& commands) {
            heats.each([](Heat& heat) { ++heat.degrees; });
            commands.spawn(Mass{-1});
        };
        System grow;
        grow.name = "grow";
        grow.access = {access<Mass>()};
        grow.run = [&](World&, Commands& commands) {
            masses.each([](Mass& mass) { mass.grams *= 2; });
            commands.spawn(Heat{-1});
        };
        ASSERT_TRUE(world.add_system(Schedule::update, warm));
        ASSERT_TRUE(world.add_system(Schedule::update, grow));
        for (int i = 0; i < 3; ++i)
            ASSERT_TRUE(world.update(0));
        EXPECT_EQ(world.entity_count(), 1006u);
        long degrees = 0, grams = 0;
        heats.each([&](const Heat& heat) { degrees += heat.degrees; });
        masses.each([&](const Mass& mass) { grams += mass.grams; });
        EXPECT_EQ(degrees, 999 * 500 + 3000 + 1 + 0 - 1);
        EXPECT_EQ(grams, 999 * 500 * 8 - 4 - 2 - 1);
        const std::vector<Entity> order = world.entities();
        EXPECT_TRUE(world.has<Mass>(order[1000]));
        EXPECT_TRUE(world.has<Heat>(order[1001])) << "commands follow the order of the systems";
    }
}

struct Counting {
    int* installed;
    bool fails = false;
    [[nodiscard]] std::string_view name() const { return "counting"; }
    Result<> install(World& world) {
        if (fails) return fail(codes::plugin_absent, "no");
        ++*installed;
        System system;
        system.name = "count";
        system.run = [](World&) {};
        return world.add_system(Schedule::update, system);
    }
    void remove(World& world) {
        --*installed;
        world.remove_system(Schedule::update, "count");
    }
};

TEST(Plugins, InstallAndRemoveCleanly) {
    World world;
    int installed = 0;
    EXPECT_FALSE(world.add_plugin(Counting{&installed, true}));
    EXPECT_FALSE(world.has_plugin("counting"));
    ASSERT_TRUE(world.add_plugin(Counting{&installed}));
    EXPECT_EQ(world.add_plugin(Counting{&installed}).error().code, codes::plugin_present);
    ASSERT_TRUE(world.remove_plugin("counting"));
    EXPECT_EQ(installed, 0);
    EXPECT_EQ(world.remove_plugin("counting").error().code, codes::plugin_absent);
    ASSERT_TRUE(world.add_plugin(Counting{&installed}));
    EXPECT_EQ(installed, 1);
}

}  // namespace
}  // namespace diorama
