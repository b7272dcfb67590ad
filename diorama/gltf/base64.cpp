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

/// All bits of each byte of \p c that is of the alphabet.
DIORAMA_AVX2 inline __m256i is_known(__m256i c) {
    const __m256i letter = _mm256_or_si256(between(c, 'A', 'Z'), between(c, 'a', 'z'));
    const __m256i sign =
        _mm256_or_si256(_mm256_cmpeq_epi8(c, all('+')), _mm256_cmpeq_epi8(c, all('/')));
    return _mm256_or_si256(_mm256_or_si256(letter, between(c, '0', '9')), sign);
}

/// How many characters from the front of \p text on, 32 at a time, are of the alphabet.
DIORAMA_AVX2 std::size_t count_known(std::string_view text) {
    std::size_t i = 0;
    for (; i + 32 <= text.size(); i += 32) {
        const __m256i c = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(text.data() + i));
        if (_mm256_movemask_epi8(is_known(c)) != -1) break;
    }
    return i;
}

/// Decodes from the front of \p text to \p to, which has room for all of it, 32 characters at a
/// time; how many characters that were. Expects that all are of the alphabet.
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

/// What character \p i of \p text, which stands at \p place of its group, adds to the group.
std::uint32_t bits(std::string_view text, std::size_t place, std::size_t i) {
    return kBase64[place][static_cast<unsigned char>(text[i])];
}

bool all_known(std::string_view text) {
    std::size_t i = 0;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) i = count_known(text);
#endif
    std::uint32_t seen = 0;
    for (; i < text.size(); ++i)
        seen |= bits(text, 0, i);
    return (seen & kNotBase64) == 0;
}

/// Decodes \p text, whole groups and at most one shorter one, to \p to; writes nothing behind it.
void decode(std::string_view text, std::byte* to) {
    std::size_t i = 0;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) {
        i = decode_wide(text, to);
        to += i / 4 * 3;
    }
#endif
    // A group is written as four bytes, so that the last ones have to be written by themselves.
    for (; i + 8 <= text.size(); i += 4, to += 3) {
        const std::uint32_t group =
            bits(text, 0, i) | bits(text, 1, i + 1) | bits(text, 2, i + 2) | bits(text, 3, i + 3);
        std::memcpy(to, &group, 4);
    }
    while (i < text.size()) {
        std::uint32_t group = 0;
        const std::size_t count = std::min<std::size_t>(4, text.size() - i);
        for (std::size_t place = 0; place < count; ++place)
            group |= bits(text, place, i++);
        std::memcpy(to, &group, count - 1);
        to += count - 1;
    }
}

/// \p text without its padding, if it is well-formed.
std::optional<std::string_view> unpadded(std::string_view text) {
    if (base64_ending(text) == Base64Ending::broken) return std::nullopt;
    // A third one is no padding, and not of the alphabet.
    for (int i = 0; i < 2 && text.ends_with('='); ++i)
        text.remove_suffix(1);
    if (!all_known(text)) return std::nullopt;
    return text;
}

/// The bytes of well-formed \p text.
std::size_t size_of(std::string_view text) {
    const std::size_t tail = text.size() % 4;
    return text.size() / 4 * 3 + (tail == 0 ? 0 : tail - 1);
}

// Bytes decoded at a time: whole groups, in whole pages.
constexpr std::size_t kBlock = std::size_t{12} << 10;

}  // namespace

Base64Ending base64_ending(std::string_view text) noexcept {
    const std::size_t whole = text.size();
    while (whole - text.size() < 2 && text.ends_with('='))
        text.remove_suffix(1);
    const std::size_t padding = whole - text.size();
    const std::size_t tail = text.size() % 4;
    if (tail == 1 || (padding != 0 && whole % 4 != 0)) return Base64Ending::broken;
    if (tail == 0) return Base64Ending::sound;
    // Two characters hold 12 bits for one byte, three 18 for two.
    const std::uint32_t last = kBase64[3][static_cast<unsigned char>(text.back())];
    const std::uint32_t spare = tail == 2 ? 0xf : 0x3;
    if ((last & kNotBase64) == 0 && (last >> 16 & spare) != 0) return Base64Ending::spare_bits;
    return padding == 0 ? Base64Ending::unpadded : Base64Ending::sound;
}

Base64::Base64(std::string_view text, std::size_t size)
    : text_(text),
      size_(size),
      bytes_(std::make_unique_for_overwrite<std::byte[]>(size)),
      decoded_((size + kBlock - 1) / kBlock, false) {}

std::optional<Base64> Base64::of(std::string_view text) {
    const std::optional<std::string_view> whole = unpadded(text);
    if (!whole) return std::nullopt;
    return Base64(*whole, size_of(*whole));
}

std::span<const std::byte> Base64::bytes(std::size_t first, std::size_t count) {
    const std::size_t begin = first / kBlock;
    const std::size_t end = count == 0 ? begin : (first + count + kBlock - 1) / kBlock;
    FreshMemory memory(bytes_.get() + begin * kBlock,
                       std::min(end * kBlock, size_) - begin * kBlock);
    for (std::size_t block = begin; block < end; ++block) {
        if (decoded_[block]) continue;
        memory.reach(std::min((block + 1) * kBlock, size_) - begin * kBlock);
        decode(text_.substr(block * (kBlock / 3 * 4), kBlock / 3 * 4),
               bytes_.get() + block * kBlock);
        decoded_[block] = true;
    }
    return {bytes_.get() + first, count};
}

std::optional<std::vector<std::byte>> decode_base64(std::string_view text) {
    const std::optional<std::string_view> whole = unpadded(text);
    if (!whole) return std::nullopt;
    std::vector<std::byte> out(size_of(*whole));
    decode(*whole, out.data());
    return out;
}

}  // namespace diorama::gltf::detail
