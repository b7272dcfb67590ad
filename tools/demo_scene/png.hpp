// SPDX-License-Identifier: MIT
/// \file
/// One image as the bytes of a PNG file: png_file.
#pragma once

#include "diorama/core/error.hpp"
#include "diorama/texture/image.hpp"

namespace diorama::demo {

/// Encodes \p image ; without alpha where all of it is opaque.
[[nodiscard]] Result<std::vector<std::byte>> png_file(const texture::Image& image);

}  // namespace diorama::demo
