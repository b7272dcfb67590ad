// SPDX-License-Identifier: MIT
// Set 0: what every draw of a frame shares. detail/frame.hpp holds the same structs for C++.
// Space: camera-relative; world axes with the eye at the origin.

const uint kMaxShadows = 4;

struct Light {
    vec4 position;   // xyz: point and spot; w: 1 / range^2, 0 for an infinite range
    vec4 direction;  // xyz: unit, the way light travels; w: 0 directional, 1 point or spot
    vec4 radiance;   // rgb: colour * intensity * exposure; w: shadow layer, -1 for none
    vec4 cone;       // x: scale, y: offset of the cosine, 0 and 1 for no cone; z: shadow texel in
                     // metres, of a spot at a distance of one
};

struct Instance {
    mat4 transform;  // mesh to camera-relative
    uint joint_offset;
    uint joint_count;
    uint morph_offset;
    uint morph_count;
};

layout(set = 0, binding = 0, std140) uniform Frame {
    mat4 view_projection;
    mat4 shadow_matrices[kMaxShadows];  // camera-relative to shadow clip space
    vec4 ray_right;    // xyz: half the picture's width at distance 1
    vec4 ray_up;       // xyz: half its height
    vec4 ray_forward;  // xyz: unit; w: 1 for an orthographic camera
    vec4 sky_terms[3];  // rgb: irradiance / pi = [0] + [1] y + [2] y^2 along a normal's y; [0].w: dimming
    uint light_count;
    float point_size;   // pixels
    float shadow_texel;  // 1 / size of a shadow map
    float unused;
}
frame;
