// SPDX-License-Identifier: MIT
#include "framing.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <glm/geometric.hpp>
#include <limits>
#include <string>
#include <vector>

#include "diorama/render/components.hpp"
#include "diorama/render/scene2d_bridge.hpp"
#include "diorama/scene/name.hpp"
#include "diorama/spawn/drawn_bounds.hpp"
#include "error_codes.hpp"

namespace diorama::cli {
namespace {

// Three-quarter view: shows front, side and top, as product pictures do.
constexpr glm::dvec3 kFrom{0.55, 0.42, 1.0};
constexpr double kFovY = 0.61;       // about 35 degrees: little distortion
constexpr std::size_t kListed = 20;  // cameras in a message
constexpr double kFill =
    0.92;  // of the picture's width or height, so that nothing touches the edge

/// World axes of the framing camera.
struct Axes {
    glm::dvec3 right, up, back;
};

Axes framing_axes() {
    const glm::dvec3 back = glm::normalize(kFrom);
    const glm::dvec3 right = glm::normalize(glm::cross(glm::dvec3(0, 1, 0), back));
    return {right, glm::cross(back, right), back};
}

/// A slice of a view between two sides at the same angle, which touch what they hold.
struct Slice {
    double middle;  // of the eye, along the axis
    double toward;  // of the eye, along `back`: the least at which all is inside
};

/// The slice along \p axis (0: right, 1: up) of \p points, in the axes of the camera.
///
/// A point is inside the upper side when up + slope * back is at most the eye's own, and so for the
/// lower one: the sum of both bounds says how far off the eye must be, their difference where.
Slice slice_of(std::span<const glm::dvec3> points, int axis, double slope) {
    double high = -std::numeric_limits<double>::infinity();
    double low = high;
    for (const glm::dvec3& point : points) {
        high = std::max(high, point[axis] + slope * point.z);
        low = std::max(low, -point[axis] + slope * point.z);
    }
    return {0.5 * (high - low), 0.5 * (high + low) / slope};
}

/// Where the eye must be along \p axis for \p points to be in the middle, seen from \p toward.
double middle_of(std::span<const glm::dvec3> points, int axis, double slope, double toward) {
    // The narrower the sides, the further off the eye that they suit.
    double narrow = 0;
    double wide = slope;
    for (int step = 0; step < 20; ++step) {
        const double between = 0.5 * (narrow + wide);
        (slice_of(points, axis, between).toward > toward ? narrow : wide) = between;
    }
    return slice_of(points, axis, wide).middle;
}

quat rotation_of(const mat4& placement) {
    return glm::normalize(glm::quat_cast(mat3(placement)));
}

}  // namespace

render::Camera frame(std::span<const vec3> points, float aspect) {
    const auto [right, up, back] = framing_axes();
    std::vector<glm::dvec3> seen;
    seen.reserve(points.size());
    for (const vec3& point : points) {
        const glm::dvec3 p(point);
        seen.emplace_back(glm::dot(p, right), glm::dot(p, up), glm::dot(p, back));
    }
    if (seen.empty()) seen = {glm::dvec3(-1), glm::dvec3(1)};
    double nearest = seen.front().z;
    double furthest = nearest;
    for (const glm::dvec3& point : seen) {
        nearest = std::max(nearest, point.z);
        furthest = std::min(furthest, point.z);
    }
    const double slope_y = kFill * std::tan(0.5 * kFovY);
    const double slope_x = slope_y * static_cast<double>(aspect);
    // A needle that points at the eye has no width: its length alone keeps the eye off it.
    double toward = std::max({slice_of(seen, 0, slope_x).toward, slice_of(seen, 1, slope_y).toward,
                              nearest + 0.1 * (nearest - furthest)});
    if (!(toward > nearest)) toward = nearest + 1;
    const glm::dvec3 eye = right * middle_of(seen, 0, slope_x, toward) +
                           up * middle_of(seen, 1, slope_y, toward) + back * toward;

    render::Camera camera;
    camera.eye = vec3(eye);
    camera.rotation = rotation_of(look_at_placement(vec3(0), vec3(-back), vec3(0, 1, 0)));
    camera.fov_y = static_cast<float>(kFovY);
    // Where all is one point to a double, far off, the eye still needs a plane to see through.
    const double near = std::max(
        {0.5 * (toward - nearest), 1e-4 * (toward - furthest), 1e-9 * std::abs(toward), 1e-6});
    camera.near = static_cast<float>(std::isfinite(near) ? std::min(near, 1e30) : 1);
    return camera;
}

render::Camera framing_camera(World& world, const spawn::Models& models,
                              const std::filesystem::path& base, float aspect) {
    std::vector<vec3> points = spawn::drawn_points(world, models, base);
    const Bounds flat = render::flat_bounds(world);
    if (points.empty() && !flat.empty()) return render::flat_camera(flat, aspect);
    if (!flat.empty()) points.insert(points.end(), {flat.min, flat.max});
    return frame(points, aspect);
}

render::Camera look_at(const vec3& eye, const vec3& target) {
    render::Camera camera;
    camera.eye = eye;
    camera.rotation = rotation_of(look_at_placement(eye, target, vec3(0, 1, 0)));
    camera.fov_y = static_cast<float>(kFovY);
    camera.near = std::max(glm::length(target - eye) * 1e-3f, 1e-6f);
    return camera;
}

Result<FoundCamera> find_camera(const World& world, std::string_view wanted) {
    std::vector<FoundCamera> cameras;
    world.for_each_entity([&](Entity entity) {
        if (!world.has<render::CameraComponent>(entity)) return;
        const auto* const name = world.get<Name>(entity);
        cameras.push_back({entity, cameras.size(), name != nullptr ? name->value : std::string()});
    });
    for (const FoundCamera& camera : cameras)
        if (camera.name == wanted) return camera;
    std::size_t index = 0;
    const char* const end = wanted.data() + wanted.size();
    const auto read = std::from_chars(wanted.data(), end, index);
    if (read.ec == std::errc() && read.ptr == end && index < cameras.size()) return cameras[index];

    std::string message = "found no camera \"" + std::string(wanted) + "\"";
    message.append(cameras.empty() ? "; the file has none" : "; the file has ");
    for (const FoundCamera& camera : cameras) {
        if (camera.index == kListed) {
            message.append(" and ")
                .append(std::to_string(cameras.size() - kListed))
                .append(" more");
            break;
        }
        message.append(camera.index == 0 ? "" : ", ").append(std::to_string(camera.index));
        if (camera.name.empty())
            message.append(" (unnamed)");
        else
            message.append(" \"").append(camera.name).append("\"");
    }
    return fail(codes::no_such_camera, std::move(message), "--camera",
                cameras.empty() ? "leave `--camera` out to frame everything"
                                : "give one of these names or numbers, or leave `--camera` out to "
                                  "frame everything");
}

}  // namespace diorama::cli
