// SPDX-License-Identifier: MIT
/// \file
/// Placing kWidth rows at a time, in the terms of a vector_*.inl: the same integers as
/// place_rows.inl, so the same bits.
///
/// Parents are mostly near their children, so their values come by permutation out of the two
/// vectors before the group, or out of the two that its first parent begins; a gather is the last
/// resort. Parents inside the group are followed by doubling: sums of 32 bits are associative as
/// long as none saturates, which is checked at the end.
/// Design page: docs/design/fixed_point.md, "The pass".

#include "diorama/scene2d/detail/place_rows.inl"

namespace diorama::scene2d::detail {
namespace {

inline V scaled(V a, V b) {
    return right64<30>(product(a, b));
}

struct Turns {
    V cos, sin;  // in the even lanes
};

/// lane_direction() between its reduction and its quarter turns, for the even lanes of \p u, from
/// -2^30 to 2^30, whose absolute values are \p size.
inline Turns even_direction(V u, V size) {
    const V z = right64<30>(add64(product(u, u), all64(1 << 29)));
    V s = add(scaled(all(static_cast<int>(kSine4)), z), all(static_cast<int>(kSine3)));
    s = add(scaled(s, z), all(static_cast<int>(kSine2)));
    s = add(scaled(s, z), all(static_cast<int>(kSine1)));
    s = scaled(s, z);
    const V first = left64<3>(product(size, all(static_cast<int>(kSine0))));
    const V sine = right64<34>(add64(add64(first, product(size, s)), all64(1ll << 33)));
    V c = add(scaled(all(static_cast<int>(kCosine4)), z), all(static_cast<int>(kCosine3)));
    c = add(scaled(c, z), all(static_cast<int>(kCosine2)));
    // Positive, so that a shift without sign will do.
    c = add(right64<34>(add64(product(c, z), all64(1ll << 33))), all(static_cast<int>(kCosine1)));
    c = right64<32>(add64(product(c, z), all64(1ll << 31)));
    return {add(c, all(1 << 30)), sine};
}

/// lane_direction() of every lane.
inline Turns direction(V angle) {
    const V quarter = add(angle, all(0x20000000));
    const V rest = sub(angle, bits_and(quarter, all(static_cast<int>(0xc0000000u))));
    const V u = left<1>(rest), size = magnitude(u);
    const Turns even = even_direction(u, size);
    const Turns odd = even_direction(right64<32>(u), right64<32>(size));
    const V flip = sign(u);
    const V sin_rest = sub(bits_xor(interleaved(even.sin, odd.sin), flip), flip);
    const V cos_rest = interleaved(even.cos, odd.cos);
    const M swap = has_bits(quarter, all(0x40000000));
    const V flip_cos = sign(add(quarter, all(0x40000000))), flip_sin = sign(quarter);
    return {sub(bits_xor(choose(swap, sin_rest, cos_rest), flip_cos), flip_cos),
            sub(bits_xor(choose(swap, cos_rest, sin_rest), flip_sin), flip_sin)};
}

/// Even lanes' sums of products plus what rounding by a shift of 30 bits needs.
inline V even_sums(V sum) {
    return add64(sum, sub64(all64(1 << 29), right64<63>(sum)));
}

/// lane_turned() of every lane: a * c + b * s; \p fits loses the lanes beyond 32 bits.
inline V turned(V a, V c, V b, V s, M& fits) {
    const V even = even_sums(add64(product(a, c), product(b, s)));
    const V odd = even_sums(
        add64(product(right64<32>(a), right64<32>(c)), product(right64<32>(b), right64<32>(s))));
    // Bits 61 to 63 are equal where the shifted number fits.
    const V high = add(odd_lanes(even, odd), all(0x20000000));
    fits = first_only(fits, has_bits(high, all(static_cast<int>(0xc0000000u))));
    return interleaved(right64<30>(even), right64<30>(odd));
}

/// A group of kWidth rows and where its parents are.
struct Group {
    unsigned first;  // row
    unsigned base;   // the row that offsets are from
    bool gathered;   // offsets are not below 2 * kWidth
    V parent;        // row; 0 for none
    V offset;        // from base
    M outside;       // lanes with a parent before the group
    M inside;        // lanes with a parent in the group
    bool late;       // some parent is not before its child
    unsigned nodes;
    unsigned orphaned;
};

/// \p column at the parents outside; what is in the other lanes is unspecified.
inline V fetch(const Group& group, const void* column) {
    const int* const values = static_cast<const int*>(column);
    if (group.gathered) return gather(group.outside, values, group.parent);
    const int* const from = values + group.base;
    return permuted2(load(from), load(from + kWidth), group.offset);
}

/// Chooses how the parents' values are fetched.
inline void choose_window(const Columns& columns, const Range& range, Group& group, M outside) {
    // Rows of other workers are not even loaded: windows stay between floor and end.
    constexpr unsigned kRows = 2 * kWidth;
    group.gathered = false;
    if (group.first - range.floor >= kRows) {
        group.base = group.first - kRows;
        group.offset = sub(group.parent, all(static_cast<int>(group.base)));
        if (!any(both(outside, not_below(group.offset, all(kRows))))) return;
    }
    if (range.end - range.floor >= kRows) {
        group.base = columns.parent[group.first];
        if (group.base < range.floor) group.base = range.floor;
        if (group.base > range.end - kRows) group.base = range.end - kRows;
        group.offset = sub(group.parent, all(static_cast<int>(group.base)));
        if (!any(both(outside, not_below(group.offset, all(kRows))))) return;
    }
    group.gathered = true;
}

inline Group find_parents(const Columns& columns, const Range& range, unsigned first) {
    Group group;
    group.first = first;
    const V row = add(all(static_cast<int>(first)), lane_numbers());
    const V meant = load(columns.parent_generation + first);
    const V index = load(columns.parent + first);
    const V own = load(columns.generation + first);
    const M named =
        first_only(has_bits(meant, all(1)), not_below(index, all(static_cast<int>(columns.rows))));
    group.parent = keep(named, index);
    const V ahead = sub(group.parent, all(static_cast<int>(first)));
    const M inside = first_only(named, not_below(ahead, all(kWidth)));
    group.outside = first_only(named, inside);
    choose_window(columns, range, group, group.outside);
    // A parent after the group is fetched or not as it happens; its generation must be read.
    const V generation = choose(inside, permuted(own, ahead), fetch(group, columns.generation));
    const M found = both(named, equal(generation, meant));
    group.inside = both(found, inside);
    group.outside = first_only(found, inside);
    const V lowest = all(static_cast<int>(range.floor));
    group.late = any(both(found, not_below(sub(group.parent, lowest), sub(row, lowest))));
    const M live = has_bits(own, all(1));
    group.nodes = count(live);
    group.orphaned = count(first_only(both(live, has_bits(meant, all(-1))), found));
    return group;
}

/// The ways up inside a group: in step n a lane adds what its 2^n-th parent has gathered.
struct Doubling {
    static constexpr unsigned kSteps = kWidth == 16 ? 4 : 3;
    M waiting[kSteps];
    V above[kSteps];
};

inline Doubling ways_up(const Group& group) {
    Doubling up;
    up.waiting[0] = group.inside;
    up.above[0] = sub(group.parent, all(static_cast<int>(group.first)));
    for (unsigned i = 1; i < Doubling::kSteps; ++i) {
        up.waiting[i] = both_at(up.waiting[i - 1], up.waiting[i - 1], up.above[i - 1]);
        up.above[i] = permuted(up.above[i - 1], up.above[i - 1]);
    }
    return up;
}

/// Adds to each lane those of its parents inside the group. All steps always, since how many are
/// needed can't be predicted.
inline V summed(const Doubling& up, V value) {
    for (unsigned i = 0; i < Doubling::kSteps; ++i)
        value = add(value, keep(up.waiting[i], permuted(value, up.above[i])));
    return value;
}

/// \p value at the parents, whose values outside are \p outside.
inline V at_parents(const Group& group, const Doubling& up, V value, V outside) {
    return choose(group.inside, permuted(value, up.above[0]), outside);
}

/// Whether a + b, which gave \p sum, did not fit 32 bits in some lane.
inline bool overflowed(V a, V b, V sum) {
    return any(
        has_bits(bits_and(bits_xor(a, sum), bits_xor(b, sum)), all(static_cast<int>(0x80000000u))));
}

/// Places the group in turn, since some coordinate saturates or nearly does.
inline void place_in_turn(const Columns& columns, const Group& group, Tally& tally) {
    for (unsigned i = 0; i < kWidth; ++i)
        place_row(columns, group.first + i, parent_row(columns, group.first + i), tally);
}

/// Roots stand where they say.
inline void place_roots(const Columns& columns, unsigned first) {
    store(columns.x + first, load(columns.local_x + first));
    store(columns.y + first, load(columns.local_y + first));
    store(columns.turn + first, load(columns.local_turn + first));
}

inline void place_group(const Columns& columns, const Group& group, Tally& tally) {
    const unsigned first = group.first;
    const bool inside = any(group.inside);
    if (!inside && !any(group.outside)) return place_roots(columns, first);
    const V turn = keep(group.outside, fetch(group, columns.turn));
    V out_turn = add(turn, load(columns.local_turn + first)), parent_turn = turn;
    Doubling up;
    if (inside) {
        up = ways_up(group);
        out_turn = summed(up, out_turn);
        parent_turn = at_parents(group, up, out_turn, turn);
    }
    const Turns turns = direction(parent_turn);
    const V x = load(columns.local_x + first), y = load(columns.local_y + first);
    M fits = equal(x, x);
    const V step_x = turned(x, turns.cos, y, sub(all(0), turns.sin), fits);
    const V step_y = turned(x, turns.sin, y, turns.cos, fits);
    V base_x = keep(group.outside, fetch(group, columns.x));
    V base_y = keep(group.outside, fetch(group, columns.y));
    V out_x = add(base_x, step_x), out_y = add(base_y, step_y);
    if (inside) {
        out_x = summed(up, out_x);
        out_y = summed(up, out_y);
        base_x = at_parents(group, up, out_x, base_x);
        base_y = at_parents(group, up, out_y, base_y);
    }
    if (count(fits) != kWidth || overflowed(base_x, step_x, out_x) ||
        overflowed(base_y, step_y, out_y))
        return place_in_turn(columns, group, tally);
    store(columns.x + first, out_x);
    store(columns.y + first, out_y);
    store(columns.turn + first, out_turn);
}

inline bool any_ahead(const unsigned char* ahead, unsigned row) {
    unsigned long long bits[2];
    static_assert(sizeof(bits) == kLanes);
    __builtin_memcpy(bits, ahead + row, sizeof(bits));
    return (bits[0] | bits[1]) != 0;
}

inline unsigned place_rows(const Columns& columns, const Range& range, const unsigned char* ahead,
                           Tally& tally) {
    constexpr unsigned kGroups = kLanes / kWidth;
    unsigned row = range.row;
    for (; range.end - row >= kLanes; row += kLanes) {
        if (ahead != nullptr && any_ahead(ahead, row)) return row;
        Group groups[kGroups];
        bool late = false;
        for (unsigned i = 0; i < kGroups; ++i) {
            groups[i] = find_parents(columns, range, row + i * kWidth);
            late = late || groups[i].late;
        }
        if (late) return row;
        for (const Group& group : groups) {
            tally.nodes += group.nodes;
            tally.orphaned += group.orphaned;
            place_group(columns, group, tally);
        }
    }
    return row;
}

}  // namespace
}  // namespace diorama::scene2d::detail
