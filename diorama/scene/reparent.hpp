// SPDX-License-Identifier: MIT
/// \file
/// Changing the parent without moving in the world: reparent_keeping_world.
/// Design page: docs/design/placement.md, "Keeping the world placement".
#pragma once

#include "diorama/core/error.hpp"
#include "diorama/ecs/entity.hpp"

namespace diorama {

class World;

/// Hangs \p child under \p parent, or makes it a root where \p parent is null, and gives it the
/// Transform that keeps its world placement.
///
/// World placements are what propagation would give now; nothing needs to be propagated first. A
/// mirror keeps the signs of the authored scale; where their number can't stay, x changes its sign.
/// A Transform that gives the placement back as it is, as under the parent it already has, stays as
/// authored.
/// Failure: entity_dead, parent_dead, hierarchy_cycle; hierarchy_broken where \p parent has no
///          Transform, so that nothing could be kept under it; placement_unrepresentable where no
///          translation, rotation and scale gives the placement back: the detail is the residual, a
///          float: the larger of what the 3 x 3 part is off by, over its largest entry, and what
///          the translation is, over the larger of that and its own. Nothing changes.
[[nodiscard]] Result<> reparent_keeping_world(World& world, Entity child, Entity parent);

}  // namespace diorama
