// SPDX-License-Identifier: MIT
/// \file
/// ChildOf can't be edited in place: the list of children on the other side would not follow.
#include "diorama/ecs/world.hpp"
#include "diorama/scene/hierarchy.hpp"

void touch(diorama::World& world, diorama::Entity child, diorama::Entity parent) {
#ifdef DIORAMA_WRONG
    world.get_mut<diorama::ChildOf>(child)->parent = parent;
#else
    static_cast<void>(world.reparent(child, parent));
#endif
}
