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
inline V bits_or(V a, V b) {
    return _mm512_or_si512(a, b);
}
inline V bits_xor(V a, V b) {
    return _mm512_xor_si512(a, b);
}
inline V magnitude(V a) {
    return _mm512_abs_epi32(a);
}
template <int Bits>
inline V left(V a) {
    return _mm512_slli_epi32(a, Bits);
}
template <int Bits>
inline V right(V a) {
    return _mm512_srli_epi32(a, Bits);
}
template <int Bits>
inline V right_signed(V a) {
    return _mm512_srai_epi32(a, Bits);
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
/// The odd lanes in the even ones' place; what is in the odd ones is unspecified.
inline V odd_lanes(V a) {
    return _mm512_shuffle_epi32(a, _MM_PERM_DDBB);
}
/// The high halves of the 64-bit numbers of \p even in the even lanes, of \p odd in the odd ones.
inline V high_halves(V even, V odd) {
    return _mm512_mask_shuffle_epi32(odd, 0x5555, even, _MM_PERM_DDBB);
}
/// The lanes of \p m where a is b; and the same of other comparisons, without sign.
inline M equal(M m, V a, V b) {
    return _mm512_mask_cmpeq_epi32_mask(m, a, b);
}
inline M below(M m, V a, V b) {
    return _mm512_mask_cmplt_epu32_mask(m, a, b);
}
inline M not_below(M m, V a, V b) {
    return _mm512_mask_cmpge_epu32_mask(m, a, b);
}
inline M not_negative(V a) {
    return _mm512_cmpge_epi32_mask(a, _mm512_setzero_si512());
}
inline M has_bits(V a, V bits) {
    return _mm512_test_epi32_mask(a, bits);
}
inline M both(M a, M b) {
    return static_cast<M>(a & b);
}
inline M either(M a, M b) {
    return static_cast<M>(a | b);
}
inline M first_only(M a, M b) {
    return static_cast<M>(a & ~b);
}
inline bool any(M m) {
    return m != 0;
}
inline unsigned first_lane(M m) {
    return static_cast<unsigned>(__builtin_ctz(m));
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
/// \p a, negated in the lanes where \p by is negative.
inline V negated_where(V by, V a) {
    return _mm512_mask_sub_epi32(a, _mm512_movepi32_mask(by), _mm512_setzero_si512(), a);
}
/// The lanes of \p m only; the others are 0, and their places are not read.
inline V gather(M m, const void* from, V index) {
    return _mm512_mask_i32gather_epi32(_mm512_setzero_si512(), m, index, from, 4);
}
inline V permuted(V a, V index) {
    return _mm512_permutexvar_epi32(index, a);
}
/// The same in the lanes of \p m, \p old in the others.
inline V permuted_over(V old, M m, V a, V index) {
    return _mm512_mask_permutexvar_epi32(old, m, index, a);
}
/// An index that permuted() takes for the lane's own, and permuted_or_zero() for none.
inline V no_lane() {
    return add(all(16), lane_numbers());
}
inline V permuted_or_zero(V a, V index) {
    return _mm512_permutex2var_epi32(a, index, _mm512_setzero_si512());
}
/// Whether \p index is of a lane anywhere.
inline bool any_lane(V index) {
    return _mm512_cmplt_epi32_mask(index, all(16)) != 0;
}
/// In the lanes of \p m, those of \p low and \p high, side by side; 0 in the others.
inline V permuted2(M m, V low, V high, V index) {
    return _mm512_maskz_permutex2var_epi32(m, low, index, high);
}

}  // namespace
}  // namespace diorama::scene2d::detail
