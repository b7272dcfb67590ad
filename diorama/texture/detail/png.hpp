// SPDX-License-Identifier: MIT
/// \file
/// PNG files by libspng: probe_png, decode_png.
#pragma once

#include "diorama/texture/image.hpp"

namespace diorama::texture::detail {

/// What the IHDR chunk of \p file says.
[[nodiscard]] Result<ImageInfo> probe_png(std::span<const std::byte> file, std::string_view where);

/// The pixels of \p file, to its last chunk.
[[nodiscard]] Result<Image> decode_png(std::span<const std::byte> file, std::string_view where,
                                       const ImageLimits& limits);

}  // namespace diorama::texture::detail
