// SPDX-License-Identifier: MIT
// CASES S11: all faults of a file in one run, with place, entity, component and field.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "diorama/document/error_codes.hpp"
#include "diorama/document/scene_file.hpp"
#include "diorama/document/test/scene_fixtures.hpp"
#include "diorama/document/test/world_fixtures.hpp"

namespace diorama::document {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::span<const std::byte> bytes_in(std::string_view text) {
    return std::as_bytes(std::span(text));
}

/// `where: severity[code]: message` of each, without hints.
std::vector<std::string> lines_of(std::vector<Diagnostic> findings) {
    for (Diagnostic& finding : findings)
        finding.hint.clear();
    return texts_of(findings);
}

/// What a check of \p bytes and a load of them find; the same, or the test fails.
std::vector<std::string> faults_of(const SceneRegistry& registry, std::span<const std::byte> bytes,
                                   std::string_view name = "t") {
    const std::vector<std::string> checked = lines_of(registry.check(bytes, name));
    World world;
    const Result<std::vector<Entity>> loaded = registry.load(world, bytes, name);
    EXPECT_FALSE(loaded);
    EXPECT_EQ(world.entity_count(), 0u);
    EXPECT_EQ(messages_of(loaded), checked);
    return checked;
}

std::vector<std::string> faults_of(const SceneRegistry& registry, std::string_view text) {
    return faults_of(registry, bytes_in(text));
}

TEST(CheckOfBytes, NamesWhatReadersAndTypesRefuseInTheOrderOfTheFile) {
    EXPECT_THAT(
        faults_of(make_registry(),
                  "cinder-scene 2\nentity 0\n  ChildOf parent=#0\n  Name value=1\n"
                  "  Link target=#9 target=#0\nentity 1\n  Link target=\"abc\n  Mystery x=#7\n"
                  "entity 2\n  Health hp=0.5 lives=99999999999\n  Health\n"),
        ElementsAre(HasSubstr("t:3:3: error[hierarchy-cycle]"),
                    HasSubstr("t:4:14: error[doc-field-type]: entity 0, `Name`: field value: "
                              "expected a string, found an integer"),
                    HasSubstr("t:5:15: error[doc-reference]: entity 0, `Link`: field target: found "
                              "#9"),
                    HasSubstr("t:5:18: error[doc-duplicate]: duplicate field: entity 0, `Link` has "
                              "`target` twice"),
                    HasSubstr("t:7:15: error[doc-syntax]: entity 1, `Link`.`target`: unterminated "
                              "quote"),
                    HasSubstr("t:8:3: error[unknown-component]"),
                    HasSubstr("t:8:13: error[doc-reference]: entity 1, `Mystery`: field `x`: found "
                              "#7"),
                    HasSubstr("t:10:23: error[doc-value]"),
                    HasSubstr("t:11:3: error[doc-duplicate]: duplicate component")));
}

TEST(CheckOfBytes, HoldsWhatIsLeftOfAFaultyComponentAgainstItsType) {
    SceneRegistry registry = make_registry();
    EXPECT_THAT(
        faults_of(registry,
                  "cinder-scene 2\nentity 0\n  Name value=1 x=@\n  Health hp=\"x\" lives=\"open\n"
                  "  Mystery a=@\n  Link target=#9 target=#0\n  Name value=\"b\"\n"
                  "  ChildOf parent=@\n"),
        ElementsAre(
            HasSubstr("t:3:14: error[doc-field-type]: entity 0, `Name`"),
            HasSubstr("t:3:18: error[doc-value]"),
            HasSubstr("t:4:13: error[doc-field-type]: entity 0, `Health`: field hp"),
            HasSubstr("t:4:23: error[doc-syntax]"), HasSubstr("t:5:3: error[unknown-component]"),
            HasSubstr("t:5:13: error[doc-value]"), HasSubstr("t:6:15: error[doc-reference]"),
            HasSubstr("t:6:18: error[doc-duplicate]: duplicate field"),
            HasSubstr("t:7:3: error[doc-duplicate]: duplicate component"),
            HasSubstr("t:8:18: error[doc-value]")));
    // What was left out is not said to be missing.
    EXPECT_THAT(
        faults_of(registry, "cinder-scene 2\nentity 0\n  Link target=#0 others.0=@ others.1=#0\n"),
        ElementsAre(HasSubstr("t:3:27: error[doc-value]")));
}

TEST(CheckOfBytes, OpensAnEntityWhoseLineIsNotUtf8) {
    EXPECT_THAT(faults_of(make_registry(),
                          "cinder-scene 2\nentity 0\n  Name value=\"a\"\n  ChildOf parent=#1\n"
                          "entity 1\xff\n  Name value=\"b\"\nentity 2\n  ChildOf parent=#1\n"),
                ElementsAre(HasSubstr("t:5:9: error[doc-utf8]")));
}

TEST(CheckOfBytes, OpensAnEntityWhoseWordIsMisspelt) {
    // As a component it would give entity 0 the next one's Name, too.
    const auto text = [](std::string_view opening) {
        return std::string("cinder-scene 2\nentity 0\n  Name value=\"a\"\n  ChildOf parent=#1\n")
            .append(opening)
            .append("\n  Name value=\"b\"\nentity 2\n  ChildOf parent=#1\n");
    };
    for (const std::string_view opening : {"entiy 1", "Entity 1", "  entitiy\t1 \r", "netity 1"}) {
        SCOPED_TRACE(opening);
        EXPECT_THAT(faults_of(make_registry(), text(opening)),
                    ElementsAre(AllOf(HasSubstr(":5:"), HasSubstr("error[doc-syntax]: found `"),
                                      HasSubstr("`, expected `entity`"))));
    }
    EXPECT_THAT(faults_of(make_registry(), text("ent\xffty 1")),
                ElementsAre(HasSubstr("t:5:4: error[doc-utf8]: line is not valid UTF-8")));
    const auto found = make_registry().check(bytes_in(text("entiy 1")), "t");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].hint, "did you mean `entity 1`?");
    // Without an index behind it, it is a component's name as any other.
    EXPECT_THAT(faults_of(make_registry(), text("Entity x=1")),
                Contains(HasSubstr("t:5:1: error[unknown-component]: unknown component: entity 0 "
                                   "`a` has `Entity`")));
}

TEST(CheckOfBytes, HoldsNoReferenceAgainstEntitiesThatAreOutOfOrder) {
    // Whom a number means can't be told: by their places in the file, this has a loop, a reference
    // to nobody and another one that nothing reads.
    const std::string text =
        "cinder-scene 2\nentity 1\n  ChildOf parent=#0\n  Mystery a=#2\n  Health hp=\"x\"\n"
        "entity 2\n  Link target=#2\n";
    EXPECT_THAT(faults_of(make_registry(), text),
                ElementsAre(HasSubstr("t:2:8: error[doc-entity-order]"),
                            HasSubstr("t:4:3: error[unknown-component]"),
                            HasSubstr("t:5:13: error[doc-field-type]: entity 0, `Health`")));
    EXPECT_THAT(messages_of(read_text(text, "t")),
                ElementsAre(HasSubstr("t:2:8: error[doc-entity-order]")));
    // The same where only the document's own rules are looked at, since it is of another version.
    EXPECT_THAT(
        faults_of(make_registry(), "cinder-scene 3\nentity 1\n  X a=#1\n"),
        ElementsAre(HasSubstr("t: error[doc-newer]"), HasSubstr("t:2:8: error[doc-entity-order]")));
}

TEST(CheckOfBytes, TakesNoCommentForAnEntity) {
    SceneRegistry registry = make_registry();
    registry.set_unknown(UnknownPolicy::keep);
    const std::string text =
        "cinder-scene 2\nentity 0\n  Mystery a=#1000000\n  ChildOf parent=#0\n  Link target=#1\n"
        "#entity 2000000\n # entity 1\n#Entity 1\n\t#entity 1\n";
    EXPECT_THAT(
        faults_of(registry, text),
        ElementsAre(HasSubstr("t:3:3: warning[unknown-component]"),
                    HasSubstr("t:3:13: error[doc-reference]: entity 0, `Mystery`: field `a`: found "
                              "#1000000, expected #-1 or an index below 1"),
                    HasSubstr("t:4:3: error[hierarchy-cycle]"),
                    HasSubstr("t:5:15: error[doc-reference]")));
}

TEST(CheckOfBytes, GivesNoDocumentWhatRefersToNobody) {
    SceneDoc sound;
    // Whom #0 means is not known, where entities are out of order.
    const std::string text =
        "cinder-scene 2\nentity 1\n  Link target=#1\n  Name value=\"a\"\n  Mystery a=#5\n"
        "  Other a=#0\n";
    SceneRegistry registry = make_registry();
    registry.set_unknown(UnknownPolicy::keep);
    (void)registry.check(bytes_in(text), "t", &sound);
    ASSERT_EQ(sound.entities.size(), 1u);
    ASSERT_EQ(sound.entities[0].components.size(), 1u);
    EXPECT_EQ(sound.entities[0].components[0].name.view(), "Name");
}

TEST(CheckOfBytes, NamesTheBytesOfBinaryFaults) {
    // S11, the binary of the same: a registry's fault beside a reader's.
    SceneDoc doc;
    doc.entities.resize(2);
    doc.entities[0].components.push_back({"Name", {Field("value", std::string_view("k7"))}});
    doc.entities[0].components.push_back({"Health", {Field("hp", std::string_view("full"))}});
    doc.entities[1].components.push_back({"Marker", {Field("on", true)}});
    SceneBytes bytes = *write_binary(doc);
    bytes[bytes.size() - 8] = std::byte{7};  // the boolean
    EXPECT_THAT(
        faults_of(make_registry(), bytes),
        ElementsAre("t@58: error[doc-field-type]: entity 0 `k7`, `Health`: field hp: "
                    "expected a float, found a string",
                    HasSubstr("error[doc-value]: entity 1, `Marker`.`on`: found 7, expected "
                              "0 or 1 for a boolean")));
    EXPECT_EQ(as_string(bytes).substr(58, 6), std::string("\2\0\0\0hp", 6)) << "where the field is";
}

TEST(CheckOfBytes, NamesTheVersionBesideOtherFaults) {
    EXPECT_THAT(
        faults_of(make_registry(), "cinder-scene 3\nentity 0\n  Name value=1\n  X\n  X\n"),
        ElementsAre(HasSubstr("t: error[doc-newer]"), HasSubstr("t:5:3: error[doc-duplicate]")))
        << "what Name may hold in version 3 is not known";
    EXPECT_THAT(faults_of(make_registry(), "cinder-scene 1\nentity 0\n  X\n  X\n"),
                ElementsAre(HasSubstr("t: error[doc-no-migration]: document has version 1: no "
                                      "migration to 2"),
                            HasSubstr("t:4:3: error[doc-duplicate]")));
}

TEST(CheckOfBytes, TakesANewerVersionForAToolThatAsksForIt) {
    // A program's migrations raise the version; a tool that knows none of them reads it all the
    // same.
    SceneRegistry registry = make_registry();
    registry.set_newer(NewerPolicy::take);
    const std::string text = "cinder-scene 3\nentity 0\n  Health hp=2.5\n";
    const std::string warning =
        "t: warning[doc-newer]: version 3: a program's own; taken as version 2's components\n"
        "    hint: only the program that wrote it can tell whether it is up to date";
    EXPECT_THAT(texts_of(registry.check(bytes_in(text), "t")), ElementsAre(warning));
    SceneDoc doc = *read_text(text, "t");
    EXPECT_TRUE(registry.is_current(doc));
    ASSERT_TRUE(registry.migrate(doc));
    EXPECT_EQ(doc.version, 3u);
    World world;
    std::vector<Diagnostic> warnings;
    const Result<std::vector<Entity>> loaded = load(registry, world, text, &warnings);
    ASSERT_TRUE(loaded);
    EXPECT_EQ(world.get<Health>(loaded->at(0))->hp, 2.5f);
    EXPECT_THAT(texts_of(warnings), ElementsAre(warning));
    EXPECT_THAT(faults_of(registry, "cinder-scene 3\nentity 0\n  Health hp=\"x\"\n"),
                ElementsAre(HasSubstr("warning[doc-newer]"), HasSubstr("t:3:13: error")));
    EXPECT_THAT(faults_of(registry, "cinder-scene 3\nentity 0\n  Health _version=2\n"),
                ElementsAre(HasSubstr("warning[doc-newer]"),
                            HasSubstr("error[doc-newer]: entity 0, `Health`: found version 2")))
        << "a component of a later library is no program's own";
    EXPECT_THAT(faults_of(registry, "cinder-scene 1\nentity 0\n"),
                ElementsAre(HasSubstr("error[doc-no-migration]")));
}

TEST(CheckOfBytes, NamesGapsOfListsInBothFormats) {
    const std::string text =
        "cinder-scene 2\nentity 0\n  Link others.0=#0 others.2=#0\n  Health hp=1.0 lives=2\n";
    EXPECT_THAT(faults_of(make_registry(), text),
                ElementsAre("t:3:29: error[doc-value]: entity 0, `Link`: `others.1` is missing; "
                            "elements count from 0 without gaps"));
    EXPECT_THAT(
        faults_of(make_registry(), *write_binary(*read_text(text, "t"))),
        ElementsAre(HasSubstr("error[doc-value]: entity 0, `Link`: `others.1` is missing")));
}

TEST(CheckOfBytes, SaysWhatToDoAboutReferencesAndRepeatedComponents) {
    const std::vector<Diagnostic> found = make_registry().check(
        bytes_in("cinder-scene 2\nentity 0\n  Health hp=1.0\n  Link target=#9\n  Health\n  Link\n"),
        "t");
    EXPECT_THAT(
        texts_of(found),
        ElementsAre("t:4:15: error[doc-reference]: entity 0, `Link`: field target: found "
                    "#9, expected #-1 or an index below 1\n    hint: the file's highest "
                    "entity is #0: refer to one up to it, or to none with `#-1`",
                    "t:5:3: error[doc-duplicate]: duplicate component: entity 0, `Health`: "
                    "it is there twice\n    hint: keep one of each; or is an `entity` line "
                    "missing above this one?",
                    "t:6:3: error[doc-duplicate]: duplicate component: entity 0, `Link`: it "
                    "is there twice"));
}

TEST(CheckOfBytes, CountsWhatIsOldAsMigrated) {
    SceneRegistry registry = make_registry();
    ASSERT_TRUE(registry.add_migration(1, [](SceneDoc& doc) -> Result<> {
        doc.entities[0].find("Health")->rename_field("points", "hp");
        return {};
    }));
    EXPECT_THAT(registry.check(bytes_in("cinder-scene 1\nentity 0\n  Health points=2.5\n"), "t"),
                IsEmpty());
    EXPECT_THAT(faults_of(registry, "cinder-scene 1\nentity 0\n  Health points=\"x\"\n"),
                ElementsAre(HasSubstr("t:3:17: error[doc-field-type]: entity 0, `Health`: field "
                                      "hp: expected a float")));
    EXPECT_THAT(faults_of(registry, "cinder-scene 1\nentity 0\n  Health points=\"x\n"),
                ElementsAre(HasSubstr("t:3:17: error[doc-syntax]")))
        << "no migration is missing";
}

TEST(CheckOfBytes, GivesWhatIsAtNoFault) {
    SceneDoc sound;
    const std::string text =
        "cinder-scene 2\nentity 0\n  Name value=1\n  Health hp=2.5\nentity 1\n  Link target=#2\n"
        "  Foo x=\"abc\nentity 2\n";
    EXPECT_EQ(make_registry().check(bytes_in(text), "t", &sound).size(), 3u);
    ASSERT_EQ(*write_text(sound),
              "cinder-scene 2\nentity 0\n  Health hp=2.5\nentity 1\n  Link target=#2\nentity 2\n");
    EXPECT_EQ(sound.where(sound.entities[0].components[0]), "t:4:3");
}

TEST(CheckOfBytes, FindsNothingInASoundScene) {
    SceneRegistry registry = make_registry();
    registry.set_unknown(UnknownPolicy::keep);
    for (const char* name : {"yard_v2.cscn", "yard_v2.cscnb"})
        for (const Diagnostic& finding : registry.check(fixture(name), name))
            EXPECT_EQ(finding.severity, Severity::warning) << to_string(finding);
}

TEST(CheckOfBytes, CountsComponentsAsTheReadersDo) {
    SceneRegistry registry = make_registry();
    registry.set_unknown(UnknownPolicy::keep);
    std::string text = "cinder-scene 2\nentity 0\n";
    for (std::size_t i = 0; i <= SceneLimits::components; ++i)
        text.append(" C").append(std::to_string(i)).append("\n");
    const std::vector<std::string> faults = faults_of(registry, text);
    EXPECT_THAT(faults, Contains(HasSubstr("t:10003:2: error[doc-limit]: implausible count: more "
                                           "than 10000 components in entity 0")));
}

TEST(CheckOfBytes, QuotesOnlyTheBeginningOfHostileNames) {
    // Messages must not multiply what a file holds.
    const std::string huge(std::size_t{1} << 16, 'n');
    std::string text = "cinder-scene 2\nentity 0\n  " + huge;
    for (int i = 0; i < 90; ++i)
        text.append(" f").append(std::to_string(i)).append("=zz");
    text.append("\n  ").append(huge).append(" x=#99\n  A ").append(huge).append("=#99\n");
    SceneRegistry registry = make_registry();
    registry.set_unknown(UnknownPolicy::keep);
    for (const auto& faults : {faults_of(registry, text), messages_of(read_text(text, "t"))}) {
        EXPECT_GT(faults.size(), 90u);
        EXPECT_THAT(faults,
                    Each(testing::ResultOf([](const std::string& line) { return line.size(); },
                                           testing::Lt(300u))));
    }
}

TEST(CheckOfBytes, GathersEveryFaultOfMigrating) {
    SceneRegistry registry = make_registry();
    struct Old {
        int a = 0;
    };
    ASSERT_TRUE(registry.add_custom(SceneFunctions<Old>{
        "Old", [](const Old& old, FieldWriter& w) { w.integer("a", old.a); },
        [](FieldReader& r) { return Old{static_cast<int>(r.integer("a", 0))}; }, 2}));
    ASSERT_TRUE(registry.add_component_migration(
        "Old", 1, [](ComponentRecord&) -> Result<> { return fail(ErrorCode("bad-a"), "bad a"); }));
    const std::string text =
        "cinder-scene 2\nentity 0\n  Name value=\"lamp\"\n  Old a=1\nentity 1\n  Old a=\"x\" "
        "_version=2\nentity 2\n  Nope x=1\nentity 3\n  Old a=2\nentity 4\n  Old _version=0\n";
    EXPECT_THAT(faults_of(registry, text),
                ElementsAre("t:4:3: error[doc-migration-failed]: entity 0 `lamp`, `Old`: migration "
                            "to 2 failed: bad a",
                            HasSubstr("t:6:9: error[doc-field-type]: entity 1, `Old`"),
                            HasSubstr("t:8:3: error[unknown-component]"),
                            HasSubstr("t:10:3: error[doc-migration-failed]: entity 3, `Old`"),
                            "t:12:3: error[doc-value]: entity 4, `Old`: field _version: found 0, "
                            "expected a positive integer"));
    SceneDoc doc = *read_text(text, "t");
    const SceneDoc before = doc;
    const Result<> migrated = registry.migrate(doc);
    EXPECT_EQ(messages_of(migrated).size(), 3u);
    EXPECT_EQ(doc, before);
    ASSERT_EQ(migrated.error().cause.size(), 1u);
    EXPECT_EQ(migrated.error().cause[0].code, ErrorCode("bad-a"));
}

TEST(Load, TellsOfBytesAfterAnOldScene) {
    SceneRegistry registry = make_registry();
    ASSERT_TRUE(registry.add_migration(1, [](SceneDoc&) -> Result<> { return {}; }));
    SceneBytes bytes = *write_binary(*read_text("cinder-scene 1\nentity 0\n", "t"));
    bytes.push_back(std::byte{1});
    World world;
    std::vector<Diagnostic> warnings;
    ASSERT_TRUE(registry.load(world, bytes, "t", &warnings));
    ASSERT_EQ(warnings.size(), 1u);
    EXPECT_EQ(warnings[0].code, codes::trailing_bytes);
    EXPECT_EQ(lines_of(registry.check(bytes, "t")), lines_of(warnings));
}

TEST(SceneFormat, OfDamagedBinaryIsToldByTheName) {
    SceneBytes bytes = fixture("yard_v2.cscnb");
    bytes[3] = std::byte{'X'};
    EXPECT_EQ(message_of(read_bytes(bytes, "yard.cscnb")),
              "yard.cscnb@0: error[doc-header]: bad magic: found `CSCX`, expected `CSCN`");
    EXPECT_THAT(message_of(read_bytes(bytes, "yard.cscn")), HasSubstr("missing header"));
    EXPECT_THAT(message_of(read_bytes(bytes_in("{\"asset\": {}}"), "a.CSCNB")),
                HasSubstr("bad magic: found a JSON text, expected `CSCN`"));
    EXPECT_THAT(message_of(read_bytes(bytes_in(""), "a.cscnb")),
                HasSubstr("a.cscnb@0: error[doc-truncated]: unexpected end of data"));
    for (std::size_t n = 1; n < 4; ++n) {
        const std::string_view cut = std::string_view("CSCN").substr(0, n);
        EXPECT_THAT(message_of(read_bytes(bytes_in(cut), "yard")),
                    HasSubstr("error[doc-truncated]: unexpected end of data"));
        EXPECT_THAT(faults_of(make_registry(), bytes_in(cut), "yard"),
                    ElementsAre(HasSubstr("unexpected end of data")));
    }
    // What is text is read as text, whatever it is called.
    EXPECT_TRUE(read_bytes(bytes_in("cinder-scene 2\n"), "a.cscnb"));
    EXPECT_TRUE(read_bytes(bytes_in("\xef\xbb\xbf"
                                    "cinder-scene 2\n"),
                           "a.cscnb"));
}

}  // namespace
}  // namespace diorama::document
