// SPDX-License-Identifier: MIT
/// \file
/// JSON's numbers, correctly rounded: JsonNumber, parse_json_number.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace diorama::gltf::detail {

/// A parsed number: how many characters it took (0: not a JSON number) and its value.
struct JsonNumber {
    std::size_t length = 0;  ///< characters
    double value = 0;        ///< correctly rounded; infinite when too large
};

/// A number's parts as its characters give them.
struct NumberParts {
    std::uint64_t digits = 0;   ///< all of them as one integer, if there are at most 19
    std::size_t count = 0;      ///< how many there are, leading zeros included
    std::int64_t exponent = 0;  ///< of ten, for the digits as an integer
    bool negative = false;      ///< starts with a minus
};

/// The value of \p parts, which \p text spells, by way of wider integers or the standard library.
[[nodiscard]] double slow_number(const NumberParts& parts, std::string_view text) noexcept;

inline constexpr std::array kPowersOfTen{1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                         1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                         1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

[[nodiscard]] constexpr bool is_digit(char c) noexcept {
    return static_cast<unsigned char>(c - '0') < 10;
}

/// The number that eight digits make, the first of them in the lowest byte; each a byte of 0 to 9.
[[nodiscard]] constexpr std::uint64_t joined_digits(std::uint64_t bytes) noexcept {
    constexpr std::uint64_t kMask = 0x000000ff000000ff;
    bytes = bytes * 10 + (bytes >> 8);  // pairs, in every second byte
    return ((bytes & kMask) * (100 + (1'000'000ull << 32)) +
            (bytes >> 16 & kMask) * (1 + (10'000ull << 32))) >>
           32;
}

/// Appends the digits at \p at to \p digits, eight at a time; where they end.
[[nodiscard]] inline const char* take_digits(const char* at, const char* end,
                                             std::uint64_t& digits) noexcept {
    static_assert(std::endian::native == std::endian::little);
    constexpr std::array<std::uint32_t, 8> kScale{1,      10,      100,       1'000,
                                                  10'000, 100'000, 1'000'000, 10'000'000};
    while (end - at >= 8) {
        std::uint64_t bytes = 0;
        std::memcpy(&bytes, at, 8);
        bytes ^= 0x3030303030303030;  // digits become 0 to 9
        const std::uint64_t others = ((bytes + 0x7676767676767676) | bytes) & 0x8080808080808080;
        if (others == 0) {
            digits = digits * 100'000'000 + joined_digits(bytes);
            at += 8;
            continue;
        }
        const int count = std::countr_zero(others) / 8;
        if (count == 0) return at;
        digits = digits * kScale[static_cast<std::size_t>(count)] +
                 joined_digits(bytes << (64 - 8 * count));
        return at + count;
    }
    for (; at != end && is_digit(*at); ++at)
        digits = digits * 10 + static_cast<std::uint64_t>(*at - '0');
    return at;
}

/// Reads the exponent at \p at, an `e`, into \p parts; where it ends, nullptr where it is none.
[[nodiscard]] inline const char* take_exponent(const char* at, const char* end,
                                               NumberParts& parts) noexcept {
    ++at;
    const bool down = at != end && *at == '-';
    if (at != end && (*at == '+' || *at == '-')) ++at;
    if (at == end || !is_digit(*at)) return nullptr;
    std::int64_t power = 0;
    for (; at != end && is_digit(*at); ++at)
        if (power < 1'000'000'000'000) power = power * 10 + (*at - '0');
    parts.exponent += down ? -power : power;
    return at;
}

/// Reads the JSON number that \p text starts with.
[[nodiscard]] inline JsonNumber parse_json_number(std::string_view text) noexcept {
    const char* const begin = text.data();
    const char* const end = begin + text.size();
    const char* at = begin;
    NumberParts parts;
    parts.negative = at != end && *at == '-';
    if (parts.negative) ++at;
    const char* const whole = at;
    at = take_digits(at, end, parts.digits);
    parts.count = static_cast<std::size_t>(at - whole);
    if (parts.count == 0 || (*whole == '0' && parts.count > 1)) return {};
    if (at != end && *at == '.') {
        const char* const fraction = ++at;
        at = take_digits(at, end, parts.digits);
        if (at == fraction) return {};
        parts.count += static_cast<std::size_t>(at - fraction);
        parts.exponent = fraction - at;
    }
    if (at != end && (*at == 'e' || *at == 'E')) {
        at = take_exponent(at, end, parts);
        if (at == nullptr) return {};
    }
    const auto length = static_cast<std::size_t>(at - begin);
    // Both the digits and the power of ten are exact doubles, so one rounding is the right one.
    // Source: Clinger, "How to Read Floating Point Numbers Accurately", 1990.
    if (parts.count <= 19 && parts.digits <= 1ull << 53 && parts.exponent >= -22 &&
        parts.exponent <= 22) {
        const double power = kPowersOfTen[static_cast<std::size_t>(
            parts.exponent < 0 ? -parts.exponent : parts.exponent)];
        const auto digits = static_cast<double>(parts.digits);
        const double value = parts.exponent < 0 ? digits / power : digits * power;
        return {length, parts.negative ? -value : value};
    }
    return {length, slow_number(parts, text.substr(0, length))};
}

}  // namespace diorama::gltf::detail
