// SPDX-License-Identifier: MIT
/// \file
/// Hierarchies that benchmarks share: Shape, parents_of, local_of.
#pragma once

#include <cstdint>
#include <random>
#include <string_view>
#include <vector>

#include "diorama/ecs/placement.hpp"

namespace diorama::bench {

/// A kind of hierarchy.
enum class Shape {
    flat,  ///< no parents
    wide,  ///< one 16-ary tree, level by level
    game,  ///< trees of 31 nodes: 1, 2, 6, 10 and 12 on levels 0 to 4, depth first
    chain  ///< chains of 100 nodes
};

/// The word for \p shape in names of benchmarks.
[[nodiscard]] constexpr std::string_view name_of(Shape shape) {
    constexpr std::string_view names[] = {"flat", "wide", "game", "chain"};
    return names[static_cast<int>(shape)];
}

inline constexpr std::uint32_t kNoNode = 0xffffffffu;  ///< the parent of a root

/// Each node's parent, in the order in which nodes are created; a parent comes before its children.
[[nodiscard]] inline std::vector<std::uint32_t> parents_of(Shape shape, std::uint32_t nodes) {
    std::vector<std::uint32_t> parents(nodes, kNoNode);
    if (shape == Shape::wide)
        for (std::uint32_t i = 1; i < nodes; ++i)
            parents[i] = (i - 1) / 16;
    if (shape == Shape::chain)
        for (std::uint32_t i = 0; i < nodes; ++i)
            if (i % 100 != 0) parents[i] = i - 1;
    if (shape == Shape::game) {
        // Children of node k of a level are spread evenly; numbered depth first.
        constexpr std::uint32_t levels[] = {1, 2, 6, 10, 12};
        std::uint32_t above[31], at = 0;
        const auto visit = [&](const auto& self, int level, std::uint32_t k,
                               std::uint32_t parent) -> void {
            const std::uint32_t me = at++;
            above[me] = parent;
            if (level == 4) return;
            const std::uint32_t mine = levels[level], below = levels[level + 1];
            for (std::uint32_t c = 0; c < below; ++c)
                if (c * mine / below == k) self(self, level + 1, c, me);
        };
        visit(visit, 0, 0, kNoNode);
        for (std::uint32_t i = 0; i < nodes; ++i)
            if (i % 31 != 0) parents[i] = i - i % 31 + above[i % 31];
    }
    return parents;
}

/// Some placement, never the identity.
[[nodiscard]] inline Transform local_of(std::mt19937& random) {
    const auto value = [&] { return static_cast<float>(random() % 2001) / 1000 - 1; };
    return {.translation = {value(), value(), value()},
            .rotation = angle_axis(value(), vec3(0.6f, 0, 0.8f)),
            .scale = {1 + value() / 16, 1, 1}};
}

}  // namespace diorama::bench
