// SPDX-License-Identifier: MIT
// The order of placement rows: parents before children always.
#include <algorithm>

#include "diorama/ecs/world_core.hpp"

namespace diorama::detail {
namespace {

enum Settled : std::uint8_t { kUnknown, kOnPath, kInPlace, kBelowTop };

}  // namespace

/// Lets the rows that follow \p from, which has moved to \p to, follow it there.
void WorldCore::follow_moved(std::uint32_t index, std::uint32_t from, std::uint32_t to) {
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
        move_tops();
    }
}

}  // namespace diorama::detail
