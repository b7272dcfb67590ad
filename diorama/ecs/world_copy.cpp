// SPDX-License-Identifier: MIT
// Duplicating a subtree.
#include <algorithm>

#include "diorama/ecs/describe.hpp"
#include "diorama/ecs/error_codes.hpp"
#include "diorama/ecs/world_core.hpp"

namespace diorama::detail {
namespace {

/// The copies so far, by the index of what they are copies of.
struct Copies {
    const WorldCore* core;
    std::vector<std::pair<std::uint32_t, Entity>> sorted;

    static Entity find(const void* state, Entity entity) {
        const auto& copies = *static_cast<const Copies*>(state);
        if (!copies.core->alive(entity)) return entity;
        const auto at = std::lower_bound(
            copies.sorted.begin(), copies.sorted.end(), entity.index(),
            [](const auto& pair, std::uint32_t index) { return pair.first < index; });
        return at != copies.sorted.end() && at->first == entity.index() ? at->second : entity;
    }
};

}  // namespace

/// Fills the bare row of \p map's copy of \p source with copies of its components, unlinked.
Entity WorldCore::copy_entity(std::uint32_t source, const Remap& map) {
    const Entity copy = map(entity_at(source));
    const std::uint32_t index = copy.index();
    Table& table = *tables_[records_[source].table];
    const EntityRecord from = records_[source];
    if (from.slot != kNone) {
        placement_.local(records_[index].slot) = placement_.local(from.slot);
        placement_.link(records_[index].slot) = placement_.link(from.slot);
    }
    for (const ComponentId id : table.signature()) {
        const ComponentInfo& info = *infos_[id];
        if (info.home == Home::global) continue;
        void* value = nullptr;
        if (Column* column = table.column(id)) {
            value = column->value(records_[index].row);
            info.copy(value, column->value(from.row));
            column->mark_added(records_[index].row, now());
        } else {
            value = placement_.value(info.home, records_[index].slot);
        }
        if (info.remap != nullptr) info.remap(value, map);
    }
    return copy;
}

Result<Entity> WorldCore::duplicate(Entity top) {
    if (Result<> ok = check_entity(top); !ok) return std::unexpected(std::move(ok.error()));
    flush_reserved();
    std::vector<std::uint32_t> sources;
    for (walk_.assign(1, top.index()); !walk_.empty();) {
        const std::uint32_t at = walk_.back();
        sources.push_back(at);
        for (const ComponentId id : tables_[records_[at].table]->signature())
            if (infos_[id]->home == Home::table && infos_[id]->copy == nullptr)
                return fail(codes::component_not_copyable, "component '" + infos_[id]->name +
                                                               "' of " + describe(entity_at(at)) +
                                                               " can't be copied");
        step(at, true);
    }
    Copies copies{this, {}};
    copies.sorted.reserve(sources.size());
    for (const std::uint32_t source : sources) {
        const std::uint32_t index = take_index();
        Table& table = *tables_[records_[source].table];
        records_[index].table = table.index();
        records_[index].row = table.push(entity_at(index));
        records_[index].slot = table.placed() ? placement_.insert(index, kNoParent, now()) : kNone;
        copies.sorted.emplace_back(source, entity_at(index));
    }
    const Entity result = copies.sorted.front().second;
    std::sort(copies.sorted.begin(), copies.sorted.end());
    const Remap map{Copies::find, &copies};
    // Linked once all are filled, in pre-order, so that lists get the order of the originals.
    for (const std::uint32_t source : sources)
        copy_entity(source, map);
    for (const std::uint32_t source : sources) {
        const Entity copy = map(entity_at(source));
        for (const ComponentId id : tables_[records_[source].table]->signature())
            if (infos_[id]->target != nullptr) {
                if (id == kChildOfId) placement_.mark_link(records_[copy.index()].slot, now());
                link(copy.index(), *infos_[id], target(copy, id));
            }
    }
    return result;
}

}  // namespace diorama::detail
