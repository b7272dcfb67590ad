// SPDX-License-Identifier: MIT
/// \file
/// A world placement is derived: none can be recorded.
#include "diorama/ecs/world.hpp"

void make(diorama::Commands& commands, diorama::Entity entity) {
#ifdef DIORAMA_WRONG
    commands.add(entity, diorama::GlobalTransform::IDENTITY);
#else
    commands.add(entity, diorama::Transform{});
#endif
}
