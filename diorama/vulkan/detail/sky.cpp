// SPDX-License-Identifier: MIT
#include "diorama/vulkan/detail/sky.hpp"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace diorama::vulkan::detail {

namespace {

float smooth(float from, float to, float x) noexcept {
    const float t = std::clamp((x - from) / (to - from), 0.0f, 1.0f);
    return t * t * (3 - 2 * t);
}

/// Texel \p i of \p count whose first and last centres stand for 0 and 1 when sampled at
/// 0.5 / count and 1 - 0.5 / count; sampling clamps, so the ends get what lies beyond.
float centre(std::uint32_t i, std::uint32_t count) noexcept {
    return (static_cast<float>(i) + 0.5f) / static_cast<float>(count);
}

/// Bits of \p i mirrored about the binary point: evenly spread numbers in [0, 1).
float radical_inverse(std::uint32_t i) noexcept {
    i = (i << 16) | (i >> 16);
    i = ((i & 0x55555555u) << 1) | ((i & 0xAAAAAAAAu) >> 1);
    i = ((i & 0x33333333u) << 2) | ((i & 0xCCCCCCCCu) >> 2);
    i = ((i & 0x0F0F0F0Fu) << 4) | ((i & 0xF0F0F0F0u) >> 4);
    i = ((i & 0x00FF00FFu) << 8) | ((i & 0xFF00FF00u) >> 8);
    return static_cast<float>(i >> 8) * 0x1p-24f;
}

/// Half vector \p i of \p count about +Z, spread as the GGX distribution of \p roughness.
vec3 ggx_half(std::uint32_t i, std::uint32_t count, float roughness) noexcept {
    const float u = (static_cast<float>(i) + 0.5f) / static_cast<float>(count);
    const float a = roughness * roughness;
    const float cosine = std::sqrt((1 - u) / (1 + (a * a - 1) * u));
    const float sine = std::sqrt(std::max(0.0f, 1 - cosine * cosine));
    const SinCos turn = sin_cos(2.0 * 3.14159265358979323846 * radical_inverse(i));
    return {sine * static_cast<float>(turn.cos), sine * static_cast<float>(turn.sin), cosine};
}

}  // namespace

vec3 sky_radiance(float y) noexcept {
    // A studio: neutral ground, bright horizon, slightly cool zenith with a soft box overhead, so
    // that shapes read and metals have something to mirror.
    constexpr vec3 kNadir{0.16f, 0.155f, 0.15f};
    constexpr vec3 kGround{0.34f, 0.33f, 0.32f};
    constexpr vec3 kHorizon{0.74f, 0.74f, 0.74f};
    constexpr vec3 kZenith{0.40f, 0.43f, 0.47f};
    constexpr vec3 kSoftBox{1.5f, 1.5f, 1.48f};
    const vec3 below = glm::mix(kGround, kNadir, smooth(0, 1, -y));
    const vec3 above = glm::mix(kHorizon, kZenith, smooth(0, 0.7f, y));
    return glm::mix(below, above, smooth(-0.08f, 0.08f, y)) + kSoftBox * smooth(0.80f, 0.92f, y);
}

std::array<vec3, 3> sky_irradiance() {
    // Zonal harmonics: c_l = (2l + 1) / 2 * integral of L P_l, then the cosine lobe's 1, 2/3, 1/4.
    constexpr int kSteps = 2048;
    std::array<vec3, 3> c{};
    for (int i = 0; i < kSteps; ++i) {
        const float y = (static_cast<float>(i) + 0.5f) * 2 / kSteps - 1;
        const vec3 light = sky_radiance(y) * (2.0f / kSteps);
        c[0] += light * 0.5f;
        c[1] += light * (1.5f * y);
        c[2] += light * (2.5f * (1.5f * y * y - 0.5f));
    }
    const vec3 third = c[2] * 0.25f;
    return {c[0] - third * 0.5f, c[1] * (2.0f / 3.0f), third * 1.5f};
}

std::vector<vec4> sky_table() {
    constexpr std::uint32_t kSamples = 512;
    std::vector<vec4> table;
    table.reserve(std::size_t{kSkyWidth} * kSkyHeight);
    std::vector<vec3> lights;  // about +Z; weights are their z
    for (std::uint32_t row = 0; row < kSkyHeight; ++row) {
        const float roughness = centre(row, kSkyHeight);
        lights.clear();
        for (std::uint32_t i = 0; i < kSamples; ++i) {
            const vec3 h = ggx_half(i, kSamples, roughness);
            const vec3 light = 2 * h.z * h - vec3(0, 0, 1);
            if (light.z > 0) lights.push_back(light);
        }
        for (std::uint32_t column = 0; column < kSkyWidth; ++column) {
            const float y = centre(column, kSkyWidth) * 2 - 1;
            const float side = std::sqrt(1 - y * y);
            vec3 sum{0};
            float weight = 0;
            for (const vec3& light : lights) {
                // Only the height of a direction matters; the table's normal leans along x.
                sum += sky_radiance(light.z * y + light.x * side) * light.z;
                weight += light.z;
            }
            table.emplace_back(sum / weight, 1.0f);
        }
    }
    return table;
}

std::vector<vec4> brdf_table() {
    constexpr std::uint32_t kSamples = 256;
    std::vector<vec4> table;
    table.reserve(std::size_t{kBrdfSize} * kBrdfSize);
    for (std::uint32_t row = 0; row < kBrdfSize; ++row) {
        const float roughness = centre(row, kBrdfSize);
        const float a2 = roughness * roughness * roughness * roughness;
        for (std::uint32_t column = 0; column < kBrdfSize; ++column) {
            const float v = centre(column, kBrdfSize);
            const vec3 view{std::sqrt(1 - v * v), 0, v};
            float scale = 0;
            float bias = 0;
            for (std::uint32_t i = 0; i < kSamples; ++i) {
                const vec3 h = ggx_half(i, kSamples, roughness);
                const float v_h = std::max(glm::dot(view, h), 0.0f);
                const float l = 2 * v_h * h.z - view.z;
                if (l <= 0 || v_h <= 0) continue;
                const float masking = l * std::sqrt(v * v * (1 - a2) + a2);
                const float shadowing = v * std::sqrt(l * l * (1 - a2) + a2);
                const float visible = 2 * l * v / (masking + shadowing) * v_h / (h.z * v);
                const float m = 1 - v_h;
                const float fresnel = m * m * m * m * m;
                scale += (1 - fresnel) * visible;
                bias += fresnel * visible;
            }
            table.emplace_back(scale / kSamples, bias / kSamples, 0.0f, 1.0f);
        }
    }
    return table;
}

}  // namespace diorama::vulkan::detail
