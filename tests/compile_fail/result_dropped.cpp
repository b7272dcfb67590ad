// SPDX-License-Identifier: MIT
/// \file
/// A failure can't be dropped unseen: what returns a Result is [[nodiscard]].
#pragma GCC diagnostic error "-Wunused-result"

#include "diorama/ecs/world.hpp"

void end(diorama::World& world, diorama::Entity entity) {
#ifdef DIORAMA_WRONG
    world.despawn(entity);
#else
    static_cast<void>(world.despawn(entity));
#endif
}
