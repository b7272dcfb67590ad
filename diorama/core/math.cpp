// SPDX-License-Identifier: MIT
#include "diorama/core/math.hpp"

#include <cmath>
#include <limits>

namespace diorama {
namespace {

using dvec3 = glm::dvec3;

/// Taylor series about 0 for |x| <= pi/4, where the first term left out is below 1e-16.
double sin_near_zero(double x) noexcept {
    const double x2 = x * x;
    double sum = -1.0 / 1307674368000.0;
    sum = sum * x2 + 1.0 / 6227020800.0;
    sum = sum * x2 - 1.0 / 39916800.0;
    sum = sum * x2 + 1.0 / 362880.0;
    sum = sum * x2 - 1.0 / 5040.0;
    sum = sum * x2 + 1.0 / 120.0;
    sum = sum * x2 - 1.0 / 6.0;
    return x + x * x2 * sum;
}

double cos_near_zero(double x) noexcept {
    const double x2 = x * x;
    double sum = 1.0 / 20922789888000.0;
    sum = sum * x2 - 1.0 / 87178291200.0;
    sum = sum * x2 + 1.0 / 479001600.0;
    sum = sum * x2 - 1.0 / 3628800.0;
    sum = sum * x2 + 1.0 / 40320.0;
    sum = sum * x2 - 1.0 / 720.0;
    sum = sum * x2 + 1.0 / 24.0;
    return 1.0 - 0.5 * x2 + x2 * x2 * sum;
}

dvec3 cross(const dvec3& a, const dvec3& b) noexcept {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// Unit vector along \p v, or \p fallback where it has no direction.
dvec3 unit(const dvec3& v, const dvec3& fallback) noexcept {
    const double length = std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
    return length > 0 && std::isfinite(length) ? dvec3(v.x / length, v.y / length, v.z / length)
                                               : fallback;
}

}  // namespace

SinCos sin_cos(double radians) noexcept {
    if (!std::isfinite(radians)) {
        const double nan = std::numeric_limits<double>::quiet_NaN();
        return {nan, nan};
    }
    // pi/2 as three parts of 33 bits each: with |quarter| below 2^20 every product is exact.
    constexpr double high = 1.57079632673412561417e+00;
    constexpr double middle = 6.07710050630396597660e-11;
    constexpr double low = 2.02226624879595063154e-21;
    const double quarter = std::nearbyint(radians * 0.63661977236758134308);
    const double rest = ((radians - quarter * high) - quarter * middle) - quarter * low;
    const double s = sin_near_zero(rest);
    const double c = cos_near_zero(rest);
    switch (static_cast<long long>(std::fmod(quarter, 4.0) + 4.0) & 3) {
        case 0:
            return {s, c};
        case 1:
            return {c, -s};
        case 2:
            return {-s, -c};
        default:
            return {-c, s};
    }
}

quat angle_axis(float radians, const vec3& axis) noexcept {
    const SinCos half = sin_cos(0.5 * static_cast<double>(radians));
    const auto part = [&](float a) {
        return static_cast<float>(static_cast<double>(a) * half.sin);
    };
    return {static_cast<float>(half.cos), part(axis.x), part(axis.y), part(axis.z)};
}

void Bounds::add(const vec3& point) noexcept {
    if (std::isnan(point.x) || std::isnan(point.y) || std::isnan(point.z)) return;
    if (empty()) {
        min = max = point;
        return;
    }
    for (int axis = 0; axis < 3; ++axis) {
        min[axis] = std::fmin(min[axis], point[axis]);
        max[axis] = std::fmax(max[axis], point[axis]);
    }
}

void Bounds::add(const Bounds& other) noexcept {
    if (other.empty()) return;
    add(other.min);
    add(other.max);
}

Bounds transformed(const Bounds& bounds, const mat4& matrix) noexcept {
    Bounds result;
    if (bounds.empty()) return result;
    for (int corner = 0; corner < 8; ++corner) {
        const vec3 p((corner & 1) != 0 ? bounds.max.x : bounds.min.x,
                     (corner & 2) != 0 ? bounds.max.y : bounds.min.y,
                     (corner & 4) != 0 ? bounds.max.z : bounds.min.z);
        vec3 moved;
        for (int row = 0; row < 3; ++row)
            moved[row] =
                matrix[0][row] * p.x + matrix[1][row] * p.y + matrix[2][row] * p.z + matrix[3][row];
        result.add(moved);
    }
    return result;
}

mat4 compose(const vec3& translation, const quat& rotation, const vec3& scale) noexcept {
    const float x = rotation.x, y = rotation.y, z = rotation.z, w = rotation.w;
    const vec4 c0(1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y), 0);
    const vec4 c1(2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x), 0);
    const vec4 c2(2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y), 0);
    return {c0 * scale.x, c1 * scale.y, c2 * scale.z, vec4(translation, 1)};
}

mat4 affine_product(const mat4& a, const mat4& b) noexcept {
    mat4 result(1);
    for (int column = 0; column < 4; ++column) {
        for (int row = 0; row < 3; ++row) {
            const float sum =
                a[0][row] * b[column][0] + a[1][row] * b[column][1] + a[2][row] * b[column][2];
            result[column][row] = column == 3 ? sum + a[3][row] : sum;
        }
    }
    return result;
}

mat4 affine_inverse(const mat4& matrix) noexcept {
    const dvec3 a(matrix[0]), b(matrix[1]), c(matrix[2]), t(matrix[3]);
    const dvec3 rows[3] = {cross(b, c), cross(c, a), cross(a, b)};
    const double determinant = a.x * rows[0].x + a.y * rows[0].y + a.z * rows[0].z;
    mat4 result(1);
    for (int row = 0; row < 3; ++row) {
        const dvec3 r(rows[row].x / determinant, rows[row].y / determinant,
                      rows[row].z / determinant);
        result[0][row] = static_cast<float>(r.x);
        result[1][row] = static_cast<float>(r.y);
        result[2][row] = static_cast<float>(r.z);
        result[3][row] = static_cast<float>(-(r.x * t.x + r.y * t.y + r.z * t.z));
    }
    return result;
}

mat4 look_at_placement(const vec3& eye, const vec3& target, const vec3& up) noexcept {
    const dvec3 back = unit(dvec3(eye) - dvec3(target), dvec3(0, 0, 1));
    dvec3 right = cross(dvec3(up), back);
    // Looking along up leaves the roll open; any sideways axis that is not parallel will do.
    if (right.x * right.x + right.y * right.y + right.z * right.z < 1e-12)
        right = cross(std::fabs(back.y) < 0.9 ? dvec3(0, 1, 0) : dvec3(0, 0, -back.y), back);
    right = unit(right, dvec3(1, 0, 0));
    return {vec4(vec3(right), 0), vec4(vec3(cross(back, right)), 0), vec4(vec3(back), 0),
            vec4(eye, 1)};
}

}  // namespace diorama
