// SPDX-License-Identifier: MIT
#include "diorama/scene/detail/row_batch.hpp"

#include "diorama/scene/detail/row_bits.hpp"

namespace diorama::detail {

void RowBatch::place(const std::uint32_t* slots, std::size_t count) {
    KernelWord changed = 0, nonfinite = 0;
    kernel_.list(arguments_, slots, static_cast<unsigned>(count), changed, nonfinite);
    if (changed != 0) store_.mark_global(store_.block_of(slots[0]), arguments_.now);
    if (special_ || nonfinite != 0) changed |= finish(slots, count, nonfinite);
    counts_.changed += row_count(changed);
    counts_.recomputed += static_cast<std::uint32_t>(count);
}

/// Republishes rows and records which of them are not finite; returns the former.
KernelWord RowBatch::finish(const std::uint32_t* slots, std::size_t count, KernelWord nonfinite) {
    KernelWord republished = 0;
    for (std::size_t i = 0; i < count; ++i) {
        PlacementStore::Block& block = store_.block_of(slots[i]);
        const std::uint32_t row = slots[i] % kBlockRows;
        if (block.is(&PlacementStore::Rare::republish, row)) {
            block.note(&PlacementStore::Rare::republish, row, false);
            block.global_changed(row) = arguments_.now;
            store_.mark_global(block, arguments_.now);
            republished |= KernelWord{1} << i;
        }
        store_.note_finite(slots[i], (nonfinite >> i & 1) == 0);
    }
    return republished;
}

}  // namespace diorama::detail
