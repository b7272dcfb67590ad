// SPDX-License-Identifier: MIT
/// \file
/// Memory that passes use and callers own: Scratch2.
#pragma once

#include <cstdint>
#include <vector>

#include "diorama/ecs/entity.hpp"
#include "diorama/scene2d/detail/aligned.hpp"

namespace diorama::scene2d {

namespace detail {
class Pass;
class WorldPass;
class StateHash;
}  // namespace detail

/// Capacity for propagate2() and state_hash(), kept from call to call so that they allocate
/// nothing. It holds no state: one that has served another world answers the same.
///
/// Threads: one call at a time.
class Scratch2 {
  private:
    friend class detail::Pass;
    friend class detail::WorldPass;
    friend class detail::StateHash;

    // A row climbed through: itself, and the row above it, 0 for none.
    struct Step {
        std::uint32_t row;
        std::uint32_t parent;
    };

    // A stretch of rows that one worker places as far as it can, and what that amounts to.
    struct Part {
        std::uint32_t begin, placed, end;
        std::uint32_t nodes, orphaned;
        std::uint64_t saturated;
    };

    std::vector<Part> parts_;
    std::vector<std::uint8_t> state_;     // by row
    std::vector<Step> path_;              // from the row asked for upwards
    std::vector<std::uint64_t> hashes_;   // by row
    std::vector<std::uint64_t> members_;  // of a loop
    // Of a World: each table's first row, 0 where it holds no nodes; the nodes' columns.
    std::vector<std::uint32_t> first_rows_;
    detail::AlignedColumn<std::uint32_t> columns_;
    std::vector<Entity> homeless_;  // nodes without a Global2
};

}  // namespace diorama::scene2d
