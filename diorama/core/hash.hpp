// SPDX-License-Identifier: MIT
/// \file
/// Hashes: fnv1a64 where a format asks for it, content_hash (XXH3) for bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace diorama {

/// FNV-1a, 64 bits, of \p bytes.
///
/// Source: Fowler, Noll, Vo; offset basis 0xcbf29ce484222325, prime 0x100000001b3.
[[nodiscard]] std::uint64_t fnv1a64(std::span<const std::byte> bytes) noexcept;
/// The same of the characters of \p text.
[[nodiscard]] std::uint64_t fnv1a64(std::string_view text) noexcept;

/// XXH3, 64 bits, seed 0, of \p bytes: fast, not for adversaries.
[[nodiscard]] std::uint64_t content_hash(std::span<const std::byte> bytes) noexcept;

}  // namespace diorama
