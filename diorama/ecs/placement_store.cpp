// SPDX-License-Identifier: MIT
#include "diorama/ecs/placement_store.hpp"

namespace diorama::detail {

std::uint32_t PlacementStore::insert(std::uint32_t entity, Tick now) {
    std::uint32_t slot = next_;
    if (free_.empty()) {
        reserve(++next_);
    } else {
        slot = free_.back();
        free_.pop_back();
    }
    Block& block = block_of(slot);
    const std::uint32_t row = slot % kBlockRows;
    block.local[row] = Transform{};
    block.global[row] = GlobalTransform::IDENTITY;
    block.parent[row] = kRoot;
    block.entity[row] = entity;
    block.link[row] = ChildOf{};
    block.added[row] = now;
    block.global_changed[row] = now;
    block.link_changed[row] = now;
    stamp_shared(block.global_newest, now);
    stamp_shared(global_newest_, now);
    mark_local(slot, now);
    ++size_;
    return slot;
}

void PlacementStore::erase(std::uint32_t slot) noexcept {
    Block& block = block_of(slot);
    const std::uint32_t row = slot % kBlockRows;
    block.entity[row] = kNone;
    block.parent[row] = kRoot;
    block.edited[row / 64] &= ~(std::uint64_t{1} << (row % 64));
    block.republish[row / 64] &= ~(std::uint64_t{1} << (row % 64));
    free_.push_back(slot);
    --size_;
}

void PlacementStore::reserve(std::uint32_t slots) {
    while (blocks_.size() * kBlockRows < slots) {
        blocks_.push_back(std::make_unique<Block>());
        for (std::uint32_t& entity : blocks_.back()->entity)
            entity = kNone;
        // Freeing a slot must never need memory.
        if (free_.capacity() < blocks_.size() * kBlockRows)
            free_.reserve(2 * blocks_.size() * kBlockRows);
    }
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
            return block.global_changed[row];
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

void PlacementStore::mark_local(std::uint32_t slot, Tick now) noexcept {
    Block& block = block_of(slot);
    block.local_changed[slot % kBlockRows] = now;
    stamp_shared(block.local_newest, now);
    stamp_shared(local_newest_, now);
    touch(slot);
}

void PlacementStore::mark_link(std::uint32_t slot, Tick now) noexcept {
    Block& block = block_of(slot);
    block.link_changed[slot % kBlockRows] = now;
    stamp_shared(block.link_newest, now);
    stamp_shared(link_newest_, now);
    touch(slot);
}

void PlacementStore::touch(std::uint32_t slot) noexcept {
    Block& block = block_of(slot);
    const std::uint32_t row = slot % kBlockRows;
    block.edited[row / 64] |= std::uint64_t{1} << (row % 64);
}

void PlacementStore::hang(std::uint32_t slot, std::uint32_t parent) noexcept {
    this->parent(slot) = parent;
    touch(slot);
}

void PlacementStore::unhang(std::uint32_t slot) noexcept {
    hang(slot, kRoot);
    const std::uint32_t row = slot % kBlockRows;
    block_of(slot).republish[row / 64] |= std::uint64_t{1} << (row % 64);
}

void PlacementStore::mark_global(std::uint32_t slot, Tick now) noexcept {
    Block& block = block_of(slot);
    block.global_changed[slot % kBlockRows] = now;
    stamp_shared(block.global_newest, now);
    stamp_shared(global_newest_, now);
}

bool PlacementStore::take_edited(std::uint32_t slot) noexcept {
    Block& block = block_of(slot);
    const std::uint32_t row = slot % kBlockRows;
    const std::uint64_t bit = std::uint64_t{1} << (row % 64);
    const bool republish = (block.republish[row / 64] & bit) != 0;
    block.edited[row / 64] &= ~bit;
    block.republish[row / 64] &= ~bit;
    return republish;
}

void PlacementStore::sweep(Tick now) noexcept {
    const auto clamp = [now](Tick& tick) {
        if (now - tick > kTickSweep) tick = now - kTickSweep;
    };
    for (const std::unique_ptr<Block>& block : blocks_) {
        for (std::uint32_t row = 0; row < kBlockRows; ++row) {
            clamp(block->local_changed[row]);
            clamp(block->global_changed[row]);
            clamp(block->link_changed[row]);
            clamp(block->added[row]);
        }
        clamp(block->local_newest);
        clamp(block->global_newest);
        clamp(block->link_newest);
    }
    clamp(local_newest_);
    clamp(global_newest_);
    clamp(link_newest_);
}

}  // namespace diorama::detail
