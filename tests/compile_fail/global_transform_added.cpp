// SPDX-License-Identifier: MIT
/// \file
/// A world placement is derived: none can be added to an entity.
#include "diorama/ecs/world.hpp"

void make(diorama::World& world, diorama::Entity entity) {
#ifdef DIORAMA_WRONG
    static_cast<void>(world.add(entity, diorama::GlobalTransform::IDENTITY));
#else
    static_cast<void>(world.add(entity, diorama::Transform{}));
#endif
}
