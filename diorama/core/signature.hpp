// SPDX-License-Identifier: MIT
/// \file
/// What a file is by its first bytes, for messages about files that are not what was expected:
/// Signature, signature_of.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace diorama {

/// A kind of file as a person would call it.
struct Signature {
    std::string_view name;    ///< with its article: `a PNG image`, `a Git LFS pointer`
    std::string_view remedy;  ///< for what only stands for the file or wraps it; may be empty
};

/// The kind of file that starts with \p bytes; nothing where the start is not telling.
///
/// Input: untrusted, and any part of a file from its start; 512 bytes are enough. It is a guess for
///        people: no byte after the start is looked at, so nothing may be decoded on its word.
[[nodiscard]] std::optional<Signature> signature_of(std::span<const std::byte> bytes) noexcept;

}  // namespace diorama
