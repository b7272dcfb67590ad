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
    /// Makes memory for \p entities entities in all.
    void expect(std::uint32_t entities) { made_.reserve(entities); }
    /// Number of entities made so far.
    [[nodiscard]] std::uint32_t size() const noexcept {
        return static_cast<std::uint32_t>(made_.size());
    }
    /// A kind of entities: those with the components \p ids, each once, in the order of their
    /// places, and those they require.
    [[nodiscard]] std::uint32_t kind(std::span<const ComponentId> ids);
    /// Raw memory for each component of the next entity, if that is of \p kind.
    ///
    /// Valid: until made() or a call for another kind. The caller ends what it constructs there if
    ///        made() does not follow.
    [[nodiscard]] std::span<void* const> row(std::uint32_t kind) {
        Kind& of = kinds_[kind];
        if (of.next != rows_[of.rows].count || of.next == of.end) find_places(of);
        if (of.placed) {
            if (placed_left_ == 0) more_placed_rows();
            if (of.local != kNone) of.places[of.local] = local_;
            if (of.link != kNone) of.places[of.link] = link_;
        }
        return of.places;
    }
    /// Says that each place of row() of \p kind holds its component: the next entity is made.
    void made(std::uint32_t kind);
    /// Brings all entities to life, writes their handles to \p entities, and ends the batch.
    ///
    /// Failure: hierarchy_cycle where links of the batch close a loop; world_poisoned. Nothing
    ///          was made then.
    [[nodiscard]] Result<> commit(std::vector<Entity>& entities);

  private:
    /// An entity that was made.
    struct Made {
        std::uint32_t kind;
        std::uint32_t slot;  // kNone where it is not placed
    };
    /// The new rows of a table.
    struct Rows {
        Table* table;
        std::uint32_t first;      // of them
        std::uint32_t count = 0;  // made
        std::uint32_t stamped = 0, published = 0;
    };
    /// Where the next value goes, and how far on the one after it.
    struct Step {
        std::uint32_t place;  // in Kind::places
        std::size_t size;
    };
    /// A link among the components of a kind.
    struct Target {
        std::uint32_t place;  // in Kind::places
        ComponentId id;
        Column* column;  // null for ChildOf
    };
    struct Default {
        const ComponentInfo* info;
        Column* column;
    };
    struct Kind {
        std::uint32_t rows = 0;  // in rows_
        std::uint32_t next = 0;  // which of those rows the places are in
        std::uint32_t end = 0;   // where their block ends
        bool placed = false;
        std::uint32_t local = kNone, link = kNone;  // in places, where they are given
        std::vector<ComponentId> ids;
        std::vector<void*> places;
        std::vector<Step> steps;  // of those in tables
        std::vector<Default> defaulted;
        std::vector<Target> targets;
    };
    /// Rows of the placement store that follow each other in one block.
    struct Run {
        std::uint32_t block, row, count;
        bool linked = false;  // some row has a ChildOf
    };

    /// Lists of ids by what they hold, whoever has them.
    struct Less {
        using is_transparent = void;
        bool operator()(std::span<const ComponentId> a, std::span<const ComponentId> b) const {
            return std::ranges::lexicographical_compare(a, b);
        }
    };

    [[nodiscard]] std::uint32_t make_kind(std::span<const ComponentId> ids);
    void find_places(Kind& kind);
    void more_placed_rows();
    void give_back_placed_rows() noexcept;
    [[nodiscard]] Result<> find_loop() const;
    template <class Visit>
    void each_target(Visit&& visit) const;
    void publish_entities(std::vector<Entity>& entities);
    void publish_ticks();
    void publish_placed();
    void publish_run(const Run& run);
    void publish_links(std::span<const Entity> entities);
    void append_child(std::uint32_t source, std::uint32_t target);
    void stamp_rows(Rows& rows);
    void prepare_run(const Run& run, bool fresh);
    void hang(Entity target);

    WorldCore& core_;
    const std::uint32_t reused_;     // handles that come from freed slots
    const std::uint32_t first_new_;  // slot of the first one after those
    std::vector<Kind> kinds_;
    std::map<std::vector<ComponentId>, std::uint32_t, Less> kind_by_ids_;
    std::uint32_t last_kind_ = kNone;  // asked for
    std::vector<Rows> rows_;
    std::vector<std::uint32_t> rows_of_table_;  // in rows_; kNone where there are none
    std::vector<Made> made_;
    std::vector<Run> runs_;
    std::uint32_t placed_left_ = 0;      // rows of the last run that are not used
    std::uint32_t slot_ = kNone;         // of the next placed entity
    GlobalTransform* global_ = nullptr;  // its row
    Transform* local_ = nullptr;         // there
    ChildOf* link_ = nullptr;
    std::vector<std::uint32_t> late_;  // entities whose parent was not there, or not of the batch
    std::vector<std::uint32_t> long_;  // targets whose lists want a ListIndex
    bool may_loop_ = false;            // some link names an entity that is not before its own
    bool open_ = true;                 // neither committed nor given up
};

[[gnu::always_inline]] inline void BulkSpawn::made(std::uint32_t kind) {
    Kind& of = kinds_[kind];
    for (const Target& target : of.targets) {
        const Entity to = target.column == nullptr
                              ? link_->parent
                              : core_.info(target.id).target(of.places[target.place]);
        may_loop_ |= reused_ != 0 || to.index() >= first_new_ + size();
    }
    Rows& rows = rows_[of.rows];
    for (const Default& missing : of.defaulted)
        missing.info->make_default(missing.column->value(rows.first + rows.count));
    for (const Step step : of.steps)
        of.places[step.place] = static_cast<std::byte*>(of.places[step.place]) + step.size;
    std::uint32_t slot = kNone;
    if (of.placed) {
        if (of.local == kNone) *local_ = Transform{};
        if (of.link == kNone)
            *link_ = ChildOf{};
        else
            hang(link_->parent);
        GlobalAccess::entity(*global_) = handle(size()).index();
        slot = slot_++;
        ++global_, ++local_, ++link_, --placed_left_;
    }
    ++rows.count;
    ++of.next;
    made_.push_back({kind, slot});
}

/// PlacementStore::hang of the next placed row, whose line is in a cache now, if its parent is an
/// earlier one of the batch.
[[gnu::always_inline]] inline void BulkSpawn::hang(Entity target) {
    runs_.back().linked = true;
    const std::uint32_t n = target.index() - first_new_;
    const std::uint32_t above =
        reused_ == 0 && n < size() && target.generation() == 1 ? made_[n].slot : kNone;
    if (above == kNone) {
        late_.push_back(size());
        return;
    }
    PlacementStore& store = core_.placement_;
    store.follow(slot_, above);
    store.join(slot_, above);
    store.block_of(above).above.set(above % kBlockRows);
}

}  // namespace diorama::detail
