// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <optional>
#include <random>
#include <variant>
#include <vector>

#include "diorama/document/kept_records.hpp"
#include "diorama/document/test/world_fixtures.hpp"
#include "diorama/scene/subtree.hpp"

namespace diorama::document {
namespace {

struct Hold {
    Entity what;
    float grip = 1;
};
DIORAMA_COMPONENT(Hold, what, grip);

struct Drop {
    std::vector<Entity> all;
};
DIORAMA_COMPONENT(Drop, all);

struct Plan {
    std::optional<Entity> leader;
    std::array<Entity, 2> pair;
    std::vector<Hold> holds;
    std::map<std::string, Entity> named;
    std::map<int, std::vector<std::optional<Hold>>> deep;
    std::variant<Hold, Drop> next;
    Hold nested;
    std::vector<bool> flags;
    std::map<std::string, float> weights;
    Entity unsaved;  // not described
};
DIORAMA_COMPONENT(Plan, leader, pair, holds, named, deep, next, nested, flags, weights);

struct Keyed {
    std::map<Entity, int> worth;
};
DIORAMA_COMPONENT(Keyed, worth);

SceneRegistry plan_registry() {
    SceneRegistry registry = make_registry();
    EXPECT_TRUE(registry.add<Plan>());
    EXPECT_TRUE(registry.add<Keyed>());
    return registry;
}

std::vector<Entity> subtree(const World& world, Entity top) {
    std::vector<Entity> found;
    for_each_in_subtree(world, top, [&](Entity entity) { found.push_back(entity); });
    return found;
}

/// A tree spawned parents first, each child right behind its elder sibling's subtree, so that the
/// file's order is that of a walk.
std::vector<Entity> make_tree(World& world, Entity parent, std::mt19937& random,
                              std::size_t count) {
    std::vector<Entity> made, path{parent};
    for (std::size_t i = 0; i < count; ++i) {
        if (i != 0) path.resize(2 + random() % (path.size() - 1));
        made.push_back(world.spawn(ChildOf{path.back()}));
        path.push_back(made.back());
    }
    return made;
}

Plan make_plan(std::mt19937& random, const std::vector<Entity>& choices) {
    const auto any = [&] { return choices[random() % choices.size()]; };
    const auto hold = [&] { return Hold{any(), 2}; };
    Plan plan;
    if (random() % 2 != 0) plan.leader = any();
    plan.pair = {any(), any()};
    for (std::size_t i = random() % 3; i > 0; --i)
        plan.holds.push_back(hold());
    for (std::size_t i = random() % 3; i > 0; --i)
        plan.named.emplace(std::to_string(i), any());
    plan.deep[7] = {hold(), std::nullopt, hold()};
    if (random() % 2 != 0)
        plan.next = hold();
    else
        plan.next = Drop{{any(), any()}};
    plan.nested = hold();
    plan.flags = {true, false};
    plan.weights = {{"a", 1.0f}};
    plan.unsaved = any();
    return plan;
}

TEST(Duplicate, OfASubtreeIsWhatSavingAndLoadingItGives) {
    const SceneRegistry registry = plan_registry();
    for (unsigned seed = 0; seed < 50; ++seed) {
        std::mt19937 random(seed);
        World world;
        const Entity outside = world.spawn(Name{"outside"}), root = world.spawn(Name{"root"});
        const std::vector<Entity> tree = make_tree(world, root, random, 1 + random() % 12);
        std::vector<Entity> choices = tree;
        choices.insert(choices.end(), {outside, root, Entity::null()});
        for (const Entity entity : tree)
            ASSERT_TRUE(world.add(entity, make_plan(random, choices)));
        const Result<Entity> copy = world.duplicate(tree.front());
        ASSERT_TRUE(copy) << to_string(copy.error());
        const std::vector<Entity> copies = subtree(world, *copy);
        const Result<SceneDoc> of_tree = registry.to_doc(world, tree);
        const Result<SceneDoc> of_copies = registry.to_doc(world, copies);
        ASSERT_TRUE(of_tree && of_copies);
        ASSERT_EQ(*write_text(*of_copies), *write_text(*of_tree)) << "seed " << seed;
        World fresh;
        const Result<std::vector<Entity>> loaded = registry.instantiate(fresh, *of_tree);
        ASSERT_TRUE(loaded);
        ASSERT_EQ(save(registry, fresh), *write_text(*of_copies)) << "seed " << seed;
    }
}

TEST(Duplicate, KeepsReferencesToWhatIsNotInTheSubtree) {
    World world;
    const Entity outside = world.spawn(), root = world.spawn();
    const Entity top = world.spawn(ChildOf{root}), below = world.spawn(ChildOf{top});
    Plan plan;
    plan.leader = outside;
    plan.pair = {outside, below};
    plan.holds = {{outside}, {below}, {Entity::null()}};
    plan.unsaved = below;
    ASSERT_TRUE(world.add(top, plan));
    const Result<Entity> copy = world.duplicate(top);
    ASSERT_TRUE(copy);
    const Plan* const copied = world.get<Plan>(*copy);
    const Entity below_copy = subtree(world, *copy).at(1);
    EXPECT_EQ(copied->leader, outside);
    EXPECT_EQ(copied->pair, (std::array{outside, below_copy}));
    EXPECT_EQ(copied->holds.at(0).what, outside);
    EXPECT_EQ(copied->holds.at(1).what, below_copy);
    EXPECT_TRUE(copied->holds.at(2).what.is_null());
    EXPECT_EQ(copied->unsaved, below) << "what is not described is copied as it is";
    EXPECT_EQ(world.get<Plan>(top)->pair[1], below) << "the original is as it was";
}

TEST(Duplicate, RenamesTheKeysOfMaps) {
    World world;
    const Entity outside = world.spawn();
    const Entity top = world.spawn(), a = world.spawn(ChildOf{top}), b = world.spawn(ChildOf{top});
    ASSERT_TRUE(world.add(top, Keyed{{{a, 1}, {outside, 2}, {b, 3}}}));
    // Freed slots are used again newest first, so that the copies' order is not the originals'.
    const Entity one = world.spawn(), two = world.spawn(), three = world.spawn();
    for (const Entity entity : {one, two, three})
        ASSERT_TRUE(world.despawn(entity));
    const Result<Entity> copy = world.duplicate(top);
    ASSERT_TRUE(copy);
    const std::vector<Entity> copies = subtree(world, *copy);
    EXPECT_EQ(world.get<Keyed>(*copy)->worth,
              (std::map<Entity, int>{{copies.at(1), 1}, {outside, 2}, {copies.at(2), 3}}));
}

TEST(Duplicate, RenamesTheReferencesOfUnknownThingsThatAreKept) {
    SceneRegistry registry = make_registry();
    registry.set_unknown(UnknownPolicy::keep);
    World world;
    const Result<std::vector<Entity>> loaded = load(registry, world,
                                                    "cinder-scene 2\n"
                                                    "entity 0\n"
                                                    "  Mystery self=#0 child=#1 far=#2 none=#-1\n"
                                                    "  Health child=#1 hp=1.0 lives=1 far=#2\n"
                                                    "entity 1\n"
                                                    "  ChildOf parent=#0\n"
                                                    "entity 2\n");
    ASSERT_TRUE(loaded);
    const Result<Entity> copy = world.duplicate(loaded->at(0));
    ASSERT_TRUE(copy);
    const std::vector<Entity> both{loaded->at(2), *copy, subtree(world, *copy).at(1)};
    const Result<SceneDoc> doc = registry.to_doc(world, both);
    ASSERT_TRUE(doc);
    const std::string text = *write_text(*doc);
    EXPECT_NE(text.find("Mystery self=#1 child=#2 far=#0 none=#-1\n"), std::string::npos) << text;
    EXPECT_NE(text.find("Health child=#2 hp=1.0 lives=1 far=#0\n"), std::string::npos) << text;
}

}  // namespace
}  // namespace diorama::document
