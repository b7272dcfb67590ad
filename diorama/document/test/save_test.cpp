// SPDX-License-Identifier: MIT
// Worlds as files: SceneRegistry::save_file and load_file, and what saving warns of.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "diorama/core/error_codes.hpp"
#include "diorama/document/error_codes.hpp"
#include "diorama/document/scene_file.hpp"
#include "diorama/document/test/scene_fixtures.hpp"
#include "diorama/document/test/world_fixtures.hpp"

namespace diorama::document {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// A folder of its own that goes away with the test.
class SavedFile : public testing::Test {
  protected:
    SavedFile() { std::filesystem::create_directories(folder_); }
    ~SavedFile() override { std::filesystem::remove_all(folder_); }

    const std::filesystem::path folder_ =
        std::filesystem::path(testing::TempDir()) /
        ("saved_file_" + std::to_string(::getpid()) + "_" +
         testing::UnitTest::GetInstance()->current_test_info()->name());
};

TEST_F(SavedFile, HoldsWhatSavingGives) {
    const SceneRegistry registry = make_registry();
    World world;
    const Entity a = world.spawn(Name{"a"}, Health{2.5f, 1});
    world.spawn(Link{a, {a}}, ChildOf{a});
    for (const char* name : {"a.cscn", "a.cscnb", "B.CSCNB"}) {
        ASSERT_TRUE(registry.save_file(folder_ / name, world));
        World back;
        const Result<std::vector<Entity>> loaded = registry.load_file(back, folder_ / name);
        ASSERT_TRUE(loaded) << to_string(loaded.error());
        EXPECT_EQ(*registry.save_text(back), *registry.save_text(world));
    }
    EXPECT_EQ(as_string(bytes_of(folder_ / "a.cscn")), *registry.save_text(world));
    EXPECT_EQ(bytes_of(folder_ / "a.cscnb"), *registry.save_binary(world));
    EXPECT_EQ(bytes_of(folder_ / "B.CSCNB"), *registry.save_binary(world));
}

TEST(SaveInto, GivesWhatSavingGivesInTheMemoryThereIs) {
    const SceneRegistry registry = make_registry();
    World large, small;
    for (int i = 0; i < 3000; ++i)
        large.spawn(Name{"entity " + std::to_string(i)}, Health{1.0f, i});
    small.spawn(Name{"only"});
    SceneBytes bytes;
    ASSERT_TRUE(registry.save_binary_into(bytes, large));
    EXPECT_EQ(bytes, *registry.save_binary(large));
    const std::byte* const memory = bytes.data();
    ASSERT_TRUE(registry.save_binary_into(bytes, small));
    EXPECT_EQ(bytes, *registry.save_binary(small));
    ASSERT_TRUE(registry.save_binary_into(bytes, large));
    EXPECT_EQ(bytes, *registry.save_binary(large));
    EXPECT_EQ(bytes.data(), memory);
}

TEST(SaveInto, LeavesNothingOfAWorldThatCantBeSaved) {
    const SceneRegistry registry = make_registry();
    World world;
    world.spawn(Name{"good"});
    SceneBytes bytes;
    ASSERT_TRUE(registry.save_binary_into(bytes, world));
    world.spawn(Name{"\xff"});
    const Result<> saved = registry.save_binary_into(bytes, world);
    ASSERT_FALSE(saved);
    EXPECT_EQ(saved.error().code, codes::utf8);
    EXPECT_TRUE(bytes.empty());
}

TEST_F(SavedFile, HoldsTextOfEveryLength) {
    const SceneRegistry registry = make_registry();
    World world;
    for (std::size_t length = 0; length < 700; ++length) {
        const Entity entity = world.spawn(Name{std::string(length, 'n')}, Transform{{1, 2, 3}});
        world.spawn(ChildOf{entity}, Name{std::string(length % 40, 'c')}, Health{0.5f, 2});
    }
    const SceneDoc doc = *registry.to_doc(world);
    EXPECT_EQ(*registry.save_binary(world), *write_binary(doc));
    EXPECT_EQ(*registry.save_text(world), *write_text(doc));
    for (const char* name : {"a.cscn", "a.cscnb"})
        ASSERT_TRUE(registry.save_file(folder_ / name, world));
    EXPECT_EQ(bytes_of(folder_ / "a.cscnb"), *write_binary(doc));
    EXPECT_EQ(as_string(bytes_of(folder_ / "a.cscn")), *write_text(doc));
}

TEST_F(SavedFile, StaysAsItWasWhenTheWorldCantBeSaved) {
    const SceneRegistry registry = make_registry();
    for (const char* name : {"a.cscn", "a.cscnb"}) {
        const std::filesystem::path path = folder_ / name;
        World world;
        world.spawn(Name{"good"});
        ASSERT_TRUE(registry.save_file(path, world));
        const SceneBytes before = bytes_of(path);
        world.spawn(Name{"\xff"});
        EXPECT_EQ(message_of(registry.save_file(path, world)),
                  path.string() +
                      ": error[doc-utf8]: entity 1, `Name`, `value`: the string is not "
                      "valid UTF-8");
        EXPECT_EQ(bytes_of(path), before);
    }
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 2);
}

TEST_F(SavedFile, IsNamedByEveryFault) {
    const SceneRegistry registry = make_registry();
    World world;
    const Result<> extension = registry.save_file(folder_ / "a.scene", world);
    ASSERT_FALSE(extension);
    EXPECT_EQ(extension.error().code, codes::extension);
    EXPECT_EQ(extension.error().where, (folder_ / "a.scene").string());
    const Result<> nowhere = registry.save_file(folder_ / "none" / "a.cscn", world);
    ASSERT_FALSE(nowhere);
    EXPECT_EQ(nowhere.error().code, diorama::codes::file_write_failed);
    SceneRegistry bare;
    world.spawn(Marker{});
    const Result<> forgotten = bare.save_file(folder_ / "a.cscn", world);
    ASSERT_FALSE(forgotten);
    EXPECT_EQ(forgotten.error().code, codes::unregistered);
    EXPECT_EQ(forgotten.error().where, (folder_ / "a.cscn").string());
    EXPECT_FALSE(std::filesystem::exists(folder_ / "a.cscn"));
    const Result<std::vector<Entity>> missing = registry.load_file(world, folder_ / "none.cscn");
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, diorama::codes::file_not_found);
    SceneDoc bad;
    bad.entities.resize(1);
    bad.entities[0].components.push_back({"entity", {}});
    const Result<> written = write_file(folder_ / "a.cscn", bad);
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().where, (folder_ / "a.cscn").string());
}

TEST_F(SavedFile, TellsWhatSkippingLeavesOutOnEveryWay) {
    // CASES S12: skip writes the rest and reports.
    SceneRegistry registry;
    register_scene_components(registry);
    World world;
    world.spawn(Name{"a"}, Health{}, Marker{});
    const SnapshotOptions skip{UnregisteredPolicy::skip};
    std::vector<Diagnostic> text, binary, file;
    EXPECT_EQ(*registry.save_text(world, skip, &text),
              "cinder-scene 2\nentity 0\n  Name value=\"a\"\n");
    ASSERT_TRUE(registry.save_binary(world, skip, &binary));
    ASSERT_TRUE(registry.save_file(folder_ / "a.cscn", world, skip, &file));
    const std::string message =
        "warning[doc-unregistered]: components `Health`, `Marker` are not registered, and are not "
        "saved";
    EXPECT_THAT(texts_of(text), ElementsAre(message));
    EXPECT_THAT(texts_of(binary), ElementsAre(message));
    EXPECT_THAT(texts_of(file), ElementsAre((folder_ / "a.cscn").string() + ": " + message));
}

}  // namespace
}  // namespace diorama::document
