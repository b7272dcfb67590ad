// SPDX-License-Identifier: MIT
/// \file
/// The AVX2 placement kernels of the spike: eight rows at a time, no fused multiply-add, old bits
/// compared before a tick advances; and the streaming floors they are measured against.
#pragma once

#include <immintrin.h>

#include "store.hpp"

#define SPIKE_AVX2 __attribute__((target("avx2")))
#define SPIKE_INLINE SPIKE_AVX2 __attribute__((always_inline)) inline

namespace spike {

/// Local matrices of eight rows: matrix row i of entities k and k + 4 in m[i][k].
struct Local8 {
    __m256 m[3][4];
};

SPIKE_INLINE void transpose4(__m256 a, __m256 b, __m256 c, __m256 d, __m256* out) {
    const __m256 t0 = _mm256_unpacklo_ps(a, b), t1 = _mm256_unpackhi_ps(a, b);
    const __m256 t2 = _mm256_unpacklo_ps(c, d), t3 = _mm256_unpackhi_ps(c, d);
    out[0] = _mm256_shuffle_ps(t0, t2, 0x44);
    out[1] = _mm256_shuffle_ps(t0, t2, 0xEE);
    out[2] = _mm256_shuffle_ps(t1, t3, 0x44);
    out[3] = _mm256_shuffle_ps(t1, t3, 0xEE);
}

SPIKE_INLINE __m256 pair(const float* lo, const float* hi) {
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(lo)), _mm_loadu_ps(hi), 1);
}

/// c: tx ty tz qx qy qz qw sx sy sz, eight rows each.
SPIKE_INLINE void compose8(const __m256* c, Local8& out) {
    const __m256 one = _mm256_set1_ps(1);
    const __m256 x2 = _mm256_add_ps(c[3], c[3]), y2 = _mm256_add_ps(c[4], c[4]),
                 z2 = _mm256_add_ps(c[5], c[5]);
    const __m256 xx = _mm256_mul_ps(c[3], x2), xy = _mm256_mul_ps(c[3], y2),
                 xz = _mm256_mul_ps(c[3], z2);
    const __m256 yy = _mm256_mul_ps(c[4], y2), yz = _mm256_mul_ps(c[4], z2),
                 zz = _mm256_mul_ps(c[5], z2);
    const __m256 wx = _mm256_mul_ps(c[6], x2), wy = _mm256_mul_ps(c[6], y2),
                 wz = _mm256_mul_ps(c[6], z2);
    const auto s = c + 7;
    transpose4(_mm256_mul_ps(_mm256_sub_ps(one, _mm256_add_ps(yy, zz)), s[0]),
               _mm256_mul_ps(_mm256_sub_ps(xy, wz), s[1]),
               _mm256_mul_ps(_mm256_add_ps(xz, wy), s[2]), c[0], out.m[0]);
    transpose4(_mm256_mul_ps(_mm256_add_ps(xy, wz), s[0]),
               _mm256_mul_ps(_mm256_sub_ps(one, _mm256_add_ps(xx, zz)), s[1]),
               _mm256_mul_ps(_mm256_sub_ps(yz, wx), s[2]), c[1], out.m[1]);
    transpose4(_mm256_mul_ps(_mm256_sub_ps(xz, wy), s[0]),
               _mm256_mul_ps(_mm256_add_ps(yz, wx), s[1]),
               _mm256_mul_ps(_mm256_sub_ps(one, _mm256_add_ps(xx, yy)), s[2]), c[2], out.m[2]);
}

SPIKE_INLINE void compose_rows(const float* const* t, Local8& out) {
    __m256 u[4], v[4], w[4], c[12];
    for (int k = 0; k < 4; ++k) {
        u[k] = pair(t[k], t[k + 4]);
        v[k] = pair(t[k] + 4, t[k + 4] + 4);
        w[k] = pair(t[k] + 6, t[k + 4] + 6);
    }
    transpose4(u[0], u[1], u[2], u[3], c);
    __m256 x[4];
    transpose4(v[0], v[1], v[2], v[3], x);
    transpose4(w[0], w[1], w[2], w[3], c + 6);
    c[4] = x[0];
    c[5] = x[1];
    compose8(c, out);
}

/// World rows of entities k and k + 4 from their parents'; returns the changed bits (1 and 16).
SPIKE_INLINE u32 multiply_pair(const Local8& l, int k, const float* pa, const float* pb,
                               bool root_a, bool root_b, float* ga, float* gb) {
    const __m256 last = _mm256_castsi256_ps(_mm256_setr_epi32(0, 0, 0, -1, 0, 0, 0, -1));
    const __m256 root = _mm256_castsi256_ps(_mm256_insertf128_si256(
        _mm256_castsi128_si256(_mm_set1_epi32(-int(root_a))), _mm_set1_epi32(-int(root_b)), 1));
    __m256i differ = _mm256_setzero_si256();
    for (int i = 0; i < 3; ++i) {
        const __m256 p = pair(pa + 4 * i, pb + 4 * i);
        __m256 r = _mm256_add_ps(_mm256_mul_ps(_mm256_permute_ps(p, 0x00), l.m[0][k]),
                                 _mm256_mul_ps(_mm256_permute_ps(p, 0x55), l.m[1][k]));
        r = _mm256_add_ps(r, _mm256_mul_ps(_mm256_permute_ps(p, 0xAA), l.m[2][k]));
        r = _mm256_add_ps(r, _mm256_and_ps(p, last));
        r = _mm256_blendv_ps(r, l.m[i][k], root);
        differ = _mm256_or_si256(
            differ, _mm256_castps_si256(_mm256_xor_ps(r, pair(ga + 4 * i, gb + 4 * i))));
        _mm_storeu_ps(ga + 4 * i, _mm256_castps256_ps128(r));
        _mm_storeu_ps(gb + 4 * i, _mm256_extractf128_ps(r, 1));
    }
    const u32 same = static_cast<u32>(_mm256_movemask_ps(
        _mm256_castsi256_ps(_mm256_cmpeq_epi32(differ, _mm256_setzero_si256()))));
    return u32((same & 15) != 15) | u32(same >> 4 != 15) << 4;
}

SPIKE_INLINE u32 roots_pair(const Local8& l, int k, float* ga, float* gb) {
    __m256i differ = _mm256_setzero_si256();
    for (int i = 0; i < 3; ++i) {
        const __m256 r = l.m[i][k];
        differ = _mm256_or_si256(
            differ, _mm256_castps_si256(_mm256_xor_ps(r, pair(ga + 4 * i, gb + 4 * i))));
        _mm_storeu_ps(ga + 4 * i, _mm256_castps256_ps128(r));
        _mm_storeu_ps(gb + 4 * i, _mm256_extractf128_ps(r, 1));
    }
    const u32 same = static_cast<u32>(_mm256_movemask_ps(
        _mm256_castsi256_ps(_mm256_cmpeq_epi32(differ, _mm256_setzero_si256()))));
    return u32((same & 15) != 15) | u32(same >> 4 != 15) << 4;
}

/// One row in SSE, for a row whose parent stands in the same eight.
SPIKE_INLINE u32 multiply_one(const __m128* l, const float* p, float* g) {
    const __m128 last = _mm_castsi128_ps(_mm_setr_epi32(0, 0, 0, -1));
    __m128i differ = _mm_setzero_si128();
    for (int i = 0; i < 3; ++i) {
        const __m128 q = _mm_loadu_ps(p + 4 * i);
        __m128 r = _mm_add_ps(_mm_mul_ps(_mm_shuffle_ps(q, q, 0x00), l[0]),
                              _mm_mul_ps(_mm_shuffle_ps(q, q, 0x55), l[1]));
        r = _mm_add_ps(r, _mm_mul_ps(_mm_shuffle_ps(q, q, 0xAA), l[2]));
        r = _mm_add_ps(r, _mm_and_ps(q, last));
        differ = _mm_or_si128(differ, _mm_castps_si128(_mm_xor_ps(r, _mm_loadu_ps(g + 4 * i))));
        _mm_storeu_ps(g + 4 * i, r);
    }
    return u32(!_mm_testz_si128(differ, differ));
}

SPIKE_AVX2 __attribute__((noinline)) inline u32 multiply_in_turn(Store& s, const Local8& l,
                                                                 Block& b, u32 r) {
    u32 changed = 0;
    for (u32 k = 0; k < 8; ++k) {
        __m128 m[3];
        for (int i = 0; i < 3; ++i)
            m[i] =
                k < 4 ? _mm256_castps256_ps128(l.m[i][k]) : _mm256_extractf128_ps(l.m[i][k - 4], 1);
        float* g = b.world(r + k);
        const u32 p = b.parent(r + k);
        if (p != 0) {
            changed |= multiply_one(m, s.base()[p >> 8].world(p & 255), g) << k;
            continue;
        }
        __m128i differ = _mm_setzero_si128();
        for (int i = 0; i < 3; ++i) {
            differ =
                _mm_or_si128(differ, _mm_castps_si128(_mm_xor_ps(m[i], _mm_loadu_ps(g + 4 * i))));
            _mm_storeu_ps(g + 4 * i, m[i]);
        }
        changed |= u32(!_mm_testz_si128(differ, differ)) << k;
    }
    return changed;
}

#ifndef SPIKE_COLUMNS
inline constexpr bool kPacked = true;
#else
inline constexpr bool kPacked = false;
#endif
#ifndef SPIKE_AHEAD
#define SPIKE_AHEAD 64
#endif
inline constexpr u32 kAhead = SPIKE_AHEAD;  ///< rows between a prefetch and its use

inline void touch(const void* p) {
    _mm_prefetch(static_cast<const char*>(p), _MM_HINT_T0);
}

/// Recomputes every row of the store's runs in order.
template <bool Wide>
SPIKE_AVX2 __attribute__((noinline)) void pass_all(Store& s, u32 tick) {
    Block* const base = s.base();
    [[maybe_unused]] const __m256i bits = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    [[maybe_unused]] const __m256i now = _mm256_set1_epi32(static_cast<int>(tick));
    const Run* const last_run = s.runs.data() + s.runs.size() - 1;
    for (const Run& run : s.runs) {
        Block& b = base[run.begin >> 8];
        const u32 lo = run.begin & 255, hi = lo + run.count;
        // Columns of a block are streams too short for the hardware prefetcher, so look ahead here,
        // over the block's end into the next run.
        const Run& next_run = &run == last_run ? run : *(&run + 1);
        Block& next_block = base[next_run.begin >> 8];
        for (u32 r = lo; r < hi; r += 8) {
            const bool over = r + kAhead >= hi;
            const u32 at =
                over ? std::min((next_run.begin & 255) + (r + kAhead - hi), 248u) : r + kAhead;
            Block& ahead = over ? next_block : b;
            for (u32 k = 0; k < 5; ++k)
                touch(reinterpret_cast<const char*>(ahead.local + at * 10) + k * 64);
            constexpr u32 world_lines = kPacked ? 8 : 6;
            for (u32 k = 0; k < world_lines; ++k)
                touch(reinterpret_cast<const char*>(ahead.world(at)) + k * 64);
#ifdef SPIKE_COLUMNS
            touch(ahead.parent_ + at);
            touch(ahead.world_tick_ + at);
#endif
            Local8 l;
            if constexpr (Wide) {
                __m256 c[10];
                for (int k = 0; k < 10; ++k)
                    c[k] = _mm256_loadu_ps(b.local + r * 10 + k * 8);
                compose8(c, l);
            } else {
                const float* t[8];
                for (u32 k = 0; k < 8; ++k)
                    t[k] = b.local + (r + k) * 10;
                compose_rows(t, l);
            }
#ifndef SPIKE_COLUMNS
            const __m256i p =
                _mm256_i32gather_epi32(reinterpret_cast<const int*>(&b.packed[r].parent),
                                       _mm256_setr_epi32(0, 16, 32, 48, 64, 80, 96, 112), 4);
#else
            const __m256i p = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(b.parent_ + r));
#endif
            const __m256i near =
                _mm256_sub_epi32(p, _mm256_set1_epi32(static_cast<int>((run.begin & ~255u) + r)));
            const __m256i inside =
                _mm256_cmpeq_epi32(_mm256_srli_epi32(near, 3), _mm256_setzero_si256());
            u32 changed = 0;
            if (_mm256_testz_si256(p, p)) {
                for (u32 k = 0; k < 4; ++k) {
                    const u32 c = roots_pair(l, int(k), b.world(r + k), b.world(r + k + 4));
                    changed |= c << k;
                }
            } else if (_mm256_testz_si256(inside, inside)) {
                for (u32 k = 0; k < 4; ++k) {
                    const u32 pa = b.parent(r + k), pb = b.parent(r + k + 4);
                    const u32 c = multiply_pair(l, int(k), base[pa >> 8].world(pa & 255),
                                                base[pb >> 8].world(pb & 255), pa == 0, pb == 0,
                                                b.world(r + k), b.world(r + k + 4));
                    changed |= c << k;
                }
            } else {
                changed = multiply_in_turn(s, l, b, r);
            }
#ifndef SPIKE_COLUMNS
            for (u32 k = 0; k < 8; ++k)
                b.world_tick(r + k) = changed >> k & 1 ? tick : b.world_tick(r + k);
#else
            const __m256i mask = _mm256_cmpeq_epi32(
                _mm256_and_si256(_mm256_set1_epi32(static_cast<int>(changed)), bits), bits);
            const auto ticks = reinterpret_cast<__m256i*>(b.world_tick_ + r);
            _mm256_storeu_si256(ticks, _mm256_blendv_epi8(_mm256_loadu_si256(ticks), now, mask));
#endif
        }
        b.world_max = tick;
    }
}

/// Recomputes eight rows anywhere; none may be the parent of another.
template <bool Wide>
SPIKE_INLINE void rows8(Store& s, const u32* rows, u32 tick) {
    Block* const base = s.base();
    float copies[Wide ? 80 : 1];
    const float* t[8];
    for (u32 k = 0; k < 8; ++k) {
        if constexpr (Wide) {
            for (u32 j = 0; j < 10; ++j)
                copies[k * 10 + j] = *local_of<true>(s, rows[k], j);
            t[k] = copies + k * 10;
        } else {
            t[k] = base[rows[k] >> 8].local + (rows[k] & 255) * 10;
        }
    }
    Local8 l;
    compose_rows(t, l);
    for (u32 k = 0; k < 4; ++k) {
        Block &a = base[rows[k] >> 8], &b = base[rows[k + 4] >> 8];
        const u32 ra = rows[k] & 255, rb = rows[k + 4] & 255, pa = a.parent(ra), pb = b.parent(rb);
        const u32 c =
            multiply_pair(l, int(k), base[pa >> 8].world(pa & 255), base[pb >> 8].world(pb & 255),
                          pa == 0, pb == 0, a.world(ra), b.world(rb));
        if (c & 1) {
            a.world_tick(ra) = tick;
            a.world_max = tick;
        }
        if (c & 16) {
            b.world_tick(rb) = tick;
            b.world_max = tick;
        }
    }
}

template <bool Wide>
SPIKE_AVX2 __attribute__((noinline)) void pass_list(Store& s, std::span<const u32> rows, u32 tick) {
    std::size_t i = 0;
    for (; i + 8 <= rows.size(); i += 8) {
        for (std::size_t k = i + 24; k < i + 32 && k < rows.size(); ++k) {
            Block& b = s.block(rows[k]);
            _mm_prefetch(reinterpret_cast<const char*>(b.local + (rows[k] & 255) * 10),
                         _MM_HINT_T0);
            _mm_prefetch(reinterpret_cast<const char*>(b.world(rows[k] & 255)), _MM_HINT_T0);
            _mm_prefetch(reinterpret_cast<const char*>(&b.parent(rows[k] & 255)), _MM_HINT_T0);
        }
        bool nested = false;  // rarely: a level's end and the next one's start
        for (u32 k = 0; k < 8; ++k) {
            const u32 p = s.block(rows[i + k]).parent(rows[i + k] & 255);
            for (u32 j = 0; j < k; ++j)
                nested |= rows[i + j] == p;
        }
        if (!nested) {
            rows8<Wide>(s, rows.data() + i, tick);
            continue;
        }
        for (u32 k = 0; k < 8; ++k) {
            const u32 one[8] = {rows[i + k], 8, 9, 10, 11, 12, 13, 14};
            rows8<Wide>(s, one, tick);
        }
    }
    for (; i < rows.size(); ++i) {
        const u32 one[8] = {rows[i], 8, 9, 10, 11, 12, 13, 14};
        rows8<Wide>(s, one, tick);
    }
}

/// The arrays of the floors, in creation order.
struct FloorArrays {
    explicit FloorArrays(u32 n)
        : count(n), local(n * 10u + 8), world(n * 12u + 16), parent(n + 8), tick(n + 8) {}
    u32 count;
    std::vector<float> local, world;
    std::vector<u32> parent, tick;
};

template <bool Streaming>
SPIKE_AVX2 __attribute__((noinline)) void floor_all(FloorArrays& a, u32 tick) {
    float* const out = reinterpret_cast<float*>(
        (reinterpret_cast<std::uintptr_t>(a.world.data()) + 31) & ~std::uintptr_t(31));
    u32* const ticks = reinterpret_cast<u32*>(
        (reinterpret_cast<std::uintptr_t>(a.tick.data()) + 31) & ~std::uintptr_t(31));
    for (u32 e = 0; e + 8 <= a.count; e += 8) {
        __m256 v[10];
        for (u32 k = 0; k < 10; ++k)
            v[k] = _mm256_loadu_ps(a.local.data() + e * 10u + k * 8);
        const __m256 p = _mm256_loadu_ps(reinterpret_cast<const float*>(a.parent.data() + e));
        for (u32 k = 0; k < 12; ++k) {
            const __m256 x = k < 10 ? v[k] : p;
            if constexpr (Streaming)
                _mm256_stream_ps(out + e * 12u + k * 8, x);
            else
                _mm256_store_ps(out + e * 12u + k * 8, x);
        }
        [[maybe_unused]] const __m256i now = _mm256_set1_epi32(static_cast<int>(tick));
        if constexpr (Streaming)
            _mm256_stream_si256(reinterpret_cast<__m256i*>(ticks + e), now);
        else
            _mm256_store_si256(reinterpret_cast<__m256i*>(ticks + e), now);
    }
    _mm_sfence();
}

inline __attribute__((noinline)) void floor_list(FloorArrays& a, std::span<const u32> list,
                                                 u32 tick) {
    for (const u32 e : list) {
        std::memcpy(a.world.data() + e * 12u, a.local.data() + e * 10u, 40);
        std::memcpy(a.world.data() + e * 12u + 10, a.parent.data() + e, 4);
        a.world[e * 12u + 11] = 0;
        a.tick[e] = tick;
    }
}

}  // namespace spike
