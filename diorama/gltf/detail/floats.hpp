// SPDX-License-Identifier: MIT
/// \file
/// An accessor's elements as floats: decode_floats, decode_sparse, find_nonfinite.
#pragma once

#include <cstddef>
#include <span>

#include "diorama/gltf/accessor.hpp"

namespace diorama::gltf::detail {

/// Decodes \p count elements of \p view from \p first on, without its sparse part, to \p out, \p
/// out_stride floats apart. Expects that the view has data.
void decode_floats(const AccessorView& view, std::size_t first, std::size_t count, float* out,
                   std::size_t out_stride) noexcept;

/// Decodes the sparse elements of \p view to their places in \p out, its elements \p out_stride
/// floats apart.
void decode_sparse(const AccessorView& view, float* out, std::size_t out_stride) noexcept;

/// The place of the first NaN or infinity in \p values, or their count.
[[nodiscard]] std::size_t find_nonfinite(std::span<const float> values) noexcept;

}  // namespace diorama::gltf::detail
