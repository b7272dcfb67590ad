// SPDX-License-Identifier: MIT
/// \file
/// Placements between a World's rows of 12 bytes and columns, a row at a time.

#include "diorama/scene2d/detail/columns.hpp"

namespace diorama::scene2d::detail {
namespace {

inline void split_row(const int* rows, unsigned i, const Placements& to) {
    to.x[i] = rows[3 * i];
    to.y[i] = rows[3 * i + 1];
    to.turn[i] = static_cast<unsigned>(rows[3 * i + 2]);
}

/// Whether the row changed.
inline bool merge_row(const Placements& from, unsigned i, int* rows, unsigned* ticks,
                      unsigned now) {
    const int x = from.x[i], y = from.y[i], turn = static_cast<int>(from.turn[i]);
    if (rows[3 * i] == x && rows[3 * i + 1] == y && rows[3 * i + 2] == turn) return false;
    rows[3 * i] = x;
    rows[3 * i + 1] = y;
    rows[3 * i + 2] = turn;
    ticks[i] = now;
    return true;
}

}  // namespace
}  // namespace diorama::scene2d::detail
