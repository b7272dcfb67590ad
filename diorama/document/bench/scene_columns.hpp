// SPDX-License-Identifier: MIT
/// \file
/// The scenes that document's benchmarks save and load, as flat columns and as Worlds, and the
/// floor: the same CSCN bytes from and to the columns, with no world and no checks.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "diorama/core/component.hpp"
#include "diorama/document/scene_components.hpp"
#include "diorama/ecs/world.hpp"
#include "diorama/scene/name.hpp"

namespace diorama::document::bench {

inline constexpr std::uint32_t kNoParent = 0xffffffffu;

struct Health {
    float hp = 100;
    int lives = 3;
};
DIORAMA_COMPONENT(Health, hp, lives);

struct Velocity {
    vec3 linear{0};
    vec3 angular{0};
};
DIORAMA_COMPONENT(Velocity, linear, angular);

/// What a scene is like: `game` is trees of 31 with 1, 2, 6, 10 and 12 nodes on levels 0 to 4;
/// `wide` is parents with 99 children each; `rich` is `game` with Health and Velocity too.
enum class Shape { game, wide, rich };

/// A scene as flat columns; the last two are empty unless it is rich.
struct Columns {
    std::vector<std::uint32_t> parent;
    std::vector<Transform> transform;
    std::vector<std::string> name;
    std::vector<Health> health;
    std::vector<Velocity> velocity;
};

[[nodiscard]] inline Columns make_columns(Shape shape, std::size_t count) {
    constexpr std::uint32_t kGameParent[31] = {kNoParent, 0,  0,  1,  1,  1,  2,  2,  2, 3, 3,
                                               4,         4,  5,  5,  6,  6,  7,  7,  9, 9, 10,
                                               10,        11, 11, 12, 12, 13, 13, 14, 14};
    Columns columns;
    std::uint64_t state = 1;
    const auto next = [&] {
        state = state * 6364136223846793005u + 1442695040888963407u;
        return static_cast<float>(static_cast<std::int32_t>(state >> 32)) / 16777216.0f;
    };
    const bool wide = shape == Shape::wide;
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t in_tree = i % (wide ? 100 : 31);
        const std::uint32_t above = !wide ? kGameParent[in_tree] : in_tree == 0 ? kNoParent : 0;
        columns.parent.push_back(above == kNoParent ? kNoParent : i - in_tree + above);
        columns.transform.push_back(
            {{next(), next(), next()}, {next(), next(), next(), next()}, vec3(1)});
        const std::string digits = std::to_string(i);
        columns.name.push_back(
            "Node_" + std::string(6 - std::min<std::size_t>(6, digits.size()), '0') + digits);
        if (shape != Shape::rich) continue;
        columns.health.push_back({next(), static_cast<int>(i % 7)});
        columns.velocity.push_back({{next(), next(), next()}, {next(), next(), next()}});
    }
    return columns;
}

[[nodiscard]] inline World make_world(const Columns& columns) {
    World world;
    std::vector<Entity> entities;
    for (std::size_t i = 0; i < columns.parent.size(); ++i) {
        const std::uint32_t above = columns.parent[i];
        const Name name{columns.name[i]};
        const bool rich = !columns.health.empty();
        if (rich && above == kNoParent)
            entities.push_back(
                world.spawn(name, columns.transform[i], columns.health[i], columns.velocity[i]));
        else if (rich)
            entities.push_back(world.spawn(name, columns.transform[i], ChildOf{entities[above]},
                                           columns.health[i], columns.velocity[i]));
        else if (above == kNoParent)
            entities.push_back(world.spawn(name, columns.transform[i]));
        else
            entities.push_back(world.spawn(name, columns.transform[i], ChildOf{entities[above]}));
    }
    return world;
}

[[nodiscard]] inline SceneRegistry make_registry() {
    SceneRegistry registry;
    register_scene_components(registry);
    (void)registry.add<Health>();
    (void)registry.add<Velocity>();
    return registry;
}

/// The bytes of each component but its values, which never change and are copied whole.
struct Layout {
    std::string name, link, transform, health, velocity;
    Layout();
};

/// Writes \p columns as CSCN to \p result, in the memory it has.
void floor_save(const Columns& columns, const Layout& layout, SceneBytes& result);
/// Reads them back.
void floor_load(std::span<const std::byte> bytes, const Layout& layout, bool rich,
                Columns& columns);

}  // namespace diorama::document::bench
