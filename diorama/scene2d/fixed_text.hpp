// SPDX-License-Identifier: MIT
/// \file
/// Numbers and angles as decimal text, by their digits: format_fixed, parse_fixed, format_degrees,
/// parse_degrees.
/// Design page: docs/design/fixed_point.md.
#pragma once

#include <string>
#include <string_view>

#include "diorama/core/error.hpp"
#include "diorama/scene2d/angle.hpp"
#include "diorama/scene2d/fixed.hpp"

namespace diorama::scene2d {
namespace detail {

/// \p raw * 2^-fraction_bits with the fewest digits after the point that give \p raw back.
[[nodiscard]] std::string format_scaled(Int128 raw, int fraction_bits);
/// The number nearest to \p text in steps of 2^-fraction_bits, of \p bits bits.
[[nodiscard]] Result<Int128> parse_scaled(std::string_view text, int fraction_bits, int bits);

}  // namespace detail

/// \p value as a decimal with the fewest digits after the point that parse_fixed() gives back bit
/// for bit, and of those the nearest to it: `1.5`, `-0.33333`, `3`.
template <FixedRaw Raw, int F>
[[nodiscard]] std::string format_fixed(BasicFixed<Raw, F> value) {
    return detail::format_scaled(value.raw(), F);
}

/// The F nearest to the decimal \p text, by its digits, however many; halves away from zero.
///
/// Input:   untrusted. A sign, digits with or without a point, and `e` with an exponent.
/// Failure: fixed-text for anything else, NaN and infinities included; fixed-range for a number
///          that rounds to none of the type.
template <class F = Fixed>
[[nodiscard]] Result<F> parse_fixed(std::string_view text) {
    using Raw = typename F::raw_type;
    static_assert(F::kFractionBits <= 37, "its digits would not fit 128 bits");
    const Result<detail::Int128> raw =
        detail::parse_scaled(text, F::kFractionBits, 8 * static_cast<int>(sizeof(Raw)));
    if (!raw) return std::unexpected(raw.error());
    return F::from_raw(static_cast<Raw>(*raw));
}

/// \p angle in degrees above -180 up to 180, with the fewest digits after the point that
/// parse_degrees() gives back bit for bit: `90`, `-30.0000001`.
[[nodiscard]] std::string format_degrees(Angle angle);

/// The angle nearest to \p text in degrees, by its digits; whole turns are dropped.
///
/// Input:   untrusted. As parse_fixed().
/// Failure: fixed-text; fixed-range from 10^40 degrees on.
[[nodiscard]] Result<Angle> parse_degrees(std::string_view text);

}  // namespace diorama::scene2d
