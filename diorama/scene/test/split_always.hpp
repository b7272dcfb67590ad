// SPDX-License-Identifier: MIT
/// \file
/// Passes split however small they are: SplitAlways.
#pragma once

#include <cstdint>

#include "diorama/scene/detail/pass.hpp"

namespace diorama::test {

/// While it lives, every dense pass of a World with workers is split among them. One at a time.
class SplitAlways {
  public:
    SplitAlways() { detail::split_rule() = {.fewest_rows = 1, .outside_share = 1}; }
    ~SplitAlways() { detail::split_rule() = {}; }
    SplitAlways(const SplitAlways&) = delete;
    SplitAlways& operator=(const SplitAlways&) = delete;

    /// Passes split since.
    [[nodiscard]] std::uint64_t passes() const { return detail::passes_split() - before_; }

  private:
    std::uint64_t before_ = detail::passes_split();
};

}  // namespace diorama::test
