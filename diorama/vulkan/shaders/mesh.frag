// SPDX-License-Identifier: MIT
// Metallic-roughness surfaces under punctual lights and the sky.
// Source: glTF 2.0 appendix B (BRDF), KHR_lights_punctual (units, attenuation, cones); Fdez-Aguera,
// "A Multiple-Scattering Microfacet Model for Real-Time Image-based Lighting" (ambient).
#version 460
#extension GL_GOOGLE_include_directive : require
#include "frame.glsl"
#include "material.glsl"
#include "tone.glsl"

layout(constant_id = 12) const bool kShadows = false;

layout(set = 0, binding = 1, std430) readonly buffer Lights { Light lights[]; };
layout(set = 0, binding = 5) uniform sampler2D sky_map;  // u: y of a direction, v: roughness
layout(set = 0, binding = 6) uniform sampler2D brdf_map;  // u: N.V, v: roughness; scale and bias of f0
layout(set = 0, binding = 7) uniform sampler2DArrayShadow shadow_maps;

layout(location = 0) in vec3 in_position;
layout(location = 1) in vec3 in_normal;
layout(location = 2) in vec4 in_tangent;

layout(location = 0) out vec4 out_color;

const float kPi = 3.14159265358979;

struct Surface {
    vec3 position;
    vec3 normal;     // shading, unit
    vec3 flat_normal;  // the geometry's, to the viewer's side
    vec3 view;       // to the eye, unit
    vec3 diffuse;    // albedo of the diffuse part
    vec3 f0;         // reflectance at normal incidence
    float roughness;  // perceptual
    float n_dot_v;
};

vec3 to_eye() {
    return frame.ray_forward.w != 0 ? -frame.ray_forward.xyz : normalize(-in_position);
}

// Unit length, or \p otherwise for a vector that has no direction.
vec3 safe_unit(vec3 v, vec3 otherwise) {
    float square = dot(v, v);
    return square > 0 ? v * inversesqrt(square) : otherwise;
}

// The geometry's normal on the side the viewer sees.
vec3 flat_normal(vec3 view) {
    vec3 normal = safe_unit(cross(dFdx(in_position), dFdy(in_position)), view);
    return dot(normal, view) < 0 ? -normal : normal;
}

// Tangent space from the change of position and texture coordinates across the picture, where the
// mesh brings no tangents. The green channel points to smaller v, as glTF has it.
mat3 derived_frame(vec3 normal, vec2 uv) {
    vec3 across = cross(dFdy(in_position), normal);
    vec3 down = cross(normal, dFdx(in_position));
    vec2 uv_across = dFdx(uv);
    vec2 uv_down = dFdy(uv);
    vec3 tangent = across * uv_across.x + down * uv_down.x;
    vec3 bitangent = across * uv_across.y + down * uv_down.y;
    float longest = max(dot(tangent, tangent), dot(bitangent, bitangent));
    float scale = longest > 0 ? inversesqrt(longest) : 0;
    // The picture's y points down, which turns both vectors around once; so does a back face.
    scale = gl_FrontFacing ? scale : -scale;
    return mat3(tangent * -scale, bitangent * scale, normal);
}

vec3 shading_normal(vec3 view) {
    if (!kHasNormals) return flat_normal(view);
    vec3 normal = safe_unit(in_normal, view);
    if (kNormalMap) {
        vec2 uv = uv_of(2);
        vec3 texel = texture(normal_map, uv).xyz * 2 - 1;
        texel.xy *= material.normal_scale;
        mat3 space;
        if (kHasTangents) {
            vec3 tangent = in_tangent.xyz;
            space = mat3(tangent, cross(normal, tangent) * in_tangent.w, normal);
        } else {
            space = derived_frame(normal, uv);
        }
        normal = safe_unit(space * texel, normal);
    }
    return gl_FrontFacing ? normal : -normal;
}

vec3 fresnel(vec3 f0, float v_dot_h) {
    float m = clamp(1 - v_dot_h, 0, 1);
    float m2 = m * m;
    return f0 + (1 - f0) * (m2 * m2 * m);
}

// BRDF times the cosine, for light from \p to_light.
vec3 reflected(Surface s, vec3 to_light) {
    float n_dot_l = dot(s.normal, to_light);
    if (n_dot_l <= 0) return vec3(0);
    vec3 halfway = safe_unit(to_light + s.view, s.normal);
    float n_dot_h = clamp(dot(s.normal, halfway), 0, 1);
    float v_dot_h = clamp(dot(s.view, halfway), 0, 1);
    // A perfect mirror shows no punctual light at all; the least roughness keeps a glint.
    float alpha = max(s.roughness * s.roughness, 0.002);
    float alpha2 = alpha * alpha;
    float d = n_dot_h * n_dot_h * (alpha2 - 1) + 1;
    float distribution = alpha2 / (kPi * d * d);
    float masking = n_dot_l * sqrt(s.n_dot_v * s.n_dot_v * (1 - alpha2) + alpha2);
    float shadowing = s.n_dot_v * sqrt(n_dot_l * n_dot_l * (1 - alpha2) + alpha2);
    float visibility = 0.5 / max(masking + shadowing, 1e-6);
    vec3 f = fresnel(s.f0, v_dot_h);
    return ((1 - f) * s.diffuse / kPi + f * (visibility * distribution)) * n_dot_l;
}

// 0 in shadow to 1 in light; \p position a little off the surface, or it would shade itself.
float lit(int layer, vec3 position) {
    vec4 clip = frame.shadow_matrices[layer] * vec4(position, 1);
    vec3 at = clip.xyz / clip.w;
    if (clip.w <= 0 || any(greaterThan(abs(at.xy), vec2(1)))) return 1;
    vec2 uv = at.xy * vec2(0.5, -0.5) + 0.5;
    float sum = 0;
    for (int y = -1; y <= 1; ++y) {
        for (int x = -1; x <= 1; ++x) {
            vec2 tap = uv + vec2(x, y) * frame.shadow_texel;
            sum += texture(shadow_maps, vec4(tap, layer, at.z));
        }
    }
    return sum / 9;
}

vec3 punctual(Surface s) {
    vec3 sum = vec3(0);
    for (uint i = 0; i < frame.light_count; ++i) {
        Light light = lights[i];
        vec3 to_light = -light.direction.xyz;
        float strength = 1;
        float texel = light.cone.z;
        if (light.direction.w != 0) {
            vec3 towards = light.position.xyz - s.position;
            float square = dot(towards, towards);
            to_light = safe_unit(towards, s.normal);
            float fall = square * light.position.w;
            float window = clamp(1 - fall * fall, 0, 1);
            float cone = clamp(dot(light.direction.xyz, -to_light) * light.cone.x + light.cone.y, 0, 1);
            texel *= sqrt(square);
            // Nearer than a centimetre a light gets no brighter.
            strength = window * cone * cone / max(square, 1e-4);
        }
        if (kShadows && light.radiance.w >= 0) {
            strength *= lit(int(light.radiance.w), s.position + s.flat_normal * (1.5 * texel));
        }
        sum += light.radiance.rgb * strength * reflected(s, to_light);
    }
    return sum;
}

vec3 ambient(Surface s) {
    float y = s.normal.y;
    vec3 irradiance = max(frame.sky_terms[0].rgb + y * (frame.sky_terms[1].rgb + y * frame.sky_terms[2].rgb), vec3(0));
    float mirror_y = reflect(-s.view, s.normal).y;
    vec3 radiance = texture(sky_map, vec2(mirror_y * 0.5 + 0.5, s.roughness)).rgb * frame.sky_terms[0].w;
    vec2 scale_bias = texture(brdf_map, vec2(s.n_dot_v, s.roughness)).rg;
    float m = 1 - s.n_dot_v;
    float m2 = m * m;
    vec3 k = s.f0 + (max(vec3(1 - s.roughness), s.f0) - s.f0) * (m2 * m2 * m);
    vec3 single = k * scale_bias.x + scale_bias.y;
    float lost = 1 - (scale_bias.x + scale_bias.y);
    vec3 mean = s.f0 + (1 - s.f0) / 21;
    vec3 multiple = lost * single * mean / (1 - mean * lost);
    return single * radiance + (multiple + s.diffuse * (1 - single - multiple)) * irradiance;
}

void main() {
    vec4 base = base_color();
    float alpha = kAlphaBlend ? base.a : 1;
    if (kUnlit) {
        out_color = vec4(base.rgb, alpha);
        cut(base.a);
        return;
    }
    float metallic = material.metallic;
    float roughness = material.roughness;
    if (kMetallicRoughnessMap) {
        vec4 texel = texture(metallic_roughness_map, uv_of(1));
        roughness *= texel.g;
        metallic *= texel.b;
    }
    Surface s;
    s.position = in_position;
    s.view = to_eye();
    s.normal = shading_normal(s.view);
    if (kShadows) s.flat_normal = flat_normal(s.view);
    s.diffuse = base.rgb * (1 - metallic);
    s.f0 = mix(vec3(0.04), base.rgb, metallic);
    s.roughness = clamp(roughness, 0, 1);
    s.n_dot_v = clamp(abs(dot(s.normal, s.view)), 1e-4, 1);
    vec3 surroundings = ambient(s);
    if (kOcclusionMap) {
        float open = texture(occlusion_map, uv_of(3)).r;
        surroundings *= 1 + material.occlusion_strength * (open - 1);
    }
    vec3 color = punctual(s) + surroundings;
    vec3 emissive = material.emissive.rgb;
    if (kEmissiveMap) emissive *= texture(emissive_map, uv_of(4)).rgb;
    out_color = vec4(pbr_neutral(max(color + emissive, vec3(0))), alpha);
    cut(base.a);
}
