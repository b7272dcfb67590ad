// SPDX-License-Identifier: MIT
#include "diorama/document/detail/snapshot_order.hpp"

#include <algorithm>
#include <utility>

#include "diorama/document/detail/findings.hpp"
#include "diorama/ecs/describe.hpp"
#include "diorama/ecs/error_codes.hpp"

namespace diorama::document::detail {
namespace {

/// Whether every parent has its children in the order that \p places give them.
bool children_are_in_order(const World& world, const EntityNumbers& places) {
    const diorama::detail::WorldCore& core = world.core();
    for (std::size_t i = 0; i < places.size(); ++i) {
        const std::uint32_t next =
            core.links(diorama::detail::kChildOfRelation, places.slot(i)).next;
        // One that is not part of the snapshot counts as out of order; it is rare, and settled.
        if (next != diorama::detail::kNone &&
            places.find_live(next).value < static_cast<std::int64_t>(i))
            return false;
    }
    return true;
}

}  // namespace

Result<std::vector<Entity>> in_spawn_order(const World& world, std::span<const Entity> wanted,
                                           std::string_view source) {
    std::vector<bool> chosen;
    Findings findings(source);
    for (const Entity entity : wanted) {
        if (!world.alive(entity)) {
            findings.error(diorama::codes::entity_dead,
                           diorama::detail::describe(entity) + " is not alive", std::string(source),
                           "leave it out of the snapshot");
            continue;
        }
        if (entity.index() >= chosen.size()) chosen.resize(entity.index() + std::size_t{1});
        chosen[entity.index()] = true;
    }
    if (findings.failed()) return findings.to_error();
    std::vector<Entity> entities = world.entities();
    std::erase_if(entities, [&](Entity entity) {
        return entity.index() >= chosen.size() || !chosen[entity.index()];
    });
    return entities;
}

EntityNumbers settle_children(const World& world, EntityNumbers places) {
    if (children_are_in_order(world, places)) return places;
    std::vector<Entity> settled;
    settled.reserve(places.size());
    for (std::size_t i = 0; i < places.size(); ++i)
        settled.push_back(places[i]);
    std::vector<std::size_t> taken;
    std::vector<Entity> children;
    for (std::size_t i = 0; i < places.size(); ++i) {
        taken.clear(), children.clear();
        for (const Entity child : world.children(places[i])) {
            const EntityIndex place = places.find(child);
            if (place.value < 0) continue;
            taken.push_back(static_cast<std::size_t>(place.value));
            children.push_back(child);
        }
        if (std::is_sorted(taken.begin(), taken.end())) continue;
        std::sort(taken.begin(), taken.end());
        for (std::size_t n = 0; n < taken.size(); ++n)
            settled[taken[n]] = children[n];
    }
    return EntityNumbers(std::move(settled));
}

}  // namespace diorama::document::detail
