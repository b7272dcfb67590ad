// SPDX-License-Identifier: MIT
#include "diorama/gltf/detail/json_out.hpp"

#include <array>
#include <charconv>

#include "diorama/gltf/detail/json_reader.hpp"

namespace diorama::gltf::detail {
namespace {

/// Characters of the longest number written.
constexpr std::size_t kNumberBytes = 32;

template <class T>
std::string_view shortest(std::array<char, kNumberBytes>& buffer, T value) {
    const auto [end, code] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    (void)code;  // The buffer holds every number.
    return {buffer.data(), static_cast<std::size_t>(end - buffer.data())};
}

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
    constexpr std::string_view kHex = "0123456789abcdef";
    out += '"';
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (byte < 0x20) {
            out += "\\u00";
            out += kHex[byte >> 4];
            out += kHex[byte & 15];
        } else {
            out += c;
        }
    }
    out += '"';
}

void JsonOut::separate() {
    if (!fresh_) text_ += ',';
    fresh_ = false;
}

JsonOut& JsonOut::begin_object() {
    separate();
    text_ += '{';
    fresh_ = true;
    return *this;
}

JsonOut& JsonOut::end_object() {
    text_ += '}';
    fresh_ = false;
    return *this;
}

JsonOut& JsonOut::begin_array() {
    separate();
    text_ += '[';
    fresh_ = true;
    return *this;
}

JsonOut& JsonOut::end_array() {
    text_ += ']';
    fresh_ = false;
    return *this;
}

JsonOut& JsonOut::key(std::string_view name) {
    separate();
    append_json_string(text_, name);
    text_ += ':';
    fresh_ = true;
    return *this;
}

JsonOut& JsonOut::string(std::string_view text) {
    separate();
    append_json_string(text_, text);
    return *this;
}

JsonOut& JsonOut::number(float value) {
    separate();
    std::array<char, kNumberBytes> buffer;
    std::string_view text = shortest(buffer, value);
    // A decimal next to the middle of two floats may round to the other one by way of a double.
    if (static_cast<float>(parse_json_number(text).value) != value)
        text = shortest(buffer, static_cast<double>(value));
    text_ += text;
    return *this;
}

JsonOut& JsonOut::integer(std::uint64_t value) {
    separate();
    std::array<char, kNumberBytes> buffer;
    text_ += shortest(buffer, value);
    return *this;
}

JsonOut& JsonOut::boolean(bool value) {
    separate();
    text_ += value ? "true" : "false";
    return *this;
}

JsonOut& JsonOut::numbers(std::span<const float> values) {
    begin_array();
    for (const float value : values)
        number(value);
    return end_array();
}

JsonOut& JsonOut::raw(std::string_view json) {
    separate();
    text_ += json;
    return *this;
}

}  // namespace diorama::gltf::detail
