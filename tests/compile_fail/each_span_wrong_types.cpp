// SPDX-License-Identifier: MIT
/// \file
/// What each_span() calls takes spans.
#include "diorama/ecs/world.hpp"

struct Health {
    float hp = 100;
};

void wither(diorama::World& world) {
#ifdef DIORAMA_WRONG
    world.query<Health>().each_span([](Health& health) { health.hp -= 1; });
#else
    world.query<Health>().each_span([](std::span<Health> run) {
        for (Health& health : run)
            health.hp -= 1;
    });
#endif
}
