// SPDX-License-Identifier: MIT
#include "diorama/scene2d/detail/copy_rows.inl"
#include "diorama/scene2d/detail/place_rows.inl"

namespace diorama::scene2d::detail {
namespace {

unsigned place_rows(const Columns& columns, const Range& range, const unsigned char* ahead,
                    Tally& tally) {
    unsigned row = range.row;
    for (; range.end - row >= kLanes; row += kLanes) {
        unsigned parents[kLanes];
        bool stop = false;
        unsigned nodes = 0, orphaned = 0;
        for (unsigned i = 0; i < kLanes; ++i) {
            parents[i] = parent_row(columns, row + i);
            stop = stop ||
                   (parents[i] != 0 && (parents[i] >= row + i || parents[i] < range.floor)) ||
                   (ahead != nullptr && ahead[row + i] != 0);
            const unsigned live = columns.generation[row + i] & 1u;
            nodes += live;
            orphaned += columns.parent_generation[row + i] != 0 && parents[i] == 0 ? live : 0u;
        }
        if (stop) return row;
        tally.nodes += nodes;
        tally.orphaned += orphaned;
        for (unsigned i = 0; i < kLanes; ++i)
            place_row(columns, row + i, parents[i], tally);
    }
    return row;
}

void split_rows(const void* rows, unsigned count, const Placements& to) {
    for (unsigned i = 0; i < count; ++i)
        split_row(static_cast<const int*>(rows), i, to);
}

bool merge_rows(const Placements& from, unsigned count, void* rows, unsigned* ticks, unsigned now) {
    bool changed = false;
    for (unsigned i = 0; i < count; ++i)
        changed = merge_row(from, i, static_cast<int*>(rows), ticks, now) || changed;
    return changed;
}

}  // namespace

const Kernel kBaseline = {place_rows, split_rows, merge_rows};

}  // namespace diorama::scene2d::detail
