// SPDX-License-Identifier: MIT
/// \file
/// What each() calls has to take the query's values in the order of its terms.
#include "diorama/ecs/world.hpp"

struct Health {
    float hp = 100;
};
struct Armour {
    float thickness = 1;
};

void wither(diorama::World& world) {
#ifdef DIORAMA_WRONG
    world.query<Health, const Armour>().each([](const Armour&, Health& health) { health.hp -= 1; });
#else
    world.query<Health, const Armour>().each([](Health& health, const Armour&) { health.hp -= 1; });
#endif
}
