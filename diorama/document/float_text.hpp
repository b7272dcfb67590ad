// SPDX-License-Identifier: MIT
/// \file
/// Floats as text and back, bit for bit, whatever the locale: format_float, parse_float and the
/// same for double.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "diorama/core/error.hpp"

namespace diorama::document {

/// Bytes that write_float() may need.
inline constexpr std::size_t kFloatTextBytes = 32;

/// Writes format_float() of \p value to \p to, which has kFloatTextBytes, and returns its end.
char* write_float(char* to, float value) noexcept;

/// The shortest decimal that gives \p value back, always with a `.` or an `e` so that it can't be
/// taken for an integer: `-2.0`, `1e+30`. Infinities and NaN are `0x` and the eight hex digits of
/// their bits.
///
/// Source: std::to_chars (Ryu); docs/formats/scene_text.md.
[[nodiscard]] std::string format_float(float value);

/// The float that \p text spells: a decimal, or `0x` and one to eight hex digits of IEEE-754 bits.
///
/// Failure: doc-value for anything else, and for a decimal out of range: one that would be
/// infinite,
///          or that is not 0 and would be (`1e-60`), so that nothing is lost unseen.
[[nodiscard]] Result<float> parse_float(std::string_view text);

/// format_float() for a double; 16 hex digits for infinities and NaN.
[[nodiscard]] std::string format_double(double value);

/// parse_float() for a double; up to 16 hex digits.
///
/// Failure: doc-value.
[[nodiscard]] Result<double> parse_double(std::string_view text);

}  // namespace diorama::document
