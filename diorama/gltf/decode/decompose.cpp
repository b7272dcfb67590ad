// SPDX-License-Identifier: MIT
#include "diorama/gltf/detail/decompose.hpp"

#include <array>
#include <cmath>

namespace diorama::gltf::detail {
namespace {

using glm::dvec3;
using Axes = std::array<dvec3, 3>;

double dot(const dvec3& a, const dvec3& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

dvec3 cross(const dvec3& a, const dvec3& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

double length(const dvec3& a) {
    return std::sqrt(dot(a, a));
}

/// A unit vector at right angles to the unit vector \p axis: away from its smallest component.
dvec3 any_perpendicular(const dvec3& axis) {
    const dvec3 size{std::abs(axis.x), std::abs(axis.y), std::abs(axis.z)};
    const dvec3 other = size.x <= size.y && size.x <= size.z ? dvec3(1, 0, 0)
                        : size.y <= size.z                   ? dvec3(0, 1, 0)
                                                             : dvec3(0, 0, 1);
    const dvec3 across = cross(axis, other);
    return across / length(across);
}

/// Gives the axes without length a direction, so that the three are right-handed.
void fill_missing(Axes& axes, const std::array<bool, 3>& missing) {
    const auto count = static_cast<int>(missing[0]) + missing[1] + missing[2];
    if (count == 3) {
        axes = {dvec3(1, 0, 0), dvec3(0, 1, 0), dvec3(0, 0, 1)};
        return;
    }
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t next = (i + 1) % 3;
        const std::size_t last = (i + 2) % 3;
        if (count == 1 && missing[i]) axes[i] = cross(axes[next], axes[last]);
        if (count == 2 && !missing[i]) {
            axes[next] = any_perpendicular(axes[i]);
            axes[last] = cross(axes[i], axes[next]);
        }
    }
}

/// The rotation whose matrix has the orthonormal, right-handed \p axes as columns.
/// Source: K. Shoemake, "Quaternions", 1994: the greatest of the four components first.
quat rotation_of(const Axes& axes) {
    const double xx = axes[0].x;
    const double yy = axes[1].y;
    const double zz = axes[2].z;
    std::array<double, 4> q{};  // x, y, z, w
    if (const double trace = xx + yy + zz; trace >= 0) {
        q = {axes[1].z - axes[2].y, axes[2].x - axes[0].z, axes[0].y - axes[1].x, 1 + trace};
    } else if (xx >= yy && xx >= zz) {
        q = {1 + xx - yy - zz, axes[0].y + axes[1].x, axes[2].x + axes[0].z, axes[1].z - axes[2].y};
    } else if (yy >= zz) {
        q = {axes[0].y + axes[1].x, 1 + yy - xx - zz, axes[1].z + axes[2].y, axes[2].x - axes[0].z};
    } else {
        q = {axes[2].x + axes[0].z, axes[1].z + axes[2].y, 1 + zz - xx - yy, axes[0].y - axes[1].x};
    }
    const double size = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    const auto part = [&](std::size_t i) { return static_cast<float>(q[i] / size); };
    return {part(3), part(0), part(1), part(2)};
}

bool is_affine(const mat4& matrix) {
    for (int column = 0; column < 4; ++column) {
        const double expected = column == 3 ? 1 : 0;
        if (!(std::abs(static_cast<double>(matrix[column][3]) - expected) <= kTrsTolerance))
            return false;
    }
    return true;
}

}  // namespace

std::optional<Placement> decompose(const mat4& matrix) noexcept {
    if (!is_affine(matrix)) return std::nullopt;
    Axes axes{dvec3(vec3(matrix[0])), dvec3(vec3(matrix[1])), dvec3(vec3(matrix[2]))};
    std::array<double, 3> scale{length(axes[0]), length(axes[1]), length(axes[2])};
    std::array<bool, 3> missing{};
    for (std::size_t i = 0; i < 3; ++i) {
        missing[i] = scale[i] == 0;
        if (!missing[i]) axes[i] /= scale[i];
    }
    fill_missing(axes, missing);
    for (std::size_t i = 0; i < 3; ++i)
        if (!(std::abs(dot(axes[i], axes[(i + 1) % 3])) <= kTrsTolerance)) return std::nullopt;
    if (dot(cross(axes[0], axes[1]), axes[2]) < 0) {
        axes[0] = -axes[0];
        scale[0] = -scale[0];
    }
    return Placement{.translation = vec3(matrix[3]),
                     .rotation = rotation_of(axes),
                     .scale = {static_cast<float>(scale[0]), static_cast<float>(scale[1]),
                               static_cast<float>(scale[2])}};
}

}  // namespace diorama::gltf::detail
