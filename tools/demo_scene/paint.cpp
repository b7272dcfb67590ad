// SPDX-License-Identifier: MIT
#include "paint.hpp"

#include <algorithm>
#include <glm/geometric.hpp>

#include "noise.hpp"

namespace diorama::demo {
namespace {

/// \p value as 0 to 255 in steps of \p step; the ends are kept exactly.
std::byte quantised(float value, int step) {
    const int levels = 255 / step;
    const int level = static_cast<int>(saturate(value) * static_cast<float>(levels) + 0.5f);
    return static_cast<std::byte>(level * 255 / levels);
}

texture::Image image_of(const Canvas& canvas) {
    texture::Image image;
    image.width = static_cast<std::uint32_t>(canvas.width);
    image.height = static_cast<std::uint32_t>(canvas.height);
    image.pixels.reserve(canvas.texels.size() * 4);
    return image;
}

void add_pixel(texture::Image& image, vec4 rgba, int step) {
    for (int channel = 0; channel < 4; ++channel)
        image.pixels.push_back(quantised(rgba[channel], step));
}

}  // namespace

vec3 srgb(std::uint32_t hex) noexcept {
    return vec3(hex >> 16 & 255u, hex >> 8 & 255u, hex & 255u) / 255.0f;
}

vec3 linear(std::uint32_t hex) noexcept {
    // A cubic within 0.002 of the sRGB curve: std::pow differs between C libraries.
    const vec3 c = srgb(hex);
    return c * (c * (c * 0.305306011f + vec3(0.682171111f)) + vec3(0.012522878f));
}

Canvas paint(std::int32_t width, std::int32_t height, const std::function<Texel(vec2)>& brush) {
    Canvas canvas{width, height, {}};
    canvas.texels.reserve(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    const vec2 size(width, height);
    for (std::int32_t y = 0; y < height; ++y)
        for (std::int32_t x = 0; x < width; ++x)
            canvas.texels.push_back(brush((vec2(x, y) + 0.5f) / size));
    return canvas;
}

texture::Image base_color_map(const Canvas& canvas) {
    texture::Image image = image_of(canvas);
    for (const Texel& texel : canvas.texels)
        add_pixel(image, vec4(texel.color, texel.alpha), 4);
    return image;
}

texture::Image normal_map(const Canvas& canvas) {
    texture::Image image = image_of(canvas);
    const float scale = 0.5f * static_cast<float>(std::min(canvas.width, canvas.height));
    const auto height_at = [&](std::int32_t x, std::int32_t y) {
        x = (x + canvas.width) % canvas.width;
        y = (y + canvas.height) % canvas.height;
        return canvas
            .texels[static_cast<std::size_t>(y) * static_cast<std::size_t>(canvas.width) +
                    static_cast<std::size_t>(x)]
            .height;
    };
    for (std::int32_t y = 0; y < canvas.height; ++y) {
        for (std::int32_t x = 0; x < canvas.width; ++x) {
            const float right = scale * (height_at(x + 1, y) - height_at(x - 1, y));
            const float down = scale * (height_at(x, y + 1) - height_at(x, y - 1));
            const vec3 normal = glm::normalize(vec3(-right, down, 1));
            add_pixel(image, vec4(0.5f * normal + 0.5f, 1), 4);
        }
    }
    return image;
}

texture::Image roughness_map(const Canvas& canvas) {
    texture::Image image = image_of(canvas);
    for (const Texel& texel : canvas.texels)
        add_pixel(image, vec4(texel.occlusion, texel.roughness, texel.metal, 1), 5);
    return image;
}

}  // namespace diorama::demo
