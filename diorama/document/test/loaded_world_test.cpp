// SPDX-License-Identifier: MIT
// A loaded world against one that was spawned entity by entity: the same entities, order,
// placements and changes, also where the world was used before.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "diorama/document/scene_components.hpp"
#include "diorama/document/scene_registry.hpp"
#include "diorama/ecs/world.hpp"
#include "diorama/scene/name.hpp"
#include "diorama/scene/propagation.hpp"

namespace diorama::document {
namespace {

constexpr std::uint32_t kCount = 1000;

/// Entities of every mix of Name, Transform and ChildOf, whose parents may come later.
std::vector<Entity> spawn_one_by_one(World& world) {
    std::uint32_t state = 3;
    const auto next = [&](std::uint32_t below) {
        state = state * 1664525u + 1013904223u;
        return (state >> 8) % below;
    };
    std::vector<Entity> made;
    for (std::uint32_t i = 0; i < kCount; ++i) {
        const Entity entity = world.spawn();
        if (next(4) != 0) (void)world.add(entity, Name{"entity " + std::to_string(i)});
        if (next(3) != 0) {
            const float x = static_cast<float>(next(1000)) / 7;
            (void)world.add(entity, Transform{{x, 1, 2}, {0.5f, x, 1, 0}, {1, 2, 3}});
        }
        made.push_back(entity);
    }
    for (std::uint32_t i = 0; i < kCount; ++i) {
        // A parent is a multiple of 10, whose own parent is an earlier one.
        const std::uint32_t above = next(i % 10 == 0 ? i + 1 : kCount) / 10 * 10;
        if (above != i && next(5) != 0) (void)world.add(made[i], ChildOf{made[above]});
    }
    return made;
}

void use(World& world) {
    std::vector<Entity> old;
    for (int i = 0; i < 300; ++i)
        old.push_back(world.spawn(Transform{{1, 2, 3}}));
    for (std::size_t i = 0; i < 300; i += 3)
        (void)world.despawn(old[i]);
    (void)propagate_transforms(world);
}

void expect_same(World& loaded, std::span<const Entity> a, World& spawned,
                 std::span<const Entity> b) {
    ASSERT_EQ(a.size(), b.size());
    const auto places_of = [](const World& world, Entity entity, std::span<const Entity> all) {
        std::vector<std::ptrdiff_t> places;
        for (const Entity child : world.children(entity))
            places.push_back(std::find(all.begin(), all.end(), child) - all.begin());
        return places;
    };
    for (std::size_t i = 0; i < a.size(); ++i) {
        ASSERT_EQ(loaded.alive(a[i]), spawned.alive(b[i]));
        ASSERT_EQ(places_of(loaded, a[i], a), places_of(spawned, b[i], b)) << i;
        const auto* left = loaded.get<GlobalTransform>(a[i]);
        const auto* right = spawned.get<GlobalTransform>(b[i]);
        ASSERT_EQ(left == nullptr, right == nullptr) << i;
        if (left == nullptr) continue;
        const mat4 x = left->matrix(), y = right->matrix();
        ASSERT_EQ(std::memcmp(&x, &y, sizeof(x)), 0) << i;
    }
}

struct Way {
    const char* name;
    bool text;
    bool used;
};
class LoadedWorldTest : public testing::TestWithParam<Way> {};

TEST_P(LoadedWorldTest, IsWhatSpawningOneByOneGives) {
    SceneRegistry registry;
    register_scene_components(registry);
    World source;
    (void)spawn_one_by_one(source);
    const std::string text = *registry.save_text(source);
    World loaded, spawned;
    if (GetParam().used) use(loaded), use(spawned);
    auto changed = loaded.query<Changed<GlobalTransform>>();
    auto also_changed = spawned.query<Changed<GlobalTransform>>();
    const auto count = [](auto& query) {
        std::vector<Entity> seen;
        query.each([&](Entity entity) { seen.push_back(entity); });
        return seen.size();
    };
    EXPECT_EQ(count(changed), count(also_changed));

    const std::vector<Entity> b = spawn_one_by_one(spawned);
    Result<std::vector<Entity>> a;
    if (GetParam().text)
        a = registry.load(loaded, std::as_bytes(std::span(text)), "t");
    else
        a = registry.load(loaded, *registry.save_binary(source), "t");
    ASSERT_TRUE(a);
    EXPECT_EQ(*a, b);
    EXPECT_EQ(loaded.entities(), spawned.entities());
    EXPECT_EQ(loaded.tick(), spawned.tick());

    (void)propagate_transforms(loaded);
    (void)propagate_transforms(spawned);
    expect_same(loaded, *a, spawned, b);
    EXPECT_EQ(count(changed), count(also_changed));
    EXPECT_EQ(count(changed), 0u);

    // And both go on alike.
    for (std::size_t i = 0; i < b.size(); i += 7) {
        if (Transform* const local = loaded.get_mut<Transform>((*a)[i])) local->translation.y = 9;
        if (Transform* const local = spawned.get_mut<Transform>(b[i])) local->translation.y = 9;
        if (i % 21 != 0) continue;
        (void)loaded.despawn((*a)[i]);
        (void)spawned.despawn(b[i]);
    }
    (void)propagate_transforms(loaded);
    (void)propagate_transforms(spawned);
    expect_same(loaded, *a, spawned, b);
    EXPECT_EQ(count(changed), count(also_changed));
}
INSTANTIATE_TEST_SUITE_P(LoadedWorld, LoadedWorldTest,
                         testing::Values(Way{"BinaryEmpty", false, false},
                                         Way{"BinaryUsed", false, true},
                                         Way{"TextEmpty", true, false},
                                         Way{"TextUsed", true, true}),
                         [](const auto& row) { return row.param.name; });

/// A faulty line for the last of many entities.
struct LateFault {
    const char* name;
    const char* line;
    const char* message;
};
constexpr LateFault kLateFaults[] = {
    {"WrongKind", "  ChildOf parent=7\n", "error[doc-field-type]"},
    {"ReferencePastTheEnd", "  ChildOf parent=#1001\n", "error[doc-reference]"},
    {"SelfParent", "  ChildOf parent=#1000\n", "error[hierarchy-cycle]"},
    {"UnknownComponent", "  Mystery\n", "error[unknown-component]"},
    {"BrokenLine", "  ChildOf parent\n", "error[doc-syntax]"},
    {"DuplicateComponent", "  Name value=\"a\"\n  Name value=\"b\"\n", "error[doc-duplicate]"},
};
class LateFaultTest : public testing::TestWithParam<LateFault> {};

TEST_P(LateFaultTest, LeavesTheWorldAsItWas) {
    SceneRegistry registry;
    register_scene_components(registry);
    World source;
    (void)spawn_one_by_one(source);
    const std::string text = *registry.save_text(source) + "entity 1000\n" + GetParam().line;
    World world, other;
    for (World* each : {&world, &other}) {
        (void)each->spawn(Name{"a name that is too long to be kept in place"}, Transform{});
        (void)each->despawn(each->spawn(Transform{}));
    }
    const auto failed = registry.load(world, std::as_bytes(std::span(text)), "t");
    ASSERT_FALSE(failed);
    EXPECT_NE(to_string(failed.error()).find(GetParam().message), std::string::npos)
        << to_string(failed.error());
    EXPECT_EQ(world.entities(), other.entities());
    EXPECT_EQ(world.core().placement().size(), other.core().placement().size());
    EXPECT_EQ(world.core().placement().order(), other.core().placement().order());
    // What comes next has the same handles, placements and order.
    const std::vector<Entity> a = spawn_one_by_one(world), b = spawn_one_by_one(other);
    EXPECT_EQ(a, b);
    (void)propagate_transforms(world);
    (void)propagate_transforms(other);
    expect_same(world, a, other, b);
}
INSTANTIATE_TEST_SUITE_P(LoadedWorld, LateFaultTest, testing::ValuesIn(kLateFaults),
                         [](const auto& row) { return row.param.name; });

}  // namespace
}  // namespace diorama::document
