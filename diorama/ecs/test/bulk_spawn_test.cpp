// SPDX-License-Identifier: MIT
// Entities made in their rows and brought to life at once: the World is that of single spawns.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "diorama/ecs/bulk_spawn.hpp"
#include "diorama/ecs/error_codes.hpp"
#include "diorama/ecs/world.hpp"

namespace diorama {
namespace {

struct Label {
    std::string text;
};
struct Plain {
    int number = 0;
};
struct Needy {
    std::shared_ptr<int> counted;
};
struct Owner {
    Entity of;
};
struct Rider {};

}  // namespace

template <>
struct Requires<Needy> {
    using types = ComponentList<Plain, Label>;
};
template <>
struct Requires<Rider> {
    using types = ComponentList<ChildOf>;
};
template <>
struct RelationTraits<Owner> {
    static constexpr bool linked = false;
    static Entity target(const Owner& owner) noexcept { return owner.of; }
};

namespace {

/// An entity to be: what it has, and its parent and owner by their numbers.
struct Plan {
    int number = 0;
    int parent = -1;
    int owner = -1;
    bool placed = false, labelled = false, plain = false, needy = false;
};

/// Plans of every mix of components; links lead backwards, forwards too where \p forwards.
std::vector<Plan> plans(int count, bool forwards) {
    std::vector<Plan> all;
    std::uint32_t state = 11;
    const auto next = [&](int below) {
        state = state * 1664525u + 1013904223u;
        return static_cast<int>((state >> 8) % static_cast<std::uint32_t>(below));
    };
    for (int i = 0; i < count; ++i) {
        Plan plan;
        plan.number = i;
        const int others = forwards ? count : i;
        // A parent of a later multiple of 7 is never below its child, whose own is an earlier one.
        if (others > 0 && next(3) != 0) plan.parent = next(others) / 7 * 7;
        if (plan.parent >= i && i % 7 == 0) plan.parent = -1;
        if (others > 0 && next(4) == 0) plan.owner = next(others) / 7 * 7;
        if (plan.owner >= i && i % 7 == 0) plan.owner = -1;
        plan.placed = next(2) == 0;
        plan.labelled = next(3) != 0;
        plan.plain = next(3) == 0;
        plan.needy = next(5) == 0;
        all.push_back(plan);
    }
    return all;
}

/// Makes \p plan the next entity of \p bulk.
void make(World& world, detail::BulkSpawn& bulk, const Plan& plan) {
    detail::WorldCore& core = world.core();
    std::vector<ComponentId> ids;
    const auto want = [&](bool has, ComponentId id) {
        if (has) ids.push_back(id);
    };
    const ComponentId label = core.id_of<Label>(), plain = core.id_of<Plain>(),
                      needy = core.id_of<Needy>(), owner = core.id_of<Owner>();
    want(plan.labelled, label);
    want(plan.parent >= 0, detail::kChildOfId);
    want(plan.placed, detail::kTransformId);
    want(plan.plain, plain);
    want(plan.needy, needy);
    want(plan.owner >= 0, owner);
    const std::uint32_t kind = bulk.kind(ids);
    const std::span<void* const> places = bulk.row(kind);
    const auto of = [&](int number) { return bulk.handle(static_cast<std::uint32_t>(number)); };
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (ids[i] == label) ::new (places[i]) Label{std::string(40, 'x')};
        if (ids[i] == plain) ::new (places[i]) Plain{plan.number};
        if (ids[i] == needy) ::new (places[i]) Needy{std::make_shared<int>(plan.number)};
        if (ids[i] == owner) ::new (places[i]) Owner{of(plan.owner)};
        if (ids[i] == detail::kChildOfId) ::new (places[i]) ChildOf{of(plan.parent)};
        if (ids[i] == detail::kTransformId)
            ::new (places[i]) Transform{.translation = {static_cast<float>(plan.number), 0, 0}};
    }
    bulk.made(kind);
}

std::vector<Entity> make_bulk(World& world, const std::vector<Plan>& all) {
    detail::BulkSpawn bulk(world.core());
    for (const Plan& plan : all)
        make(world, bulk, plan);
    std::vector<Entity> made;
    EXPECT_TRUE(bulk.commit(made));
    return made;
}

/// The same one by one, and the links when all are there.
std::vector<Entity> make_single(World& world, const std::vector<Plan>& all) {
    std::vector<Entity> made;
    bool done = true;
    const auto add = [&](bool has, Entity entity, auto component) {
        if (has) done &= world.add(entity, std::move(component)).has_value();
    };
    for (const Plan& plan : all) {
        const Entity entity = world.spawn();
        add(plan.labelled, entity, Label{std::string(40, 'x')});
        add(plan.plain, entity, Plain{plan.number});
        add(plan.needy, entity, Needy{std::make_shared<int>(plan.number)});
        add(plan.placed, entity, Transform{.translation = {static_cast<float>(plan.number), 0, 0}});
        made.push_back(entity);
    }
    const auto of = [&](int number) {
        return number < 0 ? Entity::null() : made[static_cast<std::size_t>(number)];
    };
    for (std::size_t i = 0; i < all.size(); ++i) {
        add(all[i].parent >= 0, made[i], ChildOf{of(all[i].parent)});
        add(all[i].owner >= 0, made[i], Owner{of(all[i].owner)});
    }
    EXPECT_TRUE(done);
    return made;
}

std::vector<Entity> list(const Children& children) {
    return {children.begin(), children.end()};
}

std::vector<std::string> names_of(const World& world, Entity entity) {
    std::vector<std::string> names;
    const detail::WorldCore& core = world.core();
    for (const ComponentId id : core.tables()[core.record(entity.index()).table]->signature())
        names.push_back(core.info(id).name);
    return names;
}

void expect_same(World& a, World& b) {
    ASSERT_EQ(a.entities(), b.entities());
    EXPECT_EQ(a.core().placement().size(), b.core().placement().size());
    EXPECT_EQ(a.core().placement().orphans(), b.core().placement().orphans());
    for (const Entity entity : a.entities()) {
        ASSERT_EQ(names_of(a, entity), names_of(b, entity));
        ASSERT_EQ(list(a.children(entity)), list(b.children(entity)));
        ASSERT_EQ(list(a.sources<Owner>(entity)), list(b.sources<Owner>(entity)));
        ASSERT_EQ(a.parent(entity), b.parent(entity));
        if (a.has<Label>(entity)) {
            ASSERT_EQ(a.get<Label>(entity)->text, b.get<Label>(entity)->text);
        }
        if (a.has<Plain>(entity)) {
            ASSERT_EQ(a.get<Plain>(entity)->number, b.get<Plain>(entity)->number);
        }
        if (a.has<Needy>(entity)) {
            ASSERT_EQ(*a.get<Needy>(entity)->counted, *b.get<Needy>(entity)->counted);
        }
        if (!a.has<Transform>(entity)) continue;
        ASSERT_EQ(a.get<Transform>(entity)->translation.x, b.get<Transform>(entity)->translation.x);
        ASSERT_EQ(*a.get<GlobalTransform>(entity), *b.get<GlobalTransform>(entity));
        for (World* world : {&a, &b}) {
            // A parent's row comes first, or the store knows that it does not.
            detail::PlacementStore& store = world->core().placement();
            const std::uint32_t slot = world->core().record(entity.index()).slot;
            ASSERT_EQ(store.entity(slot), entity.index());
            ASSERT_TRUE(store.block_of(slot).live.test(slot % detail::kBlockRows));
            ASSERT_TRUE(store.block_of(slot).dirty.test(slot % detail::kBlockRows));
            const std::uint32_t above = store.parent(slot);
            if (above == detail::kNoParent) continue;
            ASSERT_EQ(store.entity(above), world->parent(entity).index());
            const std::vector<std::uint32_t>& noted = store.misplaced();
            ASSERT_TRUE(store.before(above, slot) ||
                        std::find(noted.begin(), noted.end(), entity.index()) != noted.end());
        }
    }
}

struct Start {
    const char* name;
    int count;
    bool forwards;
    int alive;    // entities there before
    int despawn;  // of those, ended again
};
constexpr Start kStarts[] = {
    {"EmptyWorld", 1500, false, 0, 0},      {"Forwards", 1500, true, 0, 0},
    {"UsedWorld", 700, true, 300, 0},       {"FreedSlots", 700, true, 300, 200},
    {"OnlyFreedSlots", 50, true, 300, 200}, {"None", 0, false, 300, 5},
};

class BulkSpawnTest : public testing::TestWithParam<Start> {
  protected:
    static void prepare(World& world) {
        const std::vector<Entity> old = make_single(world, plans(GetParam().alive, false));
        for (int i = 0; i < GetParam().despawn; ++i) {
            const Entity entity = old[static_cast<std::size_t>(i) + 50];
            if (world.alive(entity)) (void)world.despawn(entity);
        }
    }
};

TEST_P(BulkSpawnTest, GivesWhatSingleSpawnsWould) {
    World bulk, single;
    if (GetParam().alive > 0) prepare(bulk), prepare(single);
    const std::vector<Plan> all = plans(GetParam().count, GetParam().forwards);
    const std::vector<Entity> made = make_bulk(bulk, all);
    EXPECT_EQ(made, make_single(single, all));
    expect_same(bulk, single);
    // And both go on alike.
    const Entity next = bulk.spawn(Label{"next"}, Transform{});
    EXPECT_EQ(next, single.spawn(Label{"next"}, Transform{}));
    for (const Entity entity : made) {
        if (entity.index() % 3 != 0) continue;
        if (!bulk.alive(entity)) continue;
        EXPECT_TRUE(bulk.despawn(entity));
        EXPECT_TRUE(single.despawn(entity));
    }
    expect_same(bulk, single);
}
INSTANTIATE_TEST_SUITE_P(BulkSpawn, BulkSpawnTest, testing::ValuesIn(kStarts),
                         [](const auto& row) { return row.param.name; });

TEST(BulkSpawn, StampsEverythingAsWrittenNow) {
    World world;
    const Entity old = world.spawn(Label{"old"}, Transform{});
    auto changed = world.query<Changed<Transform>>();
    auto added = world.query<Added<Label>>();
    auto linked = world.query<Changed<ChildOf>>();
    const auto seen = [](auto& query) {
        std::size_t count = 0;
        query.each([&](Entity) { ++count; });
        return count;
    };
    EXPECT_EQ(seen(changed), 1u);
    EXPECT_EQ(seen(added), 1u);
    EXPECT_EQ(seen(linked), 0u);
    std::vector<Plan> all(3);
    for (Plan& plan : all)
        plan.labelled = plan.placed = true;
    all[2].parent = 0;
    (void)make_bulk(world, all);
    EXPECT_EQ(seen(changed), 3u);
    EXPECT_EQ(seen(added), 3u);
    EXPECT_EQ(seen(linked), 1u);
    EXPECT_TRUE(world.alive(old));
}

TEST(BulkSpawn, IsToldToObserversWhenAllIsThere) {
    World world;
    std::vector<std::size_t> children;
    world.observe<Transform>(On::add, [&](World& in, Entity entity) {
        children.push_back(in.children(entity).size());
        EXPECT_TRUE(in.has<Plain>(entity) && in.has<Label>(entity));
    });
    std::vector<Plan> all(3);
    for (Plan& plan : all)
        plan.placed = plan.needy = true;  // which brings a Plain and a Label
    all[0].parent = 2;
    all[1].parent = 2;
    (void)make_bulk(world, all);
    EXPECT_TRUE(children.empty());
    ASSERT_TRUE(world.flush());
    EXPECT_EQ(children, (std::vector<std::size_t>{0, 0, 2}));
}

TEST(BulkSpawn, RefusesALoopAndChangesNothing) {
    for (const bool itself : {true, false}) {
        for (const bool owner : {true, false}) {
            World world;
            const std::vector<Entity> before = make_single(world, plans(20, false));
            ASSERT_TRUE(world.despawn(before[19]));
            const std::vector<Entity> left = world.entities();
            const std::size_t placed = world.core().placement().size();
            std::vector<Plan> all = plans(600, false);
            (owner ? all[550].owner : all[550].parent) = itself ? 550 : 599;
            (owner ? all[599].owner : all[599].parent) = 550;
            {
                detail::BulkSpawn bulk(world.core());
                for (const Plan& plan : all)
                    make(world, bulk, plan);
                std::vector<Entity> made;
                const Result<> done = bulk.commit(made);
                ASSERT_FALSE(done);
                EXPECT_EQ(done.error().code, codes::hierarchy_cycle);
            }
            EXPECT_EQ(world.entities(), left);
            EXPECT_EQ(world.core().placement().size(), placed);
            // The next batch takes the same rows.
            World other;
            const std::vector<Entity> same = make_single(other, plans(20, false));
            ASSERT_TRUE(other.despawn(same[19]));
            (void)make_bulk(world, plans(600, false));
            (void)make_single(other, plans(600, false));
            expect_same(world, other);
        }
    }
}

TEST(BulkSpawn, EndsWhatIsNotCommitted) {
    World world;
    const auto counted = std::make_shared<int>(1);
    {
        detail::BulkSpawn bulk(world.core());
        const ComponentId ids[] = {world.core().id_of<Needy>(), detail::kTransformId};
        const std::uint32_t kind = bulk.kind(ids);
        for (int i = 0; i < 700; ++i) {
            const auto places = bulk.row(kind);
            ::new (places[0]) Needy{counted};
            ::new (places[1]) Transform{};
            bulk.made(kind);
        }
        EXPECT_EQ(counted.use_count(), 701);
        EXPECT_EQ(world.entity_count(), 0u);
    }
    EXPECT_EQ(counted.use_count(), 1);
    EXPECT_EQ(world.entity_count(), 0u);
    const Entity first = world.spawn(Transform{});
    EXPECT_EQ(first.index(), 0u);
    EXPECT_EQ(world.core().placement().size(), 1u);
}

TEST(BulkSpawn, FindsPlacesInLongLists) {
    World world;
    const Entity old = world.spawn(Transform{});
    for (int i = 0; i < 70; ++i)
        (void)world.spawn(ChildOf{old});
    std::vector<Entity> made;
    detail::BulkSpawn bulk(world.core());
    const ComponentId ids[] = {detail::kChildOfId};
    const std::uint32_t kind = bulk.kind(ids);
    for (std::uint32_t i = 0; i < 1000; ++i) {
        // The first hangs under the old one; every other one under the first, or the old one.
        ::new (bulk.row(kind)[0]) ChildOf{i == 0 || i % 5 == 0 ? old : bulk.handle(0)};
        bulk.made(kind);
    }
    ASSERT_TRUE(bulk.commit(made));
    for (const Entity parent : {old, made[0]}) {
        const Children children = world.children(parent);
        EXPECT_EQ(children.size(), parent == old ? 270u : 800u);
        std::size_t at = 0;
        for (const Entity child : children) {
            ASSERT_EQ(children[at], child);
            ASSERT_EQ(children.index_of(child), at);
            ++at;
        }
        EXPECT_EQ(at, children.size());
    }
    ASSERT_TRUE(world.move_child_to(made[999], 3));
    EXPECT_EQ(world.children(made[0])[3], made[999]);
}

/// Parents of entities, by number, -1 for a root: runs of children of one parent that is far or
/// near before them, some of which go on later.
std::vector<int> parents_of_families() {
    std::vector<int> parents(20, -1);
    std::uint32_t state = 5;
    const auto next = [&](std::size_t below) {
        state = state * 1664525u + 1013904223u;
        return static_cast<int>((state >> 8) % static_cast<std::uint32_t>(below));
    };
    for (const int size : {1, 2, 3, 2, 2, 63, 64, 65, 1, 1, 300, 7, 700, 2, 20, 31, 32, 33, 255}) {
        for (int again = 0; again < 9; ++again) {
            if (next(4) == 0) parents.push_back(-1);
            const auto made = static_cast<int>(parents.size());
            const int parent = next(2) == 0 ? made - 1 - next(20) : next(parents.size());
            parents.insert(parents.end(), static_cast<std::size_t>(size), parent);
        }
    }
    return parents;
}

TEST(BulkSpawn, HangsFamiliesAsSingleSpawnsWould) {
    World world, single;
    std::vector<Entity> made, singles;
    detail::BulkSpawn bulk(world.core());
    const ComponentId ids[] = {detail::kTransformId, detail::kChildOfId};
    const std::uint32_t root = bulk.kind(std::span(ids, 1)), child = bulk.kind(ids);
    for (const int parent : parents_of_families()) {
        const std::uint32_t kind = parent < 0 ? root : child;
        const std::span<void* const> row = bulk.row(kind);
        ::new (row[0]) Transform{};
        if (parent >= 0) ::new (row[1]) ChildOf{bulk.handle(static_cast<std::uint32_t>(parent))};
        bulk.made(kind);
        singles.push_back(parent < 0 ? single.spawn(Transform{})
                                     : single.spawn(Transform{}, ChildOf{singles[parent]}));
    }
    ASSERT_TRUE(bulk.commit(made));
    ASSERT_EQ(made, singles);
    detail::PlacementStore &a = world.core().placement(), &b = single.core().placement();
    for (const Entity entity : made) {
        const detail::Links& x = world.core().links(detail::kChildOfRelation, entity.index());
        const detail::Links& y = single.core().links(detail::kChildOfRelation, entity.index());
        ASSERT_TRUE(x.first == y.first && x.count == y.count && x.next == y.next &&
                    x.prev == y.prev);
        const std::uint32_t slot = world.core().record(entity.index()).slot;
        ASSERT_EQ(slot, single.core().record(entity.index()).slot);
        ASSERT_EQ(a.parent(slot), b.parent(slot));
        ASSERT_EQ(a.below(slot), b.below(slot));
        ASSERT_EQ(a.more(slot), b.more(slot));
        const detail::PlacementStore::Block &of = a.block_of(slot), &like = b.block_of(slot);
        ASSERT_EQ(of.reach, like.reach);
        ASSERT_EQ(of.far, like.far);
        ASSERT_EQ(of.above.test(slot % detail::kBlockRows),
                  like.above.test(slot % detail::kBlockRows));
        const Children children = world.children(entity);
        if (!children.empty()) {
            ASSERT_EQ(children.index_of(children.back()), children.size() - 1);
        }
    }
}

TEST(BulkSpawn, TakesNothingForARowThatWasNotUsed) {
    World world, other;
    detail::BulkSpawn bulk(world.core());
    const ComponentId ids[] = {detail::kTransformId};
    const std::uint32_t kind = bulk.kind(ids);
    for (std::uint32_t i = 0; i < detail::kBlockRows; ++i) {
        ::new (bulk.row(kind)[0]) Transform{};
        bulk.made(kind);
        (void)other.spawn(Transform{});
    }
    (void)bulk.row(kind);  // of the next block
    std::vector<Entity> made;
    ASSERT_TRUE(bulk.commit(made));
    expect_same(world, other);
    EXPECT_EQ(world.core().placement().order().size(), other.core().placement().order().size());
}

TEST(BulkSpawn, LeavesAnOrphanWhereTheTargetIsDead) {
    World world;
    const Entity gone = world.spawn();
    ASSERT_TRUE(world.despawn(gone));
    detail::BulkSpawn bulk(world.core());
    const ComponentId ids[] = {detail::kChildOfId};
    const std::uint32_t kind = bulk.kind(ids);
    ::new (bulk.row(kind)[0]) ChildOf{gone};
    bulk.made(kind);
    std::vector<Entity> made;
    ASSERT_TRUE(bulk.commit(made));
    EXPECT_EQ(world.parent(made[0]), gone);
    EXPECT_EQ(made[0].index(), gone.index());  // the slot's next life
    EXPECT_EQ(world.core().placement().orphans(), 1u);
    EXPECT_EQ(world.get<Transform>(made[0])->scale.x, 1.0f);
}

TEST(BulkSpawn, LeavesReservedSlotsToWhoReservedThem) {
    World world;
    ASSERT_TRUE(world.despawn(world.spawn()));
    const Entity freed = world.core().reserve_entity(), fresh = world.core().reserve_entity();
    std::vector<Plan> all(2);
    const std::vector<Entity> made = make_bulk(world, all);
    EXPECT_FALSE(world.alive(freed));
    EXPECT_FALSE(world.alive(fresh));
    EXPECT_EQ(world.entities(), made);
    world.core().enliven(fresh);
    world.core().enliven(freed);
    EXPECT_EQ(world.entities(), (std::vector{made[0], made[1], fresh, freed}));
}

TEST(BulkSpawn, HangsNowhereWhatOnlyRequiresAParent) {
    World bulk, single;
    const ComponentId rider = bulk.core().id_of<Rider>();
    std::vector<Entity> made;
    {
        detail::BulkSpawn batch(bulk.core());
        const std::uint32_t kind = batch.kind(std::span(&rider, 1));
        ::new (batch.row(kind)[0]) Rider{};
        batch.made(kind);
        ASSERT_TRUE(batch.commit(made));
    }
    auto linked = bulk.query<Changed<ChildOf>>();
    EXPECT_EQ(linked.count(), 1u);
    EXPECT_TRUE(bulk.parent(made[0]).is_null());
    EXPECT_EQ(bulk.core().placement().orphans(), 1u);
    single.spawn(Rider{});
    expect_same(bulk, single);
    const Entity parent = bulk.spawn(Transform{});
    ASSERT_TRUE(bulk.reparent(made[0], parent));
    EXPECT_EQ(bulk.core().placement().orphans(), 0u);
}

}  // namespace
}  // namespace diorama
