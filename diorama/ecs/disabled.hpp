// SPDX-License-Identifier: MIT
/// \file
/// Entities that queries pass over: Disabled.
#pragma once

#include "diorama/core/component.hpp"

namespace diorama {

/// A query passes over entities that have this, unless one of its terms names Disabled.
///
/// A disabled entity still takes part in the hierarchy and is placed by propagation.
struct Disabled {};
DIORAMA_COMPONENT(Disabled);

}  // namespace diorama
