// SPDX-License-Identifier: MIT
/// \file
/// JSON text as it is put together: JsonOut, append_json_string.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace diorama::gltf::detail {

/// Appends \p text, which must be UTF-8, as a JSON string, quotes included.
///
/// Only what JSON asks to be escaped is, so that every byte is the same when read back.
void append_json_string(std::string& out, std::string_view text);

/// Writes JSON front to back; commas come by themselves.
///
/// Order:   as called; the same calls, the same bytes.
/// Expects: calls that make one well-formed value.
class JsonOut {
  public:
    JsonOut& begin_object();
    JsonOut& end_object();
    JsonOut& begin_array();
    JsonOut& end_array();
    /// Begins the member \p name of the object entered last; its value must follow.
    JsonOut& key(std::string_view name);

    JsonOut& string(std::string_view text);
    /// The shortest decimal that reads back as \p value, whether a reader goes by float or double.
    /// Expects: \p value is finite.
    JsonOut& number(float value);
    JsonOut& integer(std::uint64_t value);
    JsonOut& boolean(bool value);
    /// An array of floats.
    JsonOut& numbers(std::span<const float> values);
    /// \p json as it stands. Expects: one well-formed value.
    JsonOut& raw(std::string_view json);

    /// What was written so far.
    [[nodiscard]] const std::string& text() const noexcept { return text_; }
    /// Hands the text over.
    [[nodiscard]] std::string take() noexcept { return std::move(text_); }

  private:
    void separate();

    std::string text_;
    bool fresh_ = true;  // nothing stands before the next value that a comma would part it from
};

}  // namespace diorama::gltf::detail
