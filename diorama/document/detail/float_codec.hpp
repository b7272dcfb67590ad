// SPDX-License-Identifier: MIT
/// \file
/// The floats of text files, written and matched in place: write_file_float and match_float, and
/// the same for lists.
#pragma once

#include <cstddef>
#include <vector>

namespace diorama::document::detail {

/// write_float() of \p value, or of the one NaN that files hold.
char* write_file_float(char* to, float value) noexcept;

/// `[a,b,c]`, with write_float() of each; \p to has kFloatTextBytes + 1 for each, and 2.
char* write_floats(char* to, const float* values, std::size_t count) noexcept;

/// The same with write_file_float() of each.
char* write_file_floats(char* to, const float* values, std::size_t count) noexcept;

/// Reads a decimal with a point or an exponent, as parse_float() would; where it ends, or null
/// where something else is there.
const char* match_float(const char* at, const char* end, float& value) noexcept;

/// Reads what write_file_floats() writes of \p count floats to \p to; where it ends, or null where
/// something else is there.
const char* match_floats(const char* at, const char* end, float* to, std::size_t count) noexcept;

/// The same of any number of floats, which \p list then holds.
const char* match_float_list(const char* at, const char* end, std::vector<float>& list);

}  // namespace diorama::document::detail
