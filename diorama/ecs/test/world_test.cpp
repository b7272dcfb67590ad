// SPDX-License-Identifier: MIT
#include "diorama/ecs/world.hpp"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "diorama/core/expects.hpp"
#include "diorama/ecs/error_codes.hpp"

namespace diorama {
namespace {

struct Health {
    float hp = 100;
    int lives = 3;
};
DIORAMA_COMPONENT(Health, hp, lives);

struct Label {
    std::string text;
};

struct Owner {
    std::unique_ptr<int> only;
};

struct Points {
    Entity at;
    std::vector<Entity> all;
};
DIORAMA_COMPONENT(Points, at, all);

struct Follows {
    Entity whom;
};

struct Drawn {
    int layer = 0;
};

struct Rider {};

}  // namespace

template <>
struct Requires<Drawn> {
    using types = ComponentList<GlobalTransform, Health>;
};
template <>
struct Requires<Rider> {
    using types = ComponentList<ChildOf>;
};

template <>
struct RelationTraits<Follows> {
    static constexpr bool linked = false;
    static Entity target(const Follows& follows) { return follows.whom; }
};

namespace {

std::vector<Entity> list(const Children& children) {
    return {children.begin(), children.end()};
}

TEST(World, KeepsWhatIsSpawned) {
    World world;
    const Entity a = world.spawn(Health{50, 1}, Label{"a"});
    const Entity b = world.spawn();
    EXPECT_TRUE(world.alive(a));
    EXPECT_TRUE(world.alive(b));
    EXPECT_EQ(world.entity_count(), 2u);
    EXPECT_EQ(world.get<Health>(a)->hp, 50);
    EXPECT_EQ(world.get<Label>(a)->text, "a");
    EXPECT_FALSE(world.has<Health>(b));
    EXPECT_EQ(world.get<Health>(b), nullptr);
    EXPECT_FALSE(world.alive(Entity::null()));
}

TEST(World, NeverObeysAStaleHandle) {
    World world;
    const Entity first = world.spawn(Health{});
    ASSERT_TRUE(world.despawn(first));
    const Entity second = world.spawn(Health{7, 7});
    ASSERT_EQ(second.index(), first.index());
    EXPECT_NE(second, first);
    EXPECT_FALSE(world.alive(first));
    EXPECT_EQ(world.get<Health>(first), nullptr);
    EXPECT_EQ(world.get_mut<Health>(first), nullptr);
    EXPECT_EQ(world.add(first, Health{}).error().code, codes::entity_dead);
    EXPECT_EQ(world.remove<Health>(first).error().code, codes::entity_dead);
    EXPECT_EQ(world.despawn(first).error().code, codes::entity_dead);
    EXPECT_EQ(world.reparent(first, second).error().code, codes::entity_dead);
    EXPECT_EQ(world.reparent(second, first).error().code, codes::parent_dead);
    EXPECT_TRUE(list(world.children(first)).empty());
    EXPECT_EQ(world.get<Health>(second)->lives, 7);
    EXPECT_EQ(world.entity_count(), 1u);
}

TEST(World, MovesComponentsThatCannotBeCopied) {
    World world;
    const Entity a = world.spawn(Owner{std::make_unique<int>(1)});
    const Entity b = world.spawn(Owner{std::make_unique<int>(2)});
    ASSERT_TRUE(world.add(a, Label{std::string(100, 'x')}));
    ASSERT_TRUE(world.add(b, Owner{std::make_unique<int>(3)}));
    EXPECT_EQ(*world.get<Owner>(a)->only, 1);
    EXPECT_EQ(*world.get<Owner>(b)->only, 3);
    EXPECT_EQ(world.get<Label>(a)->text.size(), 100u);
    ASSERT_TRUE(world.remove<Owner>(a));
    EXPECT_FALSE(world.has<Owner>(a));
    EXPECT_EQ(world.get<Label>(a)->text.size(), 100u);
}

TEST(World, EndsEveryValueExactlyOnce) {
    struct Counted {
        explicit Counted(int& count) : live(&count) { ++*live; }
        Counted(Counted&& other) noexcept : live(other.live) { ++*live; }
        ~Counted() { --*live; }
        int* live;
    };
    int live = 0;
    {
        World world;
        std::vector<Entity> entities;
        for (int i = 0; i < 600; ++i)
            entities.push_back(world.spawn(Counted(live)));
        EXPECT_EQ(live, 600);
        for (int i = 0; i < 100; ++i)
            ASSERT_TRUE(world.despawn(entities[static_cast<std::size_t>(i)]));
        EXPECT_EQ(live, 500);
        ASSERT_TRUE(world.add(entities[300], Counted(live)));
        EXPECT_EQ(live, 500);
        ASSERT_TRUE(world.add(entities[301], Label{"moved to another table"}));
        EXPECT_EQ(live, 500);
        ASSERT_TRUE(world.remove<Counted>(entities[301]));
        EXPECT_EQ(live, 499);
    }
    EXPECT_EQ(live, 0);
}

TEST(World, AddsWhatAComponentRequires) {
    World world;
    const Entity parent = world.spawn(Transform{});
    EXPECT_TRUE(world.has<GlobalTransform>(parent));
    const Entity child = world.spawn(ChildOf{parent});
    EXPECT_TRUE(world.has<Transform>(child));
    EXPECT_TRUE(world.has<GlobalTransform>(child));
    EXPECT_EQ(world.get<Transform>(child)->scale, vec3(1));
    const Entity late = world.spawn(Health{});
    ASSERT_TRUE(world.add(late, ChildOf{parent}));
    EXPECT_TRUE(world.has<Transform>(late));
    const Entity given = world.spawn(ChildOf{parent}, Transform{.translation = {1, 2, 3}});
    EXPECT_EQ(world.get<Transform>(given)->translation, vec3(1, 2, 3));
}

TEST(World, PlacesWhatRequiresAPlacement) {
    World world;
    const Entity drawn = world.spawn(Drawn{});
    const Entity late = world.spawn();
    ASSERT_TRUE(world.add(late, Drawn{2}));
    const Entity deferred = world.commands().spawn(Drawn{3});
    ASSERT_TRUE(world.flush());
    for (const Entity entity : {drawn, late, deferred}) {
        EXPECT_TRUE(world.has<Transform>(entity));
        EXPECT_EQ(*world.get<GlobalTransform>(entity), GlobalTransform::IDENTITY);
        EXPECT_EQ(world.get<Health>(entity)->lives, 3);
        EXPECT_EQ(world.remove<Transform>(entity).error().code, codes::component_required);
        ASSERT_TRUE(world.remove<Drawn>(entity));
        ASSERT_TRUE(world.remove<Transform>(entity));
        EXPECT_FALSE(world.has<GlobalTransform>(entity));
    }
    EXPECT_EQ(world.core().placement().size(), 0u);
}

TEST(World, HangsNowhereWhatOnlyRequiresAParent) {
    World world;
    auto linked = world.query<Changed<ChildOf>>();
    const Entity made = world.spawn(Rider{}), late = world.spawn(Drawn{});
    ASSERT_TRUE(world.add(late, Rider{}));
    EXPECT_EQ(linked.count(), 2u);
    EXPECT_EQ(world.core().placement().orphans(), 2u);
    const Entity parent = world.spawn(Transform{});
    for (const Entity entity : {made, late}) {
        EXPECT_TRUE(world.parent(entity).is_null());
        EXPECT_EQ(world.detach(entity).error().code, codes::component_required);
        ASSERT_TRUE(world.reparent(entity, parent));
    }
    EXPECT_EQ(world.core().placement().orphans(), 0u);
    EXPECT_EQ(list(world.children(parent)), (std::vector{made, late}));
    const Entity given = world.spawn(Rider{}, ChildOf{parent});
    EXPECT_EQ(world.parent(given), parent);
}

TEST(World, RefusesToRemoveWhatIsRequired) {
    World world;
    const Entity parent = world.spawn(Transform{});
    const Entity child = world.spawn(ChildOf{parent});
    EXPECT_EQ(world.remove<Transform>(child).error().code, codes::component_required);
    EXPECT_EQ(world.remove<GlobalTransform>(parent).error().code, codes::component_required);
    EXPECT_EQ(world.remove<Health>(child).error().code, codes::component_absent);
    ASSERT_TRUE(world.remove<ChildOf>(child));
    ASSERT_TRUE(world.remove<Transform>(child));
    EXPECT_FALSE(world.has<Transform>(child));
    EXPECT_FALSE(world.has<GlobalTransform>(child));
    EXPECT_TRUE(world.children(parent).empty());
}

TEST(World, RefusesASecondTypeOfAName) {
    struct First {};
    struct Second {};
    World world;
    ASSERT_TRUE(world.register_component<First>("game.thing"));
    EXPECT_EQ(world.register_component<Second>("game.thing").error().code,
              codes::component_name_taken);
    EXPECT_TRUE(world.register_component<First>("game.thing"));
    EXPECT_EQ(world.register_component<First>("game.other").error().code,
              codes::component_name_taken);
    EXPECT_EQ(world.component_name<First>(), "game.thing");
    EXPECT_EQ(world.register_component<Second>("Transform").error().code,
              codes::component_name_taken);
}

TEST(World, VisitsEntitiesInSpawnOrderWhateverTheSlots) {
    World world;
    std::vector<Entity> order;
    for (int i = 0; i < 20; ++i)
        order.push_back(i % 2 == 0 ? world.spawn(Health{}) : world.spawn());
    for (const std::size_t gone : {3u, 7u, 11u}) {
        ASSERT_TRUE(world.despawn(order[gone]));
    }
    order.erase(order.begin() + 11);
    order.erase(order.begin() + 7);
    order.erase(order.begin() + 3);
    for (int i = 0; i < 5; ++i)
        order.push_back(world.spawn(Label{"late"}));
    ASSERT_TRUE(world.add(order[0], Label{"another table"}));
    std::vector<Entity> visited;
    world.for_each_entity([&](Entity entity) { visited.push_back(entity); });
    EXPECT_EQ(visited, order);
}

TEST(World, SurvivesAMove) {
    World first;
    const Entity a = first.spawn(Health{1, 1});
    auto query = first.query<const Health>();
    World second = std::move(first);
    EXPECT_EQ(second.get<Health>(a)->hp, 1);
    EXPECT_EQ(query.count(), 1u);
}

TEST(Hierarchy, MirrorsChildOfInOrder) {
    World world;
    const Entity p = world.spawn(Transform{});
    const Entity a = world.spawn(ChildOf{p});
    const Entity b = world.spawn(ChildOf{p});
    const Entity c = world.spawn(ChildOf{p});
    EXPECT_EQ(list(world.children(p)), (std::vector{a, b, c}));
    EXPECT_EQ(world.children(p).front(), a);
    EXPECT_EQ(world.children(p).back(), c);
    EXPECT_EQ(world.children(p).size(), 3u);
    EXPECT_EQ(world.parent(b), p);
    ASSERT_TRUE(world.detach(b));
    EXPECT_EQ(list(world.children(p)), (std::vector{a, c}));
    EXPECT_TRUE(world.parent(b).is_null());
    ASSERT_TRUE(world.detach(b));
    ASSERT_TRUE(world.reparent(b, p));
    EXPECT_EQ(list(world.children(p)), (std::vector{a, c, b}));
    ASSERT_TRUE(world.reparent(a, p));
    EXPECT_EQ(list(world.children(p)), (std::vector{a, c, b})) << "the same parent keeps the order";
    ASSERT_TRUE(world.reparent(c, a));
    EXPECT_EQ(list(world.children(p)), (std::vector{a, b}));
    EXPECT_EQ(list(world.children(a)), (std::vector{c}));
}

TEST(Hierarchy, ReordersSiblings) {
    World world;
    const Entity p = world.spawn(Transform{});
    const Entity a = world.spawn(ChildOf{p}), b = world.spawn(ChildOf{p}),
                 c = world.spawn(ChildOf{p});
    ASSERT_TRUE(world.move_child(c, a));
    EXPECT_EQ(list(world.children(p)), (std::vector{c, a, b}));
    ASSERT_TRUE(world.move_child(c, b));
    EXPECT_EQ(list(world.children(p)), (std::vector{a, c, b}));
    ASSERT_TRUE(world.move_child(a, Entity::null()));
    EXPECT_EQ(list(world.children(p)), (std::vector{c, b, a}));
    EXPECT_EQ(world.children(p).back(), a);
    const Entity alone = world.spawn(Transform{});
    EXPECT_EQ(world.move_child(a, alone).error().code, codes::not_siblings);
    EXPECT_EQ(world.move_child(alone, a).error().code, codes::not_siblings);
    EXPECT_EQ(list(world.children(p)), (std::vector{c, b, a}));
}

TEST(Hierarchy, RefusesLoops) {  // H07
    World world;
    const Entity a = world.spawn(Transform{});
    const Entity b = world.spawn(ChildOf{a});
    const Entity c = world.spawn(ChildOf{b});
    const Result<> self = world.reparent(a, a);
    ASSERT_FALSE(self);
    EXPECT_EQ(self.error().code, codes::hierarchy_cycle);
    EXPECT_EQ((std::any_cast<std::pair<Entity, Entity>>(self.error().detail)), std::pair(a, a));
    const Result<> loop = world.reparent(a, c);
    ASSERT_FALSE(loop);
    EXPECT_EQ(loop.error().code, codes::hierarchy_cycle);
    EXPECT_EQ(loop.error().message,
              "entity 0v1 can't be put under entity 2v1, which is itself or below it");
    EXPECT_EQ((std::any_cast<std::pair<Entity, Entity>>(loop.error().detail)), std::pair(a, c));
    EXPECT_TRUE(world.parent(a).is_null());
    EXPECT_FALSE(world.has<ChildOf>(a));
    EXPECT_EQ(list(world.children(b)), (std::vector{c}));
}

TEST(Hierarchy, SpawnsUnderADeadParentAsAnOrphan) {
    World world;
    const Entity dead = world.spawn(Transform{});
    ASSERT_TRUE(world.despawn(dead));
    const Entity orphan = world.spawn(ChildOf{dead});
    EXPECT_TRUE(world.alive(orphan));
    EXPECT_EQ(world.parent(orphan), dead);
    const Entity reused = world.spawn(Transform{});
    EXPECT_TRUE(world.children(reused).empty());
    ASSERT_TRUE(world.reparent(orphan, reused));
    EXPECT_EQ(list(world.children(reused)), (std::vector{orphan}));
    // A handle that names the very entity being spawned is not a loop.
    const Entity next(world.spawn().index() + 1, 1);
    const Entity self = world.spawn(ChildOf{next});
    ASSERT_EQ(self, next);
    EXPECT_TRUE(world.children(self).empty());
}

TEST(Hierarchy, DespawnsChildrenToo) {
    World world;
    const Entity p = world.spawn(Transform{});
    const Entity a = world.spawn(ChildOf{p}), b = world.spawn(ChildOf{a});
    const Entity other = world.spawn(Transform{});
    const Entity kept = world.spawn(ChildOf{other}), cut = world.spawn(ChildOf{other}, Health{});
    ASSERT_TRUE(world.despawn(p));
    ASSERT_TRUE(world.despawn(cut));
    for (const Entity gone : {p, a, b, cut})
        EXPECT_FALSE(world.alive(gone));
    EXPECT_EQ(list(world.children(other)), (std::vector{kept}));
    EXPECT_EQ(world.entity_count(), 2u);
}

TEST(Hierarchy, DespawnsAChainAMillionDeep) {
    World world;
    const Entity top = world.spawn(Transform{});
    Entity at = top;
    for (int i = 1; i < 1'000'000; ++i)
        at = world.spawn(ChildOf{at});
    EXPECT_EQ(world.reparent(top, at).error().code, codes::hierarchy_cycle);
    ASSERT_TRUE(world.despawn(top));
    EXPECT_EQ(world.entity_count(), 0u);
}

TEST(World, SaysHowToMakeARootInsteadOfHangingUnderNothing) {
    World world;
    const Entity child = world.spawn(ChildOf{world.spawn()});
    const Result<> hung = world.reparent(child, Entity::null());
    ASSERT_FALSE(hung);
    EXPECT_EQ(hung.error().code, codes::parent_dead);
    EXPECT_EQ(hung.error().hint, "use detach to make it a root");
    EXPECT_FALSE(world.parent(child).is_null()) << "nothing changed";
    world.commands().reparent(child, Entity::null());
    EXPECT_EQ(world.flush().error().hint, "use detach to make it a root");
}

TEST(Relations, OptOutOfLinkedDespawn) {
    World world;
    const Entity leader = world.spawn();
    const Entity a = world.spawn(Follows{leader}), b = world.spawn(Follows{leader});
    EXPECT_EQ(list(world.sources<Follows>(leader)), (std::vector{a, b}));
    ASSERT_TRUE(world.despawn(leader));
    EXPECT_TRUE(world.alive(a));
    EXPECT_EQ(world.get<Follows>(b)->whom, leader) << "the stale handle stays, and is not obeyed";
    const Entity next = world.spawn();
    EXPECT_TRUE(world.sources<Follows>(next).empty());
    ASSERT_TRUE(world.add(a, Follows{next}));
    ASSERT_TRUE(world.despawn(a));
    EXPECT_TRUE(world.sources<Follows>(next).empty());
}

TEST(World, DuplicatesASubtreeWithReferencesInsideIt) {
    World world;
    const Entity outside = world.spawn(Transform{});
    const Entity root = world.spawn(Transform{.translation = {1, 2, 3}}, Label{"root"});
    const Entity a = world.spawn(ChildOf{root}, Label{"a"}, Points{outside, {}});
    const Entity b = world.spawn(ChildOf{root}, Label{"b"}, Points{a, {root, outside}});
    ASSERT_TRUE(world.reparent(root, outside));
    const Result<Entity> copy = world.duplicate(root);
    ASSERT_TRUE(copy);
    EXPECT_EQ(list(world.children(outside)), (std::vector{root, *copy}));
    EXPECT_EQ(world.get<Transform>(*copy)->translation, vec3(1, 2, 3));
    const std::vector<Entity> copies = list(world.children(*copy));
    ASSERT_EQ(copies.size(), 2u);
    EXPECT_EQ(world.get<Label>(copies[0])->text, "a");
    EXPECT_EQ(world.get<Points>(copies[0])->at, outside);
    EXPECT_EQ(world.get<Points>(copies[1])->at, copies[0]);
    EXPECT_EQ(world.get<Points>(copies[1])->all, (std::vector{*copy, outside}));
    EXPECT_EQ(world.get<Points>(b)->at, a);
    EXPECT_EQ(world.entity_count(), 7u);
    ASSERT_TRUE(world.add(a, Owner{}));
    EXPECT_EQ(world.duplicate(root).error().code, codes::component_not_copyable);
    EXPECT_EQ(world.entity_count(), 7u);
    EXPECT_EQ(world.duplicate(Entity::null()).error().code, codes::entity_dead);
}

/// Not described: says itself where its entities are.
struct Squad {
    std::vector<std::pair<int, Entity>> members;
};

}  // namespace

template <>
struct EntityReferences<Squad> {
    static void each(Squad& squad, auto&& visit) {
        for (auto& [rank, member] : squad.members)
            visit(member);
    }
};

namespace {

TEST(Duplicate, RenamesWhereEntityReferencesSays) {
    World world;
    const Entity other = world.spawn();
    const Entity top = world.spawn(), child = world.spawn(ChildOf{top});
    ASSERT_TRUE(world.add(top, Squad{{{1, child}, {2, other}, {3, top}}}));
    const Result<Entity> copy = world.duplicate(top);
    ASSERT_TRUE(copy);
    const auto& members = world.get<Squad>(*copy)->members;
    EXPECT_EQ(members.at(0).second, world.children(*copy).front());
    EXPECT_EQ(members.at(1).second, other);
    EXPECT_EQ(members.at(2).second, *copy);
}

TEST(World, HoldsOneResourceOfAType) {
    World world;
    EXPECT_EQ(world.find_resource<Label>(), nullptr);
    world.resource<Label>().text = "one";
    World moved = std::move(world);
    EXPECT_EQ(moved.resource<Label>().text, "one");
    EXPECT_EQ(moved.find_resource<Label>(), &moved.resource<Label>());
}

TEST(Commands, WorkInWhateverOrderTheyWereWritten) {
    World world;
    const Entity old = world.spawn(Transform{});
    Commands commands(world.core());
    const Entity root = commands.spawn(Transform{});
    EXPECT_FALSE(world.alive(root)) << "nothing happens before the flush";
    // Linked before the parent below it is given anything.
    const Entity child = commands.spawn();
    const Entity parent = commands.spawn();
    commands.reparent(child, parent);
    commands.reparent(parent, root);
    commands.add(parent, Label{"middle"});
    commands.despawn(old);
    ASSERT_TRUE(world.flush(commands));
    EXPECT_EQ(list(world.children(root)), (std::vector{parent}));
    EXPECT_EQ(list(world.children(parent)), (std::vector{child}));
    EXPECT_EQ(world.get<Label>(parent)->text, "middle");
    EXPECT_FALSE(world.alive(old));
    EXPECT_EQ(world.entities(), (std::vector{root, child, parent}));
}

TEST(Commands, ReportFailuresAndCarryOutTheRest) {
    World world;
    const Entity parent = world.spawn(Transform{});
    Commands& commands = world.commands();
    commands.despawn(parent);
    const Entity child = commands.spawn(ChildOf{parent}, Label{"kept"});
    commands.remove<Health>(child);
    const Result<> flushed = world.flush();
    ASSERT_FALSE(flushed);
    EXPECT_EQ(flushed.error().code, codes::parent_dead);
    ASSERT_EQ(flushed.error().diagnostics.size(), 2u);
    EXPECT_EQ(flushed.error().diagnostics[1].code, codes::component_absent);
    EXPECT_EQ(world.get<Label>(child)->text, "kept");
    EXPECT_TRUE(world.flush());
}

const char* broken_text;

TEST(World, RefusesStructuralChangesUnderAQuery) {
    World world;
    world.spawn(Health{});
    const ExpectationHandler before =
        set_expectation_handler([](const char* text, std::source_location) { broken_text = text; });
    broken_text = "";
    world.query<const Health>().each([&](const Health&) { world.spawn(); });
    set_expectation_handler(before);
    EXPECT_STREQ(broken_text, "a query is running: defer structural changes with Commands");
}

}  // namespace
}  // namespace diorama
