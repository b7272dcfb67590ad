// SPDX-License-Identifier: MIT
#include "noise.hpp"

#include <cmath>

namespace diorama::demo {
namespace {

std::int32_t wrapped(std::int32_t value, std::int32_t period) noexcept {
    const std::int32_t rest = value % period;
    return rest < 0 ? rest + period : rest;
}

/// Five times smoothed: first and second derivative vanish at the cell's ends.
float fade(float t) noexcept {
    return t * t * t * (t * (t * 6 - 15) + 10);
}

/// Dot product of \p offset with one of eight directions.
float gradient(std::uint32_t bits, vec2 offset) noexcept {
    constexpr float diagonal = 0.70710678f;
    constexpr vec2 directions[8] = {{1, 0},
                                    {-1, 0},
                                    {0, 1},
                                    {0, -1},
                                    {diagonal, diagonal},
                                    {-diagonal, diagonal},
                                    {diagonal, -diagonal},
                                    {-diagonal, -diagonal}};
    const vec2 direction = directions[bits >> 29];
    return direction.x * offset.x + direction.y * offset.y;
}

}  // namespace

std::uint32_t hash(std::int32_t x, std::int32_t y, std::uint32_t seed) noexcept {
    std::uint32_t h = static_cast<std::uint32_t>(x) * 0x8da6b343u ^
                      static_cast<std::uint32_t>(y) * 0xd8163841u ^ seed * 0xcb1ab31fu;
    h ^= h >> 16;
    h *= 0x7feb352du;
    h ^= h >> 15;
    h *= 0x846ca68bu;
    return h ^ (h >> 16);
}

float hash_unit(std::int32_t x, std::int32_t y, std::uint32_t seed) noexcept {
    return static_cast<float>(hash(x, y, seed) >> 8) * (1.0f / 16777216.0f);
}

float Random::between(float low, float high) noexcept {
    return low + (high - low) * hash_unit(step_++, 0, seed_);
}

float noise(vec2 at, std::int32_t period, std::uint32_t seed) noexcept {
    const float fx = std::floor(at.x), fy = std::floor(at.y);
    const vec2 t(at.x - fx, at.y - fy);
    const std::int32_t x0 = wrapped(static_cast<std::int32_t>(fx), period);
    const std::int32_t y0 = wrapped(static_cast<std::int32_t>(fy), period);
    const std::int32_t x1 = wrapped(x0 + 1, period), y1 = wrapped(y0 + 1, period);
    const float a = gradient(hash(x0, y0, seed), t);
    const float b = gradient(hash(x1, y0, seed), {t.x - 1, t.y});
    const float c = gradient(hash(x0, y1, seed), {t.x, t.y - 1});
    const float d = gradient(hash(x1, y1, seed), {t.x - 1, t.y - 1});
    const float u = fade(t.x);
    return 1.5f * mix(mix(a, b, u), mix(c, d, u), fade(t.y));
}

float fractal_noise(vec2 at, std::int32_t period, std::uint32_t seed) noexcept {
    float sum = 0, strength = 0.53f;
    for (std::uint32_t octave = 0; octave < 4; ++octave) {
        sum += strength * noise(at, period, seed + octave);
        at *= 2.0f;
        period *= 2;
        strength *= 0.5f;
    }
    return sum;
}

float noise(vec3 at, std::uint32_t seed) noexcept {
    const float fz = std::floor(at.z);
    const auto layer = static_cast<std::uint32_t>(static_cast<std::int32_t>(fz) + 1024);
    constexpr std::int32_t far_away = 4096;
    const float below = noise(vec2(at.x, at.y), far_away, seed + 57u * layer);
    const float above = noise(vec2(at.x, at.y), far_away, seed + 57u * (layer + 1));
    return mix(below, above, fade(at.z - fz));
}

Cell cells(vec2 at, std::int32_t period, float jitter, std::uint32_t seed) noexcept {
    const auto x = static_cast<std::int32_t>(std::floor(at.x));
    const auto y = static_cast<std::int32_t>(std::floor(at.y));
    vec2 nearest(0), second(0);
    float nearest_squared = 1e9f, second_squared = 1e9f;
    std::uint32_t id = 0;
    for (std::int32_t dy = -2; dy <= 2; ++dy) {
        for (std::int32_t dx = -2; dx <= 2; ++dx) {
            const std::int32_t cx = wrapped(x + dx, period), cy = wrapped(y + dy, period);
            const vec2 stray(hash_unit(cx, cy, seed) - 0.5f, hash_unit(cx, cy, seed + 1) - 0.5f);
            const vec2 to =
                vec2(static_cast<float>(x + dx) + 0.5f, static_cast<float>(y + dy) + 0.5f) +
                jitter * stray - at;
            const float squared = to.x * to.x + to.y * to.y;
            if (squared < nearest_squared) {
                second = nearest;
                second_squared = nearest_squared;
                nearest = to;
                nearest_squared = squared;
                id = hash(cx, cy, seed + 2);
            } else if (squared < second_squared) {
                second = to;
                second_squared = squared;
            }
        }
    }
    const vec2 apart = second - nearest;
    const float length = std::sqrt(apart.x * apart.x + apart.y * apart.y);
    return {std::sqrt(nearest_squared), 0.5f * (second_squared - nearest_squared) / length, id};
}

float smooth_step(float low, float high, float value) noexcept {
    const float t = saturate((value - low) / (high - low));
    return t * t * (3 - 2 * t);
}

float mix(float a, float b, float t) noexcept {
    return a + (b - a) * t;
}

vec3 mix(vec3 a, vec3 b, float t) noexcept {
    return a + (b - a) * t;
}

float saturate(float value) noexcept {
    return value < 0 ? 0 : value > 1 ? 1 : value;
}

}  // namespace diorama::demo
