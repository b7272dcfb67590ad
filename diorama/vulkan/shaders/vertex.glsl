// SPDX-License-Identifier: MIT
// Fetches one vertex, morphs it, and moves it to camera-relative space with its instance's matrix
// or its joints.
#include "frame.glsl"

layout(constant_id = 0) const bool kSkinned = false;
layout(constant_id = 1) const bool kMorphed = false;

layout(set = 0, binding = 2, std430) readonly buffer Instances { Instance instances[]; };
layout(set = 0, binding = 3, std430) readonly buffer Joints { mat4 joints[]; };
layout(set = 0, binding = 4, std430) readonly buffer MorphWeights { float morph_weights[]; };
// vertex_count, floats per vertex, where normals and tangents start in them (0: there are none),
// then for each target and vertex its floats; positions, if any, come first.
layout(set = 2, binding = 0, std430) readonly buffer Morphs {
    uint morph_vertices;
    uint morph_stride;
    uint morph_normals_at;
    uint morph_tangents_at;
    uint morph_positions;  // 0: there are none
    float morph_deltas[];
};

layout(location = 0) in vec3 in_position;
layout(location = 1) in vec3 in_normal;
layout(location = 2) in vec4 in_tangent;
layout(location = 3) in vec2 in_uv0;
layout(location = 4) in vec2 in_uv1;
layout(location = 5) in vec2 in_uv2;
layout(location = 6) in vec2 in_uv3;
layout(location = 7) in vec4 in_color;
layout(location = 8) in uvec4 in_joints;
layout(location = 9) in vec4 in_weights;

struct Vertex {
    vec3 position;  // camera-relative
    vec3 normal;    // not unit length
    vec4 tangent;   // xyz not unit length; w the bitangent's sign
};

vec3 morph_delta(uint at) {
    return vec3(morph_deltas[at], morph_deltas[at + 1], morph_deltas[at + 2]);
}

Vertex placed_vertex() {
    Instance instance = instances[gl_InstanceIndex];
    vec3 position = in_position;
    vec3 normal = in_normal;
    vec3 tangent = in_tangent.xyz;
    if (kMorphed) {
        for (uint i = 0; i < instance.morph_count; ++i) {
            float weight = morph_weights[instance.morph_offset + i];
            if (weight == 0) continue;
            uint at = (i * morph_vertices + gl_VertexIndex) * morph_stride;
            if (morph_positions != 0) position += weight * morph_delta(at);
            if (morph_normals_at != 0) normal += weight * morph_delta(at + morph_normals_at - 1);
            if (morph_tangents_at != 0) tangent += weight * morph_delta(at + morph_tangents_at - 1);
        }
    }
    mat4 place = instance.transform;
    if (kSkinned) {
        // A joint the skin does not have is its last one: data may say anything, memory may not.
        uvec4 joint = instance.joint_offset + min(in_joints, uvec4(instance.joint_count - 1));
        place = in_weights.x * joints[joint.x] + in_weights.y * joints[joint.y] +
                in_weights.z * joints[joint.z] + in_weights.w * joints[joint.w];
    }
    mat3 turn = mat3(place);
    // The cofactor matrix turns normals as the inverse transpose does, and never divides by zero;
    // a mirroring one also needs its sign back.
    mat3 cofactor = mat3(cross(turn[1], turn[2]), cross(turn[2], turn[0]), cross(turn[0], turn[1]));
    float side = dot(turn[0], cofactor[0]) < 0 ? -1.0 : 1.0;
    Vertex vertex;
    vertex.position = (place * vec4(position, 1)).xyz;
    vertex.normal = side * (cofactor * normal);
    vertex.tangent = vec4(turn * tangent, side * in_tangent.w);
    return vertex;
}
