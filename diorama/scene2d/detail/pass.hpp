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
///
/// With several workers the rows are cut into parts, near where a tree begins. Each worker places
/// its part as far as no parent lies in another; then one thread finishes the parts in order. What
/// is placed where and when has no influence on any bit, nor on the counts, which are sums.
class Pass {
  public:
    /// Rows of a part, at least.
    static constexpr std::uint32_t kPartRows = 8192;

    /// A pass that uses \p scratch's memory and \p kernel; all three must outlive it.
    Pass(Scratch2& scratch, const Columns& columns, PlaceRows kernel) noexcept
        : scratch_(scratch), columns_(columns), kernel_(kernel) {}

    /// Runs it, on the workers of \p jobs if given, each with parts of \p part_rows at least.
    Propagated2 run(Jobs* jobs = nullptr, std::uint32_t part_rows = kPartRows);

  private:
    using Part = Scratch2::Part;

    void cut(std::uint32_t parts);
    [[nodiscard]] std::uint32_t tree_near(std::uint32_t row) const noexcept;
    void place_part(Part& part) const;
    void finish(const Part& part);
    [[nodiscard]] std::uint32_t counted_parent(std::uint32_t row);
    [[nodiscard]] bool is_placed(std::uint32_t row, std::uint32_t first) const noexcept;
    void place_after_parent(std::uint32_t row);
    void look_ahead(std::uint32_t row, std::uint32_t end) const noexcept;
    void call_for(std::uint32_t row) const noexcept;
    void climb(std::uint32_t row);
    void place_loop(std::uint32_t entry);
    void place(std::uint32_t row, std::uint32_t parent);

    Scratch2& scratch_;
    const Columns& columns_;
    PlaceRows kernel_;
    const unsigned char* ahead_ = nullptr;  // states of rows, once there is one to know
    Tally tally_;
    std::uint32_t cyclic_ = 0;
};

/// propagate2() of \p space by \p kernel, for tests.
Propagated2 propagate_by(Scratch2& scratch, Space2& space, PlaceRows kernel, Jobs* jobs = nullptr,
                         std::uint32_t part_rows = Pass::kPartRows);

}  // namespace diorama::scene2d::detail
