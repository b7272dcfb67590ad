// SPDX-License-Identifier: MIT
// Canvases of what people make: plaster, tiles, wood, metal and cloth.
#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <span>

#include "canvases.hpp"
#include "noise.hpp"

namespace diorama::demo {
namespace {

vec3 shaded(vec3 color, float amount) {
    return color * (1.0f + amount);
}

/// Cloth seen close: threads over and under, as a height.
float weave(vec2 uv) {
    const vec2 thread = uv * 48.0f;
    const vec2 part(thread.x - std::floor(thread.x), thread.y - std::floor(thread.y));
    const auto over = (static_cast<int>(thread.x) + static_cast<int>(thread.y)) % 2;
    const float across = over == 0 ? part.x : part.y;
    return 4 * across * (1 - across);
}

/// Distance from \p p to the nearest segment of \p line.
float distance_to(std::span<const vec2> line, vec2 p) {
    float nearest = 1e9f;
    for (std::size_t i = 0; i + 1 < line.size(); ++i) {
        const vec2 way = line[i + 1] - line[i];
        const float t = saturate(glm::dot(p - line[i], way) / glm::dot(way, way));
        nearest = std::min(nearest, glm::length(p - line[i] - way * t));
    }
    return nearest;
}

/// How far \p p lies inside a star of eight points, four long and four short, of radius 1.
float compass_rose(vec2 p) {
    const vec2 a = glm::abs(p);
    const vec2 q(std::max(a.x, a.y), std::min(a.x, a.y));
    const float radius = glm::length(p);
    // The long points narrow to nothing at radius 1, the short ones, on the diagonal, at 0.62.
    const float along = 0.70710678f * (q.x + q.y), across = 0.70710678f * (q.x - q.y);
    const float long_point = 0.17f * (1 - q.x) - q.y;
    const float short_point = 0.17f * (0.62f - along) - across;
    const float ring = 0.035f - std::fabs(radius - 0.47f);
    return std::max(std::max(long_point, short_point), ring);
}

}  // namespace

Canvas paint_plaster() {
    return paint(256, 256, [](vec2 uv) {
        const float broad = fractal_noise(uv * 3.0f, 3, 101);
        const float trowel = fractal_noise(vec2(uv.x * 6.0f + broad, uv.y * 12.0f), 12, 103);
        const float grain = fractal_noise(uv * 40.0f, 40, 107);
        Texel texel;
        texel.color = shaded(srgb(0xeeeae2), 0.045f * broad + 0.03f * trowel + 0.03f * grain);
        texel.height = 0.005f * trowel + 0.0022f * grain;
        return texel;
    });
}

Canvas paint_roof_tiles() {
    return paint(256, 256, [](vec2 uv) {
        constexpr float count = 4;
        const auto row = static_cast<std::int32_t>(uv.y * count);
        const float x = uv.x * count + (row % 2 == 0 ? 0.0f : 0.5f);
        const auto column = static_cast<std::int32_t>(std::floor(x)) % 4;
        const vec2 inside(x - std::floor(x), uv.y * count - static_cast<float>(row));
        const float bow = 2 * inside.x - 1;
        // A round lower edge: the tile below shows in the corners.
        const float lip = 0.93f - 0.16f * bow * bow - inside.y;
        const float tile = smooth_step(0, 0.05f, lip) * smooth_step(0, 0.06f, 1 - std::fabs(bow));
        const float grain = fractal_noise(uv * 24.0f, 24, 113);
        const float shade = hash_unit(column, row, 117);
        vec3 tone = mix(srgb(0xc9684a), srgb(0xe39a6c), shade);
        if (hash_unit(column, row, 119) > 0.86f) tone = srgb(0xa85c48);
        Texel texel;
        texel.color =
            mix(srgb(0x7d4636), shaded(tone, 0.1f * grain - 0.12f * (1 - inside.y)), tile);
        texel.height = tile * (0.03f * (1 - bow * bow) + 0.035f * inside.y) + 0.003f * grain;
        texel.roughness = 0.72f + 0.1f * grain;
        texel.occlusion = mix(0.5f, 1, tile) * (0.75f + 0.25f * smooth_step(0, 0.35f, inside.y));
        return texel;
    });
}

Canvas paint_planks() {
    return paint(256, 256, [](vec2 uv) {
        constexpr float count = 4;
        const auto board = static_cast<std::int32_t>(uv.y * count);
        const float inside = uv.y * count - static_cast<float>(board);
        const float along = uv.x + hash_unit(board, 1, 131);
        const float warp = noise(vec2(along * 3.0f, uv.y * 8.0f), 24, 133);
        const float grain = noise(vec2(along * 4.0f, uv.y * 48.0f + 2.5f * warp), 48, 137);
        const float fine = noise(vec2(along * 16.0f, uv.y * 128.0f), 128, 139);
        const float edge = std::min(inside, 1 - inside);
        const float wood = smooth_step(0.02f, 0.07f, edge);
        const vec3 tone = mix(srgb(0xa98a66), srgb(0xc9ab82), hash_unit(board, 3, 141));
        Texel texel;
        texel.color = mix(srgb(0x4a3828), shaded(tone, 0.13f * grain + 0.06f * fine), wood);
        texel.height = 0.016f * wood + 0.004f * grain * wood + 0.0015f * fine;
        texel.roughness = 0.78f + 0.1f * grain;
        texel.occlusion = mix(0.5f, 1, wood);
        return texel;
    });
}

Canvas paint_walnut() {
    return paint(256, 256, [](vec2 uv) {
        const float warp = fractal_noise(vec2(uv.x * 2.0f, uv.y * 4.0f), 4, 151);
        const float rings = noise(vec2(uv.x * 2.0f, uv.y * 20.0f + 2.0f * warp), 20, 153);
        const float pores = noise(vec2(uv.x * 10.0f, uv.y * 90.0f), 90, 157);
        Texel texel;
        texel.color = shaded(mix(srgb(0x5a3722), srgb(0x8f6140), 0.5f + 0.5f * rings),
                             0.12f * pores + 0.04f * warp);
        texel.height = 0.0007f * pores + 0.0006f * rings;
        texel.roughness = 0.36f + 0.06f * pores;
        return texel;
    });
}

Canvas paint_copper() {
    return paint(128, 128, [](vec2 uv) {
        const float broad = fractal_noise(uv * 4.0f, 4, 161);
        const float runs = fractal_noise(vec2(uv.x * 12.0f, uv.y * 3.0f), 12, 163);
        const float fine = fractal_noise(uv * 24.0f, 24, 167);
        const float bare = smooth_step(0.3f, 0.55f, broad + 0.5f * runs);
        const vec3 patina = mix(srgb(0x5fa08c), srgb(0x8fc7b0), 0.5f + 0.5f * runs);
        Texel texel;
        texel.color = mix(shaded(patina, 0.08f * fine), srgb(0xb0703f), 0.75f * bare);
        texel.height = 0.004f * broad + 0.003f * fine;
        texel.roughness = mix(0.7f, 0.4f, bare);
        texel.metal = 0.8f * bare;
        return texel;
    });
}

Canvas paint_awning() {
    return paint(256, 256, [](vec2 uv) {
        const bool blue = uv.x >= 0.5f;
        const float across = (blue ? uv.x - 0.5f : uv.x) * 2.0f * 4.0f;
        const float stripe = across - std::floor(across);
        const float edge = std::min(std::fabs(stripe - 0.25f), std::fabs(stripe - 0.75f));
        const bool dyed = stripe > 0.25f && stripe < 0.75f;
        const float fade = fractal_noise(uv * 6.0f, 6, 171);
        const vec3 dye = blue ? srgb(0x2f6f86) : srgb(0xc2452d);
        Texel texel;
        texel.color = shaded(mix(srgb(0xf3e7cf), dye, dyed ? smooth_step(0, 0.03f, edge) : 0.0f),
                             0.05f * fade);
        texel.height = 0.0035f * weave(uv) + 0.004f * fade;
        return texel;
    });
}

Canvas paint_flag() {
    return paint(256, 512, [](vec2 uv) {
        const vec2 p((uv.x - 0.5f) * 2.0f, (uv.y - 0.36f) * 4.0f);
        const float gold = compass_rose(p * 1.25f);
        const float side = std::min(uv.x, 1 - uv.x), top = 2 * std::min(uv.y, 1 - uv.y);
        const float border = 0.012f - std::fabs(std::min(side, top) - 0.075f);
        // A small rhomb under the rose.
        const float rhomb = 0.16f - std::fabs(p.x) - 0.8f * std::fabs(p.y - 1.55f);
        const float sewn = std::max(std::max(gold, border), rhomb);
        Texel texel;
        texel.color = mix(srgb(0x1d5560), srgb(0xf0b94a), smooth_step(-0.008f, 0.012f, sewn));
        texel.height = 0.002f * weave(uv) + 0.004f * smooth_step(-0.01f, 0.02f, sewn);
        return texel;
    });
}

Canvas paint_balloon() {
    return paint(256, 256, [](vec2 uv) {
        const float gore = uv.x * 12.0f;
        const auto index = static_cast<int>(gore);
        const float part = gore - static_cast<float>(index);
        const float seam = std::min(part, 1 - part);
        vec3 tone = index % 2 == 0 ? srgb(0xd9482f) : srgb(0xf4e6c6);
        // A band with a zigzag edge around the widest part.
        const float zigzag = 0.035f * std::fabs(2 * part - 1);
        if (uv.y > 0.42f - zigzag && uv.y < 0.56f + zigzag) tone = srgb(0xf0ac3c);
        if (uv.y > 0.455f - zigzag && uv.y < 0.525f + zigzag) tone = srgb(0x28616d);
        if (uv.y > 0.88f) tone = srgb(0x28616d);
        Texel texel;
        texel.color = shaded(tone, -0.18f * (1 - smooth_step(0, 0.06f, seam)));
        texel.height = 0.01f * smooth_step(0, 0.12f, seam) + 0.0015f * weave(uv);
        return texel;
    });
}

Canvas paint_window_glow() {
    return paint(64, 64, [](vec2 uv) {
        const vec2 lamp = uv - vec2(0.5f, 0.42f);
        const float light = 1 / (1 + 5 * glm::dot(lamp, lamp));
        const float curtain = smooth_step(0.26f, 0.18f, std::min(uv.x, 1 - uv.x));
        Texel texel;
        texel.color = mix(srgb(0xffc46b), srgb(0xe0863c), curtain) * (0.55f + 0.45f * light);
        return texel;
    });
}

Canvas paint_plaque() {
    // Letters of straight strokes, 1 wide and 1.4 high, y up.
    using Strokes = std::vector<std::vector<vec2>>;
    const Strokes d{
        {{0, 0}, {0, 1.4f}, {0.55f, 1.4f}, {0.9f, 1.05f}, {0.9f, 0.35f}, {0.55f, 0}, {0, 0}}};
    const Strokes i{{{0.45f, 0}, {0.45f, 1.4f}}};
    const Strokes o{{{0.3f, 0},
                     {0, 0.35f},
                     {0, 1.05f},
                     {0.3f, 1.4f},
                     {0.65f, 1.4f},
                     {0.95f, 1.05f},
                     {0.95f, 0.35f},
                     {0.65f, 0},
                     {0.3f, 0}}};
    const Strokes r{
        {{0, 0}, {0, 1.4f}, {0.6f, 1.4f}, {0.85f, 1.2f}, {0.85f, 0.85f}, {0.6f, 0.65f}, {0, 0.65f}},
        {{0.45f, 0.65f}, {0.9f, 0}}};
    const Strokes a{{{0, 0}, {0.47f, 1.4f}, {0.94f, 0}}, {{0.18f, 0.48f}, {0.76f, 0.48f}}};
    const Strokes m{{{0, 0}, {0.06f, 1.4f}, {0.5f, 0.5f}, {0.94f, 1.4f}, {1, 0}}};
    const Strokes* word[] = {&d, &i, &o, &r, &a, &m, &a};
    return paint(512, 128, [&](vec2 uv) {
        const vec2 p((uv.x - 0.5f) * 14.4f, (0.5f - uv.y) * 3.6f);
        float nearest = 1e9f;
        for (int letter = 0; letter < 7; ++letter) {
            const vec2 local = p - vec2(1.62f * static_cast<float>(letter - 3) - 0.47f, -0.7f);
            if (local.x < -0.6f || local.x > 1.6f) continue;
            for (const auto& stroke : *word[letter])
                nearest = std::min(nearest, distance_to(stroke, local));
        }
        const vec2 rim(7.2f - std::fabs(p.x), 1.8f - std::fabs(p.y));
        const float frame = std::fabs(std::min(rim.x, rim.y) - 0.26f) - 0.035f;
        const float cut = smooth_step(0.03f, -0.03f, std::min(nearest - 0.1f, frame));
        const float brushed = noise(vec2(uv.x * 8.0f, uv.y * 64.0f), 64, 181);
        Texel texel;
        texel.color = mix(shaded(srgb(0xefc27c), 0.05f * brushed), srgb(0x3a2416), cut);
        texel.height = -0.02f * cut + 0.0006f * brushed;
        texel.roughness = mix(0.3f + 0.06f * brushed, 0.7f, cut);
        texel.metal = 0.5f * (1 - cut);
        return texel;
    });
}

Canvas paint_pickets() {
    return paint(128, 128, [](vec2 uv) {
        const float x = uv.x * 2.0f - std::floor(uv.x * 2.0f);
        const float middle = std::fabs(x - 0.5f);
        const float picket = std::min(0.24f - middle, (uv.y - 0.04f) - 0.45f * middle);
        const float rail = 0.055f - std::min(std::fabs(uv.y - 0.38f), std::fabs(uv.y - 0.78f));
        const float grain = noise(vec2(uv.x * 24.0f, uv.y * 4.0f), 24, 191);
        Texel texel;
        texel.color = shaded(srgb(0xefe9dc), 0.06f * grain - (picket < 0.02f ? 0.16f : 0.0f));
        texel.alpha = smooth_step(-0.01f, 0.01f, std::max(picket, rail));
        texel.height = 0.02f * smooth_step(0, 0.06f, picket);
        return texel;
    });
}

}  // namespace diorama::demo
