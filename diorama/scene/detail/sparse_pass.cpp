// SPDX-License-Identifier: MIT
#include "diorama/scene/detail/sparse_pass.hpp"

#include <algorithm>
#include <bit>

#include "diorama/core/prefetch.hpp"
#include "diorama/scene/detail/row_bits.hpp"

namespace diorama::detail {
namespace {

using Block = PlacementStore::Block;

/// Writes the rows of \p bits, counted from \p first, to \p out, which has room for one more;
/// returns the end of them.
std::uint32_t* list_bits(std::uint64_t bits, std::uint32_t first, std::uint32_t* out) {
    const auto lowest = [&] {
        return first + static_cast<std::uint32_t>(std::countr_zero(bits | std::uint64_t{1} << 63));
    };
    // The first, if any, without a branch that would be guessed wrong every other time.
    *out = lowest();
    out += bits != 0;
    for (bits &= bits - 1; bits != 0; bits &= bits - 1)
        *out++ = lowest();
    return out;
}

class SparsePass {
  public:
    explicit SparsePass(WorldCore& core)
        : core_(core),
          store_(core.placement()),
          scratch_(core.pass_scratch()),
          batch_(store_, core.now()) {}

    PassCounts run() {
        for (const std::uint32_t id : scratch_.inner_blocks) {
            const Block& block = store_.block(id);
            RowMask inner;
            for (std::uint32_t word = 0; word < kBlockRows / 64; ++word)
                inner.words[word] = block.dirty.words[word] & block.above.words[word];
            for_each_row(inner, [&](std::uint32_t row) { start(id * kBlockRows + row); });
        }
        descend();
        place_rest();
        return batch_.counts();
    }

  private:
    /// Lets the wave start at \p slot, too.
    void start(std::uint32_t slot) {
        const bool root = store_.parent(slot) == kNoParent;
        if (!root) {
            // It may hang below a row that still waits.
            descend();
            if (!store_.block_of(slot).dirty.test(slot % kBlockRows)) return;
        }
        make_room(1);
        scratch_.wave[size_++] = slot;
        if (!root || size_ >= kTrees) descend();
    }

    /// Places the rows of the wave and all below them, each after its parent.
    void descend() {
        std::size_t asked = 0, found = 0;
        for (std::size_t placed = 0, end = 0; placed < size_; placed = end) {
            // As many as the kernel takes, from more than one level where they are narrow.
            while (end = std::min(size_, placed + kBatch), found < end) {
                // Finding what is below a row waits for memory, so that is asked for ahead.
                for (; asked < std::min(size_, end + kBatch); ++asked)
                    fetch(scratch_.wave[asked]);
                make_room(kBatch * kFew);
                std::uint32_t* out = scratch_.wave.data() + size_;
                for (; found < end; ++found)
                    out = add_below(scratch_.wave[found], out);
                size_ = static_cast<std::size_t>(out - scratch_.wave.data());
            }
            batch_.place(scratch_.wave.data() + placed, end - placed);
        }
        size_ = 0;
    }

    /// Adds the rows that follow \p slot, which is dirty no more, to the wave, whose end is \p out,
    /// with room for kFew; returns its new end.
    std::uint32_t* add_below(std::uint32_t slot, std::uint32_t* out) {
        Block& block = store_.block_of(slot);
        const std::uint32_t row = slot % kBlockRows;
        if (block.dirty.test(row)) block.dirty.clear(row);
        batch_.note(block);
        if (!block.above.test(row)) return out;
        const std::uint32_t below = block.below(row);
        if (below == kNothingBelow) return out;
        // The bits of a run's rows but the last are set. Up to kFew rows at a stroke: how many
        // there are is not for a branch to guess.
        const std::uint32_t bit = below % 64;
        if (below != kScattered && bit <= 64 - kFew) {
            const std::uint64_t last =
                ~(store_.block_of(below).more.words[below % kBlockRows / 64] >> bit);
            for (std::uint32_t i = 0; i < kFew; ++i)
                out[i] = below + i;
            if ((last & low_bits(kFew)) != 0) return out + std::countr_zero(last) + 1;
        }
        size_ = static_cast<std::size_t>(out - scratch_.wave.data());
        below == kScattered ? add_list(slot) : add_run(below);
        return scratch_.wave.data() + size_;
    }

    /// Adds the rows of the run that starts at \p slot.
    void add_run(std::uint32_t slot) {
        for (std::uint32_t bit = slot % 64;; bit = 0) {
            const std::uint64_t more =
                store_.block_of(slot).more.words[slot % kBlockRows / 64] >> bit;
            const auto set = static_cast<std::uint32_t>(std::countr_one(more));
            const std::uint32_t count = std::min(set + 1, 64 - bit);
            make_room(64 + kBatch * kFew);
            for (std::uint32_t i = 0; i < count; ++i)
                scratch_.wave[size_ + i] = slot + i;
            size_ += count;
            slot += count;
            if (bit + set < 64) return;
        }
    }

    /// Adds the rows that follow \p slot by their list.
    void add_list(std::uint32_t slot) {
        std::uint32_t child = core_.links(kChildOfRelation, store_.entity(slot)).first;
        if (child == kNone) store_.block_of(slot).above.clear(slot % kBlockRows);
        for (; child != kNone; child = core_.links(kChildOfRelation, child).next) {
            const std::uint32_t at = core_.record(child).slot;
            // Else a member of a loop.
            if (store_.parent(at) == slot) push(at);
        }
    }

    /// Adds \p slot, and leaves room behind it for what else descend() adds.
    void push(std::uint32_t slot) {
        make_room(kBatch * kFew);
        scratch_.wave[size_++] = slot;
    }

    void make_room(std::size_t rows) {
        if (scratch_.wave.size() < size_ + rows) scratch_.wave.resize(2 * (size_ + rows));
    }

    /// Places the dirty rows that no wave has come to: none has rows below.
    void place_rest() {
        std::vector<std::uint32_t>& rows = scratch_.rows;
        std::size_t size = 0;
        for (const std::uint32_t id : scratch_.blocks) {
            if (rows.size() < size + kBlockRows + 1) rows.resize(2 * (size + kBlockRows + 1));
            Block& block = store_.block(id);
            std::uint32_t* out = rows.data() + size;
            for (std::uint32_t word = 0; word < kBlockRows / 64; ++word)
                out = list_bits(block.dirty.words[word], id * kBlockRows + word * 64, out);
            block.dirty = RowMask{};
            batch_.note(block);
            size = static_cast<std::size_t>(out - rows.data());
        }
        std::size_t asked = 0, parents = 0;
        for (std::size_t placed = 0; placed < size; placed += kBatch) {
            for (; asked < std::min(size, placed + 3 * kBatch); ++asked)
                fetch(rows[asked]);
            for (; parents < std::min(size, placed + 2 * kBatch); ++parents)
                prefetch(&store_.global(store_.parent(rows[parents])));
            batch_.place(rows.data() + placed, std::min(size - placed, kBatch));
        }
    }

    void fetch(std::uint32_t slot) const noexcept {
        const Transform& local = store_.local(slot);
        prefetch(&store_.global(slot));
        prefetch(&local);
        prefetch(reinterpret_cast<const std::byte*>(&local + 1) - 1);
    }

    // Trees that are walked side by side.
    static constexpr std::size_t kTrees = 64;
    // Rows that follow one, mostly.
    static constexpr std::uint32_t kFew = 4;
    static constexpr std::size_t kBatch = 64;

    WorldCore& core_;
    PlacementStore& store_;
    PassScratch& scratch_;
    RowBatch batch_;
    std::size_t size_ = 0;  // of the wave
};

}  // namespace

PassCounts place_sparse(WorldCore& core) {
    return SparsePass(core).run();
}

}  // namespace diorama::detail
