// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "diorama/document/error_codes.hpp"
#include "diorama/document/kept_records.hpp"
#include "diorama/document/scene_binary.hpp"
#include "diorama/document/test/scene_fixtures.hpp"
#include "diorama/document/test/world_fixtures.hpp"

namespace diorama::document {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// CASES S09: unknown things at every depth.
constexpr const char* kText =
    "cinder-scene 2\n"
    "entity 0\n"
    "  Mystery first=1 list=[1.0,0x7fc00001] who=#1 nobody=#-1 text=\"a\\nb\"\n"
    "  Name value=\"lamp\"\n"
    "  Riddle\n"
    "  Health before=#1 hp=1.5 lives=2 after.0.x=\"kept\"\n"
    "entity 1\n"
    "  Last empty=[] assets.0=\"gone.glb#mesh/3\" assets.1=\"gone.ktx2\"\n";

SceneRegistry keeping() {
    SceneRegistry registry = make_registry();
    registry.set_unknown(UnknownPolicy::keep);
    return registry;
}

TEST(UnknownThings, ComeBackByteForByteWhereTheyStood) {
    const SceneRegistry registry = keeping();
    World world;
    world.spawn(Name{"in the way"});
    std::vector<Diagnostic> warnings;
    const Result<std::vector<Entity>> loaded = load(registry, world, kText, &warnings);
    ASSERT_TRUE(loaded) << to_string(loaded.error());
    const Result<SceneDoc> doc = registry.to_doc(world, *loaded);
    ASSERT_TRUE(doc);
    EXPECT_EQ(*write_text(*doc), kText);
    const SceneBytes bytes = *write_binary(*read_text(kText, "t"));
    EXPECT_EQ(*write_binary(*doc), bytes);

    std::vector<std::string> listed;
    for (const Diagnostic& warning : warnings)
        listed.push_back(to_string(warning));
    EXPECT_THAT(listed, ElementsAre(HasSubstr("t:3:3: warning[unknown-component]"),
                                    HasSubstr("t:5:3: warning[unknown-component]"),
                                    HasSubstr("t:6:10: warning[doc-unknown-field]"),
                                    HasSubstr("t:6:35: warning[doc-unknown-field]"),
                                    HasSubstr("t:8:3: warning[unknown-component]")));
}

TEST(UnknownThings, LeaveAOneLineDiffWhenAKnownFieldChanges) {
    const SceneRegistry registry = keeping();
    World world;
    const Result<std::vector<Entity>> loaded = load(registry, world, kText);
    ASSERT_TRUE(loaded);
    world.get_mut<Health>(loaded->at(0))->hp = 2.5f;
    std::string expected = kText;
    expected.replace(expected.find("hp=1.5"), 6, "hp=2.5");
    EXPECT_EQ(save(registry, world), expected);
}

TEST(UnknownThings, FollowTheirReferences) {
    const SceneRegistry registry = keeping();
    World world;
    const Result<std::vector<Entity>> loaded = load(registry, world, kText);
    ASSERT_TRUE(loaded);
    ASSERT_TRUE(world.despawn(loaded->at(1)));
    const std::string text = save(registry, world);
    EXPECT_THAT(text, HasSubstr("who=#-1"));
    EXPECT_THAT(text, HasSubstr("before=#-1"));
}

TEST(UnknownThings, GiveWayToTheirTypeOnceItIsKnown) {
    World world;
    const Result<std::vector<Entity>> loaded =
        load(keeping(), world, "cinder-scene 2\nentity 0\n  Other a=1\n");
    ASSERT_TRUE(loaded);
    SceneRegistry later = make_registry();
    ASSERT_TRUE(later.add_custom(SceneFunctions<int>{
        "Other", [](const int& value, FieldWriter& w) { w.integer("a", value); },
        [](FieldReader& r) { return static_cast<int>(r.integer("a", 0)); }}));
    ASSERT_TRUE(world.add(loaded->at(0), 7));
    EXPECT_EQ(save(later, world), "cinder-scene 2\nentity 0\n  Other a=7\n");
}

TEST(UnknownThings, OfARelationshipToNothingComeBackWithIt) {
    const SceneRegistry registry = keeping();
    const std::string text =
        "cinder-scene 2\nentity 0\n  ChildOf parent=#-1 note=\"x\"\n  Name value=\"a\"\n";
    World world;
    std::vector<Diagnostic> warnings;
    const Result<std::vector<Entity>> loaded = load(registry, world, text, &warnings);
    ASSERT_TRUE(loaded);
    EXPECT_THAT(texts_of(warnings),
                ElementsAre(HasSubstr("t:3:3: warning[doc-no-target]"),
                            HasSubstr("t:3:22: warning[doc-unknown-field]: entity 0, `ChildOf`: "
                                      "unknown field `note` is kept as it is")));
    EXPECT_EQ(save(registry, world), text);
    // It gives way to a parent.
    const Entity parent = world.spawn(Name{"p"});
    ASSERT_TRUE(world.add(loaded->at(0), ChildOf{parent}));
    EXPECT_EQ(save(registry, world),
              "cinder-scene 2\nentity 0\n  Name value=\"a\"\n  ChildOf parent=#1\n"
              "  Transform translation=[0.0,0.0,0.0] rotation=[0.0,0.0,0.0,1.0] "
              "scale=[1.0,1.0,1.0]\nentity 1\n  Name value=\"p\"\n");
}

TEST(UnknownThings, OfAnyNumberComeBackWhereTheyStood) {
    // Fields and components between known ones, in the thousands; moving each one up to its place
    // by itself would take minutes.
    std::string text = "cinder-scene 2\nentity 0\n";
    for (int i = 0; i < 4'000; ++i)
        text.append("  A").append(std::to_string(i)).append("\n");
    text += "  Name";
    for (int i = 0; i < 4'000; ++i)
        text.append(" f").append(std::to_string(i)).append("=1");
    text += " value=\"a\" last=#0\n";
    for (int i = 0; i < 4'000; ++i)
        text.append("  B").append(std::to_string(i)).append("\n");
    text += "  Marker\n";
    const SceneRegistry registry = keeping();
    World world;
    ASSERT_TRUE(registry.load(world, std::as_bytes(std::span(text)), "t"));
    EXPECT_TRUE(*registry.save_text(world) == text);
}

TEST(UnknownThings, AreNamedByACheck) {
    const Result<SceneDoc> doc = read_text(kText, "t");
    ASSERT_TRUE(doc);
    std::size_t errors = 0;
    for (const Diagnostic& finding : make_registry().check(*doc))
        errors += finding.severity == Severity::error ? 1 : 0;
    EXPECT_EQ(errors, 3u);
    for (const Diagnostic& finding : keeping().check(*doc))
        EXPECT_EQ(finding.severity, Severity::warning);
}

TEST(UnknownThings, AreToldOncePerNameSoThatTheyHideNothing) {
    std::string text = "cinder-scene 2\n";
    for (int i = 0; i < 150; ++i)
        text.append("entity ")
            .append(std::to_string(i))
            .append("\n  Mana full=1\n  Health pool=2\n");
    text += "entity 150\n  Name valeu=\"last\"\n  ChildOf parent=#-1\n  Helth hp=1\n";
    for (const std::string_view name : {"t", "b"}) {
        World world;
        std::vector<Diagnostic> warnings;
        const SceneBytes bytes = *write_binary(*read_text(text, "t"));
        const auto loaded =
            name == "t" ? keeping().load(world, std::as_bytes(std::span(text)), name, &warnings)
                        : keeping().load(world, bytes, name, &warnings);
        ASSERT_TRUE(loaded);
        std::vector<std::string> texts;
        for (const Diagnostic& each : warnings)
            texts.push_back(each.message + (each.hint.empty() ? "" : " / " + each.hint));
        EXPECT_THAT(
            texts,
            ElementsAre(
                "unknown component: entity 0 has `Mana`, which is kept as it is; 149 more entities "
                "have it",
                "entity 0, `Health`: unknown field `pool` is kept as it is; 149 more entities have "
                "it / is this `Health` a type of yours? The name is taken by one that is "
                "registered "
                "here: give yours another with DIORAMA_COMPONENT_NAMED",
                "entity 150, `Name`: unknown field `valeu` is kept as it is / did you mean "
                "`value`?",
                "entity 150, `ChildOf`: refers to no entity, and is left out",
                "unknown component: entity 150 has `Helth`, which is kept as it is / did you mean "
                "`Health`?"));
        EXPECT_EQ(texts_of(warnings),
                  texts_of(keeping().check(name == "t" ? std::as_bytes(std::span(text))
                                                       : std::span<const std::byte>(bytes),
                                           name)));
    }
}

TEST(UnknownThings, ThatAreRefusedAreToldOncePerNameToo) {
    std::string text = "cinder-scene 2\n";
    for (int i = 0; i < 3; ++i)
        text.append("entity ").append(std::to_string(i)).append("\n  Mana full=1\n");
    text += "entity 3\n  Mana full=1\n  Health hp=\"full\"\n";
    SceneDoc sound;
    const std::vector<Diagnostic> found =
        make_registry().check(std::as_bytes(std::span(text)), "t", &sound);
    EXPECT_THAT(texts_of(found),
                ElementsAre("t:3:3: error[unknown-component]: unknown component: entity 0 has "
                            "`Mana`, which is not registered; 3 more entities have it\n    hint: "
                            "register its type, or set UnknownPolicy::keep to carry it along",
                            HasSubstr("t:10:13: error[doc-field-type]")));
    for (const EntityRecord& entity : sound.entities)
        EXPECT_TRUE(entity.components.empty());
    World world;
    EXPECT_EQ(messages_of(make_registry().load(world, std::as_bytes(std::span(text)), "t")).size(),
              2u);
}

TEST(UnknownThings, BesideFieldsThatAreThereAreAskedAboutByNestedNames) {
    const SceneRegistry registry = make_registry();
    World world;
    std::vector<Diagnostic> warnings;
    ASSERT_TRUE(
        load(registry, world,
             "cinder-scene 2\nentity 0\n"
             "  Transform translatoin=[1.0,2.0,3.0] scale=[1.0,1.0,1.0] scael=[2.0,2.0,2.0]\n",
             &warnings));
    EXPECT_THAT(texts_of(warnings),
                ElementsAre("t:3:13: warning[doc-unknown-field]: entity 0, `Transform`: unknown "
                            "field `translatoin` is dropped\n    hint: did you mean `translation`?",
                            "t:3:59: warning[doc-unknown-field]: entity 0, `Transform`: unknown "
                            "field `scael` is dropped"))
        << "a field that is there is not what was meant";
}

}  // namespace
}  // namespace diorama::document
