// SPDX-License-Identifier: MIT
/// \file
/// Rotations held to unit length: kRotationTolerance, NotUnit, not_unit.
#pragma once

#include <cstddef>

#include "diorama/gltf/detail/checker.hpp"

namespace diorama::gltf::detail {

/// How far from 1 a rotation's length may be: what the least exact type that may hold one, a
/// normalized byte, rounds to.
inline constexpr double kRotationTolerance = 0.00769;

/// Rotations whose length is not 1.
struct NotUnit {
    std::size_t count = 0;  ///< how many
    std::size_t first = 0;  ///< the element of the first
};

/// Those of \p accessor; of \p cubic ones, whose values stand between tangents, the values alone.
/// None where it can't be read or there is no more work allowed.
[[nodiscard]] NotUnit not_unit(Checker& c, Index accessor, bool cubic = false);

}  // namespace diorama::gltf::detail
