// SPDX-License-Identifier: MIT
// The placement kernel, written once for vectors of DIORAMA_KERNEL_LANES floats and compiled by
// kernel_*.cpp for one instruction set each. Local matrices are worked out for as many rows at once
// as a vector has lanes; then each row is multiplied by its parent alone, its matrix rows side by
// side in one, two or three vectors, so that a parent may be the row before. Every operation stays
// within its four floats, so the bits do not depend on the lanes: they are those of affine.hpp.
#include "diorama/scene/detail/kernel.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace diorama::detail {
namespace {

constexpr unsigned kLanes = DIORAMA_KERNEL_LANES;
constexpr unsigned kEntities = kLanes / 4;  // per vector, in compose
constexpr unsigned kGroup = kLanes;         // rows composed at once
constexpr unsigned kAhead = 64;             // rows between a fetch and its use

using Floats = float __attribute__((vector_size(kLanes * 4)));
using Words = unsigned __attribute__((vector_size(kLanes * 4)));
using Four = float __attribute__((vector_size(16)));

#define DIORAMA_INLINE static inline __attribute__((always_inline))
#define DIORAMA_INLINE_MEMBER inline __attribute__((always_inline))

DIORAMA_INLINE Four load(const float* at) {
    Four value;
    __builtin_memcpy(&value, at, sizeof value);  // rows are aligned to 4 bytes only
    return value;
}
DIORAMA_INLINE void store(float* at, Four value) {
    __builtin_memcpy(at, &value, sizeof value);
}

/// Joins one row of each entity.
#if DIORAMA_KERNEL_LANES == 4
DIORAMA_INLINE Floats join(const float* const* rows) {
    return load(rows[0]);
}
#define DIORAMA_SHUFFLE(a, b, i, j, k, l) __builtin_shufflevector(a, b, i, j, 4 + (k), 4 + (l))
#define DIORAMA_SPREAD(a, i) __builtin_shufflevector(a, a, i, i, i, i)
#elif DIORAMA_KERNEL_LANES == 8
DIORAMA_INLINE Floats join(const float* const* rows) {
    return __builtin_shufflevector(load(rows[0]), load(rows[1]), 0, 1, 2, 3, 4, 5, 6, 7);
}
#define DIORAMA_SHUFFLE(a, b, i, j, k, l) \
    __builtin_shufflevector(a, b, i, j, 8 + (k), 8 + (l), 4 + (i), 4 + (j), 12 + (k), 12 + (l))
#define DIORAMA_SPREAD(a, i) \
    __builtin_shufflevector(a, a, i, i, i, i, 4 + (i), 4 + (i), 4 + (i), 4 + (i))
#else
DIORAMA_INLINE Floats join(const float* const* rows) {
    // Masked loads merge without the shuffle that an insertion takes.
    __m512 v = _mm512_maskz_broadcast_f32x4(0xffff, _mm_loadu_ps(rows[0]));
    v = _mm512_mask_broadcast_f32x4(v, 0x00f0, _mm_loadu_ps(rows[1]));
    v = _mm512_mask_broadcast_f32x4(v, 0x0f00, _mm_loadu_ps(rows[2]));
    return _mm512_mask_broadcast_f32x4(v, 0xf000, _mm_loadu_ps(rows[3]));
}
#define DIORAMA_SHUFFLE(a, b, i, j, k, l)                                                         \
    __builtin_shufflevector(a, b, i, j, 16 + (k), 16 + (l), 4 + (i), 4 + (j), 20 + (k), 20 + (l), \
                            8 + (i), 8 + (j), 24 + (k), 24 + (l), 12 + (i), 12 + (j), 28 + (k),   \
                            28 + (l))
#define DIORAMA_SPREAD(a, i)                                                               \
    __builtin_shufflevector(a, a, i, i, i, i, 4 + (i), 4 + (i), 4 + (i), 4 + (i), 8 + (i), \
                            8 + (i), 8 + (i), 8 + (i), 12 + (i), 12 + (i), 12 + (i), 12 + (i))
#endif

/// Turns four vectors of rows into four of columns, entity by entity.
DIORAMA_INLINE void transpose(Floats a, Floats b, Floats c, Floats d, Floats* out) {
    const Floats t0 = DIORAMA_SHUFFLE(a, b, 0, 1, 0, 1), t1 = DIORAMA_SHUFFLE(a, b, 2, 3, 2, 3);
    const Floats t2 = DIORAMA_SHUFFLE(c, d, 0, 1, 0, 1), t3 = DIORAMA_SHUFFLE(c, d, 2, 3, 2, 3);
    out[0] = DIORAMA_SHUFFLE(t0, t2, 0, 2, 0, 2);
    out[1] = DIORAMA_SHUFFLE(t0, t2, 1, 3, 1, 3);
    out[2] = DIORAMA_SHUFFLE(t1, t3, 0, 2, 0, 2);
    out[3] = DIORAMA_SHUFFLE(t1, t3, 1, 3, 1, 3);
}

/// Local matrices of a group: matrix row i of entity 4 * e + k in lanes 4 * e of at[i][k].
struct Locals {
    Floats at[3][4];
};

/// Matrix row \p i of entity \p row.
DIORAMA_INLINE const float* local_row(const Locals& local, unsigned i, unsigned row) {
    return reinterpret_cast<const float*>(&local.at[i][row % 4]) + row / 4 * 4;
}

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

/// May alias the floats it stands beside.
using LooseWord = unsigned __attribute__((may_alias));

DIORAMA_INLINE const float* local_at(const KernelArguments& a, unsigned slot) {
    return reinterpret_cast<const float*>(a.slabs[slot / kKernelSlabRows] + kKernelLocal) +
           slot % kKernelSlabRows * 10;
}
DIORAMA_INLINE float* global_at(const KernelArguments& a, unsigned slot) {
    return reinterpret_cast<float*>(a.slabs[slot / kKernelSlabRows]) + slot % kKernelSlabRows * 16;
}
DIORAMA_INLINE unsigned parent_of(const float* global) {
    return *reinterpret_cast<const LooseWord*>(global + kKernelParent);
}

/// One entity's matrix, its three rows in as many vectors as they need.
struct Placement {
#if DIORAMA_KERNEL_LANES == 16
    Floats at;  // the last four lanes mean nothing
#elif DIORAMA_KERNEL_LANES == 8
    Floats at;
    Four last;
#else
    Four at[3];
#endif
};

/// The product of four floats of parent each with matrix rows of the child.
template <class V, class W>
DIORAMA_INLINE V product(V s0, V s1, V s2, V p, V l0, V l1, V l2, W last) {
    V r = s0 * l0 + s1 * l1;
    r = r + s2 * l2;
    return r + reinterpret_cast<V>(reinterpret_cast<W>(p) & last);
}

using FourWords = unsigned __attribute__((vector_size(16)));
constexpr FourWords kLastOfFour{0, 0, 0, 0xffffffffu};

DIORAMA_INLINE Four product(Four p, Four l0, Four l1, Four l2) {
    return product(__builtin_shufflevector(p, p, 0, 0, 0, 0),
                   __builtin_shufflevector(p, p, 1, 1, 1, 1),
                   __builtin_shufflevector(p, p, 2, 2, 2, 2), p, l0, l1, l2, kLastOfFour);
}

#if DIORAMA_KERNEL_LANES == 16
// Parts of a line, as vectors: mask registers are few, and slow to fill.
constexpr int kOn = -1;
DIORAMA_INLINE __m512i matrix_part() {
    return _mm512_setr_epi32(kOn, kOn, kOn, kOn, kOn, kOn, kOn, kOn, kOn, kOn, kOn, kOn, 0, 0, 0,
                             0);
}
DIORAMA_INLINE __m512i translation_part() {
    return _mm512_setr_epi32(0, 0, 0, kOn, 0, 0, 0, kOn, 0, 0, 0, kOn, 0, 0, 0, 0);
}
DIORAMA_INLINE __m512i stamp_part() {
    return _mm512_setr_epi32(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, kOn, 0, 0);
}
/// The bits of \p a in \p part, those of \p b elsewhere.
DIORAMA_INLINE __m512i select(__m512i part, __m512i a, __m512i b) {
    return _mm512_ternarylogic_epi32(part, a, b, 0xca);
}
#endif

/// Works out entity \p row of a group: its local matrix, times its parent's unless it is a root. A
/// root's matrix is its local one, not a product with the identity, which would turn -0 into 0.
DIORAMA_INLINE Placement work_out(const Locals& local, unsigned row, const float* parent,
                                  bool root) {
    Placement out;
    const float *l0 = local_row(local, 0, row), *l1 = local_row(local, 1, row),
                *l2 = local_row(local, 2, row);
#if DIORAMA_KERNEL_LANES == 16
    const __m512 a = _mm512_maskz_broadcast_f32x4(0xffff, _mm_load_ps(l0));
    if (root) {
        const __m512 b = _mm512_mask_broadcast_f32x4(a, 0x00f0, _mm_load_ps(l1));
        out.at = _mm512_mask_broadcast_f32x4(b, 0x0f00, _mm_load_ps(l2));
        return out;
    }
    const __m512 b = _mm512_maskz_broadcast_f32x4(0xffff, _mm_load_ps(l1)),
                 c = _mm512_maskz_broadcast_f32x4(0xffff, _mm_load_ps(l2));
    // What stands beside the matrix are small integers: floats that slow some machines down.
    const __m512i line = _mm512_and_si512(_mm512_load_si512(parent), matrix_part());
    const Floats p = _mm512_castsi512_ps(line);
    Floats r = DIORAMA_SPREAD(p, 0) * a + DIORAMA_SPREAD(p, 1) * b;
    r = r + DIORAMA_SPREAD(p, 2) * c;
    out.at = r + _mm512_castsi512_ps(_mm512_and_si512(line, translation_part()));
#elif DIORAMA_KERNEL_LANES == 8
    if (root) {
        out.at = __builtin_shufflevector(load(l0), load(l1), 0, 1, 2, 3, 4, 5, 6, 7);
        out.last = load(l2);
        return out;
    }
    const Floats a = _mm256_broadcast_ps(reinterpret_cast<const __m128*>(l0)),
                 b = _mm256_broadcast_ps(reinterpret_cast<const __m128*>(l1)),
                 c = _mm256_broadcast_ps(reinterpret_cast<const __m128*>(l2));
    const Floats p = _mm256_load_ps(parent);
    constexpr Words last{0, 0, 0, 0xffffffffu, 0, 0, 0, 0xffffffffu};
    out.at =
        product(DIORAMA_SPREAD(p, 0), DIORAMA_SPREAD(p, 1), DIORAMA_SPREAD(p, 2), p, a, b, c, last);
    out.last = product(load(parent + 8), __builtin_shufflevector(a, a, 0, 1, 2, 3),
                       __builtin_shufflevector(b, b, 0, 1, 2, 3),
                       __builtin_shufflevector(c, c, 0, 1, 2, 3));
#else
    const Four a = load(l0), b = load(l1), c = load(l2);
    const Four rows[3] = {a, b, c};
    for (unsigned i = 0; i < 3; ++i)
        out.at[i] = root ? rows[i] : product(load(parent + 4 * i), a, b, c);
#endif
    return out;
}

/// What rows add up to: not finite where some entry is not, and perhaps elsewhere.
struct Suspicion {
    Placement sum{};

    DIORAMA_INLINE_MEMBER void add(const Placement& p) {
#if DIORAMA_KERNEL_LANES == 4
        for (unsigned i = 0; i < 3; ++i)
            sum.at[i] = sum.at[i] + p.at[i];
#else
        sum.at = sum.at + p.at;
#if DIORAMA_KERNEL_LANES == 8
        sum.last = sum.last + p.last;
#endif
#endif
    }
    [[nodiscard]] DIORAMA_INLINE_MEMBER bool any() const {
        float all = 0;
#if DIORAMA_KERNEL_LANES == 4
        const Four v = (sum.at[0] + sum.at[1]) + sum.at[2];
#elif DIORAMA_KERNEL_LANES == 8
        const Floats w = sum.at;
        const Four v = (__builtin_shufflevector(w, w, 0, 1, 2, 3) +
                        __builtin_shufflevector(w, w, 4, 5, 6, 7)) +
                       sum.last;
#else
        const Floats w = sum.at;
        const Four v = (__builtin_shufflevector(w, w, 0, 1, 2, 3) +
                        __builtin_shufflevector(w, w, 4, 5, 6, 7)) +
                       __builtin_shufflevector(w, w, 8, 9, 10, 11);
#endif
        for (unsigned i = 0; i < 4; ++i)
            all += v[i] * 0.0f;
        return all != all;
    }
};

/// Writes a matrix and the tick where its bits are others than before; returns whether they are.
DIORAMA_INLINE bool write(float* global, const Placement& placement, unsigned now) {
#if DIORAMA_KERNEL_LANES == 16
    // The whole line at once, so that a child's load finds it in one store.
    __m512i before = _mm512_load_si512(global);
    asm("" : "+v"(before));  // or it would be loaded again for each use
    const __m512i line = select(matrix_part(), _mm512_castps_si512(placement.at), before);
    if (_mm512_cmpneq_epi32_mask(line, before) == 0) return false;
    _mm512_store_si512(global,
                       select(stamp_part(), _mm512_set1_epi32(static_cast<int>(now)), line));
    return true;
#else
#if DIORAMA_KERNEL_LANES == 8
    const __m256i d =
        reinterpret_cast<__m256i>(placement.at) ^ reinterpret_cast<__m256i>(_mm256_load_ps(global));
    const __m128i e = reinterpret_cast<__m128i>(placement.last) ^
                      reinterpret_cast<__m128i>(_mm_load_ps(global + 8));
    const __m256i both = d | _mm256_zextsi128_si256(e);
    if (_mm256_testz_si256(both, both) != 0) return false;
    _mm256_store_ps(global, placement.at);
    store(global + 8, placement.last);
#else
    FourWords d{};
    for (unsigned i = 0; i < 3; ++i)
        d |= reinterpret_cast<FourWords>(placement.at[i]) ^
             reinterpret_cast<FourWords>(load(global + 4 * i));
#if defined(__x86_64__)
    const auto same = _mm_cmpeq_epi32(reinterpret_cast<__m128i>(d), _mm_setzero_si128());
    if (_mm_movemask_epi8(same) == 0xffff) return false;
#else
    if ((d[0] | d[1] | d[2] | d[3]) == 0) return false;
#endif
    for (unsigned i = 0; i < 3; ++i)
        store(global + 4 * i, placement.at[i]);
#endif
    *reinterpret_cast<LooseWord*>(global + kKernelTick) = now;
    return true;
#endif
}

/// Whether the placement at \p global holds a NaN or an infinity, exactly.
DIORAMA_INLINE bool not_finite(const float* global) {
    float sum = 0;
    for (unsigned i = 0; i < 12; ++i)
        sum += global[i] * 0.0f;
    return sum != sum;
}

/// Places entity \p row of a group, at \p global; returns whether its bits changed.
DIORAMA_INLINE bool place(const KernelArguments& a, const Locals& local, unsigned row,
                          float* global, Suspicion& suspicion) {
    const unsigned parent = parent_of(global);
    const Placement placement = work_out(local, row, global_at(a, parent), parent == 0);
    suspicion.add(placement);
    return write(global, placement, a.now);
}

/// A slab's columns are long streams, but too many for the machine's own look-ahead.
DIORAMA_INLINE void fetch_locals(const KernelArguments& a, unsigned slot) {
    const auto* local = reinterpret_cast<const char*>(local_at(a, slot));
    for (unsigned line = 0; line < kGroup * 40; line += 64)
        __builtin_prefetch(local + line);
}

/// Asks for the parents of a group whose rows have been fetched.
DIORAMA_INLINE void fetch_parents(const KernelArguments& a, unsigned slot) {
    const float* global = global_at(a, slot);
    for (unsigned row = 0; row < kGroup; ++row)
        __builtin_prefetch(global_at(a, parent_of(global + row * 16)));
}

/// The slot kAhead rows after \p row of block \p id, which \p next follows; itself where none does.
DIORAMA_INLINE unsigned slot_ahead(unsigned id, unsigned next, unsigned row) {
    const unsigned ahead = row + kAhead;
    if (ahead < kKernelRows) return id * kKernelRows + ahead;
    return next != 0 ? next * kKernelRows + (ahead - kKernelRows) : id * kKernelRows + row;
}

void place_block(const KernelArguments& arguments, unsigned id, unsigned next, unsigned far,
                 const KernelWord* flags, const KernelWord* unused, KernelResult& result) {
    const KernelArguments a = arguments;  // a copy, which no store through floats can alter
    constexpr KernelWord kAll = (KernelWord{1} << kGroup) - 1;
    const unsigned base = id * kKernelRows;
    for (unsigned word = 0; word < 4; ++word) {
        result.changed[word] = result.nonfinite[word] = 0;
        const KernelWord bits = flags[word];
        if (bits == 0) continue;
        // Composed well before they are used, so that they come from the cache, not from stores
        // that are still under way.
        Locals local[64 / kGroup];
        for (unsigned g = 0; g < 64 / kGroup; ++g) {
            const unsigned row = word * 64 + g * kGroup;
            fetch_locals(a, slot_ahead(id, next, row));
            if (far != 0) {
                const unsigned soon = row + kAhead / 2;
                if (soon < kKernelRows) {
                    if ((far & 1) != 0) fetch_parents(a, base + soon);
                } else if ((far & 2) != 0) {
                    fetch_parents(a, next * kKernelRows + (soon - kKernelRows));
                }
            }
            if ((bits >> (g * kGroup) & kAll) == 0) continue;
            const float* transforms[kGroup];
            for (unsigned k = 0; k < kGroup; ++k)
                transforms[k] = local_at(a, base + row) + k * 10;
            compose(transforms, local[g]);
        }
        Suspicion suspicion;
        for (unsigned g = 0; g < 64 / kGroup; ++g) {
            const auto some = static_cast<unsigned>(bits >> (g * kGroup) & kAll);
            float* const first = global_at(a, base + word * 64 + g * kGroup);
            const float* const ahead = global_at(a, slot_ahead(id, next, word * 64 + g * kGroup));
            unsigned changed = 0;
            // Rows that nobody uses are placed, too, where that makes a group whole.
            if (some != 0 && (some | (unused[word] >> (g * kGroup) & kAll)) == kAll) {
#pragma GCC unroll 16
                for (unsigned k = 0; k < kGroup; ++k) {
                    // One by one: many at once would be waited for.
                    __builtin_prefetch(ahead + k * 16, 1);
                    changed |= unsigned{place(a, local[g], k, first + k * 16, suspicion)} << k;
                }
            } else {
                for (unsigned k = 0; k < kGroup; ++k)
                    __builtin_prefetch(ahead + k * 16, 1);
                // Rows that are not asked for are neither written nor is their parent read: they
                // may be another worker's to read, and theirs another's to write.
                for (unsigned left = some; left != 0; left &= left - 1) {
                    const auto k = static_cast<unsigned>(__builtin_ctz(left));
                    changed |= unsigned{place(a, local[g], k, first + k * 16, suspicion)} << k;
                }
            }
            result.changed[word] |= KernelWord{changed & some} << (g * kGroup);
        }
        if (!suspicion.any()) continue;
        for (unsigned k = 0; k < 64; ++k)
            if ((bits >> k & 1) != 0 && not_finite(global_at(a, base + word * 64 + k)))
                result.nonfinite[word] |= KernelWord{1} << k;
    }
}

void place_list(const KernelArguments& arguments, const unsigned* slots, unsigned count,
                KernelWord& changed, KernelWord& nonfinite) {
    const KernelArguments a = arguments;
    changed = nonfinite = 0;
    const float* transforms[64 + kGroup];
    float* globals[64];
    for (unsigned k = 0; k < count; ++k) {
        transforms[k] = local_at(a, slots[k]);
        globals[k] = global_at(a, slots[k]);
    }
    // The last group is composed whole.
    for (unsigned k = 0; k < kGroup; ++k)
        transforms[count + k] = transforms[0];
    // All before any is used, as in place_block().
    Locals locals[64 / kGroup];
    for (unsigned at = 0; at < count; at += kGroup)
        compose(transforms + at, locals[at / kGroup]);
    Suspicion suspicion;
    for (unsigned at = 0; at < count; at += kGroup) {
        const unsigned size = count - at < kGroup ? count - at : kGroup;
        const Locals& local = locals[at / kGroup];
        unsigned bits = 0;
        if (size == kGroup) {
#pragma GCC unroll 16
            for (unsigned k = 0; k < kGroup; ++k)
                bits |= unsigned{place(a, local, k, globals[at + k], suspicion)} << k;
        } else {
            for (unsigned k = 0; k < size; ++k)
                bits |= unsigned{place(a, local, k, globals[at + k], suspicion)} << k;
        }
        changed |= KernelWord{bits} << at;
    }
    if (!suspicion.any()) return;
    for (unsigned k = 0; k < count; ++k)
        nonfinite |= KernelWord{not_finite(globals[k])} << k;
}

}  // namespace
}  // namespace diorama::detail
