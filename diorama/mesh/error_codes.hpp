// SPDX-License-Identifier: MIT
/// \file
/// The codes of mesh's errors. Causes and remedies: docs/errors.md.
#pragma once

#include "diorama/core/error.hpp"

namespace diorama::mesh::codes {

inline constexpr ErrorCode index_range{"mesh-index-range"};      ///< an index beyond the vertices
inline constexpr ErrorCode stream_length{"mesh-stream-length"};  ///< streams of unequal length
inline constexpr ErrorCode weight_invalid{
    "mesh-weight-invalid"};  ///< a joint weight that is negative, infinite or NaN
inline constexpr ErrorCode tangent_limit{
    "mesh-tangent-limit"};  ///< more than tangents can be made for

}  // namespace diorama::mesh::codes
