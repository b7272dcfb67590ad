// SPDX-License-Identifier: MIT
/// \file
/// JSON text for `--json`: JsonWriter.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace diorama::cli {

/// Builds one JSON value front to back; commas and indentation are its business.
class JsonWriter {
  public:
    /// Opens `{`; the matching end_object() closes it.
    JsonWriter& begin_object() { return open('{'); }
    /// Closes the object.
    JsonWriter& end_object() { return close('}'); }
    /// Opens `[`.
    JsonWriter& begin_array() { return open('['); }
    /// Closes the array.
    JsonWriter& end_array() { return close(']'); }
    /// Names the next value of an object.
    JsonWriter& key(std::string_view name);
    /// Writes a string; bytes that are not UTF-8 become U+FFFD.
    JsonWriter& value(std::string_view text);
    /// Writes a string.
    JsonWriter& value(const char* text) { return value(std::string_view(text)); }
    /// Writes true or false.
    JsonWriter& value(bool truth);
    /// Writes the shortest number that reads back as the same float; null for NaN and infinity.
    JsonWriter& value(float number);
    /// Writes an integer.
    JsonWriter& value(std::int64_t number);
    /// Writes an integer.
    JsonWriter& value(std::uint64_t number);
    /// Writes any other integer.
    template <std::integral T>
        requires(!std::same_as<T, bool>)
    JsonWriter& value(T number) {
        if constexpr (std::is_signed_v<T>)
            return value(static_cast<std::int64_t>(number));
        else
            return value(static_cast<std::uint64_t>(number));
    }
    /// Writes null.
    JsonWriter& null();

    /// The text so far.
    [[nodiscard]] const std::string& text() const noexcept { return text_; }

  private:
    JsonWriter& open(char bracket);
    JsonWriter& close(char bracket);
    void separate();
    void append_string(std::string_view text);

    std::string text_;
    int depth_ = 0;
    bool first_ = true;       // of the innermost container
    bool after_key_ = false;  // the next value belongs to a key
};

}  // namespace diorama::cli
