// SPDX-License-Identifier: MIT
/// \file
/// An image as it is uploaded: Texels, texels_of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "diorama/texture/image.hpp"
#include "diorama/vulkan/detail/device.hpp"

namespace diorama::vulkan::detail {

/// All mip levels of an image.
struct Texels {
    VkFormat format = VK_FORMAT_R8G8B8A8_UNORM;  ///< of each texel
    std::uint32_t levels = 1;                    ///< those there are
    std::vector<std::byte> bytes;                ///< levels, largest first, without padding
};

/// \p image with its mip levels, made where it came with none. 16-bit numbers stay so where the
/// device filters them; 16-bit sRGB colours become 8-bit, which is what GPUs have.
[[nodiscard]] Texels texels_of(const Device& device, const texture::Image& image,
                               texture::ColorSpace space);

}  // namespace diorama::vulkan::detail
