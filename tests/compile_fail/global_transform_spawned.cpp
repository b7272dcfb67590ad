// SPDX-License-Identifier: MIT
/// \file
/// A world placement is derived: none can be given to a new entity.
#include "diorama/ecs/world.hpp"

void make(diorama::World& world) {
#ifdef DIORAMA_WRONG
    world.spawn(diorama::GlobalTransform::IDENTITY);
#else
    world.spawn(diorama::Transform{});
#endif
}
