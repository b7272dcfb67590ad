// SPDX-License-Identifier: MIT
/// \file
/// One pass over what is dirty in a placement store: kRestoredPerPass, place_dirty.
/// Design page: docs/design/placement.md, "The pass".
#pragma once

#include <cstdint>

#include "diorama/ecs/world_core.hpp"
#include "diorama/scene/detail/row_batch.hpp"

namespace diorama {
class Jobs;
}

namespace diorama::detail {

/// Rows that one pass moves towards hierarchy order, at most.
inline constexpr std::uint32_t kRestoredPerPass = 8192;

/// Places every dirty row and every row below one, and forgets that they were dirty.
///
/// Expects: settled placement: no row before its parent's.
/// Threads: call from one; splits a large pass over \p jobs, if any.
PassCounts place_dirty(WorldCore& core, Jobs* jobs);

}  // namespace diorama::detail
