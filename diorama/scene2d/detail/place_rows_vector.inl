// SPDX-License-Identifier: MIT
/// \file
/// Placing kWidth rows at a time, in the terms of a vector_*.inl: the same integers as
/// place_rows.inl, so the same bits.
///
/// A batch of rows goes through three loops: turns, steps (where each row is from its parent,
/// turned), and sums of steps. Only the first and the last wait for rows before, and do little; the
/// second does most of the work, on rows that do not wait for each other.
///
/// Parents are mostly near their children, so their values come by permutation out of the two
/// vectors before the group, or out of the two that its first parent begins; a gather is the last
/// resort. Parents inside the group are followed by doubling: sums of 32 bits are associative as
/// long as none saturates, which is checked at the end.
/// Design page: docs/design/fixed_point.md, "Kernels".

#include "diorama/scene2d/detail/place_rows.inl"

namespace diorama::scene2d::detail {
namespace {

/// The even and the odd lanes of a vector, each as 64 bits wide as their products; the chains of
/// both run side by side.
struct Wide {
    V even, odd;
};
inline Wide widened(V a) {
    return {a, odd_lanes(a)};
}
inline Wide product(const Wide& a, const Wide& b) {
    return {product(a.even, b.even), product(a.odd, b.odd)};
}
inline Wide product(const Wide& a, V b) {
    return {product(a.even, b), product(a.odd, b)};
}
inline Wide add(const Wide& a, V b) {
    return {add(a.even, b), add(a.odd, b)};
}
inline Wide add64(const Wide& a, V b) {
    return {add64(a.even, b), add64(a.odd, b)};
}
inline Wide add64(const Wide& a, const Wide& b) {
    return {add64(a.even, b.even), add64(a.odd, b.odd)};
}
inline Wide sub64(const Wide& a, const Wide& b) {
    return {sub64(a.even, b.even), sub64(a.odd, b.odd)};
}
template <int Bits>
inline Wide right64(const Wide& a) {
    return {right64<Bits>(a.even), right64<Bits>(a.odd)};
}
template <int Bits>
inline Wide left64(const Wide& a) {
    return {left64<Bits>(a.even), left64<Bits>(a.odd)};
}
inline V high_halves(const Wide& a) {
    return high_halves(a.even, a.odd);
}

/// What direction() is made of, in every lane.
struct Constants {
    V sine0 = all64(kLaneConstants.sine[0]), sine1 = all(kLaneConstants.sine[1]);
    V sine2 = all(kLaneConstants.sine[2]), sine3 = all(kLaneConstants.sine[3]);
    V sine4 = all64(kLaneConstants.sine[4]);
    V cosine1 = all(kLaneConstants.cosine[0]), cosine2 = all(kLaneConstants.cosine[1]);
    V cosine3 = all(kLaneConstants.cosine[2]), cosine4 = all64(kLaneConstants.cosine[3]);
    V half30 = all64(kLaneConstants.halves[0]), half32 = all64(kLaneConstants.halves[1]);
    V half34 = all64(kLaneConstants.halves[2]);
    V eighth = all(kLaneConstants.turns[0]), quarter = all(kLaneConstants.turns[1]);
    V three_eighths = all(kLaneConstants.turns[2]);
};

struct Turns {
    V cos, sin;
};

/// lane_direction() of every lane.
inline Turns direction(const Constants& k, V angle) {
    // What is left after whole quarters is in the lower 30 bits, signed.
    const V rest = right_signed<1>(left<2>(angle));
    const Wide u = widened(rest), size = widened(magnitude(rest));
    const Wide z = right64<30>(add64(product(u, u), k.half30));
    Wide s = add(right64<30>(product(z, k.sine4)), k.sine3);
    Wide c = add(right64<30>(product(z, k.cosine4)), k.cosine3);
    s = add(right64<30>(product(s, z)), k.sine2);
    c = add(right64<30>(product(c, z)), k.cosine2);
    s = add(right64<30>(product(s, z)), k.sine1);
    // Positive, so that a shift without sign will do.
    c = add(right64<34>(add64(product(c, z), k.half34)), k.cosine1);
    s = right64<30>(product(s, z));
    c = add64(product(c, z), k.half32);
    const Wide first = left64<3>(product(size, k.sine0));
    s = add64(add64(first, k.half34), product(size, s));
    const V cos_rest = add(high_halves(c), k.quarter);
    const V sin_rest = negated_where(rest, right<2>(high_halves(s)));
    const V quarter = add(angle, k.eighth), next = add(angle, k.three_eighths);
    const M swap = has_bits(quarter, k.quarter);
    return {negated_where(next, choose(swap, sin_rest, cos_rest)),
            negated_where(quarter, choose(swap, cos_rest, sin_rest))};
}

/// Sums of products rounded by 30 bits.
inline V rounded(const Constants& k, const Wide& sum) {
    return high_halves(left64<2>(sub64(add64(sum, k.half30), right64<63>(sum))));
}

constexpr unsigned kWindow = 2 * kWidth;  // rows that parents are fetched from at once

/// Where parents before a group are: in the rows just before it, in those from Group::base on, or
/// anywhere.
enum Reach : unsigned char { near, window, anywhere };

/// A group of kWidth rows between the loops.
struct Group {
    static constexpr unsigned kSteps = kWidth == 16 ? 4 : 3;

    unsigned first;    // row
    unsigned base;     // the row that offsets are from
    Reach reach;       // of sources
    bool placed;       // nothing is left to do
    bool inside;       // some parents are in the group
    bool deep;         // as many steps as there are
    M linked;          // lanes with a parent
    V source;          // the parent of the topmost of a lane's parents in the group; below 0: none
    V above[kSteps];   // the lane that is 2^n parents up in the group, or no_lane()
    V step_x, step_y;  // from the parent, in the world's axes
};

/// Where the parents of a group are.
struct Parents {
    V ahead;    // from the group's first row on
    V offset;   // from Group::base
    M outside;  // lanes with a parent before the group
    M inside;   // lanes with a parent in the group
};

/// Chooses how the values of the parents outside are fetched.
inline void choose_window(const Columns& columns, const Range& range, V index, Parents& parents,
                          Group& group) {
    // Rows of other workers are not even loaded: windows stay between floor and end.
    if (group.first - range.floor >= kWindow) {
        group.reach = near;
        parents.offset = add(parents.ahead, all(static_cast<int>(kWindow)));
        if (!any(not_below(parents.outside, parents.offset, all(kWindow)))) return;
    }
    if (range.end - range.floor >= kWindow && any(parents.outside)) {
        group.reach = window;
        group.base = columns.parent[group.first + first_lane(parents.outside)];
        if (group.base < range.floor) group.base = range.floor;
        if (group.base > range.end - kWindow) group.base = range.end - kWindow;
        parents.offset = sub(index, all(static_cast<int>(group.base)));
        if (!any(not_below(parents.outside, parents.offset, all(kWindow)))) return;
    }
    group.reach = anywhere;
    parents.offset = index;
}

/// A column's values in the rows before a group, kept in registers: a load would wait for the store
/// of the group before.
struct Before {
    V second, first;  // the nearest kWidth rows are the first

    static Before load_at(const Range& range, unsigned row, const void* column) {
        const int* const values = static_cast<const int*>(column);
        const unsigned rows = row - range.floor;
        return {rows >= kWindow ? load(values + row - kWindow) : all(0),
                rows >= kWidth ? load(values + row - kWidth) : all(0)};
    }
    void push(V next) {
        second = first;
        first = next;
    }
};

/// \p column in the lanes \p wanted of a group's \p sources; 0 in the others.
inline V fetch(const Group& group, M wanted, V sources, const Before& before, const void* column) {
    if (group.reach == near) [[likely]]
        return permuted2(wanted, before.second, before.first, sources);
    const int* const values = static_cast<const int*>(column);
    if (group.reach == anywhere) return gather(wanted, values, sources);
    return permuted2(wanted, load(values + group.base), load(values + group.base + kWidth),
                     sources);
}

/// What find_parents() and place_turns() carry from group to group.
struct Trail {
    Before generation, turn;
};

/// Finds the parents of a group; false where one is not to be had.
inline bool find_parents(const Columns& columns, const Range& range, Group& group, Parents& parents,
                         Before& before, Tally& tally) {
    const unsigned first = group.first;
    const V firsts = all(static_cast<int>(first)), row = add(firsts, lane_numbers());
    const V meant = load(columns.parent_generation + first);
    const V index = load(columns.parent + first);
    const V own = load(columns.generation + first);
    const M live = has_bits(own, all(1));
    M named = both(live, has_bits(meant, all(1)));
    M late = not_below(named, index, row);
    if (range.floor != 0)
        late = either(late, below(named, index, all(static_cast<int>(range.floor))));
    if (any(late)) {
        // Only if it is there: else the row is an orphan.
        const M there = below(late, index, all(static_cast<int>(columns.rows)));
        if (any(equal(there, gather(there, columns.generation, index), meant))) return false;
        named = first_only(named, late);
    }
    parents.ahead = sub(index, firsts);
    parents.inside = first_only(named, below(named, index, firsts));
    parents.outside = first_only(named, parents.inside);
    choose_window(columns, range, index, parents, group);
    const V generation =
        permuted_over(fetch(group, parents.outside, parents.offset, before, columns.generation),
                      parents.inside, own, parents.ahead);
    group.linked = equal(named, generation, meant);
    parents.inside = both(group.linked, parents.inside);
    parents.outside = both(group.linked, parents.outside);
    before.push(own);
    tally.nodes += count(live);
    tally.orphaned += count(first_only(both(live, has_bits(meant, all(-1))), group.linked));
    return true;
}

/// One step of doubling: \p value and that of the lane above it.
inline V summed(V value, V above) {
    return add(value, permuted_or_zero(value, above));
}

/// Places the turns of a group, and finds its sources and what is above in it.
inline void place_turns(const Columns& columns, const Parents& parents, Group& group,
                        Before& before) {
    const unsigned first = group.first;
    V turn = load(columns.local_turn + first);
    group.inside = any(parents.inside);
    group.placed = !any(group.linked);
    group.deep = false;
    if (group.placed) {  // roots stand where they say
        store(columns.x + first, load(columns.local_x + first));
        store(columns.y + first, load(columns.local_y + first));
        store(columns.turn + first, turn);
        before.push(turn);
        return;
    }
    V source = choose(parents.outside, parents.offset, all(-1));
    if (group.inside) {
        V above = choose(parents.inside, parents.ahead, no_lane());
        for (unsigned i = 0; i + 1 < Group::kSteps; ++i) {
            group.above[i] = above;
            turn = summed(turn, above);
            source = permuted(source, above);
            above = permuted(above, above);
        }
        // Many groups are not that deep, and many that are stand together.
        group.deep = any_lane(above);
        if (group.deep) {
            group.above[Group::kSteps - 1] = above;
            turn = summed(turn, above);
            source = permuted(source, above);
        }
    }
    group.source = source;
    turn = add(turn, fetch(group, not_negative(source), source, before, columns.turn));
    store(columns.turn + first, turn);
    before.push(turn);
}

/// lane_turned() of the groups' rows by their parents' turns; the result has one of the two highest
/// bits set in some lane where a coordinate may be beyond 31 bits.
__attribute__((noinline)) V turn_steps(const Columns& columns, Group* groups, unsigned count) {
    const Constants k;
    V large = all(0);
    for (unsigned i = 0; i < count; ++i) {
        Group& group = groups[i];
        if (group.placed) continue;
        const unsigned first = group.first;
        const V parent_turn = sub(load(columns.turn + first), load(columns.local_turn + first));
        const Turns turns = direction(k, parent_turn);
        const Wide cos = widened(turns.cos), sin = widened(turns.sin);
        const V local_x = load(columns.local_x + first), local_y = load(columns.local_y + first);
        const Wide x = widened(local_x), y = widened(local_y);
        group.step_x = rounded(k, sub64(product(x, cos), product(y, sin)));
        group.step_y = rounded(k, add64(product(x, sin), product(y, cos)));
        // A turned vector whose coordinates are below 2^30 has coordinates below 2^31.
        large = bits_or(large, keep(group.linked, bits_or(magnitude(local_x), magnitude(local_y))));
    }
    return bits_and(large, all(static_cast<int>(0xc0000000u)));
}

/// Bits whose sign says that a + b, which gave \p sum, did not fit 32 bits.
inline V overflow(V a, V b, V sum) {
    return bits_and(bits_xor(a, sum), bits_xor(b, sum));
}

/// Adds up the groups' steps; the result is negative in some lane where a sum did not fit.
__attribute__((noinline)) V sum_steps(const Columns& columns, const Range& range,
                                      const Group* groups, unsigned count) {
    V beyond = all(0);
    Before before_x = Before::load_at(range, groups[0].first, columns.x);
    Before before_y = Before::load_at(range, groups[0].first, columns.y);
    for (unsigned i = 0; i < count; ++i) {
        const Group& group = groups[i];
        if (group.placed) {
            before_x.push(load(columns.x + group.first));
            before_y.push(load(columns.y + group.first));
            continue;
        }
        V x = group.step_x, y = group.step_y;
        if (group.inside) {
            for (unsigned step = 0; step + 1 < Group::kSteps; ++step) {
                x = summed(x, group.above[step]);
                y = summed(y, group.above[step]);
            }
            if (group.deep) {
                x = summed(x, group.above[Group::kSteps - 1]);
                y = summed(y, group.above[Group::kSteps - 1]);
            }
        }
        const M wanted = not_negative(group.source);
        x = add(x, fetch(group, wanted, group.source, before_x, columns.x));
        y = add(y, fetch(group, wanted, group.source, before_y, columns.y));
        store(columns.x + group.first, x);
        store(columns.y + group.first, y);
        before_x.push(x);
        before_y.push(y);
        beyond = bits_or(beyond, bits_or(overflow(sub(x, group.step_x), group.step_x, x),
                                         overflow(sub(y, group.step_y), group.step_y, y)));
    }
    return bits_and(beyond, all(static_cast<int>(0x80000000u)));
}

inline bool any_ahead(const unsigned char* ahead, unsigned row) {
    unsigned long long bits[2];
    static_assert(sizeof(bits) == kLanes);
    __builtin_memcpy(bits, ahead + row, sizeof(bits));
    return (bits[0] | bits[1]) != 0;
}

constexpr unsigned kGroups = kLanes / kWidth;  // in the rows that are taken or left together
constexpr unsigned kBatch = 8;                 // groups

/// Takes kLanes rows at \p row into \p groups; false where they are not to be placed.
inline bool take_rows(const Columns& columns, const Range& range, unsigned row,
                      const unsigned char* ahead, Group* groups, Trail& trail, Tally& tally) {
    if (ahead != nullptr && any_ahead(ahead, row)) return false;
    Parents parents[kGroups];
    Tally found;
    for (unsigned i = 0; i < kGroups; ++i) {
        groups[i].first = row + i * kWidth;
        if (!find_parents(columns, range, groups[i], parents[i], trail.generation, found))
            return false;
    }
    tally.nodes += found.nodes;
    tally.orphaned += found.orphaned;
    for (unsigned i = 0; i < kGroups; ++i)
        place_turns(columns, parents[i], groups[i], trail.turn);
    return true;
}

inline unsigned place_rows(const Columns& columns, const Range& range, const unsigned char* ahead,
                           Tally& tally) {
    Group groups[kBatch];
    unsigned row = range.row;
    for (bool going = true; going;) {
        const unsigned begin = row;
        unsigned taken = 0;
        Trail trail{Before::load_at(range, row, columns.generation),
                    Before::load_at(range, row, columns.turn)};
        while (taken < kBatch) {
            going = range.end - row >= kLanes &&
                    take_rows(columns, range, row, ahead, groups + taken, trail, tally);
            if (!going) break;
            taken += kGroups;
            row += kLanes;
        }
        if (taken == 0) break;
        const V large = turn_steps(columns, groups, taken);
        const V beyond = sum_steps(columns, range, groups, taken);
        if (any(has_bits(bits_or(large, beyond), all(-1))))
            // Some coordinate saturates, or nearly does: a row at a time.
            for (unsigned i = begin; i < row; ++i)
                place_row(columns, i, parent_row(columns, i), tally);
    }
    return row;
}

}  // namespace
}  // namespace diorama::scene2d::detail
