// SPDX-License-Identifier: MIT
/// \file
/// A forest and a play over it, reduced to one number that every build must agree on.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include "diorama/core/hash.hpp"
#include "diorama/ecs/world.hpp"
#include "diorama/scene/propagation.hpp"
#include "diorama/scene/transform.hpp"

namespace diorama {

/// What hash_of_play() gives, on any number of workers, for 20 steps and for 1,000: pinned here for
/// every compiler, level of optimisation and instruction set.
inline constexpr std::uint64_t kPinnedShortPlay = 17484668953083593155u;
inline constexpr std::uint64_t kPinnedLongPlay = 10203689966117694766u;

/// A forest without a World: parents come before their children.
struct Shape {
    std::vector<int> parent;
    std::vector<Transform> local;
};

inline Shape make_shape(std::size_t nodes, unsigned seed) {
    std::mt19937 random(seed);
    const auto value = [&] { return static_cast<float>(random() % 2001) / 1000 - 1; };
    Shape shape;
    for (std::size_t i = 0; i < nodes; ++i) {
        shape.parent.push_back(
            i == 0 || random() % 10 == 0
                ? -1
                : static_cast<int>(i - 1 - random() % std::min<std::size_t>(i, 40)));
        shape.local.push_back({.translation = {value(), value(), value()},
                               .rotation = angle_axis(3 * value(), vec3(0.6f, 0, 0.8f)),
                               .scale = {1 + value() / 8, 1, 1 - value() / 8}});
    }
    return shape;
}

inline std::vector<float> bits(const World& world, const std::vector<Entity>& entities) {
    std::vector<float> floats;
    for (const Entity entity : entities) {
        const mat4 matrix = world.get<GlobalTransform>(entity)->matrix();
        for (int column = 0; column < 4; ++column)
            for (int row = 0; row < 3; ++row)
                floats.push_back(matrix[column][row]);
    }
    return floats;
}

inline std::uint64_t hash(const std::vector<float>& floats) {
    return content_hash(std::as_bytes(std::span(floats)));
}

/// Spawns \p shape in the order \p order, linking afterwards, into a world with a history.
inline std::vector<Entity> lay_out(World& world, const Shape& shape,
                                   const std::vector<std::size_t>& order) {
    std::vector<Entity> entities(shape.parent.size());
    for (const std::size_t i : order)
        entities[i] = world.spawn(shape.local[i]);
    for (const std::size_t i : order)
        if (shape.parent[i] >= 0)
            (void)world.reparent(entities[i], entities[static_cast<std::size_t>(shape.parent[i])]);
    return entities;
}

/// A hash of all placements of a tree of 10,000 after each of \p steps edits of a twentieth of it.
inline std::uint64_t hash_of_play(unsigned workers, int steps) {
    const Shape shape = make_shape(10'000, 22);
    std::vector<std::size_t> order(shape.parent.size());
    std::iota(order.begin(), order.end(), 0u);
    World world;
    world.set_workers(workers);
    const std::vector<Entity> entities = lay_out(world, shape, order);
    std::uint64_t all = 0;
    for (int step = 0; step < steps; ++step) {
        for (std::size_t i = static_cast<std::size_t>(step % 20); i < entities.size(); i += 20)
            world.get_mut<Transform>(entities[i])->rotation =
                angle_axis(static_cast<float>(step) * 0.3f, vec3(0, 0.8f, 0.6f));
        propagate_transforms(world);
        all = all * 31 + hash(bits(world, entities));
    }
    return all;
}

}  // namespace diorama
