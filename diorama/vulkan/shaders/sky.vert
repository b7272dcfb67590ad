// SPDX-License-Identifier: MIT
// One triangle over the whole picture, as far away as can be.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"

layout(location = 0) out vec3 out_ray;

void main() {
    vec2 at = vec2(gl_VertexIndex == 1 ? 3 : -1, gl_VertexIndex == 2 ? 3 : -1);
    out_ray = frame.ray_forward.xyz + at.x * frame.ray_right.xyz + at.y * frame.ray_up.xyz;
    gl_Position = vec4(at, 0, 1);
}
