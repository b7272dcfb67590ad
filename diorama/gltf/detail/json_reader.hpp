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

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "diorama/core/error.hpp"
#include "diorama/gltf/detail/json_number.hpp"

namespace diorama::gltf::detail {

/// Why some text is not JSON.
struct JsonFault {
    ErrorCode code{"unknown"};  ///< gltf-json-*
    std::size_t offset = 0;     ///< in the text
    std::string message;        ///< found, then expected
};

/// Where each value, bracket, colon and comma of a JSON text begins, a part of the text at a time:
/// an index of all of it would take as much memory as the text, and time to make it.
class JsonIndex {
  public:
    /// Of \p text, which must outlive the index; nothing is indexed yet.
    explicit JsonIndex(std::string_view text);
    JsonIndex(const JsonIndex&) = delete;
    JsonIndex& operator=(const JsonIndex&) = delete;
    ~JsonIndex();

    /// Indexes the next part. Each but the last ends behind a comma between two values.
    std::optional<JsonFault> advance();

    /// Where the part begins in the text.
    [[nodiscard]] std::size_t first() const noexcept { return first_; }
    /// Offsets into the part, rising; none behind the last part.
    [[nodiscard]] std::span<const std::uint32_t> starts() const noexcept { return starts_; }

  private:
    struct Stage;
    /// Where a part that is to have \p size bytes at least may end: behind a comma.
    [[nodiscard]] std::size_t end_of_part(std::size_t size) const noexcept;

    std::string_view text_;
    std::unique_ptr<Stage> stage_;
    std::span<const std::uint32_t> starts_;
    std::size_t first_ = 0;
    std::size_t next_ = 0;  // where the part after it begins
};

/// What the next value is; `none` at the end of a container, of the text, and after a fault.
enum class JsonKind : std::uint8_t { none, object, array, string, number, boolean, null };

/// What a value is, by its first character.
inline constexpr std::array<JsonKind, 256> kJsonKinds = [] {
    std::array<JsonKind, 256> kinds{};
    kinds['{'] = JsonKind::object;
    kinds['['] = JsonKind::array;
    kinds['"'] = JsonKind::string;
    kinds['t'] = kinds['f'] = JsonKind::boolean;
    kinds['n'] = JsonKind::null;
    kinds['-'] = JsonKind::number;
    for (std::size_t digit = '0'; digit <= '9'; ++digit)
        kinds[digit] = JsonKind::number;
    return kinds;
}();

[[nodiscard]] constexpr bool is_json_space(char c) noexcept {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

/// The word of \p kind in messages: "an object".
[[nodiscard]] std::string_view to_string(JsonKind kind) noexcept;

/// Walks a JSON text front to back.
///
/// After a fault every read gives nothing and next() gives none, so that loops end by themselves.
class JsonReader {
  public:
    /// Reads \p text; unescaped strings go to \p arena. Both must outlive it.
    JsonReader(std::string_view text, std::deque<std::string>& arena, std::uint32_t max_depth);

    /// What stands at the cursor.
    [[nodiscard]] JsonKind next() const noexcept {
        return done() ? JsonKind::none : kJsonKinds[static_cast<unsigned char>(at())];
    }
    /// The first fault, if any.
    [[nodiscard]] const std::optional<JsonFault>& fault() const noexcept { return fault_; }
    /// Where the cursor is, in the text.
    [[nodiscard]] std::size_t offset() const noexcept {
        return done() ? text_.size() : start(cursor_);
    }

    /// How many bytes of the text are left from there on.
    [[nodiscard]] std::size_t left() const noexcept { return text_.size() - offset(); }

    /// Steps into the object or array at the cursor. Expects next() to be of that kind.
    void enter() noexcept {
        if (++depth_ > max_depth_) return fail_depth();
        ++cursor_;
        fresh_ = true;
    }
    /// Moves to the next member of the object entered last and reads its key; false at its end.
    [[nodiscard]] bool next_member(std::string_view& key);
    /// Moves to the next element of the array entered last; false at its end.
    [[nodiscard]] bool next_element() { return next_in(']', R"("," or "]")") && at_value(); }

    /// Reads the string at the cursor, unescaped. Expects next() == string.
    [[nodiscard]] std::string_view read_string() {
        const std::string_view raw = raw_string();
        return has_escape(raw) ? unescape(raw, /*keep=*/true) : raw;
    }
    /// Reads the number at the cursor. Expects next() == number. An absurdly large one is infinite.
    [[nodiscard]] double read_number();
    /// Reads the integer at the cursor into \p out, if it is one from 0 to \p most in plain digits;
    /// else false, with nothing read. Expects nothing of next().
    [[nodiscard]] bool read_plain(std::uint64_t most, std::uint64_t& out) noexcept;
    /// Reads the array at the cursor if it holds nothing but numbers, one at least, giving each to
    /// \p take; false, with nothing read, where it does not or \p take refuses one.
    template <class F>
    [[nodiscard]] bool read_plain_array(F&& take);
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
    /// Where value \p i of the part begins in the text.
    [[nodiscard]] std::size_t start(std::size_t i) const noexcept { return first_ + starts_[i]; }
    [[nodiscard]] char at() const noexcept { return text_[start(cursor_)]; }
    [[nodiscard]] bool done() const noexcept { return cursor_ >= starts_.size(); }
    [[gnu::cold]] void fail(ErrorCode code, std::size_t offset, std::string message);
    [[gnu::cold]] void fail_here(std::string_view expected);
    [[gnu::cold]] void fail_depth() noexcept;
    void next_part();
    [[nodiscard]] bool next_in(char closing, std::string_view separators);
    [[nodiscard]] bool at_value();
    [[nodiscard]] std::string_view raw_string() noexcept;
    [[nodiscard]] bool has_escape(std::string_view raw) const noexcept;
    [[nodiscard]] std::string_view unescape(std::string_view raw, bool keep);
    [[nodiscard]] bool read_literal(std::string_view word);
    [[nodiscard]] bool skip_scalar();
    void skip_container();
    [[nodiscard]] bool ends_token(std::size_t offset) const noexcept;

    std::string_view text_;
    std::span<const std::uint32_t> starts_;  // of the part of the text that the cursor is in
    std::size_t first_ = 0;                  // where that part begins
    std::deque<std::string>* arena_;
    JsonIndex index_;
    std::optional<JsonFault> fault_;
    std::size_t cursor_ = 0;
    std::size_t token_end_ = 0;  // one past the scalar read last
    std::uint32_t depth_ = 0;
    std::uint32_t max_depth_ = 0;
    bool fresh_ = false;  // the container was just entered: no comma is due
};

/// Steps out of the container at \p closing, or over a comma to what comes next in it; false at its
/// end and, with a fault that expects \p separators, where neither stands.
inline bool JsonReader::next_in(char closing, std::string_view separators) {
    const char found = done() ? '\0' : at();
    if (found == closing) {
        token_end_ = start(cursor_) + 1;
        ++cursor_;
        --depth_;
        fresh_ = false;
        return false;
    }
    if (!fresh_) {
        if (found != ',') {
            fail_here(separators);
            return false;
        }
        // Only here, at a comma, may a part of the text end.
        if (++cursor_ == starts_.size()) next_part();
    }
    fresh_ = false;
    return true;
}

/// Whether a value stands at the cursor; false, with a fault, where none does.
inline bool JsonReader::at_value() {
    if (next() != JsonKind::none) return true;
    fail_here("a value");
    return false;
}

inline bool JsonReader::next_member(std::string_view& key) {
    if (!next_in('}', R"("," or "}")")) return false;
    if (next() != JsonKind::string) {
        fail_here("a key in quotes");
        return false;
    }
    key = read_string();
    if (done() || at() != ':') {
        fail_here("\":\"");
        return false;
    }
    ++cursor_;
    return at_value();
}

/// The characters between the quotes at the cursor, which moves on.
inline std::string_view JsonReader::raw_string() noexcept {
    const std::size_t first = start(cursor_) + 1;
    // Between a string and the next place of the index is nothing but white space, so the closing
    // quote is the last character before it that is not.
    std::size_t last = cursor_ + 1 < starts_.size() ? start(cursor_ + 1) : text_.size();
    do
        --last;
    while (is_json_space(text_[last]));
    ++cursor_;
    token_end_ = last + 1;
    return text_.substr(first, last - first);
}

/// Whether there is a backslash in \p raw, a part of the text.
inline bool JsonReader::has_escape(std::string_view raw) const noexcept {
    const auto room = static_cast<std::size_t>(text_.data() + text_.size() - raw.data());
    if (raw.size() > 8 || room < 8)
        return !raw.empty() && std::memchr(raw.data(), '\\', raw.size()) != nullptr;
    // A short one at once: the lowest byte that becomes 0 is found, whatever lies behind it.
    constexpr std::uint64_t kOnes = 0x0101010101010101;
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, raw.data(), 8);
    bytes ^= kOnes * '\\';
    const std::uint64_t found = (bytes - kOnes) & ~bytes & (kOnes * 0x80);
    return found != 0 && static_cast<std::size_t>(std::countr_zero(found)) / 8 < raw.size();
}

inline bool JsonReader::read_plain(std::uint64_t most, std::uint64_t& out) noexcept {
    // What follows in the index bounds the digits: no end of the text is met.
    if (cursor_ + 1 >= starts_.size()) return false;
    const std::size_t first = start(cursor_);
    const std::size_t next = start(cursor_ + 1);
    std::size_t i = first;
    std::uint64_t value = 0;
    for (; i < next && is_digit(text_[i]) && i - first < 16; ++i)
        value = value * 10 + static_cast<std::uint64_t>(text_[i] - '0');
    const bool ended = i > first && (i == next || is_json_space(text_[i]));
    if (!ended || value > most || (text_[first] == '0' && i - first > 1)) return false;
    ++cursor_;
    token_end_ = i;
    out = value;
    return true;
}

template <class F>
bool JsonReader::read_plain_array(F&& take) {
    if (next() != JsonKind::array || depth_ + 1 > max_depth_) return false;
    for (std::size_t i = cursor_ + 1; i + 1 < starts_.size(); i += 2) {
        const std::size_t first = start(i);
        const std::size_t next = start(i + 1);
        const JsonNumber number = parse_json_number(text_.substr(first));
        const std::size_t end = first + number.length;
        if (number.length == 0 || (end != next && !is_json_space(text_[end]))) return false;
        if (!take(number.value)) return false;
        if (text_[next] == ',') continue;
        if (text_[next] != ']') return false;
        cursor_ = i + 2;
        token_end_ = next + 1;
        fresh_ = false;
        return true;
    }
    return false;
}

/// Offset of the first byte of \p text that is not well-formed UTF-8, or its size.
[[nodiscard]] std::size_t find_invalid_utf8(std::string_view text) noexcept;

}  // namespace diorama::gltf::detail
