// SPDX-License-Identifier: MIT
#version 460
#extension GL_GOOGLE_include_directive : require
#include "vertex.glsl"

layout(location = 0) out vec3 out_position;
layout(location = 1) out vec3 out_normal;
layout(location = 2) out vec4 out_tangent;
layout(location = 3) out vec4 out_uv01;
layout(location = 4) out vec4 out_uv23;
layout(location = 5) out vec4 out_color;

void main() {
    Vertex vertex = placed_vertex();
    out_position = vertex.position;
    out_normal = vertex.normal;
    out_tangent = vertex.tangent;
    out_uv01 = vec4(in_uv0, in_uv1);
    out_uv23 = vec4(in_uv2, in_uv3);
    out_color = in_color;
    gl_Position = frame.view_projection * vec4(vertex.position, 1);
    gl_PointSize = frame.point_size;
}
