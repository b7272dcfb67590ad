// SPDX-License-Identifier: MIT
/// \file
/// A World hands out its GlobalTransforms to read, never to write.
#include "diorama/ecs/world.hpp"
#include "diorama/scene/transform.hpp"

void touch(diorama::World& world, diorama::Entity entity) {
#ifdef DIORAMA_WRONG
    static_cast<void>(world.get_mut<diorama::GlobalTransform>(entity));
#else
    static_cast<void>(world.get<diorama::GlobalTransform>(entity));
    static_cast<void>(world.get_mut<diorama::Transform>(entity));
#endif
}
