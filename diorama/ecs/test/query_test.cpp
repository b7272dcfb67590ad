// SPDX-License-Identifier: MIT
#include "diorama/ecs/query.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "diorama/ecs/disabled.hpp"
#include "diorama/ecs/world.hpp"

namespace diorama {
namespace {

struct Position {
    int x = 0;
};
struct Velocity {
    int v = 1;
};
struct Frozen {};

std::vector<Entity> sorted(std::vector<Entity> entities) {
    std::sort(entities.begin(), entities.end());
    return entities;
}

template <class... Terms>
std::vector<Entity> matches(Query<Terms...>& query) {
    std::vector<Entity> found;
    query.each([&](Entity entity, const auto&...) { found.push_back(entity); });
    return sorted(found);
}

TEST(Query, FindsEntitiesByWhatTheyHave) {
    World world;
    const Entity a = world.spawn(Position{1}, Velocity{10});
    const Entity b = world.spawn(Position{2});
    const Entity c = world.spawn(Position{3}, Velocity{30}, Frozen{});
    auto moving = world.query<Position, const Velocity>();
    moving.each([](Position& position, const Velocity& velocity) { position.x += velocity.v; });
    EXPECT_EQ(world.get<Position>(a)->x, 11);
    EXPECT_EQ(world.get<Position>(b)->x, 2);
    EXPECT_EQ(world.get<Position>(c)->x, 33);
    auto free = world.query<const Position, Without<Frozen>>();
    EXPECT_EQ(matches(free), sorted({a, b}));
    auto frozen = world.query<With<Frozen>>();
    EXPECT_EQ(matches(frozen), (std::vector{c}));
    auto maybe = world.query<const Position, Optional<const Velocity>>();
    int with = 0, without = 0;
    maybe.each([&](const Position&, const Velocity* velocity) {
        velocity != nullptr ? ++with : ++without;
    });
    EXPECT_EQ(with, 2);
    EXPECT_EQ(without, 1);
}

TEST(Query, MatchesTablesThatAppearLater) {
    World world;
    auto query = world.query<const Position>();
    EXPECT_TRUE(query.empty());
    world.spawn(Position{});
    world.spawn(Position{}, Frozen{});
    EXPECT_EQ(query.count(), 2u);
}

TEST(Query, PassesOverTheDisabled) {
    World world;
    const Entity on = world.spawn(Position{}), off = world.spawn(Position{}, Disabled{});
    auto plain = world.query<const Position>();
    EXPECT_EQ(matches(plain), (std::vector{on}));
    auto named = world.query<const Position, With<Disabled>>();
    EXPECT_EQ(matches(named), (std::vector{off}));
    auto both = world.query<const Position, Optional<const Disabled>>();
    EXPECT_EQ(both.count(), 2u);
}

TEST(Query, SeesEachChangeOnce) {
    World world;
    std::vector<Entity> entities;
    for (int i = 0; i < 1000; ++i)
        entities.push_back(world.spawn(Position{i}));
    auto changed = world.query<Changed<Position>>();
    EXPECT_EQ(matches(changed).size(), 1000u);
    EXPECT_TRUE(matches(changed).empty());
    world.get_mut<Position>(entities[700])->x = 5;
    EXPECT_EQ(matches(changed), (std::vector{entities[700]}));
    EXPECT_TRUE(matches(changed).empty());
    const Entity late = world.spawn(Position{});
    ASSERT_TRUE(world.add(entities[3], Position{9}));
    EXPECT_EQ(matches(changed), sorted({entities[3], late}));
}

TEST(Query, TellsAddedFromChanged) {
    World world;
    const Entity a = world.spawn(Position{});
    auto added = world.query<Added<Position>>();
    EXPECT_EQ(matches(added), (std::vector{a}));
    world.get_mut<Position>(a)->x = 1;
    const Entity b = world.spawn();
    ASSERT_TRUE(world.add(b, Position{}));
    EXPECT_EQ(matches(added), (std::vector{b}));
}

TEST(Query, ReadingNeverMarks) {
    World world;
    world.spawn(Position{}, Transform{});
    auto changed = world.query<Changed<Position>>();
    auto moved = world.query<Changed<Transform>>();
    EXPECT_EQ(changed.count(), 1u);
    static_cast<void>(matches(changed));
    static_cast<void>(matches(moved));
    auto query = world.query<Position, Transform>();
    query.each([](const Position&, const Transform&) {});
    query.each_span([](std::span<const Position>, std::span<const Transform>) {});
    EXPECT_EQ(query.count(), 1u);
    EXPECT_TRUE(matches(changed).empty());
    EXPECT_TRUE(matches(moved).empty());
    query.each([](Position&, const Transform&) {});
    EXPECT_EQ(matches(changed).size(), 1u);
    EXPECT_TRUE(matches(moved).empty());
    query.each([](const Position&, Transform&) {});
    EXPECT_TRUE(matches(changed).empty());
    EXPECT_EQ(matches(moved).size(), 1u);
}

TEST(Query, KeepsTicksThroughStructuralMoves) {
    World world;
    std::vector<Entity> entities;
    for (int i = 0; i < 600; ++i)
        entities.push_back(world.spawn(Position{i}));
    auto changed = world.query<Changed<Position>>();
    static_cast<void>(matches(changed));
    world.get_mut<Position>(entities[599])->x = -1;
    // The last row moves into the first block, and another one into another table.
    ASSERT_TRUE(world.despawn(entities[0]));
    ASSERT_TRUE(world.add(entities[1], Velocity{}));
    EXPECT_EQ(matches(changed), (std::vector{entities[599]}));
}

TEST(Query, HandsOutSpansOfEveryRow) {
    World world;
    for (int i = 0; i < 700; ++i)
        world.spawn(Position{i}, Transform{.translation = {static_cast<float>(i), 0, 0}});
    auto query = world.query<const Position, Transform>();
    std::size_t rows = 0, spans = 0;
    query.each_span([&](std::span<const Entity> entities, std::span<const Position> positions,
                        std::span<Transform> transforms) {
        ASSERT_EQ(entities.size(), positions.size());
        ASSERT_EQ(entities.size(), transforms.size());
        for (std::size_t i = 0; i < entities.size(); ++i) {
            EXPECT_EQ(transforms[i].translation.x, static_cast<float>(positions[i].x));
            transforms[i].translation.y = 1;
        }
        rows += entities.size();
        ++spans;
    });
    EXPECT_EQ(rows, 700u);
    EXPECT_LE(spans, 8u) << "rows spawned in order lie side by side";
    auto moved = world.query<const Transform, Changed<Transform>>();
    float sum = 0;
    moved.each([&](const Transform& transform) { sum += transform.translation.y; });
    EXPECT_EQ(sum, 700);
}

TEST(Query, BreaksSpansOnlyWhereAValueItHandsOutEnds) {
    World world;
    for (int i = 0; i < 700; ++i)
        world.spawn(Position{i});
    const auto plain = [](auto& query) {
        int count = 0;
        query.each_span([&](std::span<const Position>) { ++count; });
        return count;
    };
    const auto optional = [](auto& query, auto absent) {
        using Absent = decltype(absent);
        int count = 0;
        query.each_span([&](std::span<const Position>, Absent others) {
            EXPECT_TRUE(others.empty());
            ++count;
        });
        return count;
    };
    auto without = world.query<const Position, Without<Transform>>();
    EXPECT_EQ(plain(without), 3);
    auto maybe = world.query<const Position, Optional<const Transform>>();
    EXPECT_EQ(optional(maybe, std::span<const Transform>()), 3);
    // In a World whose placements stand in another order than the rows of the table.
    World placed;
    std::vector<Entity> made;
    for (int i = 0; i < 700; ++i)
        made.push_back(placed.spawn(Position{i}, Transform{}));
    for (std::size_t i = 0; i < 700; i += 2)
        ASSERT_TRUE(placed.remove<Transform>(made[i]));
    for (std::size_t i = 700; i > 0; i -= 2)
        ASSERT_TRUE(placed.add(made[i - 2], Transform{}));
    auto with = placed.query<const Position, With<Transform>>();
    EXPECT_EQ(plain(with), 3);
    auto child = placed.query<const Position, Optional<const ChildOf>>();
    EXPECT_EQ(optional(child, std::span<const ChildOf>()), 3);
}

TEST(Query, HandsOutSpansOfWhatChangedAndWasAdded) {
    World world;
    std::vector<Entity> made;
    for (int i = 0; i < 600; ++i)
        made.push_back(world.spawn(Position{i}, Velocity{i}));
    auto changed = world.query<const Position, Velocity, Changed<Position>>();
    auto added = world.query<Added<Frozen>, const Position>();
    auto sped = world.query<Changed<Velocity>>();
    std::vector<std::vector<int>> runs;
    const auto note = [&](std::span<const Entity> entities, std::span<const Position> positions,
                          std::span<Velocity> velocities) {
        ASSERT_EQ(entities.size(), positions.size());
        std::vector<int>& run = runs.emplace_back();
        for (std::size_t i = 0; i < entities.size(); ++i) {
            EXPECT_EQ(&positions[i], world.get<Position>(entities[i]));
            EXPECT_EQ(&velocities[i], world.get<Velocity>(entities[i]));
            run.push_back(positions[i].x);
        }
    };
    changed.each_span(note);
    EXPECT_EQ(runs.size(), 3u) << "a run ends with its block";
    static_cast<void>(matches(sped));
    for (const std::size_t i : {3u, 4u, 5u, 100u, 254u, 255u, 256u, 257u, 599u})
        world.get_mut<Position>(made[i])->x = static_cast<int>(i);
    runs.clear();
    EXPECT_EQ(changed.count(), 9u);
    EXPECT_FALSE(changed.empty());
    changed.each_span(note);
    EXPECT_EQ(runs,
              (std::vector<std::vector<int>>{{3, 4, 5}, {100}, {254, 255}, {256, 257}, {599}}));
    EXPECT_TRUE(changed.empty());
    EXPECT_EQ(matches(sped).size(), 9u) << "what it hands out to be written counts as written";
    ASSERT_TRUE(world.add(made[7], Frozen{}));
    ASSERT_TRUE(world.add(made[9], Frozen{}));
    std::vector<int> found;
    added.each_span([&](std::span<const Position> positions) {
        for (const Position& position : positions)
            found.push_back(position.x);
    });
    EXPECT_EQ(found, (std::vector{7, 9}));
    added.each_span([](std::span<const Position>) { FAIL(); });
}

TEST(Query, HandsOutSpansOfPlacementsThatChanged) {
    World world;
    std::vector<Entity> made;
    for (int i = 0; i < 600; ++i) {
        made.push_back(i % 3 == 0 ? world.spawn(Transform{}, Frozen{}, Position{i})
                                  : world.spawn(Transform{}, Position{i}));
        if (i % 50 == 49) world.spawn(Velocity{}, Transform{});
    }
    auto places = world.query<Transform, Changed<Transform>, With<Position>>();
    auto mixed =
        world.query<const Position, const Transform, Changed<Transform>, Optional<const Frozen>>();
    auto moved = world.query<Changed<Transform>>();
    std::size_t spans = 0;
    std::vector<Entity> found;
    const auto note = [&](std::span<const Entity> entities, std::span<Transform> transforms) {
        ASSERT_EQ(entities.size(), transforms.size());
        for (std::size_t i = 0; i < entities.size(); ++i)
            EXPECT_EQ(&transforms[i], world.get<Transform>(entities[i]));
        found.insert(found.end(), entities.begin(), entities.end());
        ++spans;
    };
    places.each_span(note);
    EXPECT_EQ(found, made) << "whichever tables they are in";
    EXPECT_LE(spans, 3u + 12u) << "what is not asked for ends a run, and so does a block";
    EXPECT_TRUE(places.empty()) << "its own writes are older than its next run";
    static_cast<void>(matches(moved));
    static_cast<void>(mixed.count());
    mixed.each_span(
        [](std::span<const Position>, std::span<const Transform>, std::span<const Frozen>) {});
    for (const std::size_t i : {0u, 1u, 2u, 3u, 300u, 301u, 302u, 304u, 599u})
        world.get_mut<Transform>(made[i])->translation.x = 1;
    found.clear();
    spans = 0;
    EXPECT_EQ(places.count(), 9u);
    EXPECT_FALSE(places.empty());
    EXPECT_EQ(moved.count(), 9u);
    std::vector<int> numbers;
    mixed.each_span([&](std::span<const Entity> entities, std::span<const Position> positions,
                        std::span<const Transform> transforms, std::span<const Frozen> frozen) {
        ASSERT_EQ(entities.size(), positions.size());
        ASSERT_EQ(entities.size(), transforms.size());
        for (std::size_t i = 0; i < entities.size(); ++i) {
            EXPECT_EQ(&positions[i], world.get<Position>(entities[i]));
            EXPECT_EQ(&transforms[i], world.get<Transform>(entities[i]));
            EXPECT_EQ(!frozen.empty(), world.has<Frozen>(entities[i]));
            numbers.push_back(positions[i].x);
        }
    });
    EXPECT_EQ(numbers, (std::vector{0, 1, 2, 3, 300, 301, 302, 304, 599}));
    places.each_span(note);
    EXPECT_EQ(found.size(), 9u);
    EXPECT_EQ(spans, 4u);
    EXPECT_TRUE(mixed.count() == 9u) << "written again by the spans";
}

TEST(Query, ReadsHierarchyAndPlacementLikeAnyColumn) {
    World world;
    const Entity parent = world.spawn(Transform{});
    const Entity child = world.spawn(ChildOf{parent}, Position{});
    auto links = world.query<ChildOf, GlobalTransform, With<Position>>();
    int found = 0;
    links.each([&](Entity entity, const ChildOf& link, const GlobalTransform& global) {
        EXPECT_EQ(entity, child);
        EXPECT_EQ(link.parent, parent);
        EXPECT_EQ(global, GlobalTransform::IDENTITY);
        ++found;
    });
    EXPECT_EQ(found, 1);
    auto relinked = world.query<Changed<ChildOf>>();
    EXPECT_EQ(matches(relinked).size(), 1u);
    const Entity other = world.spawn(Transform{});
    ASSERT_TRUE(world.reparent(child, other));
    EXPECT_EQ(matches(relinked), (std::vector{child}));
    EXPECT_TRUE(matches(relinked).empty());
}

TEST(Query, FindsChangedPlacementsAmongOtherTerms) {
    World world;
    std::vector<Entity> entities;
    for (int i = 0; i < 1000; ++i) {
        entities.push_back(world.spawn(Transform{}, Position{i}));
        if (i % 3 == 0) {
            ASSERT_TRUE(world.add(entities.back(), Velocity{i}));
        }
        if (i % 5 == 0) {
            ASSERT_TRUE(world.add(entities.back(), Frozen{}));
        }
    }
    auto moved =
        world.query<const Position, Optional<Velocity>, Changed<Transform>, Without<Frozen>>();
    std::size_t first = 0;
    moved.each([&](const Position&, const Velocity*) { ++first; });
    EXPECT_EQ(first, 800u);
    for (const std::size_t i : {3u, 4u, 5u, 600u, 999u})
        world.get_mut<Transform>(entities[i])->translation.x = 1;
    std::vector<int> found;
    auto changed = world.query<Changed<Velocity>>();
    static_cast<void>(matches(changed));
    moved.each([&](const Position& position, Velocity* velocity) {
        found.push_back(position.x);
        EXPECT_EQ(velocity != nullptr, position.x % 3 == 0);
    });
    EXPECT_EQ(found, (std::vector{3, 4, 999}));
    EXPECT_EQ(matches(changed), sorted({entities[3], entities[999]}));
    EXPECT_TRUE(moved.empty());
}

TEST(TickWindow, HoldsWhatIsLaterThanSince) {
    const std::uint64_t now = (std::uint64_t{5} << 32) + 10;
    const TickWindow window(now - 20, now);
    EXPECT_TRUE(window.holds(static_cast<Tick>(now)));
    EXPECT_TRUE(window.holds(static_cast<Tick>(now - 19)))
        << "before the counter's low half wrapped";
    EXPECT_FALSE(window.holds(static_cast<Tick>(now - 20)));
    const TickWindow ancient(1, now);
    EXPECT_TRUE(ancient.holds(static_cast<Tick>(now - 0x80000000u)));
}

}  // namespace
}  // namespace diorama
