// SPDX-License-Identifier: MIT
/// \file
/// What spawn_batch() calls makes a tuple of components from a number.
#include <vector>

#include "diorama/ecs/world.hpp"
#include "diorama/scene/transform.hpp"

bool make(diorama::World& world) {
    std::vector<diorama::Entity> made(10);
#ifdef DIORAMA_WRONG
    return world.spawn_batch(made, [](std::uint32_t) { return diorama::Transform{}; }).has_value();
#else
    return world.spawn_batch(made, [](std::uint32_t) { return std::tuple(diorama::Transform{}); })
        .has_value();
#endif
}
