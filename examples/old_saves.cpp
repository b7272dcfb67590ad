// SPDX-License-Identifier: MIT
/// \file
/// Saves of older versions of a game: a document step that changes components and a component step
/// that renames within nested structs. The page that goes with it: docs/howto/saving_games.md.
#include <cstdio>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "diorama/document/scene_components.hpp"
#include "diorama/document/scene_registry.hpp"
#include "diorama/document/scene_text.hpp"
#include "diorama/ecs/world.hpp"

using namespace diorama;
using document::ComponentRecord;
using document::EntityRecord;
using document::SceneDoc;

namespace {

// As the game has them today. In version 1 of its component an item's `label` was called `name`; up
// to version 2 of the document fighters had `gold`, which is a component of its own in version 3.
struct Item {
    std::string label;
    int count = 1;
};
DIORAMA_COMPONENT(Item, label, count);

struct Bag {
    std::vector<Item> items;
};
DIORAMA_COMPONENT_NAMED("game.Bag", Bag, items);

struct Fighter {
    int health = 100;
};
DIORAMA_COMPONENT_NAMED("game.Fighter", Fighter, health);

struct Purse {
    int coins = 0;
};
DIORAMA_COMPONENT_NAMED("game.Purse", Purse, coins);

constexpr std::uint32_t kPurseVersion = 2;

// [component]
/// Bag, 1 to 2: `items.N.name` became `items.N.label`.
Result<> bag_1_2(ComponentRecord& bag) {
    for (document::Field& field : bag.fields) {
        const std::string name(field.name());
        if (name.starts_with("items.") && name.ends_with(".name"))
            field.rename(name.substr(0, name.size() - 4) + "label");
    }
    return {};
}
// [component]

/// Purse, 1 to 2: what was counted in crowns is counted in coins.
Result<> purse_1_2(ComponentRecord& purse) {
    purse.rename_field("crowns", "coins");
    return {};
}

// [document]
/// Document, 2 to 3: a fighter's gold became a Purse.
Result<> document_2_3(SceneDoc& doc) {
    for (EntityRecord& entity : doc.entities) {
        ComponentRecord* const fighter = entity.find("game.Fighter");
        const document::Field* const gold = fighter ? fighter->find("gold") : nullptr;
        if (gold == nullptr) continue;
        ComponentRecord purse;
        purse.name = document::ShortString("game.Purse");
        purse.set("coins", gold->value());
        purse.set("_version", std::int64_t{kPurseVersion});  // in today's form: no step is to run
        fighter->remove("gold");
        entity.components.push_back(std::move(purse));
    }
    return {};
}
// [document]

constexpr std::string_view kOld =
    "cinder-scene 2\n"
    "entity 0\n"
    "  game.Fighter health=80 gold=12\n"
    "  game.Bag items.0.name=\"rope\" items.0.count=2 items.1.name=\"ring\" items.1.count=1\n";

Result<std::string> run() {
    // [register]
    document::SceneRegistry registry;
    document::register_scene_components(registry);
    for (const Result<>& added :
         {registry.add<Fighter>(), registry.add<Bag>({.version = 2}),
          registry.add<Purse>({.version = kPurseVersion}), registry.add_migration(2, document_2_3),
          registry.add_component_migration("game.Bag", 1, bag_1_2),
          registry.add_component_migration("game.Purse", 1, purse_1_2)})
        if (!added) return std::unexpected(added.error());
    // [register]

    World world;
    const auto bytes = std::as_bytes(std::span(kOld));
    std::vector<Diagnostic> warnings;
    if (auto loaded = registry.load(world, bytes, "old.cscn", &warnings); !loaded)
        return std::unexpected(loaded.error());
    for (const Diagnostic& warning : warnings)
        std::puts(to_string(warning).c_str());
    return registry.save_text(world);
}

}  // namespace

int main() {
    const Result<std::string> now = run();
    std::fputs(now ? now->c_str() : to_string(now.error()).c_str(), stdout);
    return now ? 0 : 1;
}
