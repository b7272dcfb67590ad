// SPDX-License-Identifier: MIT
#include "json_writer.hpp"

#include <array>
#include <charconv>
#include <cmath>

namespace diorama::cli {
namespace {

/// Bytes of the UTF-8 sequence at the front of \p text; 0 where it is not valid.
std::size_t utf8_length(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const auto follows = [&](std::size_t count) {
        if (text.size() < count) return false;
        for (std::size_t i = 1; i < count; ++i)
            if ((byte(i) & 0xC0U) != 0x80U) return false;
        return true;
    };
    const unsigned first = byte(0);
    if (first < 0x80U) return 1;
    if (first >= 0xC2U && first < 0xE0U) return follows(2) ? 2 : 0;
    if (first >= 0xE0U && first < 0xF0U) {
        if (!follows(3)) return 0;
        const bool overlong = first == 0xE0U && byte(1) < 0xA0U;
        const bool surrogate = first == 0xEDU && byte(1) >= 0xA0U;
        return overlong || surrogate ? 0 : 3;
    }
    if (first >= 0xF0U && first < 0xF5U) {
        if (!follows(4)) return 0;
        const bool overlong = first == 0xF0U && byte(1) < 0x90U;
        const bool beyond = first == 0xF4U && byte(1) >= 0x90U;
        return overlong || beyond ? 0 : 4;
    }
    return 0;
}

template <class T>
void append_number(std::string& text, T number) {
    std::array<char, 40> buffer;
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
    text.append(buffer.data(), end.ptr);
}

}  // namespace

JsonWriter& JsonWriter::key(std::string_view name) {
    separate();
    append_string(name);
    text_.append(": ");
    after_key_ = true;
    return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) {
    separate();
    append_string(text);
    return *this;
}

JsonWriter& JsonWriter::value(bool truth) {
    separate();
    text_.append(truth ? "true" : "false");
    return *this;
}

JsonWriter& JsonWriter::value(float number) {
    if (!std::isfinite(number)) return null();
    separate();
    append_number(text_, number);
    return *this;
}

JsonWriter& JsonWriter::value(std::int64_t number) {
    separate();
    append_number(text_, number);
    return *this;
}

JsonWriter& JsonWriter::value(std::uint64_t number) {
    separate();
    append_number(text_, number);
    return *this;
}

JsonWriter& JsonWriter::null() {
    separate();
    text_.append("null");
    return *this;
}

JsonWriter& JsonWriter::open(char bracket) {
    separate();
    text_.push_back(bracket);
    ++depth_;
    first_ = true;
    return *this;
}

JsonWriter& JsonWriter::close(char bracket) {
    --depth_;
    if (!first_) text_.append("\n").append(static_cast<std::size_t>(depth_) * 2, ' ');
    text_.push_back(bracket);
    first_ = false;
    return *this;
}

void JsonWriter::separate() {
    if (after_key_) {
        after_key_ = false;
        return;
    }
    if (depth_ == 0) return;
    if (!first_) text_.push_back(',');
    first_ = false;
    text_.append("\n").append(static_cast<std::size_t>(depth_) * 2, ' ');
}

void JsonWriter::append_string(std::string_view text) {
    constexpr std::string_view digits = "0123456789abcdef";
    text_.push_back('"');
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        const char c = text.front();
        if (length == 0) {
            text_.append("\xEF\xBF\xBD");
        } else if (c == '"' || c == '\\') {
            text_.push_back('\\');
            text_.push_back(c);
        } else if (static_cast<unsigned char>(c) < 0x20) {
            text_.append("\\u00");
            text_.push_back(digits[static_cast<unsigned char>(c) >> 4U]);
            text_.push_back(digits[static_cast<unsigned char>(c) & 15U]);
        } else {
            text_.append(text.substr(0, length));
        }
        text.remove_prefix(length == 0 ? 1 : length);
    }
    text_.push_back('"');
}

}  // namespace diorama::cli
