// SPDX-License-Identifier: MIT
/// \file
/// A Global2 can be copied, and IDENTITY is there; nobody else makes one from a placement.
#include "diorama/scene2d/placement.hpp"

diorama::scene2d::Global2 copied() {
#ifdef DIORAMA_WRONG
    return diorama::scene2d::Global2();
#else
    return diorama::scene2d::Global2::IDENTITY;
#endif
}
