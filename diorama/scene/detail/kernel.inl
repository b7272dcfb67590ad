// SPDX-License-Identifier: MIT
// The placement kernel, written once for vectors of DIORAMA_KERNEL_LANES floats and compiled by
// kernel_*.cpp for one instruction set each. A vector holds one 4-float matrix row of each of L
// entities; a group is 4 * L rows. Every operation stays within its four floats, so the bits do not
// depend on L: they are those of affine.hpp.
#include "diorama/scene/detail/kernel.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace diorama::detail {
namespace {

constexpr unsigned kLanes = DIORAMA_KERNEL_LANES;
constexpr unsigned kEntities = kLanes / 4;  // per vector
constexpr unsigned kGroup = kLanes;         // rows per group
constexpr unsigned kAhead = 64;             // rows between a fetch and its use

using Floats = float __attribute__((vector_size(kLanes * 4)));
using Words = unsigned __attribute__((vector_size(kLanes * 4)));
using Four = float __attribute__((vector_size(16)));

#define DIORAMA_INLINE static inline __attribute__((always_inline))

DIORAMA_INLINE Four load(const float* at) {
    Four value;
    __builtin_memcpy(&value, at, sizeof value);  // rows are aligned to 4 bytes only
    return value;
}
DIORAMA_INLINE void store(float* at, Four value) {
    __builtin_memcpy(at, &value, sizeof value);
}

// Joins one row of each entity, and takes it apart again.
#if DIORAMA_KERNEL_LANES == 4
DIORAMA_INLINE Floats join(const float* const* rows) {
    return load(rows[0]);
}
DIORAMA_INLINE Four part(Floats v, unsigned) {
    return v;
}
#define DIORAMA_SHUFFLE(a, b, i, j, k, l) __builtin_shufflevector(a, b, i, j, 4 + (k), 4 + (l))
#define DIORAMA_SPREAD(a, i) __builtin_shufflevector(a, a, i, i, i, i)
#elif DIORAMA_KERNEL_LANES == 8
DIORAMA_INLINE Floats join(const float* const* rows) {
    return __builtin_shufflevector(load(rows[0]), load(rows[1]), 0, 1, 2, 3, 4, 5, 6, 7);
}
DIORAMA_INLINE Four part(Floats v, unsigned entity) {
    return entity == 0 ? __builtin_shufflevector(v, v, 0, 1, 2, 3)
                       : __builtin_shufflevector(v, v, 4, 5, 6, 7);
}
#define DIORAMA_SHUFFLE(a, b, i, j, k, l) \
    __builtin_shufflevector(a, b, i, j, 8 + (k), 8 + (l), 4 + (i), 4 + (j), 12 + (k), 12 + (l))
#define DIORAMA_SPREAD(a, i) \
    __builtin_shufflevector(a, a, i, i, i, i, 4 + (i), 4 + (i), 4 + (i), 4 + (i))
#else
DIORAMA_INLINE Floats join(const float* const* rows) {
    const auto low = __builtin_shufflevector(load(rows[0]), load(rows[1]), 0, 1, 2, 3, 4, 5, 6, 7);
    const auto high = __builtin_shufflevector(load(rows[2]), load(rows[3]), 0, 1, 2, 3, 4, 5, 6, 7);
    return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}
DIORAMA_INLINE Four part(Floats v, unsigned entity) {
    switch (entity) {
        case 0:
            return __builtin_shufflevector(v, v, 0, 1, 2, 3);
        case 1:
            return __builtin_shufflevector(v, v, 4, 5, 6, 7);
        case 2:
            return __builtin_shufflevector(v, v, 8, 9, 10, 11);
        default:
            return __builtin_shufflevector(v, v, 12, 13, 14, 15);
    }
}
#define DIORAMA_SHUFFLE(a, b, i, j, k, l)                                                         \
    __builtin_shufflevector(a, b, i, j, 16 + (k), 16 + (l), 4 + (i), 4 + (j), 20 + (k), 20 + (l), \
                            8 + (i), 8 + (j), 24 + (k), 24 + (l), 12 + (i), 12 + (j), 28 + (k),   \
                            28 + (l))
#define DIORAMA_SPREAD(a, i)                                                               \
    __builtin_shufflevector(a, a, i, i, i, i, 4 + (i), 4 + (i), 4 + (i), 4 + (i), 8 + (i), \
                            8 + (i), 8 + (i), 8 + (i), 12 + (i), 12 + (i), 12 + (i), 12 + (i))
#endif

/// Bit e is set where some word of entity e's four is not zero.
DIORAMA_INLINE unsigned any_of_each(Words v) {
#if defined(__x86_64__) && DIORAMA_KERNEL_LANES == 4
    const __m128i zero = _mm_cmpeq_epi32(reinterpret_cast<__m128i>(v), _mm_setzero_si128());
    return _mm_movemask_epi8(zero) != 0xffff;
#elif defined(__x86_64__) && DIORAMA_KERNEL_LANES == 8
    const __m256i zero = _mm256_cmpeq_epi32(reinterpret_cast<__m256i>(v), _mm256_setzero_si256());
    const auto bits = static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(zero)));
    return unsigned((bits & 15) != 15) | unsigned(bits >> 4 != 15) << 1;
#elif defined(__x86_64__)
    const auto bits = static_cast<unsigned>(
        _mm512_test_epi32_mask(reinterpret_cast<__m512i>(v), reinterpret_cast<__m512i>(v)));
    return unsigned((bits & 0xf) != 0) | unsigned((bits & 0xf0) != 0) << 1 |
           unsigned((bits & 0xf00) != 0) << 2 | unsigned((bits & 0xf000) != 0) << 3;
#else
    unsigned result = 0;
    for (unsigned e = 0; e < kEntities; ++e)
        result |= unsigned((v[4 * e] | v[4 * e + 1] | v[4 * e + 2] | v[4 * e + 3]) != 0) << e;
    return result;
#endif
}

DIORAMA_INLINE bool any(Words v) {
    return any_of_each(v) != 0;
}

/// Turns four vectors of rows into four of columns, entity by entity.
DIORAMA_INLINE void transpose(Floats a, Floats b, Floats c, Floats d, Floats* out) {
    const Floats t0 = DIORAMA_SHUFFLE(a, b, 0, 1, 0, 1), t1 = DIORAMA_SHUFFLE(a, b, 2, 3, 2, 3);
    const Floats t2 = DIORAMA_SHUFFLE(c, d, 0, 1, 0, 1), t3 = DIORAMA_SHUFFLE(c, d, 2, 3, 2, 3);
    out[0] = DIORAMA_SHUFFLE(t0, t2, 0, 2, 0, 2);
    out[1] = DIORAMA_SHUFFLE(t0, t2, 1, 3, 1, 3);
    out[2] = DIORAMA_SHUFFLE(t1, t3, 0, 2, 0, 2);
    out[3] = DIORAMA_SHUFFLE(t1, t3, 1, 3, 1, 3);
}

/// Local matrices of a group: matrix row i of entities k, k + 4, ... in at[i][k].
struct Locals {
    Floats at[3][4];
};

DIORAMA_INLINE void compose(const float* const* transforms, Locals& out) {
    Floats u[4], v[4], w[4], c[12], x[4];
    for (unsigned k = 0; k < 4; ++k) {
        const float* rows[kEntities];
        for (unsigned e = 0; e < kEntities; ++e)
            rows[e] = transforms[4 * e + k];
        u[k] = join(rows);
        for (unsigned e = 0; e < kEntities; ++e)
            rows[e] += 4;
        v[k] = join(rows);
        // The last four of ten floats, two of which have been loaded before.
        for (unsigned e = 0; e < kEntities; ++e)
            rows[e] += 2;
        w[k] = join(rows);
    }
    // c: translation x y z, rotation x y z w, scale x y z.
    transpose(u[0], u[1], u[2], u[3], c);
    transpose(v[0], v[1], v[2], v[3], x);
    transpose(w[0], w[1], w[2], w[3], c + 6);
    c[4] = x[0];
    c[5] = x[1];
    const Floats unit = Floats{} + 1.0f;
    const Floats x2 = c[3] + c[3], y2 = c[4] + c[4], z2 = c[5] + c[5];
    const Floats xx = c[3] * x2, xy = c[3] * y2, xz = c[3] * z2;
    const Floats yy = c[4] * y2, yz = c[4] * z2, zz = c[5] * z2;
    const Floats wx = c[6] * x2, wy = c[6] * y2, wz = c[6] * z2;
    transpose((unit - (yy + zz)) * c[7], (xy - wz) * c[8], (xz + wy) * c[9], c[0], out.at[0]);
    transpose((xy + wz) * c[7], (unit - (xx + zz)) * c[8], (yz - wx) * c[9], c[1], out.at[1]);
    transpose((xz - wy) * c[7], (yz + wx) * c[8], (unit - (xx + yy)) * c[9], c[2], out.at[2]);
}

/// What a group's rows add up to; not finite where some entry is not, and perhaps elsewhere.
struct Suspicion {
    Floats sum;
};

/// Places entities k, k + 4, ...; returns bit e for each whose bits changed. A root's matrix is its
/// local one, not a product with the identity, which would turn -0 into 0.
template <bool AllRoots>
DIORAMA_INLINE unsigned place(const Locals& local, unsigned k, const float* const* parents,
                              const unsigned* parent_slots, float* const* globals,
                              Suspicion& suspicion) {
    Floats rows[3];
    for (unsigned i = 0; i < 3; ++i) {
        const Floats l = local.at[i][k];
        if constexpr (AllRoots) {
            rows[i] = l;
        } else {
            const float* at[kEntities];
            Words root{}, last{};
            for (unsigned e = 0; e < kEntities; ++e) {
                at[e] = parents[e] + 4 * i;
                const unsigned is_root = parent_slots[e] == 0 ? 0xffffffffu : 0;
                for (unsigned j = 0; j < 4; ++j)
                    root[4 * e + j] = is_root;
                last[4 * e + 3] = 0xffffffffu;
            }
            const Floats p = join(at);
            Floats r =
                DIORAMA_SPREAD(p, 0) * local.at[0][k] + DIORAMA_SPREAD(p, 1) * local.at[1][k];
            r = r + DIORAMA_SPREAD(p, 2) * local.at[2][k];
            r = r + reinterpret_cast<Floats>(reinterpret_cast<Words>(p) & last);
            rows[i] = reinterpret_cast<Floats>((reinterpret_cast<Words>(l) & root) |
                                               (reinterpret_cast<Words>(r) & ~root));
        }
    }
    Words differ{};
    for (unsigned i = 0; i < 3; ++i) {
        const float* at[kEntities];
        for (unsigned e = 0; e < kEntities; ++e)
            at[e] = globals[e] + 4 * i;
        differ |= reinterpret_cast<Words>(rows[i]) ^ reinterpret_cast<Words>(join(at));
        for (unsigned e = 0; e < kEntities; ++e)
            store(globals[e] + 4 * i, part(rows[i], e));
    }
    suspicion.sum = suspicion.sum + ((rows[0] + rows[1]) + rows[2]) * 0.0f;
    return any_of_each(differ);
}

/// The same for one row whose parent stands in its own group.
DIORAMA_INLINE unsigned place_one(const Locals& local, unsigned row, const float* parent, bool root,
                                  float* global, Four& suspicion) {
    using FourWords = unsigned __attribute__((vector_size(16)));
    Four l[3];
    for (unsigned i = 0; i < 3; ++i)
        l[i] = part(local.at[i][row % 4], row / 4);
    FourWords differ{};
    Four sum{};
    for (unsigned i = 0; i < 3; ++i) {
        Four r = l[i];
        if (!root) {
            const Four p = load(parent + 4 * i);
            r = __builtin_shufflevector(p, p, 0, 0, 0, 0) * l[0] +
                __builtin_shufflevector(p, p, 1, 1, 1, 1) * l[1];
            r = r + __builtin_shufflevector(p, p, 2, 2, 2, 2) * l[2];
            r = r + reinterpret_cast<Four>(reinterpret_cast<FourWords>(p) &
                                           FourWords{0, 0, 0, 0xffffffffu});
        }
        differ |=
            reinterpret_cast<FourWords>(r) ^ reinterpret_cast<FourWords>(load(global + 4 * i));
        store(global + 4 * i, r);
        sum = sum + r;
    }
    suspicion = suspicion + sum * 0.0f;
    return (differ[0] | differ[1] | differ[2] | differ[3]) != 0;
}

/// Whether the placement at \p global holds a NaN or an infinity, exactly.
DIORAMA_INLINE bool not_finite(const float* global) {
    float sum = 0;
    for (unsigned i = 0; i < 12; ++i)
        sum += global[i] * 0.0f;
    return sum != sum;
}

DIORAMA_INLINE float* local_at(const KernelArguments& a, unsigned slot) {
    return reinterpret_cast<float*>(a.blocks[slot / kKernelRows] + kKernelLocal) +
           slot % kKernelRows * 10;
}
DIORAMA_INLINE float* global_at(const KernelArguments& a, unsigned slot) {
    return reinterpret_cast<float*>(a.blocks[slot / kKernelRows] + kKernelGlobal) +
           slot % kKernelRows * 16;
}
/// May alias the floats it stands beside.
using LooseWord = unsigned __attribute__((may_alias));
DIORAMA_INLINE unsigned parent_of(const float* global) {
    return *reinterpret_cast<const LooseWord*>(global + kKernelParent);
}
DIORAMA_INLINE void set_tick(float* global, unsigned now) {
    *reinterpret_cast<LooseWord*>(global + kKernelTick) = now;
}

/// A block's columns are streams too short for the machine's own look-ahead.
DIORAMA_INLINE void fetch_group(const unsigned char* block, unsigned row) {
    const unsigned char* local = block + kKernelLocal + row * 40;
    for (unsigned line = 0; line < kGroup * 40; line += 64)
        __builtin_prefetch(local + line);
    const unsigned char* global = block + kKernelGlobal + row * 64;
    for (unsigned line = 0; line < kGroup * 64; line += 64)
        __builtin_prefetch(global + line);
}

/// Places a group in turn: some row's parent stands in the group itself.
__attribute__((noinline)) unsigned place_in_turn(const KernelArguments& a, const Locals& local,
                                                 unsigned slot, Four& suspicion) {
    unsigned changed = 0;
    for (unsigned row = 0; row < kGroup; ++row) {
        const unsigned parent = parent_of(global_at(a, slot + row));
        changed |= place_one(local, row, global_at(a, parent), parent == 0,
                             global_at(a, slot + row), suspicion)
                   << row;
    }
    return changed;
}

DIORAMA_INLINE unsigned place_group(const KernelArguments& a, unsigned slot, bool& suspect) {
    Locals local;
    const float* transforms[kGroup];
    for (unsigned k = 0; k < kGroup; ++k)
        transforms[k] = local_at(a, slot) + k * 10;
    compose(transforms, local);
    float* const first = global_at(a, slot);
    unsigned slots[kGroup];
    Words parents;
    for (unsigned k = 0; k < kGroup; ++k)
        parents[k] = slots[k] = parent_of(first + k * 16);
    const Words distance = parents - slot;
    unsigned changed = 0;
    Suspicion suspicion{};
    float* globals[kEntities];
    const float* above[kEntities] = {};
    unsigned above_slots[kEntities] = {};
    if (!any(parents)) {
        for (unsigned k = 0; k < 4; ++k) {
            for (unsigned e = 0; e < kEntities; ++e)
                globals[e] = first + (4 * e + k) * 16;
            const unsigned bits = place<true>(local, k, above, above_slots, globals, suspicion);
            for (unsigned e = 0; e < kEntities; ++e)
                changed |= (bits >> e & 1) << (4 * e + k);
        }
    } else if (!any(reinterpret_cast<Words>(distance < kGroup))) {
        for (unsigned k = 0; k < 4; ++k) {
            for (unsigned e = 0; e < kEntities; ++e) {
                globals[e] = first + (4 * e + k) * 16;
                above_slots[e] = slots[4 * e + k];
                above[e] = global_at(a, above_slots[e]);
            }
            const unsigned bits = place<false>(local, k, above, above_slots, globals, suspicion);
            for (unsigned e = 0; e < kEntities; ++e)
                changed |= (bits >> e & 1) << (4 * e + k);
        }
    } else {
        Four one{};
        changed = place_in_turn(a, local, slot, one);
        suspect = !(one[0] + one[1] + one[2] + one[3] == 0);
        return changed;
    }
    suspect = any(reinterpret_cast<Words>(suspicion.sum != suspicion.sum));
    return changed;
}

void place_block(const KernelArguments& a, unsigned id, unsigned next, unsigned end,
                 const KernelWord* flags, KernelResult& result) {
    for (unsigned word = 0; word < 4; ++word)
        result.changed[word] = result.nonfinite[word] = 0;
    constexpr KernelWord kGroupBits = (KernelWord{1} << kGroup) - 1;
    for (unsigned row = 0; row < end; row += kGroup) {
        if ((flags[row / 64] >> (row % 64) & kGroupBits) == 0) continue;
        const unsigned ahead = row + kAhead;
        if (ahead < end) {
            fetch_group(a.blocks[id], ahead);
        } else if (next != 0) {
            fetch_group(a.blocks[next], ahead - end < kKernelRows - kGroup ? ahead - end : 0);
        }
        const unsigned slot = id * kKernelRows + row;
        bool suspect = false;
        const unsigned changed = place_group(a, slot, suspect);
        if (suspect)
            for (unsigned k = 0; k < kGroup; ++k)
                result.nonfinite[row / 64] |= KernelWord{not_finite(global_at(a, slot + k))}
                                              << (row % 64 + k);
        if (changed == 0) continue;
        result.changed[row / 64] |= KernelWord{changed} << (row % 64);
        float* const first = global_at(a, slot);
        for (unsigned k = 0; k < kGroup; ++k)
            if ((changed >> k & 1) != 0) set_tick(first + k * 16, a.now);
    }
}

/// Places kGroup rows anywhere.
DIORAMA_INLINE void place_rows(const KernelArguments& a, const unsigned* slots, unsigned count,
                               unsigned char* changed, unsigned char* nonfinite) {
    Locals local;
    const float* transforms[kGroup];
    for (unsigned k = 0; k < kGroup; ++k)
        transforms[k] = local_at(a, slots[k]);
    compose(transforms, local);
    Suspicion suspicion{};
    unsigned bits = 0;
    for (unsigned k = 0; k < 4; ++k) {
        float* globals[kEntities];
        const float* above[kEntities];
        unsigned above_slots[kEntities];
        for (unsigned e = 0; e < kEntities; ++e) {
            globals[e] = global_at(a, slots[4 * e + k]);
            above_slots[e] = parent_of(globals[e]);
            above[e] = global_at(a, above_slots[e]);
        }
        const unsigned some = place<false>(local, k, above, above_slots, globals, suspicion);
        for (unsigned e = 0; e < kEntities; ++e)
            bits |= (some >> e & 1) << (4 * e + k);
    }
    const bool suspect = any(reinterpret_cast<Words>(suspicion.sum != suspicion.sum));
    for (unsigned k = 0; k < count; ++k) {
        changed[k] = bits >> k & 1;
        nonfinite[k] = suspect && not_finite(global_at(a, slots[k]));
        if (changed[k]) set_tick(global_at(a, slots[k]), a.now);
    }
}

void place_list(const KernelArguments& a, const unsigned* slots, unsigned count,
                unsigned char* changed, unsigned char* nonfinite) {
    unsigned at = 0;
    for (; at + kGroup <= count; at += kGroup)
        place_rows(a, slots + at, kGroup, changed + at, nonfinite + at);
    if (at == count) return;
    unsigned padded[kGroup];
    for (unsigned k = 0; k < kGroup; ++k)
        padded[k] = at + k < count ? slots[at + k] : kKernelScratchRow + k;
    place_rows(a, padded, count - at, changed + at, nonfinite + at);
}

void place_single(const KernelArguments& a, unsigned slot, unsigned char& changed,
                  unsigned char& nonfinite) {
    Locals local;
    const float* transforms[kGroup];
    for (unsigned k = 0; k < kGroup; ++k)
        transforms[k] = local_at(a, slot);
    compose(transforms, local);
    float* const global = global_at(a, slot);
    const unsigned parent = parent_of(global);
    Four suspicion{};
    changed = place_one(local, 0, global_at(a, parent), parent == 0, global, suspicion) != 0;
    nonfinite = not_finite(global);
    if (changed != 0) set_tick(global, a.now);
}

}  // namespace
}  // namespace diorama::detail
