// SPDX-License-Identifier: MIT
/// \file
/// Sixteen 32-bit lanes by AVX-512, under the names that place_rows_vector.inl uses.

#include <immintrin.h>

namespace diorama::scene2d::detail {
namespace {

using V = __m512i;
using M = __mmask16;
constexpr unsigned kWidth = 16;

inline V load(const void* from) {
    return _mm512_loadu_si512(from);
}
inline void store(void* to, V v) {
    _mm512_storeu_si512(to, v);
}
inline V all(int value) {
    return _mm512_set1_epi32(value);
}
inline V all64(long long value) {
    return _mm512_set1_epi64(value);
}
inline V lane_numbers() {
    return _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}
inline V add(V a, V b) {
    return _mm512_add_epi32(a, b);
}
inline V sub(V a, V b) {
    return _mm512_sub_epi32(a, b);
}
inline V bits_and(V a, V b) {
    return _mm512_and_si512(a, b);
}
inline V bits_xor(V a, V b) {
    return _mm512_xor_si512(a, b);
}
inline V magnitude(V a) {
    return _mm512_abs_epi32(a);
}
inline V sign(V a) {
    return _mm512_srai_epi32(a, 31);
}
template <int Bits>
inline V left(V a) {
    return _mm512_slli_epi32(a, Bits);
}
inline V add64(V a, V b) {
    return _mm512_add_epi64(a, b);
}
inline V sub64(V a, V b) {
    return _mm512_sub_epi64(a, b);
}
template <int Bits>
inline V right64(V a) {
    return _mm512_srli_epi64(a, Bits);
}
template <int Bits>
inline V left64(V a) {
    return _mm512_slli_epi64(a, Bits);
}
/// Products of the even lanes, 64 bits each.
inline V product(V a, V b) {
    return _mm512_mul_epi32(a, b);
}
/// The even lanes of \p even, and those of \p odd as odd lanes.
inline V interleaved(V even, V odd) {
    return _mm512_mask_blend_epi32(0xaaaa, even, left64<32>(odd));
}
/// The odd lanes of both as they are.
inline V odd_lanes(V even, V odd) {
    return _mm512_mask_blend_epi32(0xaaaa, right64<32>(even), odd);
}
inline M equal(V a, V b) {
    return _mm512_cmpeq_epi32_mask(a, b);
}
inline M not_below(V a, V b) {
    return _mm512_cmpge_epu32_mask(a, b);
}
inline M has_bits(V a, V bits) {
    return _mm512_test_epi32_mask(a, bits);
}
inline M both(M a, M b) {
    return static_cast<M>(a & b);
}
inline M first_only(M a, M b) {
    return static_cast<M>(a & ~b);
}
inline bool any(M m) {
    return m != 0;
}
inline unsigned count(M m) {
    return static_cast<unsigned>(__builtin_popcount(m));
}
inline V keep(M m, V a) {
    return _mm512_maskz_mov_epi32(m, a);
}
inline V choose(M m, V yes, V no) {
    return _mm512_mask_blend_epi32(m, no, yes);
}
/// The lanes of \p m only; the others are 0, and their places are not read.
inline V gather(M m, const void* from, V index) {
    return _mm512_mask_i32gather_epi32(_mm512_setzero_si512(), m, index, from, 4);
}
inline V permuted(V a, V index) {
    return _mm512_permutexvar_epi32(index, a);
}
/// Lanes of \p low and \p high, side by side.
inline V permuted2(V low, V high, V index) {
    return _mm512_permutex2var_epi32(low, index, high);
}
/// The lanes of \p m whose \p index lane of \p of is set.
inline M both_at(M m, M of, V index) {
    return _mm512_mask_test_epi32_mask(m, permuted(_mm512_maskz_set1_epi32(of, -1), index),
                                       all(-1));
}

}  // namespace
}  // namespace diorama::scene2d::detail
