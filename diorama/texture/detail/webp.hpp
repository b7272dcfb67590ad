// SPDX-License-Identifier: MIT
/// \file
/// WebP files by libwebp: probe_webp, decode_webp.
#pragma once

#include "diorama/texture/image.hpp"

namespace diorama::texture::detail {

/// What the header of \p file says.
[[nodiscard]] Result<ImageInfo> probe_webp(std::span<const std::byte> file, std::string_view where);

/// The pixels of \p file, lossy or lossless, with or without alpha.
[[nodiscard]] Result<Image> decode_webp(std::span<const std::byte> file, std::string_view where,
                                        const ImageLimits& limits);

}  // namespace diorama::texture::detail
