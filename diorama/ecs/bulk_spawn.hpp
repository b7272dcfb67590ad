// SPDX-License-Identifier: MIT
/// \file
/// Many entities made where they will live, and brought to life all at once: BulkSpawn.
/// Design page: docs/design/world.md, "Many at once".
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "diorama/core/error.hpp"
#include "diorama/ecs/world_core.hpp"

namespace diorama::detail {

/// Makes entities whose components are constructed straight in the rows they will have, which
/// nobody can see before commit().
///
/// Its result is that of spawning one by one in the order of made(): the same handles, ticks, links
/// and order of children, but that a link may name any entity of the batch, also a later one.
///
/// Expects: nothing else changes the World between its making and its end.
class BulkSpawn {
  public:
    /// A batch for \p core, which must outlive it. The World stays as it is, and the slots
    /// that are reserved stay so.
    explicit BulkSpawn(WorldCore& core);
    BulkSpawn(const BulkSpawn&) = delete;
    BulkSpawn& operator=(const BulkSpawn&) = delete;
    /// Ends what was made and not committed, which then never was.
    ~BulkSpawn();

    /// The handle that entity \p n of the batch has once it is committed, however many there are.
    [[nodiscard]] Entity handle(std::uint32_t n) const noexcept {
        if (n >= reused_) return {first_new_ + (n - reused_), 1u};
        return core_.entity_at(core_.free_[reused_ - 1 - n]);
    }
    /// Number of entities made so far.
    [[nodiscard]] std::uint32_t size() const noexcept { return ended_ + (begun_ - left_); }
    /// A kind of entities: those with the components \p ids, each once, in the order of their
    /// places, and those they require.
    [[nodiscard]] std::uint32_t kind(std::span<const ComponentId> ids);
    /// Raw memory for each component of the next entity, if that is of \p kind.
    ///
    /// Valid: until made() or a call for another kind. The caller ends what it constructs there if
    ///        made() does not follow.
    [[nodiscard]] std::span<void* const> row(std::uint32_t kind) {
        if (kind != kind_ || left_ == 0) begin_stretch(kind);
        return kinds_[kind].places;
    }
    /// How many entities may be made at row() and behind it, each component's values end to end.
    [[nodiscard]] std::uint32_t rows_left() const noexcept { return left_; }
    /// Says that each place of row() of \p kind, and of as many rows behind it as make \p count in
    /// all, holds its component: the next entities are made.
    void made(std::uint32_t kind, std::uint32_t count = 1) {
        Kind& of = kinds_[kind];
        for (const Step& step : of.steps)
            of.places[step.place] =
                static_cast<std::byte*>(of.places[step.place]) + count * step.size;
        left_ -= count;
    }
    /// Brings all entities to life, writes their handles to \p entities, and ends the batch.
    ///
    /// Failure: hierarchy_cycle where links of the batch close a loop; world_poisoned. Nothing
    ///          was made then.
    [[nodiscard]] Result<> commit(std::vector<Entity>& entities);

  private:
    /// Entities of one kind that follow each other, as do their rows.
    struct Stretch {
        std::uint32_t kind, count;
        std::uint32_t row;   // of the first one, in their table
        std::uint32_t slot;  // of the first one; kNone where they are not placed
    };
    /// The new rows of a table.
    struct Rows {
        Table* table;
        std::uint32_t first;      // of them
        std::uint32_t count = 0;  // made
        std::uint32_t stamped = 0;
    };
    /// Where the next value goes, and how far on the one after it.
    struct Step {
        std::uint32_t place;  // in Kind::places
        std::size_t size;
        Column* column;  // null in the placement store
    };
    /// A link among the components of a kind.
    struct Target {
        ComponentId id;
        Column* column;  // null for ChildOf
    };
    struct Default {
        const ComponentInfo* info;
        Column* column;
    };
    struct Kind {
        std::uint32_t rows = 0;  // in rows_
        bool placed = false;
        std::uint32_t local = kNone, link = kNone;  // in places, where they are given
        std::vector<ComponentId> ids;
        std::vector<void*> places;
        std::vector<Step> steps;
        std::vector<Default> defaulted;
        std::vector<Target> targets;
    };
    /// Rows of the placement store that follow each other in one block.
    struct Run {
        std::uint32_t block, row, count;
        bool raw;             // no row of the block has ever been made
        bool linked = false;  // some row has a ChildOf
    };
    /// A link that is made when all others are: its target was not before it, or is not placed.
    struct Late {
        std::uint32_t slot, above;
    };

    /// Lists of ids by what they hold, whoever has them.
    struct Less {
        using is_transparent = void;
        bool operator()(std::span<const ComponentId> a, std::span<const ComponentId> b) const {
            return std::ranges::lexicographical_compare(a, b);
        }
    };

    [[nodiscard]] std::uint32_t make_kind(std::span<const ComponentId> ids);
    void begin_stretch(std::uint32_t kind);
    void end_stretch();
    void fill_in(const Stretch& stretch);
    [[nodiscard]] bool leads_back(const Stretch& stretch) const;
    void more_placed_rows();
    void give_back_placed_rows() noexcept;
    template <class Visit>
    void each_target(const Stretch& stretch, Visit&& visit) const;
    [[nodiscard]] Result<> find_loop() const;
    void make_room(std::vector<Entity>& entities);
    void publish(const Stretch& stretch, std::uint32_t n, std::vector<Entity>& entities);
    void publish_ticks();
    void publish_placed();
    void publish_run(const Run& run);
    void link(const Stretch& stretch, std::span<const Entity> entities);
    void place(const Stretch& stretch, std::span<const Entity> entities);
    void hang(const Stretch& stretch, std::span<const Entity> entities);
    [[nodiscard]] std::uint32_t hang_rows(const Stretch& stretch, std::span<const Entity> entities,
                                          std::uint16_t* ends);
    void hang_apart(std::uint32_t slot, std::span<const Entity> children);
    void append_children(std::span<const Entity> children, std::uint32_t target);
    void finish_lists();
    void stamp_rows(Rows& rows);

    WorldCore& core_;
    const std::uint32_t reused_;     // handles that come from freed slots
    const std::uint32_t first_new_;  // slot of the first one after those
    std::vector<Kind> kinds_;
    std::map<std::vector<ComponentId>, std::uint32_t, Less> kind_by_ids_;
    std::uint32_t last_kind_ = kNone;  // asked for
    std::vector<Rows> rows_;
    std::vector<std::uint32_t> rows_of_table_;  // in rows_; kNone where there are none
    std::vector<Stretch> stretches_;
    std::uint32_t ended_ = 0;             // entities of those
    std::uint32_t kind_ = kNone;          // of the stretch that is being made
    std::uint32_t begun_ = 0, left_ = 0;  // rows that one had at first, and those not yet made
    std::vector<Run> runs_;
    std::uint32_t placed_left_ = 0;  // rows of the last run that no stretch before this one has
    std::uint32_t slot_ = kNone;     // the first of those
    std::vector<Late> late_;
    std::vector<std::uint32_t> long_;  // targets whose lists want a ListIndex
    bool in_order_;                    // every link names an entity that is before its own
    bool open_ = true;                 // neither committed nor given up
};

}  // namespace diorama::detail
