// SPDX-License-Identifier: MIT
/// \file
/// The codes of render's errors. Causes and remedies: docs/errors.md.
#pragma once

#include "diorama/core/error.hpp"

namespace diorama::render::codes {

inline constexpr ErrorCode render_dead_index{"render-dead-index"};  ///< never given, or removed
inline constexpr ErrorCode render_in_use{"render-in-use"};        ///< something live still names it
inline constexpr ErrorCode render_bad_mesh{"render-bad-mesh"};    ///< streams or indices do not fit
inline constexpr ErrorCode render_bad_image{"render-bad-image"};  ///< size and pixels differ
inline constexpr ErrorCode render_bad_scene{"render-bad-scene"};  ///< a range outside its list
inline constexpr ErrorCode render_bad_camera{"render-bad-camera"};  ///< it can't project

}  // namespace diorama::render::codes
