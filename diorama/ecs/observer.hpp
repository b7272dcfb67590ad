// SPDX-License-Identifier: MIT
/// \file
/// Being told what happened to a component: On, ObserverId.
/// Design page: docs/design/world.md, "Removals and observers".
#pragma once

#include <cstdint>

namespace diorama {

/// What an observer is told of one component.
enum class On : unsigned char {
    add,     ///< an entity has got it; a ChildOf counts as added each time it is set
    change,  ///< it was written after it had been added
    removal  ///< an entity has lost it, or has ended with it
};

/// Names an observer of one World, to end it by; never 0.
using ObserverId = std::uint32_t;

}  // namespace diorama
