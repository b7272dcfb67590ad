// SPDX-License-Identifier: MIT
/// \file
/// What the kernels work on: Columns, Placements, Tally, Kernel.
/// Design page: docs/design/fixed_point.md, "The pass".
#pragma once

namespace diorama::scene2d::detail {

/// Nodes by row, each value in a column of its own, as plain integers so that kernel files need no
/// code of std. Row 0 is the origin of the world, with an even generation: every root's parent.
struct Columns {
    unsigned rows = 0;  ///< row 0 included; a multiple of kLanes, the rest with even generations
    const unsigned* generation = nullptr;         ///< odd: a live node
    const unsigned* parent = nullptr;             ///< a row, untrusted
    const unsigned* parent_generation = nullptr;  ///< of the parent meant; 0 for none
    const int* local_x = nullptr;                 ///< 2^-16
    const int* local_y = nullptr;                 ///< 2^-16
    const unsigned* local_turn = nullptr;         ///< 2^-32 turns
    int* x = nullptr;                             ///< placed, 2^-16
    int* y = nullptr;                             ///< placed, 2^-16
    unsigned* turn = nullptr;                     ///< placed, 2^-32 turns
};

/// Rows that kernels take at once.
inline constexpr unsigned kLanes = 16;

/// What rows placed so far amount to.
struct Tally {
    unsigned nodes = 0;                ///< live
    unsigned orphaned = 0;             ///< whose parent is not live
    unsigned long long saturated = 0;  ///< coordinates
};

/// The rows that a kernel is to place.
struct Range {
    unsigned row = 0;    ///< first; every row from `floor` up to it is placed
    unsigned end = 0;    ///< one after the last
    unsigned floor = 0;  ///< no parent is read below this row, but for the origin
};

/// Places groups of kLanes rows from range.row on, and stops at the first group that reaches beyond
/// the end, or has a parent at or after the row itself or below the floor, or a row that \p ahead
/// (null: none) marks as placed. Returns that group's first row.
using PlaceRows = unsigned (*)(const Columns& columns, const Range& range,
                               const unsigned char* ahead, Tally& tally);

/// Three columns of placements.
struct Placements {
    int* x = nullptr;          ///< 2^-16
    int* y = nullptr;          ///< 2^-16
    unsigned* turn = nullptr;  ///< 2^-32 turns
};

/// Copies \p count \p rows of x, y and turn into columns.
using SplitRows = void (*)(const void* rows, unsigned count, const Placements& to);
/// Copies \p count rows of columns to \p rows, and sets the \p ticks of those that change to \p
/// now; whether one does.
using MergeRows = bool (*)(const Placements& from, unsigned count, void* rows, unsigned* ticks,
                           unsigned now);

/// What is compiled for each instruction set.
struct Kernel {
    PlaceRows place;
    SplitRows split;
    MergeRows merge;
};

extern const Kernel kBaseline;
#if defined(__x86_64__)
extern const Kernel kAvx2, kAvx512;
#endif

/// Numbers that vector kernels read from memory. A compiler that knew their values would make them
/// anew for each group of rows, by way of a general register, for want of vector registers.
struct LaneConstants {
    int sine[5];          ///< kSine0 and on, of lanes.inl
    int cosine[4];        ///< kCosine1 and on
    long long halves[3];  ///< of 2^30, 2^32 and 2^34
    int turns[3];         ///< an eighth, a quarter and three eighths, in 2^-32
};
extern const LaneConstants kLaneConstants;

/// The kernels that this machine can run, the fastest first; \p count gets how many.
[[nodiscard]] const Kernel* kernels(unsigned& count) noexcept;
/// The fastest of them.
[[nodiscard]] inline const Kernel& best_kernel() noexcept {
    unsigned count = 0;
    return kernels(count)[0];
}

}  // namespace diorama::scene2d::detail
