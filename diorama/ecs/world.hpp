// SPDX-License-Identifier: MIT
/// \file
/// The container of entities and their components: World.
/// Design page: docs/design/world.md.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "diorama/core/error.hpp"
#include "diorama/ecs/children.hpp"
#include "diorama/ecs/commands.hpp"
#include "diorama/ecs/component_info.hpp"
#include "diorama/ecs/entity.hpp"
#include "diorama/ecs/observer.hpp"
#include "diorama/ecs/placement.hpp"
#include "diorama/ecs/plugin.hpp"
#include "diorama/ecs/query.hpp"
#include "diorama/ecs/schedule.hpp"

namespace diorama {

class Jobs;

/// Entities, their components, and the systems that work on them.
///
/// Threads: one thread at a time, except that any number may read, and that systems which declare
///          what they access run beside each other.
/// Failure: a system that failed has poisoned the World: fallible calls then give world_poisoned
///          with the cause, spawn gives the null handle, reading still works.
class World {
  public:
    static constexpr int kMaxFixedSteps = 16;  ///< fixed steps of one update, at most

    World();
    ~World();
    World(World&&) noexcept;
    World& operator=(World&&) noexcept;

    // Entities.

    /// A new entity with \p components and those they require.
    ///
    /// A ChildOf whose parent is not alive leaves an orphan: placed as a root and reported by
    /// propagation. A new entity can't close a loop.
    /// Cost: no allocation once there is room; see reserve.
    template <class... Cs>
    Entity spawn(Cs&&... components);

    /// As many new entities as \p made holds, each with the components of the tuple that
    /// \p fill(i) returns, i counting from 0, and those they require.
    ///
    /// The handles are all in \p made before the first call, so that links and references may name
    /// any of them; children of one of them get the order of \p made. With a
    /// std::optional<ChildOf> in the tuple, those without a value are roots.
    /// Cost:    less than single spawns: memory is made once.
    /// Expects: \p fill changes nothing in the World.
    /// Failure: hierarchy_cycle where links of \p made close a loop; component_name_taken;
    ///          world_poisoned; nothing changes. The same where \p fill throws, and it is rethrown.
    template <class F>
    [[nodiscard]] Result<> spawn_batch(std::span<Entity> made, F&& fill);

    /// Ends \p entity, its children, and theirs.
    /// Failure: entity_dead.
    [[nodiscard]] Result<> despawn(Entity entity);

    /// Whether \p entity is a live entity of this World.
    [[nodiscard]] bool alive(Entity entity) const noexcept { return core_->alive(entity); }
    /// Number of live entities.
    [[nodiscard]] std::size_t entity_count() const noexcept { return core_->entity_count(); }
    /// Makes memory for \p count entities in all, placed ones included, so that spawning them takes
    /// none but for the components they have; with \p Cs, nor for those of entities that have just
    /// these. What is left are lists of more than 64 children, which get an index, and blocks of
    /// 256 placements that were not all placed and linked at one tick.
    template <class... Cs>
    void reserve(std::uint32_t count);

    /// Calls \p visit(Entity) for every live entity in spawn order.
    ///
    /// Order: of spawning, whatever the storage; after a load that is the file's.
    /// Cost:  O(n log n), one list of handles; \p visit may change structure.
    template <class F>
    void for_each_entity(F&& visit) const;
    /// Every live entity, in spawn order.
    [[nodiscard]] std::vector<Entity> entities() const;

    /// Whether \p a was spawned before \p b; both must be alive.
    [[nodiscard]] bool spawned_before(Entity a, Entity b) const noexcept {
        return core_->spawn_order(a.index()) < core_->spawn_order(b.index());
    }

    // Components.

    /// Registers C under \p name, for a type that has no stable name of its own.
    /// Failure: component_name_taken: another type has the name, or C has another.
    template <Component C>
    [[nodiscard]] Result<ComponentId> register_component(std::string_view name);
    /// Registers C under the name its description or ComponentName gives.
    template <Component C>
    [[nodiscard]] Result<ComponentId> register_component();
    /// The name C is registered under here; empty where it is not.
    template <Component C>
    [[nodiscard]] std::string_view component_name() const;

    /// Inserts \p component, or replaces the one there, with the components it requires.
    /// Failure: entity_dead, parent_dead, hierarchy_cycle (detail: std::pair of child and parent),
    ///          component_name_taken; nothing changes.
    template <class C>
    [[nodiscard]] Result<> add(Entity entity, C component);

    /// Takes component C away.
    /// Failure: entity_dead, component_absent, component_required; nothing changes.
    template <class C>
    [[nodiscard]] Result<> remove(Entity entity);

    /// Whether \p entity is alive and has a C.
    template <class C>
    [[nodiscard]] bool has(Entity entity) const;

    /// The C of \p entity, or null when it has none or is not alive.
    /// Valid: until the next structural change.
    template <class C>
    [[nodiscard]] const C* get(Entity entity) const;

    /// The same to write to, marked as changed now.
    ///
    /// Not for GlobalTransform, which is derived, nor for relationships, which mirror a list.
    template <class C>
    [[nodiscard]] C* get_mut(Entity entity);

    // Hierarchy.

    /// Hangs \p child under \p parent as its last child, keeping its Transform; does nothing where
    /// it is already there. A null \p parent is parent_dead: detach makes a root.
    /// Failure: entity_dead, parent_dead, hierarchy_cycle; nothing changes.
    [[nodiscard]] Result<> reparent(Entity child, Entity parent);
    /// Makes \p child a root, keeping its Transform.
    /// Failure: entity_dead.
    [[nodiscard]] Result<> detach(Entity child);
    /// Moves \p child before \p sibling in their parent's list; to its end where it is null.
    /// Failure: entity_dead, not_siblings.
    [[nodiscard]] Result<> move_child(Entity child, Entity sibling);
    /// Moves \p child to place \p at of its parent's list, so that Children::operator[] finds it
    /// there; to the end where \p at is beyond it.
    /// Cost: O(log n) for n siblings.
    /// Failure: entity_dead, not_siblings.
    [[nodiscard]] Result<> move_child_to(Entity child, std::size_t at);
    /// The entity that \p entity's ChildOf names, alive or not; null where it has none.
    [[nodiscard]] Entity parent(Entity entity) const;
    /// The children of \p entity in order; empty where it is not alive.
    [[nodiscard]] Children children(Entity entity) const;
    /// The sources of relationship R that target \p entity, in order.
    template <Relation R>
    [[nodiscard]] Children sources(Entity entity) const;

    /// A copy of \p top and all below it, with every component, under the same parent as its last
    /// child. References to entities of the subtree name the copies, others stay: those in
    /// relationships, and wherever saving and loading would rename them, which is in described
    /// members of any depth (lists, arrays, optionals, maps, variants and described structs) and
    /// where EntityReferences says.
    /// Failure: entity_dead; component_not_copyable; nothing changes.
    [[nodiscard]] Result<Entity> duplicate(Entity top) { return core_->duplicate(top); }

    // Queries and commands.

    /// A new persistent query; see Query.
    template <class... Terms>
    [[nodiscard]] Query<Terms...> query();

    /// The World's own list of commands, flushed by flush and after each system of update; in a
    /// parallel system, that system's list.
    [[nodiscard]] Commands& commands() noexcept;
    /// Carries out the World's own list, then tells observers.
    /// Failure: the first command that failed, with a diagnostic for each that says which it was;
    ///          the others took effect. system_failed where an observer threw, with the same.
    ///          system_access in a parallel system, world_poisoned: nothing happens then.
    [[nodiscard]] Result<> flush() { return flush(commands()); }
    /// Carries out \p commands, then tells observers.
    [[nodiscard]] Result<> flush(Commands& commands);

    // Observers.

    /// Calls \p call(World&, Entity) from now on when \p when happens to a C.
    ///
    /// Observers are told at the end of a flush, at the start of an update and after each of its
    /// systems or parallel groups, never in the middle of a change: they find what was loaded or
    /// spawned complete. All are told of the same time, since they were last told, and of each
    /// entity once: what was added in that time and is gone again is neither added nor removed.
    /// They may change everything; what they do is told the next time. One whose entity an earlier
    /// one has ended is not told of its addition or change.
    ///
    /// Order:   observers as they were added; removals as they happened, the rest in spawn order.
    /// Cost:    as a query for changes, for each observer, each time; no allocation once grown.
    /// Failure: one that throws poisons the World with system_failed.
    template <Component C>
    ObserverId observe(On when, std::function<void(World&, Entity)> call);
    /// Ends an observer; false where there is none of that name.
    bool stop_observing(ObserverId id);

    // Resources.

    /// The World's one T, made by its default constructor at the first call.
    /// Valid:   as long as the World, wherever it is moved.
    /// Threads: from parallel systems that declare T in their Access.
    template <class T>
    [[nodiscard]] T& resource();
    /// The World's one T, or null where there is none yet.
    template <class T>
    [[nodiscard]] T* find_resource() const;

    // Systems.

    /// Adds \p system to \p schedule.
    /// Failure: system_invalid: no name, or nothing to run; system_name_taken; schedule_cycle where
    ///          its order can't hold; component_name_taken for a type of its Access.
    [[nodiscard]] Result<> add_system(Schedule schedule, System system);
    /// Takes the system called \p name out; false where there is none.
    bool remove_system(Schedule schedule, std::string_view name);
    /// Installs \p plugin.
    /// Failure: plugin_present, or what its install gives; then nothing of it stays.
    template <Plugin P>
    [[nodiscard]] Result<> add_plugin(P plugin) {
        return add_any_plugin(AnyPlugin(std::move(plugin)));
    }
    /// Takes the plugin called \p name out.
    /// Failure: plugin_absent.
    [[nodiscard]] Result<> remove_plugin(std::string_view name);
    /// Whether a plugin called \p name is installed.
    [[nodiscard]] bool has_plugin(std::string_view name) const;

    /// Runs the fixed steps that \p dt seconds bring, then the update schedule.
    ///
    /// Fixed steps beyond kMaxFixedSteps in one update are dropped with their time, so that a
    /// stall does not bring a longer one.
    /// Failure: delta_invalid; system_unknown where a system waits for a name that no system or set
    ///          of its schedule has or had, before anything runs; system_failed with the system's
    ///          error as cause, after which the World is poisoned; world_poisoned.
    [[nodiscard]] Result<> update(double dt);
    /// Faults of the last update that did not stop it: commands that failed, with their system,
    /// and what plugins noted.
    [[nodiscard]] const std::vector<Diagnostic>& diagnostics() const noexcept;
    /// Adds to diagnostics(), from any system.
    void note(Diagnostic diagnostic);
    /// Seconds of one fixed step; 1/60 unless set. Expects: positive and finite.
    void set_fixed_step(double seconds);
    /// Seconds of one fixed step.
    [[nodiscard]] double fixed_step() const noexcept;
    /// Seconds of the step that systems run in now: update's dt, or the fixed step.
    [[nodiscard]] double delta() const noexcept;
    /// Threads that systems and propagation may use, the caller's included; 1 unless set.
    void set_workers(unsigned count);
    /// The pool of set_workers, or null with one worker.
    [[nodiscard]] Jobs* jobs() noexcept;

    // Health and storage.

    /// An error exactly where the World is poisoned: world_poisoned, with the cause.
    [[nodiscard]] Result<> health() const { return core_->healthy(); }
    /// Counts up with every pass that looks for changes; writes are stamped with its low half.
    [[nodiscard]] std::uint64_t tick() const noexcept { return core_->tick(); }
    /// The storage below, for modules that walk it by kernels. Not for users.
    [[nodiscard]] detail::WorldCore& core() noexcept { return *core_; }
    /// The same to read.
    [[nodiscard]] const detail::WorldCore& core() const noexcept { return *core_; }

  private:
    struct Runtime;  // systems, plugins, time

    using Resource = std::unique_ptr<void, void (*)(void*)>;

    [[nodiscard]] Result<> add_any_plugin(AnyPlugin plugin);
    [[nodiscard]] void* make_resource(std::uint32_t type, Resource (*make)());
    [[nodiscard]] void* find_resource_slot(std::uint32_t type) const noexcept;
    ObserverId add_observer(ComponentId id, On when, std::function<void(World&, Entity)> call);
    [[nodiscard]] Result<> tell_observers();
    [[nodiscard]] Result<> run_schedule(Schedule schedule, double seconds);

    // At fixed addresses, so that queries and children survive a move of the World.
    std::unique_ptr<detail::WorldCore> core_;
    std::unique_ptr<Runtime> runtime_;
};

}  // namespace diorama

#include "diorama/ecs/detail/world.inl"
