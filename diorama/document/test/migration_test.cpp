// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "diorama/document/error_codes.hpp"
#include "diorama/document/test/scene_fixtures.hpp"
#include "diorama/document/test/world_fixtures.hpp"

namespace diorama::document {
namespace {

using testing::HasSubstr;

struct Vitality {
    int health = 0;
};
DIORAMA_COMPONENT_NAMED("Health", Vitality, health);

/// v1 to v2: `Health.hp` became `Health.health`.
/// Golden pair: tests/data/document/yard_v1.cscn, and the text below.
Result<> migrate_1_2(SceneDoc& doc) {
    for (EntityRecord& entity : doc.entities) {
        if (ComponentRecord* health = entity.find("Health")) health->rename_field("hp", "health");
    }
    return {};
}

SceneDoc old_document() {
    return *read_text(as_string(fixture("yard_v1.cscn")), "yard_v1.cscn");
}

TEST(Migration, BringsAnOldFixtureUpToDate) {
    SceneRegistry registry;
    ASSERT_TRUE(registry.add<Vitality>());
    ASSERT_TRUE(registry.add_migration(1, migrate_1_2));
    EXPECT_EQ(registry.document_version(), 2u);
    SceneDoc doc = old_document();
    EXPECT_FALSE(registry.is_current(doc));
    World world;
    EXPECT_THAT(message_of(registry.instantiate(world, doc)), HasSubstr("error[doc-older]"));
    ASSERT_TRUE(registry.migrate(doc));
    EXPECT_TRUE(registry.is_current(doc));
    EXPECT_EQ(*write_text(doc), "cinder-scene 2\nentity 0\n  Health health=42\n");
    const Result<std::vector<Entity>> loaded = registry.instantiate(world, doc);
    ASSERT_TRUE(loaded) << to_string(loaded.error());
    EXPECT_EQ(world.get<Vitality>(loaded->at(0))->health, 42);
}

TEST(Migration, NamesTheMissingStep) {
    SceneRegistry registry;
    SceneDoc doc = old_document();
    const Result<> migrated = registry.migrate(doc);
    ASSERT_FALSE(migrated);
    EXPECT_EQ(migrated.error().code, codes::no_migration);
    EXPECT_THAT(migrated.error().message, HasSubstr("no migration to 2"));
    EXPECT_EQ(doc, old_document());
}

TEST(Migration, RefusesADocumentFromTheFuture) {
    SceneRegistry registry;
    SceneDoc doc;
    doc.version = 3;
    const Result<> migrated = registry.migrate(doc);
    ASSERT_FALSE(migrated);
    EXPECT_EQ(migrated.error().code, codes::newer);
    EXPECT_THAT(migrated.error().message, HasSubstr("newer than this engine"));
    World world;
    EXPECT_THAT(message_of(registry.instantiate(world, doc)), HasSubstr("newer than this engine"));
}

TEST(Migration, RaisesTheDocumentVersion) {
    SceneRegistry registry;
    ASSERT_TRUE(registry.add<Vitality>());
    ASSERT_TRUE(registry.add_migration(2, [](SceneDoc& doc) -> Result<> {
        doc.entities.emplace_back();
        return {};
    }));
    EXPECT_EQ(registry.document_version(), 3u);
    SceneDoc doc;
    ASSERT_TRUE(registry.migrate(doc));
    EXPECT_EQ(doc.version, 3u);
    EXPECT_EQ(doc.entities.size(), 1u);
    EXPECT_EQ(registry.to_doc(World())->version, 3u);
    EXPECT_EQ(registry.add_migration(2, migrate_1_2).error().code, codes::migration_taken);
}

TEST(Migration, ThatThrowsIsAFailedOne) {
    SceneRegistry registry;
    ASSERT_TRUE(registry.add_migration(
        1, [](SceneDoc&) -> Result<> { throw std::runtime_error("no such field"); }));
    SceneDoc doc = old_document();
    const Result<> migrated = registry.migrate(doc);
    ASSERT_FALSE(migrated);
    EXPECT_EQ(migrated.error().code, codes::migration_failed);
    EXPECT_NE(to_string(migrated.error()).find("no such field"), std::string::npos);
    EXPECT_EQ(doc.version, 1u);
}

TEST(Migration, ThatFailsLeavesTheDocumentAsItWas) {
    SceneRegistry registry;
    ASSERT_TRUE(registry.add_migration(1, [](SceneDoc& doc) -> Result<> {
        doc.entities.clear();
        return fail(ErrorCode("my-fault"), "hp is negative");
    }));
    SceneDoc doc = old_document();
    const Result<> migrated = registry.migrate(doc);
    ASSERT_FALSE(migrated);
    EXPECT_EQ(migrated.error().code, codes::migration_failed);
    EXPECT_THAT(migrated.error().message, HasSubstr("migration to 2 failed: hp is negative"));
    ASSERT_EQ(migrated.error().cause.size(), 1u);
    EXPECT_EQ(doc, old_document());
}

TEST(ComponentVersion, IsWrittenAboveOneAndMigrated) {
    SceneRegistry registry;
    ASSERT_TRUE(registry.add<Vitality>({.version = 3}));
    ASSERT_TRUE(
        registry.add_component_migration("Health", 1, [](ComponentRecord& health) -> Result<> {
            health.rename_field("hp", "points");
            return {};
        }));
    ASSERT_TRUE(
        registry.add_component_migration("Health", 2, [](ComponentRecord& health) -> Result<> {
            health.rename_field("points", "health");
            return {};
        }));
    EXPECT_FALSE(registry.add_component_migration("Mana", 1, {}));
    EXPECT_EQ(registry.add_component_migration("Health", 1, {}).error().code,
              codes::migration_taken);
    SceneDoc doc = *read_text(
        "cinder-scene 2\nentity 0\n  Health hp=1\nentity 1\n"
        "  Health points=2 _version=2\nentity 2\n  Health health=3 _version=3\n",
        "t");
    World world;
    EXPECT_THAT(
        messages_of(registry.instantiate(world, doc)),
        testing::ElementsAre("t:3:3: error[doc-older]: entity 0, `Health`: found version 1, "
                             "expected 3"))
        << "one of a type stands for all";
    ASSERT_TRUE(registry.migrate(doc));
    EXPECT_EQ(*write_text(doc),
              "cinder-scene 2\nentity 0\n  Health health=1 _version=3\nentity 1\n"
              "  Health health=2 _version=3\nentity 2\n  Health health=3 _version=3\n");
    std::vector<Diagnostic> warnings;
    ASSERT_TRUE(registry.instantiate(world, doc, &warnings));
    EXPECT_TRUE(warnings.empty());
    EXPECT_EQ(*write_text(*registry.to_doc(world)), *write_text(doc));
}

TEST(ComponentVersion, IsToldOncePerTypeHoweverManyEntities) {
    SceneRegistry registry;
    ASSERT_TRUE(registry.add<Vitality>({.version = 3}));
    std::string text = "cinder-scene 2\n";
    for (int i = 0; i < 500; ++i)
        text.append("entity ").append(std::to_string(i)).append("\n\t Health hp=1 _version=9\n");
    World world;
    const Result<std::vector<Entity>> loaded =
        registry.load(world, std::as_bytes(std::span(text)), "t");
    EXPECT_THAT(messages_of(loaded),
                testing::ElementsAre(HasSubstr("t:3:24: error[doc-newer]: entity 0, `Health`")));
    EXPECT_EQ(world.entity_count(), 0u);
}

TEST(ComponentVersion, RefusesStepsThatCanNeverRun) {
    SceneRegistry registry;
    ASSERT_TRUE(registry.add<Vitality>({.version = 5}));
    const auto step = [](ComponentRecord&) -> Result<> { return {}; };
    const auto refused = [&](std::uint32_t from) {
        const Result<> added = registry.add_component_migration("Health", from, step);
        return added ? "" : to_string(added.error());
    };
    EXPECT_THAT(refused(0), HasSubstr("error[doc-migration-invalid]"));
    EXPECT_THAT(refused(5), HasSubstr("from version 5 can never run: it is registered with "
                                      "version 5"));
    EXPECT_THAT(refused(6), HasSubstr("error[doc-migration-invalid]"));
    EXPECT_EQ(refused(2), "");
    EXPECT_THAT(refused(4), HasSubstr("without gaps"));
    EXPECT_EQ(refused(3), "");
    EXPECT_EQ(refused(1), "") << "downwards, too";
    EXPECT_EQ(refused(4), "");
    EXPECT_THAT(refused(3), HasSubstr("error[doc-migration-taken]"));
    ASSERT_TRUE(registry.add<Marker>({.version = 2}));
    EXPECT_THAT(to_string(registry.add_component_migration("Marker", 1, {}).error()),
                HasSubstr("error[doc-migration-invalid]"));
}

TEST(ComponentVersion, NamesWhatIsWrongWithIt) {
    SceneRegistry registry;
    ASSERT_TRUE(registry.add<Vitality>({.version = 2}));
    const auto migrate = [&](const char* fields) {
        SceneDoc doc = *read_text(std::string("cinder-scene 2\nentity 0\n  Health ") + fields, "t");
        const Result<> migrated = registry.migrate(doc);
        return migrated ? std::string("migrated") : to_string(migrated.error());
    };
    EXPECT_THAT(migrate("hp=1"), HasSubstr("no migration to 2"));
    EXPECT_THAT(migrate("hp=1 _version=3"), HasSubstr("newer than this engine"));
    EXPECT_THAT(migrate("hp=1 _version=0"), HasSubstr("expected a positive integer"));
    EXPECT_THAT(migrate("hp=1 _version=\"2\""), HasSubstr("expected a positive integer"));
}

}  // namespace
}  // namespace diorama::document
