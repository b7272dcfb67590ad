// SPDX-License-Identifier: MIT
/// \file
/// Placing rows one at a time: what the baseline kernel does, and what the others fall back to.
/// Design page: docs/design/fixed_point.md, "The pass".

#include "diorama/scene2d/detail/columns.hpp"

namespace diorama::scene2d::detail {
namespace {

#include "diorama/scene2d/detail/lanes.inl"

/// The row that \p row is placed relative to: 0 for a root, for an orphan, and for no node.
inline unsigned parent_row(const Columns& columns, unsigned row) {
    const unsigned meant = columns.parent_generation[row], parent = columns.parent[row];
    if ((meant & columns.generation[row] & 1u) == 0 || parent >= columns.rows) return 0;
    return columns.generation[parent] == meant ? parent : 0;
}

/// Places \p row relative to \p parent, which is placed.
inline void place_row(const Columns& columns, unsigned row, unsigned parent, Tally& tally) {
    int c = 0, s = 0;
    const unsigned turn = columns.turn[parent];
    lane_direction(turn, c, s);
    const int x = columns.local_x[row], y = columns.local_y[row];
    columns.x[row] = lane_sum(columns.x[parent], lane_turned(x, c, y, -s), tally.saturated);
    columns.y[row] = lane_sum(columns.y[parent], lane_turned(x, s, y, c), tally.saturated);
    columns.turn[row] = turn + columns.local_turn[row];
}

}  // namespace
}  // namespace diorama::scene2d::detail
