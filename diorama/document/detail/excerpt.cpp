// SPDX-License-Identifier: MIT
#include "diorama/document/detail/excerpt.hpp"

#include "diorama/document/detail/utf8.hpp"

namespace diorama::document::detail {

std::string excerpt(std::string_view text) {
    constexpr std::size_t kLongest = 40;
    const bool cut = text.size() > kLongest;
    if (cut) {
        std::size_t size = kLongest;
        while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xc0) == 0x80)
            --size;  // never in the middle of a character
        text = text.substr(0, size);
    }
    std::string result = "`";
    const bool sound = invalid_utf8_at(text) == text.size();
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        result += byte < 0x20 || byte == 0x7f || (byte >= 0x80 && !sound) ? '?' : c;
    }
    return result + (cut ? "...`" : "`");
}

}  // namespace diorama::document::detail
