// SPDX-License-Identifier: MIT
#include "diorama/scene/detail/pass.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <utility>

#include "diorama/core/jobs.hpp"
#include "diorama/core/prefetch.hpp"
#include "diorama/scene/detail/float_mode.hpp"
#include "diorama/scene/detail/kernel.hpp"
#include "diorama/scene/detail/row_bits.hpp"
#include "diorama/scene/detail/sparse_pass.hpp"

namespace diorama::detail {
namespace {

using Block = PlacementStore::Block;

static_assert(kKernelRows == kBlockRows && kKernelSlabRows == kSlabRows &&
              sizeof(Transform) == 40 && sizeof(GlobalTransform) == 64);

std::atomic<std::uint64_t> splits{0};

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
            dense(jobs != nullptr && store_.size() >= split_rule().fewest_rows ? jobs : nullptr);
        } else {
            counts_ = place_sparse(core_);
        }
        return counts_;
    }

  private:
    /// Lists the dirty blocks in order, and apart those with rows that others follow, and counts
    /// their rows; whether there is any.
    bool find_dirty() {
        std::vector<std::uint32_t>& blocks = scratch_.blocks;
        blocks.clear();
        scratch_.inner_blocks.clear();
        std::vector<std::uint64_t>& words = store_.dirty_blocks();
        for (std::size_t word = 0; word < words.size(); ++word) {
            for (std::uint64_t bits = std::exchange(words[word], 0); bits != 0; bits &= bits - 1) {
                const auto at = word * 64 + static_cast<unsigned>(std::countr_zero(bits));
                const std::uint32_t id = store_.order()[at];
                if (id == 0) continue;
                prefetch(&store_.block(id).dirty);
                prefetch(&store_.block(id).above);
                blocks.push_back(id);
            }
        }
        std::erase_if(blocks, [&](std::uint32_t id) { return !count_dirty(id); });
        return !blocks.empty();
    }

    /// Counts the dirty rows of block \p id; few of them only roughly, as it is but to tell whether
    /// most are dirty. False where it has none.
    bool count_dirty(std::uint32_t id) {
        const Block& block = store_.block(id);
        const std::uint64_t *dirty = block.dirty.words, *above = block.above.words;
        const std::uint64_t all = dirty[0] | dirty[1] | dirty[2] | dirty[3];
        if (all == 0) return false;
        const std::uint32_t few = row_count(all);
        dirty_rows_ += few <= kFewRows ? few : row_count(block.dirty);
        if (((dirty[0] & above[0]) | (dirty[1] & above[1]) | (dirty[2] & above[2]) |
             (dirty[3] & above[3])) != 0)
            scratch_.inner_blocks.push_back(id);
        return true;
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
        if (outside > store_.size() / split_rule().outside_share) return false;
        splits.fetch_add(1, std::memory_order_relaxed);
        scratch_.settled.resize(store_.block_ids());
        split_ = true;
        RowBatch apart(store_, arguments_.now);
        for (const PassScratch::Part& part : parts) {
            for (const std::uint32_t slot : part.outside) {
                const std::uint32_t parent = store_.parent(slot);
                settle(parent, apart);
                if (is_dirty(parent)) store_.block_of(slot).dirty.set(slot % kBlockRows);
            }
        }
        jobs.for_ranges(blocks, 1, [&](std::size_t begin, std::size_t end, unsigned worker) {
            const FloatMode mode;
            const PassCounts counts = place_range(1 + begin, 1 + end);
            parts[worker].recomputed = counts.recomputed;
            parts[worker].changed = counts.changed;
        });
        counts_ = apart.counts();
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
    void settle(std::uint32_t slot, RowBatch& apart) {
        std::vector<std::uint32_t>& path = scratch_.path;
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
            apart.note(block);
            apart.place(&at, 1);
            // Its bit stays, to be inherited by what is below.
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
        counts.recomputed += row_count(placed);
        counts.changed += row_count(changed);
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

    // Fewer parents are waited for in less time than all are asked for.
    static constexpr std::uint32_t kFarRows = 16;
    static constexpr std::uint32_t kFewRows = 8;

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

SplitRule& split_rule() noexcept {
    static SplitRule rule;
    return rule;
}

std::uint64_t passes_split() noexcept {
    return splits.load(std::memory_order_relaxed);
}

PassCounts place_dirty(WorldCore& core, Jobs* jobs) {
    return Pass(core, core.pass_scratch()).run(jobs);
}

}  // namespace diorama::detail
