// SPDX-License-Identifier: MIT
#include "diorama/gltf/detail/json_reader.hpp"

#include <bitset>
#include <cstring>

#include "diorama/core/expects.hpp"
#include "diorama/gltf/detail/report.hpp"
#include "diorama/gltf/error_codes.hpp"

namespace diorama::gltf::detail {

namespace {

constexpr std::uint32_t kMaxDepth = 4096;  // of skip()'s own stack, whatever the caller allows

/// Four hex digits at \p text, or -1.
int hex4(std::string_view text) {
    if (text.size() < 4) return -1;
    int value = 0;
    for (const char c : text.substr(0, 4)) {
        const int digit = c >= '0' && c <= '9'   ? c - '0'
                          : c >= 'a' && c <= 'f' ? c - 'a' + 10
                          : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                                 : -1;
        if (digit < 0) return -1;
        value = value * 16 + digit;
    }
    return value;
}

void append_utf8(std::string& out, unsigned point) {
    if (point < 0x80) {
        out += static_cast<char>(point);
    } else if (point < 0x800) {
        out += static_cast<char>(0xc0 | (point >> 6));
        out += static_cast<char>(0x80 | (point & 0x3f));
    } else if (point < 0x10000) {
        out += static_cast<char>(0xe0 | (point >> 12));
        out += static_cast<char>(0x80 | ((point >> 6) & 0x3f));
        out += static_cast<char>(0x80 | (point & 0x3f));
    } else {
        out += static_cast<char>(0xf0 | (point >> 18));
        out += static_cast<char>(0x80 | ((point >> 12) & 0x3f));
        out += static_cast<char>(0x80 | ((point >> 6) & 0x3f));
        out += static_cast<char>(0x80 | (point & 0x3f));
    }
}

/// Appends what the escape that \p text starts with stands for; its length, or 0 if it is none.
std::size_t append_escape(std::string& out, std::string_view text) {
    if (text.size() < 2) return 0;
    constexpr std::string_view kFrom = "\"\\/bfnrt";
    constexpr std::string_view kTo = "\"\\/\b\f\n\r\t";
    if (const std::size_t i = kFrom.find(text[1]); i != std::string_view::npos) {
        out += kTo[i];
        return 2;
    }
    const int high = text[1] == 'u' ? hex4(text.substr(2)) : -1;
    if (high < 0 || (high >= 0xdc00 && high <= 0xdfff)) return 0;
    if (high < 0xd800 || high > 0xdbff) {
        append_utf8(out, static_cast<unsigned>(high));
        return 6;
    }
    const bool paired = text.size() >= 12 && text[6] == '\\' && text[7] == 'u';
    const int low = paired ? hex4(text.substr(8)) : -1;
    if (low < 0xdc00 || low > 0xdfff) return 0;
    append_utf8(out, 0x10000u + (static_cast<unsigned>(high - 0xd800) << 10) +
                         static_cast<unsigned>(low - 0xdc00));
    return 12;
}

}  // namespace

std::string_view to_string(JsonKind kind) noexcept {
    switch (kind) {
        case JsonKind::none:
            return "nothing";
        case JsonKind::object:
            return "an object";
        case JsonKind::array:
            return "an array";
        case JsonKind::string:
            return "a string";
        case JsonKind::number:
            return "a number";
        case JsonKind::boolean:
            return "a boolean";
        case JsonKind::null:
            return "null";
    }
    return "nothing";
}

JsonReader::JsonReader(std::string_view text, std::deque<std::string>& arena,
                       std::uint32_t max_depth)
    : text_(text), arena_(&arena), index_(text), max_depth_(std::min(max_depth, kMaxDepth)) {
    next_part();
}

/// Moves on to the next part of the text; to its end, where none is left.
void JsonReader::next_part() {
    if (fault_) return;
    fault_ = index_.advance();
    starts_ = index_.starts();
    first_ = index_.first();
    cursor_ = fault_ ? starts_.size() : 0;
}

void JsonReader::fail(ErrorCode code, std::size_t offset, std::string message) {
    if (!fault_) fault_ = JsonFault{code, offset, std::move(message)};
    cursor_ = starts_.size();
}

void JsonReader::fail_here(std::string_view expected) {
    const std::size_t offset = this->offset();
    const std::string found = done() ? "the end of the text" : quoted(text_.substr(offset, 1));
    fail(codes::json_syntax, offset, "found " + found + ", expected " + std::string(expected));
}

void JsonReader::fail_depth() noexcept {
    fail(codes::json_depth, offset(), "nested more than " + std::to_string(max_depth_) + " deep");
}

std::string_view JsonReader::unescape(std::string_view raw, bool keep) {
    if (!has_escape(raw)) return raw;
    std::string out;
    for (std::size_t i = 0; i < raw.size();) {
        if (raw[i] != '\\') {
            out += raw[i++];
            continue;
        }
        const std::size_t length = append_escape(out, raw.substr(i));
        if (length == 0) {
            const auto offset = static_cast<std::size_t>(raw.data() - text_.data()) + i;
            fail(codes::json_syntax, offset,
                 "found the escape " + quoted(raw.substr(i, 6)) + ", expected one that JSON has");
            return {};
        }
        i += length;
    }
    if (!keep) return {};
    return arena_->emplace_back(std::move(out));
}

bool JsonReader::ends_token(std::size_t offset) const noexcept {
    if (offset >= text_.size()) return true;
    const char c = text_[offset];
    return is_json_space(c) || c == ',' || c == ']' || c == '}' || c == ':' || c == '[' || c == '{';
}

double JsonReader::read_number() {
    const std::size_t first = start(cursor_);
    const JsonNumber number = parse_json_number(text_.substr(first));
    if (number.length == 0 || !ends_token(first + number.length)) {
        std::size_t end = first;
        while (end - first < 32 && !ends_token(end))
            ++end;
        fail(codes::json_syntax, first,
             "found the malformed number " + quoted(text_.substr(first, end - first)));
        return 0;
    }
    ++cursor_;
    token_end_ = first + number.length;
    return number.value;
}

bool JsonReader::read_literal(std::string_view word) {
    const std::size_t first = start(cursor_);
    if (text_.substr(first, word.size()) != word || !ends_token(first + word.size())) {
        fail(codes::json_syntax, first,
             "found a word that JSON does not have, expected " + std::string(word));
        return false;
    }
    ++cursor_;
    token_end_ = first + word.size();
    return true;
}

bool JsonReader::read_boolean() {
    const bool value = at() == 't';
    return read_literal(value ? "true" : "false") && value;
}

/// Passes over a string, number, boolean or null; false, with a fault, where there is none.
bool JsonReader::skip_scalar() {
    switch (next()) {
        case JsonKind::string:
            (void)unescape(raw_string(), /*keep=*/false);
            break;
        case JsonKind::number:
            (void)read_number();
            break;
        case JsonKind::boolean:
            (void)read_boolean();
            break;
        case JsonKind::null:
            (void)read_literal("null");
            break;
        default:
            fail_here("a value");
            break;
    }
    return !fault_;
}

void JsonReader::skip_container() {
    std::bitset<kMaxDepth + 1> in_object;
    const std::uint32_t outside = depth_;
    const auto step_in = [&] {
        in_object[depth_ + 1 <= kMaxDepth ? depth_ + 1 : 0] = at() == '{';
        enter();
    };
    step_in();
    while (depth_ > outside && !fault_) {
        std::string_view key;
        const bool more = in_object[depth_] ? next_member(key) : next_element();
        if (!more) continue;
        if (next() == JsonKind::object || next() == JsonKind::array) {
            step_in();
        } else if (!skip_scalar()) {
            return;
        }
    }
}

std::string_view JsonReader::skip() {
    const std::size_t first = offset();
    if (next() == JsonKind::object || next() == JsonKind::array) {
        skip_container();
    } else if (!skip_scalar()) {
        return {};
    }
    if (fault_) return {};
    return text_.substr(first, token_end_ - first);
}

void JsonReader::finish() {
    if (!fault_ && !done()) fail_here("nothing after the value");
}

}  // namespace diorama::gltf::detail
