// SPDX-License-Identifier: MIT
#include "diorama/vulkan/detail/shadows.hpp"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

namespace diorama::vulkan::detail {

namespace {

bool bounded(const Bounds& b) noexcept {
    const vec3 size = b.max - b.min;
    return !b.empty() && std::isfinite(size.x) && std::isfinite(size.y) && std::isfinite(size.z);
}

/// Rows right, up, back of a map that looks along \p direction.
mat3 axes(const vec3& direction) noexcept {
    const vec3 helper = std::abs(direction.y) < 0.9f ? vec3(0, 1, 0) : vec3(1, 0, 0);
    const vec3 back = -direction;
    const vec3 right = glm::normalize(glm::cross(helper, back));
    return glm::transpose(mat3(right, glm::cross(back, right), back));
}

/// Sees all of \p around in parallel; \p texel gets a texel's size in metres.
mat4 parallel(const Bounds& around, const vec3& direction, float& texel) noexcept {
    const mat4 view(axes(direction));
    const Bounds seen = transformed(around, view);
    const vec3 size = glm::max(seen.max - seen.min, vec3(1e-6f));
    texel = std::max(size.x, size.y) / kShadowSize;
    // A border keeps the filter's taps inside; in depth, nothing may be cut off.
    const vec3 span = size * 1.02f;
    const vec3 middle = (seen.min + seen.max) * 0.5f;
    mat4 fit{1};
    fit[0][0] = 2 / span.x;
    fit[1][1] = 2 / span.y;
    fit[2][2] = 1 / span.z;
    fit[3] = vec4(-2 * middle.x / span.x, -2 * middle.y / span.y, 0.5f - middle.z / span.z, 1);
    return fit * view;
}

/// Sees the cone of a spot; \p texel gets a texel's size at a distance of one metre.
mat4 cone(const GpuLight& light, float& texel) noexcept {
    // cone.x and cone.y say where the light ends: scale * cosine + offset = 0.
    const float cosine = std::clamp(-light.cone.y / light.cone.x, 0.05f, 0.9999f);
    const float tangent = std::sqrt(1 - cosine * cosine) / cosine * 1.02f;
    texel = 2 * tangent / kShadowSize;
    constexpr float kNear = 0.02f;
    mat4 view(axes(vec3(light.direction)));
    view[3] = vec4(-(mat3(view) * vec3(light.position)), 1);
    mat4 lens{0};
    lens[0][0] = lens[1][1] = 1 / tangent;
    lens[2][3] = -1;
    lens[3][2] = kNear;
    return lens * view;
}

}  // namespace

void place_shadows(const Bounds& around, const render::RenderScene& scene, Lighting& lighting,
                   ShadowSetup& out) {
    out.count = 0;
    if (!bounded(around)) return;
    for (std::size_t i = 0; i < lighting.lights.size() && out.count < kMaxShadows; ++i) {
        GpuLight& light = lighting.lights[i];
        const bool directional = light.direction.w == 0;
        const bool spot = !directional && light.cone.x != 0;
        // The key light of a scene without lights is not in its list.
        const bool casts = scene.lights.empty() || scene.lights[i].cast_shadows;
        if (!casts || !(directional || spot)) continue;
        float texel = 0;
        out.matrices[out.count] =
            directional ? parallel(around, vec3(light.direction), texel) : cone(light, texel);
        light.radiance.w = static_cast<float>(out.count++);
        light.cone.z = texel;
    }
}

}  // namespace diorama::vulkan::detail
