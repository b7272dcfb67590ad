// SPDX-License-Identifier: MIT
// The background: a calm, warm, light gradient, chosen for looks. What lights the scene is sky_map.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"

layout(location = 0) in vec3 in_ray;
layout(location = 0) out vec4 out_color;

// sRGB, from 0 to 1. Between the middle grey that white things need behind them and the white that
// black things need.
const vec3 kBelow = vec3(0.520, 0.498, 0.470);
const vec3 kLevel = vec3(0.705, 0.690, 0.665);
const vec3 kAbove = vec3(0.645, 0.645, 0.640);

// Rank of a pixel in an 8 x 8 Bayer pattern, from -0.5 to 0.5.
// Source: Bayer, "An optimum method for two-level rendition of continuous-tone pictures".
float bayer(uvec2 at) {
    uint crossed = at.x ^ at.y;
    uint rank = 0;
    for (uint bit = 0; bit < 3; ++bit) {
        rank |= ((crossed >> bit) & 1) << (5 - 2 * bit);
        rank |= ((at.y >> bit) & 1) << (4 - 2 * bit);
    }
    return (float(rank) + 0.5) / 64 - 0.5;
}

vec3 to_linear(vec3 srgb) {
    return mix(srgb / 12.92, pow((srgb + 0.055) / 1.055, vec3(2.4)), greaterThan(srgb, vec3(0.04045)));
}

void main() {
    float y = normalize(in_ray).y;
    vec3 color = y < 0 ? mix(kLevel, kBelow, smoothstep(0, 0.9, -y)) : mix(kLevel, kAbove, smoothstep(0, 0.9, y));
    // Steps of the 8-bit picture would show as bands; half a step up or down, by place, hides them.
    color += bayer(uvec2(gl_FragCoord.xy)) / 255;
    out_color = vec4(to_linear(color), 1);
}
