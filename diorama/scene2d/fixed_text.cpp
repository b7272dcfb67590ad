// SPDX-License-Identifier: MIT
#include "diorama/scene2d/fixed_text.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "diorama/scene2d/error_codes.hpp"

namespace diorama::scene2d {
namespace {

using detail::Int128;
using detail::Uint128;

// Past this many digits before the point every number is out of range, and with as many noughts
// after it every number rounds to nought.
constexpr std::int64_t kMostDigits = 40;

constexpr bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

constexpr Uint128 power(unsigned base, int exponent) {
    Uint128 result = 1;
    for (int i = 0; i < exponent; ++i)
        result *= base;
    return result;
}

/// A decimal's digits, with no nought in front, and where its point is.
class Decimal {
  public:
    /// False where \p text is none.
    bool read(std::string_view text) {
        std::size_t at = 0;
        if (at < text.size() && (text[at] == '-' || text[at] == '+')) negative_ = text[at++] == '-';
        const std::size_t first = at;
        while (at < text.size() && is_digit(text[at]))
            ++at;
        whole_ = text.substr(first, at - first);
        if (at < text.size() && text[at] == '.') {
            const std::size_t from = ++at;
            while (at < text.size() && is_digit(text[at]))
                ++at;
            fraction_ = text.substr(from, at - from);
        }
        if (whole_.empty() && fraction_.empty()) return false;
        std::int64_t exponent = 0;
        if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
            if (!read_exponent(text.substr(at + 1), exponent)) return false;
            at = text.size();
        }
        first_ = 0;
        while (first_ < size() && digit(first_) == 0)
            ++first_;
        point_ = static_cast<std::int64_t>(whole_.size()) + exponent;
        return at == text.size();
    }

    [[nodiscard]] bool negative() const { return negative_; }
    [[nodiscard]] bool zero() const { return first_ == size(); }
    /// Digits before the point; below zero, noughts after it before the first digit.
    [[nodiscard]] std::int64_t whole_digits() const {
        return point_ - static_cast<std::int64_t>(first_);
    }

    /// The digits before the point as a number modulo \p modulus, or as they are where it is 0.
    /// Expects: at most 38 of them without a modulus.
    [[nodiscard]] Uint128 whole(unsigned modulus) const {
        Uint128 value = 0;
        for (std::int64_t i = 0; i < whole_digits(); ++i) {
            value = value * 10 + digit_from_first(i);
            if (modulus != 0) value %= modulus;
        }
        return value;
    }
    /// The first \p count digits after the point as a number.
    [[nodiscard]] Uint128 fraction(int count) const {
        Uint128 value = 0;
        for (int i = 0; i < count; ++i) {
            const std::int64_t at = whole_digits() + i;
            value = value * 10 + (at < 0 ? 0 : digit_from_first(at));
        }
        return value;
    }

  private:
    static bool read_exponent(std::string_view text, std::int64_t& exponent) {
        bool negative = false;
        if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
            negative = text[0] == '-';
            text.remove_prefix(1);
        }
        if (text.empty() || !std::all_of(text.begin(), text.end(), is_digit)) return false;
        // More than any text's digits can make up for, and far from overflow.
        constexpr std::int64_t kMost = std::int64_t{1} << 56;
        for (const char c : text)
            exponent = std::min(exponent * 10 + (c - '0'), kMost);
        if (negative) exponent = -exponent;
        return true;
    }
    [[nodiscard]] std::size_t size() const { return whole_.size() + fraction_.size(); }
    [[nodiscard]] unsigned digit(std::size_t i) const {
        const char c = i < whole_.size() ? whole_[i] : fraction_[i - whole_.size()];
        return static_cast<unsigned>(c - '0');
    }
    [[nodiscard]] unsigned digit_from_first(std::int64_t i) const {
        const std::size_t at = first_ + static_cast<std::size_t>(i);
        return at < size() ? digit(at) : 0;
    }

    std::string_view whole_, fraction_;
    std::size_t first_ = 0;  // the first digit that is not nought
    std::int64_t point_ = 0;
    bool negative_ = false;
};

std::string quoted(std::string_view text) {
    constexpr std::size_t kMost = 40;
    return std::string(1, '`')
        .append(text.substr(0, kMost))
        .append(text.size() > kMost ? "...`" : "`");
}

std::unexpected<Error> not_a_decimal(std::string_view text) {
    return fail(codes::fixed_text, "found " + quoted(text) + ", expected a decimal number", {},
                "write digits with or without a point, such as -1.5");
}

/// \p value / 10^places.
std::string with_point(bool negative, Uint128 value, int places) {
    std::string reversed;
    for (int i = 0; i <= places || value != 0; ++i, value /= 10) {
        if (i == places && places > 0) reversed += '.';
        reversed += static_cast<char>('0' + static_cast<int>(value % 10));
    }
    if (negative) reversed += '-';
    return {reversed.rbegin(), reversed.rend()};
}

/// The fewest places p, and the q nearest to size * above / below * 10^p, for which
/// q * below / (above * 10^p) rounds to \p size again.
std::string shortest(bool negative, Uint128 size, Uint128 above, Uint128 below) {
    Uint128 ten = 1;
    for (int places = 0;; ++places, ten *= 10) {
        const Uint128 near = (2 * size * above * ten + below) / (2 * below);
        if ((2 * near * below + above * ten) / (2 * above * ten) == size)
            return with_point(negative, near, places);
    }
}

}  // namespace

std::string detail::format_scaled(Int128 raw, int fraction_bits) {
    const auto size = static_cast<Uint128>(raw < 0 ? -raw : raw);
    return shortest(raw < 0, size, 1, Uint128{1} << fraction_bits);
}

Result<Int128> detail::parse_scaled(std::string_view text, int fraction_bits, int bits) {
    Decimal decimal;
    if (!decimal.read(text)) return not_a_decimal(text);
    const Uint128 limit = Uint128{1} << (bits - 1);
    const auto out_of_range = [&] {
        return fail(codes::fixed_range,
                    "found " + quoted(text) + ", expected a number from " +
                        format_scaled(-static_cast<Int128>(limit), fraction_bits) + " to " +
                        format_scaled(static_cast<Int128>(limit - 1), fraction_bits));
    };
    if (decimal.zero() || decimal.whole_digits() < -kMostDigits) return Int128{0};
    // 2^63 has 19 digits, and more than 20 would not fit beside the fraction.
    if (decimal.whole_digits() > 20) return out_of_range();
    const Uint128 whole = decimal.whole(0);
    if (whole > limit >> fraction_bits) return out_of_range();
    // Every multiple of 2^-(F+1) has at most F+1 digits after the point, so the digits beyond
    // decide nothing: floor(fraction * 2^(F+1)) is floor(those digits / 5^(F+1)).
    const int places = fraction_bits + 1;
    const Uint128 halves = (whole << places) + decimal.fraction(places) / power(5, places);
    const Uint128 size = (halves + 1) >> 1;
    if (size > (decimal.negative() ? limit : limit - 1)) return out_of_range();
    return decimal.negative() ? -static_cast<Int128>(size) : static_cast<Int128>(size);
}

std::string format_degrees(Angle angle) {
    const std::uint32_t raw = angle.raw();
    const bool negative = raw > (std::uint32_t{1} << 31);
    // 360 / 2^32 is 45 / 2^29.
    return shortest(negative, negative ? 0u - raw : raw, 45, Uint128{1} << 29);
}

Result<Angle> parse_degrees(std::string_view text) {
    Decimal decimal;
    if (!decimal.read(text)) return not_a_decimal(text);
    if (decimal.zero() || decimal.whole_digits() < -kMostDigits) return Angle::kZero;
    if (decimal.whole_digits() > kMostDigits)
        return fail(codes::fixed_range,
                    "found " + quoted(text) + ", expected fewer than 10^40 degrees");
    // Halfway between two steps is an odd multiple of 45 / 2^30, which has 30 digits after the
    // point: as in parse_scaled(), those decide. Twice the steps in d / 10^30 degrees are
    // d * 2^33 / (360 * 10^30).
    constexpr int kPlaces = 30;
    const Uint128 degrees = decimal.whole(360) * power(10, kPlaces) + decimal.fraction(kPlaces);
    const Uint128 halves = degrees / (45 * power(5, kPlaces));
    const Angle angle = Angle::from_raw(static_cast<std::uint32_t>((halves + 1) >> 1));
    return decimal.negative() ? -angle : angle;
}

}  // namespace diorama::scene2d
