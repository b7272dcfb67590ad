// SPDX-License-Identifier: MIT
/// \file
/// A world placement is derived: the World hands out none to write to.
#include "diorama/ecs/world.hpp"

void move(diorama::World& world, diorama::Entity entity) {
#ifdef DIORAMA_WRONG
    static_cast<void>(world.get_mut<diorama::GlobalTransform>(entity));
#else
    static_cast<void>(world.get_mut<diorama::Transform>(entity));
#endif
}
