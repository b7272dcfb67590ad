// SPDX-License-Identifier: MIT
#include "diorama/ecs/placement_store.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace diorama::detail {

void RowTicks::set_apart(std::uint32_t row, Tick tick) {
    if (each_ == nullptr) each_ = std::make_unique_for_overwrite<Tick[]>(kBlockRows);
    std::fill_n(each_.get(), kBlockRows, common_);
    each_[row] = tick;
    differ_ = true;
}

PlacementStore::PlacementStore() {
    // Block 0 holds the identity in row 0 and stands before everything; it is never dirty.
    make_block();
    order_.push_back(0);
    dirty_blocks_.push_back(0);
}

/// A block whose rows are raw.
std::uint32_t PlacementStore::add_block() {
    const auto id = static_cast<std::uint32_t>(blocks_.size());
    if (id % kSlabBlocks == 0) {
        constexpr std::size_t bytes = kSlabRows * kRowBytes;
        // Many Worlds are small, and the first slab is mostly never touched.
        const std::size_t joined = id == 0 ? 0 : (slabs_.size() - 1) % kJoinedSlabs;
        if (joined == 0) {
            columns_.emplace_back(id == 0 ? bytes : kJoinedSlabs * bytes);
            if (id != 0) columns_.back().prefer_large();
        }
        owned_.push_back(std::make_unique<Slab>());
        slabs_.push_back(columns_.back().data() + joined * bytes);
    }
    Block& block = owned_.back()->blocks[id % kSlabBlocks];
    std::byte* column = slabs_.back();
    const auto place = [&]<class T>(T*& rows) {
        rows = reinterpret_cast<T*>(column) + id % kSlabBlocks * kBlockRows;
        column += kSlabRows * sizeof(T);
    };
    place(block.global);
    place(block.local);
    place(block.link);
    place(block.local_changed);
    blocks_.push_back(&block);
    position_.push_back(0);
    return id;
}

std::uint32_t PlacementStore::make_block() {
    const std::uint32_t id = add_block();
    make_rows(id, 0);
    return id;
}

/// Makes the raw rows of block \p id from \p first on.
void PlacementStore::make_rows(std::uint32_t id, std::uint32_t first) noexcept {
    const Block& block = *blocks_[id];
    const auto make = [first]<class T>(T* rows) {
        for (std::uint32_t row = first; row < kBlockRows; ++row)
            ::new (static_cast<void*>(rows + row)) T;
    };
    make(block.global);
    make(block.local);
    make(block.link);
    make(block.local_changed);
}

std::uint32_t PlacementStore::take_block(std::uint32_t before) {
    const std::size_t blocks = blocks_.size();
    const std::uint32_t id = take_raw_block(before);
    if (blocks_.size() != blocks) make_rows(id, 0);
    return id;
}

/// A block whose rows are raw where it is new.
std::uint32_t PlacementStore::take_raw_block(std::uint32_t before) {
    if (free_count_ == 0) {
        const std::uint32_t id = add_block();
        free_blocks_.resize(blocks_.size() / 64 + 1);
        return id;
    }
    // The next one there is, so that blocks that follow each other in order mostly do so in
    // memory, too.
    std::uint32_t id = before + 1;
    const auto found = [&] {
        for (std::size_t word = id / 64; word < free_blocks_.size(); ++word, id = 0) {
            const std::uint64_t bits = free_blocks_[word] & ~std::uint64_t{0} << (id % 64);
            if (bits == 0) continue;
            id = static_cast<std::uint32_t>(word * 64) +
                 static_cast<std::uint32_t>(std::countr_zero(bits));
            return true;
        }
        return false;
    };
    if (!found()) {
        id = 0;
        found();
    }
    free_blocks_[id / 64] &= ~(std::uint64_t{1} << (id % 64));
    --free_count_;
    return id;
}

void PlacementStore::release_block(std::uint32_t id) noexcept {
    const std::uint32_t at = position_[id];
    order_[at] = 0;
    dirty_blocks_[at / 64] &= ~(std::uint64_t{1} << (at % 64));
    // Places at the end of the order are given back at once, others by the next restoration.
    while (order_.size() > 1 && order_.back() == 0 && order_.size() > old_begin_ + 1)
        order_.pop_back();
    free_block(id);
}

void PlacementStore::free_block(std::uint32_t id) noexcept {
    Block& block = *blocks_[id];
    block.live = block.dirty = block.above = block.more = RowMask{};
    if (block.rare != nullptr) *block.rare = Rare{};
    block.local_newest = block.global_newest = block.link_newest = 0;
    block.special = false;
    block.reach = kNone;
    block.far = 0;
    free_blocks_[id / 64] |= std::uint64_t{1} << (id % 64);
    ++free_count_;
}

void PlacementStore::reserve(std::uint32_t rows) {
    const std::size_t first = blocks_.size();
    if (rows >= kSlabRows) columns_.front().prefer_large();
    while (blocks_.size() < 1 + (rows + kBlockRows - 1) / kBlockRows)
        make_block();
    free_blocks_.resize(blocks_.size() / 64 + 1);
    for (std::size_t id = first; id < blocks_.size(); ++id)
        free_blocks_[id / 64] |= std::uint64_t{1} << (id % 64);
    free_count_ += static_cast<std::uint32_t>(blocks_.size() - first);
    order_.reserve(2 * blocks_.size());
    spare_order_.reserve(2 * blocks_.size());
    dirty_blocks_.reserve(2 * blocks_.size() / 64 + 1);
}

void PlacementStore::occupy(std::uint32_t slot) noexcept {
    Block& block = block_of(slot);
    block.live.set(slot % kBlockRows);
    ++block.live_count;
}

/// Puts block \p id at the end of the order.
void PlacementStore::append_block(std::uint32_t id) {
    position_[id] = static_cast<std::uint32_t>(order_.size());
    order_.push_back(id);
    if (order_.size() > dirty_blocks_.size() * 64) dirty_blocks_.push_back(0);
}

std::uint32_t PlacementStore::append_row() {
    if (tail_row_ == kBlockRows) {
        tail_ = take_block(order_.back());
        tail_row_ = 0;
        append_block(tail_);
    }
    const std::uint32_t slot = tail_ * kBlockRows + tail_row_++;
    occupy(slot);
    return slot;
}

std::uint32_t PlacementStore::insert(std::uint32_t entity, std::uint32_t parent, Tick now) {
    std::uint32_t slot = kNoParent;
    // A hole behind the parent keeps the family together.
    const std::uint32_t home = parent / kBlockRows;
    if (parent != kNoParent && home != tail_ && home != front_) {
        const Block& block = block_of(parent);
        const std::uint32_t from = parent % kBlockRows + 1;
        for (std::uint32_t word = from / 64; word < kBlockRows / 64; ++word) {
            std::uint64_t holes = ~block.live.words[word];
            if (word == from / 64) holes &= ~std::uint64_t{0} << (from % 64);
            if (holes == 0) continue;
            slot =
                home * kBlockRows + word * 64 + static_cast<std::uint32_t>(std::countr_zero(holes));
            occupy(slot);
            break;
        }
    }
    if (slot == kNoParent) slot = append_row();
    Block& block = block_of(slot);
    const std::uint32_t row = slot % kBlockRows;
    block.local[row] = Transform{};
    block.global[row] = GlobalTransform::IDENTITY;
    block.parent(row) = kNoParent;
    block.below(row) = kNothingBelow;
    block.entity(row) = entity;
    block.link[row] = ChildOf{};
    block.added.set(row, now, block.single());
    block.global_changed(row) = now;
    block.link_changed.set(row, now, block.single());
    mark_global(block, now);
    mark_local(slot, now);
    ++size_;
    ++disorder_;
    ++version_;
    return slot;
}

void PlacementStore::erase(std::uint32_t slot) noexcept {
    Block& block = block_of(slot);
    const std::uint32_t row = slot % kBlockRows;
    if (block.is(&Rare::cyclic, row)) forget_loops();
    leave(slot);
    block.parent(row) = kNoParent;
    block.live.clear(row);
    block.dirty.clear(row);
    block.above.clear(row);
    if (Rare* rare = block.rare.get()) {
        orphans_ -= rare->orphan.test(row);
        nonfinite_ -= rare->nonfinite.test(row);
        for (RowMask* mask : {&rare->republish, &rare->orphan, &rare->nonfinite})
            mask->clear(row);
    }
    --size_;
    ++disorder_;
    ++version_;
    const std::uint32_t id = slot / kBlockRows;
    if (--block.live_count != 0) return;
    if (id == tail_) {
        tail_row_ = kBlockRows;
        tail_ = 0;
    }
    if (id == front_) {
        front_row_ = kBlockRows;
        front_ = 0;
    }
    release_block(id);
}

void* PlacementStore::value(Home home, std::uint32_t slot) noexcept {
    switch (home) {
        case Home::local:
            return &local(slot);
        case Home::global:
            return &global(slot);
        case Home::link:
            return &link(slot);
        case Home::table:
            break;
    }
    return nullptr;
}

Tick PlacementStore::changed(Home home, std::uint32_t slot) noexcept {
    Block& block = block_of(slot);
    const std::uint32_t row = slot % kBlockRows;
    switch (home) {
        case Home::local:
            return block.local_changed[row];
        case Home::global:
            return block.global_changed(row);
        default:
            return block.link_changed[row];
    }
}

Tick PlacementStore::newest(Home home) const noexcept {
    switch (home) {
        case Home::local:
            return read_shared(local_newest_);
        case Home::global:
            return read_shared(global_newest_);
        default:
            return read_shared(link_newest_);
    }
}

void PlacementStore::mark_link(std::uint32_t slot, Tick now) {
    Block& block = block_of(slot);
    block.link_changed.set(slot % kBlockRows, now, block.single());
    stamp_shared(block.link_newest, now);
    stamp_shared(link_newest_, now);
    touch(slot);
}

void PlacementStore::note_finite(std::uint32_t slot, bool finite) {
    Block& block = block_of(slot);
    const std::uint32_t row = slot % kBlockRows;
    if (block.is(&Rare::nonfinite, row) != finite) return;
    block.note(&Rare::nonfinite, row, !finite);
    block.special = block.special || !finite;
    // Workers note rows of blocks of their own, but there is one count.
    std::atomic_ref<std::uint32_t>(nonfinite_)
        .fetch_add(finite ? 0xffffffffu : 1u, std::memory_order_relaxed);
}

void PlacementStore::leave(std::uint32_t slot) noexcept {
    const std::uint32_t parent = this->parent(slot);
    if (parent == kNoParent) return;
    std::uint32_t& below = this->below(parent);
    RowMask& more = block_of(slot).more;
    const bool last = !more.test(slot % kBlockRows);
    more.clear(slot % kBlockRows);
    if (below == kScattered) return;
    if (slot == below) {
        below = last ? kNothingBelow : slot + 1;
    } else if (last) {
        block_of(slot - 1).more.clear((slot - 1) % kBlockRows);
    } else {
        below = kScattered;
    }
}

void PlacementStore::set_run(std::uint32_t parent, std::uint32_t first,
                             std::uint32_t count) noexcept {
    below(parent) = first;
    for (std::uint32_t slot = first; slot != first + count; ++slot) {
        RowMask& more = block_of(slot).more;
        slot + 1 != first + count ? more.set(slot % kBlockRows) : more.clear(slot % kBlockRows);
    }
}

void PlacementStore::hang(std::uint32_t slot, std::uint32_t parent) {
    Block& block = block_of(slot);
    const std::uint32_t row = slot % kBlockRows;
    if (block.is(&Rare::cyclic, row)) forget_loops();
    leave(slot);
    orphans_ -= block.is(&Rare::orphan, row);
    block.note(&Rare::orphan, row, false);
    block.note(&Rare::republish, row, false);
    touch(slot);
    ++version_;
    if (parent == kOrphan) {
        ++orphans_;
        block.note(&Rare::orphan, row, true);
        block.parent(row) = kNoParent;
        return;
    }
    follow(slot, parent);
    join(slot, parent);
    if (parent == kNoParent) return;
    block_of(parent).above.set(parent % kBlockRows);
    if (!before(parent, slot)) misplaced_.push_back(block.entity(row));
}

void PlacementStore::unhang(std::uint32_t slot) {
    hang(slot, kNoParent);
    block_of(slot).note(&Rare::republish, slot % kBlockRows, true);
    block_of(slot).special = true;
}

void PlacementStore::cut_loop(std::uint32_t slot) {
    Block& block = block_of(slot);
    const std::uint32_t row = slot % kBlockRows;
    cyclic_.push_back(block.entity(row));
    block.note(&Rare::cyclic, row, true);
    leave(slot);
    block.parent(row) = kNoParent;
    touch(slot);
}

void PlacementStore::forget_loops() {
    // Once any member is relinked, all are looked at again.
    for (Block* block : blocks_)
        if (block->rare != nullptr) block->rare->cyclic = RowMask{};
    misplaced_.insert(misplaced_.end(), cyclic_.begin(), cyclic_.end());
    cyclic_.clear();
}

void PlacementStore::carry_row(std::uint32_t from, std::uint32_t to, std::uint32_t parent) {
    if (parent != kNoParent) below(parent) = kScattered;
    block_of(from).parent(from % kBlockRows) = kNoParent;
    block_of(from).more.clear(from % kBlockRows);
    copy_values(from, to);
    follow(to, parent);
    vacate(from);
}

/// Ends the row at \p slot, whose values are elsewhere now.
void PlacementStore::vacate(std::uint32_t slot) noexcept {
    if (Rare* rare = block_of(slot).rare.get()) rare->cyclic.clear(slot % kBlockRows);
    ++size_;
    erase(slot);
    --disorder_;
}

void PlacementStore::copy_values(std::uint32_t from, std::uint32_t to) {
    Block &a = block_of(from), &b = block_of(to);
    const std::uint32_t f = from % kBlockRows, t = to % kBlockRows;
    b.local[t] = a.local[f];
    b.global[t] = a.global[f];
    b.below(t) = a.below(f);
    b.entity(t) = a.entity(f);
    b.link[t] = a.link[f];
    b.local_changed[t] = a.local_changed[f];
    b.global_changed(t) = a.global_changed(f);
    b.link_changed.set(t, a.link_changed[f], b.single());
    b.added.set(t, a.added[f], b.single());
    if (a.dirty.test(f)) touch(to);
    if (a.above.test(f)) b.above.set(t);
    if (Rare* rare = a.rare.get()) {
        for (RowMask Rare::* mask :
             {&Rare::republish, &Rare::nonfinite, &Rare::orphan, &Rare::cyclic})
            if ((rare->*mask).test(f)) b.note(mask, t, true);
        orphans_ += rare->orphan.test(f);
        nonfinite_ += rare->nonfinite.test(f);
    }
    b.special = b.special || a.special;
    // A block's newest may only be too new: its readers then look at rows.
    b.local_newest = local_newest_;
    b.global_newest = global_newest_;
    b.link_newest = link_newest_;
}

void PlacementStore::begin_restoring() {
    restoring_ = true;
    // With some for windows, and for rows that come meanwhile.
    const auto room = size_ / kBlockRows * 9 / 8 + 32;
    order_.swap(spare_order_);
    order_.assign(1 + room, 0);
    old_begin_ = 1 + room;
    for (const std::uint32_t id : spare_order_)
        if (id != 0) order_.push_back(id);
    front_ = 0;
    front_row_ = kBlockRows;
    front_used_ = 0;
    disorder_ = 0;
    renumber();
}

void PlacementStore::renumber() {
    dirty_blocks_.assign(order_.size() / 64 + 1, 0);
    for (std::size_t at = 1; at < order_.size(); ++at) {
        const std::uint32_t id = order_[at];
        if (id == 0) continue;
        position_[id] = static_cast<std::uint32_t>(at);
        // Not known, which is never too late.
        blocks_[id]->reach = 0;
        if (blocks_[id]->dirty.any()) dirty_blocks_[at / 64] |= std::uint64_t{1} << (at % 64);
    }
    ++version_;
}

std::uint32_t PlacementStore::front_row() {
    if (front_row_ == kBlockRows) {
        if (1 + front_used_ >= old_begin_) return kNoParent;
        front_ = take_block(order_[front_used_]);
        front_row_ = 0;
        position_[front_] = 1 + front_used_;
        order_[1 + front_used_] = front_;
        ++front_used_;
    }
    const std::uint32_t slot = front_ * kBlockRows + front_row_++;
    occupy(slot);
    return slot;
}

void PlacementStore::end_restoring() {
    restoring_ = false;
    old_begin_ = 0;
    std::erase(order_, 0u);
    order_.insert(order_.begin(), 0u);
    // The last block may now be one that was restored: go on behind it.
    front_ = 0;
    if (tail_ == 0) tail_row_ = kBlockRows;
    renumber();
}

void PlacementStore::sweep(Tick now) noexcept {
    const auto clamp = [now](Tick& tick) {
        if (now - tick > kTickSweep) tick = now - kTickSweep;
    };
    for (Block* block : blocks_) {
        for (std::uint32_t row = 0; row < kBlockRows; ++row) {
            clamp(block->local_changed[row]);
            clamp(block->global_changed(row));
        }
        block->link_changed.for_each(clamp);
        block->added.for_each(clamp);
        clamp(block->local_newest);
        clamp(block->global_newest);
        clamp(block->link_newest);
    }
    clamp(local_newest_);
    clamp(global_newest_);
    clamp(link_newest_);
}

}  // namespace diorama::detail
