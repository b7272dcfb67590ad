// SPDX-License-Identifier: MIT
/// \file
/// Painting a surface once and taking its maps from it: Texel, Canvas, base_color_map, normal_map,
/// roughness_map, and colours written as hexadecimal.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "diorama/core/math.hpp"
#include "diorama/texture/image.hpp"

namespace diorama::demo {

/// The sRGB colour 0xRRGGBB, each channel 0 to 1.
[[nodiscard]] vec3 srgb(std::uint32_t hex) noexcept;
/// The same colour in linear light, as material factors and vertex colours want it.
[[nodiscard]] vec3 linear(std::uint32_t hex) noexcept;

/// One point of a painted surface.
struct Texel {
    vec3 color{1, 1, 1};      ///< sRGB
    float alpha = 1;          ///< straight
    float height = 0;         ///< in widths of the canvas's shorter side
    float roughness = 0.85f;  ///< perceptual
    float metal = 0;          ///< 0 or 1, or between where both mix
    float occlusion = 1;      ///< 1 where the whole sky is seen
};

/// A painted rectangle that repeats in both directions.
struct Canvas {
    std::int32_t width = 0;     ///< texels a row
    std::int32_t height = 0;    ///< rows, the topmost first
    std::vector<Texel> texels;  ///< width * height of them
};

/// Asks \p brush for the texel at every texel's middle (u right and v down, both in [0, 1)).
[[nodiscard]] Canvas paint(std::int32_t width, std::int32_t height,
                           const std::function<Texel(vec2)>& brush);

/// Colour and alpha of \p canvas, in 64 steps a channel, which deflate well and still look smooth.
[[nodiscard]] texture::Image base_color_map(const Canvas& canvas);
/// Tangent-space normals (green up) of the heights of \p canvas.
[[nodiscard]] texture::Image normal_map(const Canvas& canvas);
/// Occlusion in red, roughness in green, metal in blue.
[[nodiscard]] texture::Image roughness_map(const Canvas& canvas);

}  // namespace diorama::demo
