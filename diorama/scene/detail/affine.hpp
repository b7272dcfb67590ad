// SPDX-License-Identifier: MIT
/// \file
/// The arithmetic every placement kernel repeats, operation by operation: compose_rows,
/// multiply_rows.
/// Design page: docs/design/placement.md, "Arithmetic".
#pragma once

#include "diorama/core/math.hpp"
#include "diorama/ecs/placement.hpp"

namespace diorama::detail {

/// Three rows of an affine matrix.
struct Rows {
    float at[3][4];  ///< row by row; column 3 is the translation
};

/// The rows of \p transform's matrix.
void compose_rows(const Transform& transform, Rows& out) noexcept;

/// \p parent times \p local; `out` may be neither.
///
/// The first three columns add a zero where the fourth adds the parent's translation, because the
/// kernels add four lanes at once: a -0 sum becomes +0.
void multiply_rows(const float* parent, const Rows& local, Rows& out) noexcept;

}  // namespace diorama::detail
