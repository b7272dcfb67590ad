// SPDX-License-Identifier: MIT
/// \file
/// Placements: Transform and GlobalTransform (of ecs/placement.hpp), local_matrix,
/// world_matrix_now.
/// Design page: docs/design/placement.md.
#pragma once

#include "diorama/core/math.hpp"
#include "diorama/ecs/placement.hpp"

namespace diorama {

class World;

/// The matrix of \p transform, to its parent's space.
///
/// The same bits as propagation gives a root with that Transform.
[[nodiscard]] mat4 local_matrix(const Transform& transform) noexcept;

/// The world matrix that propagation would give \p entity now, whatever has been propagated.
///
/// The same bits as propagation's; the identity where \p entity is not alive or has no Transform.
/// Cost: O(depth), no allocation but for depths above 64.
[[nodiscard]] mat4 world_matrix_now(const World& world, Entity entity);

}  // namespace diorama
