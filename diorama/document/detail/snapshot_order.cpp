// SPDX-License-Identifier: MIT
#include "diorama/document/detail/snapshot_order.hpp"

#include <algorithm>

#include "diorama/document/detail/findings.hpp"
#include "diorama/ecs/describe.hpp"
#include "diorama/ecs/error_codes.hpp"

namespace diorama::document::detail {

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

EntityNumbers settle_children(const World& world, std::vector<Entity>& entities) {
    const diorama::detail::WorldCore& core = world.core();
    EntityNumbers places;
    places.reserve(entities.size());
    bool in_order = true;
    for (const Entity entity : entities) {
        places.add(entity);
        const std::uint32_t next =
            core.links(diorama::detail::kChildOfRelation, entity.index()).next;
        // The next child of the same parent should come later.
        in_order = in_order && (next == diorama::detail::kNone || places.find_live(next).value < 0);
    }
    // Of only some entities, those between two children may be missing.
    if (in_order && entities.size() == world.entity_count()) return places;
    std::vector<Entity> settled = entities;
    std::vector<std::size_t> taken;
    std::vector<Entity> children;
    for (const Entity parent : entities) {
        taken.clear(), children.clear();
        for (const Entity child : world.children(parent)) {
            const EntityIndex place = places.find(child);
            if (place.value < 0) continue;
            taken.push_back(static_cast<std::size_t>(place.value));
            children.push_back(child);
        }
        if (std::is_sorted(taken.begin(), taken.end())) continue;
        std::sort(taken.begin(), taken.end());
        for (std::size_t i = 0; i < taken.size(); ++i)
            settled[taken[i]] = children[i];
    }
    entities = std::move(settled);
    return EntityNumbers(entities);
}

}  // namespace diorama::document::detail
