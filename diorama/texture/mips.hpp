// SPDX-License-Identifier: MIT
/// \file
/// Smaller versions of an image, for drawing it small: MipContent, mip_count, mip_chain.
#pragma once

#include <cstdint>
#include <vector>

#include "diorama/texture/image.hpp"

namespace diorama::texture {

/// What the channels hold, which decides how they are averaged.
enum class MipContent : std::uint8_t {
    color,    ///< sRGB colours, averaged as light and weighted by their alpha; alpha linear
    data,     ///< numbers; every channel for itself
    normals,  ///< unit vectors in red, green and blue, made unit again; alpha for itself
};

/// Levels from \p width x \p height down to 1 x 1, the first included; 0 for an empty image.
[[nodiscard]] std::uint32_t mip_count(std::uint32_t width, std::uint32_t height) noexcept;

/// The levels below \p base, largest first, each half the size of the one before, rounded down.
///
/// Every texel is the mean of the area it covers, odd sizes included, so nothing shifts. Levels are
/// made from each other before they are rounded. A colour no alpha shows does not bleed into its
/// neighbours; where nothing shows at all, colours are averaged as they are.
///
/// Shape: mip_count() - 1 images of \p base's format; empty for an empty image.
/// Cost:  O(pixels); holds four bytes per pixel of \p base beside the result.
/// Order: the same bits on every machine.
[[nodiscard]] std::vector<Image> mip_chain(const Image& base, MipContent content);

}  // namespace diorama::texture
