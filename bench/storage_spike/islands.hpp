// SPDX-License-Identifier: MIT
/// \file
/// The shared store kept in order while entities come, go and move: islands of a few blocks.
///
/// An island is a stretch of pre-order, level by level inside. A new or moved row takes the first
/// free row of its parent's island that stands after the parent, so parents always come first.
/// Islands with many such rows are rebuilt later, a few per frame; full ones split in two.
#pragma once

#include <bit>
#include <deque>

#include "store.hpp"

namespace spike {

#ifndef SPIKE_TIDY
#define SPIKE_TIDY 128
#endif
inline constexpr u32 kTidyAt = SPIKE_TIDY;  ///< rows come or gone, per block, that queue an island

class Islands {
  public:
    Islands(Store& s, u32 blocks_each) : s_(s), each_(blocks_each) {
        // lay_out() gave each group whole blocks; take them as islands.
        for (u32 b = 1; b < s.used;) {
            Island island;
            while (b < s.used && island.blocks.size() < each_)
                island.blocks.push_back(b++);
            adopt(std::move(island), static_cast<u32>(order_.size()));
        }
        number();
    }

    void spawn(u32 e, u32 parent) {
        const u32 p = parent == kNone ? 0 : s_.row_of[parent];
        const u32 row = room_after(p);
        const u32 above = parent == kNone ? 0 : s_.row_of[parent];
        Block& b = s_.block(row);
        local_value(e, b.local + (row & 255) * 10);
        b.entity[row & 255] = e;
        b.parent(row & 255) = b.first(row & 255) = b.next(row & 255) = b.prev[row & 255] = 0;
        s_.row_of[e] = row;
        link(row, above);
        s_.mark(row, 1);
    }
    void despawn(u32 e) {
        const u32 row = s_.row_of[e];
        unlink(row);
        vacate(row);
    }
    void reparent(u32 e, u32 parent) {
        unlink(s_.row_of[e]);
        link(s_.row_of[e], s_.row_of[parent]);
        s_.mark(s_.row_of[e], 1);
        if (before(s_.row_of[parent], s_.row_of[e]) &&
            s_.block(s_.row_of[parent]).island == s_.block(s_.row_of[e]).island)
            return;
        moving_.clear();
        moving_.push_back(e);
        for (std::size_t i = 0; i < moving_.size(); ++i) {
            const u32 x = moving_[i];
            // Making room may rebuild an island, so rows are looked up again afterwards.
            const u32 to = room_after(s_.block(s_.row_of[x]).parent(s_.row_of[x] & 255));
            const u32 row = s_.row_of[x];
            for (u32 c = s_.block(row).first(row & 255); c != 0; c = s_.block(c).next(c & 255))
                moving_.push_back(s_.block(c).entity[c & 255]);
            move(row, to);
            vacate(row);
            ++moved;
        }
    }

    /// Rebuilds queued islands until about \p rows rows were moved; returns false when none is
    /// left.
    bool tidy(u32 rows) {
        const u32 stop = rebuilt_rows + rows;
        while (!queue_.empty() && rebuilt_rows < stop) {
            const u32 i = queue_.front();
            queue_.pop_front();
            islands_[i].queued = false;
            if (islands_[i].churned > 0) rebuild(i);
        }
        number();
        return !queue_.empty();
    }
    /// Queues everything that is out of order at all.
    void queue_all() {
        for (u32 i = 0; i < islands_.size(); ++i)
            if (islands_[i].churned > 32 && !islands_[i].queued) queue(i);
    }

    /// Gives every block its place in the pass order and the store its runs.
    void number() {
        s_.order.assign(s_.capacity(), 0);
        s_.runs.clear();
        u32 at = 1;
        for (const u32 i : order_)
            for (const u32 b : islands_[i].blocks) {
                Block& block = s_.base()[b];
                block.position = at;
                s_.order[at++] = b;
                u32 top = 0;
                for (u32 w = 0; w < 4; ++w)
                    if (block.live[w] != 0)
                        top = w * 64 + 64 - u32(std::countl_zero(block.live[w]));
                if (top != 0) s_.runs.push_back({b * 256, top});
            }
        std::fill(s_.summary.begin(), s_.summary.end(), 0);
        for (u32 p = 1; p < at; ++p) {
            const Block& block = s_.base()[s_.order[p]];
            if ((block.dirty[0] | block.dirty[1] | block.dirty[2] | block.dirty[3]) != 0)
                s_.summary[p >> 6] |= u64(1) << (p & 63);
        }
    }
    u32 blocks_in_use() const {
        std::size_t n = 0;
        for (const u32 i : order_)
            n += islands_[i].blocks.size();
        return static_cast<u32>(n);
    }

    u32 moved = 0, rebuilt_rows = 0, splits = 0, forced = 0;

  private:
    struct Island {
        std::vector<u32> blocks;
        u32 live = 0, churned = 0;
        bool queued = false;
    };

    void adopt(Island island, u32 at) {
        const u32 id = static_cast<u32>(islands_.size());
        island.live = 0;
        for (u32 k = 0; k < island.blocks.size(); ++k) {
            Block& b = s_.base()[island.blocks[k]];
            b.island = id;
            b.slot = k;
            for (const u64 w : b.live)
                island.live += u32(std::popcount(w));
        }
        islands_.push_back(std::move(island));
        order_.insert(order_.begin() + at, id);
    }
    u32 take_block() {
        if (free_ == 0) {
            if (s_.used == s_.capacity()) std::abort();
            return s_.used++;
        }
        const u32 b = free_;
        free_ = s_.base()[b].free_link;
        return b;
    }
    void queue(u32 i) {
        islands_[i].queued = true;
        queue_.push_back(i);
    }
    bool before(u32 a, u32 b) {
        const u32 sa = s_.block(a).slot, sb = s_.block(b).slot;
        return sa != sb ? sa < sb : (a & 255) < (b & 255);
    }
    void link(u32 row, u32 p) {
        Block& b = s_.block(row);
        b.parent(row & 255) = p;
        b.next(row & 255) = 0;
        if (p == 0) return;
        u32& first = s_.block(p).first(p & 255);
        if (first == 0) {
            first = row;
            b.prev[row & 255] = row;
            return;
        }
        u32& last = s_.block(first).prev[first & 255];
        s_.block(last).next(last & 255) = row;
        b.prev[row & 255] = last;
        last = row;
    }
    void unlink(u32 row) {
        Block& b = s_.block(row);
        const u32 r = row & 255, p = b.parent(r), next = b.next(r), prev = b.prev[r];
        if (p == 0) return;
        u32& first = s_.block(p).first(p & 255);
        if (next != 0)
            s_.block(next).prev[next & 255] = prev;
        else if (first != row)
            s_.block(first).prev[first & 255] = prev;
        if (first == row)
            first = next;
        else
            s_.block(prev).next(prev & 255) = next;
    }
    void vacate(u32 row) {
        Block& b = s_.block(row);
        const u32 r = row & 255;
        b.entity[r] = kNone;
        b.parent(r) = b.first(r) = 0;
        b.dirty[r >> 6] &= ~(u64(1) << (r & 63));
        b.live[r >> 6] &= ~(u64(1) << (r & 63));
        Island& island = islands_[b.island];
        --island.live;
        note(b.island);
    }
    void note(u32 i) {
        Island& island = islands_[i];
        if (++island.churned > island.blocks.size() * kTidyAt && !island.queued) queue(i);
    }
    u32 room_in(u32 i, u32 slot, u32 after) {
        Island& island = islands_[i];
        for (; slot < island.blocks.size(); ++slot, after = 0) {
            Block& b = s_.base()[island.blocks[slot]];
            for (u32 w = after >> 6; w < 4; ++w) {
                u64 free = ~b.live[w];
                if (w == after >> 6) free &= ~u64(0) << (after & 63);
                if (free == 0) continue;
                const u32 r = w * 64 + u32(std::countr_zero(free));
                b.live[w] |= u64(1) << (r & 63);
                ++island.live;
                note(i);
                return island.blocks[slot] * 256 + r;
            }
        }
        if (island.blocks.size() == each_) return 0;
        const u32 fresh = take_block();
        Block& b = s_.base()[fresh];
        b.island = i;
        b.slot = static_cast<u32>(island.blocks.size());
        b.live[0] = 1;
        // Until the next number(), a late block is found through the last one's place.
        b.position = s_.base()[island.blocks.back()].position;
        island.blocks.push_back(fresh);
        ++island.live;
        note(i);
        return fresh * 256;
    }
    u32 room_after(u32 p) {
        if (p == 0) {
            for (u32 tries = 0; tries < 4; ++tries) {
                if (islands_[open_].live + 32 < each_ * 256)
                    if (const u32 row = room_in(open_, 0, 0)) return row;
                open_ = (open_ + 1) % static_cast<u32>(islands_.size());
            }
            Island island;
            island.blocks.push_back(take_block());
            adopt(std::move(island), static_cast<u32>(order_.size()));
            open_ = static_cast<u32>(islands_.size() - 1);
            return room_in(open_, 0, 0);
        }
        const u32 e = s_.block(p).entity[p & 255];
        for (;;) {
            const u32 row = s_.row_of[e];
            const Block& b = s_.block(row);
            const u32 r = (row & 255) + 1;
            if (const u32 to = room_in(b.island, b.slot + (r == 256), r & 255)) return to;
            ++forced;
            rebuild(b.island);
        }
    }
    void move(u32 from, u32 to) {
        Block &a = s_.block(from), &b = s_.block(to);
        const u32 f = from & 255, t = to & 255;
        std::memcpy(b.local + t * 10, a.local + f * 10, 40);
        std::memcpy(b.world(t), a.world(f), 48);
        const u32 p = b.parent(t) = a.parent(f), first = b.first(t) = a.first(f);
        const u32 next = b.next(t) = a.next(f), prev = b.prev[t] = a.prev[f];
        b.local_tick[t] = a.local_tick[f];
        b.world_tick(t) = a.world_tick(f);
        b.entity[t] = a.entity[f];
        s_.row_of[a.entity[f]] = to;
        b.dirty[t >> 6] |= (a.dirty[f >> 6] >> (f & 63) & 1) << (t & 63);
        if (p != 0) {
            u32& head = s_.block(p).first(p & 255);
            if (next != 0)
                s_.block(next).prev[next & 255] = to;
            else if (head != from)
                s_.block(head).prev[head & 255] = to;
            else
                b.prev[t] = to;
            if (head == from)
                head = to;
            else
                s_.block(prev).next(prev & 255) = to;
        }
        for (u32 c = first; c != 0; c = s_.block(c).next(c & 255))
            s_.block(c).parent(c & 255) = to;
    }
    /// Writes the island anew, level by level over its pre-order; in two when it is nearly full.
    void rebuild(u32 i) {
        std::vector<u32>& list = list_;
        list.clear();
        const u32 slots = static_cast<u32>(islands_[i].blocks.size());
        depth_.resize(std::size_t(slots) * 256);
        for (u32 k = 0; k < slots; ++k) {
            const u32 base = islands_[i].blocks[k] * 256;
            Block& b = s_.base()[islands_[i].blocks[k]];
            for (u32 w = 0; w < 4; ++w)
                for (u64 m = b.live[w]; m != 0; m &= m - 1) {
                    const u32 r = w * 64 + u32(std::countr_zero(m)), p = b.parent(r);
                    if (b.entity[r] == kNone || (p != 0 && s_.block(p).island == i)) continue;
                    stack_.push_back(base + r);
                    while (!stack_.empty()) {
                        const u32 row = stack_.back();
                        stack_.pop_back();
                        list.push_back(row);
                        const u32 first = s_.block(row).first(row & 255);
                        if (first == 0) continue;
                        for (u32 c = s_.block(first).prev[first & 255];;
                             c = s_.block(c).prev[c & 255]) {
                            if (s_.block(c).island == i) stack_.push_back(c);
                            if (c == first) break;
                        }
                    }
                }
        }
        const std::size_t n = list.size();
        const bool split = n > each_ * 256u * 7 / 8;
        splits += split;
        std::vector<u32> old = std::move(islands_[i].blocks);
        std::size_t at = 0;
        const u32 place =
            static_cast<u32>(std::find(order_.begin(), order_.end(), i) - order_.begin());
        for (u32 half = 0; half < 1u + split; ++half) {
            const std::size_t end = split && half == 0 ? n / 2 : n;
            sort_levels(i, at, end);
            Island island;
            while (at < end) {
                const u32 b = take_block();
                s_.base()[b].island = kNone;
                island.blocks.push_back(b);
                for (u32 r = 0; r < 256 && at < end; ++r, ++at) {
                    move(list[at], b * 256 + r);
                    s_.base()[b].live[r >> 6] |= u64(1) << (r & 63);
                }
                s_.base()[b].position = s_.base()[old[0]].position;
            }
            if (half == 0) {
                for (u32 k = 0; k < island.blocks.size(); ++k)
                    halves_.push_back(island.blocks[k]);
            } else {
                adopt(std::move(island), place + 1);
            }
        }
        islands_[i].blocks = std::move(halves_);
        halves_.clear();
        islands_[i].live = 0;
        islands_[i].churned = 0;
        for (u32 k = 0; k < islands_[i].blocks.size(); ++k) {
            Block& b = s_.base()[islands_[i].blocks[k]];
            b.island = i;
            b.slot = k;
            for (const u64 w : b.live)
                islands_[i].live += u32(std::popcount(w));
        }
        for (const u32 b : old) {
            Block& block = s_.base()[b];
            std::fill_n(block.entity, 256, kNone);
            for (u32 r = 0; r < 256; ++r)
                block.parent(r) = block.first(r) = 0;
            std::memset(block.dirty, 0, sizeof block.dirty);
            std::memset(block.live, 0, sizeof block.live);
            block.free_link = free_;
            free_ = b;
        }
        rebuilt_rows += static_cast<u32>(n);
    }
    /// Stable counting sort of list_[from, to) by depth below the part's own roots.
    void sort_levels(u32 i, std::size_t from, std::size_t to) {
        counts_.assign(1, 0);
        const auto index = [&](u32 row) { return s_.block(row).slot * 256 + (row & 255); };
        for (std::size_t k = from; k < to; ++k)
            member_epoch(index(list_[k]));
        for (std::size_t k = from; k < to; ++k) {
            const u32 row = list_[k], p = s_.block(row).parent(row & 255);
            u32 depth = 0;
            if (p != 0 && s_.block(p).island == i && epoch_[index(p)] == now_)
                depth = depth_[index(p)] + 1u;
            depth_[index(row)] = static_cast<std::uint16_t>(depth);
            if (depth + 2 > counts_.size()) counts_.resize(depth + 2, 0);
            ++counts_[depth + 1];
        }
        for (std::size_t d = 1; d < counts_.size(); ++d)
            counts_[d] += counts_[d - 1];
        sorted_.resize(to - from);
        for (std::size_t k = from; k < to; ++k)
            sorted_[counts_[depth_[index(list_[k])]]++] = list_[k];
        std::copy(sorted_.begin(), sorted_.end(), list_.begin() + std::ptrdiff_t(from));
        ++now_;
    }
    void member_epoch(u32 index) {
        if (epoch_.size() <= index) epoch_.resize(std::size_t(each_) * 256, 0);
        epoch_[index] = now_;
    }

    Store& s_;
    u32 each_, free_ = 0, open_ = 0, now_ = 1;
    std::vector<Island> islands_;
    std::vector<u32> order_, list_, stack_, moving_, halves_, counts_, sorted_, epoch_;
    std::vector<std::uint16_t> depth_;
    std::deque<u32> queue_;
};

}  // namespace spike
