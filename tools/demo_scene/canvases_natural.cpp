// SPDX-License-Identifier: MIT
// Canvases of stone, earth, water and plants.
#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "canvases.hpp"
#include "noise.hpp"

namespace diorama::demo {
namespace {

/// A colour moved lighter or darker by \p amount.
vec3 shaded(vec3 color, float amount) {
    return color * (1.0f + amount);
}

float unit_of(std::uint32_t id) {
    return static_cast<float>(id & 0xffffu) / 65535.0f;
}

/// One blade of grass: distance to the segment from \p foot to \p tip, thinner towards the tip.
float blade_coverage(vec2 p, vec2 foot, vec2 tip, float width) {
    const vec2 way = tip - foot;
    const float t = saturate(glm::dot(p - foot, way) / glm::dot(way, way));
    // A blade bends over: the middle lies outside the straight line.
    const vec2 bend(0.18f * way.x * t * (1 - t) * -4.0f, 0);
    return width * (1 - t) - glm::length(p - foot - way * t - bend);
}

}  // namespace

Canvas paint_cobbles() {
    return paint(256, 256, [](vec2 uv) {
        const vec2 stray = 0.12f * vec2(noise(uv * 8.0f, 8, 5), noise(uv * 8.0f, 8, 9));
        const Cell cell = cells(uv * 7.0f + stray, 7, 0.55f, 21);
        const float stone = smooth_step(0.03f, 0.2f, cell.border);
        const float grain = fractal_noise(uv * 24.0f, 24, 31);
        const float shade = unit_of(cell.id);
        const vec3 sand = srgb(0x9a896f);
        const vec3 tone = mix(mix(srgb(0xaca399), srgb(0xc9b99c), shade), srgb(0x958f8a),
                              smooth_step(0.72f, 0.8f, unit_of(cell.id >> 16)));
        Texel texel;
        texel.color = mix(shaded(sand, 0.1f * grain - 0.25f), shaded(tone, 0.07f * grain), stone);
        texel.height = 0.022f * std::sqrt(saturate(cell.border * 3.2f)) * stone + 0.002f * grain +
                       0.004f * shade;
        texel.roughness = mix(0.95f, 0.62f + 0.12f * grain, stone);
        texel.occlusion = mix(0.5f, 1, smooth_step(0, 0.16f, cell.border));
        return texel;
    });
}

Canvas paint_ashlar() {
    return paint(256, 256, [](vec2 uv) {
        constexpr float rows = 4;
        const auto row = static_cast<std::int32_t>(uv.y * rows);
        const float shift = row % 2 == 0 ? 0.0f : 0.25f;
        const float x = (uv.x + shift) * 2.0f;
        const auto block = static_cast<std::int32_t>(std::floor(x)) % 2;
        const vec2 inside(x - std::floor(x), uv.y * rows - static_cast<float>(row));
        const float grain = fractal_noise(uv * 16.0f, 16, 77);
        const float wobble = 0.006f * noise(uv * 12.0f, 12, 3);
        const float edge = std::min(std::min(inside.x, 1 - inside.x) * 0.5f,
                                    std::min(inside.y, 1 - inside.y) * 0.25f) +
                           wobble;
        const float stone = smooth_step(0.008f, 0.028f, edge);
        const float shade = hash_unit(block, row, 40);
        const vec3 tone = mix(srgb(0xb3a894), srgb(0xcfc3aa), shade);
        Texel texel;
        texel.color = mix(srgb(0x7d7365), shaded(tone, 0.1f * grain), stone);
        texel.height = 0.014f * stone + 0.006f * grain * stone + 0.003f * shade;
        texel.roughness = 0.82f + 0.1f * grain;
        texel.occlusion = mix(0.6f, 1, stone);
        return texel;
    });
}

Canvas paint_rock() {
    return paint(128, 128, [](vec2 uv) {
        const float broad = fractal_noise(uv * 4.0f, 4, 11);
        const float fine = fractal_noise(uv * 16.0f, 16, 19);
        const float crack = std::fabs(fractal_noise(uv * 5.0f + 0.4f, 5, 23));
        const float open = smooth_step(0.0f, 0.09f, crack);
        Texel texel;
        texel.color = shaded(mix(srgb(0xcac2b6), srgb(0xeee6d8), 0.5f + 0.5f * broad),
                             0.1f * fine - 0.22f * (1 - open));
        texel.height = 0.03f * broad + 0.012f * fine + 0.02f * open;
        return texel;
    });
}

Canvas paint_ground() {
    return paint(256, 256, [](vec2 uv) {
        const float broad = fractal_noise(uv * 4.0f, 4, 61);
        const float blades = noise(vec2(uv.x * 64.0f + 2 * broad, uv.y * 32.0f), 64, 67);
        const float fine = fractal_noise(uv * 32.0f, 32, 71);
        Texel texel;
        texel.color = shaded(srgb(0xe2e2dc), 0.12f * broad + 0.09f * blades + 0.1f * fine);
        texel.height = 0.012f * broad + 0.006f * fine + 0.004f * blades;
        return texel;
    });
}

Canvas paint_ripples() {
    return paint(256, 256, [](vec2 uv) {
        const vec2 stray = 0.03f * vec2(noise(uv * 4.0f, 4, 81), noise(uv * 4.0f, 4, 83));
        const vec2 at = uv + stray;
        const float swell = noise(vec2(at.x * 3.0f, at.y * 5.0f) * 2.0f, 2 * 15, 85);
        const float chop = 1 - std::fabs(noise(at * 8.0f, 8, 87));
        const float fine = 1 - std::fabs(noise(at * 16.0f, 16, 89));
        Texel texel;
        texel.height = 0.006f * swell + 0.012f * chop + 0.004f * fine;
        return texel;
    });
}

Canvas paint_foliage() {
    return paint(256, 256, [](vec2 uv) {
        const Cell clump = cells(uv * 6.0f, 6, 0.9f, 91);
        const Cell leaf = cells(uv * 20.0f, 20, 0.9f, 95);
        const float puff = 1 - saturate(clump.distance);
        const float light = 1 - saturate(leaf.distance);
        Texel texel;
        texel.color = shaded(mix(srgb(0xbfc4b0), srgb(0xf4f2e0), unit_of(leaf.id)),
                             0.45f * puff * light - 0.3f);
        texel.height = 0.03f * puff + 0.02f * light;
        return texel;
    });
}

Canvas paint_flowers() {
    struct Blade {
        vec2 foot, tip;
        vec3 color;
    };
    std::vector<Blade> blades;
    struct Bloom {
        vec2 at;
        float size;
        vec3 color;
    };
    std::vector<Bloom> blooms;
    Random random(7);
    const vec3 petals[] = {srgb(0xf7f1dc), srgb(0xf2b632), srgb(0xe0524a), srgb(0xb98fd6)};
    for (int i = 0; i < 26; ++i) {
        const vec2 foot(random.between(0.22f, 0.78f), 1.0f);
        const vec2 tip{foot.x + random.between(-0.22f, 0.22f), random.between(0.12f, 0.6f)};
        blades.push_back({foot, tip, mix(srgb(0x4f7a2c), srgb(0x9bb84e), random.between(0, 1))});
        if (i % 3 == 0) blooms.push_back({tip, random.between(0.05f, 0.075f), petals[(i / 3) % 4]});
    }
    return paint(128, 128, [&](vec2 uv) {
        Texel texel;
        texel.color = srgb(0x6f9440);  // also where nothing grows, so that mips have no dark rims
        texel.alpha = 0;
        for (const Blade& blade : blades) {
            const float inside = blade_coverage(uv, blade.foot, blade.tip, 0.026f);
            if (inside < -0.004f) continue;
            texel.color = shaded(blade.color, 0.35f * (0.6f - uv.y));
            texel.alpha = std::max(texel.alpha, smooth_step(-0.004f, 0.004f, inside));
        }
        for (const Bloom& bloom : blooms) {
            const float inside = bloom.size - glm::length(uv - bloom.at);
            if (inside < -0.004f) continue;
            texel.color = inside > 0.6f * bloom.size ? srgb(0xd9952b) : bloom.color;
            texel.alpha = std::max(texel.alpha, smooth_step(-0.004f, 0.004f, inside));
        }
        return texel;
    });
}

}  // namespace diorama::demo
