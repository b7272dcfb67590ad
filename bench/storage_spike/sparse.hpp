// SPDX-License-Identifier: MIT
/// \file
/// The sparse pass of the spike: dirty masks to rows in pass order, then subtrees in waves.
#pragma once

#include <bit>
#include <utility>

#include "kernel.hpp"

namespace spike {

class SparsePass {
  public:
    /// Recomputes dirty rows and what hangs below them; returns rows written (or looked at).
    template <bool Wide>
    SPIKE_AVX2 __attribute__((noinline)) u32 run(Store& s, u32 tick) {
        found_.clear();
        for (std::size_t w = 0; w < s.summary.size(); ++w)
            for (u64 m = std::exchange(s.summary[w], 0); m != 0; m &= m - 1)
                blocks_.push_back(s.order[w * 64 + u32(std::countr_zero(m))]);
        for (std::size_t i = 0; i < blocks_.size(); ++i) {
            if (i + 4 < blocks_.size())
                _mm_prefetch(reinterpret_cast<const char*>(s.base()[blocks_[i + 4]].dirty),
                             _MM_HINT_T0);
            for (u32 w = 0; w < 4; ++w)
                for (u64 m = s.base()[blocks_[i]].dirty[w]; m != 0; m &= m - 1)
                    found_.push_back(blocks_[i] * 256 + w * 64 + u32(std::countr_zero(m)));
        }
        blocks_.clear();
        u32 count = 0;
        leaves_.clear();
        wave_.clear();
        const std::size_t n = found_.size();
        for (std::size_t i = 0; i < n; ++i) {
            if (i + 24 < n) fetch(s, found_[i + 24]);
            if (i + 12 < n) fetch_parent(s, found_[i + 12]);
            const u32 row = found_[i], r = row & 255;
            Block& b = s.block(row);
            if ((b.dirty[r >> 6] >> (r & 63) & 1) == 0) continue;  // an ancestor's wave was here
            if (b.first(r) == 0) {
                b.dirty[r >> 6] &= ~(u64(1) << (r & 63));
                leaves_.push_back(row);
                if (leaves_.size() == 8) {
                    rows8<Wide>(s, leaves_.data(), tick);
                    leaves_.clear();
                    count += 8;
                }
                continue;
            }
            wave_.push_back(row);
            // Roots can't stand above each other, so their waves go together and overlap in memory.
            if (b.parent(r) != 0 || wave_.size() == 64) count += descend<Wide>(s, tick);
        }
        count += descend<Wide>(s, tick);
        count += static_cast<u32>(leaves_.size());
        flush<Wide>(s, leaves_, 0, tick);
        return count;
    }

  private:
    static void fetch(Store& s, u32 row) {
        Block& b = s.block(row);
        const u32 r = row & 255;
        touch(b.local + r * 10);
        touch(b.local + r * 10 + 9);
        touch(b.world(r));
#ifdef SPIKE_COLUMNS
        touch(b.world(r) + 11);
        touch(&b.parent(r));
        touch(&b.first(r));
        touch(&b.world_tick(r));
#endif
    }
    static void fetch_parent(Store& s, u32 row) {
        const u32 p = s.block(row).parent(row & 255);
        touch(s.block(p).world(p & 255));
#ifdef SPIKE_COLUMNS
        touch(s.block(p).world(p & 255) + 11);
#endif
    }
    template <bool Wide>
    SPIKE_INLINE void flush(Store& s, const std::vector<u32>& rows, std::size_t from, u32 tick) {
        u32 batch[8] = {8, 9, 10, 11, 12, 13, 14, 15};
        if (from == rows.size()) return;
        for (std::size_t k = from; k < rows.size(); ++k)
            batch[k - from] = rows[k];
        rows8<Wide>(s, batch, tick);
    }
    template <bool Wide>
    SPIKE_AVX2 u32 descend(Store& s, u32 tick) {
        std::size_t head = 0;
        while (head < wave_.size()) {
            const std::size_t end = std::min(wave_.size(), head + 8);
            if (end - head == 8)
                rows8<Wide>(s, wave_.data() + head, tick);
            else
                flush<Wide>(s, wave_, head, tick);
            for (; head < end; ++head) {
                const u32 row = wave_[head], r = row & 255;
                Block& b = s.block(row);
                b.dirty[r >> 6] &= ~(u64(1) << (r & 63));
                for (u32 c = b.first(r); c != 0; c = s.block(c).next(c & 255)) {
                    wave_.push_back(c);
                    fetch(s, c);
                }
            }
        }
        wave_.clear();
        return static_cast<u32>(head);
    }

    std::vector<u32> blocks_, found_, leaves_, wave_;
};

}  // namespace spike
