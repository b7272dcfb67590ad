// SPDX-License-Identifier: MIT
/// \file
/// Where every placed entity of a World is kept: PlacementStore.
/// Design page: docs/design/placement.md.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "diorama/ecs/placement.hpp"
#include "diorama/ecs/table.hpp"
#include "diorama/ecs/tick.hpp"

namespace diorama::detail {

inline constexpr std::uint32_t kRoot = 0xffffffffu;    ///< parent slot of an entity without ChildOf
inline constexpr std::uint32_t kOrphan = 0xfffffffeu;  ///< parent slot where ChildOf leads nowhere

/// Transform, GlobalTransform, ChildOf and their ticks, for all archetypes, in blocks of
/// kBlockRows slots. A slot is stable until the store is reordered; free slots are reused.
class PlacementStore {
  public:
    /// kBlockRows slots, column by column.
    struct alignas(64) Block {
        Block() noexcept {}
        Transform local[kBlockRows];
        GlobalTransform global[kBlockRows];
        std::uint32_t parent[kBlockRows];  ///< parent's slot, kRoot or kOrphan
        std::uint32_t entity[kBlockRows];  ///< entity's index, kNone where the slot is free
        ChildOf link[kBlockRows];          ///< meaningful where the entity has one
        Tick local_changed[kBlockRows];    ///< when Transform was last written
        Tick global_changed[kBlockRows];   ///< when GlobalTransform's bits last changed
        Tick link_changed[kBlockRows];     ///< when ChildOf was last set
        Tick added[kBlockRows];            ///< when the entity was first placed
        std::uint64_t edited[kBlockRows / 64] = {};     ///< rows that propagation has to visit
        std::uint64_t republish[kBlockRows / 64] = {};  ///< edited rows that count as changed
        Tick local_newest = 0, global_newest = 0, link_newest = 0;
    };

    /// A slot for \p entity, at the origin, with no parent.
    std::uint32_t insert(std::uint32_t entity, Tick now);
    /// Frees \p slot.
    void erase(std::uint32_t slot) noexcept;
    /// Makes memory for \p slots slots.
    void reserve(std::uint32_t slots);

    /// Slots that hold an entity.
    [[nodiscard]] std::uint32_t size() const noexcept { return size_; }
    /// Blocks in use; slots are below size times kBlockRows.
    [[nodiscard]] std::size_t block_count() const noexcept { return blocks_.size(); }
    /// Block \p index.
    [[nodiscard]] Block& block(std::size_t index) noexcept { return *blocks_[index]; }
    /// The block of \p slot.
    [[nodiscard]] Block& block_of(std::uint32_t slot) noexcept {
        return *blocks_[slot / kBlockRows];
    }

    [[nodiscard]] Transform& local(std::uint32_t slot) noexcept {
        return block_of(slot).local[slot % kBlockRows];
    }
    [[nodiscard]] GlobalTransform& global(std::uint32_t slot) noexcept {
        return block_of(slot).global[slot % kBlockRows];
    }
    [[nodiscard]] ChildOf& link(std::uint32_t slot) noexcept {
        return block_of(slot).link[slot % kBlockRows];
    }
    [[nodiscard]] std::uint32_t& parent(std::uint32_t slot) noexcept {
        return block_of(slot).parent[slot % kBlockRows];
    }
    [[nodiscard]] std::uint32_t entity(std::uint32_t slot) noexcept {
        return block_of(slot).entity[slot % kBlockRows];
    }
    /// The value at \p home of \p slot.
    [[nodiscard]] void* value(Home home, std::uint32_t slot) noexcept;
    /// When the value at \p home of \p slot last changed.
    [[nodiscard]] Tick changed(Home home, std::uint32_t slot) noexcept;
    /// When \p slot's entity was placed.
    [[nodiscard]] Tick added(std::uint32_t slot) noexcept {
        return block_of(slot).added[slot % kBlockRows];
    }
    /// No slot's value at \p home is later.
    [[nodiscard]] Tick newest(Home home) const noexcept;

    /// Records at \p now a write of \p slot's Transform.
    void mark_local(std::uint32_t slot, Tick now) noexcept;
    /// Records at \p now a change of \p slot's ChildOf.
    void mark_link(std::uint32_t slot, Tick now) noexcept;
    /// Makes the next propagation visit \p slot.
    void touch(std::uint32_t slot) noexcept;
    /// Puts \p slot under \p parent: a slot, or kOrphan.
    void hang(std::uint32_t slot, std::uint32_t parent) noexcept;
    /// Makes \p slot a root; its GlobalTransform counts as changed even if the bits stay.
    void unhang(std::uint32_t slot) noexcept;
    /// Records at \p now that \p slot's GlobalTransform has other bits.
    void mark_global(std::uint32_t slot, Tick now) noexcept;
    /// Forgets that \p slot was edited; whether it has to count as changed.
    bool take_edited(std::uint32_t slot) noexcept;
    /// Clamps ticks older than kTickSweep.
    void sweep(Tick now) noexcept;

  private:
    std::vector<std::unique_ptr<Block>> blocks_;
    std::vector<std::uint32_t> free_;
    std::uint32_t next_ = 0;  // first slot never used
    std::uint32_t size_ = 0;
    Tick local_newest_ = 0, global_newest_ = 0, link_newest_ = 0;
};

}  // namespace diorama::detail
