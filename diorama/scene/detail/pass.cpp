// SPDX-License-Identifier: MIT
#include "diorama/scene/detail/pass.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "diorama/core/jobs.hpp"
#include "diorama/core/prefetch.hpp"
#include "diorama/scene/detail/float_mode.hpp"
#include "diorama/scene/detail/kernel.hpp"

namespace diorama::detail {
namespace {

using Block = PlacementStore::Block;

static_assert(kKernelRows == kBlockRows && kKernelSlabRows == kSlabRows &&
              sizeof(Transform) == 40 && sizeof(GlobalTransform) == 64);

/// Number of bits; std::popcount is a call where the compiler may not assume the instruction.
std::uint32_t count(std::uint64_t word) {
    word -= word >> 1 & 0x5555555555555555u;
    word = (word & 0x3333333333333333u) + (word >> 2 & 0x3333333333333333u);
    word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return static_cast<std::uint32_t>(word * 0x0101010101010101u >> 56);
}

std::uint32_t count(const RowMask& mask) {
    return count(mask.words[0]) + count(mask.words[1]) + count(mask.words[2]) +
           count(mask.words[3]);
}

/// Calls \p visit(row) for every row of \p mask in order; rows that \p visit sets are not seen.
template <class F>
void for_each_row(const RowMask& mask, F&& visit) {
    for (std::uint32_t word = 0; word < kBlockRows / 64; ++word)
        for (std::uint64_t bits = mask.words[word]; bits != 0; bits &= bits - 1)
            visit(word * 64 + static_cast<std::uint32_t>(std::countr_zero(bits)));
}

class Pass {
  public:
    Pass(WorldCore& core, PassScratch& scratch)
        : core_(core),
          store_(core.placement()),
          scratch_(scratch),
          kernel_(kernel()),
          arguments_{reinterpret_cast<unsigned char* const*>(store_.slabs()), core.now()} {}

    PassCounts run(Jobs* jobs) {
        if (!find_dirty()) return {};
        const FloatMode mode;
        // Above an eighth, looking at every row in order is cheaper than walking from rows down.
        if (dirty_rows_ >= store_.size() / 8) {
            dense(jobs != nullptr && store_.size() >= kParallelRows ? jobs : nullptr);
        } else {
            sparse();
        }
        return counts_;
    }

  private:
    /// Lists the dirty blocks in order and counts their rows; whether there is any.
    bool find_dirty() {
        scratch_.blocks.clear();
        std::vector<std::uint64_t>& words = store_.dirty_blocks();
        for (std::size_t word = 0; word < words.size(); ++word) {
            for (std::uint64_t bits = std::exchange(words[word], 0); bits != 0; bits &= bits - 1) {
                const auto at = word * 64 + static_cast<unsigned>(std::countr_zero(bits));
                const std::uint32_t id = store_.order()[at];
                if (id == 0) continue;
                const std::uint32_t rows = count(store_.block(id).dirty);
                if (rows == 0) continue;
                dirty_rows_ += rows;
                scratch_.blocks.push_back(id);
            }
        }
        return dirty_rows_ != 0;
    }

    void dense(Jobs* jobs) {
        const std::vector<std::uint32_t>& order = store_.order();
        if (jobs == nullptr || !in_parts(*jobs)) counts_ = place_range(1, order.size());
        for (const std::uint32_t id : order)
            if (id != 0) store_.block(id).dirty = RowMask{};
    }

    /// Places the blocks at positions [begin, end), but not the rows that are settled.
    PassCounts place_range(std::size_t begin, std::size_t end) {
        const std::vector<std::uint32_t>& order = store_.order();
        PassCounts counts;
        for (std::size_t at = begin; at < end; ++at) {
            if (order[at] == 0) continue;
            inherit(store_.block(order[at]), begin);
            place_block(order[at], at + 1 < end ? order[at + 1] : 0, counts);
        }
        return counts;
    }

    /// Splits the order among the workers, at the same places for the same number of them. False,
    /// with nothing placed, where that would be of no use.
    ///
    /// A part writes its own rows and reads them and their parents. Parents that stand in earlier
    /// parts are found first, placed first, and settled: then no part writes what another reads.
    bool in_parts(Jobs& jobs) {
        const std::size_t blocks = store_.order().size() - 1;
        std::vector<PassScratch::Part>& parts = scratch_.parts;
        parts.resize(jobs.workers());
        for (PassScratch::Part& part : parts) {
            part.outside.clear();
            part.recomputed = part.changed = 0;
        }
        jobs.for_ranges(blocks, 1, [&](std::size_t begin, std::size_t end, unsigned worker) {
            find_outside(1 + begin, 1 + end, parts[worker].outside);
        });
        std::size_t outside = 0;
        for (const PassScratch::Part& part : parts)
            outside += part.outside.size();
        if (outside > store_.size() / 16) return false;
        scratch_.settled.resize(store_.block_ids());
        split_ = true;
        for (const PassScratch::Part& part : parts) {
            for (const std::uint32_t slot : part.outside) {
                const std::uint32_t parent = store_.parent(slot);
                settle(parent);
                if (is_dirty(parent)) store_.block_of(slot).dirty.set(slot % kBlockRows);
            }
        }
        jobs.for_ranges(blocks, 1, [&](std::size_t begin, std::size_t end, unsigned worker) {
            const FloatMode mode;
            const PassCounts counts = place_range(1 + begin, 1 + end);
            parts[worker].recomputed = counts.recomputed;
            parts[worker].changed = counts.changed;
        });
        for (const PassScratch::Part& part : parts) {
            counts_.recomputed += part.recomputed;
            counts_.changed += part.changed;
        }
        for (const std::uint32_t id : scratch_.blocks)
            scratch_.settled[id] = RowMask{};
        return true;
    }

    /// Lists the rows at positions [begin, end) whose parents stand before \p begin.
    void find_outside(std::size_t begin, std::size_t end, std::vector<std::uint32_t>& outside) {
        for (std::size_t at = begin; at < end; ++at) {
            const std::uint32_t id = store_.order()[at];
            if (id == 0 || store_.block(id).reach >= begin) continue;
            Block& block = store_.block(id);
            std::uint32_t reach = kNone;
            for_each_row(block.live, [&](std::uint32_t row) {
                const std::uint32_t parent = block.parent(row);
                if (parent == kNoParent) return;
                const std::uint32_t position = store_.position(parent / kBlockRows);
                reach = std::min(reach, position);
                if (position < begin) outside.push_back(id * kBlockRows + row);
            });
            block.reach = reach;
        }
    }

    /// Places \p slot and what is above it, and keeps the parts from writing it.
    void settle(std::uint32_t slot) {
        std::vector<std::uint32_t>& path = scratch_.wave;
        path.clear();
        for (std::uint32_t at = slot; at != kNoParent; at = store_.parent(at)) {
            RowMask& settled = scratch_.settled[at / kBlockRows];
            if (settled.test(at % kBlockRows)) break;
            if (!settled.any()) scratch_.blocks.push_back(at / kBlockRows);
            settled.set(at % kBlockRows);
            path.push_back(at);
        }
        for (; !path.empty(); path.pop_back()) {
            const std::uint32_t at = path.back(), parent = store_.parent(at);
            Block& block = store_.block_of(at);
            if (parent != kNoParent && is_dirty(parent)) block.dirty.set(at % kBlockRows);
            if (!block.dirty.test(at % kBlockRows)) continue;
            place_list(&at, 1);
            // Still to be inherited by what is below.
            block.dirty.set(at % kBlockRows);
        }
    }

    [[nodiscard]] bool is_dirty(std::uint32_t slot) {
        return store_.block_of(slot).dirty.test(slot % kBlockRows);
    }

    /// Adds the rows of \p block whose parent is placed anew in this pass, where that parent stands
    /// at \p begin or later.
    void inherit(Block& block, std::size_t begin) {
        RowMask clean;
        for (std::uint32_t word = 0; word < kBlockRows / 64; ++word)
            clean.words[word] = block.live.words[word] & ~block.dirty.words[word];
        for_each_row(clean, [&](std::uint32_t row) {
            const std::uint32_t parent = block.parent(row);
            if (parent != kNoParent && store_.position(parent / kBlockRows) >= begin &&
                is_dirty(parent))
                block.dirty.set(row);
        });
    }

    void place_block(std::uint32_t id, std::uint32_t next, PassCounts& counts) {
        Block& block = store_.block(id);
        RowMask placed = block.dirty;
        if (split_)
            for (std::uint32_t word = 0; word < kBlockRows / 64; ++word)
                placed.words[word] &= ~scratch_.settled[id].words[word];
        if (!placed.any()) return;
        KernelWord flags[4], unused[4];
        for (int word = 0; word < 4; ++word) {
            flags[word] = placed.words[word];
            unused[word] = ~block.live.words[word];
        }
        KernelResult result;
        const unsigned far = unsigned{block.far >= kFarRows} |
                             unsigned{next != 0 && store_.block(next).far >= kFarRows} << 1;
        kernel_.block(arguments_, id, next, far, flags, unused, result);
        RowMask changed, nonfinite;
        for (int word = 0; word < 4; ++word) {
            changed.words[word] = result.changed[word];
            nonfinite.words[word] = result.nonfinite[word];
        }
        if (block.special || nonfinite.any()) finish_special(id, placed, nonfinite, changed);
        if (changed.any()) store_.mark_global(block, arguments_.now);
        counts.recomputed += count(placed);
        counts.changed += count(changed);
    }

    /// Republishes rows of \p placed and records which of them are not finite.
    void finish_special(std::uint32_t id, const RowMask& placed, const RowMask& nonfinite,
                        RowMask& changed) {
        Block& block = store_.block(id);
        for_each_row(placed, [&](std::uint32_t row) {
            if (block.is(&PlacementStore::Rare::republish, row)) {
                block.note(&PlacementStore::Rare::republish, row, false);
                block.global_changed(row) = arguments_.now;
                changed.set(row);
            }
            store_.note_finite(id * kBlockRows + row, !nonfinite.test(row));
        });
        block.special =
            block.rare != nullptr && (block.rare->republish.any() || block.rare->nonfinite.any());
    }

    void sparse() {
        scratch_.wave.clear();
        for (const std::uint32_t id : scratch_.blocks) {
            const Block& block = store_.block(id);
            RowMask inner;
            for (std::uint32_t word = 0; word < kBlockRows / 64; ++word)
                inner.words[word] = block.dirty.words[word] & block.above.words[word];
            for_each_row(inner, [&](std::uint32_t row) { start(id * kBlockRows + row); });
        }
        descend();
        // Leaves last, and only those that no wave has come to.
        std::vector<std::uint32_t>& rows = scratch_.rows;
        rows.clear();
        for (const std::uint32_t id : scratch_.blocks)
            for_each_row(store_.block(id).dirty,
                         [&](std::uint32_t row) { rows.push_back(id * kBlockRows + row); });
        const auto each = [&](std::size_t begin, std::size_t end, auto&& fetch) {
            for (std::size_t i = begin; i < std::min(end, rows.size()); ++i)
                fetch(rows[i]);
        };
        const auto fetch_row = [&](std::uint32_t slot) { fetch(slot); };
        const auto fetch_parent = [&](std::uint32_t slot) { fetch_global(store_.parent(slot)); };
        each(0, 2 * kBatch, fetch_row);
        each(0, kBatch, fetch_parent);
        for (std::size_t i = 0; i < rows.size(); i += kBatch) {
            each(i + 2 * kBatch, i + 3 * kBatch, fetch_row);
            each(i + kBatch, i + 2 * kBatch, fetch_parent);
            place_list(rows.data() + i, std::min(kBatch, rows.size() - i));
        }
    }

    /// Lets the wave start at \p slot, too.
    void start(std::uint32_t slot) {
        const bool root = store_.parent(slot) == kNoParent;
        if (!root) {
            // It may hang below a row that still waits.
            descend();
            if (!is_dirty(slot)) return;
        }
        scratch_.wave.push_back(slot);
        fetch(slot);
        if (!root || scratch_.wave.size() >= 64) descend();
    }

    /// Places the rows of the wave and all below them, each after its parent.
    void descend() {
        std::vector<std::uint32_t>& wave = scratch_.wave;
        // Finding what is below runs ahead of placing: it waits for memory, not for placements.
        std::size_t found = 0, placed = 0;
        while (placed < wave.size()) {
            for (; found < wave.size() && found < placed + kAhead; ++found)
                add_below(wave[found]);
            const std::size_t size = std::min(found - placed, kBatch);
            place_list(wave.data() + placed, size);
            placed += size;
        }
        wave.clear();
    }

    /// Adds the rows that follow \p slot to the wave.
    void add_below(std::uint32_t slot) {
        std::vector<std::uint32_t>& wave = scratch_.wave;
        const std::uint32_t below = store_.below(slot);
        if (below == kNothingBelow) return;
        if (below != kScattered) {
            for (std::uint32_t at = below;; ++at) {
                wave.push_back(at);
                fetch(at);
                if (!store_.more(at)) return;
            }
        }
        std::uint32_t child = core_.links(kChildOfRelation, store_.entity(slot)).first;
        if (child == kNone) store_.block_of(slot).above.clear(slot % kBlockRows);
        for (; child != kNone; child = core_.links(kChildOfRelation, child).next) {
            const std::uint32_t at = core_.record(child).slot;
            if (store_.parent(at) != slot) continue;  // a member of a loop
            wave.push_back(at);
            fetch(at);
        }
    }

    /// Places \p size rows, kBatch at most, in order.
    void place_list(const std::uint32_t* slots, std::size_t size) {
        KernelWord changed = 0, nonfinite = 0;
        kernel_.list(arguments_, slots, static_cast<unsigned>(size), changed, nonfinite);
        bool special = nonfinite != 0;
        for (std::size_t i = 0; i < size; ++i) {
            Block& block = store_.block_of(slots[i]);
            block.dirty.clear(slots[i] % kBlockRows);
            if ((changed >> i & 1) != 0) block.global_newest = arguments_.now;
            special = special || block.special;
        }
        if (changed != 0) store_.mark_global(store_.block_of(slots[0]), arguments_.now);
        if (special) changed |= finish_list(slots, size, nonfinite);
        counts_.changed += count(changed);
        counts_.recomputed += static_cast<std::uint32_t>(size);
    }

    /// Republishes rows of a list and records which of them are not finite; returns the former.
    KernelWord finish_list(const std::uint32_t* slots, std::size_t size, KernelWord nonfinite) {
        KernelWord republished = 0;
        for (std::size_t i = 0; i < size; ++i) {
            Block& block = store_.block_of(slots[i]);
            const std::uint32_t row = slots[i] % kBlockRows;
            if (block.is(&PlacementStore::Rare::republish, row)) {
                block.note(&PlacementStore::Rare::republish, row, false);
                block.global_changed(row) = arguments_.now;
                store_.mark_global(block, arguments_.now);
                republished |= KernelWord{1} << i;
            }
            store_.note_finite(slots[i], (nonfinite >> i & 1) == 0);
        }
        return republished;
    }

    void fetch(std::uint32_t slot) {
        const std::byte* local = store_.slabs()[slot / kSlabRows] + kKernelLocal +
                                 std::size_t{slot % kSlabRows} * sizeof(Transform);
        fetch_global(slot);
        prefetch(local);
        prefetch(local + sizeof(Transform) - 1);
    }

    void fetch_global(std::uint32_t slot) {
        prefetch(store_.slabs()[slot / kSlabRows] +
                 std::size_t{slot % kSlabRows} * sizeof(GlobalTransform));
    }

    static constexpr std::size_t kAhead = 64;
    // Fewer parents are waited for in less time than all are asked for.
    static constexpr std::uint32_t kFarRows = 16;
    static constexpr std::size_t kBatch = 32;
    // Fewer rows take less time than waking the workers.
    static constexpr std::uint32_t kParallelRows = 16'384;

    WorldCore& core_;
    PlacementStore& store_;
    PassScratch& scratch_;
    const Kernel& kernel_;
    KernelArguments arguments_;
    PassCounts counts_;
    std::uint32_t dirty_rows_ = 0;
    bool split_ = false;  // some rows may be settled
};

}  // namespace

PassCounts place_dirty(WorldCore& core, Jobs* jobs) {
    return Pass(core, core.pass_scratch()).run(jobs);
}

}  // namespace diorama::detail
