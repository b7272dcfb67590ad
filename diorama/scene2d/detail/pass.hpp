// SPDX-License-Identifier: MIT
/// \file
/// One pass over columns of nodes: Pass.
/// Design page: docs/design/fixed_point.md, "The pass".
#pragma once

#include <cstdint>

#include "diorama/scene2d/detail/columns.hpp"
#include "diorama/scene2d/propagation.hpp"

namespace diorama::scene2d::detail {

/// Places every row of \p columns: groups whose parents come first by a kernel, the rest by
/// climbing.
class Pass {
  public:
    /// A pass that uses \p scratch's memory and \p kernel; all three must outlive it.
    Pass(Scratch2& scratch, const Columns& columns, PlaceRows kernel) noexcept
        : scratch_(scratch), columns_(columns), kernel_(kernel) {}

    /// Runs it.
    Propagated2 run();

  private:
    [[nodiscard]] std::uint32_t counted_parent(std::uint32_t row);
    void climb(std::uint32_t row, std::uint32_t first);
    void place_loop(std::uint32_t entry);
    void place(std::uint32_t row, std::uint32_t parent);

    Scratch2& scratch_;
    const Columns& columns_;
    PlaceRows kernel_;
    Tally tally_;
    std::uint32_t cyclic_ = 0;
};

/// propagate2() of \p space by \p kernel, for tests.
Propagated2 propagate_by(Scratch2& scratch, Space2& space, PlaceRows kernel);

}  // namespace diorama::scene2d::detail
