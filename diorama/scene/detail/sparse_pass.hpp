// SPDX-License-Identifier: MIT
/// \file
/// Placing few dirty rows and what is below them: place_sparse.
/// Design page: docs/design/placement.md, "The pass".
#pragma once

#include "diorama/ecs/world_core.hpp"
#include "diorama/scene/detail/row_batch.hpp"

namespace diorama::detail {

/// Places the dirty rows of the blocks that the pass's scratch lists, in order, and every row below
/// one; forgets that they were dirty.
PassCounts place_sparse(WorldCore& core);

}  // namespace diorama::detail
