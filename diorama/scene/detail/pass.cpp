// SPDX-License-Identifier: MIT
#include "diorama/scene/detail/pass.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <utility>

#include "diorama/core/jobs.hpp"
#include "diorama/scene/detail/float_mode.hpp"
#include "diorama/scene/detail/kernel.hpp"

namespace diorama::detail {
namespace {

using Block = PlacementStore::Block;

static_assert(kKernelRows == kBlockRows && sizeof(Transform) == 40 &&
              sizeof(GlobalTransform) == 64);
static_assert(offsetof(Block, local) == kKernelLocal && offsetof(Block, global) == kKernelGlobal);

std::uint32_t count(const RowMask& mask) {
    int bits = 0;
    for (const std::uint64_t word : mask.words)
        bits += std::popcount(word);
    return static_cast<std::uint32_t>(bits);
}

class Pass {
  public:
    Pass(WorldCore& core, PassScratch& scratch)
        : core_(core),
          store_(core.placement()),
          scratch_(scratch),
          kernel_(kernel()),
          arguments_{reinterpret_cast<unsigned char* const*>(store_.blocks()), core.now()} {}

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
        // In order, so that a row inherits from a parent that has itself inherited.
        for (const std::uint32_t id : order)
            if (id != 0) inherit(store_.block(id));
        // TODO: split among workers by in_parts() again once no part reads a parent that another
        // part is still writing, which ThreadSanitizer has caught it doing.
        constexpr bool kSplit = false;
        if (!kSplit || jobs == nullptr || !in_parts(*jobs))
            counts_ = place_range(1, order.size(), nullptr);
        for (const std::uint32_t id : order)
            if (id != 0) store_.block(id).dirty = RowMask{};
    }

    /// Places the blocks at positions [begin, end); rows of \p settled stand as they are.
    PassCounts place_range(std::size_t begin, std::size_t end, const RowMask* settled) {
        const std::vector<std::uint32_t>& order = store_.order();
        PassCounts counts;
        for (std::size_t at = begin; at < end; ++at)
            if (order[at] != 0)
                place_block(order[at], at + 1 < end ? order[at + 1] : 0, settled, counts);
        return counts;
    }

    /// Splits the order among the workers. What a later part needs of an earlier one is placed
    /// first and then left alone, so that no part waits for another. False, with nothing done,
    /// where that would be most of the work.
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
        scratch_.settled.assign(store_.block_ids(), RowMask{});
        for (const PassScratch::Part& part : parts)
            for (const std::uint32_t slot : part.outside)
                settle(slot);
        const PassCounts first = counts_;
        jobs.for_ranges(blocks, 1, [&](std::size_t begin, std::size_t end, unsigned worker) {
            const FloatMode mode;
            const PassCounts counts = place_range(1 + begin, 1 + end, scratch_.settled.data());
            parts[worker].recomputed = counts.recomputed;
            parts[worker].changed = counts.changed;
        });
        counts_ = first;
        for (const PassScratch::Part& part : parts) {
            counts_.recomputed += part.recomputed;
            counts_.changed += part.changed;
        }
        return true;
    }

    /// Lists the parents, before position \p begin, of dirty rows at positions [begin, end).
    void find_outside(std::size_t begin, std::size_t end, std::vector<std::uint32_t>& outside) {
        if (begin == 1) return;
        for (std::size_t at = begin; at < end; ++at) {
            const std::uint32_t id = store_.order()[at];
            if (id == 0) continue;
            Block& block = store_.block(id);
            std::uint32_t last = kNoParent;
            for (std::uint32_t row = 0; row < kBlockRows; ++row) {
                if (!block.dirty.test(row)) continue;
                const std::uint32_t parent = block.parent(row);
                if (parent == kNoParent || parent == last) continue;
                last = parent;
                if (store_.position(parent / kBlockRows) < begin) outside.push_back(parent);
            }
        }
    }

    /// Places \p slot and what is above it, and keeps the parts from writing it.
    void settle(std::uint32_t slot) {
        std::vector<std::uint32_t>& path = scratch_.wave;
        path.clear();
        for (std::uint32_t at = slot; at != kNoParent; at = store_.parent(at)) {
            RowMask& settled = scratch_.settled[at / kBlockRows];
            if (settled.test(at % kBlockRows)) break;
            settled.set(at % kBlockRows);
            path.push_back(at);
        }
        while (!path.empty()) {
            if (store_.block_of(path.back()).dirty.test(path.back() % kBlockRows))
                place_batch(&path.back(), 1);
            path.pop_back();
        }
        path.clear();
    }

    /// Adds the rows of \p block whose parent is placed anew in this pass.
    void inherit(Block& block) {
        for (std::uint32_t word = 0; word < kBlockRows / 64; ++word) {
            for (std::uint64_t bits = block.live.words[word] & ~block.dirty.words[word]; bits != 0;
                 bits &= bits - 1) {
                const std::uint32_t row =
                    word * 64 + static_cast<std::uint32_t>(std::countr_zero(bits));
                const std::uint32_t parent = block.parent(row);
                if (parent != kNoParent && store_.block_of(parent).dirty.test(parent % kBlockRows))
                    block.dirty.set(row);
            }
        }
    }

    void place_block(std::uint32_t id, std::uint32_t next, const RowMask* settled,
                     PassCounts& counts) {
        Block& block = store_.block(id);
        if (!block.dirty.any()) return;
        if (settled != nullptr && settled[id].any())
            return place_around(block, id, settled[id], counts);
        std::uint32_t end = kBlockRows;
        for (std::uint32_t word = kBlockRows / 64; word-- > 0;) {
            end = word * 64 + 64 -
                  static_cast<std::uint32_t>(std::countl_zero(block.dirty.words[word]));
            if (block.dirty.words[word] != 0) break;
        }
        KernelWord flags[4];
        for (int word = 0; word < 4; ++word)
            flags[word] = block.dirty.words[word];
        KernelResult result;
        kernel_.block(arguments_, id, next, end, flags, result);
        finish_block(block, id, result, counts);
    }

    /// Places a block some of whose rows other parts read: the kernel writes whole groups, so the
    /// rows go one by one.
    void place_around(Block& block, std::uint32_t id, const RowMask& settled, PassCounts& counts) {
        KernelResult result{};
        for (std::uint32_t row = 0; row < kBlockRows; ++row) {
            if (!block.dirty.test(row) || settled.test(row)) continue;
            const unsigned slot = id * kBlockRows + row;
            unsigned char changed = 0, nonfinite = 0;
            kernel_.one(arguments_, slot, changed, nonfinite);
            result.changed[row / 64] |= KernelWord{changed} << (row % 64);
            result.nonfinite[row / 64] |= KernelWord{nonfinite} << (row % 64);
        }
        finish_block(block, id, result, counts);
    }

    void finish_block(Block& block, std::uint32_t id, const KernelResult& result,
                      PassCounts& counts) {
        RowMask changed;
        for (int word = 0; word < 4; ++word)
            changed.words[word] =
                (result.changed[word] | block.republish.words[word]) & block.dirty.words[word];
        if (block.republish.any()) {
            for (std::uint32_t row = 0; row < kBlockRows; ++row)
                if (block.republish.test(row)) block.global_changed(row) = arguments_.now;
            block.republish = RowMask{};
        }
        bool nonfinite = block.nonfinite.any();
        for (int word = 0; word < 4; ++word)
            nonfinite = nonfinite || (result.nonfinite[word] & block.dirty.words[word]) != 0;
        if (nonfinite)
            for (std::uint32_t row = 0; row < kBlockRows; ++row)
                if (block.dirty.test(row))
                    store_.note_finite(id * kBlockRows + row,
                                       (result.nonfinite[row / 64] >> (row % 64) & 1) == 0);
        if (changed.any()) store_.mark_global(block, arguments_.now);
        counts.recomputed += count(block.dirty);
        counts.changed += count(changed);
    }

    void sparse() {
        std::vector<std::uint32_t>&rows = scratch_.rows, &leaves = scratch_.leaves,
        &wave = scratch_.wave;
        rows.clear();
        for (const std::uint32_t id : scratch_.blocks)
            for (std::uint32_t word = 0; word < kBlockRows / 64; ++word)
                for (std::uint64_t bits = store_.block(id).dirty.words[word]; bits != 0;
                     bits &= bits - 1)
                    rows.push_back(id * kBlockRows + word * 64 +
                                   static_cast<std::uint32_t>(std::countr_zero(bits)));
        leaves.clear();
        wave.clear();
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const std::uint32_t slot = rows[i], row = slot % kBlockRows;
            Block& block = store_.block_of(slot);
            if (!block.above.test(row)) {
                leaves.push_back(slot);
                continue;
            }
            if (block.parent(row) != kNoParent) {
                // It may hang below a root that still waits.
                descend();
                if (!block.dirty.test(row)) continue;
            }
            wave.push_back(slot);
            if (block.parent(row) != kNoParent || wave.size() >= 64) descend();
        }
        descend();
        // Leaves last, and only those that no wave has come to.
        std::erase_if(leaves, [&](std::uint32_t slot) {
            return !store_.block_of(slot).dirty.test(slot % kBlockRows);
        });
        for (std::size_t i = 0; i < leaves.size(); i += kBatch) {
            for (std::size_t k = i + 2 * kBatch; k < std::min(i + 3 * kBatch, leaves.size()); ++k)
                fetch(leaves[k]);
            for (std::size_t k = i + kBatch; k < std::min(i + 2 * kBatch, leaves.size()); ++k)
                fetch_global(store_.parent(leaves[k]));
            place_batch(leaves.data() + i, std::min<std::size_t>(kBatch, leaves.size() - i));
        }
    }

    /// Places the rows of the wave and all below them, each after its parent.
    void descend() {
        std::vector<std::uint32_t>& wave = scratch_.wave;
        for (std::size_t head = 0; head < wave.size();) {
            // What a batch adds to the wave comes after it, so none of it is another's parent.
            const std::size_t batch = std::min<std::size_t>(kBatch, wave.size() - head);
            place_batch(wave.data() + head, batch);
            for (const std::size_t end = head + batch; head < end; ++head) {
                const std::uint32_t slot = wave[head];
                if (!store_.block_of(slot).above.test(slot % kBlockRows)) continue;
                const std::uint32_t entity = store_.entity(slot);
                std::uint32_t child = core_.links(kChildOfRelation, entity).first;
                if (child == kNone) store_.block_of(slot).above.clear(slot % kBlockRows);
                for (; child != kNone; child = core_.links(kChildOfRelation, child).next) {
                    const std::uint32_t below = core_.record(child).slot;
                    if (store_.parent(below) != slot) continue;  // a member of a loop
                    wave.push_back(below);
                    fetch(below);
                }
            }
        }
        wave.clear();
    }

    void place_batch(const std::uint32_t* slots, std::size_t size) {
        unsigned char changed[kBatch], nonfinite[kBatch];
        kernel_.list(arguments_, slots, static_cast<unsigned>(size), changed, nonfinite);
        for (std::size_t i = 0; i < size; ++i) {
            Block& block = store_.block_of(slots[i]);
            const std::uint32_t row = slots[i] % kBlockRows;
            block.dirty.clear(row);
            if (block.republish.test(row)) {
                block.republish.clear(row);
                block.global_changed(row) = arguments_.now;
                changed[i] = 1;
            }
            if (changed[i] != 0) store_.mark_global(block, arguments_.now);
            if (nonfinite[i] != 0 || block.nonfinite.test(row))
                store_.note_finite(slots[i], nonfinite[i] == 0);
            counts_.changed += changed[i];
        }
        counts_.recomputed += static_cast<std::uint32_t>(size);
    }

    void fetch(std::uint32_t slot) {
        const Block& block = store_.block_of(slot);
        const std::uint32_t row = slot % kBlockRows;
        __builtin_prefetch(&block.local[row]);
        __builtin_prefetch(&block.global[row]);
        __builtin_prefetch(reinterpret_cast<const char*>(&block.local[row]) + 39);
    }

    void fetch_global(std::uint32_t slot) {
        __builtin_prefetch(&store_.block_of(slot).global[slot % kBlockRows]);
    }

    static constexpr std::size_t kBatch = 16;
    // Fewer rows take less time than waking the workers.
    static constexpr std::uint32_t kParallelRows = 16'384;

    WorldCore& core_;
    PlacementStore& store_;
    PassScratch& scratch_;
    const Kernel& kernel_;
    KernelArguments arguments_;
    PassCounts counts_;
    std::uint32_t dirty_rows_ = 0;
};

}  // namespace

PassCounts place_dirty(WorldCore& core, Jobs* jobs) {
    return Pass(core, core.pass_scratch()).run(jobs);
}

}  // namespace diorama::detail
