// SPDX-License-Identifier: MIT
/// \file
/// A world placement is derived: a query only reads it, whatever its term says.
#include "diorama/ecs/world.hpp"

#ifdef DIORAMA_WRONG
using Seen = diorama::GlobalTransform&;
#else
using Seen = const diorama::GlobalTransform&;
#endif

void look(diorama::World& world) {
    world.query<diorama::GlobalTransform>().each([](auto& placement) {
        Seen seen = placement;
        (void)seen;
    });
}
