// SPDX-License-Identifier: MIT
/// \file
/// Base64: Base64Ending, base64_ending, decode_base64.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
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

/// The bytes that base64 \p text stands for; nothing when it is malformed.
///
/// Padding may be left out, but not in part.
/// Source: RFC 4648 section 4.
[[nodiscard]] std::optional<std::vector<std::byte>> decode_base64(std::string_view text);

}  // namespace diorama::gltf::detail
