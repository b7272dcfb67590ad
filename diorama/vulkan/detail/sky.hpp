// SPDX-License-Identifier: MIT
/// \file
/// The built-in sky, and the tables ambient light is read from: sky_radiance, sky_irradiance,
/// sky_table, brdf_table.
/// The sky is the same all around the vertical, so that one small two-dimensional table holds it at
/// every roughness. Design page: docs/design/reference_renderer.md.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "diorama/core/math.hpp"

namespace diorama::vulkan::detail {

inline constexpr std::uint32_t kSkyWidth = 128;  ///< texels along a direction's y, from -1 to 1
inline constexpr std::uint32_t kSkyHeight = 16;  ///< texels along roughness, from 0 to 1
inline constexpr std::uint32_t kBrdfSize = 32;   ///< texels a side

/// Light that comes from the direction whose y is \p y; linear, a white wall under all of it is
/// about as bright as a screen shows.
[[nodiscard]] vec3 sky_radiance(float y) noexcept;

/// Irradiance over pi on a surface whose normal's y is y: [0] + [1] y + [2] y^2.
///
/// Source: Ramamoorthi and Hanrahan, "An Efficient Representation for Irradiance Environment Maps",
/// for a sky without azimuth.
[[nodiscard]] std::array<vec3, 3> sky_irradiance();

/// The sky as a GGX surface of each roughness mirrors it, seen straight on.
///
/// Shape:  kSkyHeight rows of kSkyWidth; red, green, blue, 1.
/// Source: Karis, "Real Shading in Unreal Engine 4", the split sum's first half.
[[nodiscard]] std::vector<vec4> sky_table();

/// Scale and bias of the reflectance at normal incidence, by cosine (columns) and roughness (rows).
///
/// Shape:  kBrdfSize rows of kBrdfSize; scale, bias, 0, 1.
/// Source: Karis, "Real Shading in Unreal Engine 4", the split sum's second half, with the height-
///         correlated Smith term of glTF 2.0 appendix B.
[[nodiscard]] std::vector<vec4> brdf_table();

}  // namespace diorama::vulkan::detail
