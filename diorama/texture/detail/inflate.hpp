// SPDX-License-Identifier: MIT
/// \file
/// Zstandard frames and ZLIB streams of a size that is known beforehand: inflate_zstd,
/// inflate_zlib.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "diorama/core/error.hpp"

namespace diorama::texture::detail {

/// What inflating \p bytes gives, which is \p size bytes or a fault at \p where; no more than that
/// is ever taken or written.
[[nodiscard]] Result<std::vector<std::byte>> inflate_zstd(std::span<const std::byte> bytes,
                                                          std::uint64_t size,
                                                          const std::string& where);
/// The same for a ZLIB stream, whose checksum is checked.
[[nodiscard]] Result<std::vector<std::byte>> inflate_zlib(std::span<const std::byte> bytes,
                                                          std::uint64_t size,
                                                          const std::string& where);

}  // namespace diorama::texture::detail
