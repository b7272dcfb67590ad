// SPDX-License-Identifier: MIT
/// \file
/// The codes of core's errors. Causes and remedies: docs/errors.md.
#pragma once

#include "diorama/core/error.hpp"

namespace diorama::codes {

inline constexpr ErrorCode file_not_found{"file-not-found"};      ///< no file at the path
inline constexpr ErrorCode file_read_failed{"file-read-failed"};  ///< it is there but can't be read
inline constexpr ErrorCode file_write_failed{"file-write-failed"};  ///< the old file is still whole
inline constexpr ErrorCode file_too_large{"file-too-large"};  ///< over the limit the caller set

}  // namespace diorama::codes
