// SPDX-License-Identifier: MIT
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "diorama/gltf/detail/json_reader.hpp"

namespace diorama::gltf::detail {

namespace {

constexpr std::array kPowersOfTen{1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                  1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                  1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// A number's parts as its characters give them.
struct Parts {
    std::uint64_t digits = 0;   ///< the first 19 significant ones
    int significant = 0;        ///< how many there are; above 19 `digits` is cut short
    std::int64_t exponent = 0;  ///< of ten, for the digits as an integer
    bool negative = false;      ///< starts with a minus
    std::size_t length = 0;     ///< characters; 0 when it is not a number
};

void take_digit(Parts& parts, char c) {
    if (parts.significant > 0 || c != '0') ++parts.significant;
    if (parts.significant <= 19) {
        parts.digits = parts.digits * 10 + static_cast<std::uint64_t>(c - '0');
    }
}

Parts scan(std::string_view text) {
    Parts parts;
    std::size_t i = 0;
    const auto digit_at = [&](std::size_t k) { return k < text.size() && is_digit(text[k]); };
    if (i < text.size() && text[i] == '-') {
        parts.negative = true;
        ++i;
    }
    if (!digit_at(i)) return {};
    if (text[i] == '0') {
        ++i;
        if (digit_at(i)) return {};
    } else {
        for (; digit_at(i); ++i)
            take_digit(parts, text[i]);
    }
    if (i < text.size() && text[i] == '.') {
        ++i;
        if (!digit_at(i)) return {};
        for (; digit_at(i); ++i) {
            take_digit(parts, text[i]);
            --parts.exponent;
        }
    }
    if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
        ++i;
        bool down = false;
        if (i < text.size() && (text[i] == '+' || text[i] == '-')) down = text[i++] == '-';
        if (!digit_at(i)) return {};
        std::int64_t power = 0;
        for (; digit_at(i); ++i) {
            if (power < 1'000'000'000'000) power = power * 10 + (text[i] - '0');
        }
        parts.exponent += down ? -power : power;
    }
    parts.length = i;
    return parts;
}

}  // namespace

JsonNumber parse_json_number(std::string_view text) noexcept {
    const Parts parts = scan(text);
    if (parts.length == 0) return {};
    const double sign = parts.negative ? -1.0 : 1.0;
    if (parts.digits == 0) return {parts.length, sign * 0.0};
    // Both the digits and the power of ten are exact doubles, so one rounding is the right one.
    // Source: Clinger, "How to Read Floating Point Numbers Accurately", 1990.
    constexpr std::uint64_t kExact = 1ULL << 53;
    if (parts.significant <= 19 && parts.digits <= kExact && parts.exponent >= -22 &&
        parts.exponent <= 22) {
        const double digits = static_cast<double>(parts.digits);
        const std::size_t power = static_cast<std::size_t>(std::abs(parts.exponent));
        return {parts.length, sign * (parts.exponent < 0 ? digits / kPowersOfTen[power]
                                                         : digits * kPowersOfTen[power])};
    }
    double value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + parts.length, value);
    if (code == std::errc::result_out_of_range) {
        // Far above or far below: the place of the leading digit tells which.
        const std::int64_t magnitude = parts.exponent + parts.significant;
        value = sign * (magnitude > 0 ? std::numeric_limits<double>::infinity() : 0.0);
    }
    return {parts.length, value};
}

}  // namespace diorama::gltf::detail
