// SPDX-License-Identifier: MIT
// Entities that stand in a row are saved one component after another; whatever stands among them,
// the bytes are those that their document is written as.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "diorama/document/test/world_fixtures.hpp"

namespace diorama::document {
namespace {

enum class Mood : std::uint8_t { calm, wild };
DIORAMA_ENUM(Mood, calm, wild);

/// One member of each kind whose size varies, and others between and behind.
struct Mixed {
    Mood mood = Mood::calm;
    float before = 1;
    std::vector<vec2> points;
    std::string words;
    bool last = true;
};
DIORAMA_COMPONENT(Mixed, mood, before, points, words, last);

/// Of version 4.
struct Later {
    std::int64_t count = 0;
};
DIORAMA_COMPONENT(Later, count);

/// A relationship of version 2 whose member is not its target.
struct Shown {
    Entity shown;
    Entity hidden;
};
DIORAMA_COMPONENT(Shown, shown);

/// A relationship with a member beside its target.
struct Owner {
    Entity target;
    float share = 0.5f;
};
DIORAMA_COMPONENT(Owner, target, share);

}  // namespace
}  // namespace diorama::document

template <>
struct diorama::RelationTraits<diorama::document::Owner> {
    static constexpr bool linked = false;
    static Entity target(const document::Owner& owner) noexcept { return owner.target; }
};
template <>
struct diorama::RelationTraits<diorama::document::Shown> {
    static constexpr bool linked = false;
    static Entity target(const document::Shown& relation) noexcept { return relation.hidden; }
};

namespace diorama::document {
namespace {

SceneRegistry make_all() {
    SceneRegistry registry = make_registry();
    EXPECT_TRUE(registry.add<Mixed>());
    EXPECT_TRUE(registry.add<Later>({.version = 4}));
    EXPECT_TRUE(registry.add<Owner>());
    EXPECT_TRUE(registry.add<Shown>({.version = 2}));
    return registry;
}

/// A hundred that differ, spawned one after another below \p above; every 31st is \p other's, if
/// given.
std::vector<Entity> spawn_row(World& world, Entity above, Entity other = {}) {
    std::vector<Entity> row;
    for (int i = 0; i < 100; ++i)
        row.push_back(
            world.spawn(Name{std::string(static_cast<std::size_t>(i % 40), 'n')},
                        Transform{{float(i), 0, 0}}, ChildOf{above},
                        Mixed{i % 2 == 0 ? Mood::calm : Mood::wild, float(i),
                              std::vector<vec2>(static_cast<std::size_t>(i % 5), vec2{1, 2}),
                              std::string(static_cast<std::size_t>(i % 70), 'w'), i % 3 == 0},
                        Later{i}, Shown{row.empty() ? above : row.back(), above},
                        Owner{i % 31 == 3 && !other.is_null() ? other : above, float(i)}));
    return row;
}

/// Requires that \p world is saved as its document is written.
void expect_same(const World& world, SnapshotOptions options = {}) {
    const SceneRegistry registry = make_all();
    const Result<SceneDoc> doc = registry.to_doc(world, options);
    ASSERT_TRUE(doc) << to_string(doc.error());
    EXPECT_EQ(*registry.save_binary(world, options), *write_binary(*doc));
    EXPECT_EQ(*registry.save_text(world, options), *write_text(*doc));
}

TEST(Rows, AreSavedAsTheirDocument) {
    World world;
    const Entity root = world.spawn(Name{"root"}, Transform{});
    spawn_row(world, root);
    expect_same(world);
    const SceneDoc doc = *make_all().to_doc(world);
    ASSERT_EQ(doc.entities.size(), 101u);
    EXPECT_EQ(doc.entities[57].components.size(), 7u);
    EXPECT_EQ(std::get<std::int64_t>(doc.entities[57].find("Later")->find("count")->value()), 56);
}

TEST(Rows, MayHoldWhatIsTooLargeOrHasNoName) {
    World world;
    const Entity root = world.spawn(Name{"root"}, Transform{});
    const std::vector<Entity> row = spawn_row(world, root);
    world.get_mut<Mixed>(row[40])->words.assign(5'000, 'x');
    world.get_mut<Mixed>(row[41])->words.assign(100'000, 'y');
    world.get_mut<Mixed>(row[70])->points.assign(30'000, vec2{3, 4});
    world.get_mut<Mixed>(row[99])->mood = static_cast<Mood>(9);
    expect_same(world);
}

TEST(Rows, LeaveOutRelationshipsToWhatIsNotSaved) {
    World world;
    const Entity root = world.spawn(Name{"root"}, Transform{});
    const Entity other = world.spawn(Name{"other"}, Transform{});
    const std::vector<Entity> row = spawn_row(world, root, other);
    ASSERT_TRUE(world.despawn(other));
    expect_same(world);
    expect_same(world, {.only = row});  // whose ChildOf lead nowhere, too
    const SceneDoc doc = *make_all().to_doc(world);
    EXPECT_EQ(doc.entities[1 + 34].find("Owner"), nullptr);
    EXPECT_NE(doc.entities[1 + 33].find("Owner"), nullptr);
}

TEST(Rows, EndWhereABlockDoes) {
    // Rows of two tables in turn, with holes, more than a block of each.
    World world;
    const Entity root = world.spawn(Name{"root"}, Transform{});
    std::vector<Entity> all;
    for (int group = 0; group < 9; ++group) {
        const std::vector<Entity> row = spawn_row(world, root);
        all.insert(all.end(), row.begin(), row.end());
        for (int i = 0; i < 40; ++i)
            all.push_back(world.spawn(Later{i}, Name{"no place"}));
    }
    expect_same(world);
    for (std::size_t i = 0; i < all.size(); i += 13)
        ASSERT_TRUE(world.despawn(all[i]));
    expect_same(world);
    spawn_row(world, root);
    expect_same(world);
}

TEST(Rows, AreSavedToFilesAndIntoBytesAsThoseOfTheirDocument) {
    World world;
    const Entity root = world.spawn(Name{"root"}, Transform{});
    for (int i = 0; i < 12; ++i)
        spawn_row(world, root);
    const SceneRegistry registry = make_all();
    const Result<SceneDoc> doc = registry.to_doc(world);
    ASSERT_TRUE(doc);
    const SceneBytes expected = *write_binary(*doc);
    EXPECT_GT(expected.size(), std::size_t{4} << 16) << "several blocks";
    SceneBytes bytes;
    for (int i = 0; i < 2; ++i) {
        ASSERT_TRUE(registry.save_binary_into(bytes, world));
        EXPECT_EQ(bytes, expected);
    }
    const auto path = std::filesystem::path(testing::TempDir()) /
                      ("rows_" + std::to_string(::getpid()) + ".cscnb");
    ASSERT_TRUE(registry.save_file(path, world));
    EXPECT_EQ(bytes_of(path), expected);
    std::filesystem::remove(path);
}

TEST(Rows, HoldValuesUpToAPage) {
    for (const std::size_t size : {4095u, 4096u, 4097u}) {
        World world;
        const Entity root = world.spawn(Name{"root"}, Transform{});
        const std::vector<Entity> row = spawn_row(world, root);
        world.get_mut<Mixed>(row[10])->words.assign(size, 'x');
        world.get_mut<Mixed>(row[10])->points.clear();
        world.get_mut<Mixed>(row[30])->points.assign(size / 8, vec2{1, 2});
        expect_same(world);
    }
}

TEST(Rows, OfEntitiesWithoutComponentsAreThoseAlone) {
    World world;
    for (int i = 0; i < 70; ++i)
        world.spawn();
    expect_same(world);
    EXPECT_EQ(make_all().save_binary(world)->size(), 12u + 70u * 4u);
}

TEST(Rows, WithAFaultAreNamedAsByTheDocument) {
    World world;
    const Entity root = world.spawn(Name{"root"}, Transform{});
    const std::vector<Entity> row = spawn_row(world, root);
    world.get_mut<Name>(row[20])->value = "bad\xff";
    world.get_mut<Mixed>(row[21])->words = "\xc3";
    const SceneRegistry registry = make_all();
    const Result<SceneBytes> saved = registry.save_binary(world);
    EXPECT_THAT(messages_of(saved), testing::ElementsAre(testing::HasSubstr("entity 21"),
                                                         testing::HasSubstr("entity 22")));
    EXPECT_EQ(messages_of(saved), messages_of(write_binary(*registry.to_doc(world))));
}

}  // namespace
}  // namespace diorama::document
