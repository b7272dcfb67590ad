// SPDX-License-Identifier: MIT
#include "terrain.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>

#include "noise.hpp"

namespace diorama::demo {
namespace {

constexpr float kQuayFront = 3.4f;   ///< z of the long quay
constexpr float kQuayCorner = 1.7f;  ///< x where it turns back
constexpr float kQuayBack = -0.9f;   ///< z of the short quay

/// Metres inland from the quay's edge; negative over water.
float inland(vec2 xz) {
    const float peninsula = std::min(kQuayFront - xz.y, kQuayCorner - xz.x);
    return std::max(peninsula, kQuayBack - xz.y);
}

/// Polar point of the disc: \p part of the way round, \p radius out.
vec2 on_disc(float part, float radius) {
    const SinCos turn = sin_cos(static_cast<double>(part) * 2.0 * static_cast<double>(pi));
    return radius * vec2(static_cast<float>(turn.cos), -static_cast<float>(turn.sin));
}

/// Texture coordinates seen from above: neighbouring pieces continue each other.
Shape with_level_uv(Shape shape) {
    for (std::size_t i = 0; i < shape.positions.size(); ++i)
        shape.uvs[0][i] = vec2(shape.positions[i].x, shape.positions[i].z);
    return shape;
}

vec3 ground_color(vec2 xz, float height, float steepness) {
    const float patch = fractal_noise(xz * 0.7f + 9.0f, 64, 301);
    const float speck = noise(xz * 3.0f, 64, 303);
    vec3 grass = mix(linear(0x6f9440), linear(0xa9b65a), saturate(0.5f + 0.9f * patch));
    grass = mix(grass, linear(0x8a9a48), saturate(speck));
    const vec3 earth = mix(linear(0x93795a), linear(0xb09c7c), saturate(0.5f + speck));
    const vec3 land = mix(grass, earth, smooth_step(0.75f, 1.25f, steepness + 0.25f * speck));
    const vec3 sand = mix(linear(0xd8c08c), linear(0xe6d4a6), saturate(0.5f + patch));
    const vec3 deep = linear(0x3f8f8f);
    const vec3 bed = mix(deep, sand, smooth_step(-0.25f, 0.2f, height + 0.08f * patch));
    return mix(bed, land, smooth_step(kWaterLevel + 0.08f, kWaterLevel + 0.24f, height));
}

Shape land_surface() {
    constexpr int around = 152, across = 52;
    const auto point = [](vec2 uv) {
        const vec2 xz = on_disc(uv.x, kRadius * uv.y);
        return vec3(xz.x, ground_height(xz), xz.y);
    };
    Shape land = patch(point, {.columns = around, .rows = across, .wraps = true});
    for (std::size_t i = 0; i < land.positions.size(); ++i) {
        const vec3 p = land.positions[i], n = land.normals[i];
        const float steepness = std::sqrt(n.x * n.x + n.z * n.z) / std::max(n.y, 0.05f);
        land.colors[i] = vec4(ground_color({p.x, p.z}, p.y, steepness), 1);
        land.uvs[0][i] = vec2(p.x, p.z) * 0.8f;
    }
    return land;
}

/// The cut through the layers of earth at the rim.
Shape cut_edge() {
    const auto point = [](vec2 uv) {
        const vec2 xz = on_disc(uv.x, kRadius);
        const float top = ground_height(xz);
        return vec3(xz.x, top * (1 - uv.y), xz.y);
    };
    Shape edge = patch(point, {.columns = 152, .rows = 5, .uv_size = {40, 1}, .wraps = true});
    for (std::size_t i = 0; i < edge.positions.size(); ++i) {
        const vec3 p = edge.positions[i];
        const float depth = ground_height({p.x, p.z}) - p.y;
        const float band = p.y * 2.6f + 0.5f * noise(vec2(p.x, p.z) * 0.9f, 64, 307);
        vec3 color = mix(linear(0x9c7b56), linear(0x7b5d44),
                         smooth_step(-0.5f, 0.5f, noise(vec2(band * 2, 0.5f), 64, 309)));
        color = mix(linear(0x6f8a3c), color, smooth_step(0.02f, 0.12f, depth));
        edge.colors[i] = vec4(color, 1);
    }
    return edge;
}

std::vector<vec3> quay_path() {
    return {{-6.8f, 0, kQuayFront},
            {kQuayCorner, 0, kQuayFront},
            {kQuayCorner, 0, kQuayBack},
            {7.45f, 0, kQuayBack}};
}

Shape quay_wall() {
    // From the paving over the rounded cap stone, down the face to the sea bed.
    constexpr std::array<vec2, 8> profile{{{-0.42f, 0.8f},
                                           {-0.4f, 0.86f},
                                           {0.03f, 0.86f},
                                           {0.06f, 0.83f},
                                           {0.06f, 0.74f},
                                           {0.03f, 0.71f},
                                           {0, 0.71f},
                                           {0.03f, -0.4f}}};
    return with_uv_scale(sweep(quay_path(), profile, false), {0.9f, 0.9f});
}

/// Paving from the quay's cap stone \p width metres inland.
Shape promenade(float width) {
    const std::array<vec2, 2> profile{{{-width, 0.803f}, {-0.4f, 0.803f}}};
    return with_level_uv(sweep(quay_path(), profile, false));
}

/// A round patch of level paving.
Shape paved_disc(vec2 middle, float radius, float height) {
    const auto point = [&](vec2 uv) {
        const vec2 xz = middle + on_disc(uv.x, radius * uv.y);
        return vec3(xz.x, height, xz.y);
    };
    return with_level_uv(patch(point, {.columns = 48, .rows = 8, .wraps = true}));
}

/// A strip of paving over the ground along \p path.
Shape paved_strip(std::span<const vec2> path, float width) {
    const auto point = [&](vec2 uv) {
        const float along = uv.y * static_cast<float>(path.size() - 1);
        const auto i = std::min(static_cast<std::size_t>(along), path.size() - 2);
        const float t = along - static_cast<float>(i);
        const vec2 way = glm::normalize(path[i + 1] - path[i]);
        const vec2 xz =
            path[i] + (path[i + 1] - path[i]) * t + vec2(-way.y, way.x) * width * (0.5f - uv.x);
        return vec3(xz.x, ground_height(xz) + 0.03f, xz.y);
    };
    return with_level_uv(patch(point, {.columns = 4, .rows = 40}));
}

Shape curb(vec2 middle, float radius, float height) {
    std::vector<vec3> ring;
    for (int i = 0; i < 48; ++i) {
        const vec2 xz = middle + on_disc(static_cast<float>(i) / 48.0f, radius);
        ring.emplace_back(xz.x, 0, xz.y);
    }
    const std::array<vec2, 6> profile{{{-0.1f, height},
                                       {-0.09f, height + 0.03f},
                                       {0.09f, height + 0.03f},
                                       {0.11f, height + 0.01f},
                                       {0.11f, height - 0.12f},
                                       {0.1f, height - 0.2f}}};
    return sweep(ring, profile, true);
}

Shape water_surface() {
    const auto point = [](vec2 uv) {
        const vec2 xz = on_disc(uv.x, kRadius * uv.y);
        return vec3(xz.x, kWaterLevel, xz.y);
    };
    return with_level_uv(patch(point, {.columns = 64, .rows = 6, .wraps = true}));
}

void add_base(SceneBuilder& scene, const Materials& m) {
    constexpr std::array<vec2, 16> turned{{{0, -1.15f},
                                           {8.15f, -1.15f},
                                           {8.32f, -1.11f},
                                           {8.4f, -1.02f},
                                           {8.38f, -0.93f},
                                           {8.26f, -0.86f},
                                           {8.1f, -0.82f},
                                           {8.02f, -0.76f},
                                           {8.0f, -0.68f},
                                           {8.0f, -0.2f},
                                           {8.04f, -0.14f},
                                           {8.16f, -0.1f},
                                           {8.2f, -0.05f},
                                           {8.18f, 0.0f},
                                           {8.1f, 0.03f},
                                           {7.6f, 0.03f}}};
    constexpr std::array<vec2, 7> ring{{{7.8f, 0.0f},
                                        {7.8f, 0.34f},
                                        {7.77f, 0.4f},
                                        {7.7f, 0.42f},
                                        {7.63f, 0.4f},
                                        {7.6f, 0.36f},
                                        {7.6f, 0.0f}}};
    const LatheOptions options{.segments = 112, .density = 0.5f};
    const Index base = scene.add_node(
        SceneBuilder::root(), "base",
        {.mesh = scene.add_mesh("base", {{lathe(turned, options), m.walnut}}, Bake::none)});
    scene.add_node(base, "rim",
                   {.mesh = scene.add_mesh("rim", {{lathe(ring, options), m.brass}}, Bake::none)});
    const auto plate = [](vec2 uv) {
        // The outermost ring folds back into the wood.
        const bool edge = uv.x <= 0 || uv.x >= 1 || uv.y <= 0 || uv.y >= 1;
        const SinCos turn = sin_cos(static_cast<double>((uv.x - 0.5f) * 1.92f / 8.0f));
        const float radius = edge ? 7.98f : 8.03f;
        return vec3(radius * static_cast<float>(turn.sin), -0.2f - 0.48f * uv.y,
                    radius * static_cast<float>(turn.cos));
    };
    scene.add_node(
        base, "plaque",
        {.rotation = turn_y(kFront),
         .mesh = scene.add_mesh("plaque", {{patch(plate, {.columns = 32, .rows = 16}), m.plaque}},
                                Bake::none)});
}

}  // namespace

float ground_height(vec2 xz) {
    const float rough = fractal_noise(xz * 0.8f + 3.0f, 64, 313);
    const float hill = glm::length(xz - kHill) + 0.35f * rough;
    const float knoll = glm::length(xz - vec2(3.6f, -5.7f)) + 0.3f * rough;
    const float land = kTownLevel - 0.02f + 1.5f * smooth_step(3.2f, 1.4f, hill) +
                       0.85f * smooth_step(2.8f, 0.4f, knoll) +
                       0.06f * rough * smooth_step(0.8f, 2.5f, inland(xz));
    const float islet = glm::length(xz - kIslet) + 0.3f * rough;
    const float bed = -0.32f + 0.1f * rough + 0.22f * smooth_step(-1.2f, 0, inland(xz)) +
                      1.0f * smooth_step(1.7f, 0.55f, islet);
    // The step hides under the cap stone.
    return mix(bed, land, smooth_step(0.02f, 0.34f, inland(xz)));
}

void add_terrain(SceneBuilder& scene, const Materials& m) {
    add_base(scene, m);
    const Index land = scene.add_node(SceneBuilder::root(), "land");
    const auto add = [&](const char* name, Shape shape, Index material, Bake bake) {
        scene.add_node(land, name,
                       {.mesh = scene.add_mesh(name, {{std::move(shape), material}}, bake)});
    };
    add("ground", land_surface(), m.ground, Bake::in_place);
    add("cut edge", cut_edge(), m.ground, Bake::none);
    add("quay", quay_wall(), m.ashlar, Bake::in_place);
    add("promenade", promenade(1.5f), m.cobbles, Bake::in_place);
    constexpr vec2 square(-2.3f, 0.75f);
    add("square", paved_disc(square, 2.0f, kTownLevel + 0.05f), m.cobbles, Bake::in_place);
    add("square curb", curb(square, 2.05f, kTownLevel + 0.04f), m.ashlar, Bake::in_place);
    constexpr std::array<vec2, 5> lane{
        {{-2.9f, 0.8f}, {-3.7f, 0.1f}, {-4.2f, -0.45f}, {-4.3f, -0.8f}, {-4.3f, -1.0f}}};
    add("lane", paved_strip(lane, 1.0f), m.cobbles, Bake::in_place);
    add("observatory terrace", paved_disc(kHill, 1.38f, kTerraceLevel), m.cobbles, Bake::in_place);
    add("terrace curb", curb(kHill, 1.4f, kTerraceLevel - 0.01f), m.ashlar, Bake::in_place);
    add("water", water_surface(), m.water, Bake::none);
}

}  // namespace diorama::demo
