// SPDX-License-Identifier: MIT
/// \file
/// A generic lambda does not say what it writes, so it is for queries that only read: else reading
/// would mark every row as changed.
#include "diorama/ecs/world.hpp"

struct Health {
    float hp = 100;
};

float total(diorama::World& world) {
    float sum = 0;
#ifdef DIORAMA_WRONG
    world.query<Health>().each([&](const auto& health) { sum += health.hp; });
#else
    world.query<const Health>().each([&](const auto& health) { sum += health.hp; });
#endif
    return sum;
}
