// SPDX-License-Identifier: MIT
/// \file
/// The codes of faults that scene2d answers with; causes and remedies: docs/errors.md.
#pragma once

#include "diorama/core/error.hpp"

namespace diorama::scene2d::codes {

inline constexpr ErrorCode fixed_text{"fixed-text"};     ///< text that is no decimal number
inline constexpr ErrorCode fixed_range{"fixed-range"};   ///< a decimal beyond the type's range
inline constexpr ErrorCode node_dead{"node2-dead"};      ///< a handle of no live node
inline constexpr ErrorCode parent_dead{"parent2-dead"};  ///< a parent that is no live node
inline constexpr ErrorCode placement_saturated{
    "placement2-saturated"};                             ///< a coordinate beyond the range
inline constexpr ErrorCode snapshot{"space2-snapshot"};  ///< bytes that are no snapshot

}  // namespace diorama::scene2d::codes
