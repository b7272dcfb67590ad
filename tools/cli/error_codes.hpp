// SPDX-License-Identifier: MIT
/// \file
/// The codes of the command's own errors. Causes and remedies: docs/errors.md.
#pragma once

#include "diorama/core/error.hpp"

namespace diorama::cli::codes {

inline constexpr ErrorCode no_such_camera{"cli-no-such-camera"};  ///< neither name nor index
inline constexpr ErrorCode wrong_input{"cli-wrong-input"};        ///< another command's business
inline constexpr ErrorCode not_drawn{"cli-not-drawn"};            ///< read, but not in the picture
inline constexpr ErrorCode rotation_length{"cli-rotation-length"};    ///< no unit quaternion
inline constexpr ErrorCode nothing_to_check{"cli-nothing-to-check"};  ///< a folder without scenes
inline constexpr ErrorCode output_extension{"cli-output-extension"};  ///< not one that is written
inline constexpr ErrorCode out_of_memory{"cli-out-of-memory"};        ///< the system has no more
inline constexpr ErrorCode validation_message{"cli-validation-message"};  ///< the layers spoke

}  // namespace diorama::cli::codes
