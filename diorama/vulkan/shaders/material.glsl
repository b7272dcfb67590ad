// SPDX-License-Identifier: MIT
// Set 1: one material, and how its textures are read. detail/material.hpp holds the same struct for
// C++; constant ids are its Feature bits.

layout(constant_id = 2) const bool kHasNormals = true;
layout(constant_id = 3) const bool kHasTangents = true;
layout(constant_id = 4) const bool kUnlit = false;
layout(constant_id = 5) const bool kAlphaMask = false;
layout(constant_id = 6) const bool kAlphaBlend = false;
layout(constant_id = 7) const bool kBaseColorMap = false;
layout(constant_id = 8) const bool kMetallicRoughnessMap = false;
layout(constant_id = 9) const bool kNormalMap = false;
layout(constant_id = 10) const bool kOcclusionMap = false;
layout(constant_id = 11) const bool kEmissiveMap = false;

layout(set = 1, binding = 0, std140) uniform Material {
    vec4 base_color;
    vec4 emissive;         // rgb, strength multiplied in
    float metallic;
    float roughness;
    float normal_scale;
    float occlusion_strength;
    float alpha_cutoff;
    vec4 uv_rows[10];      // two per texture: xyz a row of its transform, w of the first: its uv set
}
material;

layout(set = 1, binding = 1) uniform sampler2D base_color_map;
layout(set = 1, binding = 2) uniform sampler2D metallic_roughness_map;
layout(set = 1, binding = 3) uniform sampler2D normal_map;
layout(set = 1, binding = 4) uniform sampler2D occlusion_map;
layout(set = 1, binding = 5) uniform sampler2D emissive_map;

layout(location = 3) in vec4 in_uv01;
layout(location = 4) in vec4 in_uv23;
layout(location = 5) in vec4 in_color;

vec2 uv_of(int slot) {
    vec4 row0 = material.uv_rows[2 * slot];
    vec4 row1 = material.uv_rows[2 * slot + 1];
    vec2 uv = row0.w < 1 ? in_uv01.xy : row0.w < 2 ? in_uv01.zw
            : row0.w < 3 ? in_uv23.xy : row0.w < 4 ? in_uv23.zw : vec2(0);
    return vec2(dot(row0.xyz, vec3(uv, 1)), dot(row1.xyz, vec3(uv, 1)));
}

// Straight alpha.
vec4 base_color() {
    vec4 color = material.base_color * in_color;
    if (kBaseColorMap) color *= texture(base_color_map, uv_of(0));
    return color;
}

// Ends what a mask leaves out. Called last: neighbours still need this pixel's texture coordinates
// to choose their mip levels.
void cut(float alpha) {
    // A quarter of what 8 bits can tell apart. Filters and interpolation round: what is 1 everywhere
    // comes out below it here and there, and would be full of holes where 1 is at the cutoff.
    const float kRounding = 1.0 / 1024;
    if (kAlphaMask && alpha < material.alpha_cutoff - kRounding) discard;
}
