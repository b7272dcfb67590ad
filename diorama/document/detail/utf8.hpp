// SPDX-License-Identifier: MIT
/// \file
/// UTF-8 checked: invalid_utf8_at.
#pragma once

#include <cstddef>
#include <string_view>

namespace diorama::document::detail {

/// The offset of the first byte of \p text that is not part of well-formed UTF-8; its size where
/// all of it is.
///
/// Source: Unicode 15, table 3-7: no overlong form, no surrogate, nothing above U+10FFFF.
[[nodiscard]] std::size_t invalid_utf8_at(std::string_view text) noexcept;

}  // namespace diorama::document::detail
