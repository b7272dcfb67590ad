// SPDX-License-Identifier: MIT
#version 460
#extension GL_GOOGLE_include_directive : require
#include "vertex.glsl"

layout(push_constant) uniform Push { uint shadow_layer; };

layout(location = 3) out vec4 out_uv01;
layout(location = 4) out vec4 out_uv23;
layout(location = 5) out vec4 out_color;

void main() {
    out_uv01 = vec4(in_uv0, in_uv1);
    out_uv23 = vec4(in_uv2, in_uv3);
    out_color = in_color;
    gl_Position = frame.shadow_matrices[shadow_layer] * vec4(placed_vertex().position, 1);
}
