// SPDX-License-Identifier: MIT
// What a registry takes, and what becomes of user code that throws.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "diorama/document/error_codes.hpp"
#include "diorama/document/test/scene_fixtures.hpp"
#include "diorama/document/test/world_fixtures.hpp"

namespace diorama::document {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

struct Versioned {
    int _version = 5;
    int a = 1;
};
DIORAMA_COMPONENT(Versioned, _version, a);

SceneFunctions<int> integer_as(std::string name) {
    return {std::move(name), [](const int& value, FieldWriter& w) { w.integer("a", value); },
            [](FieldReader& r) { return static_cast<int>(r.integer("a", 0)); }};
}

TEST(Registry, RefusesOneTypeUnderTwoNames) {
    // On a load the second value would replace the first.
    SceneRegistry registry;
    ASSERT_TRUE(registry.add_custom(integer_as("A")));
    const Result<> again = registry.add_custom(integer_as("Z"));
    ASSERT_FALSE(again);
    EXPECT_EQ(again.error().code, codes::name_taken);
    EXPECT_EQ(again.error().message, "the type of `Z` is registered already, as `A`");
    EXPECT_FALSE(registry.knows("Z"));
    EXPECT_TRUE(registry.knows("A"));
}

TEST(Registry, RefusesAMemberThatStandsForTheVersion) {
    SceneRegistry registry;
    const Result<> added = registry.add<Versioned>();
    ASSERT_FALSE(added);
    EXPECT_EQ(added.error().code, codes::name);
    EXPECT_THAT(added.error().message, HasSubstr("`_version`"));
    EXPECT_FALSE(registry.knows("Versioned"));
}

TEST(Registry, RefusesToSaveAHandWrittenVersionField) {
    SceneRegistry registry;
    SceneFunctions<int> functions = integer_as("A");
    functions.write = [](const int& value, FieldWriter& w) { w.integer("_version", value); };
    ASSERT_TRUE(registry.add_custom(functions));
    World world;
    world.spawn(5);
    EXPECT_THAT(message_of(registry.save_text(world)),
                HasSubstr("error[doc-name]: entity 0, `A`: found a field _version"));
}

struct Blank {
    int a = 0;
};
struct BlankDescription {
    static constexpr auto value =
        describe_members<Blank>("Blank", describe_member<Blank>("two words", &Blank::a));
};
struct TwiceDescription {
    static constexpr auto value = describe_members<Blank>(
        "Blank", describe_member<Blank>("a", &Blank::a), describe_member<Blank>("a", &Blank::a));
};
struct GoodDescription {
    static constexpr auto value =
        describe_members<Blank>("Blank", describe_member<Blank>("renamed", &Blank::a));
};

TEST(Registry, TakesADescriptionThatStandsBesideTheType) {
    SceneRegistry registry;
    EXPECT_EQ((registry.add_described<Blank, BlankDescription>().error().code), codes::name);
    EXPECT_EQ((registry.add_described<Blank, TwiceDescription>().error().code), codes::name);
    ASSERT_TRUE((registry.add_described<Blank, GoodDescription>()));
    World world;
    world.spawn(Blank{7});
    const std::string text = save(registry, world);
    EXPECT_EQ(text, "cinder-scene 2\nentity 0\n  Blank renamed=7\n");
    World back;
    const Result<std::vector<Entity>> loaded = load(registry, back, text);
    ASSERT_TRUE(loaded);
    EXPECT_EQ(back.get<Blank>(loaded->at(0))->a, 7);
}

TEST(Registry, RefusesVersionZeroAndEmptyFunctions) {
    SceneRegistry registry;
    EXPECT_EQ(registry.add<Marker>({.version = 0}).error().code, codes::value);
    const Result<> empty = registry.add_custom(SceneFunctions<int>{"Q", {}, {}});
    ASSERT_FALSE(empty);
    EXPECT_EQ(empty.error().code, codes::no_function);
    SceneFunctions<int> half = integer_as("Q");
    half.read = {};
    EXPECT_EQ(registry.add_custom(half).error().code, codes::no_function);
    EXPECT_FALSE(registry.knows("Q"));
    const Result<> last =
        registry.add_migration(UINT32_MAX, [](SceneDoc&) -> Result<> { return {}; });
    ASSERT_FALSE(last);
    EXPECT_EQ(last.error().code, codes::migration_invalid);
    EXPECT_EQ(registry.add_migration(1, {}).error().code, codes::migration_invalid);
    EXPECT_EQ(registry.document_version(), kSceneVersion);
}

TEST(Registry, SaysWhichNameWasMeant) {
    const SceneRegistry registry = make_registry();
    EXPECT_EQ(registry.nearest_name("Helth"), "Health");
    EXPECT_EQ(registry.nearest_name("Spacecraft"), "");
    EXPECT_TRUE(registry.knows("Health"));
    EXPECT_FALSE(registry.knows("Helth"));
}

struct Thrower {
    int x = 0;
};

/// A registry whose Thrower throws on writing a 1 and on reading a 7.
SceneRegistry throwing() {
    SceneRegistry registry = make_registry();
    EXPECT_TRUE(registry.add_custom(
        SceneFunctions<Thrower>{"Thrower",
                                [](const Thrower& component, FieldWriter& w) {
                                    if (component.x == 1) throw std::runtime_error("no ones");
                                    w.integer("x", component.x);
                                },
                                [](FieldReader& r) {
                                    const auto x = static_cast<int>(r.integer("x", 0));
                                    if (x == 7) throw 7;
                                    return Thrower{x};
                                }}));
    return registry;
}

TEST(UserCode, ThatThrowsOnSavingIsNamedBesideEveryOtherFault) {
    const SceneRegistry registry = throwing();
    World world;
    world.spawn(Thrower{1});
    world.spawn(Thrower{2});
    world.spawn(Thrower{1});
    const auto expected =
        ElementsAre("error[doc-unwritable]: entity 0, `Thrower`: writing it threw: no ones",
                    "error[doc-unwritable]: entity 2, `Thrower`: writing it threw: no ones");
    EXPECT_THAT(messages_of(registry.save_text(world)), expected);
    EXPECT_THAT(messages_of(registry.save_binary(world)), expected);
    EXPECT_THAT(messages_of(registry.to_doc(world)), expected);
}

TEST(UserCode, ThatThrowsOnLoadingLeavesTheWorldAsItWas) {
    const SceneRegistry registry = throwing();
    World world;
    EXPECT_THAT(messages_of(load(registry, world,
                                 "cinder-scene 2\nentity 0\n  Thrower x=7\nentity 1\n  Health "
                                 "hp=\"x\"\n")),
                ElementsAre("t:3:3: error[doc-value]: entity 0, `Thrower`: reading it threw "
                            "something that is no std::exception",
                            HasSubstr("t:5:13: error[doc-field-type]")));
    EXPECT_EQ(world.entity_count(), 0u);
}

TEST(UserCode, ThatThrowsOnlyAfterTheCheckLeavesTheWorldAsItWas) {
    SceneRegistry registry = make_registry();
    int reads = 0;
    SceneFunctions<int> functions = integer_as("A");
    functions.read = [&reads](FieldReader&) -> int {
        if (++reads % 2 == 0) throw std::runtime_error("tired");
        return 1;
    };
    ASSERT_TRUE(registry.add_custom(functions));
    const std::string text = "cinder-scene 2\nentity 0\n  Name value=\"a\"\n  A\n";
    World world;
    const Result<std::vector<Entity>> loaded =
        registry.load(world, std::as_bytes(std::span(text)), "t");
    ASSERT_FALSE(loaded);
    EXPECT_EQ(to_string(loaded.error()), "t: error[doc-value]: reading a component threw: tired");
    EXPECT_EQ(world.entity_count(), 0u);
}

struct Tree {
    std::vector<Tree> below;
};
DIORAMA_COMPONENT(Tree, below);
struct Pair {
    Tree left, right;
};
DIORAMA_COMPONENT(Pair, left, right);

TEST(Snapshot, NamesEveryValueThatNoFieldHoldsBesideForgottenTypes) {
    SceneRegistry registry;
    ASSERT_TRUE(registry.add<Pair>());
    Tree deep;
    Tree* at = &deep;
    for (int i = 0; i < 100; ++i)
        at = &at->below.emplace_back();
    World world;
    world.spawn(Pair{deep, deep});
    world.spawn(Marker{});
    const Result<SceneDoc> doc = registry.to_doc(world);
    EXPECT_THAT(messages_of(doc),
                ElementsAre(HasSubstr("error[doc-unregistered]: component `Marker`"),
                            HasSubstr("error[doc-unwritable]: entity 0, `Pair`: field left."),
                            HasSubstr("error[doc-unwritable]: entity 0, `Pair`: field right.")));
    EXPECT_EQ(messages_of(registry.save_text(world)), messages_of(doc));
    const Result<SceneDoc> skipped = registry.to_doc(world, {UnregisteredPolicy::skip});
    EXPECT_THAT(messages_of(skipped), ElementsAre(HasSubstr("warning[doc-unregistered]"),
                                                  HasSubstr("error[doc-unwritable]"),
                                                  HasSubstr("error[doc-unwritable]")));
}

TEST(Snapshot, RefusesDeadHandles) {
    // A slot that is used again holds another entity, which nobody asked for.
    World world;
    const Entity gone = world.spawn(Name{"gone"});
    ASSERT_TRUE(world.despawn(gone));
    const Entity other = world.spawn(Name{"other"});
    ASSERT_EQ(gone.index(), other.index());
    const SceneRegistry registry = make_registry();
    const Result<SceneDoc> doc = registry.to_doc(world, std::vector{gone, Entity::null(), other});
    ASSERT_FALSE(doc);
    EXPECT_EQ(doc.error().code, ErrorCode("entity-dead"));
    EXPECT_EQ(messages_of(doc).size(), 2u);
    EXPECT_EQ(registry.to_doc(world, std::vector{other})->entities.size(), 1u);
}

TEST(SceneDoc, KnowsNamesAndPlaces) {
    for (const char* name : {"a", "A.b", "x1", "ä", "entity", "a#"})
        EXPECT_TRUE(is_valid_name(name)) << name;
    for (const char* name : {"", "#a", "a b", "a\tb", "a=b", "a\"b", "a[b", "a]b", "\x7f", "\xff"})
        EXPECT_FALSE(is_valid_name(name)) << name;
    EXPECT_FALSE(is_valid_component_name("entity"));
    EXPECT_TRUE(is_valid_component_name("entity2"));
    const std::string text = "cinder-scene 2\nentity 0\n  Foo x=1 y=2\n";
    const SceneDoc doc = *read_text(text, "t");
    const ComponentRecord& foo = doc.entities[0].components[0];
    EXPECT_EQ(doc.where(foo), "t:3:3");
    EXPECT_EQ(doc.where(foo, foo.fields[1].place()), "t:3:13");
    const SceneBytes bytes = *write_binary(doc);
    const SceneDoc binary = *read_binary(bytes, "b");
    EXPECT_EQ(binary.where(binary.entities[0].components[0]), "b@16");
    EXPECT_EQ(SceneDoc{}.where(foo), "");
}

}  // namespace
}  // namespace diorama::document
