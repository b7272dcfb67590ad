// SPDX-License-Identifier: MIT
/// \file
/// A matrix as translation, rotation and scale: Placement, decompose.
#pragma once

#include <optional>

#include "diorama/core/math.hpp"

namespace diorama::gltf::detail {

/// Translation, rotation and scale.
struct Placement {
    vec3 translation{0, 0, 0};  ///< metres
    quat rotation{1, 0, 0, 0};  ///< unit length
    vec3 scale{1, 1, 1};        ///< negative in x where the matrix mirrors
};

/// How far axes may be from right angles, as the cosine between them, and the last row from 0 0 0
/// 1: wide enough for matrices written with five digits.
inline constexpr double kTrsTolerance = 1e-4;

/// \p matrix as a Placement whose compose() is the matrix again; nothing where there is none, as
/// with shear or a projection.
///
/// An axis of length zero keeps its zero scale, and gets a direction at right angles to the others.
[[nodiscard]] std::optional<Placement> decompose(const mat4& matrix) noexcept;

}  // namespace diorama::gltf::detail
