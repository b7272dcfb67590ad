// SPDX-License-Identifier: MIT
/// \file
/// A world placement is derived: none can be given to many new entities.
#include <cstdint>
#include <span>
#include <tuple>

#include "diorama/ecs/world.hpp"

void make(diorama::World& world, std::span<diorama::Entity> made) {
#ifdef DIORAMA_WRONG
    static_cast<void>(world.spawn_batch(
        made, [](std::uint32_t) { return std::tuple(diorama::GlobalTransform::IDENTITY); }));
#else
    static_cast<void>(
        world.spawn_batch(made, [](std::uint32_t) { return std::tuple(diorama::Transform{}); }));
#endif
}
