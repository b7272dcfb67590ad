// SPDX-License-Identifier: MIT
/// \file
/// A bare Entity is no component: a parent is given as ChildOf.
#include "diorama/ecs/world.hpp"
#include "diorama/scene/transform.hpp"

diorama::Entity hang(diorama::World& world, diorama::Entity parent) {
#ifdef DIORAMA_WRONG
    return world.spawn(diorama::Transform{}, parent);
#else
    return world.spawn(diorama::Transform{}, diorama::ChildOf{parent});
#endif
}
