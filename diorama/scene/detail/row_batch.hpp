// SPDX-License-Identifier: MIT
/// \file
/// Rows on their way to the kernel, many at a time: PassCounts, RowBatch.
/// Design page: docs/design/placement.md, "The pass".
#pragma once

#include <cstdint>

#include "diorama/ecs/placement_store.hpp"
#include "diorama/scene/detail/kernel.hpp"

namespace diorama::detail {

/// What a pass did.
struct PassCounts {
    std::uint32_t recomputed = 0;  ///< rows worked out anew
    std::uint32_t changed = 0;     ///< rows whose tick advanced
};

/// Places rows that stand anywhere, parents first, and counts them.
class RowBatch {
  public:
    /// Rows of \p store, whose bits change at \p now.
    RowBatch(PlacementStore& store, Tick now) noexcept
        : store_(store),
          kernel_(kernel()),
          arguments_{reinterpret_cast<unsigned char* const*>(store.slabs()), now} {}

    /// Takes notice of a block with rows to be placed.
    void note(PlacementStore::Block& block) noexcept {
        // A block's newest may be too new: its readers then look at rows.
        block.global_newest = arguments_.now;
        special_ |= block.special;
    }
    /// Places \p count rows, 64 at most, of blocks taken notice of.
    void place(const std::uint32_t* slots, std::size_t count);

    /// What has been placed.
    [[nodiscard]] const PassCounts& counts() const noexcept { return counts_; }

  private:
    KernelWord finish(const std::uint32_t* slots, std::size_t count, KernelWord nonfinite);

    PlacementStore& store_;
    const Kernel& kernel_;
    KernelArguments arguments_;
    PassCounts counts_;
    bool special_ = false;  // some block is
};

}  // namespace diorama::detail
