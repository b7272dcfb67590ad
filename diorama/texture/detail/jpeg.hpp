// SPDX-License-Identifier: MIT
/// \file
/// JPEG files by libjpeg-turbo: probe_jpeg, decode_jpeg.
#pragma once

#include "diorama/texture/image.hpp"

namespace diorama::texture::detail {

/// What the frame header of \p file says.
[[nodiscard]] Result<ImageInfo> probe_jpeg(std::span<const std::byte> file, std::string_view where);

/// The pixels of \p file; damaged or missing entropy-coded data is an error.
[[nodiscard]] Result<Image> decode_jpeg(std::span<const std::byte> file, std::string_view where,
                                        const ImageLimits& limits);

}  // namespace diorama::texture::detail
