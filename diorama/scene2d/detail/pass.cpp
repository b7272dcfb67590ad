// SPDX-License-Identifier: MIT
#include "diorama/scene2d/detail/pass.hpp"

#include "diorama/scene2d/detail/place_rows.inl"

namespace diorama::scene2d::detail {
namespace {

enum State : std::uint8_t { waiting, placed, on_path };

}  // namespace

Propagated2 Pass::run() {
    std::uint32_t row = 0;
    const unsigned char* ahead = nullptr;
    while ((row = kernel_(columns_, row, ahead, tally_)) < columns_.rows) {
        if (ahead == nullptr) {
            scratch_.state_.assign(columns_.rows, waiting);
            ahead = scratch_.state_.data();
        }
        for (std::uint32_t i = row; i < row + kLanes; ++i)
            if ((columns_.generation[i] & 1u) != 0 && scratch_.state_[i] == waiting) climb(i, row);
        row += kLanes;
    }
    return {tally_.nodes, tally_.nodes, tally_.orphaned, cyclic_, tally_.saturated};
}

/// Places \p row after everything above it that waits; rows before \p first are all placed.
void Pass::climb(std::uint32_t row, std::uint32_t first) {
    auto& path = scratch_.path_;
    auto& state = scratch_.state_;
    path.clear();
    std::uint32_t at = row;
    while (at >= first && at != 0 && state[at] == waiting) {
        state[at] = on_path;
        path.push_back({at, counted_parent(at)});
        at = path.back().parent;
    }
    if (at >= first && at != 0 && state[at] == on_path) place_loop(at);
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
    scratch_.state_[row] = placed;
}

}  // namespace diorama::scene2d::detail
