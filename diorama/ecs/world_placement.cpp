// SPDX-License-Identifier: MIT
// The order of placement rows: parents before children always, hierarchy order in the background.
#include <algorithm>

#include "diorama/ecs/world_core.hpp"

namespace diorama::detail {
namespace {

// A window of pre-order is sorted level by level: long enough that siblings of a level stand
// together, short enough that a window and its parents stay in the cache.
constexpr std::uint32_t kWindowRows = 2048;
// Fewer rows out of order cost less than moving all would.
constexpr std::uint32_t kDisorderFloor = 1024;

enum Settled : std::uint8_t { kUnknown, kOnPath, kInPlace, kBelowTop };

}  // namespace

void WorldCore::move_row(std::uint32_t from, std::uint32_t to) {
    const std::uint32_t index = placement_.entity(from);
    placement_.copy_row(from, to);
    records_[index].slot = to;
    const std::uint32_t below = placement_.below(to);
    if (below == kNothingBelow) return;
    if (below != kScattered) {
        std::uint32_t slot = below;
        placement_.follow(slot, to);
        while (placement_.more(slot))
            placement_.follow(++slot, to);
        return;
    }
    const std::vector<Links>& lists = links_[kChildOfRelation];
    for (std::uint32_t child = lists[index].first; child != kNone; child = lists[child].next) {
        const std::uint32_t slot = records_[child].slot;
        // Members of a loop follow nothing.
        if (placement_.parent(slot) == from) placement_.follow(slot, to);
    }
}

std::uint32_t WorldCore::parent_slot(std::uint32_t slot) noexcept {
    const Entity parent = placement_.link(slot).parent;
    if (!alive(parent) || records_[parent.index()].slot == kNone) return kNoParent;
    return records_[parent.index()].slot;
}

void WorldCore::follow_link(std::uint32_t index) {
    const EntityRecord& record = records_[index];
    if (record.table == kNone || record.slot == kNone) return;
    PlacementStore::Block& block = placement_.block_of(record.slot);
    const std::uint32_t row = record.slot % kBlockRows;
    if (block.is(&PlacementStore::Rare::orphan, row) ||
        block.is(&PlacementStore::Rare::cyclic, row) || !tables_[record.table]->has(kChildOfId))
        return;
    const std::uint32_t parent = parent_slot(record.slot);
    if (block.parent(row) == parent) return;
    placement_.correct(record.slot, parent);
}

/// What a walk has found of \p slot.
std::uint8_t& WorldCore::settle_state(std::uint32_t slot) {
    if (slot >= settle_state_.size())
        settle_state_.resize(placement_.block_ids() * kBlockRows, kUnknown);
    return settle_state_[slot];
}

/// Finds the misplaced rows with no misplaced row above them, and cuts loops on the way.
void WorldCore::find_tops() {
    settle_tops_.clear();
    for (const std::uint32_t index : placement_.misplaced()) {
        if (records_[index].table == kNone || records_[index].slot == kNone) continue;
        settle_path_.clear();
        std::uint32_t at = records_[index].slot;
        while (at != kNoParent && settle_state(at) == kUnknown) {
            settle_state_[at] = kOnPath;
            settle_touched_.push_back(at);
            settle_path_.push_back(at);
            at = placement_.parent(at);
        }
        if (at != kNoParent && settle_state_[at] == kOnPath) {
            std::uint32_t member = kNone;
            do {
                member = settle_path_.back();
                settle_path_.pop_back();
                settle_state_[member] = kInPlace;
                placement_.cut_loop(member);
            } while (member != at);
        }
        std::uint8_t above = at == kNoParent ? std::uint8_t{kInPlace} : settle_state_[at];
        while (!settle_path_.empty()) {
            const std::uint32_t slot = settle_path_.back();
            settle_path_.pop_back();
            const std::uint32_t parent = placement_.parent(slot);
            if (above == kInPlace && parent != kNoParent && !placement_.before(parent, slot)) {
                settle_tops_.push_back(placement_.entity(slot));
                above = kBelowTop;
            }
            settle_state_[slot] = above;
        }
    }
    for (const std::uint32_t slot : settle_touched_)
        settle_state_[slot] = kUnknown;
    settle_touched_.clear();
}

/// Goes from \p entity, the last of walk_, to the next one in pre-order below the walk's first;
/// past what is below it unless \p below. The walk keeps its path, because a parent written raw
/// may not lead back. It is empty after the last one.
void WorldCore::step(std::uint32_t entity, bool below) {
    const std::vector<Links>& lists = links_[kChildOfRelation];
    if (below && lists[entity].first != kNone) {
        walk_.push_back(lists[entity].first);
        return;
    }
    while (walk_.size() > 1 && lists[walk_.back()].next == kNone)
        walk_.pop_back();
    if (walk_.size() == 1) {
        walk_.clear();
    } else {
        walk_.back() = lists[walk_.back()].next;
    }
}

/// Moves the row at \p slot and all below it behind every other row.
void WorldCore::move_to_end(std::uint32_t slot) {
    walk_.assign(1, placement_.entity(slot));
    while (!walk_.empty()) {
        const std::uint32_t at = walk_.back();
        const std::uint32_t to = placement_.append_row();
        move_row(records_[at].slot, to);
        step(at, true);
    }
}

void WorldCore::settle_placement() {
    // What was written raw hangs behind its parent only once that has its place.
    for (std::size_t round = 0; round <= strays_.size() + 1; ++round) {
        hang_strays();
        std::vector<std::uint32_t>& misplaced = placement_.misplaced();
        if (misplaced.empty()) return;
        for (const std::uint32_t index : misplaced)
            follow_link(index);
        find_tops();
        misplaced.clear();
        for (const std::uint32_t index : settle_tops_)
            move_to_end(records_[index].slot);
    }
}

/// Starts a walk at the next row, in order, that waits for its place; false where there is none.
bool WorldCore::next_top() {
    for (; restore_position_ < placement_.order().size(); ++restore_position_, restore_row_ = 0) {
        const std::uint32_t id = placement_.order()[restore_position_];
        if (id == 0) continue;
        const RowMask& live = placement_.block(id).live;
        while (restore_row_ < kBlockRows) {
            const std::uint32_t row = restore_row_++;
            if (!live.test(row) || settle_state(id * kBlockRows + row) != kUnknown) continue;
            walk_.assign(1, placement_.entity(id * kBlockRows + row));
            return true;
        }
    }
    return false;
}

/// Moves one window of pre-order to the front, trees behind each other. Returns rows moved.
std::uint32_t WorldCore::restore_window() {
    window_.clear();
    window_depth_.clear();
    while (window_.size() < kWindowRows && (!walk_.empty() || next_top())) {
        const std::uint32_t at = walk_.back(), slot = records_[at].slot;
        // What an earlier window has moved is passed over with all below it: what it lacks there
        // is found by its own row.
        const bool waits = placement_.position(slot / kBlockRows) >= placement_.old_begin() &&
                           settle_state(slot) == kUnknown;
        if (waits) {
            settle_state(slot) = kOnPath;
            settle_touched_.push_back(slot);
            window_.push_back(at);
            window_depth_.push_back(static_cast<std::uint32_t>(walk_.size()));
        }
        step(at, waits);
    }
    for (const std::uint32_t slot : settle_touched_)
        settle_state_[slot] = kUnknown;
    settle_touched_.clear();
    if (window_.empty()) return 0;
    const auto [low, high] = std::minmax_element(window_depth_.begin(), window_depth_.end());
    const std::uint32_t base = *low;
    window_counts_.assign(*high - base + 2, 0);
    for (const std::uint32_t d : window_depth_)
        ++window_counts_[d - base + 1];
    for (std::size_t i = 1; i < window_counts_.size(); ++i)
        window_counts_[i] += window_counts_[i - 1];
    window_sorted_.resize(window_.size());
    for (std::size_t i = 0; i < window_.size(); ++i)
        window_sorted_[window_counts_[window_depth_[i] - base]++] = window_[i];
    std::uint32_t moved = 0;
    for (const std::uint32_t index : window_sorted_) {
        const std::uint32_t to = placement_.front_row();
        if (to == kNoParent) return moved;
        move_row(records_[index].slot, to);
        ++moved;
    }
    learn_runs();
    return moved;
}

/// Finds the rows of the window, just moved, whose children are one run of it.
void WorldCore::learn_runs() {
    const std::vector<Links>& lists = links_[kChildOfRelation];
    for (std::size_t i = 0, end; i < window_sorted_.size(); i = end) {
        const std::uint32_t first = records_[window_sorted_[i]].slot;
        const std::uint32_t parent = placement_.parent(first);
        for (end = i + 1; end < window_sorted_.size(); ++end) {
            const std::uint32_t slot = records_[window_sorted_[end]].slot;
            if (placement_.parent(slot) != parent || slot != first + (end - i)) break;
        }
        const auto count = static_cast<std::uint32_t>(end - i);
        if (parent != kNoParent && lists[placement_.entity(parent)].count == count)
            placement_.set_run(parent, first, count);
    }
}

bool WorldCore::restore_order(std::uint32_t rows) {
    if (!placement_.restoring()) {
        if (placement_.disorder() < std::max(kDisorderFloor, placement_.size() / 2)) return false;
        placement_.begin_restoring();
        restore_position_ = placement_.old_begin();
        restore_row_ = 0;
        walk_.clear();
    }
    settle_placement();
    for (std::uint32_t moved = 0; moved < rows;) {
        const std::uint32_t in_window = restore_window();
        moved += in_window;
        // Nothing waits, or no room is left in front: then what waits stays, which is in order.
        if (in_window < window_.size() || window_.size() < kWindowRows) {
            placement_.end_restoring();
            return false;
        }
    }
    // Rows come and go before the next slice.
    walk_.clear();
    return true;
}

}  // namespace diorama::detail
