// SPDX-License-Identifier: MIT
#include "diorama/vulkan/detail/lighting.hpp"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace diorama::vulkan::detail {

namespace {

// A diffuse white wall is as bright as white on the screen at pi lux.
constexpr float kLeastLux = 2.0f;
constexpr float kMostLux = 2 * pi;
// How much of the sky is left beside a scene's own lights.
constexpr float kSkyBesideLights = 0.5f;

float largest(const vec3& v) noexcept {
    return std::max({v.x, v.y, v.z});
}

GpuLight to_gpu(const render::RenderLight& light, float exposure) {
    GpuLight out{};
    out.position = vec4(light.position, light.range > 0 ? 1 / (light.range * light.range) : 0.0f);
    const bool directional = light.kind == render::LightKind::directional;
    out.direction = vec4(light.direction, directional ? 0.0f : 1.0f);
    out.radiance = vec4(light.color * (light.intensity * exposure), -1.0f);
    out.cone = vec4(0, 1, 0, 0);
    if (light.kind == render::LightKind::spot) {
        const auto inner = static_cast<float>(sin_cos(static_cast<double>(light.inner_angle)).cos);
        const auto outer = static_cast<float>(sin_cos(static_cast<double>(light.outer_angle)).cos);
        const float scale = 1 / std::max(0.001f, inner - outer);
        out.cone = vec4(scale, -outer * scale, 0, 0);
    }
    return out;
}

/// Over the camera's left shoulder, so that what is looked at is always lit.
render::RenderLight key_light(const render::Camera& camera) {
    render::RenderLight light;
    light.direction = camera.rotation * glm::normalize(vec3(0.45f, -0.65f, -0.75f));
    light.intensity = 1.9f;
    return light;
}

float exposure_for(float lux) noexcept {
    if (!(lux > 0) || !std::isfinite(lux)) return 1;
    return std::clamp(lux, kLeastLux, kMostLux) / lux;
}

}  // namespace

float estimated_illuminance(const render::RenderLight& light, const Bounds& bounds) noexcept {
    const float strength = light.intensity * largest(light.color);
    if (light.kind == render::LightKind::directional) return strength;
    const vec3 half = (bounds.max - bounds.min) * 0.5f;
    const vec3 middle = bounds.min + half;
    const vec3 nearest = glm::clamp(light.position, bounds.min, bounds.max);
    const vec3 gap = nearest - light.position;
    const float least = std::min({half.x, half.y, half.z});
    const float square = std::max(glm::dot(gap, gap) + least * least, 1e-4f);
    if (light.kind == render::LightKind::spot) {
        // Lit when the cone, widened by the box as the light sees it, holds the box's middle.
        const vec3 to_middle = middle - light.position;
        const float distance = glm::length(to_middle);
        const float radius = glm::length(half);
        if (distance > radius) {
            const float angle =
                std::acos(std::clamp(glm::dot(to_middle, light.direction) / distance, -1.0f, 1.0f));
            if (angle > light.outer_angle + std::asin(radius / distance)) return 0;
        }
    }
    const float fall = light.range > 0 ? square / (light.range * light.range) : 0.0f;
    return strength * std::clamp(1 - fall * fall, 0.0f, 1.0f) / square;
}

void prepare_lighting(const render::RenderScene& scene, std::span<const Bounds> bounds,
                      Lighting& out, std::vector<float>& scratch) {
    out.lights.clear();
    out.exposure = 1;
    out.sky = 1;
    if (scene.lights.empty()) {
        out.lights.push_back(to_gpu(key_light(scene.camera), 1));
        return;
    }
    scratch.clear();
    for (const Bounds& box : bounds) {
        float lux = 0;
        for (const render::RenderLight& light : scene.lights) {
            lux += estimated_illuminance(light, box);
        }
        if (lux > 0) scratch.push_back(lux);  // leaves out what no light reaches, and NaN
    }
    if (!scratch.empty()) {
        const auto quartile = static_cast<std::ptrdiff_t>((scratch.size() - 1) * 3 / 4);
        std::ranges::nth_element(scratch, scratch.begin() + quartile);
        out.exposure = exposure_for(scratch[static_cast<std::size_t>(quartile)]);
    }
    out.sky = kSkyBesideLights;
    for (const render::RenderLight& light : scene.lights) {
        out.lights.push_back(to_gpu(light, out.exposure));
    }
}

}  // namespace diorama::vulkan::detail
