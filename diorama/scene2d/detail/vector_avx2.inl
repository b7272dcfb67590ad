// SPDX-License-Identifier: MIT
/// \file
/// Eight 32-bit lanes by AVX2, under the names that place_rows_vector.inl uses; a mask is a vector
/// of all or no bits.

#include <immintrin.h>

namespace diorama::scene2d::detail {
namespace {

using V = __m256i;
using M = __m256i;
constexpr unsigned kWidth = 8;

inline V load(const void* from) {
    return _mm256_loadu_si256(static_cast<const V*>(from));
}
inline void store(void* to, V v) {
    _mm256_storeu_si256(static_cast<V*>(to), v);
}
inline V all(int value) {
    return _mm256_set1_epi32(value);
}
inline V all64(long long value) {
    return _mm256_set1_epi64x(value);
}
inline V lane_numbers() {
    return _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
}
inline V add(V a, V b) {
    return _mm256_add_epi32(a, b);
}
inline V sub(V a, V b) {
    return _mm256_sub_epi32(a, b);
}
inline V bits_and(V a, V b) {
    return _mm256_and_si256(a, b);
}
inline V bits_or(V a, V b) {
    return _mm256_or_si256(a, b);
}
inline V bits_xor(V a, V b) {
    return _mm256_xor_si256(a, b);
}
inline V magnitude(V a) {
    return _mm256_abs_epi32(a);
}
template <int Bits>
inline V left(V a) {
    return _mm256_slli_epi32(a, Bits);
}
template <int Bits>
inline V right(V a) {
    return _mm256_srli_epi32(a, Bits);
}
template <int Bits>
inline V right_signed(V a) {
    return _mm256_srai_epi32(a, Bits);
}
inline V add64(V a, V b) {
    return _mm256_add_epi64(a, b);
}
inline V sub64(V a, V b) {
    return _mm256_sub_epi64(a, b);
}
template <int Bits>
inline V right64(V a) {
    return _mm256_srli_epi64(a, Bits);
}
template <int Bits>
inline V left64(V a) {
    return _mm256_slli_epi64(a, Bits);
}
/// Products of the even lanes, 64 bits each.
inline V product(V a, V b) {
    return _mm256_mul_epi32(a, b);
}
/// The odd lanes in the even ones' place; what is in the odd ones is unspecified.
inline V odd_lanes(V a) {
    return _mm256_shuffle_epi32(a, 0xf5);
}
/// The high halves of the 64-bit numbers of \p even in the even lanes, of \p odd in the odd ones.
inline V high_halves(V even, V odd) {
    return _mm256_blend_epi32(right64<32>(even), odd, 0xaa);
}
inline M both(M a, M b) {
    return _mm256_and_si256(a, b);
}
inline M either(M a, M b) {
    return _mm256_or_si256(a, b);
}
inline M first_only(M a, M b) {
    return _mm256_andnot_si256(b, a);
}
/// The lanes of \p m where a is b; and the same of other comparisons, without sign.
inline M equal(M m, V a, V b) {
    return both(m, _mm256_cmpeq_epi32(a, b));
}
inline M not_below(M m, V a, V b) {
    return equal(m, _mm256_max_epu32(a, b), a);
}
inline M below(M m, V a, V b) {
    return first_only(m, _mm256_cmpeq_epi32(_mm256_max_epu32(a, b), a));
}
inline M not_negative(V a) {
    return _mm256_cmpgt_epi32(a, all(-1));
}
inline M has_bits(V a, V bits) {
    return first_only(all(-1), _mm256_cmpeq_epi32(bits_and(a, bits), all(0)));
}
inline bool any(M m) {
    return _mm256_testz_si256(m, m) == 0;
}
inline unsigned first_lane(M m) {
    return static_cast<unsigned>(
        __builtin_ctz(static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(m)))));
}
inline unsigned count(M m) {
    return static_cast<unsigned>(
               __builtin_popcount(static_cast<unsigned>(_mm256_movemask_epi8(m)))) /
           4;
}
inline V keep(M m, V a) {
    return _mm256_and_si256(m, a);
}
inline V choose(M m, V yes, V no) {
    return _mm256_blendv_epi8(no, yes, m);
}
/// \p a, negated in the lanes where \p by is negative.
inline V negated_where(V by, V a) {
    return _mm256_sign_epi32(a, bits_or(by, all(1)));
}
/// The lanes of \p m only; the others are 0, and their places are not read.
inline V gather(M m, const void* from, V index) {
    return _mm256_mask_i32gather_epi32(_mm256_setzero_si256(), static_cast<const int*>(from), index,
                                       m, 4);
}
inline V permuted(V a, V index) {
    return _mm256_permutevar8x32_epi32(a, index);
}
/// The same in the lanes of \p m, \p old in the others.
inline V permuted_over(V old, M m, V a, V index) {
    return choose(m, permuted(a, index), old);
}
/// An index that permuted() takes for the lane's own, and permuted_or_zero() for none.
inline V no_lane() {
    return bits_or(all(static_cast<int>(0x80000000u)), lane_numbers());
}
inline V permuted_or_zero(V a, V index) {
    return keep(not_negative(index), permuted(a, index));
}
/// Whether \p index is of a lane anywhere.
inline bool any_lane(V index) {
    return any(not_negative(index));
}
/// In the lanes of \p m, those of \p low and \p high, side by side; 0 in the others.
inline V permuted2(M m, V low, V high, V index) {
    return keep(m, choose(has_bits(index, all(8)), permuted(high, index), permuted(low, index)));
}

}  // namespace
}  // namespace diorama::scene2d::detail
