// SPDX-License-Identifier: MIT
#include "diorama/scene2d/detail/pass.hpp"

#include <algorithm>

#include "diorama/core/jobs.hpp"
#include "diorama/scene2d/detail/place_rows.inl"

namespace diorama::scene2d::detail {
namespace {

enum State : std::uint8_t { waiting, placed, on_path };

}  // namespace

Propagated2 Pass::run(Jobs* jobs, std::uint32_t part_rows) {
    const std::uint32_t workers = jobs != nullptr ? jobs->workers() : 1;
    scratch_.parts_.clear();
    // The origin's group first, so that no worker writes what another reads.
    finish({0, 0, kLanes, 0, 0, 0});
    cut(std::clamp(columns_.rows / part_rows, 1u, workers));
    auto& parts = scratch_.parts_;
    if (parts.size() > 1)
        jobs->for_ranges(parts.size(), 1, [&](std::size_t begin, std::size_t end, unsigned) {
            for (std::size_t i = begin; i < end; ++i)
                place_part(parts[i]);
        });
    for (const Part& part : parts)
        finish(part);
    return {tally_.nodes, tally_.nodes, tally_.orphaned, cyclic_, tally_.saturated};
}

/// Makes \p count parts of all rows but the first group.
void Pass::cut(std::uint32_t count) {
    scratch_.parts_.clear();
    std::uint32_t begin = kLanes;
    for (std::uint32_t i = 1; i <= count; ++i) {
        const auto even = static_cast<std::uint32_t>(std::uint64_t{columns_.rows} * i / count);
        const std::uint32_t end = i == count ? columns_.rows : std::max(begin, tree_near(even));
        scratch_.parts_.push_back({begin, begin, end, 0, 0, 0});
        begin = end;
    }
}

/// The first root from \p row on, or \p row itself where none is near.
std::uint32_t Pass::tree_near(std::uint32_t row) const noexcept {
    constexpr std::uint32_t kNear = 2048;
    for (std::uint32_t i = row; i < std::min(row + kNear, columns_.rows); ++i)
        if (columns_.parent_generation[i] == 0 && (columns_.generation[i] & 1u) != 0) return i;
    return row;
}

/// Places the rows of \p part up to the first that needs another part.
void Pass::place_part(Part& part) const {
    Tally tally;
    const std::uint32_t floor = part.begin == kLanes ? 0 : part.begin;
    part.placed = kernel_(columns_, {part.begin, part.end, floor}, ahead_, tally);
    part.nodes = tally.nodes;
    part.orphaned = tally.orphaned;
    part.saturated = tally.saturated;
}

/// Places what is left of \p part; every row of the parts before it is placed.
void Pass::finish(const Part& part) {
    tally_.nodes += part.nodes;
    tally_.orphaned += part.orphaned;
    tally_.saturated += part.saturated;
    std::uint32_t row = part.placed;
    while ((row = kernel_(columns_, {row, part.end, 0}, ahead_, tally_)) < part.end) {
        const std::uint32_t end = std::min(row + kLanes, part.end);
        look_ahead(end, part.end);
        for (; row < end; ++row)
            if ((columns_.generation[row] & 1u) != 0 &&
                (ahead_ == nullptr || ahead_[row] == waiting))
                place_after_parent(row);
    }
}

/// Places \p row; those before it are all placed.
void Pass::place_after_parent(std::uint32_t row) {
    const std::uint32_t parent = parent_row(columns_, row);
    if (parent < row) return place(row, counted_parent(row));
    if (ahead_ == nullptr) {
        scratch_.state_.assign(columns_.rows, waiting);
        ahead_ = scratch_.state_.data();
    }
    climb(row);
}

/// Calls for what the first step of a climb from the rows after \p row will look at.
void Pass::look_ahead(std::uint32_t row, std::uint32_t end) const noexcept {
    for (std::uint32_t i = row + kLanes; i < std::min(row + 2 * kLanes, end); ++i) {
        const std::uint32_t up = columns_.parent[i];
        if (up >= columns_.rows) continue;
        __builtin_prefetch(columns_.generation + up);
        __builtin_prefetch(columns_.parent + up);
        __builtin_prefetch(columns_.parent_generation + up);
        if (ahead_ != nullptr) __builtin_prefetch(ahead_ + up);
        call_for(up);
    }
}

/// Calls for what place() of \p row will touch, while the climb goes on from line to line.
void Pass::call_for(std::uint32_t row) const noexcept {
    __builtin_prefetch(columns_.local_x + row);
    __builtin_prefetch(columns_.local_y + row);
    __builtin_prefetch(columns_.local_turn + row);
    __builtin_prefetch(columns_.x + row, 1);
    __builtin_prefetch(columns_.y + row, 1);
    __builtin_prefetch(columns_.turn + row, 1);
}

/// Whether \p row needs no climb, when those before \p first are placed.
bool Pass::is_placed(std::uint32_t row, std::uint32_t first) const noexcept {
    if (row < first || scratch_.state_[row] == placed) return true;
    const auto in_part = [row](const Part& part) { return row >= part.begin && row < part.placed; };
    return std::any_of(scratch_.parts_.begin(), scratch_.parts_.end(), in_part);
}

/// Places \p row after everything above it that waits; rows before it are all placed.
void Pass::climb(std::uint32_t row) {
    auto& path = scratch_.path_;
    auto& state = scratch_.state_;
    path.clear();
    std::uint32_t at = row;
    while (at != 0 && state[at] != on_path && !is_placed(at, row)) {
        state[at] = on_path;
        if (at != row) call_for(at);
        path.push_back({at, counted_parent(at)});
        at = path.back().parent;
    }
    if (at != 0 && state[at] == on_path) place_loop(at);
    for (; !path.empty(); path.pop_back())
        place(path.back().row, path.back().parent);
}

/// Places the members of the loop that the path has come back to, at \p entry, as roots.
void Pass::place_loop(std::uint32_t entry) {
    auto& path = scratch_.path_;
    for (bool whole = false; !whole; path.pop_back()) {
        ++cyclic_;
        place(path.back().row, 0);
        whole = path.back().row == entry;
    }
}

/// The parent's row, 0 for a root or an orphan; counts the row.
std::uint32_t Pass::counted_parent(std::uint32_t row) {
    const std::uint32_t parent = parent_row(columns_, row);
    ++tally_.nodes;
    if (parent == 0 && columns_.parent_generation[row] != 0) ++tally_.orphaned;
    return parent;
}

void Pass::place(std::uint32_t row, std::uint32_t parent) {
    place_row(columns_, row, parent, tally_);
    if (ahead_ != nullptr) scratch_.state_[row] = placed;
}

}  // namespace diorama::scene2d::detail
