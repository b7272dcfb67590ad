// SPDX-License-Identifier: MIT
#include "diorama/scene/visibility.hpp"

#include "diorama/ecs/world.hpp"

namespace diorama {

VisibilityResolution resolve_visibility(const World& world, Entity entity) {
    if (!world.alive(entity)) return {false, VisibilitySource::by_default, Entity::null()};
    Entity at = entity;
    // No path is longer than there are entities, unless it runs in a loop.
    for (std::size_t step = 0; step <= world.entity_count() && world.alive(at); ++step) {
        const Visibility* own = world.get<Visibility>(at);
        if (own != nullptr && own->mode != VisibilityMode::inherited)
            return {own->mode == VisibilityMode::visible,
                    at == entity ? VisibilitySource::self : VisibilitySource::parent, at};
        at = world.parent(at);
    }
    return {};
}

}  // namespace diorama
