// SPDX-License-Identifier: MIT
// The sun and the cameras.
#include <glm/gtc/quaternion.hpp>

#include "layout.hpp"
#include "terrain.hpp"

namespace diorama::demo {
namespace {

/// The turn of something at \p eye that looks at \p target with +Y up.
quat looking(vec3 eye, vec3 target) {
    return glm::quat_cast(mat3(look_at_placement(eye, target, vec3(0, 1, 0))));
}

struct View {
    const char* name;
    vec3 eye, target;
    float fov_y;  ///< radians
};

}  // namespace

void add_stage(SceneBuilder& scene) {
    const Index stage = scene.add_node(SceneBuilder::root(), "stage");
    gltf::GltfLight sun;
    sun.name = "sun";
    sun.color = linear(0xffe3bd);
    sun.intensity = 5.2f;
    const vec3 from(-7.0f, 7.4f, 6.0f);
    scene.add_node(stage, "sun",
                   {.at = from, .rotation = looking(from, vec3(0)), .light = scene.add_light(sun)});

    const Index cameras = scene.add_node(stage, "cameras");
    constexpr View views[] = {
        {"hero", {9.6f, 9.8f, 22.6f}, {0.1f, 1.05f, 0}, 0.5f},
        {"market", {-0.6f, 2.0f, 5.0f}, {-2.6f, 1.05f, -0.4f}, 0.75f},
        {"harbour", {1.3f, 1.75f, 6.9f}, {3.5f, 1.2f, -1.5f}, 0.72f},
        {"observatory", {-0.2f, 4.6f, 1.6f}, {-3.9f, 3.2f, -3.9f}, 0.62f},
    };
    for (const View& view : views) {
        gltf::GltfCamera camera;
        camera.name = view.name;
        camera.fov_y = view.fov_y;
        camera.aspect = 16.0f / 9.0f;
        camera.near = 0.1f;
        camera.far = 120;
        scene.add_node(cameras, view.name,
                       {.at = view.eye,
                        .rotation = looking(view.eye, view.target),
                        .camera = scene.add_camera(camera)});
    }
    gltf::GltfCamera plan;
    plan.name = "plan";
    plan.projection = gltf::Projection::orthographic;
    plan.x_magnification = 16;
    plan.y_magnification = 9;
    plan.near = 0.1f;
    plan.far = 40;
    scene.add_node(
        cameras, "plan",
        {.at = {0, 20, 0}, .rotation = turn_x(-half_pi), .camera = scene.add_camera(plan)});
}

}  // namespace diorama::demo
