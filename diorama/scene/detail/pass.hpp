// SPDX-License-Identifier: MIT
/// \file
/// One pass over what is dirty in a placement store: kRestoredPerPass, SplitRule, split_rule,
/// passes_split, place_dirty.
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

/// When a pass is split among workers: where that is faster.
struct SplitRule {
    std::uint32_t fewest_rows = 16'384;  ///< fewer take less time than waking the workers
    std::uint32_t outside_share = 16;    ///< at most one row in so many follows another part's
};

/// The rule of every pass, for tests to change while there is none.
SplitRule& split_rule() noexcept;

/// How many passes were split so far, for tests.
[[nodiscard]] std::uint64_t passes_split() noexcept;

/// Places every dirty row and every row below one, and forgets that they were dirty.
///
/// Expects: settled placement: no row before its parent's.
/// Threads: call from one; splits a large pass over \p jobs, if any.
PassCounts place_dirty(WorldCore& core, Jobs* jobs);

}  // namespace diorama::detail
