// SPDX-License-Identifier: MIT
#include "diorama/ecs/world_core.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "diorama/core/expects.hpp"
#include "diorama/ecs/describe.hpp"
#include "diorama/ecs/disabled.hpp"
#include "diorama/ecs/error_codes.hpp"

namespace diorama::detail {
namespace {

thread_local Permit* current_permit = nullptr;

void note_breach(Permit* permit, std::string what) {
    if (permit != nullptr && permit->breach.empty()) permit->breach = std::move(what);
}

}  // namespace

std::uint32_t next_type_index() noexcept {
    static std::atomic<std::uint32_t> next{0};
    return next.fetch_add(1, std::memory_order_relaxed);
}

WorldCore::WorldCore() {
    // In the order of their constant ids; what a component requires is registered before it.
    id_of<GlobalTransform>();
    id_of<Transform>();
    id_of<ChildOf>();
    id_of<Disabled>();
}

WorldCore::~WorldCore() = default;

Result<ComponentId> WorldCore::register_component(std::uint32_t type, ComponentInfo info,
                                                  std::span<const ComponentId> required) {
    if (const ComponentId known = id_of_type(type); known != kNone) {
        if (infos_[known]->name == info.name) return known;
        return fail(
            codes::component_name_taken,
            "component '" + infos_[known]->name + "' is registered again as '" + info.name + "'");
    }
    if (side_by_side_) {
        note_breach(permit(), "used component '" + info.name +
                                  "', which the world does not know and it does not declare");
        return std::unexpected(std::move(refuse_structure().error()));
    }
    if (find_component(info.name) != kNone) {
        // A C++ spelling is no promise, so a second type of that spelling only needs another one.
        if (info.named)
            return fail(codes::component_name_taken,
                        "two component types are called '" + info.name + "'", {},
                        "give one of them another name with DIORAMA_COMPONENT_NAMED");
        info.name += '#' + std::to_string(infos_.size());
    }
    for (const ComponentId id : required) {
        if (id == kNone) return fail(codes::component_name_taken, "a required component's name");
        DIORAMA_EXPECTS(infos_[id]->home != Home::table || infos_[id]->make_default != nullptr,
                        "a required component has a default constructor");
        info.required.push_back(id);
        info.required.insert(info.required.end(), infos_[id]->required.begin(),
                             infos_[id]->required.end());
    }
    const auto id = static_cast<ComponentId>(infos_.size());
    // A world placement has its row for the sake of a Transform, and goes with it.
    if (id != kTransformId && std::find(info.required.begin(), info.required.end(),
                                        kGlobalTransformId) != info.required.end())
        info.required.push_back(kTransformId);
    std::sort(info.required.begin(), info.required.end());
    info.required.erase(std::unique(info.required.begin(), info.required.end()),
                        info.required.end());
    if (info.target != nullptr) {
        info.relation = static_cast<std::uint32_t>(relations_.size());
        relations_.push_back(id);
        links_.emplace_back(records_.size());
        list_indexes_.emplace_back();
    }
    infos_.push_back(std::make_unique<ComponentInfo>(std::move(info)));
    if (type >= id_of_type_.size()) id_of_type_.resize(type + 1, kNone);
    id_of_type_[type] = id;
    return id;
}

ComponentId WorldCore::find_component(std::string_view name) const noexcept {
    for (std::size_t id = 0; id < infos_.size(); ++id)
        if (infos_[id]->name == name) return static_cast<ComponentId>(id);
    return kNone;
}

Result<> WorldCore::healthy() const {
    if (!poison_) return {};
    Error error;
    error.code = codes::world_poisoned;
    error.message = "the world is poisoned by an earlier failure";
    error.hint = "discard this world and build a new one";
    error.cause.push_back(*poison_);
    return std::unexpected(std::move(error));
}

Permit* WorldCore::permit() const noexcept {
    return current_permit != nullptr && current_permit->core == this ? current_permit : nullptr;
}

Permit* WorldCore::exchange_permit(Permit* permit) noexcept {
    return std::exchange(current_permit, permit);
}

bool WorldCore::permits(ComponentId id, bool write) const noexcept {
    Permit* const held = permit();
    // Threads that a system shares its own loops with are its own business.
    if (held == nullptr || id == kNone) return true;
    const auto has = [id](std::span<const ComponentId> ids) {
        return std::binary_search(ids.begin(), ids.end(), id);
    };
    if (has(held->writes) || (!write && has(held->reads))) return true;
    note_breach(held, std::string(write ? "wrote '" : "read '") + infos_[id]->name +
                          (has(held->reads) ? "', which it declares to read only"
                                            : "', which it does not declare"));
    return false;
}

bool WorldCore::may_use_resource(std::uint32_t type, bool write,
                                 std::string_view name) const noexcept {
    if (!side_by_side_) return true;
    const ComponentId id = id_of_type(type);
    if (id != kNone) return permits(id, write);
    Permit* const held = permit();
    if (held == nullptr) return true;
    note_breach(held, "used resource '" + std::string(name) + "', which it does not declare");
    return false;
}

Result<> WorldCore::refuse_structure() const {
    note_breach(permit(), "changed structure, which it must leave to its Commands");
    return fail(codes::system_access, "a parallel system can't change the world's structure", {},
                "use the system's Commands, or give the system no access, so that it runs alone");
}

Result<> WorldCore::check_entity(Entity entity) const {
    if (Result<> may = check_structure(); !may) return may;
    DIORAMA_EXPECTS(iterating.load(std::memory_order_relaxed) == 0,
                    "a query is running: defer structural changes with Commands");
    if (poison_) return healthy();
    if (!alive(entity)) return fail(codes::entity_dead, describe(entity) + " is not alive");
    return {};
}

Result<> WorldCore::check_target(Entity source, const ComponentInfo& info,
                                 const void* value) const {
    const Entity to = info.target(value);
    if (!alive(to))
        return fail(codes::parent_dead,
                    describe(source) + " can't be put under " + describe(to) +
                        (to.is_null() ? "" : ", which is not alive"),
                    {},
                    !to.is_null()             ? ""
                    : info.home == Home::link ? "use detach to make it a root"
                                              : "remove '" + info.name + "' instead");
    if (would_loop(source, to, relations_[info.relation])) return loop_error(source, to);
    return {};
}

Result<> WorldCore::loop_error(Entity source, Entity target) const {
    auto error =
        fail(codes::hierarchy_cycle, describe(source) + " can't be put under " + describe(target) +
                                         ", which is itself or below it");
    error.error().detail = std::pair(source, target);
    return error;
}

void* WorldCore::find(Entity entity, ComponentId id) const noexcept {
    if (!alive(entity)) return nullptr;
    const EntityRecord& at = records_[entity.index()];
    Table& table = *tables_[at.table];
    if (Column* column = table.column(id)) return column->value(at.row);
    if (!table.has(id)) return nullptr;
    return const_cast<PlacementStore&>(placement_).value(infos_[id]->home, at.slot);
}

void* WorldCore::find_mut(Entity entity, ComponentId id) noexcept {
    if (!alive(entity) || !may_use(id, true)) return nullptr;
    if (id == kTransformId) return local_mut(entity);
    const EntityRecord& at = records_[entity.index()];
    Column* column = tables_[at.table]->column(id);
    if (column == nullptr) return nullptr;
    column->mark(at.row, now());
    return column->value(at.row);
}

Entity WorldCore::target(Entity entity, ComponentId relation) const noexcept {
    const void* value = find(entity, relation);
    return value != nullptr ? infos_[relation]->target(value) : Entity::null();
}

bool WorldCore::would_loop(Entity source, Entity target, ComponentId relation) const {
    if (source == target) return true;
    // Without sources of its own nothing can be below it.
    if (links_[infos_[relation]->relation][source.index()].count == 0) return false;
    // Bounded by the number of entities: a loop written raw into storage must not hang this.
    Entity above = target;
    for (std::size_t step = 0; step <= live_; ++step) {
        if (above == source) return true;
        if (!alive(above)) return false;
        above = this->target(above, relation);
    }
    return true;  // the path upwards never ends: there is a loop already, and nothing joins it
}

RemovalReader WorldCore::read_removals(ComponentId id) {
    if (id == kNone || !check_structure()) return {};
    if (id >= removals_.size()) removals_.resize(id + 1);
    if (removals_[id] == nullptr) removals_[id] = std::make_unique<RemovalLog>();
    return {*removals_[id], advance_tick()};
}

void WorldCore::note_removal(std::uint32_t index, ComponentId id) {
    if (id >= removals_.size() || removals_[id] == nullptr) return;
    const EntityRecord& record = records_[index];
    std::uint64_t added = 0;  // a link counts as new each time it is set, and its end always
    if (Column* column = tables_[record.table]->column(id)) {
        added = tick() - (now() - column->added(record.row));
    } else if (infos_[id]->home != Home::link) {
        added = tick() - (now() - placement_.added(record.slot));
    }
    removals_[id]->note({entity_at(index), added});
}

void WorldCore::sweep_ticks() {
    if (tick() - last_sweep_ < kTickSweep) return;
    last_sweep_ = tick();
    for (const std::unique_ptr<Table>& table : tables_)
        for (Column& column : table->columns())
            column.sweep(table->rows(), now());
    placement_.sweep(now());
}

}  // namespace diorama::detail
