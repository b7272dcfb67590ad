// SPDX-License-Identifier: MIT
/// \file
/// JSON text as it is written, front to back: JsonText.
#pragma once

#include <charconv>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace diorama::demo {

/// Appends members and elements, and puts the commas.
class JsonText {
  public:
    /// What was written; complete once every open() has its close().
    [[nodiscard]] const std::string& text() const { return text_; }

    /// Opens an object ('{') or an array ('['), as a member called \p key or, without, an element.
    JsonText& open(char bracket, std::string_view key = {}) {
        begin(key) += bracket;
        return *this;
    }
    /// Closes the innermost with \p bracket.
    JsonText& close(char bracket) {
        text_ += bracket;
        return *this;
    }
    /// A string; \p value needs no escapes.
    JsonText& string(std::string_view key, std::string_view value) {
        ((begin(key) += '"') += value) += '"';
        return *this;
    }
    /// A whole number.
    JsonText& integer(std::string_view key, std::int64_t value) {
        begin(key) += std::to_string(value);
        return *this;
    }
    /// A number, in the fewest digits that read back the same float.
    JsonText& number(std::string_view key, float value) {
        if (value == 0) value = 0;  // which of -0 and 0 is the lesser is up to the C library
        char digits[32];
        const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
        begin(key).append(digits, end);
        return *this;
    }
    /// An array of numbers.
    JsonText& numbers(std::string_view key, std::span<const float> values) {
        open('[', key);
        for (const float value : values)
            number({}, value);
        return close(']');
    }
    /// An array of whole numbers.
    JsonText& integers(std::string_view key, std::span<const std::int32_t> values) {
        open('[', key);
        for (const std::int32_t value : values)
            integer({}, value);
        return close(']');
    }
    /// \p json as it is; nothing where it is empty.
    JsonText& raw(std::string_view key, std::string_view json) {
        if (!json.empty()) begin(key) += json;
        return *this;
    }

  private:
    std::string& begin(std::string_view key) {
        if (!text_.empty() && text_.back() != '{' && text_.back() != '[') text_ += ',';
        if (!key.empty()) ((text_ += '"') += key) += "\":";
        return text_;
    }
    std::string text_;
};

}  // namespace diorama::demo
