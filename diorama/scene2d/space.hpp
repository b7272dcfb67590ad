// SPDX-License-Identifier: MIT
/// \file
/// A two-dimensional world for lockstep and rollback: Space2.
/// Design page: docs/design/fixed_point.md, "Spaces".
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "diorama/core/error.hpp"
#include "diorama/scene2d/detail/aligned.hpp"
#include "diorama/scene2d/placement.hpp"
#include "diorama/scene2d/scratch.hpp"

namespace diorama::scene2d {

namespace detail {
struct Columns;
struct SpaceAccess;
}  // namespace detail

/// Nodes in dense slots, and nothing else: a whole world whose state is copied, restored and hashed
/// at the speed of memory.
///
/// The same calls give the same handles and the same bits on every machine. Slots of ended nodes
/// are handed out again, the newest first, with another generation: a handle that outlives its node
/// is never obeyed. A slot whose generation would wrap is retired.
/// Threads: one at a time; any number may read.
class Space2 {
  public:
    /// Slots of one space, at most; spawn() of more gives the null handle.
    static constexpr std::uint32_t kMaxSlots = 0x40000000;

    /// A space without nodes.
    Space2();

    // Queries.

    /// Number of live nodes.
    [[nodiscard]] std::uint32_t size() const noexcept { return live_; }
    /// Slots in use or used before: every index() is below.
    [[nodiscard]] std::uint32_t slots() const noexcept { return slots_; }
    /// Whether \p node is a live node.
    [[nodiscard]] bool alive(Entity node) const noexcept {
        return (node.generation() & 1u) != 0 && node.index() < slots_ &&
               generation_[node.index()] == node.generation();
    }
    /// The live node in \p slot, or the null handle.
    [[nodiscard]] Entity at(std::uint32_t slot) const noexcept {
        const bool live = slot < slots_ && (generation_[slot] & 1u) != 0;
        return live ? Entity(slot, generation_[slot]) : Entity::null();
    }
    /// Where \p node is relative to its parent; nothing where it is not alive.
    [[nodiscard]] std::optional<Local2> local(Entity node) const noexcept;
    /// What \p node is placed relative to, alive or not; no parent where it is not alive.
    [[nodiscard]] Parent2 parent(Entity node) const noexcept;
    /// Where the last pass placed \p node; IDENTITY before the first, nothing where it is not
    /// alive.
    [[nodiscard]] std::optional<Global2> global(Entity node) const noexcept;

    // Changes.

    /// A new node; with a \p parent that is not alive, an orphan.
    Entity spawn(const Local2& local, Parent2 parent = {});
    /// Ends \p node; its children become orphans.
    /// Failure: node2-dead.
    [[nodiscard]] Result<> despawn(Entity node);
    /// Moves \p node.
    /// Failure: node2-dead.
    [[nodiscard]] Result<> set_local(Entity node, const Local2& local);
    /// Hangs \p node under \p parent, keeping its Local2; makes it a root where that is null.
    ///
    /// A loop is not looked for here, which would cost a climb: propagate2() counts its members.
    /// Failure: node2-dead; parent2-dead; nothing changes.
    [[nodiscard]] Result<> set_parent(Entity node, Parent2 parent);
    /// Makes memory for \p nodes nodes in all, so that spawning them takes none.
    void reserve(std::uint32_t nodes);

    // State.

    /// Writes all of it, handles to come included, over \p bytes, whose capacity is kept.
    ///
    /// Cost: that of copying 36 bytes a slot; no allocation once \p bytes has grown.
    void save(std::vector<std::byte>& bytes) const;
    /// Brings back what save() wrote.
    ///
    /// Input:   untrusted: a space restored from any bytes is whole, or nothing changes.
    /// Version: 1.
    /// Failure: space2-snapshot.
    /// Source:  docs/formats/space2_snapshot.md
    [[nodiscard]] Result<> restore(std::span<const std::byte> bytes);
    /// A hash of the nodes, their hierarchy and their placements, as they stand.
    ///
    /// It does not depend on slots, generations or order: two spaces of the same shape have the
    /// same hash, whatever their histories. An orphan counts as such, not as a root.
    /// Cost: O(nodes); no allocation once \p scratch has grown.
    [[nodiscard]] std::uint64_t state_hash(Scratch2& scratch) const;

  private:
    friend struct detail::SpaceAccess;

    // Each column has a value per slot, and rows up to a multiple of the kernels' lanes. Slot 0 is
    // the origin of the world and no node. A generation is odd while its node lives; 0 is retired,
    // or never used: then every value is 0. An ended node's parent_ is the next free slot, its
    // parent_generation_ 0.
    detail::AlignedColumn<std::uint32_t> generation_, parent_, parent_generation_;
    detail::AlignedColumn<std::int32_t> local_x_, local_y_;
    detail::AlignedColumn<std::uint32_t> local_turn_;
    detail::AlignedColumn<std::int32_t> x_, y_;
    detail::AlignedColumn<std::uint32_t> turn_;
    std::uint32_t slots_ = 1;
    std::uint32_t live_ = 0;
    std::uint32_t free_ = 0;  // the newest free slot, 0 for none

    void grow(std::uint32_t rows);
    [[nodiscard]] Result<> check(Entity node) const;
    void put(std::uint32_t slot, const Local2& local) noexcept;
};

}  // namespace diorama::scene2d
