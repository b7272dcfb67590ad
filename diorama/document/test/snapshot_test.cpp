// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "diorama/document/error_codes.hpp"
#include "diorama/document/test/scene_fixtures.hpp"
#include "diorama/document/test/world_fixtures.hpp"
#include "diorama/scene/mobility.hpp"
#include "diorama/scene/propagation.hpp"
#include "diorama/scene/visibility.hpp"

namespace diorama::document {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Not described, as derived run-time data is.
struct Cache {
    int value = 0;
};

TEST(Snapshot, HoldsTheScenesOwnComponents) {
    World world;
    const Entity hub = world.spawn(Transform{.translation = {1, 2, 3}}, Name{"hub"});
    world.spawn(ChildOf{hub}, Mobility{MobilityKind::fixed}, Visibility{VisibilityMode::hidden},
                Health{});
    world.spawn();
    propagate_transforms(world);
    EXPECT_EQ(save(make_registry(), world),
              "cinder-scene 2\n"
              "entity 0\n"
              "  Name value=\"hub\"\n"
              "  Transform translation=[1.0,2.0,3.0] rotation=[0.0,0.0,0.0,1.0] "
              "scale=[1.0,1.0,1.0]\n"
              "entity 1\n"
              "  ChildOf parent=#0\n"
              "  Transform translation=[0.0,0.0,0.0] rotation=[0.0,0.0,0.0,1.0] "
              "scale=[1.0,1.0,1.0]\n"
              "  Mobility kind=\"static\"\n"
              "  Visibility mode=\"hidden\"\n"
              "  Health hp=100.0 lives=3\n"
              "entity 2\n");
}

TEST(Snapshot, KeepsSpawnOrderWhateverTheStorage) {
    World world;
    std::vector<Entity> entities;
    for (int i = 0; i < 6; ++i)
        entities.push_back(world.spawn(Name{std::to_string(i)}));
    ASSERT_TRUE(world.add(entities[0], Health{}));  // moves rows about
    ASSERT_TRUE(world.despawn(entities[2]));
    ASSERT_TRUE(world.add(entities[4], Marker{}));
    world.spawn(Name{"reuses a slot"});
    ASSERT_TRUE(world.remove<Health>(entities[0]));
    const Result<SceneDoc> doc = make_registry().to_doc(world);
    ASSERT_TRUE(doc);
    std::vector<std::string> names;
    for (const EntityRecord& entity : doc->entities)
        names.emplace_back(std::get<std::string_view>(entity.find("Name")->find("value")->value()));
    EXPECT_THAT(names, ElementsAre("0", "1", "3", "4", "5", "reuses a slot"));
}

TEST(Snapshot, KeepsChildOrderThroughReordering) {
    // CASES H18: children order is file order, at every depth, after any moves.
    World world;
    const Entity root = world.spawn(Name{"root"});
    std::vector<Entity> children;
    for (const char* name : {"mesh", "j1", "j2", "j3"})
        children.push_back(world.spawn(Name{name}, ChildOf{root}));
    world.spawn(Name{"other"});
    const Entity late = world.spawn(Name{"late"}, ChildOf{children[1]});
    world.spawn(Name{"later"}, ChildOf{children[1]});
    ASSERT_TRUE(world.move_child(children[3], children[0]));
    ASSERT_TRUE(world.move_child(late, Entity::null()));
    ASSERT_TRUE(world.reparent(children[2], children[3]));

    const SceneRegistry registry = make_registry();
    const std::string text = save(registry, world);
    World copy;
    const Result<std::vector<Entity>> loaded = load(registry, copy, text);
    ASSERT_TRUE(loaded);
    EXPECT_EQ(save(registry, copy), text);
    const auto find = [&](const std::string& name) {
        for (const Entity entity : *loaded) {
            if (copy.get<Name>(entity)->value == name) return entity;
        }
        return Entity::null();
    };
    EXPECT_THAT(names_of(copy, copy.children(find("root"))), ElementsAre("j3", "mesh", "j1"));
    EXPECT_THAT(names_of(copy, copy.children(find("j1"))), ElementsAre("later", "late"));
    EXPECT_THAT(names_of(copy, copy.children(find("j3"))), ElementsAre("j2"));
    EXPECT_THAT(names_of(copy, *loaded),
                ElementsAre("root", "j3", "mesh", "j2", "j1", "other", "later", "late"));
}

TEST(Snapshot, GivesEveryLoadTheFilesChildOrder) {
    // CASES H18: three levels, loaded twice into one world, among freed slots.
    std::string text = "cinder-scene 2\n";
    auto entity = [&, n = 0](const std::string& name, int parent) mutable {
        text.append("entity ")
            .append(std::to_string(n))
            .append("\n  Name value=\"" + name + "\"\n");
        if (parent >= 0) text.append("  ChildOf parent=#").append(std::to_string(parent) + "\n");
        return n++;
    };
    int above = -1;
    for (int level = 0; level < 4; ++level) {
        const int mesh = entity("mesh", above), first = entity("j1", above);
        entity("j2", above);
        above = level % 2 == 0 ? first : mesh;
    }
    const SceneRegistry registry = make_registry();
    World world;
    std::vector<Entity> gone;
    for (int i = 0; i < 7; ++i)
        gone.push_back(world.spawn());
    for (const int i : {2, 6, 0, 3})
        ASSERT_TRUE(world.despawn(gone[static_cast<std::size_t>(i)]));
    for (int time = 0; time < 2; ++time) {
        const Result<std::vector<Entity>> loaded = load(registry, world, text);
        ASSERT_TRUE(loaded);
        for (const std::size_t parent : {1u, 3u, 7u})
            EXPECT_THAT(names_of(world, world.children(loaded->at(parent))),
                        ElementsAre("mesh", "j1", "j2"))
                << parent;
    }
}

TEST(Snapshot, KeepsMirroredScalesAsAuthored) {
    // CASES H13: no sign moves to another axis or into the rotation, in text nor in binary.
    const std::vector<vec3> scales{{-1, 1, 1}, {-2, 1, 1}, {1, -1, 1}, {-1, -1, 1}};
    World world;
    for (const vec3& scale : scales)
        world.spawn(Transform{.scale = scale});
    const SceneRegistry registry = make_registry();
    const std::string text = save(registry, world);
    const Result<SceneBytes> binary = registry.save_binary(world);
    ASSERT_TRUE(binary);
    for (const auto bytes : {std::as_bytes(std::span(text)), std::span<const std::byte>(*binary)}) {
        World copy;
        const auto loaded = registry.load(copy, bytes, "t");
        ASSERT_TRUE(loaded);
        const std::vector<Entity> made = copy.entities();
        ASSERT_EQ(made.size(), scales.size());
        for (std::size_t i = 0; i < scales.size(); ++i) {
            const Transform* transform = copy.get<Transform>(made[i]);
            ASSERT_NE(transform, nullptr);
            EXPECT_EQ(transform->scale, scales[i]);
            EXPECT_EQ(transform->rotation, quat(1, 0, 0, 0));
        }
    }
}

TEST(Snapshot, WritesRecycledSlotsByTheirPlaceInTheFile) {
    // CASES S01: the file holds no run-time index and no generation.
    World world;
    const Entity a = world.spawn();
    ASSERT_TRUE(world.despawn(a));
    const Entity c = world.spawn(Name{"c"});
    const Entity p = world.spawn(Name{"p"});
    ASSERT_TRUE(world.reparent(c, p));
    ASSERT_TRUE(world.add(p, Link{a, {c, a, p}}));  // a is stale
    const SceneRegistry registry = make_registry();
    const std::string text = save(registry, world);
    EXPECT_THAT(text, HasSubstr("ChildOf parent=#1"));
    EXPECT_THAT(text, HasSubstr("Link target=#-1 others.0=#0 others.1=#-1 others.2=#1\n"));
    World fresh;
    World used;
    for (int i = 0; i < 10; ++i) {
        const Entity old = used.spawn(Name{"old"});
        if (i % 3 == 0) {
            ASSERT_TRUE(used.despawn(old));
        }
    }
    for (World* into : {&fresh, &used}) {
        const Result<std::vector<Entity>> loaded = load(registry, *into, text);
        ASSERT_TRUE(loaded);
        EXPECT_EQ(into->parent(loaded->at(0)), loaded->at(1));
        EXPECT_THAT(names_of(*into, into->children(loaded->at(1))), ElementsAre("c"));
    }
}

TEST(Snapshot, OfASubtreeCutsWhatLeadsOutOfIt) {
    World world;
    const Entity outside = world.spawn(Name{"outside"});
    const Entity root = world.spawn(Name{"root"}, ChildOf{outside});
    const Entity leaf = world.spawn(Name{"leaf"}, ChildOf{root}, Link{outside, {root}});
    const Result<SceneDoc> doc = make_registry().to_doc(world, std::vector{leaf, root});
    ASSERT_TRUE(doc);
    ASSERT_EQ(doc->entities.size(), 2u);
    EXPECT_EQ(doc->entities[0].find("ChildOf"), nullptr);
    EXPECT_THAT(*write_text(*doc), HasSubstr("ChildOf parent=#0"));
    EXPECT_THAT(*write_text(*doc), HasSubstr("Link target=#-1 others.0=#0"));
}

TEST(Snapshot, OfAPartIsTheSameOnEveryWay) {
    const SceneRegistry registry = make_registry();
    World world;
    std::vector<Entity> all;
    for (int i = 0; i < 700; ++i) {
        const Entity above = i % 7 == 0 ? Entity::null() : all[all.size() - std::size_t(i % 7)];
        all.push_back(world.spawn(Name{std::to_string(i)}, Link{above, {}}));
        if (!above.is_null()) (void)world.add(all.back(), ChildOf{above});
        if (i % 3 == 0) (void)world.add(all.back(), Health{0.5f, i});
    }
    std::vector<Entity> hurt;  // of a query
    world.query<const Health>().each([&](Entity entity, const Health&) { hurt.push_back(entity); });
    std::reverse(hurt.begin(), hurt.end());
    const SnapshotOptions only_hurt{.only = hurt};

    const SceneDoc doc = *registry.to_doc(world, hurt);
    ASSERT_EQ(doc.entities.size(), 234u);
    EXPECT_EQ(doc, *registry.to_doc(world, only_hurt));
    EXPECT_EQ(*registry.save_text(world, only_hurt), *write_text(doc));
    EXPECT_EQ(*registry.save_binary(world, only_hurt), *write_binary(doc));
    SceneBytes bytes;
    ASSERT_TRUE(registry.save_binary_into(bytes, world, only_hurt));
    EXPECT_EQ(bytes, *write_binary(doc));
    const auto path = std::filesystem::path(testing::TempDir()) /
                      ("part_" + std::to_string(::getpid()) + ".cscn");
    ASSERT_TRUE(registry.save_file(path, world, only_hurt));
    EXPECT_EQ(as_string(bytes_of(path)), *write_text(doc));

    // The dead are named, and the file stays.
    ASSERT_TRUE(world.despawn(hurt[5]));
    const Result<> saved = registry.save_file(path, world, only_hurt);
    ASSERT_FALSE(saved);
    EXPECT_EQ(saved.error().code, ErrorCode("entity-dead"));
    EXPECT_EQ(saved.error().where, path.string());
    EXPECT_EQ(as_string(bytes_of(path)), *write_text(doc));
    std::filesystem::remove(path);
    EXPECT_EQ(
        registry.to_doc(world, SnapshotOptions{.only = std::span<const Entity>()})->entities.size(),
        0u);
}

TEST(Snapshot, MakesAnOrphanARoot) {
    World world;
    const Entity gone = world.spawn();
    ASSERT_TRUE(world.despawn(gone));
    world.spawn(Name{"orphan"}, ChildOf{gone});
    const SceneRegistry registry = make_registry();
    World copy;
    const Result<std::vector<Entity>> loaded = load(registry, copy, save(registry, world));
    ASSERT_TRUE(loaded);
    EXPECT_TRUE(copy.parent(loaded->at(0)).is_null());
}

TEST(Snapshot, NamesEveryDescribedTypeThatWouldBeLost) {
    // CASES S12: derived data is left out, types that were forgotten are named, all at once.
    World world;
    world.spawn(Name{"a"}, Health{}, Cache{});
    world.spawn(Marker{}, Link{});
    SceneRegistry registry;
    register_scene_components(registry);
    ASSERT_TRUE(registry.add<Link>());
    const Result<SceneDoc> doc = registry.to_doc(world);
    EXPECT_THAT(messages_of(doc),
                ElementsAre("error[doc-unregistered]: components `Health`, `Marker` are not "
                            "registered, and would be lost"));
    EXPECT_EQ(messages_of(registry.save_text(world)), messages_of(doc));
    EXPECT_EQ(messages_of(registry.save_binary(world)), messages_of(doc));

    const Result<SceneDoc> rest = registry.to_doc(world, {UnregisteredPolicy::skip});
    ASSERT_TRUE(rest);
    ASSERT_EQ(rest->warnings.size(), 1u);
    EXPECT_THAT(rest->warnings[0].message, HasSubstr("`Health`, `Marker` are not registered"));
    EXPECT_NE(rest->entities[1].find("Link"), nullptr);
    EXPECT_EQ(rest->entities[0].find("Health"), nullptr);

    registry.add_transient<Health>();
    registry.add_transient<Marker>();
    EXPECT_TRUE(registry.to_doc(world));
}

TEST(Snapshot, LeavesUndescribedMembersOut) {
    // CASES S14.
    World world;
    world.spawn(Health{1, 2, true});
    const SceneRegistry registry = make_registry();
    const std::string text = save(registry, world);
    EXPECT_THAT(text, testing::Not(HasSubstr("cached")));
    World copy;
    const Result<std::vector<Entity>> loaded = load(registry, copy, text);
    ASSERT_TRUE(loaded);
    EXPECT_FALSE(copy.get<Health>(loaded->at(0))->cached);
}

TEST(Snapshot, SaysWhatTheFileCantHold) {
    World world;
    world.spawn(Name{"\xff"});
    const Result<SceneDoc> doc = make_registry().to_doc(world);
    ASSERT_TRUE(doc);
    EXPECT_THAT(message_of(write_text(*doc)),
                HasSubstr("error[doc-utf8]: entity 0, `Name`, `value`: the string is not valid"));
}

}  // namespace
}  // namespace diorama::document
