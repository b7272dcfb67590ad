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
inline V bits_xor(V a, V b) {
    return _mm256_xor_si256(a, b);
}
inline V magnitude(V a) {
    return _mm256_abs_epi32(a);
}
inline V sign(V a) {
    return _mm256_srai_epi32(a, 31);
}
template <int Bits>
inline V left(V a) {
    return _mm256_slli_epi32(a, Bits);
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
/// The even lanes of \p even, and those of \p odd as odd lanes.
inline V interleaved(V even, V odd) {
    return _mm256_blend_epi32(even, left64<32>(odd), 0xaa);
}
/// The odd lanes of both as they are.
inline V odd_lanes(V even, V odd) {
    return _mm256_blend_epi32(right64<32>(even), odd, 0xaa);
}
inline M equal(V a, V b) {
    return _mm256_cmpeq_epi32(a, b);
}
inline M not_below(V a, V b) {
    return equal(_mm256_max_epu32(a, b), a);
}
inline M both(M a, M b) {
    return _mm256_and_si256(a, b);
}
inline M first_only(M a, M b) {
    return _mm256_andnot_si256(b, a);
}
inline M has_bits(V a, V bits) {
    return first_only(all(-1), equal(bits_and(a, bits), all(0)));
}
inline bool any(M m) {
    return _mm256_testz_si256(m, m) == 0;
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
/// The lanes of \p m only; the others are 0, and their places are not read.
inline V gather(M m, const void* from, V index) {
    return _mm256_mask_i32gather_epi32(_mm256_setzero_si256(), static_cast<const int*>(from), index,
                                       m, 4);
}
inline V permuted(V a, V index) {
    return _mm256_permutevar8x32_epi32(a, index);
}
/// Lanes of \p low and \p high, side by side.
inline V permuted2(V low, V high, V index) {
    return choose(has_bits(index, all(8)), permuted(high, index), permuted(low, index));
}
/// The lanes of \p m whose \p index lane of \p of is set.
inline M both_at(M m, M of, V index) {
    return both(m, permuted(of, index));
}

}  // namespace
}  // namespace diorama::scene2d::detail
