// SPDX-License-Identifier: MIT
/// \file
/// What the tests of snapshots and loading share: a few components, their registry, and ways to
/// load and save text.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "diorama/document/scene_binary.hpp"
#include "diorama/document/scene_components.hpp"
#include "diorama/document/scene_registry.hpp"
#include "diorama/document/scene_text.hpp"
#include "diorama/document/test/scene_fixtures.hpp"
#include "diorama/ecs/world.hpp"
#include "diorama/scene/name.hpp"

namespace diorama::document {

struct Health {
    float hp = 100;
    int lives = 3;
    bool cached = false;  // not described, so never saved
};
DIORAMA_COMPONENT(Health, hp, lives);

struct Link {
    Entity target;
    std::vector<Entity> others;
};
DIORAMA_COMPONENT(Link, target, others);

struct Marker {};
DIORAMA_COMPONENT(Marker);

/// A registry of the scene's components and those above.
inline SceneRegistry make_registry() {
    SceneRegistry registry;
    register_scene_components(registry);
    EXPECT_TRUE(registry.add<Health>());
    EXPECT_TRUE(registry.add<Link>());
    EXPECT_TRUE(registry.add<Marker>());
    return registry;
}

/// Each finding as a line.
inline std::vector<std::string> texts_of(const std::vector<Diagnostic>& findings) {
    std::vector<std::string> texts;
    for (const Diagnostic& finding : findings)
        texts.push_back(to_string(finding));
    return texts;
}

/// What \p registry makes of \p text, loaded into \p world: straight from the bytes. The way
/// through a document has to give the same entities or the same faults.
inline Result<std::vector<Entity>> load(const SceneRegistry& registry, World& world,
                                        std::string_view text,
                                        std::vector<Diagnostic>* warnings = nullptr) {
    const Result<SceneDoc> doc = read_text(text, "t");
    EXPECT_TRUE(doc) << (doc ? "" : to_string(doc.error()));
    if (!doc) return std::unexpected(doc.error());
    World other;
    std::vector<Diagnostic> other_warnings;
    const Result<std::vector<Entity>> by_doc = registry.instantiate(other, *doc, &other_warnings);
    std::vector<Diagnostic> own_warnings;
    Result<std::vector<Entity>> loaded =
        registry.load(world, std::as_bytes(std::span(text)), "t", &own_warnings);
    EXPECT_EQ(messages_of(loaded), messages_of(by_doc));
    EXPECT_EQ(texts_of(own_warnings), texts_of(other_warnings));
    if (loaded && by_doc) {
        EXPECT_EQ(*write_text(*registry.to_doc(world, *loaded)),
                  *write_text(*registry.to_doc(other, *by_doc)));
    }
    if (warnings != nullptr) *warnings = own_warnings;
    return loaded;
}

/// All of \p world as text.
inline std::string save(const SceneRegistry& registry, const World& world) {
    const Result<SceneDoc> doc = registry.to_doc(world);
    EXPECT_TRUE(doc) << (doc ? "" : to_string(doc.error()));
    if (!doc) return "";
    const Result<std::string> text = write_text(*doc);
    EXPECT_TRUE(text) << (text ? "" : to_string(text.error()));
    const Result<std::string> direct = registry.save_text(world);
    EXPECT_TRUE(direct && text && *direct == *text);
    const Result<SceneBytes> bytes = registry.save_binary(world);
    EXPECT_TRUE(bytes && *bytes == *write_binary(*doc));
    return text ? *text : "";
}

/// The names of \p list, in order.
template <class List>
std::vector<std::string> names_of(const World& world, const List& list) {
    std::vector<std::string> names;
    for (const Entity entity : list) {
        const Name* const name = world.get<Name>(entity);
        names.push_back(name == nullptr ? "?" : name->value);
    }
    return names;
}

}  // namespace diorama::document
