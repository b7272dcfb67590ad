// SPDX-License-Identifier: MIT
#include "diorama/document/excerpt.hpp"

#include "diorama/document/detail/utf8.hpp"

namespace diorama::document {

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
    const bool sound = detail::is_utf8(text);
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        const bool control = byte < 0x20 || byte == 0x7f;
        // U+0080 to U+009F, which terminals obey too, are two bytes.
        const bool high = sound && byte == 0xc2 && static_cast<unsigned char>(text[i + 1]) < 0xa0;
        result += control || high || (byte >= 0x80 && !sound) ? '?' : text[i];
        i += high ? 1 : 0;
    }
    return result + (cut ? "...`" : "`");
}

}  // namespace diorama::document
