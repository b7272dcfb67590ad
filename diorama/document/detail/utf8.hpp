// SPDX-License-Identifier: MIT
/// \file
/// UTF-8 checked: invalid_utf8_at, is_utf8.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace diorama::document::detail {

/// The offset of the first byte of \p text that is not part of well-formed UTF-8; its size where
/// all of it is.
///
/// Source: Unicode 15, table 3-7: no overlong form, no surrogate, nothing above U+10FFFF.
[[nodiscard]] std::size_t invalid_utf8_at(std::string_view text) noexcept;

/// Whether all of \p text is; at once where it is short and ASCII, as most names are.
[[nodiscard]] inline bool is_utf8(std::string_view text) noexcept {
    if (text.size() >= 8 && text.size() <= 32) {
        // Words that may overlap, the last one at the end.
        std::uint64_t all = 0, word = 0;
        for (std::size_t at = 0; at + 8 <= text.size(); at += 8) {
            std::memcpy(&word, text.data() + at, 8);
            all |= word;
        }
        std::memcpy(&word, text.data() + text.size() - 8, 8);
        if (((all | word) & 0x8080808080808080u) == 0) return true;
    }
    return invalid_utf8_at(text) == text.size();
}

}  // namespace diorama::document::detail
