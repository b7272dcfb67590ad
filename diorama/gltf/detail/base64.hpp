// SPDX-License-Identifier: MIT
/// \file
/// Base64: Base64Ending, base64_ending, Base64, decode_base64.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace diorama::gltf::detail {

/// How a base64 text ends.
enum class Base64Ending : std::uint8_t {
    sound,       ///< as RFC 4648 asks
    unpadded,    ///< the `=` that fill its last group of four are left out
    spare_bits,  ///< its last character has bits that belong to no byte and are not 0
    broken       ///< no bytes end so
};

/// How \p text ends; what is no base64 otherwise may end in any way.
///
/// Source: RFC 4648 sections 3.2 (Padding) and 3.5 (Canonical Encoding).
[[nodiscard]] Base64Ending base64_ending(std::string_view text) noexcept;

/// The bytes of a base64 text, found to be whole, decoded where they are asked for: of a buffer
/// that is written so, an importer often needs a part, and memory that is never filled costs
/// nothing.
///
/// Valid:   what it gives, while it lives; a move keeps it valid.
/// Threads: one at a time.
class Base64 {
  public:
    /// Of \p text, which must outlive it; nothing when it is malformed. Padding may be left out,
    /// but not in part.
    ///
    /// Source: RFC 4648 section 4.
    [[nodiscard]] static std::optional<Base64> of(std::string_view text);

    /// How many bytes there are.
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    /// \p count of them from \p first on. Expects that they are there.
    [[nodiscard]] std::span<const std::byte> bytes(std::size_t first, std::size_t count);

  private:
    Base64(std::string_view text, std::size_t size);

    std::string_view text_;  // without its padding
    std::size_t size_ = 0;
    std::unique_ptr<std::byte[]> bytes_;
    std::vector<bool> decoded_;  // per block
};

/// All bytes that base64 \p text stands for; nothing when it is malformed.
[[nodiscard]] std::optional<std::vector<std::byte>> decode_base64(std::string_view text);

}  // namespace diorama::gltf::detail
