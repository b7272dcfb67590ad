// SPDX-License-Identifier: MIT
/// \file
/// A forward reader over JSON text: JsonIndex, JsonFault, JsonKind, JsonReader.
///
/// simdjson's first stage, whose kernel is chosen at run time, finds where every value and
/// bracket begins and proves the text UTF-8; this reader then walks those places once, driven by
/// what the caller expects, and touches nothing it is not asked for. Texts come back as views, so
/// extras keep their exact spelling. (simdjson's own on-demand reader fixes its kernel when it is
/// compiled, and its document tree forgets the spelling.)
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "diorama/core/error.hpp"

namespace diorama::gltf::detail {

/// Why some text is not JSON.
struct JsonFault {
    ErrorCode code{"unknown"};  ///< gltf-json-*
    std::size_t offset = 0;     ///< in the text
    std::string message;        ///< found, then expected
};

/// Where each value, bracket, colon and comma of a JSON text begins.
class JsonIndex {
  public:
    /// Indexes \p text, which must outlive the index.
    static std::optional<JsonFault> make(std::string_view text, JsonIndex& out);

    JsonIndex();
    JsonIndex(JsonIndex&&) noexcept;
    JsonIndex& operator=(JsonIndex&&) noexcept;
    ~JsonIndex();

    /// The text that was indexed.
    [[nodiscard]] std::string_view text() const noexcept { return text_; }
    /// Offsets into it, rising.
    [[nodiscard]] std::span<const std::uint32_t> starts() const noexcept { return starts_; }

  private:
    struct Stage;
    std::unique_ptr<Stage> stage_;
    std::string_view text_;
    std::span<const std::uint32_t> starts_;
};

/// What the next value is; `none` at the end of a container, of the text, and after a fault.
enum class JsonKind : std::uint8_t { none, object, array, string, number, boolean, null };

/// The word of \p kind in messages: "an object".
[[nodiscard]] std::string_view to_string(JsonKind kind) noexcept;

/// Walks a JsonIndex front to back.
///
/// After a fault every read gives nothing and next() gives none, so that loops end by themselves.
class JsonReader {
  public:
    /// Reads the text of \p index; unescaped strings go to \p arena. Both must outlive it.
    JsonReader(const JsonIndex& index, std::deque<std::string>& arena, std::uint32_t max_depth);

    /// What stands at the cursor.
    [[nodiscard]] JsonKind next() const noexcept;
    /// The first fault, if any.
    [[nodiscard]] const std::optional<JsonFault>& fault() const noexcept { return fault_; }
    /// Where the cursor is, in the text.
    [[nodiscard]] std::size_t offset() const noexcept;

    /// Steps into the object or array at the cursor. Expects next() to be of that kind.
    void enter() noexcept;
    /// Moves to the next member of the object entered last and reads its key; false at its end.
    [[nodiscard]] bool next_member(std::string_view& key);
    /// Moves to the next element of the array entered last; false at its end.
    [[nodiscard]] bool next_element();

    /// Reads the string at the cursor, unescaped. Expects next() == string.
    [[nodiscard]] std::string_view read_string();
    /// Reads the number at the cursor. Expects next() == number. An absurdly large one is infinite.
    [[nodiscard]] double read_number();
    /// Reads `true` or `false`. Expects next() == boolean.
    [[nodiscard]] bool read_boolean();
    /// Passes over the value at the cursor, of any kind and depth, checking it; gives its text.
    std::string_view skip();
    /// The text from \p first to the end of the value read last.
    [[nodiscard]] std::string_view text_since(std::size_t first) const noexcept {
        return fault_ ? std::string_view{} : text_.substr(first, token_end_ - first);
    }
    /// Checks that nothing follows the value read last.
    void finish();

  private:
    [[nodiscard]] char at() const noexcept { return text_[starts_[cursor_]]; }
    [[nodiscard]] bool done() const noexcept { return cursor_ >= starts_.size(); }
    void fail(ErrorCode code, std::size_t offset, std::string message);
    void fail_here(std::string_view expected);
    [[nodiscard]] bool next_in(char closing, std::string_view separators);
    [[nodiscard]] bool at_value();
    [[nodiscard]] std::string_view raw_string();
    [[nodiscard]] std::string_view unescape(std::string_view raw, bool keep);
    [[nodiscard]] bool read_literal(std::string_view word);
    [[nodiscard]] bool skip_scalar();
    void skip_container();
    [[nodiscard]] bool ends_token(std::size_t offset) const noexcept;

    std::string_view text_;
    std::span<const std::uint32_t> starts_;
    std::deque<std::string>* arena_;
    std::optional<JsonFault> fault_;
    std::size_t cursor_ = 0;
    std::size_t token_end_ = 0;  // one past the scalar read last
    std::uint32_t depth_ = 0;
    std::uint32_t max_depth_ = 0;
    bool fresh_ = false;  // the container was just entered: no comma is due
};

/// A parsed number: how many characters it took (0: not a JSON number) and its value.
struct JsonNumber {
    std::size_t length = 0;  ///< characters
    double value = 0;        ///< correctly rounded; infinite when too large
};

/// Reads the JSON number that \p text starts with.
[[nodiscard]] JsonNumber parse_json_number(std::string_view text) noexcept;

/// Offset of the first byte of \p text that is not well-formed UTF-8, or its size.
[[nodiscard]] std::size_t find_invalid_utf8(std::string_view text) noexcept;

}  // namespace diorama::gltf::detail
