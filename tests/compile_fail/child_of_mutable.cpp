// SPDX-License-Identifier: MIT
/// \file
/// A parent link mirrors a list of children, so it can't be edited in place.
#include "diorama/ecs/world.hpp"

void hang(diorama::World& world, diorama::Entity child, diorama::Entity parent) {
#ifdef DIORAMA_WRONG
    world.get_mut<diorama::ChildOf>(child)->parent = parent;
#else
    static_cast<void>(world.reparent(child, parent));
#endif
}
