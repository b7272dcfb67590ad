// SPDX-License-Identifier: MIT
/// \file
/// A world placement is derived: nobody can make one but as the identity or a copy.
#include "diorama/scene/transform.hpp"

diorama::GlobalTransform place() {
#ifdef DIORAMA_WRONG
    return diorama::GlobalTransform{};
#else
    return diorama::GlobalTransform::IDENTITY;
#endif
}
