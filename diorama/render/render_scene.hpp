// SPDX-License-Identifier: MIT
/// \file
/// What a renderer draws in one frame, as plain data: Camera, RenderInstance, RenderLight,
/// RenderScene.
///
/// Space: every matrix and position is camera-relative: world axes, origin at the camera's eye.
/// Subtracting the eye before single precision is spent keeps far places as sharp as near ones.
#pragma once

#include <cstdint>
#include <vector>

#include "diorama/core/math.hpp"

namespace diorama::render {

/// How a camera projects.
enum class Projection : std::uint8_t { perspective, orthographic };

/// The eye.
struct Camera {
    vec3 eye{0, 0, 0};          ///< world position: the origin of everything else in the scene
    quat rotation{1, 0, 0, 0};  ///< world orientation; looks down -Z, +Y up
    Projection projection = Projection::perspective;  ///< which of the fields below count
    float fov_y = 0.8f;                               ///< radians, perspective
    float aspect = 0;                                 ///< width over height; 0: the target's own
    float near = 0.05f;                               ///< metres
    float far = 0;                                    ///< metres; 0: infinite, perspective only
    float half_width = 1;                             ///< metres, orthographic
    float half_height = 1;                            ///< metres, orthographic
};

/// One mesh drawn once.
struct RenderInstance {
    mat4 transform{1};               ///< local to camera-relative; for a skinned one, the identity
    std::uint32_t mesh = 0;          ///< the renderer's index
    std::uint32_t material = 0;      ///< the renderer's index
    std::uint32_t joint_offset = 0;  ///< first of its matrices in RenderScene::joints
    std::uint32_t joint_count = 0;   ///< 0: not skinned
    std::uint32_t morph_offset = 0;  ///< first of its weights in RenderScene::morph_weights
    std::uint32_t morph_count = 0;   ///< 0: not morphed
    bool cast_shadows = true;        ///< whether lights see it
    bool flip_winding = false;       ///< its transform mirrors, so front faces turn clockwise
};

/// Which way a light shines.
enum class LightKind : std::uint8_t { directional, point, spot };

/// One light.
struct RenderLight {
    LightKind kind = LightKind::directional;  ///< which way it shines
    vec3 position{0, 0, 0};                   ///< camera-relative; point and spot
    vec3 direction{0, 0, -1};            ///< unit, the way the light travels; directional and spot
    vec3 color{1, 1, 1};                 ///< linear
    float intensity = 1;                 ///< lux (directional) or candela
    float range = 0;                     ///< metres; 0: infinite
    float inner_angle = 0;               ///< radians, spot
    float outer_angle = 0.78539816339f;  ///< radians, spot
    bool cast_shadows = true;            ///< whether instances block it
};

/// One frame's worth. Lists are cleared and refilled, so that a steady frame allocates nothing.
struct RenderScene {
    Camera camera;                          ///< what is seen
    std::vector<RenderInstance> instances;  ///< in snapshot order
    std::vector<RenderLight> lights;        ///< in snapshot order
    std::vector<mat4> joints;               ///< skinning matrices, mesh-local to camera-relative
    std::vector<float> morph_weights;       ///< of every morphed instance
};

}  // namespace diorama::render
