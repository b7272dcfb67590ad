// SPDX-License-Identifier: MIT
/// \file
/// A term that is const can't be taken to be written.
#include "diorama/ecs/world.hpp"

struct Health {
    float hp = 100;
};

void wither(diorama::World& world) {
#ifdef DIORAMA_WRONG
    world.query<const Health>().each([](Health& health) { health.hp -= 1; });
#else
    world.query<Health>().each([](Health& health) { health.hp -= 1; });
#endif
}
