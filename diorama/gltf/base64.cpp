// SPDX-License-Identifier: MIT
#include "diorama/gltf/detail/base64.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "diorama/gltf/detail/large_pages.hpp"

namespace diorama::gltf::detail {

namespace {

constexpr std::uint32_t kNotBase64 = 1u << 31;

/// What each character adds to the 24 bits of a group of four, by its place in the group, as the
/// bytes lie in memory; kNotBase64 for what is not of the alphabet.
constexpr std::array<std::array<std::uint32_t, 256>, 4> kBase64 = [] {
    std::array<std::array<std::uint32_t, 256>, 4> tables{};
    constexpr std::string_view kAlphabet =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (std::size_t place = 0; place < 4; ++place) {
        tables[place].fill(kNotBase64);
        for (std::uint32_t value = 0; value < kAlphabet.size(); ++value) {
            const std::uint32_t group = value << (18 - 6 * place);
            tables[place][static_cast<unsigned char>(kAlphabet[value])] =
                group >> 16 | (group & 0xff00) | (group & 0xff) << 16;
        }
    }
    return tables;
}();

#if defined(__x86_64__)
#define DIORAMA_AVX2 __attribute__((target("avx2")))

DIORAMA_AVX2 inline __m256i all(int c) {
    return _mm256_set1_epi8(static_cast<char>(c));
}

/// All bits of each byte of \p c that is from \p first to \p last.
DIORAMA_AVX2 inline __m256i between(__m256i c, char first, char last) {
    return _mm256_and_si256(_mm256_cmpgt_epi8(c, all(first - 1)),
                            _mm256_cmpgt_epi8(all(last + 1), c));
}

/// Decodes from the front of \p text to \p to, which has room for all of it, 32 characters at a
/// time, as long as they are of the alphabet; how many characters that were.
///
/// Source: after Mula and Lemire, "Faster Base64 Encoding and Decoding Using AVX2 Instructions",
/// 2018.
DIORAMA_AVX2 std::size_t decode_wide(std::string_view text, std::byte* to) {
    // In groups of four 6-bit numbers the first goes to the front: joined by pairs, then by fours.
    const __m256i pairs = _mm256_set1_epi32(0x01400140);
    const __m256i fours = _mm256_set1_epi32(0x00011000);
    const __m256i order =
        _mm256_setr_epi8(2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, -1, -1, -1, -1,  //
                         2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, -1, -1, -1, -1);
    const __m256i together = _mm256_setr_epi32(0, 1, 2, 4, 5, 6, 3, 7);
    std::size_t i = 0;
    // 32 bytes are written for 24: there must be 8 more behind them, of 12 characters.
    for (; i + 44 <= text.size(); i += 32, to += 24) {
        const __m256i c = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(text.data() + i));
        const __m256i upper = between(c, 'A', 'Z');
        const __m256i lower = between(c, 'a', 'z');
        const __m256i digit = between(c, '0', '9');
        const __m256i plus = _mm256_cmpeq_epi8(c, all('+'));
        const __m256i slash = _mm256_cmpeq_epi8(c, all('/'));
        const __m256i known = _mm256_or_si256(_mm256_or_si256(upper, lower),
                                              _mm256_or_si256(digit, _mm256_or_si256(plus, slash)));
        if (_mm256_movemask_epi8(known) != -1) break;
        const __m256i shift = _mm256_or_si256(
            _mm256_or_si256(_mm256_and_si256(upper, all(-'A')),
                            _mm256_and_si256(lower, all(26 - 'a'))),
            _mm256_or_si256(_mm256_and_si256(digit, all(52 - '0')),
                            _mm256_or_si256(_mm256_and_si256(plus, all(62 - '+')),
                                            _mm256_and_si256(slash, all(63 - '/')))));
        const __m256i bits =
            _mm256_madd_epi16(_mm256_maddubs_epi16(_mm256_add_epi8(c, shift), pairs), fours);
        const __m256i bytes =
            _mm256_permutevar8x32_epi32(_mm256_shuffle_epi8(bits, order), together);
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), bytes);
    }
    return i;
}
#endif

}  // namespace

std::optional<std::vector<std::byte>> decode_base64(std::string_view text) {
    for (int i = 0; i < 2 && text.ends_with('='); ++i)
        text.remove_suffix(1);
    const std::size_t tail = text.size() % 4;
    if (tail == 1) return std::nullopt;
    const auto bits = [&](std::size_t place, std::size_t i) {
        return kBase64[place][static_cast<unsigned char>(text[i])];
    };
    std::vector<std::byte> out;
    const std::size_t size = text.size() / 4 * 3 + (tail == 0 ? 0 : tail - 1);
    out.reserve(size);
    FreshMemory(out.data(), size).reach(size);
    out.resize(size);
    std::byte* to = out.data();
    std::uint32_t seen = 0;
    std::size_t i = 0;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) {
        i = decode_wide(text, to);
        to += i / 4 * 3;
    }
#endif
    // A group is written as four bytes, so that the last ones have to be written by themselves.
    for (; i + 8 <= text.size(); i += 4, to += 3) {
        const std::uint32_t group = bits(0, i) | bits(1, i + 1) | bits(2, i + 2) | bits(3, i + 3);
        seen |= group;
        std::memcpy(to, &group, 4);
    }
    while (i < text.size()) {
        std::uint32_t group = 0;
        const std::size_t count = std::min<std::size_t>(4, text.size() - i);
        for (std::size_t place = 0; place < count; ++place)
            group |= bits(place, i++);
        seen |= group;
        std::memcpy(to, &group, count - 1);
        to += count - 1;
    }
    if ((seen & kNotBase64) != 0) return std::nullopt;
    return out;
}

}  // namespace diorama::gltf::detail
