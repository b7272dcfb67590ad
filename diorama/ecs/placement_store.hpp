// SPDX-License-Identifier: MIT
/// \file
/// Where every placed entity of a World is kept: PlacementStore.
/// Design page: docs/design/placement.md.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <new>
#include <vector>

#include "diorama/core/pages.hpp"
#include "diorama/core/prefetch.hpp"
#include "diorama/ecs/placement.hpp"
#include "diorama/ecs/table.hpp"
#include "diorama/ecs/tick.hpp"

namespace diorama::detail {

inline constexpr std::uint32_t kNoParent = 0;          ///< parent slot of what is placed as a root
inline constexpr std::uint32_t kOrphan = 0xffffffffu;  ///< asks hang() for an orphan
inline constexpr std::uint32_t kSlabBlocks = 16;       ///< blocks whose columns lie end to end
inline constexpr std::uint32_t kSlabRows = kSlabBlocks * kBlockRows;  ///< rows of a slab

/// One bit per row of a block.
struct RowMask {
    std::uint64_t words[kBlockRows / 64] = {};  ///< row r is bit r % 64 of word r / 64

    /// Whether the bit of \p row is set.
    [[nodiscard]] bool test(std::uint32_t row) const noexcept {
        return (words[row / 64] >> (row % 64) & 1) != 0;
    }
    /// Sets the bit of \p row.
    void set(std::uint32_t row) noexcept { words[row / 64] |= std::uint64_t{1} << (row % 64); }
    /// Sets the bits of rows from \p first to before \p end.
    void set(std::uint32_t first, std::uint32_t end) noexcept {
        for (std::uint32_t row = first; row < end;) {
            const std::uint32_t next = std::min(end, (row / 64 + 1) * 64);
            words[row / 64] |= (~std::uint64_t{0} >> (64 - (next - row))) << (row % 64);
            row = next;
        }
    }
    /// Clears the bit of \p row.
    void clear(std::uint32_t row) noexcept { words[row / 64] &= ~(std::uint64_t{1} << (row % 64)); }
    /// Whether some bit is set.
    [[nodiscard]] bool any() const noexcept {
        return (words[0] | words[1] | words[2] | words[3]) != 0;
    }
};

/// A tick for each row of a block: one for all of them as long as they have the same.
class RowTicks {
  public:
    /// The tick of \p row.
    [[nodiscard]] Tick operator[](std::uint32_t row) const noexcept {
        return differ_ ? each_[row] : common_;
    }
    /// Sets the tick of \p row, which is the block's only one where \p alone says.
    void set(std::uint32_t row, Tick tick, bool alone) {
        if (alone) {
            common_ = tick;
            differ_ = false;
        } else if (differ_) {
            each_[row] = tick;
        } else if (tick != common_) {
            set_apart(row, tick);
        }
    }
    /// Calls \p change(tick) for every tick there is.
    template <class F>
    void for_each(F&& change) noexcept {
        change(common_);
        if (differ_)
            for (std::uint32_t row = 0; row < kBlockRows; ++row)
                change(each_[row]);
    }

  private:
    void set_apart(std::uint32_t row, Tick tick);

    std::unique_ptr<Tick[]> each_;  // kept for its memory
    Tick common_ = 0;
    bool differ_ = false;
};

/// Transform, GlobalTransform, ChildOf and their ticks, for all archetypes, in ordered blocks.
///
/// A slot is `block * kBlockRows + row`; block ids follow each other through the slabs. Slot 0 is
/// the identity, the parent of everything that is placed as a root. Blocks stand in an order of
/// their own (position); except for rows in misplaced(), a parent's row comes before its
/// children's, so one walk in that order places everything. A slot changes when its row moves; the
/// World's records follow.
class PlacementStore {
  public:
    /// What holds for few rows, if any.
    struct Rare {
        RowMask republish;  ///< dirty rows that count as changed
        RowMask nonfinite;  ///< rows whose placement holds a NaN or an infinity
        RowMask orphan;     ///< rows whose ChildOf leads nowhere
        RowMask cyclic;     ///< rows that are members of a loop
    };

    /// What is known of kBlockRows rows, and where their columns are.
    ///
    /// The columns of kSlabBlocks blocks lie end to end in one slab, so that a walk in order runs
    /// along two streams; kernels find a row by its slot alone.
    struct alignas(64) Block {
        // First what a pass over few rows looks at.
        GlobalTransform* global = nullptr;
        Transform* local = nullptr;
        RowMask dirty;  ///< rows that propagation has to visit
        Tick global_newest = 0, local_newest = 0, link_newest = 0;
        bool special = false;           ///< republish or nonfinite may have a bit
        RowMask above;                  ///< rows that have had children; the rows without have none
        RowMask more;                   ///< rows of a run (see below()) that are not its last
        RowMask live;                   ///< rows that hold an entity
        ChildOf* link = nullptr;        ///< meaningful where the entity has one
        Tick* local_changed = nullptr;  ///< when Transform was last written
        RowTicks added;                 ///< when the entity was first placed
        RowTicks link_changed;          ///< when ChildOf was last set
        std::unique_ptr<Rare> rare;     ///< null as long as it would be empty
        std::uint32_t live_count = 0;
        std::uint32_t reach = kNone;  ///< no row's parent stands at an earlier position
        std::uint32_t far = 0;        ///< rows that were given a parent more than kNear before them

        /// Slot that \p row's placement follows; kNoParent for a root.
        [[nodiscard]] std::uint32_t& parent(std::uint32_t row) noexcept {
            return GlobalAccess::parent(global[row]);
        }
        /// When \p row's GlobalTransform last got other bits.
        [[nodiscard]] Tick& global_changed(std::uint32_t row) noexcept {
            return GlobalAccess::changed(global[row]);
        }
        /// Slot of the first row that follows \p row, where those are one run; kNothingBelow or
        /// kScattered else.
        [[nodiscard]] std::uint32_t& below(std::uint32_t row) noexcept {
            return GlobalAccess::below(global[row]);
        }
        /// \p row's entity, by index; meaningless where not live.
        [[nodiscard]] std::uint32_t& entity(std::uint32_t row) noexcept {
            return GlobalAccess::entity(global[row]);
        }
        /// Whether \p mask of what is rare has \p row.
        [[nodiscard]] bool is(RowMask Rare::* mask, std::uint32_t row) const noexcept {
            return rare != nullptr && (*rare.*mask).test(row);
        }
        /// Sets or clears \p row of \p mask of what is rare.
        void note(RowMask Rare::* mask, std::uint32_t row, bool holds) {
            if (rare == nullptr && holds) rare = std::make_unique<Rare>();
            if (rare != nullptr) holds ? (*rare.*mask).set(row) : (*rare.*mask).clear(row);
        }
        /// Whether no row but one holds an entity.
        [[nodiscard]] bool single() const noexcept { return live_count == 1; }
    };

    PlacementStore();

    /// A row for \p entity: at the origin, a root, after \p parent in order (kNoParent: anywhere).
    std::uint32_t insert(std::uint32_t entity, std::uint32_t parent, Tick now);
    /// Frees \p slot.
    void erase(std::uint32_t slot) noexcept;
    /// Makes memory for \p rows rows in all.
    void reserve(std::uint32_t rows);

    /// Rows that hold an entity.
    [[nodiscard]] std::uint32_t size() const noexcept { return size_; }
    /// Rows whose ChildOf leads nowhere.
    [[nodiscard]] std::uint32_t orphans() const noexcept { return orphans_; }
    /// Rows whose placement holds a NaN or an infinity.
    [[nodiscard]] std::uint32_t nonfinite() const noexcept { return nonfinite_; }
    /// Block \p id.
    [[nodiscard]] Block& block(std::uint32_t id) noexcept { return *blocks_[id]; }
    /// The block of \p slot.
    [[nodiscard]] Block& block_of(std::uint32_t slot) noexcept {
        return *blocks_[slot / kBlockRows];
    }
    /// Every slab's first byte: its rows' GlobalTransforms; the other columns follow.
    [[nodiscard]] std::byte* const* slabs() const noexcept { return slabs_.data(); }
    /// Number of block ids.
    [[nodiscard]] std::size_t block_ids() const noexcept { return blocks_.size(); }
    /// Block ids in order; 0 stands where there is no block.
    [[nodiscard]] const std::vector<std::uint32_t>& order() const noexcept { return order_; }
    /// Where in order() block \p id stands.
    [[nodiscard]] std::uint32_t position(std::uint32_t id) const noexcept { return position_[id]; }
    /// Bit p is set where the block at position p has dirty rows.
    [[nodiscard]] std::vector<std::uint64_t>& dirty_blocks() noexcept { return dirty_blocks_; }
    /// Whether slot \p a comes before slot \p b.
    [[nodiscard]] bool before(std::uint32_t a, std::uint32_t b) const noexcept {
        const std::uint32_t x = position_[a / kBlockRows], y = position_[b / kBlockRows];
        return x != y ? x < y : a < b;
    }

    // By the slab: the block need not be waited for.
    [[nodiscard]] Transform& local(std::uint32_t slot) noexcept {
        return in_slab<Transform>(slot, kLocalAt);
    }
    [[nodiscard]] GlobalTransform& global(std::uint32_t slot) noexcept {
        return in_slab<GlobalTransform>(slot, 0);
    }
    [[nodiscard]] ChildOf& link(std::uint32_t slot) noexcept {
        return in_slab<ChildOf>(slot, kLinkAt);
    }
    [[nodiscard]] std::uint32_t parent(std::uint32_t slot) noexcept {
        return GlobalAccess::parent(global(slot));
    }
    [[nodiscard]] std::uint32_t entity(std::uint32_t slot) noexcept {
        return GlobalAccess::entity(global(slot));
    }
    /// Where what follows \p slot begins: see Block::below.
    [[nodiscard]] std::uint32_t& below(std::uint32_t slot) noexcept {
        return GlobalAccess::below(global(slot));
    }
    /// Whether the row after \p slot is of the same run.
    [[nodiscard]] bool more(std::uint32_t slot) const noexcept {
        return blocks_[slot / kBlockRows]->more.test(slot % kBlockRows);
    }
    /// Makes \p count rows from \p first on, all that follow \p parent, its run.
    void set_run(std::uint32_t parent, std::uint32_t first, std::uint32_t count) noexcept;
    /// The value at \p home of \p slot.
    [[nodiscard]] void* value(Home home, std::uint32_t slot) noexcept;
    /// When the value at \p home of \p slot last changed.
    [[nodiscard]] Tick changed(Home home, std::uint32_t slot) noexcept;
    /// When \p slot's entity was placed.
    [[nodiscard]] Tick added(std::uint32_t slot) noexcept {
        return block_of(slot).added[slot % kBlockRows];
    }
    /// No row's value at \p home is later.
    [[nodiscard]] Tick newest(Home home) const noexcept;

    /// Records at \p now a write of \p slot's Transform.
    void mark_local(std::uint32_t slot, Tick now) noexcept {
        in_slab<Tick>(slot, kLocalTickAt) = now;
        stamp_far(block_of(slot).local_newest, now);
        stamp_shared(local_newest_, now);
        touch(slot);
    }
    /// Records at \p now a change of \p slot's ChildOf.
    void mark_link(std::uint32_t slot, Tick now);
    /// Records at \p now that some GlobalTransform of \p block has other bits.
    void mark_global(Block& block, Tick now) noexcept {
        stamp_shared(block.global_newest, now);
        stamp_shared(global_newest_, now);
    }
    /// Sets whether \p slot's placement holds a NaN or an infinity.
    void note_finite(std::uint32_t slot, bool finite);
    /// Makes the next propagation visit \p slot.
    void touch(std::uint32_t slot) noexcept {
        block_of(slot).dirty.set(slot % kBlockRows);
        const std::uint32_t at = position_[slot / kBlockRows];
        dirty_blocks_[at / 64] |= std::uint64_t{1} << (at % 64);
    }

    /// Puts \p slot under \p parent: a slot, or kOrphan.
    void hang(std::uint32_t slot, std::uint32_t parent);
    /// Makes \p slot a root; its GlobalTransform counts as changed even if the bits stay.
    void unhang(std::uint32_t slot);
    /// Sets what placement follows, and nothing else: for rows whose parent has moved.
    void follow(std::uint32_t slot, std::uint32_t parent) noexcept {
        block_of(slot).parent(slot % kBlockRows) = parent;
        reach_to(slot, parent);
    }
    /// Puts \p slot under \p parent where it was linked to all along: its old one had been taken
    /// for the right one.
    void correct(std::uint32_t slot, std::uint32_t parent) noexcept {
        leave(slot);
        follow(slot, parent);
        join(slot, parent);
        touch(slot);
    }
    /// Places \p slot as a root because it is a member of a loop.
    void cut_loop(std::uint32_t slot);
    /// Entities, by index, whose parent may stand after them; emptied by the caller.
    [[nodiscard]] std::vector<std::uint32_t>& misplaced() noexcept { return misplaced_; }
    /// Entities, by index, that are members of loops.
    [[nodiscard]] const std::vector<std::uint32_t>& cyclic() const noexcept { return cyclic_; }
    /// Counts up with every change of the hierarchy or of rows' places.
    [[nodiscard]] std::uint64_t version() const noexcept { return version_; }

    /// Copies row \p from to \p to, new at the end or in front; the caller lets records and
    /// children follow. What follows \p parent, the row's place from now on, is no run until
    /// set_run() says so. Bits and ticks travel; nothing is marked.
    void carry_row(std::uint32_t from, std::uint32_t to, std::uint32_t parent);
    /// Asks for the memory of \p slot, all that carry_row() touches.
    void fetch(std::uint32_t slot) const noexcept {
        prefetch(&in_slab<GlobalTransform>(slot, 0));
        const Transform& local = in_slab<Transform>(slot, kLocalAt);
        prefetch(&local);
        prefetch(reinterpret_cast<const std::byte*>(&local + 1) - 1);
        prefetch(&in_slab<ChildOf>(slot, kLinkAt));
        prefetch(&in_slab<Tick>(slot, kLocalTickAt));
        const Block* block = blocks_[slot / kBlockRows];
        prefetch(&block->dirty);
        prefetch(&block->live);
        prefetch(&block->live_count);
    }
    /// A raw row at the end of the order.
    std::uint32_t append_row();

    // Restoring the order, a little at a time: see WorldCore::restore_order.

    /// Rows added out of hierarchy order, moved or freed since the order was last restored.
    [[nodiscard]] std::uint32_t disorder() const noexcept { return disorder_; }
    /// Counts \p rows more of these.
    void add_disorder(std::uint32_t rows) noexcept { disorder_ += rows; }
    /// Whether a restoration is under way.
    [[nodiscard]] bool restoring() const noexcept { return restoring_; }
    /// Makes room for new blocks before all others.
    void begin_restoring();
    /// A raw row after the last of those, or kNoParent when that room is used up.
    std::uint32_t front_row();
    /// Rows that front_row() has left.
    [[nodiscard]] std::uint32_t front_room() const noexcept {
        return (old_begin_ - 1 - front_used_) * kBlockRows + (kBlockRows - front_row_);
    }
    /// First position that is not in that room.
    [[nodiscard]] std::uint32_t old_begin() const noexcept { return old_begin_; }
    /// Ends the restoration.
    void end_restoring();

    /// Clamps ticks older than kTickSweep.
    void sweep(Tick now) noexcept;

  private:
    friend class BulkSpawn;

    // Where in a slab Transform, ChildOf, and when Transform changed begin; GlobalTransform is
    // first.
    static constexpr std::size_t kLocalAt = kSlabRows * std::size_t{64},
                                 kLinkAt = kLocalAt + kSlabRows * std::size_t{40},
                                 kLocalTickAt = kLinkAt + kSlabRows * std::size_t{8};
    static constexpr std::size_t kRowBytes = 64 + 40 + 8 + 4;
    // Blocks whose GlobalTransforms fit in a cache with what else a pass needs.
    static constexpr std::uint32_t kNear = 16;
    // Slabs that are got together: all but a thirtieth of them lies in large pages.
    static constexpr std::size_t kJoinedSlabs = 32;

    struct Slab {
        Block blocks[kSlabBlocks];
    };

    template <class T>
    [[nodiscard]] T& in_slab(std::uint32_t slot, std::size_t column) const noexcept {
        return reinterpret_cast<T*>(slabs_[slot / kSlabRows] + column)[slot % kSlabRows];
    }
    std::uint32_t add_block();
    std::uint32_t make_block();
    std::uint32_t take_block(std::uint32_t before);
    std::uint32_t take_raw_block(std::uint32_t before);
    void make_rows(std::uint32_t id, std::uint32_t first) noexcept;
    /// Makes the GlobalTransform of \p slot: at the origin, with nothing below it.
    void make_global(std::uint32_t slot, std::uint32_t parent, Tick now,
                     std::uint32_t entity) noexcept {
        auto* const global =
            ::new (static_cast<void*>(block_of(slot).global + slot % kBlockRows)) GlobalTransform;
        global->parent_ = parent;
        global->changed_ = now;
        global->entity_ = entity;
    }
    void append_block(std::uint32_t id);
    void release_block(std::uint32_t id) noexcept;
    void free_block(std::uint32_t id) noexcept;
    void occupy(std::uint32_t slot) noexcept;
    void forget_loops();
    void copy_values(std::uint32_t from, std::uint32_t to);
    void vacate(std::uint32_t slot) noexcept;
    void renumber();
    void join(std::uint32_t slot, std::uint32_t parent) noexcept {
        if (parent == kNoParent) return;
        std::uint32_t& below = this->below(parent);
        if (below == kScattered) return;
        if (below == kNothingBelow) {
            below = slot;
        } else if (this->parent(slot - 1) == parent) {
            // The run's last: whatever follows is in the run.
            block_of(slot - 1).more.set((slot - 1) % kBlockRows);
        } else {
            below = kScattered;
        }
    }
    void leave(std::uint32_t slot) noexcept;
    void reach_to(std::uint32_t slot, std::uint32_t parent, std::uint32_t rows = 1) noexcept {
        if (parent == kNoParent) return;
        Block& block = block_of(slot);
        std::uint32_t& reach = block.reach;
        const std::uint32_t at = position_[parent / kBlockRows];
        if (at < reach) reach = at;
        if (position_[slot / kBlockRows] - at > kNear) block.far += rows;
    }

    std::vector<Pages> columns_;  // of the first slab, then of kJoinedSlabs each
    std::vector<std::unique_ptr<Slab>> owned_;
    std::vector<std::byte*> slabs_;        // where their columns begin
    std::vector<Block*> blocks_;           // by id
    std::vector<std::uint32_t> position_;  // by id
    std::vector<std::uint32_t> order_;     // ids by position
    std::vector<std::uint32_t> spare_order_;
    std::vector<std::uint64_t> dirty_blocks_;
    std::vector<std::uint64_t> free_blocks_;  // a bit for each id
    std::uint32_t free_count_ = 0;
    std::vector<std::uint32_t> misplaced_, cyclic_;
    std::uint32_t tail_ = 0,
                  tail_row_ = kBlockRows;  // the last block, and its first row never used
    std::uint32_t front_ = 0, front_row_ = kBlockRows, front_used_ = 0, old_begin_ = 0;
    std::uint32_t size_ = 0, orphans_ = 0, nonfinite_ = 0, disorder_ = 0;
    bool restoring_ = false;
    std::uint64_t version_ = 0;
    Tick local_newest_ = 0, global_newest_ = 0, link_newest_ = 0;
};

}  // namespace diorama::detail
