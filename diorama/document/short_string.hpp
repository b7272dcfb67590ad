// SPDX-License-Identifier: MIT
/// \file
/// An owned string in 16 bytes: ShortString.
///
/// A document of a million entities holds tens of millions of names, nearly all of them shorter
/// than 16 bytes; these need no allocation of their own.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>

namespace diorama::document {

/// An immutable string whose first 15 bytes need no allocation; at most 4 GiB.
class ShortString {
  public:
    /// The empty string.
    ShortString() noexcept = default;
    /// A copy of \p text.
    ///
    /// Expects: fewer than 2^32 bytes.
    ShortString(std::string_view text);  // NOLINT: converts on purpose
    ShortString(const char* text) : ShortString(std::string_view(text)) {}  ///< the same
    ShortString(const ShortString& other) : ShortString(other.view()) {}
    ShortString(ShortString&& other) noexcept : bytes_(other.bytes_) { other.bytes_ = {}; }
    ShortString& operator=(const ShortString& other) { return *this = ShortString(other); }
    ShortString& operator=(ShortString&& other) noexcept {
        std::swap(bytes_, other.bytes_);
        return *this;
    }
    ~ShortString() {
        if (on_heap()) release();
    }

    /// The characters; valid until the string is assigned or ends.
    [[nodiscard]] std::string_view view() const noexcept {
        return on_heap() ? heap_view() : std::string_view(bytes_.data(), tag());
    }
    /// The characters; valid until the string is assigned or ends.
    operator std::string_view() const noexcept { return view(); }  // NOLINT: converts on purpose

    /// Whether both hold the same bytes.
    friend bool operator==(const ShortString& a, const ShortString& b) noexcept {
        return a.view() == b.view();
    }
    /// Whether it holds the bytes of \p b.
    friend bool operator==(const ShortString& a, std::string_view b) noexcept {
        return a.view() == b;
    }

  private:
    static constexpr unsigned char kHeap = 0xff;

    [[nodiscard]] unsigned char tag() const noexcept {
        return static_cast<unsigned char>(bytes_[15]);
    }
    [[nodiscard]] bool on_heap() const noexcept { return tag() == kHeap; }
    [[nodiscard]] std::string_view heap_view() const noexcept;
    void release() noexcept;

    // Inline: the characters, then at 15 how many. On the heap: the pointer, at 8 the size as 32
    // bits, and at 15 kHeap.
    alignas(8) std::array<char, 16> bytes_{};
};

static_assert(sizeof(ShortString) == 16);

}  // namespace diorama::document
