// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "diorama/document/error_codes.hpp"
#include "diorama/document/test/scene_fixtures.hpp"
#include "diorama/document/test/world_fixtures.hpp"
#include "diorama/ecs/error_codes.hpp"
#include "diorama/scene/propagation.hpp"

namespace diorama::document {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(Instantiate, GivesTheEntitiesInFileOrder) {
    World world;
    const SceneRegistry registry = make_registry();
    const Result<std::vector<Entity>> loaded =
        load(registry, world,
             "cinder-scene 2\nentity 0\n  ChildOf parent=#1\n  Health hp=42.5\nentity 1\n"
             "  Name value=\"top\"\n  Transform translation=[1.0,0.0,0.0]\nentity 2\n");
    ASSERT_TRUE(loaded) << to_string(loaded.error());
    ASSERT_EQ(loaded->size(), 3u);
    EXPECT_EQ(world.entity_count(), 3u);
    EXPECT_EQ(world.parent(loaded->at(0)), loaded->at(1));
    EXPECT_EQ(world.get<Health>(loaded->at(0))->hp, 42.5f);
    EXPECT_EQ(world.get<Health>(loaded->at(0))->lives, 3);  // the default
    propagate_transforms(world);
    EXPECT_EQ(world.get<GlobalTransform>(loaded->at(0))->translation(), vec3(1, 0, 0));
}

TEST(Instantiate, IsToldToObserversWhenAllIsInPlace) {
    // CASES S16: an observer of a component finds its data, its neighbours and its references.
    World world;
    std::vector<Entity> told;
    world.observe<Health>(On::add, [&](World& in, Entity entity) {
        told.push_back(entity);
        EXPECT_EQ(in.get<Health>(entity)->hp, 7);
        ASSERT_NE(in.get<Transform>(entity), nullptr);
        EXPECT_EQ(in.get<Transform>(entity)->translation.x, 3);
        ASSERT_NE(in.get<Link>(entity), nullptr);
        // It stands later in the file.
        const Name* target = in.get<Name>(in.get<Link>(entity)->target);
        ASSERT_NE(target, nullptr);
        EXPECT_EQ(target->value, "target");
    });
    const SceneRegistry registry = make_registry();
    constexpr std::string_view text =
        "cinder-scene 2\nentity 0\n  Health hp=7.0\n  Link target=#1\n"
        "  Transform translation=[3.0,0.0,0.0]\nentity 1\n"
        "  Name value=\"target\"\n";
    const auto loaded = registry.load(world, std::as_bytes(std::span(text)), "t");
    ASSERT_TRUE(loaded) << to_string(loaded.error());
    EXPECT_TRUE(told.empty()) << "not while it loads";
    ASSERT_TRUE(world.update(0));
    EXPECT_EQ(told, (std::vector{loaded->at(0)}));
    // What a load that fails has made and taken back is no event.
    constexpr std::string_view broken =
        "cinder-scene 2\nentity 0\n  Health hp=7.0\nentity 1\n"
        "  ChildOf parent=#1\n";
    ASSERT_FALSE(registry.load(world, std::as_bytes(std::span(broken)), "t"));
    ASSERT_TRUE(world.update(0));
    EXPECT_EQ(told.size(), 1u);
}

TEST(Instantiate, PointsReferencesAtTheNewEntitiesOnEveryPath) {
    // CASES S02: saved from a world and loaded back into it while the old ones live.
    World world;
    const Entity a = world.spawn(Name{"a"});
    const Entity b = world.spawn(Name{"b"}, Link{a, {a, a}}, ChildOf{a});
    const SceneRegistry registry = make_registry();
    const std::string text = save(registry, world);
    const Result<std::vector<Entity>> loaded = load(registry, world, text);
    ASSERT_TRUE(loaded);
    const Link* const link = world.get<Link>(loaded->at(1));
    EXPECT_EQ(link->target, loaded->at(0));
    EXPECT_THAT(link->others, ElementsAre(loaded->at(0), loaded->at(0)));
    EXPECT_EQ(world.parent(loaded->at(1)), loaded->at(0));
    EXPECT_EQ(world.get<Link>(b)->target, a);
    EXPECT_EQ(world.parent(b), a);
    EXPECT_EQ(world.children(a).size(), 1u);
}

TEST(Instantiate, IsIdempotentOverSaves) {
    // CASES S04 and S18: ten loads and saves, each into a world of its own, change nothing.
    const SceneRegistry registry = make_registry();
    std::string text =
        "cinder-scene 2\nentity 0\n  Name value=\"a\"\n  Transform translation=[0.1,0.2,0.3] "
        "rotation=[0.1,0.2,0.3,0.9] scale=[-1.0,1.0,1.0]\nentity 1\n  ChildOf parent=#0\n"
        "  Transform translation=[1e+30,-0.0,1e-45] rotation=[0.0,0.0,0.0,1.0] "
        "scale=[1.0,1.0,1.0]\n";
    for (int i = 0; i < 10; ++i) {
        World world;
        ASSERT_TRUE(load(registry, world, text));
        propagate_transforms(world);
        const std::string again = save(registry, world);
        ASSERT_EQ(again, text);
    }
}

/// Stands so far along a path; where that is, is computed when it is loaded.
struct Follower {
    float offset = 0;
};
DIORAMA_COMPONENT(Follower, offset);
/// What is computed.
struct Followed {
    vec3 place{0};
};
DIORAMA_COMPONENT(Followed, place);

TEST(Instantiate, DoesNotLetWhatIsComputedAtLoadCreepIntoTheFile) {
    // CASES S18: ten loads and saves of a follower that is placed anew at each load, from what it
    // was authored with.
    SceneRegistry registry = make_registry();
    ASSERT_TRUE(registry.add<Follower>());
    registry.add_transient<Followed>();
    const std::string text =
        "cinder-scene 2\nentity 0\n  Transform translation=[1.0,0.5,0.25] "
        "rotation=[0.0,0.0,0.0,1.0] scale=[1.0,1.0,1.0]\n  Follower offset=2.5\n";
    std::string saved = text;
    for (int i = 0; i < 10; ++i) {
        World world;
        world.observe<Follower>(On::add, [](World& in, Entity entity) {
            const vec3 own = in.get<Transform>(entity)->translation;
            ASSERT_TRUE(
                in.add(entity, Followed{own + vec3(in.get<Follower>(entity)->offset, 0, 0)}));
        });
        const auto loaded = registry.load(world, std::as_bytes(std::span(saved)), "t");
        ASSERT_TRUE(loaded) << to_string(loaded.error());
        ASSERT_TRUE(world.update(0));
        ASSERT_TRUE(world.update(0));
        ASSERT_NE(world.get<Followed>(loaded->at(0)), nullptr);
        EXPECT_EQ(world.get<Followed>(loaded->at(0))->place, vec3(3.5f, 0.5f, 0.25f));
        propagate_transforms(world);
        saved = save(registry, world);
        ASSERT_EQ(saved, text) << "after " << i + 1;
    }
}

struct BadDocument {
    const char* name;
    const char* lines;
    const char* fault;
};
constexpr BadDocument kBadDocuments[] = {
    {"UnknownComponent", "entity 0\n  Mystery x=1\n",
     "t:3:3: error[unknown-component]: unknown component: entity 0 has `Mystery`"},
    {"WrongKind", "entity 0\n  Name value=\"lamp\"\n  Health hp=\"full\"\n",
     "t:4:13: error[doc-field-type]: entity 0 `lamp`, `Health`: field hp: expected a float, found "
     "a string"},
    {"WrongReference", "entity 0\n  ChildOf parent=0\n",
     "t:3:18: error[doc-field-type]: entity 0, `ChildOf`: field parent: expected an entity"},
    {"SelfParent", "entity 0\n  ChildOf parent=#0\n",
     "t:3:3: error[hierarchy-cycle]: entity 0 is above itself by ChildOf: 0 -> 0"},
    {"Loop",
     "entity 0\n  ChildOf parent=#2\nentity 1\n  ChildOf parent=#0\nentity 2\n  ChildOf "
     "parent=#1\n",
     // CASES H07(c): all members, in order.
     "t:3:3: error[hierarchy-cycle]: entity 0 is above itself by ChildOf: 0 -> 2 -> 1 -> 0"},
};

class BadDocumentTest : public testing::TestWithParam<BadDocument> {};

TEST_P(BadDocumentTest, LeavesTheWorldAsItWas) {
    World world;
    const Entity before = world.spawn(Name{"before"});
    const Result<std::vector<Entity>> loaded =
        load(make_registry(), world, std::string("cinder-scene 2\n") + GetParam().lines);
    EXPECT_THAT(message_of(loaded), HasSubstr(GetParam().fault));
    EXPECT_EQ(world.entity_count(), 1u);
    // Nothing was spawned and taken back either: the next slot is the one that would have been.
    EXPECT_EQ(world.spawn(), Entity(before.index() + 1, before.generation()));
}
INSTANTIATE_TEST_SUITE_P(Instantiate, BadDocumentTest, testing::ValuesIn(kBadDocuments),
                         [](const auto& row) { return row.param.name; });

TEST(Instantiate, NamesAllFaultsWithTheirPlaces) {
    // CASES S11: file, line and column, entity, component and field, expected and found; all
    // faults.
    World world;
    const Result<std::vector<Entity>> loaded =
        load(make_registry(), world,
             "cinder-scene 2\nentity 0\n  Name value=\"k7\"\n  Health hp=\"x\" lives=1.5\n"
             "  Mystery\nentity 1\n  Link target=3\n");
    EXPECT_THAT(messages_of(loaded),
                ElementsAre(HasSubstr("t:4:13: error[doc-field-type]: entity 0 `k7`, `Health`: "
                                      "field hp: expected a float, found a string"),
                            HasSubstr("t:4:23: error[doc-field-type]"),
                            HasSubstr("t:5:3: error[unknown-component]"),
                            HasSubstr("t:7:15: error[doc-field-type]")));
    EXPECT_EQ(world.entity_count(), 0u);
}

TEST(Instantiate, NamesAllFaultsOfBinaryWithTheirBytes) {
    // CASES S11 again: the same places in bytes, and what no program knows is named, too.
    const SceneDoc doc = *read_text(
        "cinder-scene 2\nentity 0\n  Name value=\"k7\"\n  Health hp=\"x\" lives=1.5\n"
        "  Mystery inner.0.first=1\nentity 1\n  Link target=3\n",
        "t");
    const SceneBytes bytes = *write_binary(doc);
    const std::string characters = as_string(bytes);
    // Where the fields' and the component's sizes stand, before their names.
    const auto place_of = [&](std::string_view name) {
        return "b@" + std::to_string(characters.find(name) - 4) + ": error[";
    };
    const SceneRegistry registry = make_registry();
    const std::vector<std::string> expected = {
        place_of("hp") +
            "doc-field-type]: entity 0 `k7`, `Health`: field hp: expected a float, found a string",
        place_of("lives") +
            "doc-field-type]: entity 0 `k7`, `Health`: field lives: expected an integer, found a "
            "float",
        place_of("Mystery") +
            "unknown-component]: unknown component: entity 0 `k7` has `Mystery`, which is not "
            "registered",
        place_of("target") +
            "doc-field-type]: entity 1, `Link`: field target: expected an entity, found an "
            "integer",
    };
    World world;
    EXPECT_EQ(messages_of(registry.load(world, bytes, "b")), expected);
    EXPECT_EQ(messages_of(registry.instantiate(world, *read_binary(bytes, "b"))), expected);
    EXPECT_EQ(world.entity_count(), 0u);
}

TEST(Instantiate, LeavesAWorldThatIsClearedAndLoadedAgainAsItWas) {
    // CASES S04: what is loaded in place of itself, into recycled slots, is there once.
    World world;
    ASSERT_TRUE(world.despawn(world.spawn()));
    const Entity parent = world.spawn(Transform{.translation = {1, 2, 3}});  // unnamed
    world.spawn(ChildOf{parent}, Link{parent, {}});
    const SceneRegistry registry = make_registry();
    const std::string text = save(registry, world);
    for (int time = 0; time < 3; ++time) {
        for (const Entity entity : world.entities())
            (void)world.despawn(entity);  // children went with their parents
        ASSERT_EQ(world.entity_count(), 0u);
        ASSERT_TRUE(load(registry, world, text));
        EXPECT_EQ(world.entity_count(), 2u);
        EXPECT_EQ(save(registry, world), text);
    }
}

TEST(Instantiate, RefusesDocumentsThatNoReaderWouldGive) {
    World world;
    SceneDoc doc;
    doc.entities.resize(1);
    doc.entities[0].components.push_back({"Marker", {}});
    doc.entities[0].components.push_back({"Marker", {}});
    doc.entities[0].components.push_back({"Link", {Field("target", EntityIndex{5})}});
    const Result<std::vector<Entity>> loaded = make_registry().instantiate(world, doc);
    EXPECT_THAT(messages_of(loaded), testing::Contains(HasSubstr("duplicate component")));
    EXPECT_THAT(messages_of(loaded), testing::Contains(HasSubstr("error[doc-reference]")));
    EXPECT_EQ(world.entity_count(), 0u);
}

TEST(Instantiate, WarnsOfWhatItDrops) {
    World world;
    std::vector<Diagnostic> warnings;
    const Result<std::vector<Entity>> loaded = load(
        make_registry(), world,
        "cinder-scene 2\nentity 0\n  Health hp=1.0 mana=2.0\n  ChildOf parent=#-1\n", &warnings);
    ASSERT_TRUE(loaded) << to_string(loaded.error());
    ASSERT_EQ(warnings.size(), 2u);
    EXPECT_EQ(to_string(warnings[0]),
              "t:3:17: warning[doc-unknown-field]: entity 0, `Health`: unknown field `mana` is "
              "dropped");
    EXPECT_THAT(to_string(warnings[1]), HasSubstr("t:4:3: warning[doc-no-target]"));
    EXPECT_TRUE(world.parent(loaded->at(0)).is_null());
}

TEST(Instantiate, RefusesAPoisonedWorld) {
    World world;
    world.core().set_poison(fail(ErrorCode("boom"), "a system failed").error());
    const Result<std::vector<Entity>> loaded = make_registry().instantiate(world, {});
    ASSERT_FALSE(loaded);
    EXPECT_EQ(loaded.error().code, diorama::codes::world_poisoned);
}

TEST(Instantiate, TakesAHandWrittenPair) {
    struct Clock {
        int seconds = 0;
        static std::string_view scene_name() { return "Clock"; }
        void write_scene(FieldWriter& w) const {
            w.integer("minutes", seconds / 60);
            w.integer("seconds", seconds % 60);
        }
        static Clock read_scene(FieldReader& r) {
            return {static_cast<int>(r.integer("minutes", 0) * 60 + r.integer("seconds", 0))};
        }
    };
    SceneRegistry registry;
    ASSERT_TRUE(registry.add<Clock>());
    World world;
    world.spawn(Clock{125});
    const std::string text = save(registry, world);
    EXPECT_EQ(text, "cinder-scene 2\nentity 0\n  Clock minutes=2 seconds=5\n");
    World copy;
    const Result<std::vector<Entity>> loaded = load(registry, copy, text);
    ASSERT_TRUE(loaded);
    EXPECT_EQ(copy.get<Clock>(loaded->at(0))->seconds, 125);
}

TEST(Instantiate, LetsObserversSeeWholeEntities) {
    // CASES S16: no observer is told before every component is there and every reference resolved.
    const std::string text =
        "cinder-scene 2\nentity 0\n  Health hp=7.0\n  Link target=#1\nentity 1\n  Name "
        "value=\"b\"\n";
    const SceneRegistry registry = make_registry();
    const SceneDoc doc = *read_text(text, "t");
    for (const bool straight : {true, false}) {
        World world;
        int told = 0;
        world.observe<Health>(On::add, [&](World& in, Entity entity) {
            const Link* const link = in.get<Link>(entity);
            told +=
                in.get<Health>(entity)->hp == 7 && link != nullptr && in.has<Name>(link->target);
        });
        if (straight)
            ASSERT_TRUE(registry.load(world, std::as_bytes(std::span(text)), "t"));
        else
            ASSERT_TRUE(registry.instantiate(world, doc));
        EXPECT_EQ(told, 0);
        ASSERT_TRUE(world.flush());
        EXPECT_EQ(told, 1);
    }
}

TEST(Instantiate, LeavesAOneLineDiffWhenOneFloatChanges) {
    // CASES S08(a)(c): saved again nothing changes; one edited float is one changed line.
    std::string text = "cinder-scene 2\n";
    for (int i = 0; i < 100; ++i)
        text.append("entity ")
            .append(std::to_string(i))
            .append("\n  Name value=\"n\"\n")
            .append("  Health hp=0.1 lives=3\n");
    const SceneRegistry registry = make_registry();
    World world;
    const auto loaded = registry.load(world, std::as_bytes(std::span(text)), "t");
    ASSERT_TRUE(loaded);
    EXPECT_EQ(*registry.save_text(world), text);
    world.get_mut<Health>(loaded->at(40))->hp = 0.25f;
    const std::string edited = *registry.save_text(world);
    const std::size_t at = text.find("hp=0.1", text.find("entity 40\n"));
    EXPECT_EQ(edited, std::string(text).replace(at, 6, "hp=0.25"));
}

TEST(Instantiate, LoadsAChainOfAHundredThousand) {
    std::string text = "cinder-scene 2\nentity 0\n";
    for (int i = 1; i < 100'000; ++i)
        text.append("entity ")
            .append(std::to_string(i))
            .append("\n  ChildOf parent=#")
            .append(std::to_string(i - 1))
            .append("\n");
    World world;
    const SceneRegistry registry = make_registry();
    ASSERT_TRUE(load(registry, world, text));
    EXPECT_EQ(world.entity_count(), 100'000u);
}

TEST(Load, ReadsEitherFormatAndMigrates) {
    SceneRegistry registry = make_registry();
    ASSERT_TRUE(registry.add_migration(1, [](SceneDoc& doc) -> Result<> {
        doc.entities[0].find("Health")->rename_field("points", "hp");
        return {};
    }));
    const std::string text = "cinder-scene 1\nentity 0\n  Health points=2.5\n";
    const SceneBytes binary = *write_binary(*read_text(text, "t"));
    for (const auto bytes : {std::as_bytes(std::span(text)), std::span<const std::byte>(binary)}) {
        World world;
        const Result<std::vector<Entity>> loaded = registry.load(world, bytes, "t");
        ASSERT_TRUE(loaded) << to_string(loaded.error());
        EXPECT_EQ(world.get<Health>(loaded->at(0))->hp, 2.5f);
    }
}

TEST(Load, RefusesWhatTheReadersRefuseAndLeavesTheWorldAlone) {
    SceneRegistry registry = make_registry();
    registry.set_unknown(UnknownPolicy::keep);
    for (const char* name : {"yard_v2.cscn", "yard_v2.cscnb"}) {
        const SceneBytes whole = fixture(name);
        for (std::size_t n = 0; n < whole.size(); n += 7) {
            World world;
            const SceneBytes cut(whole.begin(), whole.begin() + std::ptrdiff_t(n));
            const Result<std::vector<Entity>> loaded = registry.load(world, cut, "cut");
            if (!loaded) {
                EXPECT_EQ(world.entity_count(), 0u) << n;
            }
        }
    }
    World world;
    EXPECT_THAT(message_of(registry.load(world, std::as_bytes(std::span("{}\n", 3)), "t")),
                HasSubstr("missing header"));
    const std::string dangling = "cinder-scene 2\nentity 0\n  Mystery x=#7\n  Health y=#8\n";
    EXPECT_THAT(messages_of(registry.load(world, std::as_bytes(std::span(dangling)), "t")),
                testing::AllOf(testing::Contains(HasSubstr("t:3:13: error[doc-reference]")),
                               testing::Contains(HasSubstr("t:4:12: error[doc-reference]"))));
    const std::string twice = "cinder-scene 2\nentity 0\n  Marker\n  Marker\n";
    EXPECT_THAT(message_of(registry.load(world, std::as_bytes(std::span(twice)), "t")),
                HasSubstr("t:4:3: error[doc-duplicate]: duplicate component"));
    EXPECT_EQ(world.entity_count(), 0u);
}

TEST(Registry, RefusesTwoTypesUnderOneName) {
    SceneRegistry registry = make_registry();
    const Result<> again = registry.add<Health>();
    ASSERT_FALSE(again);
    EXPECT_EQ(again.error().code, codes::name_taken);
    const Result<> bad = registry.add_custom(SceneFunctions<int>{
        "two words", [](const int&, FieldWriter&) {}, [](FieldReader&) { return 0; }});
    ASSERT_FALSE(bad);
    EXPECT_EQ(bad.error().code, codes::name);
}

TEST(RandomHierarchy, SavesTheSameAfterEveryMove) {
    const SceneRegistry registry = make_registry();
    EXPECT_TRUE(rc::check([&] {
        World world;
        std::vector<Entity> all;
        for (int i = 0; i < 8; ++i)
            all.push_back(world.spawn(Name{std::to_string(i)}, Transform{}));
        const int moves = *rc::gen::inRange(0, 20);
        for (int i = 0; i < moves; ++i) {
            const Entity a = all[*rc::gen::inRange<std::size_t>(0, all.size())];
            const Entity b = all[*rc::gen::inRange<std::size_t>(0, all.size())];
            switch (*rc::gen::inRange(0, 4)) {
                case 0:
                    (void)world.reparent(a, b);  // refused where it closes a loop
                    break;
                case 1:
                    (void)world.move_child(a, b);  // refused where they are no siblings
                    break;
                case 2:
                    (void)world.detach(a);
                    break;
                default:
                    all.push_back(world.spawn(Name{std::to_string(8 + i)}, ChildOf{b}));
            }
        }
        const std::string text = save(registry, world);
        World copy;
        const Result<std::vector<Entity>> loaded = load(registry, copy, text);
        RC_ASSERT(loaded.has_value());
        RC_ASSERT(save(registry, copy) == text);
        // By name, since the file's order may differ from the spawn order of the first world.
        for (const Entity entity : all) {
            for (const Entity twin : *loaded) {
                if (copy.get<Name>(twin)->value != world.get<Name>(entity)->value) continue;
                RC_ASSERT(names_of(copy, copy.children(twin)) ==
                          names_of(world, world.children(entity)));
            }
        }
    }));
}

TEST(Instantiate, NamesOfALongLoopTheFirstAndTheLast) {
    std::string text = "cinder-scene 2\n";
    for (int i = 0; i < 1000; ++i)
        text.append("entity ")
            .append(std::to_string(i))
            .append("\n  ChildOf parent=#")
            .append(std::to_string((i + 1) % 1000))
            .append("\n");
    World world;
    const auto loaded = make_registry().instantiate(world, *read_text(text, "t"));
    ASSERT_FALSE(loaded);
    EXPECT_EQ(loaded.error().message,
              "entity 0 is above itself by ChildOf: 0 -> 1 -> 2 -> 3 -> 4 -> 5 -> 6 -> 7 -> ... -> "
              "993 -> 994 -> 995 -> 996 -> 997 -> 998 -> 999 -> 0, 1000 in all");
}

}  // namespace
}  // namespace diorama::document
