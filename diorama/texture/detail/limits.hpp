// SPDX-License-Identifier: MIT
/// \file
/// Size checks that every decoder makes before it takes memory: check_size.
#pragma once

#include "diorama/texture/image.hpp"

namespace diorama::texture::detail {

/// Refuses an image that is empty, or larger than \p limits.
[[nodiscard]] Result<> check_size(const ImageInfo& info, std::string_view where,
                                  const ImageLimits& limits);

}  // namespace diorama::texture::detail
