// SPDX-License-Identifier: MIT
/// \file
/// A component's description can't name a member the struct does not have.
#include "diorama/core/component.hpp"

struct Health {
    float hp = 100;
#ifndef DIORAMA_WRONG
    int lives = 3;
#endif
};
DIORAMA_COMPONENT(Health, hp, lives);
