// SPDX-License-Identifier: MIT
#include "diorama/gltf/detail/json_number.hpp"

#include <charconv>
#include <limits>

namespace diorama::gltf::detail {

namespace {

using Wide = unsigned __int128;

/// A power of five: `digits` times two to the `exponent`, rounded down to 64 bits.
struct PowerOfFive {
    std::uint64_t digits = 0;
    int exponent = 0;
};

constexpr int kMostPower = 54;  // the greatest that Wide can be divided by

constexpr int width_of(Wide value) {
    const auto high = static_cast<std::uint64_t>(value >> 64);
    return high != 0 ? 128 - std::countl_zero(high)
                     : 64 - std::countl_zero(static_cast<std::uint64_t>(value));
}

/// The powers from five to the -54 to five to the 54.
constexpr std::array<PowerOfFive, 2 * kMostPower + 1> kPowersOfFive = [] {
    std::array<PowerOfFive, 2 * kMostPower + 1> table{};
    Wide power = 1;
    for (std::size_t n = 0; n <= kMostPower; ++n, power *= 5) {
        const int width = width_of(power);
        table[kMostPower + n] = {
            static_cast<std::uint64_t>(width > 64 ? power >> (width - 64) : power << (64 - width)),
            width - 64};
        if (n == 0) continue;
        // Two to the 63 + width over the power has 64 bits: long division, bit by bit.
        Wide rest = 1;
        std::uint64_t quotient = 0;
        for (int i = 0; i < 63 + width; ++i) {
            rest <<= 1;
            quotient <<= 1;
            if (rest < power) continue;
            rest -= power;
            quotient |= 1;
        }
        table[kMostPower - n] = {quotient, -63 - width};
    }
    return table;
}();

/// \p digits, not 0, times ten to the \p power, which kPowersOfFive has, rounded to a double; false
/// where the bits at hand do not tell to which of two.
///
/// The product with a power rounded down is too small by less than 2^64, so its high half, `high`,
/// is too small by less than 2. Unless the bits to be rounded off are within that below one half,
/// they decide.
/// Source: after Lemire, "Number Parsing at a Gigabyte per Second", 2021.
bool scale(std::uint64_t digits, std::int64_t power, double& out) noexcept {
    const PowerOfFive five = kPowersOfFive[static_cast<std::size_t>(power + kMostPower)];
    const int shift = std::countl_zero(digits);
    const auto high = static_cast<std::uint64_t>((Wide{digits << shift} * five.digits) >> 64);
    const int spare = 10 + static_cast<int>(high >> 63);  // bits beyond a double's 53
    const std::uint64_t half = 1ull << (spare - 1);
    const std::uint64_t rest = high & (2 * half - 1);
    if (rest == half || rest == half - 1) return false;
    const std::uint64_t mantissa = (high >> spare) + (rest > half ? 1 : 0);
    const std::int64_t exponent = spare + 64 - shift + five.exponent + power;
    // The mantissa's leading bit, and what rounding carries into it, add to the exponent.
    out = std::bit_cast<double>((static_cast<std::uint64_t>(exponent + 52 + 1023 - 1) << 52) +
                                mantissa);
    return true;
}

/// How many digits there are in \p text before its exponent, leading zeros left out.
std::int64_t significant_digits(std::string_view text) noexcept {
    std::int64_t count = 0;
    for (const char c : text) {
        if (c == 'e' || c == 'E') break;
        if (is_digit(c) && (count > 0 || c != '0')) ++count;
    }
    return count;
}

}  // namespace

double slow_number(const NumberParts& parts, std::string_view text) noexcept {
    double value = 0;
    if (parts.count <= 19 && parts.digits != 0 && parts.exponent >= -kMostPower &&
        parts.exponent <= kMostPower && scale(parts.digits, parts.exponent, value))
        return parts.negative ? -value : value;
    const double sign = parts.negative ? -1.0 : 1.0;
    const std::int64_t significant = significant_digits(text);
    if (significant == 0) return sign * 0.0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code != std::errc::result_out_of_range) return value;
    // Far above or far below: the place of the leading digit tells which.
    return sign *
           (parts.exponent + significant > 0 ? std::numeric_limits<double>::infinity() : 0.0);
}

}  // namespace diorama::gltf::detail
