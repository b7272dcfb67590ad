// SPDX-License-Identifier: MIT
// The background: the sky that lights the scene, blurred and dimmed so that it does not compete.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"

layout(set = 0, binding = 5) uniform sampler2D sky_map;

layout(location = 0) in vec3 in_ray;
layout(location = 0) out vec4 out_color;

const float kBlur = 0.75;   // a roughness
const float kDimming = 0.4;

void main() {
    float y = normalize(in_ray).y;
    vec3 sky = texture(sky_map, vec2(y * 0.5 + 0.5, kBlur)).rgb;
    out_color = vec4(sky * (kDimming * frame.sky_terms[0].w), 1);
}
