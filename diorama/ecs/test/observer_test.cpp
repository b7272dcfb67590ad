// SPDX-License-Identifier: MIT
// Who lost a component, and observers that are told what happened.
#include "diorama/ecs/observer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "diorama/ecs/error_codes.hpp"
#include "diorama/ecs/world.hpp"

namespace diorama {
namespace {

struct Body {
    int mass = 1;
};
struct Anchor {
    Entity to;
};
struct Mark {};

template <class... Terms>
std::vector<Entity> told(Query<Terms...>& query) {
    std::vector<Entity> found;
    query.each([&](Entity entity, const auto&...) { found.push_back(entity); });
    return found;
}

TEST(Removed, FindsWhoLostAComponentOnceInOrder) {
    World world;
    const Entity a = world.spawn(Body{}), b = world.spawn(Body{}), c = world.spawn(Body{}, Mark{});
    auto lost = world.query<Removed<Body>>();
    ASSERT_TRUE(world.remove<Body>(c));
    ASSERT_TRUE(world.despawn(a));
    EXPECT_EQ(lost.count(), 2u) << "counting is no run";
    EXPECT_EQ(told(lost), (std::vector{c, a})) << "one that has ended, too";
    EXPECT_TRUE(lost.empty());
    ASSERT_TRUE(world.remove<Body>(b));
    EXPECT_EQ(told(lost), (std::vector{b}));
}

TEST(Removed, PassesOverWhatCameAndWentBetweenTwoRuns) {
    World world;
    const Entity kept = world.spawn(Body{});
    auto lost = world.query<Removed<Body>>();
    const Entity passing = world.spawn(Body{});
    ASSERT_TRUE(world.despawn(passing));
    ASSERT_TRUE(world.remove<Body>(kept));
    ASSERT_TRUE(world.add(kept, Body{}));
    ASSERT_TRUE(world.remove<Body>(kept));
    EXPECT_EQ(told(lost), (std::vector{kept}));
}

TEST(Removed, FindsTheLivingBesideOtherTerms) {
    World world;
    const Entity stays = world.spawn(Body{}, Mark{}), plain = world.spawn(Body{}),
                 ends = world.spawn(Body{}, Mark{});
    auto lost = world.query<Removed<Body>, With<Mark>, Without<Body>>();
    for (const Entity entity : {stays, plain, ends})
        ASSERT_TRUE(world.remove<Body>(entity));
    ASSERT_TRUE(world.despawn(ends));
    EXPECT_EQ(told(lost), (std::vector{stays}));
}

TEST(Removed, TellsOfPlacementsAndLinks) {
    World world;
    const Entity p = world.spawn(Transform{});
    const Entity c = world.spawn(Transform{}, ChildOf{p}), d = world.spawn(Transform{}, ChildOf{p});
    auto placed = world.query<Removed<GlobalTransform>>();
    auto linked = world.query<Removed<ChildOf>>();
    ASSERT_TRUE(world.detach(c));
    EXPECT_EQ(told(linked), (std::vector{c}));
    EXPECT_TRUE(told(placed).empty());
    ASSERT_TRUE(world.remove<Transform>(c));
    EXPECT_EQ(told(placed), (std::vector{c}));
    ASSERT_TRUE(world.despawn(p));
    EXPECT_EQ(told(placed), (std::vector{p, d}));
    EXPECT_EQ(told(linked), (std::vector{d}));
}

TEST(Removed, IsReadByEveryQueryForItselfAndOutlivesItsWorld) {
    auto world = std::make_unique<World>();
    const Entity a = world->spawn(Body{});
    auto first = world->query<Removed<Body>>();
    auto second = first;
    ASSERT_TRUE(world->despawn(a));
    EXPECT_EQ(told(first), (std::vector{a}));
    EXPECT_EQ(told(second), (std::vector{a}));
    world.reset();
    // Ends here, after its World.
}

TEST(Added, CountsALinkEachTimeItIsSet) {
    World world;
    const Entity p = world.spawn(Transform{}), q = world.spawn(Transform{}),
                 c = world.spawn(Transform{});
    auto linked = world.query<Added<ChildOf>>();
    EXPECT_TRUE(told(linked).empty());
    ASSERT_TRUE(world.reparent(c, p));
    EXPECT_EQ(told(linked), (std::vector{c}));
    ASSERT_TRUE(world.reparent(c, q));
    EXPECT_EQ(told(linked), (std::vector{c}));
    EXPECT_TRUE(told(linked).empty());
}

/// A World whose observers of Body write down what they are told.
struct Told {
    Told() {
        const auto note = [this](const char* what) {
            return [this, what](World&, Entity entity) {
                log.push_back(what + std::to_string(entity.index()));
            };
        };
        world.observe<Body>(On::add, note("+"));
        world.observe<Body>(On::change, note("*"));
        world.observe<Body>(On::removal, note("-"));
    }
    std::vector<std::string> flushed() {
        log.clear();
        EXPECT_TRUE(world.flush());
        return log;
    }
    World world;
    std::vector<std::string> log;
};

using Log = std::vector<std::string>;

TEST(Observers, AreToldOnceOfEachKindInOrder) {
    Told told;
    World& world = told.world;
    const Entity a = world.spawn(Body{}), b = world.spawn(Mark{}, Body{}), c = world.spawn();
    EXPECT_EQ(told.log, Log{}) << "nothing in the middle of a change";
    EXPECT_EQ(told.flushed(), (Log{"+0", "+1"}));
    EXPECT_EQ(told.flushed(), Log{});
    world.get_mut<Body>(b)->mass = 2;
    ASSERT_TRUE(world.add(c, Body{}));
    world.get_mut<Body>(c)->mass = 3;
    ASSERT_TRUE(world.add(a, Body{4}));
    EXPECT_EQ(told.flushed(), (Log{"+2", "*0", "*1"})) << "what is new is not changed, too";
    ASSERT_TRUE(world.despawn(b));
    ASSERT_TRUE(world.remove<Body>(a));
    EXPECT_EQ(told.flushed(), (Log{"-1", "-0"}));
    const Entity passing = world.spawn(Body{});
    ASSERT_TRUE(world.despawn(passing));
    EXPECT_EQ(told.flushed(), Log{}) << "what came and went";
}

TEST(Observers, AreToldBetweenTheSystemsOfAnUpdate) {
    World world;
    std::vector<std::string> log;
    world.observe<Body>(On::add, [&](World&, Entity) { log.push_back("observer"); });
    world.spawn(Body{});
    System spawns, looks;
    spawns.name = "spawns";
    spawns.run = [&](World& in) {
        log.push_back("spawns");
        in.commands().spawn(Body{});
    };
    looks.name = "looks";
    looks.run = [&](World&) { log.push_back("looks"); };
    ASSERT_TRUE(world.add_system(Schedule::update, std::move(spawns)));
    ASSERT_TRUE(world.add_system(Schedule::update, std::move(looks)));
    ASSERT_TRUE(world.update(0));
    EXPECT_EQ(log, (Log{"observer", "spawns", "observer", "looks"}));
}

TEST(Observers, FindALoadComplete) {  // S16
    World world;
    int complete = 0;
    world.observe<Body>(On::add, [&](World& in, Entity entity) {
        const Anchor* anchor = in.get<Anchor>(entity);
        complete += in.get<Body>(entity)->mass == 7 && in.has<Transform>(entity) &&
                    anchor != nullptr && in.alive(anchor->to) && in.has<Transform>(anchor->to);
    });
    // As a loader does: entities first, then their components, references to what comes later.
    const Entity body = world.spawn(), anchor = world.spawn();
    ASSERT_TRUE(world.add(body, Body{7}));
    ASSERT_TRUE(world.add(body, Anchor{anchor}));
    ASSERT_TRUE(world.add(body, Transform{}));
    ASSERT_TRUE(world.add(anchor, Transform{}));
    EXPECT_EQ(complete, 0);
    ASSERT_TRUE(world.flush());
    EXPECT_EQ(complete, 1);
}

TEST(Observers, DoNotDependOnWhereRowsStand) {
    std::vector<std::vector<unsigned>> orders;
    for (const bool churned : {false, true}) {
        World world;
        if (churned) {
            std::vector<Entity> gone;
            for (int i = 0; i < 20; ++i)
                gone.push_back(world.spawn(Body{}));
            for (const Entity entity : gone)
                ASSERT_TRUE(world.despawn(entity));
        }
        std::vector<Entity> made;
        for (int i = 0; i < 20; ++i)
            made.push_back(i % 3 == 0 ? world.spawn(Body{i}, Mark{}) : world.spawn(Body{i}));
        std::vector<unsigned>& order = orders.emplace_back();
        world.observe<Body>(On::change, [&](World& in, Entity entity) {
            order.push_back(static_cast<unsigned>(in.get<Body>(entity)->mass));
        });
        for (std::size_t i = 20; i-- > 0;)
            world.get_mut<Body>(made[i])->mass += 100;
        ASSERT_TRUE(world.flush());
    }
    ASSERT_EQ(orders[0].size(), 20u);
    EXPECT_TRUE(std::is_sorted(orders[0].begin(), orders[0].end()));
    EXPECT_EQ(orders[0], orders[1]);
}

TEST(Observers, MayChangeEverything) {
    World world;
    int added = 0, removed = 0;
    ObserverId self = 0;
    world.observe<Body>(On::add, [&](World& in, Entity entity) {
        ++added;
        if (added < 3) in.spawn(Body{});
        EXPECT_TRUE(in.despawn(entity));
        EXPECT_TRUE(in.flush()) << "does not tell in the middle of telling";
    });
    self = world.observe<Body>(On::removal, [&](World& in, Entity entity) {
        ++removed;
        EXPECT_FALSE(in.alive(entity));
        EXPECT_TRUE(in.stop_observing(self));
        EXPECT_FALSE(in.stop_observing(self));
    });
    world.spawn(Body{});
    for (int i = 0; i < 5; ++i)
        ASSERT_TRUE(world.flush());
    EXPECT_EQ(added, 3);
    EXPECT_EQ(removed, 1) << "what was told to be added is told to be gone";
    EXPECT_EQ(world.entity_count(), 0u);
}

TEST(Observers, EndAtOnce) {
    World world;
    int calls = 0;
    const ObserverId id = world.observe<Body>(On::add, [&](World& in, Entity) {
        ++calls;
        EXPECT_TRUE(in.stop_observing(id));
    });
    world.spawn(Body{});
    world.spawn(Body{});
    ASSERT_TRUE(world.flush());
    EXPECT_EQ(calls, 1);
    world.spawn(Body{});
    ASSERT_TRUE(world.flush());
    EXPECT_EQ(calls, 1);
    EXPECT_FALSE(world.stop_observing(id));
}

TEST(Observers, PoisonTheWorldByThrowing) {
    World world;
    world.observe<Body>(On::add, [](World&, Entity) { throw std::runtime_error("no room"); });
    world.spawn(Body{});
    const Result<> flushed = world.flush();
    ASSERT_FALSE(flushed);
    EXPECT_EQ(flushed.error().code, codes::system_failed);
    EXPECT_NE(flushed.error().message.find("no room"), std::string::npos);
    ASSERT_FALSE(world.health());
    EXPECT_EQ(world.health().error().cause.at(0).code, codes::system_failed);
}

TEST(Observers, HearOfPlacementsThatPropagationWould) {
    World world;
    std::vector<Entity> moved, linked;
    world.observe<Transform>(On::change, [&](World&, Entity e) { moved.push_back(e); });
    world.observe<ChildOf>(On::add, [&](World&, Entity e) { linked.push_back(e); });
    const Entity a = world.spawn(Transform{}), b = world.spawn(Transform{}, ChildOf{a});
    ASSERT_TRUE(world.flush());
    EXPECT_TRUE(moved.empty());
    EXPECT_EQ(linked, (std::vector{b}));
    world.get_mut<Transform>(b)->translation.x = 1;
    ASSERT_TRUE(world.flush());
    EXPECT_EQ(moved, (std::vector{b}));
}

TEST(Observers, FindWhatChangedInWhicheverBlockItStands) {
    World world;
    const Entity p = world.spawn(Transform{});
    std::vector<Entity> made;
    for (int i = 0; i < 1500; ++i)
        made.push_back(i % 2 == 0 ? world.spawn(Transform{}) : world.spawn(ChildOf{p}));
    std::vector<Entity> moved, linked, placed, ended;
    const auto into = [](std::vector<Entity>& list) {
        return [&list](World&, Entity entity) { list.push_back(entity); };
    };
    world.observe<Transform>(On::change, into(moved));
    world.observe<ChildOf>(On::add, into(linked));
    world.observe<GlobalTransform>(On::add, into(placed));
    world.observe<Transform>(On::removal, into(ended));
    struct Round {
        std::size_t moved, linked, ended;
    };
    for (const Round& round :
         {Round{0, 1, 2}, {255, 253, 257}, {256, 511, 512}, {700, 901, 702}, {1499, 1301, 1498}}) {
        for (std::vector<Entity>* list : {&moved, &linked, &placed, &ended})
            list->clear();
        world.get_mut<Transform>(made[round.moved])->translation.x = 1;
        ASSERT_TRUE(world.reparent(made[round.linked], p));
        // Takes the hole that the last round left, or a row at the end.
        const Entity late = world.spawn(Transform{});
        ASSERT_TRUE(world.despawn(made[round.ended]));
        ASSERT_TRUE(world.flush());
        EXPECT_EQ(moved, (std::vector{made[round.moved]}));
        EXPECT_EQ(linked, (std::vector{made[round.linked]}));
        EXPECT_EQ(placed, (std::vector{late}));
        EXPECT_EQ(ended, (std::vector{made[round.ended]}));
    }
}

}  // namespace
}  // namespace diorama
