// SPDX-License-Identifier: MIT
/// \file
/// The scene hierarchy: ChildOf (of ecs/placement.hpp) and Children (of ecs/children.hpp).
/// World::reparent, detach, parent and children work on them.
/// Design page: docs/design/placement.md.
#pragma once

#include "diorama/ecs/children.hpp"
#include "diorama/ecs/placement.hpp"
