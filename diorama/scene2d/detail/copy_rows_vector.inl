// SPDX-License-Identifier: MIT
/// \file
/// Placements between a World's rows of 12 bytes and columns, kWidth rows at a time, in the terms
/// of a vector_*.inl.

#include "diorama/scene2d/detail/copy_rows.inl"

namespace diorama::scene2d::detail {
namespace {

/// Where each lane of three vectors comes from among the lanes of three others.
struct Transposition {
    int index[3][kWidth];
};

/// From kWidth rows of three numbers to three columns, or back.
constexpr Transposition transposition(bool split) {
    Transposition made{};
    for (unsigned row = 0; row < kWidth; ++row)
        for (unsigned column = 0; column < 3; ++column) {
            const unsigned in_rows = 3 * row + column, in_columns = kWidth * column + row;
            const unsigned to = split ? in_columns : in_rows, from = split ? in_rows : in_columns;
            made.index[to / kWidth][to % kWidth] = static_cast<int>(from);
        }
    return made;
}

struct Three {
    V a, b, c;
};

/// The lanes of \p from that \p index names: counted through all three.
inline V picked(const Three& from, const int* index) {
    const V i = load(index);
    const M second = has_bits(i, all(kWidth)), third = has_bits(i, all(2 * kWidth));
    return permuted_over(permuted_over(permuted(from.a, i), second, from.b, i), third, from.c, i);
}
inline Three transposed(const Three& from, const Transposition& by) {
    return {picked(from, by.index[0]), picked(from, by.index[1]), picked(from, by.index[2])};
}
inline Three load_rows(const int* rows) {
    return {load(rows), load(rows + kWidth), load(rows + 2 * kWidth)};
}

inline void split_rows(const void* rows, unsigned count, const Placements& to) {
    static constexpr Transposition kSplit = transposition(true);
    const int* const numbers = static_cast<const int*>(rows);
    unsigned i = 0;
    for (; count - i >= kWidth; i += kWidth) {
        const Three columns = transposed(load_rows(numbers + 3 * i), kSplit);
        store(to.x + i, columns.a);
        store(to.y + i, columns.b);
        store(to.turn + i, columns.c);
    }
    for (; i < count; ++i)
        split_row(numbers, i, to);
}

inline bool merge_rows(const Placements& from, unsigned count, void* rows, unsigned* ticks,
                       unsigned now) {
    static constexpr Transposition kSplit = transposition(true), kMerge = transposition(false);
    int* const numbers = static_cast<int*>(rows);
    bool changed = false;
    unsigned i = 0;
    for (; count - i >= kWidth; i += kWidth) {
        const Three columns = {load(from.x + i), load(from.y + i), load(from.turn + i)};
        const Three old = transposed(load_rows(numbers + 3 * i), kSplit);
        const V difference =
            bits_or(bits_or(bits_xor(columns.a, old.a), bits_xor(columns.b, old.b)),
                    bits_xor(columns.c, old.c));
        const M differs = has_bits(difference, all(-1));
        if (!any(differs)) continue;
        changed = true;
        const Three merged = transposed(columns, kMerge);
        store(numbers + 3 * i, merged.a);
        store(numbers + 3 * i + kWidth, merged.b);
        store(numbers + 3 * i + 2 * kWidth, merged.c);
        store(ticks + i, choose(differs, all(static_cast<int>(now)), load(ticks + i)));
    }
    for (; i < count; ++i)
        changed = merge_row(from, i, numbers, ticks, now) || changed;
    return changed;
}

}  // namespace
}  // namespace diorama::scene2d::detail
