// SPDX-License-Identifier: MIT
/// \file
/// A game's saves: `save_game FOLDER` writes them there. Components of its own, a whole world and a
/// part of it, text and binary; loading in place of a world and beside what is there; warnings and
/// faults. The page that goes with it: docs/howto/saving_games.md.
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "diorama/core/file.hpp"
#include "diorama/document/scene_components.hpp"
#include "diorama/document/scene_file.hpp"
#include "diorama/document/scene_registry.hpp"
#include "diorama/ecs/world.hpp"
#include "diorama/scene/name.hpp"
#include "diorama/scene/subtree.hpp"
#include "diorama/scene/transform.hpp"

using namespace diorama;
namespace fs = std::filesystem;

namespace game {

// [components]
enum class Rarity { common, rare };
DIORAMA_ENUM(Rarity, common, rare);

struct Item {
    std::string label;
    int count = 1;
    Rarity rarity = Rarity::common;
};
DIORAMA_COMPONENT(Item, label, count, rarity);  // only within others, so its name can't clash

struct Fighter {
    int health = 100;
    int gold = 0;
    std::optional<int> shield;
};
DIORAMA_COMPONENT_NAMED("game.Fighter", Fighter, health, gold, shield);

struct Bag {
    std::vector<Item> items;
};
DIORAMA_COMPONENT_NAMED("game.Bag", Bag, items);
// [components]

struct Quests {
    std::map<std::string, int> stage_of;
};
DIORAMA_COMPONENT_NAMED("game.Quests", Quests, stage_of);

struct Follows {
    Entity leader;
};
DIORAMA_COMPONENT_NAMED("game.Follows", Follows, leader);

struct SaveId {  // what the game finds an entity by, as handles are new after a load
    std::uint32_t value = 0;
};
DIORAMA_COMPONENT_NAMED("game.SaveId", SaveId, value);

struct Path {  // not described: made anew while the game runs, and never saved
    std::vector<vec3> points;
};

}  // namespace game

namespace {

constexpr std::uint32_t kHero = 1;
constexpr std::uint32_t kDog = 2;

// [report]
void print(const std::vector<Diagnostic>& found) {
    for (const Diagnostic& each : found)
        std::puts(to_string(each).c_str());
}

/// All faults. Where there is a list the error itself is in it.
void report(const Error& error) {
    if (error.diagnostics.empty()) std::puts(to_string(error).c_str());
    print(error.diagnostics);
}
// [report]

// [registry]
/// Its order is that of components in the file.
Result<document::SceneRegistry> make_registry() {
    document::SceneRegistry registry;
    document::register_scene_components(registry);  // Name, ChildOf, Transform, ...
    for (const Result<>& added :
         {registry.add<game::SaveId>(), registry.add<game::Fighter>(), registry.add<game::Bag>(),
          registry.add<game::Quests>(), registry.add<game::Follows>()})
        if (!added) return std::unexpected(added.error());
    return registry;
}
// [registry]

// [unsaved]
/// Every type that \p world has met and \p registry does not save: derived and run-time data, or
/// one that somebody forgot to describe.
void print_unsaved(const World& world, const document::SceneRegistry& registry) {
    for (ComponentId id = 0; id < world.core().component_count(); ++id)
        if (const std::string& name = world.core().info(id).name; !registry.knows(name))
            std::printf("not saved: %s\n", name.c_str());
}
// [unsaved]

void fill(World& world) {
    const Entity camp = world.spawn(Name{"camp"}, Transform{.translation = {4, 0, 0}});
    const Entity hero =
        world.spawn(Name{"hero"}, game::SaveId{kHero}, Transform{}, ChildOf{camp},
                    game::Fighter{.gold = 12, .shield = 3},
                    game::Bag{{{"rope"}, {"ring", 1, game::Rarity::rare}}},
                    game::Quests{{{"find the dog", 2}}}, game::Path{{vec3(1, 0, 0)}});
    world.spawn(Name{"dog"}, game::SaveId{kDog}, Transform{}, ChildOf{hero}, game::Fighter{},
                game::Follows{camp});
    world.spawn(Name{"crow"}, Transform{}, game::Follows{hero});
}

// [find]
Entity find(World& world, std::uint32_t id) {
    Entity found;
    world.query<const game::SaveId>().each([&](Entity entity, const game::SaveId& held) {
        if (held.value == id) found = entity;
    });
    return found;
}
// [find]

// [save]
Result<> save(const document::SceneRegistry& registry, const World& world, const fs::path& path) {
    std::vector<Diagnostic> warnings;
    Result<> saved = registry.save_file(path, world, {}, &warnings);  // .cscn or .cscnb
    print(warnings);
    return saved;
}
// [save]

// [load]
/// Replaces \p world by the save at \p path; leaves it as it was where that can't be read.
Result<> replace(const document::SceneRegistry& registry, World& world, const fs::path& path) {
    World fresh;  // plugins, systems and resources are not saved: set them up here
    std::vector<Diagnostic> warnings;
    const auto loaded = registry.load_file(fresh, path, &warnings);
    print(warnings);
    if (!loaded) return std::unexpected(loaded.error());
    world = std::move(fresh);  // handles and queries of the old one are over
    return {};
}
// [load]

// [subtree]
Result<> save_below(const document::SceneRegistry& registry, const World& world, Entity top,
                    const fs::path& path) {
    std::vector<Entity> part;
    for_each_in_subtree(world, top, [&](Entity entity) { part.push_back(entity); });
    const auto doc = registry.to_doc(world, part);
    if (!doc) return std::unexpected(doc.error());
    print(doc->warnings);
    return document::write_file(path, *doc);
}
// [subtree]

Result<> run(const fs::path& folder) {
    const auto registry = make_registry();
    if (!registry) return std::unexpected(registry.error());
    World world;
    fill(world);
    print_unsaved(world, *registry);
    for (const char* name : {"game.cscn", "game.cscnb"})
        if (auto saved = save(*registry, world, folder / name); !saved) return saved;
    if (auto replaced = replace(*registry, world, folder / "game.cscn"); !replaced) return replaced;
    std::printf("gold %d\n", world.get<game::Fighter>(find(world, kHero))->gold);

    // [add]
    // A second copy beside what is there: its references lead to its own entities.
    const auto added = registry->load_file(world, folder / "game.cscnb");
    if (!added) return std::unexpected(added.error());
    const Entity hero = added->at(1);  // in the order of the file
    // [add]
    const Entity crow = added->at(3);
    std::printf("%zu entities; the crow follows %s\n", world.entity_count(),
                world.get<game::Follows>(crow)->leader == hero ? "its own hero" : "another");

    if (auto saved = save_below(*registry, world, hero, folder / "hero.cscn"); !saved) return saved;
    const auto part = read_file(folder / "hero.cscn");
    if (!part) return std::unexpected(part.error());
    std::fwrite(part->data(), 1, part->size(), stdout);

    // A misspelt field is dropped with a warning; each fault is told, and the world stays.
    for (const char* line : {"  game.Fighter health=7 golt=9\n",
                             "  game.Fighter health=true gold=\"much\"\n  game.Bags items=[]\n"}) {
        const std::string text = std::string("cinder-scene 2\nentity 0\n") + line;
        if (auto written = write_file_atomic(folder / "edited.cscn", text); !written)
            return written;
        if (auto replaced = replace(*registry, world, folder / "edited.cscn"); !replaced)
            report(replaced.error());
        std::printf("%zu entities\n", world.entity_count());
    }
    return {};
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::puts("usage: save_game FOLDER");
        return 2;
    }
    const Result<> done = run(argv[1]);
    if (!done) report(done.error());
    return done ? 0 : 1;
}
