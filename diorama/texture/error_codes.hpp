// SPDX-License-Identifier: MIT
/// \file
/// The codes of texture's errors. Causes and remedies: docs/errors.md.
#pragma once

#include "diorama/core/error.hpp"

namespace diorama::texture::codes {

inline constexpr ErrorCode unknown_format{
    "texture-unknown-format"};  ///< the first bytes are of no image file known here
inline constexpr ErrorCode unsupported_format{
    "texture-unsupported-format"};  ///< a known kind of file that is not decoded here
inline constexpr ErrorCode decode_failed{
    "texture-decode-failed"};                               ///< truncated or corrupt image data
inline constexpr ErrorCode too_large{"texture-too-large"};  ///< over ImageLimits
inline constexpr ErrorCode encode_failed{"texture-encode-failed"};  ///< the image can't be written

}  // namespace diorama::texture::codes
