// SPDX-License-Identifier: MIT
/// \file
/// The arithmetic that every kernel and the scalar code share, one lane at a time. Included by
/// kernel files, so it holds no name of std: the linker may not mix their copies.
/// Design page: docs/design/fixed_point.md.

// Minimax coefficients of sin(pi/4 u)/u and cos(pi/4 u) in z = u * u, u from -1 to 1 (Remez
// exchange in 60-digit arithmetic; errors 1.7e-12 and 5.4e-11). The sine's first is in 2^-31, its
// others in 2^-34; the cosine's, after one of exactly 1, is in 2^-32, its others in 2^-36.
static const long long kSine0 = 1686629713, kSine1 = -1387197330, kSine2 = 42784617,
                       kSine3 = -628292, kSine4 = 5301;
static const long long kCosine1 = -1324675872, kCosine2 = 1089501107, kCosine3 = -22398564,
                       kCosine4 = 242671;

/// (a * b) / 2^30, rounded down, of numbers that fit 32 bits.
static inline long long scaled_product(long long a, long long b) {
    return (static_cast<long long>(static_cast<int>(a)) * static_cast<int>(b)) >> 30;
}

/// Cosine and sine of \p angle (2^-32 turns) in 2^-30.
static inline void lane_direction(unsigned angle, int& cosine, int& sine) {
    // The nearest quarter turn, and the rest, from -1/8 to 1/8 turn.
    const unsigned quarter = angle + 0x20000000u;
    const int rest = static_cast<int>(angle - (quarter & 0xc0000000u));
    const long long u = static_cast<long long>(rest) * 2;  // in 2^-30 of 1/8 turn
    const long long z = (u * u + (1 << 29)) >> 30;
    long long s = scaled_product(kSine4, z) + kSine3;
    s = scaled_product(s, z) + kSine2;
    s = scaled_product(s, z) + kSine1;
    s = scaled_product(s, z);
    // size * kSine0 is in 2^-61 and size * s in 2^-64, where the sine is below 2^64: unsigned. The
    // sign is taken off before and put back after, so that -u gives the negated bits.
    const long long size = u < 0 ? -u : u;
    const unsigned long long product = (static_cast<unsigned long long>(size * kSine0) << 3) +
                                       static_cast<unsigned long long>(size * s);
    const int odd = static_cast<int>((product + (1ull << 33)) >> 34);
    const int sin_rest = u < 0 ? -odd : odd;
    long long c = scaled_product(kCosine4, z) + kCosine3;
    c = scaled_product(c, z) + kCosine2;
    c = ((c * z + (1ll << 33)) >> 34) + kCosine1;
    const int cos_rest = static_cast<int>((1ll << 30) + ((c * z + (1ll << 31)) >> 32));
    // A quarter turn on: (cos, sin) becomes (-sin, cos); two negate both.
    const bool swap = (quarter & 0x40000000u) != 0;
    const bool negate_cos = ((quarter + 0x40000000u) & 0x80000000u) != 0;
    const bool negate_sin = (quarter & 0x80000000u) != 0;
    const int along = swap ? sin_rest : cos_rest, across = swap ? cos_rest : sin_rest;
    cosine = negate_cos ? -along : along;
    sine = negate_sin ? -across : across;
}

/// The turned coordinate \p a * \p c + \p b * \p s in 2^-16, rounded once.
static inline long long lane_turned(int a, int c, int b, int s) {
    const long long sum = static_cast<long long>(a) * c + static_cast<long long>(b) * s;
    return (sum + (1 << 29) - (sum < 0 ? 1 : 0)) >> 30;
}

/// \p base + \p turned, saturated.
static inline int lane_sum(int base, long long turned, unsigned long long& saturated) {
    const long long sum = base + turned;
    if (sum == static_cast<int>(sum)) return static_cast<int>(sum);
    ++saturated;
    return sum < 0 ? -2147483647 - 1 : 2147483647;
}
