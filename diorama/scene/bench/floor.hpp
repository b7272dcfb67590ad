// SPDX-License-Identifier: MIT
/// \file
/// The least a pass can cost: Floor.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace diorama::bench {

/// Flat arrays in creation order, and the streaming of the bytes that a pass reads and writes:
/// 40-byte local, 4-byte parent, 48-byte world, 4-byte tick per entity, without arithmetic.
class Floor {
  public:
    explicit Floor(std::uint32_t nodes)
        : nodes_(nodes),
          local_(array<float>(nodes * std::size_t{10} + 16)),
          parent_(array<std::uint32_t>(nodes + 16u)),
          world_(array<float>(nodes * std::size_t{12} + 32)),
          tick_(array<std::uint32_t>(nodes + 16u)) {}

    /// The whole of it, with plain stores.
    void all_plain(std::uint32_t now) { all<false>(now); }
    /// The whole of it, with stores that pass by the caches.
    void all_streaming(std::uint32_t now) { all<true>(now); }

    /// Copies the bytes of exactly the entities of \p list.
    void list(const std::vector<std::uint32_t>& list, std::uint32_t now) {
        for (const std::uint32_t e : list) {
            std::memcpy(world_.get() + e * std::size_t{12}, local_.get() + e * std::size_t{10}, 40);
            std::memcpy(world_.get() + e * std::size_t{12} + 10, parent_.get() + e, 4);
            std::memcpy(world_.get() + e * std::size_t{12} + 11, parent_.get() + e, 4);
            tick_[e] = now;
        }
    }

  private:
    struct Free {
        void operator()(void* p) const { ::operator delete(p, std::align_val_t{64}); }
    };
    template <class T>
    static std::unique_ptr<T[], Free> array(std::size_t count) {
        void* p = ::operator new(count * sizeof(T), std::align_val_t{64});
        std::memset(p, 0, count * sizeof(T));
        return std::unique_ptr<T[], Free>(static_cast<T*>(p));
    }

#if defined(__x86_64__)
    template <bool Streaming>
    __attribute__((target("avx2"), noinline)) void all(std::uint32_t now) {
        for (std::size_t e = 0; e + 8 <= nodes_; e += 8) {
            __m256 v[12];
            for (std::size_t k = 0; k < 10; ++k)
                v[k] = _mm256_loadu_ps(local_.get() + e * 10 + k * 8);
            v[10] = v[11] = _mm256_loadu_ps(reinterpret_cast<const float*>(parent_.get() + e));
            for (std::size_t k = 0; k < 12; ++k) {
                float* to = world_.get() + e * 12 + k * 8;
                if constexpr (Streaming) {
                    _mm256_stream_ps(to, v[k]);
                } else {
                    _mm256_store_ps(to, v[k]);
                }
            }
            auto* ticks = reinterpret_cast<__m256i*>(tick_.get() + e);
            const __m256i stamp = _mm256_set1_epi32(static_cast<int>(now));
            if constexpr (Streaming) {
                _mm256_stream_si256(ticks, stamp);
            } else {
                _mm256_store_si256(ticks, stamp);
            }
        }
        _mm_sfence();
    }
#else
    template <bool Streaming>
    void all(std::uint32_t now) {
        for (std::size_t e = 0; e < nodes_; ++e) {
            std::memcpy(world_.get() + e * 12, local_.get() + e * 10, 40);
            std::memcpy(world_.get() + e * 12 + 10, parent_.get() + e, 4);
            tick_[e] = now;
        }
    }
#endif

    std::uint32_t nodes_;
    std::unique_ptr<float[], Free> local_;
    std::unique_ptr<std::uint32_t[], Free> parent_;
    std::unique_ptr<float[], Free> world_;
    std::unique_ptr<std::uint32_t[], Free> tick_;
};

}  // namespace diorama::bench
