// SPDX-License-Identifier: MIT
#include "diorama/vulkan/detail/texels.hpp"

#include <cstring>

#include "diorama/texture/mips.hpp"

namespace diorama::vulkan::detail {

namespace {

texture::Image to_8_bits(const texture::Image& image) {
    texture::Image out{image.width, image.height, texture::PixelFormat::rgba8, {}};
    out.pixels.resize(image.pixels.size() / 2);
    for (std::size_t i = 0; i < out.pixels.size(); ++i) {
        std::uint16_t wide = 0;
        std::memcpy(&wide, image.pixels.data() + 2 * i, sizeof(wide));
        out.pixels[i] = static_cast<std::byte>((wide * 255u + 32767u) / 65535u);
    }
    return out;
}

}  // namespace

Texels texels_of(const Device& device, const texture::Image& image, texture::ColorSpace space) {
    const bool srgb = space == texture::ColorSpace::srgb;
    Texels out;
    out.format = srgb ? VK_FORMAT_R8G8B8A8_SRGB : VK_FORMAT_R8G8B8A8_UNORM;
    const texture::Image* base = &image;
    texture::Image narrow;
    if (image.format == texture::PixelFormat::rgba16) {
        if (!srgb && device.can_filter(VK_FORMAT_R16G16B16A16_UNORM)) {
            out.format = VK_FORMAT_R16G16B16A16_UNORM;
        } else {
            narrow = to_8_bits(image);
            base = &narrow;
        }
    }
    out.bytes = base->pixels;
    const auto mips =
        texture::mip_chain(*base, srgb ? texture::MipContent::color : texture::MipContent::data);
    for (const texture::Image& level : mips) {
        out.bytes.insert(out.bytes.end(), level.pixels.begin(), level.pixels.end());
    }
    out.levels = static_cast<std::uint32_t>(mips.size() + 1);
    return out;
}

}  // namespace diorama::vulkan::detail
