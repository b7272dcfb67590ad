// SPDX-License-Identifier: MIT
/// \file
/// From a scene's lights to what shaders read: GpuLight, Lighting, prepare_lighting.
/// Units, exposure and the sky's dimming: docs/design/reference_renderer.md.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "diorama/core/math.hpp"
#include "diorama/render/render_scene.hpp"

namespace diorama::vulkan::detail {

/// Light of shaders/frame.glsl, std430.
struct GpuLight {
    vec4 position;   ///< xyz: camera-relative; w: 1 / range^2, 0 for an infinite range
    vec4 direction;  ///< xyz: unit, the way light travels; w: 0 directional, 1 point or spot
    vec4 radiance;   ///< rgb: colour * intensity * exposure; w: shadow layer, -1 for none
    vec4 cone;       ///< x: scale, y: offset of the angle's cosine
};

/// All light of a frame.
struct Lighting {
    std::vector<GpuLight> lights;  ///< in the scene's order; the key light in a scene without any
    float exposure = 1;            ///< multiplied into every light's radiance
    float sky = 1;                 ///< dimming of the sky
};

/// Illuminance in lux that \p light gives the middle of \p bounds when facing it.
///
/// A light inside a box is taken to be half the box's least extent away from its surfaces.
[[nodiscard]] float estimated_illuminance(const render::RenderLight& light,
                                          const Bounds& bounds) noexcept;

/// Works out the light of \p scene; \p bounds are those of its instances, camera-relative.
///
/// Exposure: 1 while the brightly lit instances (the upper quartile by estimated_illuminance())
/// get 2 to 2 pi lux; beyond, what brings them to the nearer end. It depends on the scene alone,
/// never on the picture or on earlier frames.
/// Cost:     O(lights * instances); \p out and \p scratch keep their capacity.
void prepare_lighting(const render::RenderScene& scene, std::span<const Bounds> bounds,
                      Lighting& out, std::vector<float>& scratch);

}  // namespace diorama::vulkan::detail
