// SPDX-License-Identifier: MIT
/// \file
/// The public math: GLM's types under short names, and the few operations whose results are saved.
///
/// Space: column-major, column vectors, right-handed, +Y up, -Z forward; metres, radians, seconds.
/// Every function here is compiled inside the library, so a caller's compiler flags can't change
/// its bits. Design page: docs/architecture.md, "Determinism".
#pragma once

#include <glm/gtc/quaternion.hpp>
#include <glm/mat3x3.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

namespace diorama {

using vec2 = glm::vec2;  ///< two floats
using vec3 = glm::vec3;  ///< three floats
using vec4 = glm::vec4;  ///< four floats
using quat = glm::quat;  ///< a rotation; in memory x, y, z, w; constructed from w, x, y, z
using mat3 = glm::mat3;  ///< 3 x 3, column-major
using mat4 = glm::mat4;  ///< 4 x 4, column-major

inline constexpr float pi = 3.14159265358979323846f;  ///< half a turn, in radians
inline constexpr float half_pi = 0.5f * pi;           ///< a quarter turn, in radians

/// Sine and cosine of one angle.
struct SinCos {
    double sin = 0;  ///< the sine
    double cos = 1;  ///< the cosine
};

/// Sine and cosine of \p radians by our own polynomial, the same bits on every platform.
///
/// Within 2 ulp for |radians| <= 1e5; NaN and infinity give NaN.
[[nodiscard]] SinCos sin_cos(double radians) noexcept;

/// The rotation by \p radians about the unit vector \p axis, counter-clockwise seen from its tip.
[[nodiscard]] quat angle_axis(float radians, const vec3& axis) noexcept;

/// The axis-aligned box between two corners; empty when a minimum exceeds its maximum.
struct Bounds {
    vec3 min{1, 1, 1};     ///< lower corner
    vec3 max{-1, -1, -1};  ///< upper corner

    /// Whether it holds no point.
    [[nodiscard]] bool empty() const noexcept { return !(min.x <= max.x); }
    /// Grows to hold \p point; a NaN coordinate is left out.
    void add(const vec3& point) noexcept;
    /// Grows to hold \p other.
    void add(const Bounds& other) noexcept;
};

/// The box around \p bounds moved by \p matrix, exact for an affine one; empty stays empty.
[[nodiscard]] Bounds transformed(const Bounds& bounds, const mat4& matrix) noexcept;

/// translation * rotation * scale as a matrix; \p rotation is used as it is, not normalised.
[[nodiscard]] mat4 compose(const vec3& translation, const quat& rotation,
                           const vec3& scale) noexcept;

/// Product of two affine matrices (last row 0 0 0 1).
[[nodiscard]] mat4 affine_product(const mat4& a, const mat4& b) noexcept;

/// Inverse of an affine matrix, in double precision inside; a singular one gives non-finite
/// entries.
[[nodiscard]] mat4 affine_inverse(const mat4& matrix) noexcept;

/// The placement of an eye at \p eye that looks at \p target with \p up on top (not a view matrix).
[[nodiscard]] mat4 look_at_placement(const vec3& eye, const vec3& target, const vec3& up) noexcept;

}  // namespace diorama
