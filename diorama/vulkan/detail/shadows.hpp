// SPDX-License-Identifier: MIT
/// \file
/// Which lights cast shadows, and how their maps see the scene: ShadowSetup, place_shadows.
#pragma once

#include <array>
#include <cstdint>

#include "diorama/core/math.hpp"
#include "diorama/vulkan/detail/lighting.hpp"

namespace diorama::vulkan::detail {

inline constexpr std::uint32_t kMaxShadows = 4;     ///< also in shaders/frame.glsl
inline constexpr std::uint32_t kShadowSize = 2048;  ///< texels a side

/// The shadow maps of a frame.
struct ShadowSetup {
    std::uint32_t count = 0;  ///< maps drawn
    std::array<mat4, kMaxShadows>
        matrices{};  ///< camera-relative to each map's clip space; reversed
};

/// Gives the first kMaxShadows directional and spot lights of \p scene that cast shadows a map
/// each, writing the map's number and texel size into \p lighting. Point lights would need six
/// each.
///
/// \p around holds all that is drawn, camera-relative; where it is empty or unbounded, nothing
/// casts.
void place_shadows(const Bounds& around, const render::RenderScene& scene, Lighting& lighting,
                   ShadowSetup& out);

}  // namespace diorama::vulkan::detail
