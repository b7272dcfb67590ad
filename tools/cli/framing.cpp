// SPDX-License-Identifier: MIT
#include "framing.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <vector>

#include "diorama/render/components.hpp"
#include "diorama/scene/name.hpp"
#include "error_codes.hpp"

namespace diorama::cli {
namespace {

// Three-quarter view: shows front, side and top, as product pictures do.
constexpr glm::dvec3 kFrom{0.55, 0.42, 1.0};
constexpr double kFovY = 0.61;    // about 35 degrees: little distortion
constexpr double kMargin = 1.06;  // of the fitted distance, so that nothing touches the edge

quat rotation_of(const mat4& placement) {
    return glm::normalize(glm::quat_cast(mat3(placement)));
}

}  // namespace

render::Camera frame(const Bounds& bounds, float aspect) {
    const glm::dvec3 low(bounds.empty() ? vec3(-1) : bounds.min);
    const glm::dvec3 high(bounds.empty() ? vec3(1) : bounds.max);
    const glm::dvec3 centre = 0.5 * (low + high);
    const double radius = std::max(0.5 * glm::length(high - low), 1e-6);
    const glm::dvec3 back = glm::normalize(kFrom);
    const glm::dvec3 right = glm::normalize(glm::cross(glm::dvec3(0, 1, 0), back));
    const glm::dvec3 up = glm::cross(back, right);

    // The least distance from the centre at which each corner lies inside the view's four sides.
    const double slope_y = std::tan(0.5 * kFovY);
    const double slope_x = slope_y * static_cast<double>(aspect);
    double distance = 0;
    for (int corner = 0; corner < 8; ++corner) {
        const glm::dvec3 p =
            glm::dvec3((corner & 1) != 0 ? high.x : low.x, (corner & 2) != 0 ? high.y : low.y,
                       (corner & 4) != 0 ? high.z : low.z) -
            centre;
        const double toward = glm::dot(p, back);
        distance = std::max({distance, toward + std::fabs(glm::dot(p, right)) / slope_x,
                             toward + std::fabs(glm::dot(p, up)) / slope_y});
    }
    distance = std::max(distance * kMargin, radius * 0.1);

    const vec3 eye(centre + back * distance);
    render::Camera camera;
    camera.eye = eye;
    camera.rotation = rotation_of(look_at_placement(vec3(0), vec3(-back), vec3(0, 1, 0)));
    camera.fov_y = static_cast<float>(kFovY);
    camera.near = static_cast<float>(std::max((distance - radius) * 0.5, distance * 1e-3));
    return camera;
}

render::Camera look_at(const vec3& eye, const vec3& target) {
    render::Camera camera;
    camera.eye = eye;
    camera.rotation = rotation_of(look_at_placement(eye, target, vec3(0, 1, 0)));
    camera.fov_y = static_cast<float>(kFovY);
    camera.near = std::max(glm::length(target - eye) * 1e-3f, 1e-6f);
    return camera;
}

Result<Entity> find_camera(const World& world, std::string_view wanted) {
    std::vector<Entity> cameras;
    std::string names;
    Entity by_name = Entity::null();
    world.for_each_entity([&](Entity entity) {
        if (!world.has<render::CameraComponent>(entity)) return;
        const auto* const name = world.get<Name>(entity);
        if (name != nullptr && name->value == wanted && by_name.is_null()) by_name = entity;
        names.append(names.empty() ? "" : ", ").append(std::to_string(cameras.size()));
        if (name != nullptr) names.append(" ").append(name->value);
        cameras.push_back(entity);
    });
    if (!by_name.is_null()) return by_name;
    std::size_t index = 0;
    const char* const end = wanted.data() + wanted.size();
    const auto read = std::from_chars(wanted.data(), end, index);
    if (read.ec == std::errc() && read.ptr == end && index < cameras.size()) return cameras[index];
    return fail(codes::no_such_camera,
                "no camera is called " + std::string(wanted) + ", there " +
                    (cameras.empty() ? "are none" : "are " + names),
                "--camera", "use `--camera auto` to frame everything");
}

}  // namespace diorama::cli
