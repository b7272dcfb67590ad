// SPDX-License-Identifier: MIT
/// \file
/// A GlobalTransform can be copied, and IDENTITY is there; nobody else makes one from a placement.
#include "diorama/ecs/placement.hpp"

diorama::GlobalTransform copied() {
#ifdef DIORAMA_WRONG
    return diorama::GlobalTransform();
#else
    return diorama::GlobalTransform::IDENTITY;
#endif
}
