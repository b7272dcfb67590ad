// SPDX-License-Identifier: MIT
/// \file
/// The codes of anim's errors. Causes and remedies: docs/errors.md.
#pragma once

#include "diorama/core/error.hpp"

namespace diorama::anim::codes {

inline constexpr ErrorCode time_order{"anim-time-order"};  ///< key times that do not rise
inline constexpr ErrorCode value_count{
    "anim-value-count"};                                   ///< too few or many values for the keys
inline constexpr ErrorCode not_finite{"anim-not-finite"};  ///< a time or value is NaN or infinite

}  // namespace diorama::anim::codes
