// SPDX-License-Identifier: MIT
#include "diorama/vulkan/detail/texels.hpp"

#include <cstring>
#include <span>
#include <vector>

#include "diorama/texture/mips.hpp"

namespace diorama::vulkan::detail {

namespace {

std::vector<std::byte> to_8_bits(std::span<const std::byte> pixels) {
    std::vector<std::byte> out(pixels.size() / 2);
    for (std::size_t i = 0; i < out.size(); ++i) {
        std::uint16_t wide = 0;
        std::memcpy(&wide, pixels.data() + 2 * i, sizeof(wide));
        out[i] = static_cast<std::byte>((wide * 255u + 32767u) / 65535u);
    }
    return out;
}

texture::Image to_8_bits(const texture::Image& image) {
    texture::Image out{
        image.width, image.height, texture::PixelFormat::rgba8, to_8_bits(image.pixels), {}};
    for (const std::vector<std::byte>& level : image.mips)
        out.mips.push_back(to_8_bits(level));
    return out;
}

}  // namespace

Texels texels_of(const Device& device, const texture::Image& image, texture::ColorSpace space) {
    using texture::PixelFormat;
    const bool srgb = space == texture::ColorSpace::srgb;
    Texels out;
    out.format = srgb ? VK_FORMAT_R8G8B8A8_SRGB : VK_FORMAT_R8G8B8A8_UNORM;
    if (image.format == PixelFormat::bc7)
        out.format = srgb ? VK_FORMAT_BC7_SRGB_BLOCK : VK_FORMAT_BC7_UNORM_BLOCK;
    const texture::Image* base = &image;
    texture::Image narrow;
    if (image.format == PixelFormat::rgba16) {
        if (!srgb && device.can_filter(VK_FORMAT_R16G16B16A16_UNORM)) {
            out.format = VK_FORMAT_R16G16B16A16_UNORM;
        } else {
            narrow = to_8_bits(image);
            base = &narrow;
        }
    }
    std::vector<std::span<const std::byte>> levels{base->pixels};
    std::vector<texture::Image> made;
    if (!base->mips.empty() || image.format == PixelFormat::bc7) {
        levels.insert(levels.end(), base->mips.begin(), base->mips.end());
    } else {
        made = texture::mip_chain(*base,
                                  srgb ? texture::MipContent::color : texture::MipContent::data);
        for (const texture::Image& level : made)
            levels.emplace_back(level.pixels);
    }
    std::size_t bytes = 0;
    for (const std::span<const std::byte> level : levels)
        bytes += level.size();
    out.bytes.reserve(bytes);
    for (const std::span<const std::byte> level : levels)
        out.bytes.insert(out.bytes.end(), level.begin(), level.end());
    out.levels = static_cast<std::uint32_t>(levels.size());
    return out;
}

}  // namespace diorama::vulkan::detail
