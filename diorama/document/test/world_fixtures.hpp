// SPDX-License-Identifier: MIT
/// \file
/// What the tests of snapshots and loading share: a few components, their registry, and ways to
/// load and save text.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "diorama/document/scene_components.hpp"
#include "diorama/document/scene_registry.hpp"
#include "diorama/document/scene_text.hpp"
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

/// What \p registry makes of \p text, loaded into \p world.
inline Result<std::vector<Entity>> load(const SceneRegistry& registry, World& world,
                                        std::string_view text,
                                        std::vector<Diagnostic>* warnings = nullptr) {
    const Result<SceneDoc> doc = read_text(text, "t");
    EXPECT_TRUE(doc) << (doc ? "" : to_string(doc.error()));
    if (!doc) return std::unexpected(doc.error());
    return registry.instantiate(world, *doc, warnings);
}

/// All of \p world as text.
inline std::string save(const SceneRegistry& registry, const World& world) {
    const Result<SceneDoc> doc = registry.to_doc(world);
    EXPECT_TRUE(doc) << (doc ? "" : to_string(doc.error()));
    if (!doc) return "";
    const Result<std::string> text = write_text(*doc);
    EXPECT_TRUE(text) << (text ? "" : to_string(text.error()));
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
