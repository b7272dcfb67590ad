// SPDX-License-Identifier: MIT
/// \file
/// A World without its templates: EntityRecord, Incoming, WorldCore.
/// Design page: docs/design/world.md.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "diorama/core/error.hpp"
#include "diorama/ecs/component_info.hpp"
#include "diorama/ecs/list_index.hpp"
#include "diorama/ecs/placement_store.hpp"
#include "diorama/ecs/removals.hpp"
#include "diorama/ecs/table.hpp"
#include "diorama/ecs/tick.hpp"

namespace diorama {
class Commands;
}

namespace diorama::detail {

class WorldCore;

/// What the parallel system that runs on a thread may do, and what it has tried beyond.
struct Permit {
    const WorldCore* core;                ///< of the World it is a system of
    std::span<const ComponentId> reads;   ///< sorted; what it may read
    std::span<const ComponentId> writes;  ///< sorted; what it may write, and read
    Commands* commands;                   ///< its own list
    std::string breach{};                 ///< the first thing it was refused; empty if none
    std::vector<Diagnostic> notes{};      ///< by World::note
};

/// Where one slot's entity is. Alive exactly where `table` is not kNone.
struct EntityRecord {
    std::uint32_t generation = 1;  ///< the slot's current or next life; 0 when retired
    std::uint32_t table = kNone;   ///< its table
    std::uint32_t row = 0;         ///< its row there
    std::uint32_t slot = kNone;    ///< its placement slot, or kNone
};

/// A value on its way into a World; it is moved from.
struct Incoming {
    ComponentId id;  ///< which component
    void* value;     ///< a live object of its type
};

/// What spawning one set of component types needs, worked out once.
struct SpawnPlan {
    std::uint32_t table = kNone;         ///< where such entities live
    std::vector<ComponentId> defaulted;  ///< required components the caller does not give
};

/// Lists that a pass over the placement store fills anew each time and keeps for their memory.
struct PassScratch {
    /// One worker's share of a pass.
    struct alignas(64) Part {
        std::vector<std::uint32_t> outside;  ///< rows whose parents stand in earlier parts
        std::uint32_t recomputed = 0, changed = 0;
    };
    std::vector<std::uint32_t> blocks, inner_blocks, rows, wave, path;  ///< see scene's pass.cpp
    std::vector<Part> parts;
    std::vector<RowMask> settled;  ///< by block: rows that parts only read
};

inline constexpr ComponentId kTransformId = 1;        ///< Transform, in every World
inline constexpr ComponentId kGlobalTransformId = 0;  ///< GlobalTransform, in every World
inline constexpr ComponentId kChildOfId = 2;          ///< ChildOf, in every World
inline constexpr ComponentId kDisabledId = 3;         ///< Disabled, in every World
inline constexpr std::uint32_t kChildOfRelation = 0;  ///< ChildOf's link table, in every World

/// Entities, tables, placement and relationships. Stands at one address for its World's life.
class WorldCore {
  public:
    WorldCore();
    ~WorldCore();
    WorldCore(const WorldCore&) = delete;
    WorldCore& operator=(const WorldCore&) = delete;

    // Components.

    /// The id of the type numbered \p type, or kNone where it is not registered.
    [[nodiscard]] ComponentId id_of_type(std::uint32_t type) const noexcept {
        return type < id_of_type_.size() ? id_of_type_[type] : kNone;
    }
    /// The id of C, registered now under its own name if it is new; kNone where that is taken.
    template <Component C>
    ComponentId id_of();
    /// Registers the type numbered \p type; component_name_taken where another type has the name.
    [[nodiscard]] Result<ComponentId> register_component(std::uint32_t type, ComponentInfo info,
                                                         std::span<const ComponentId> required);
    /// The type of component \p id.
    [[nodiscard]] const ComponentInfo& info(ComponentId id) const noexcept { return *infos_[id]; }
    /// Number of registered components; ids are below it.
    [[nodiscard]] std::uint32_t component_count() const noexcept {
        return static_cast<std::uint32_t>(infos_.size());
    }
    /// The component called \p name, or kNone.
    [[nodiscard]] ComponentId find_component(std::string_view name) const noexcept;

    // Entities.

    /// Whether \p entity is alive here.
    [[nodiscard]] bool alive(Entity entity) const noexcept {
        return entity.index() < records_.size() &&
               records_[entity.index()].generation == entity.generation() &&
               records_[entity.index()].table != kNone;
    }
    /// The record of slot \p index.
    [[nodiscard]] const EntityRecord& record(std::uint32_t index) const noexcept {
        return records_[index];
    }
    /// The handle of the entity at \p index.
    [[nodiscard]] Entity entity_at(std::uint32_t index) const noexcept {
        return {index, records_[index].generation};
    }
    /// Number of live entities.
    [[nodiscard]] std::size_t entity_count() const noexcept { return live_; }
    /// Makes memory for \p count entities in all, and touches it.
    void reserve(std::uint32_t count);
    /// A handle that becomes alive at the next flush_reserved. Threads: any, while nothing
    /// structural runs.
    Entity reserve_entity() noexcept;
    /// Brings reserved handles to life, without components.
    void flush_reserved();
    /// Grows with every spawn: orders entities by when they were spawned.
    [[nodiscard]] std::uint32_t spawn_order(std::uint32_t index) const noexcept {
        return order_.empty() ? index : order_[index];
    }
    /// Makes \p entity the last spawned: handles reserved in parallel come in any order.
    void spawned_now(Entity entity) {
        if (next_order_ == kNone) renumber();
        number_spawns();
        order_[entity.index()] = next_order_++;
    }
    /// Writes every live entity to \p out in spawn order.
    void entities_in_order(std::vector<Entity>& out) const;

    // Structure.

    /// The plan for entities of \p ids (distinct, any order).
    SpawnPlan plan(std::span<const ComponentId> ids);
    /// Makes memory for \p count entities of \p plan in all, and touches it.
    void reserve_rows(const SpawnPlan& plan, std::uint32_t count);
    /// The plan numbered \p type, made by the first call.
    SpawnPlan& plan_slot(std::uint32_t type);
    /// A new entity with \p values, which are moved from.
    Entity spawn(const SpawnPlan& plan, std::span<const Incoming> values);
    /// Takes a slot for each of \p made, most of them of \p plan, and writes their handles there;
    /// alive once filled. A fill of each and end_batch follow. Failure: world_poisoned.
    [[nodiscard]] Result<> begin_batch(const SpawnPlan& plan, std::span<Entity> made);
    /// Gives the entity at \p index, in no table yet, its \p values, which are moved from.
    void fill(std::uint32_t index, const SpawnPlan& plan, std::span<const Incoming> values);
    /// Links what targets a later one of \p made; where that closes a loop, or not \p whole, ends
    /// them all. Failure: hierarchy_cycle.
    [[nodiscard]] Result<> end_batch(std::span<const Entity> made, bool whole);
    /// Ends \p entity and, for linked relationships, its sources.
    [[nodiscard]] Result<> despawn(Entity entity);
    /// Inserts or replaces \p value's component.
    [[nodiscard]] Result<> add(Entity entity, Incoming value);
    /// Takes component \p id away.
    [[nodiscard]] Result<> remove(Entity entity, ComponentId id);
    /// Whether the live \p entity has \p id.
    [[nodiscard]] bool has(Entity entity, ComponentId id) const noexcept {
        return alive(entity) && tables_[records_[entity.index()].table]->has(id);
    }
    /// The value of \p id, or null.
    [[nodiscard]] void* find(Entity entity, ComponentId id) const noexcept;
    /// The same, recorded as a write.
    [[nodiscard]] void* find_mut(Entity entity, ComponentId id) noexcept;
    /// The Transform of \p entity, recorded as a write, or null.
    [[nodiscard]] Transform* local_mut(Entity entity) noexcept {
        if (!alive(entity) || !may_use(kTransformId, true)) return nullptr;
        const std::uint32_t slot = records_[entity.index()].slot;
        if (slot == kNone) return nullptr;
        placement_.mark_local(slot, now());
        return &placement_.local(slot);
    }
    /// Whether hanging \p source under \p target by ChildOf would close a loop.
    [[nodiscard]] bool would_loop(Entity source, Entity target, ComponentId relation) const;
    /// Moves \p child before \p sibling in their parent's list; to the end where it is null.
    [[nodiscard]] Result<> move_child(Entity child, Entity sibling);
    /// Moves \p child to place \p at of its parent's list; to the end where that is beyond it.
    [[nodiscard]] Result<> move_child_to(Entity child, std::size_t at);

    /// A copy of \p top and all below it; see World::duplicate.
    [[nodiscard]] Result<Entity> duplicate(Entity top);

    // Relationships.

    /// The lists of link table \p relation at \p index.
    [[nodiscard]] const Links& links(std::uint32_t relation, std::uint32_t index) const noexcept {
        return links_[relation][index];
    }
    /// The entity index of source \p at of target \p index. Expects: it has that many.
    [[nodiscard]] std::uint32_t source_at(std::uint32_t relation, std::uint32_t index,
                                          std::size_t at) const noexcept {
        return list_indexes_[relation].find(links_[relation], links_[relation][index].first,
                                            static_cast<std::uint32_t>(at));
    }
    /// The place of source \p source among those of target \p index. Expects: it is one.
    [[nodiscard]] std::size_t place_of(std::uint32_t relation, std::uint32_t index,
                                       std::uint32_t source) const noexcept {
        return list_indexes_[relation].place(links_[relation], links_[relation][index].first,
                                             source);
    }
    /// The component of link table \p relation.
    [[nodiscard]] ComponentId relation_component(std::uint32_t relation) const noexcept {
        return relations_[relation];
    }
    /// Writes a ChildOf that names \p target into \p source, which has one, and nothing else: no
    /// check, no list changes. Propagation follows it; what leaves \p source leaves its own list.
    void write_raw_link(Entity source, Entity target);
    /// The target \p entity hangs under by \p relation, or null.
    [[nodiscard]] Entity target(Entity entity, ComponentId relation) const noexcept;

    // Removals.

    /// A reader of who loses component \p id from now on.
    [[nodiscard]] RemovalReader read_removals(ComponentId id);

    // Storage.

    [[nodiscard]] std::span<const std::unique_ptr<Table>> tables() const noexcept {
        return tables_;
    }
    [[nodiscard]] PlacementStore& placement() noexcept { return placement_; }
    [[nodiscard]] const PlacementStore& placement() const noexcept { return placement_; }

    /// Memory for the pass.
    [[nodiscard]] PassScratch& pass_scratch() noexcept { return pass_scratch_; }
    /// Brings every row behind its parent and cuts loops; what propagation calls first.
    void settle_placement();
    /// Moves up to \p rows rows towards hierarchy order, where enough of them stand out of it.
    /// Marks nothing. Returns whether there is more to do.
    bool restore_order(std::uint32_t rows);

    // Ticks.

    /// The tick that a write now gets.
    [[nodiscard]] std::uint64_t tick() const noexcept {
        return tick_.load(std::memory_order_relaxed);
    }
    /// The low half of tick().
    [[nodiscard]] Tick now() const noexcept { return static_cast<Tick>(tick()); }
    /// Ends the current tick, so that later writes differ from earlier ones; returns it.
    std::uint64_t advance_tick() noexcept { return tick_.fetch_add(1, std::memory_order_relaxed); }
    /// Keeps ages from wrapping; called where nothing else runs.
    void sweep_ticks();

    // Health.

    /// The cause of the poisoning, or null.
    [[nodiscard]] const Error* poison() const noexcept { return poison_.get(); }
    /// Refuses later use because of \p cause.
    void set_poison(Error cause) { poison_ = std::make_unique<Error>(std::move(cause)); }
    /// Not a value exactly where the World is poisoned.
    [[nodiscard]] Result<> healthy() const;

    // Systems that run beside each other.

    /// Says whether parallel systems run now: each then has a Permit on its thread.
    void set_side_by_side(bool now) noexcept { side_by_side_ = now; }
    /// Whether they do.
    [[nodiscard]] bool side_by_side() const noexcept { return side_by_side_; }
    /// The Permit of the calling thread's parallel system of this World; null where it has none.
    [[nodiscard]] Permit* permit() const noexcept;
    /// Makes \p permit the calling thread's, and returns the one before.
    static Permit* exchange_permit(Permit* permit) noexcept;
    /// Whether the calling thread may read, or \p write, component \p id now.
    [[nodiscard]] bool may_use(ComponentId id, bool write) const noexcept {
        return !side_by_side_ || permits(id, write);
    }
    /// The same of a resource of the type numbered \p type, called \p name.
    [[nodiscard]] bool may_use_resource(std::uint32_t type, bool write,
                                        std::string_view name) const noexcept;
    /// An error exactly where a parallel system runs on the calling thread or beside it:
    /// system_access.
    [[nodiscard]] Result<> check_structure() const {
        return side_by_side_ ? refuse_structure() : Result<>{};
    }

    /// Queries running now; structure must not change meanwhile.
    std::atomic<std::uint32_t> iterating{0};

  private:
    friend class BulkSpawn;

    [[nodiscard]] bool permits(ComponentId id, bool write) const noexcept;
    [[nodiscard]] Result<> refuse_structure() const;
    [[nodiscard]] Result<> check_entity(Entity entity) const;
    [[nodiscard]] Result<> check_target(Entity source, const ComponentInfo& info,
                                        const void* value) const;
    [[nodiscard]] Result<> loop_error(Entity source, Entity target) const;
    [[nodiscard]] Result<> link_late();
    Table& table_of(std::vector<ComponentId> signature);
    std::vector<ComponentId> closed(std::vector<ComponentId> ids) const;
    std::uint32_t take_index();
    void free_index(std::uint32_t index);
    void change_table(std::uint32_t index, Table& to);
    void place(std::uint32_t index);
    void displace(std::uint32_t index);
    void point_children(std::uint32_t index);
    void put(std::uint32_t index, Table& table, Incoming value);
    Entity copy_entity(std::uint32_t source, const Remap& map);
    void put_default(std::uint32_t index, Table& table, ComponentId id);
    void link(std::uint32_t source, const ComponentInfo& info, Entity target);
    void unlink(std::uint32_t source, const ComponentInfo& info, Entity target);
    void append_link(std::uint32_t relation, std::uint32_t source, std::uint32_t target);
    void insert_link(std::uint32_t relation, std::uint32_t source, std::uint32_t target,
                     std::uint32_t after);
    void take_out_link(std::uint32_t relation, std::uint32_t source, std::uint32_t target);
    [[nodiscard]] std::uint32_t list_owner(std::uint32_t relation, std::uint32_t source,
                                           Entity target) const noexcept;
    void hang_strays();
    /// Notes that the ChildOf of \p source, if it was written raw, has ended.
    void forget_stray(std::uint32_t relation, std::uint32_t source) noexcept {
        if (strays_.empty() || relation != kChildOfRelation) return;
        std::erase_if(strays_, [source](const Stray& stray) { return stray.source == source; });
    }
    [[nodiscard]] Result<Entity> ordering_parent(Entity child) const;
    void move_link(Entity child, Entity parent, std::uint32_t after);
    void fetch(std::uint32_t index) noexcept;
    void collect_doomed(Entity entity);
    void release(std::uint32_t index);
    void leave_lists(std::uint32_t index);
    void drop_lists(std::uint32_t index);
    void note_removal(std::uint32_t index, ComponentId id);
    void number_spawns();
    void renumber();
    void move_tops();
    [[nodiscard]] std::uint32_t parent_slot(std::uint32_t slot) noexcept;
    void follow_link(std::uint32_t index);
    void find_tops();
    std::uint8_t& settle_state(std::uint32_t slot);
    void follow_moved(std::uint32_t index, std::uint32_t from, std::uint32_t to);
    /// Whether the row at \p slot has been restored.
    [[nodiscard]] bool in_front(std::uint32_t slot) const noexcept {
        return placement_.position(slot / kBlockRows) < placement_.old_begin();
    }
    bool claim(std::uint32_t index);
    void gather_from(Entity parent, std::uint32_t child);
    void start_below();
    void start_anew();
    std::size_t gather_level(std::size_t begin, std::size_t end);
    [[nodiscard]] bool restoring_is_due();
    void gather_below();
    bool gather_window();
    void move_window();
    void learn_runs();
    void step(std::uint32_t entity, bool below);
    [[nodiscard]] bool doomed(std::uint32_t index) const noexcept {
        return index / 64 < doomed_bits_.size() &&
               (doomed_bits_[index / 64] >> (index % 64) & 1) != 0;
    }

    std::vector<std::unique_ptr<ComponentInfo>> infos_;
    std::vector<ComponentId> id_of_type_;
    std::vector<ComponentId> relations_;  // component of each link table
    std::vector<std::vector<Links>> links_;
    std::vector<ListIndex> list_indexes_;  // by link table

    std::vector<EntityRecord> records_;
    std::vector<std::uint32_t> order_;  // spawn order, by entity index; empty while that is it
    std::uint32_t next_order_ = 0;
    std::vector<std::uint32_t> free_;
    std::atomic<std::int64_t> reserve_cursor_{0};  // free_ entries not yet reserved; < 0: new slots
    std::size_t live_ = 0;

    std::vector<std::unique_ptr<Table>> tables_;
    std::map<std::vector<ComponentId>, std::uint32_t> table_by_signature_;
    std::vector<SpawnPlan> plans_;
    PlacementStore placement_;

    /// A source of a batch whose target was not alive when it was filled.
    struct LateLink {
        std::uint32_t source;
        ComponentId relation;
    };
    std::vector<LateLink> late_links_;

    /// An entity whose ChildOf was written raw, and in whose list it stands, or kNone.
    struct Stray {
        std::uint32_t source, owner;
    };
    std::vector<Stray> strays_;
    bool batch_ = false;  // between begin_batch and end_batch

    // Scratch of settle_placement and restore_order.
    std::vector<std::uint8_t> settle_state_;
    std::vector<std::uint32_t> settle_touched_, settle_path_, settle_tops_, walk_;
    /// A row on its way to its place.
    struct InWindow {
        std::uint32_t index;  // its entity
        bool whole;           // all its children are in the window, too
    };
    /// A list of which some have not been moved: from `child` on, or all where it is null.
    struct Unfinished {
        Entity parent, child;
    };
    std::vector<InWindow> window_;
    std::vector<std::uint32_t> window_slots_;
    std::vector<Unfinished> unfinished_, restore_unfinished_;
    bool settling_ = false;                                 // rows go to the end, not to the front
    std::uint32_t restore_position_ = 0, restore_row_ = 0;  // the next old row to look at
    std::uint64_t calm_version_ = 0;                        // of placement_, when last looked at
    std::uint32_t calm_ = 0;                                // how often it has been the same since

    PassScratch pass_scratch_;

    std::vector<std::unique_ptr<RemovalLog>> removals_;  // by component; null if nobody reads

    std::vector<std::uint32_t> doomed_;  // scratch of despawn
    std::vector<std::uint64_t> doomed_bits_;

    std::atomic<std::uint64_t> tick_{1};
    std::uint64_t last_sweep_ = 1;
    std::unique_ptr<Error> poison_;
    bool side_by_side_ = false;
};

template <Component C>
ComponentId WorldCore::id_of() {
    const ComponentId known = id_of_type(type_index<C>());
    if (known != kNone) return known;
    std::vector<ComponentId> required;
    [&]<class... Rs>(ComponentList<Rs...>) {
        (required.push_back(id_of<Rs>()), ...);
    }(typename Requires<C>::types{});
    const Result<ComponentId> id =
        register_component(type_index<C>(), make_info<C>(name_of<C>(), kNamed<C>), required);
    return id ? *id : kNone;
}

}  // namespace diorama::detail
