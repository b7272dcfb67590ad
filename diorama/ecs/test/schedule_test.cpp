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

TEST(Schedule, RefusesASystemWithoutNameOrBody) {
    World world;
    Names log;
    EXPECT_EQ(world.add_system(Schedule::update, noting(log, "")).error().code,
              codes::system_invalid);
    System idle;
    idle.name = "idle";
    const Result<> added = world.add_system(Schedule::update, idle);
    ASSERT_FALSE(added);
    EXPECT_EQ(added.error().code, codes::system_invalid);
    EXPECT_NE(added.error().message.find("'idle'"), std::string::npos);
    EXPECT_TRUE(world.update(0));
}

TEST(Schedule, RefusesToRunBeforeOrAfterANameThatNobodyHas) {
    World world;
    Names log;
    System late = noting(log, "late");
    late.after = {"phisics"};
    ASSERT_TRUE(world.add_system(Schedule::update, late)) << "who it waits for may still come";
    System solve = noting(log, "solve");
    solve.sets = {"physics"};
    ASSERT_TRUE(world.add_system(Schedule::update, solve));
    const Result<> first = world.update(0);
    ASSERT_FALSE(first);
    EXPECT_EQ(first.error().code, codes::system_unknown);
    EXPECT_EQ(first.error().message,
              "system 'late' is ordered by 'phisics', which no system or set of its schedule is "
              "called");
    EXPECT_EQ(first.error().hint, "did you mean 'physics'?");
    EXPECT_TRUE(log.empty()) << "nothing ran";
    EXPECT_TRUE(world.health()) << "and nothing is poisoned";
    ASSERT_TRUE(world.add_system(Schedule::update, noting(log, "phisics")));
    ASSERT_TRUE(world.update(0));
    EXPECT_TRUE(world.remove_system(Schedule::update, "phisics"));
    EXPECT_TRUE(world.update(0)) << "a plugin that goes does not break the order of others";
    System other = noting(log, "other");
    other.before = {"late"};
    ASSERT_TRUE(world.add_system(Schedule::fixed_update, other));
    EXPECT_EQ(world.update(0).error().code, codes::system_unknown) << "another schedule's name";
}

TEST(Schedule, NamesTheSystemAndTheCommandThatFailed) {
    World world;
    const Entity gone = world.spawn(), there = world.spawn();
    ASSERT_TRUE(world.despawn(gone));
    System system;
    system.name = "reaper";
    system.run = [&](World&, Commands& commands) {
        commands.add(there, Heat{1});
        commands.despawn(gone);
        commands.add(gone, Heat{2});
        commands.remove<Mass>(there);
    };
    ASSERT_TRUE(world.add_system(Schedule::update, system));
    ASSERT_TRUE(world.update(0));
    ASSERT_EQ(world.diagnostics().size(), 3u);
    EXPECT_EQ(world.diagnostics()[0].message,
              "system 'reaper', command 1 (despawn entity 0v1): entity 0v1 is not alive");
    EXPECT_EQ(world.diagnostics()[0].code, codes::entity_dead);
    EXPECT_NE(world.diagnostics()[1].message.find("command 2 (add '"), std::string::npos);
    EXPECT_NE(world.diagnostics()[1].message.find("Heat' to entity 0v1)"), std::string::npos);
    EXPECT_EQ(world.diagnostics()[2].code, codes::component_absent);
    EXPECT_TRUE(world.has<Heat>(there)) << "the others took effect";
    ASSERT_TRUE(world.remove_system(Schedule::update, "reaper"));
    Names log;
    ASSERT_TRUE(world.add_system(Schedule::update, noting(log, "next")));
    world.commands().despawn(gone);
    ASSERT_TRUE(world.update(0));
    ASSERT_EQ(world.diagnostics().size(), 1u);
    EXPECT_EQ(world.diagnostics()[0].message,
              "after system 'next', command 0 (despawn entity 0v1): entity 0v1 is not alive");
    world.commands().despawn(gone);
    EXPECT_EQ(world.flush().error().message,
              "command 0 (despawn entity 0v1): entity 0v1 is not alive");
}

/// What a parallel system that may read Heat and write Mass fails with when it does \p what.
std::string breach_of(World& world, SystemBody what, Access may = access<const Heat, Mass>()) {
    System system;
    system.name = "parallel";
    system.access = {std::move(may)};
    system.run = std::move(what);
    EXPECT_TRUE(world.add_system(Schedule::update, system));
    const Result<> updated = world.update(0);
    if (updated) return "";
    EXPECT_EQ(updated.error().code, codes::system_failed);
    EXPECT_EQ(updated.error().cause.at(0).code, codes::system_access);
    return updated.error().cause.at(0).message;
}

TEST(ParallelSystem, MayUseWhatItDeclared) {
    World world;
    const Entity entity = world.spawn(Heat{1}, Mass{2});
    auto query = world.query<const Heat, Mass>();
    EXPECT_EQ(
        breach_of(world,
                  [&](World& w, Commands& commands) {
                      query.each([](const Heat& heat, Mass& mass) { mass.grams += heat.degrees; });
                      w.get_mut<Mass>(entity)->grams += w.get<Heat>(entity)->degrees;
                      commands.spawn(Names{"a type the world has not met"});
                      w.commands().spawn(Heat{3});
                      w.note({Severity::info, codes::entity_dead, "noted"});
                  }),
        "");
    EXPECT_EQ(world.get<Mass>(entity)->grams, 4);
    EXPECT_EQ(world.entity_count(), 3u);
    ASSERT_EQ(world.diagnostics().size(), 1u);
    EXPECT_EQ(world.diagnostics()[0].message, "noted");
}

TEST(ParallelSystem, FailsWhereItWritesWhatItDeclaresToRead) {
    World world;
    const Entity entity = world.spawn(Heat{1}, Mass{2});
    auto query = world.query<Heat>();
    const std::string found =
        breach_of(world, [&](World&) { query.each([](Heat& heat) { heat.degrees = 9; }); });
    EXPECT_NE(found.find("Heat', which it declares to read only"), std::string::npos) << found;
    EXPECT_EQ(world.get<Heat>(entity)->degrees, 1) << "and the write was refused";
    EXPECT_EQ(world.update(0).error().code, codes::world_poisoned);
}

TEST(ParallelSystem, MayReadByAQueryThatCouldWrite) {
    World world;
    world.spawn(Heat{1});
    auto query = world.query<Heat>();
    int sum = 0;
    EXPECT_EQ(
        breach_of(world,
                  [&](World&) { query.each([&](const Heat& heat) { sum += heat.degrees; }); }),
        "");
    EXPECT_EQ(sum, 1);
}

struct Cold {
    int degrees = 0;
};

TEST(ParallelSystem, FailsWhereItUsesWhatItDoesNotDeclare) {
    const auto use = [](auto what) {
        World world;
        const Entity entity = world.spawn(Heat{1}, Mass{2}, Cold{3});
        return breach_of(world, [&](World& w) { what(w, entity); });
    };
    for (const std::string& found :
         {use([](World& w, Entity e) { EXPECT_EQ(w.get<Cold>(e), nullptr); }),
          use([](World& w, Entity e) { EXPECT_EQ(w.get_mut<Cold>(e), nullptr); }),
          use([](World& w, Entity) {
              w.query<const Cold>().each([](const Cold&) { ADD_FAILURE(); });
          }),
          use([](World& w, Entity) { EXPECT_TRUE(w.query<Changed<Cold>>().empty()); }),
          use([](World& w, Entity) {
              w.query<Optional<Cold>>().each([](Cold*) { ADD_FAILURE(); });
          })})
        EXPECT_NE(found.find("Cold', which it does not declare"), std::string::npos) << found;
    EXPECT_NE(use([](World& w, Entity) { (void)w.resource<Cold>(); }), "");
    EXPECT_NE(use([](World& w, Entity) { (void)w.find_resource<Names>(); }), "");
}

TEST(ParallelSystem, FailsWhereItChangesStructure) {
    const auto use = [](auto what) {
        World world;
        const Entity entity = world.spawn(Heat{1}, Mass{2});
        const std::string found = breach_of(world, [&](World& w) { what(w, entity); });
        EXPECT_EQ(world.entity_count(), 1u);
        EXPECT_TRUE(world.has<Mass>(entity));
        return found;
    };
    const auto refused = [](const Result<>& result) {
        ASSERT_FALSE(result);
        EXPECT_EQ(result.error().code, codes::system_access);
    };
    for (const std::string& found :
         {use([](World& w, Entity) { EXPECT_TRUE(w.spawn(Mass{}).is_null()); }),
          use([&](World& w, Entity e) { refused(w.despawn(e)); }),
          use([&](World& w, Entity e) { refused(w.remove<Mass>(e)); }),
          use([&](World& w, Entity e) { refused(w.add(e, Cold{})); }),
          use([&](World& w, Entity e) { refused(w.reparent(e, e)); }),
          use([](World& w, Entity e) { EXPECT_FALSE(w.duplicate(e)); }),
          use([&](World& w, Entity) { refused(w.flush()); }), use([&](World& w, Entity) {
              std::vector<Entity> made(2);
              refused(w.spawn_batch(made, [](std::uint32_t) { return std::tuple(Mass{}); }));
          })})
        EXPECT_EQ(found, "changed structure, which it must leave to its Commands");
}

TEST(ParallelSystem, IsFreeWithOtherWorlds) {
    World world, other;
    EXPECT_EQ(breach_of(world,
                        [&](World&) {
                            const Entity made = other.spawn(Cold{1});
                            EXPECT_EQ(other.get<Cold>(made)->degrees, 1);
                        }),
              "");
    EXPECT_EQ(other.entity_count(), 1u);
}

TEST(ParallelSystem, HasAllItsAccessesTogether) {
    World world;
    const Entity entity = world.spawn(Heat{1}, Mass{2});
    System system;
    system.name = "both";
    system.access = {access<const Heat>(), access<Mass>(), access<Heat>()};
    system.run = [&](World& w) {
        w.get_mut<Heat>(entity)->degrees = 5;
        w.get_mut<Mass>(entity)->grams = 6;
    };
    ASSERT_TRUE(world.add_system(Schedule::update, system));
    Names log;
    System reader = noting(log, "reader");
    reader.access = {access<const Heat>()};
    reader.run = [&](World& w) { log.push_back(std::to_string(w.get<Heat>(entity)->degrees)); };
    ASSERT_TRUE(world.add_system(Schedule::update, reader));
    world.set_workers(2);
    ASSERT_TRUE(world.update(0));
    EXPECT_EQ(log, (Names{"5"})) << "what one access reads and another writes is written";
}

TEST(ParallelSystem, NotesInTheOrderOfTheSystems) {
    for (const unsigned workers : {1u, 4u}) {
        World world;
        world.set_workers(workers);
        for (const char* name : {"a", "b", "c", "d"}) {
            System system;
            system.name = name;
            system.access = {access<>()};
            system.run = [name](World& w) { w.note({Severity::info, codes::entity_dead, name}); };
            ASSERT_TRUE(world.add_system(Schedule::update, system));
        }
        ASSERT_TRUE(world.update(0));
        std::string order;
        for (const Diagnostic& note : world.diagnostics())
            order += note.message;
        EXPECT_EQ(order, "abcd");
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
