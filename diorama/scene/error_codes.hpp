// SPDX-License-Identifier: MIT
/// \file
/// The codes of scene's errors. Causes and remedies: docs/errors.md.
#pragma once

#include "diorama/core/error.hpp"
#include "diorama/ecs/error_codes.hpp"

namespace diorama::codes {

inline constexpr ErrorCode hierarchy_broken{"hierarchy-broken"};  ///< ChildOf leads nowhere

}  // namespace diorama::codes
