// SPDX-License-Identifier: MIT
/// \file
/// A Global2 that a World hands out can be read, not written.
#include "diorama/ecs/world.hpp"
#include "diorama/scene2d/placement.hpp"

diorama::scene2d::Vec2 touch(diorama::World& world, diorama::Entity node) {
    diorama::scene2d::Global2* const global = world.get_mut<diorama::scene2d::Global2>(node);
#ifdef DIORAMA_WRONG
    *global = diorama::scene2d::Global2::IDENTITY;
#endif
    return global->translation();
}
