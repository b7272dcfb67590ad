// SPDX-License-Identifier: MIT
// Bringing placement rows back to hierarchy order in the background: a window of rows at a time is
// found level by level, then moved. Both wait for memory that lies anywhere, so they ask for much
// of it ahead.
#include <algorithm>

#include "diorama/ecs/world_core.hpp"

namespace diorama::detail {
namespace {

// Rows of one window: few enough that they and their parents stay in the cache.
constexpr std::uint32_t kWindowRows = 3072;
// Trees, or rows of one level, that a window starts with.
constexpr std::uint32_t kWindowTrees = 24, kWindowStart = 128;
// Rows that are passed over, as they are below others, in search of trees for one window.
constexpr std::uint32_t kLookAhead = 2048;
// Lists that are walked side by side.
constexpr std::uint32_t kSideBySide = 32;
// Rows between a fetch and its use.
constexpr std::size_t kAhead = 12;
// Fewer rows out of order cost less than moving all would.
constexpr std::uint32_t kDisorderFloor = 1024;

// Passes without a change of the hierarchy after which it is taken to be at rest.
constexpr std::uint32_t kCalmPasses = 4;

enum Settled : std::uint8_t { kUnknown, kOnPath };

}  // namespace

/// Whether the entity at \p index waits for its place; then it is in the window from now on.
bool WorldCore::claim(std::uint32_t index) {
    const std::uint32_t slot = records_[index].slot;
    if (slot == kNone || (!settling_ && in_front(slot))) return false;
    std::uint8_t& state = settle_state(slot);
    if (state != kUnknown) return false;
    state = kOnPath;
    return true;
}

/// Adds what waits of \p row's list, from \p child on, to the window; up to the first that does
/// not wait, or as much as there is room for.
void WorldCore::gather_from(Entity parent, std::uint32_t child) {
    const std::vector<Links>& lists = links_[kChildOfRelation];
    for (; child != kNone && claim(child); child = lists[child].next) {
        window_.push_back({child, false});
        if (window_.size() < kWindowRows || lists[child].next == kNone) continue;
        unfinished_.push_back({parent, entity_at(lists[child].next)});
        return;
    }
}

/// Starts the window with rows below those that earlier windows have moved.
void WorldCore::start_below() {
    while (!unfinished_.empty() && window_.size() < kWindowStart) {
        const Unfinished next = unfinished_.back();
        unfinished_.pop_back();
        if (!alive(next.parent)) continue;
        if (next.child.is_null()) {
            gather_from(next.parent, links_[kChildOfRelation][next.parent.index()].first);
        } else if (alive(next.child) && target(next.child, kChildOfId) == next.parent) {
            gather_from(next.parent, next.child.index());
        }
    }
}

/// Starts the window with the next rows, in order, that wait and are below none that does.
void WorldCore::start_anew() {
    std::uint32_t trees = 0, passed_over = 0;
    std::uint32_t position = restore_position_, row = restore_row_;
    const auto resume_at = [&](std::uint32_t at, std::uint32_t at_row) {
        // The first row that was passed over is where the next window looks on.
        if (passed_over++ != 0) return;
        restore_position_ = at;
        restore_row_ = at_row;
    };
    for (; position < placement_.order().size(); ++position, row = 0) {
        const std::uint32_t id = placement_.order()[position];
        if (id == 0) continue;
        PlacementStore::Block& block = placement_.block(id);
        for (; row < kBlockRows; ++row) {
            if (trees == kWindowTrees || window_.size() >= kWindowRows || passed_over > kLookAhead)
                return resume_at(position, row);
            if (!block.live.test(row)) continue;
            const std::uint32_t parent = block.parent(row), index = block.entity(row);
            if (parent == kNoParent) {
                if (!claim(index)) continue;
                window_.push_back({index, false});
                // A single row is no tree.
                trees += links_[kChildOfRelation][index].count != 0;
            } else if (in_front(parent)) {
                gather_from(entity_at(placement_.entity(parent)), index);
                ++trees;
            } else if (!window_.empty()) {
                resume_at(position, row);
            }
        }
    }
    resume_at(position, 0);
}

/// Adds the children of the rows of the window from \p begin to \p end, in order; returns how many
/// of these had room for theirs.
std::size_t WorldCore::gather_level(std::size_t begin, std::size_t end) {
    struct Cursor {
        std::uint32_t child, out, left;
    };
    const std::vector<Links>& lists = links_[kChildOfRelation];
    while (begin < end) {
        Cursor cursors[kSideBySide];
        std::uint32_t size = 0, active = 0;
        const auto base = static_cast<std::uint32_t>(window_.size());
        std::uint32_t wanted = 0;
        std::size_t at = begin;
        for (; at < end && size < kSideBySide; ++at) {
            const Links& list = lists[window_[at].index];
            if (list.count == 0) {
                window_[at].whole = true;
                continue;
            }
            if (base + wanted + list.count > kWindowRows) break;
            cursors[size++] = {list.first, base + wanted, list.count};
            wanted += list.count;
            prefetch(&lists[list.first]);
            prefetch(&records_[list.first]);
        }
        if (size == 0 && at < end) return begin = at;
        window_.resize(base + wanted, {kNone, false});
        for (active = size; active != 0;) {
            active = 0;
            for (std::uint32_t i = 0; i < size; ++i) {
                Cursor& cursor = cursors[i];
                if (cursor.left == 0) continue;
                const std::uint32_t next = lists[cursor.child].next;
                if (claim(cursor.child)) window_[cursor.out].index = cursor.child;
                ++cursor.out;
                cursor.child = next;
                if (--cursor.left == 0) continue;
                ++active;
                prefetch(&lists[next]);
                prefetch(&records_[next]);
            }
        }
        // What does not wait, or waits elsewhere, leaves holes.
        std::uint32_t place = base;
        for (std::size_t i = begin; i < at; ++i) {
            const std::uint32_t count = lists[window_[i].index].count;
            window_[i].whole = std::all_of(window_.begin() + place, window_.begin() + place + count,
                                           [](const InWindow& row) { return row.index != kNone; });
            place += count;
        }
        std::erase_if(window_, [](const InWindow& row) { return row.index == kNone; });
        begin = at;
    }
    return begin;
}

/// Adds what is below the rows of the window, level by level.
void WorldCore::gather_below() {
    std::size_t done = 0;
    while (done < window_.size()) {
        const std::size_t end = window_.size();
        done = gather_level(done, end);
        if (done == end) continue;
        // No room for more: what is below these comes next, the first of them first.
        for (std::size_t i = window_.size(); i-- > done;)
            if (links_[kChildOfRelation][window_[i].index].count != 0)
                unfinished_.push_back({entity_at(window_[i].index), Entity::null()});
        break;
    }
}

/// Finds the next window of rows that wait. False where none does.
bool WorldCore::gather_window() {
    window_.clear();
    start_below();
    if (window_.empty()) start_anew();
    gather_below();
    return !window_.empty();
}

/// Moves the rows of settle_tops_ and all below them behind every other row.
void WorldCore::move_tops() {
    settling_ = true;
    // A restoration goes on with its own afterwards.
    unfinished_.swap(restore_unfinished_);
    for (std::size_t next = 0; next < settle_tops_.size() || !unfinished_.empty();) {
        window_.clear();
        start_below();
        for (; next < settle_tops_.size() && window_.size() < kWindowStart; ++next)
            if (claim(settle_tops_[next])) window_.push_back({settle_tops_[next], false});
        gather_below();
        move_window();
        placement_.add_disorder(static_cast<std::uint32_t>(window_.size()));
    }
    unfinished_.swap(restore_unfinished_);
    settling_ = false;
}

/// Moves the rows of the window to the front, in order; to the end while settling.
void WorldCore::move_window() {
    const auto fetch_record = [&](std::size_t i) {
        if (i < window_.size()) prefetch(&records_[window_[i].index]);
    };
    const auto fetch_row = [&](std::size_t i) {
        if (i < window_.size()) placement_.fetch(records_[window_[i].index].slot);
    };
    for (std::size_t i = 0; i < 2 * kAhead; ++i)
        fetch_record(i);
    for (std::size_t i = 0; i < kAhead; ++i)
        fetch_row(i);
    window_slots_.clear();
    for (std::size_t i = 0; i < window_.size(); ++i) {
        fetch_record(i + 2 * kAhead);
        fetch_row(i + kAhead);
        const std::uint32_t index = window_[i].index, from = records_[index].slot;
        settle_state_[from] = kUnknown;
        // Its parent may have moved just now.
        const std::uint32_t parent =
            placement_.parent(from) == kNoParent ? kNoParent : parent_slot(from);
        // Only what was written raw may hang under a row that still waits: then it waits, too.
        if (parent != kNoParent && !settling_ && !in_front(parent)) continue;
        const std::uint32_t to = settling_ ? placement_.append_row() : placement_.front_row();
        placement_.carry_row(from, to, parent);
        records_[index].slot = to;
        window_slots_.push_back(to);
        if (!window_[i].whole) follow_moved(index, from, to);
    }
    learn_runs();
}

/// Finds the rows of the window, just moved, whose children are one run of it.
void WorldCore::learn_runs() {
    const std::vector<Links>& lists = links_[kChildOfRelation];
    for (std::size_t i = 0, end; i < window_slots_.size(); i = end) {
        const std::uint32_t first = window_slots_[i];
        const std::uint32_t parent = placement_.parent(first);
        for (end = i + 1; end < window_slots_.size(); ++end)
            if (window_slots_[end] != first + (end - i) ||
                placement_.parent(window_slots_[end]) != parent)
                break;
        const auto count = static_cast<std::uint32_t>(end - i);
        if (parent != kNoParent && lists[placement_.entity(parent)].count == count)
            placement_.set_run(parent, first, count);
    }
}

/// Whether enough rows stand out of order: fewer while nothing else changes the hierarchy.
bool WorldCore::restoring_is_due() {
    calm_ = placement_.version() == calm_version_ ? calm_ + 1 : 0;
    calm_version_ = placement_.version();
    const std::uint32_t share = calm_ >= kCalmPasses ? 16 : 2;
    return placement_.disorder() >= std::max(kDisorderFloor, placement_.size() / share);
}

bool WorldCore::restore_order(std::uint32_t rows) {
    if (!placement_.restoring()) {
        if (!restoring_is_due()) return false;
        placement_.begin_restoring();
        restore_position_ = placement_.old_begin();
        restore_row_ = 0;
        unfinished_.clear();
        window_.reserve(kWindowRows);
        window_slots_.reserve(kWindowRows);
    }
    settle_placement();
    for (std::size_t moved = 0; moved < rows; moved += window_.size()) {
        // What finds no room, or is passed over by the walk, stays, which is in order.
        if (placement_.front_room() < kWindowRows + kSideBySide || !gather_window()) {
            placement_.end_restoring();
            return false;
        }
        move_window();
    }
    return true;
}

}  // namespace diorama::detail
