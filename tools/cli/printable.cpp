// SPDX-License-Identifier: MIT
#include "printable.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>

namespace diorama::cli {
namespace {

constexpr std::size_t kMostBytes = 2000;

struct Range {
    char32_t first, last;
};
// Controls, C1 controls, separators of lines and paragraphs, and what sets a direction.
constexpr Range kObeyed[]{{0, 0x1f},        {0x7f, 0x9f},     {0x200e, 0x200f},
                          {0x2028, 0x202e}, {0x2066, 0x2069}, {0xfeff, 0xfeff}};

bool is_obeyed(char32_t c) {
    return std::ranges::any_of(kObeyed,
                               [c](const Range& r) { return r.first <= c && c <= r.last; });
}

/// The character at the front of \p text and its bytes; one byte as it is where they are no UTF-8.
struct Character {
    char32_t code;
    std::size_t size;
};

Character front_of(std::string_view text) {
    const auto byte = [&](std::size_t i) {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
    };
    const unsigned first = byte(0);
    const std::size_t size = first < 0x80   ? 1
                             : first < 0xc0 ? 0
                             : first < 0xe0 ? 2
                             : first < 0xf0 ? 3
                             : first < 0xf8 ? 4
                                            : 0;
    if (size <= 1) return {first, 1};
    char32_t code = first & (0x7fu >> size);
    for (std::size_t i = 1; i < size; ++i) {
        if ((byte(i) & 0xc0) != 0x80) return {first, 1};
        code = code << 6 | (byte(i) & 0x3f);
    }
    return {code, size};
}

}  // namespace

std::string printable(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        if (out.size() >= kMostBytes)
            return out.append("... (").append(std::to_string(text.size())).append(" bytes more)");
        const auto [code, size] = front_of(text);
        // A byte above 0x7f that begins no character means nothing to anyone.
        if (is_obeyed(code) || (size == 1 && code > 0x7f)) {
            std::array<char, 8> digits{};
            const auto end = std::to_chars(digits.data(), digits.data() + digits.size(),
                                           static_cast<std::uint32_t>(code), 16);
            out.append("\\u{").append(digits.data(), end.ptr).append("}");
        } else {
            out.append(text.substr(0, size));
        }
        text.remove_prefix(size);
    }
    return out;
}

}  // namespace diorama::cli
