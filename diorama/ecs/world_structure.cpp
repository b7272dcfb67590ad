// SPDX-License-Identifier: MIT
// Spawn, despawn, add, remove: everything that moves an entity between tables.
#include <algorithm>
#include <numeric>

#include "diorama/core/expects.hpp"
#include "diorama/core/pages.hpp"
#include "diorama/ecs/describe.hpp"
#include "diorama/ecs/error_codes.hpp"
#include "diorama/ecs/world_core.hpp"

namespace diorama::detail {

std::vector<ComponentId> WorldCore::closed(std::vector<ComponentId> ids) const {
    const std::size_t given = ids.size();
    for (std::size_t i = 0; i < given; ++i) {
        const std::vector<ComponentId>& required = infos_[ids[i]]->required;
        ids.insert(ids.end(), required.begin(), required.end());
    }
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    return ids;
}

Table& WorldCore::table_of(std::vector<ComponentId> signature) {
    const auto found = table_by_signature_.find(signature);
    if (found != table_by_signature_.end()) return *tables_[found->second];
    std::vector<Column> columns;
    bool placed = false;
    for (const ComponentId id : signature) {
        placed = placed || id == kTransformId;
        if (infos_[id]->home == Home::table) columns.emplace_back(id, *infos_[id]);
    }
    const auto index = static_cast<std::uint32_t>(tables_.size());
    table_by_signature_.emplace(signature, index);
    tables_.push_back(
        std::make_unique<Table>(index, std::move(signature), std::move(columns), placed));
    return *tables_.back();
}

SpawnPlan WorldCore::plan(std::span<const ComponentId> ids) {
    SpawnPlan plan;
    std::vector<ComponentId> signature = closed({ids.begin(), ids.end()});
    for (const ComponentId id : signature)
        if (std::find(ids.begin(), ids.end(), id) == ids.end()) plan.defaulted.push_back(id);
    plan.table = table_of(std::move(signature)).index();
    return plan;
}

SpawnPlan& WorldCore::plan_slot(std::uint32_t type) {
    if (type >= plans_.size()) plans_.resize(type + 1);
    return plans_[type];
}

void WorldCore::reserve_rows(const SpawnPlan& plan, std::uint32_t count) {
    tables_[plan.table]->reserve(count);
    tables_[plan.table]->touch();
}

void WorldCore::reserve(std::uint32_t count) {
    // Touched now, so that spawning meets no page for the first time.
    const auto touch = [count](auto& list) {
        const std::size_t size = list.size();
        if (size >= count) return;
        list.reserve(count);
        prefer_large_pages(list.data() + size, (count - size) * sizeof list[0]);
        list.resize(count);
        list.resize(size);
    };
    touch(records_);
    if (!order_.empty()) touch(order_);
    for (std::vector<Links>& lists : links_)
        touch(lists);
    placement_.reserve(count);
}

Entity WorldCore::reserve_entity() noexcept {
    const std::int64_t at = reserve_cursor_.fetch_sub(1, std::memory_order_relaxed);
    if (at > 0) return entity_at(free_[static_cast<std::size_t>(at) - 1]);
    return {static_cast<std::uint32_t>(records_.size()) + static_cast<std::uint32_t>(-at), 1};
}

void WorldCore::flush_reserved() {
    const std::int64_t cursor = reserve_cursor_.load(std::memory_order_relaxed);
    if (cursor == static_cast<std::int64_t>(free_.size()) && given_back_.empty()) return;
    // From the end of the free list, then new slots.
    free_.resize(static_cast<std::size_t>(std::max<std::int64_t>(cursor, 0)));
    for (std::int64_t n = 0; n < -cursor; ++n) {
        records_.emplace_back();
        // Slots without numbers of their own are in the order of spawning.
        if (order_.empty())
            ++next_order_;
        else
            order_.push_back(0);
        for (std::vector<Links>& lists : links_)
            lists.emplace_back();
    }
    for (const Entity entity : given_back_)
        free_slot(entity.index());
    given_back_.clear();
    reserve_cursor_.store(static_cast<std::int64_t>(free_.size()), std::memory_order_relaxed);
}

void WorldCore::enliven(Entity entity) {
    const std::uint32_t index = entity.index();
    if (next_order_ == kNone) renumber();
    number_spawns();
    order_[index] = next_order_++;
    Table& bare = table_of({});
    records_[index].table = bare.index();
    records_[index].row = bare.push(entity);
    ++live_;
}

void WorldCore::give_back(Entity entity) {
    const std::lock_guard lock(given_back_mutex_);
    given_back_.push_back(entity);
}

std::uint32_t WorldCore::take_index() {
    flush_reserved();
    if (next_order_ == kNone) renumber();
    std::uint32_t index;
    if (free_.empty()) {
        index = static_cast<std::uint32_t>(records_.size());
        records_.emplace_back();
        if (!order_.empty()) order_.push_back(next_order_);
        ++next_order_;
        for (std::vector<Links>& lists : links_)
            lists.emplace_back();
    } else {
        index = free_.back();
        free_.pop_back();
        reserve_cursor_.store(static_cast<std::int64_t>(free_.size()), std::memory_order_relaxed);
        number_spawns();
        order_[index] = next_order_++;
    }
    ++live_;
    return index;
}

/// Gives every slot its number, from when slots are taken in another order than their own.
void WorldCore::number_spawns() {
    if (!order_.empty()) return;
    order_.reserve(records_.capacity());
    order_.resize(records_.size());
    std::iota(order_.begin(), order_.end(), 0u);
}

void WorldCore::free_index(std::uint32_t index) {
    EntityRecord& record = records_[index];
    record.table = kNone;
    record.slot = kNone;
    --live_;
    free_slot(index);
    reserve_cursor_.store(static_cast<std::int64_t>(free_.size()), std::memory_order_relaxed);
}

/// Ends a life of the slot at \p index, which is nobody's then.
void WorldCore::free_slot(std::uint32_t index) {
    // Generation 0 marks the null handle: a slot that has used up its lives is retired.
    if (++records_[index].generation != 0) free_.push_back(index);
}

void WorldCore::renumber() {
    std::vector<Entity> entities;
    entities_in_order(entities);
    number_spawns();
    next_order_ = 0;
    for (const Entity entity : entities)
        order_[entity.index()] = next_order_++;
}

void WorldCore::entities_in_order(std::vector<Entity>& out) const {
    out.clear();
    out.reserve(live_);
    prefer_large_pages(out.data(), out.capacity() * sizeof(Entity));
    bool sorted = true;
    std::uint32_t last = 0;
    for (std::uint32_t index = 0; index < records_.size(); ++index) {
        if (records_[index].table == kNone) continue;
        sorted = sorted && spawn_order(index) >= last;
        last = spawn_order(index);
        out.push_back(entity_at(index));
    }
    if (sorted) return;
    std::sort(out.begin(), out.end(),
              [&](Entity a, Entity b) { return order_[a.index()] < order_[b.index()]; });
}

void WorldCore::put(std::uint32_t index, Table& table, Incoming value) {
    const ComponentInfo& info = *infos_[value.id];
    const EntityRecord& record = records_[index];
    switch (info.home) {
        case Home::table: {
            Column& column = *table.column(value.id);
            if (info.plain) {
                std::memcpy(column.value(record.row), value.value, info.size);
            } else {
                info.take(column.value(record.row), value.value);
            }
            column.mark_added(record.row, now());
            break;
        }
        case Home::local:
            placement_.local(record.slot) = *static_cast<const Transform*>(value.value);
            break;
        case Home::global:
            break;
        case Home::link:
            placement_.link(record.slot) = *static_cast<const ChildOf*>(value.value);
            placement_.mark_link(record.slot, now());
            break;
    }
}

void WorldCore::put_default(std::uint32_t index, Table& table, ComponentId id) {
    const ComponentInfo& info = *infos_[id];
    if (info.home == Home::link) {
        // It names no parent yet.
        placement_.mark_link(records_[index].slot, now());
        link(index, info, Entity::null());
    }
    if (info.home != Home::table) return;  // the placement store makes its own
    Column& column = *table.column(id);
    info.make_default(column.value(records_[index].row));
    column.mark_added(records_[index].row, now());
}

Entity WorldCore::spawn(const SpawnPlan& plan, std::span<const Incoming> values) {
    if (side_by_side_ && !check_structure()) return Entity::null();
    DIORAMA_EXPECTS(iterating.load(std::memory_order_relaxed) == 0,
                    "a query is running: defer structural changes with Commands");
    if (poison_) return Entity::null();
    const std::uint32_t index = take_index();
    fill(index, plan, values);
    return entity_at(index);
}

void WorldCore::fill(std::uint32_t index, const SpawnPlan& plan, std::span<const Incoming> values) {
    const Entity entity = entity_at(index);
    Table& table = *tables_[plan.table];
    EntityRecord& record = records_[index];
    record.table = plan.table;
    record.row = table.push(entity);
    if (table.placed()) {
        std::uint32_t above = kNoParent;
        for (const Incoming& value : values) {
            if (value.id != kChildOfId) continue;
            const Entity parent = static_cast<const ChildOf*>(value.value)->parent;
            if (alive(parent) && records_[parent.index()].slot != kNone)
                above = records_[parent.index()].slot;
        }
        record.slot = kNone;  // a handle that names this very entity finds no row yet
        record.slot = placement_.insert(index, above, now());
    }
    for (const ComponentId id : plan.defaulted)
        put_default(index, table, id);
    for (const Incoming& value : values) {
        const ComponentInfo& info = *infos_[value.id];
        const Entity to = info.target != nullptr ? info.target(value.value) : Entity::null();
        put(index, table, value);
        if (info.target == nullptr) continue;
        if (batch_ && (!alive(to) || to == entity)) late_links_.push_back({index, value.id});
        // A handle of this very entity was not had from anywhere, but in a batch, which sees to it.
        link(index, info, to == entity ? Entity::null() : to);
    }
}

Result<> WorldCore::begin_batch(const SpawnPlan& plan, std::span<Entity> made) {
    if (Result<> may = check_structure(); !may) return may;
    DIORAMA_EXPECTS(iterating.load(std::memory_order_relaxed) == 0,
                    "a query is running: defer structural changes with Commands");
    if (poison_) return healthy();
    flush_reserved();
    // Not while some have their numbers and are not alive yet.
    if (kNone - next_order_ < made.size()) renumber();
    const std::size_t slots = records_.size() + made.size() - std::min(made.size(), free_.size());
    const auto grow = [slots](auto& list) {
        if (list.capacity() < slots) list.reserve(std::max(slots, 2 * list.capacity()));
    };
    grow(records_);
    if (!order_.empty()) grow(order_);
    for (std::vector<Links>& lists : links_)
        grow(lists);
    Table& table = *tables_[plan.table];
    table.reserve(table.rows() + static_cast<std::uint32_t>(made.size()));
    for (Entity& entity : made)
        entity = entity_at(take_index());
    late_links_.clear();
    batch_ = true;
    return {};
}

Result<> WorldCore::link_late() {
    // From the back, each before those its target already has: these came later in the batch.
    while (!late_links_.empty()) {
        const auto [index, id] = late_links_.back();
        late_links_.pop_back();
        const ComponentInfo& info = *infos_[id];
        const Entity source = entity_at(index), to = target(source, id);
        if (!alive(to)) continue;
        if (would_loop(source, to, id)) return loop_error(source, to);
        const std::uint32_t first = links_[info.relation][to.index()].first;
        if (first == kNone) {
            append_link(info.relation, index, to.index());
        } else {
            insert_link(info.relation, index, to.index(), first);
        }
        if (info.home != Home::link) continue;
        const std::uint32_t slot = records_[to.index()].slot;
        placement_.hang(records_[index].slot, slot == kNone ? kOrphan : slot);
    }
    return {};
}

Result<> WorldCore::end_batch(std::span<const Entity> made, bool whole) {
    batch_ = false;
    Result<> linked;
    if (whole) linked = link_late();
    if (whole && linked) return {};
    for (const Entity entity : made)
        if (alive(entity)) static_cast<void>(despawn(entity));
    // Those that were not filled are in no table.
    for (const Entity entity : made)
        if (entity_at(entity.index()) == entity) free_index(entity.index());
    return linked;
}

Result<> WorldCore::add(Entity entity, Incoming value) {
    if (Result<> ok = check_entity(entity); !ok) return ok;
    fetch(entity.index());
    const ComponentInfo& info = *infos_[value.id];
    if (info.target != nullptr)
        if (Result<> ok = check_target(entity, info, value.value); !ok) return ok;
    flush_reserved();
    const std::uint32_t index = entity.index();
    const Entity to = info.target != nullptr ? info.target(value.value) : Entity::null();
    Table* table = tables_[records_[index].table].get();
    if (table->has(value.id)) {
        const Entity old = info.target != nullptr ? target(entity, value.id) : Entity::null();
        const bool moves =
            info.target != nullptr && (old != to || links_[info.relation][index].prev == kNone ||
                                       list_owner(info.relation, index, old) != to.index());
        if (moves) {
            // Its placement goes from parent to parent, by link() below.
            if (links_[info.relation][index].prev != kNone)
                take_out_link(info.relation, index, list_owner(info.relation, index, old));
            forget_stray(info.relation, index);
        }
        if (Column* column = table->column(value.id)) {
            column->destroy(records_[index].row);
            if (info.plain) {
                std::memcpy(column->value(records_[index].row), value.value, info.size);
            } else {
                info.take(column->value(records_[index].row), value.value);
            }
            column->mark(records_[index].row, now());
        } else {
            put(index, *table, value);
            if (info.home == Home::local) placement_.mark_local(records_[index].slot, now());
        }
        if (moves) link(index, info, to);
        return {};
    }
    if (value.id >= table->with.size()) table->with.resize(value.id + 1, kNone);
    if (table->with[value.id] == kNone) {
        std::vector<ComponentId> ids(table->signature().begin(), table->signature().end());
        ids.push_back(value.id);
        table->with[value.id] = table_of(closed(std::move(ids))).index();
    }
    Table& next = *tables_[table->with[value.id]];
    if (next.has(kChildOfId) && !table->has(kChildOfId)) note_link(index);
    change_table(index, next);
    for (const ComponentId required : info.required)
        if (!table->has(required)) put_default(index, next, required);
    put(index, next, value);
    if (info.target != nullptr) link(index, info, to);
    return {};
}

Result<> WorldCore::remove(Entity entity, ComponentId id) {
    if (Result<> ok = check_entity(entity); !ok) return ok;
    const std::uint32_t index = entity.index();
    fetch(index);
    Table& table = *tables_[records_[index].table];
    if (id == kNone || !table.has(id))
        return fail(codes::component_absent,
                    describe(entity) + " has no component '" +
                        (id == kNone ? std::string("of that type") : infos_[id]->name) + "'");
    for (const ComponentId other : table.signature()) {
        const std::vector<ComponentId>& required = infos_[other]->required;
        if (std::binary_search(required.begin(), required.end(), id))
            return fail(codes::component_required,
                        "component '" + infos_[id]->name + "' of " + describe(entity) +
                            " is required by its '" + infos_[other]->name + "'",
                        {}, "remove '" + infos_[other]->name + "' first");
    }
    flush_reserved();
    const ComponentInfo& info = *infos_[id];
    note_removal(index, id);
    if (id == kTransformId) note_removal(index, kGlobalTransformId);
    if (info.target != nullptr) unlink(index, info, target(entity, id));
    if (id >= table.without.size()) table.without.resize(id + 1, kNone);
    if (table.without[id] == kNone) {
        std::vector<ComponentId> ids(table.signature().begin(), table.signature().end());
        std::erase(ids, id);
        if (id == kTransformId) std::erase(ids, kGlobalTransformId);
        table.without[id] = table_of(std::move(ids)).index();
    }
    change_table(index, *tables_[table.without[id]]);
    return {};
}

void WorldCore::change_table(std::uint32_t index, Table& to) {
    EntityRecord& record = records_[index];
    Table& from = *tables_[record.table];
    const std::uint32_t row = to.push(entity_at(index));
    for (Column& column : from.columns()) {
        if (Column* target = to.column(column.id())) {
            target->relocate(row, column, record.row, now());
        } else {
            column.destroy(record.row);
        }
    }
    const Entity moved = from.close(record.row, now());
    if (!moved.is_null()) records_[moved.index()].row = record.row;
    record.table = to.index();
    record.row = row;
    if (to.placed() && !from.placed()) place(index);
    if (!to.placed() && from.placed()) displace(index);
}

void WorldCore::place(std::uint32_t index) {
    records_[index].slot = placement_.insert(index, kNoParent, now());
    point_children(index);
}

void WorldCore::displace(std::uint32_t index) {
    placement_.erase(records_[index].slot);
    records_[index].slot = kNone;
    point_children(index);
}

void WorldCore::point_children(std::uint32_t index) {
    const std::vector<Links>& lists = links_[kChildOfRelation];
    const std::uint32_t slot = records_[index].slot;
    for (std::uint32_t child = lists[index].first; child != kNone; child = lists[child].next)
        placement_.hang(records_[child].slot, slot == kNone ? kOrphan : slot);
}

}  // namespace diorama::detail
