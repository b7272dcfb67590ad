// SPDX-License-Identifier: MIT
#include "diorama/document/detail/utf8.hpp"

#include <cstdint>
#include <cstring>

namespace diorama::document::detail {
namespace {

/// Bytes of the character at \p at, which is not ASCII; 0 where it is malformed.
std::size_t sequence_at(std::string_view text, std::size_t at) noexcept {
    const auto byte = [&](std::size_t n) -> unsigned {
        return at + n < text.size() ? static_cast<unsigned char>(text[at + n]) : 0u;
    };
    const auto continues = [&](std::size_t n) { return (byte(n) & 0xc0u) == 0x80u; };
    const unsigned lead = byte(0);
    if (lead >= 0xc2 && lead <= 0xdf) return continues(1) ? 2 : 0;
    if (lead >= 0xe0 && lead <= 0xef) {
        const bool overlong = lead == 0xe0 && byte(1) < 0xa0;
        const bool surrogate = lead == 0xed && byte(1) > 0x9f;
        return continues(1) && continues(2) && !overlong && !surrogate ? 3 : 0;
    }
    if (lead >= 0xf0 && lead <= 0xf4) {
        const bool overlong = lead == 0xf0 && byte(1) < 0x90;
        const bool too_large = lead == 0xf4 && byte(1) > 0x8f;
        return continues(1) && continues(2) && continues(3) && !overlong && !too_large ? 4 : 0;
    }
    return 0;
}

}  // namespace

std::size_t invalid_utf8_at(std::string_view text) noexcept {
    std::size_t at = 0;
    // Long runs of ASCII four words at a time.
    for (std::uint64_t words[4]; text.size() - at >= sizeof(words); at += sizeof(words)) {
        std::memcpy(words, text.data() + at, sizeof(words));
        if (((words[0] | words[1] | words[2] | words[3]) & 0x8080808080808080u) != 0) break;
    }
    while (at < text.size()) {
        std::uint64_t eight = 0;
        if (text.size() - at >= sizeof(eight)) {
            std::memcpy(&eight, text.data() + at, sizeof(eight));
            if ((eight & 0x8080808080808080u) == 0) {
                at += sizeof(eight);
                continue;
            }
        }
        if (static_cast<unsigned char>(text[at]) < 0x80) {
            ++at;
            continue;
        }
        const std::size_t length = sequence_at(text, at);
        if (length == 0) return at;
        at += length;
    }
    return at;
}

}  // namespace diorama::document::detail
