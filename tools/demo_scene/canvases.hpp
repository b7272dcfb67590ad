// SPDX-License-Identifier: MIT
/// \file
/// The painted surfaces of the demo scene, one function each. A canvas covers one metre unless its
/// function says otherwise; those called "tint" are near white, for a material to colour.
#pragma once

#include "paint.hpp"

namespace diorama::demo {

[[nodiscard]] Canvas paint_plaster();     ///< trowelled wall, tint
[[nodiscard]] Canvas paint_roof_tiles();  ///< four by four clay tiles, rows down the slope
[[nodiscard]] Canvas paint_planks();      ///< four weathered boards along u
[[nodiscard]] Canvas paint_walnut();      ///< polished grain along u
[[nodiscard]] Canvas paint_copper();      ///< verdigris with bare patches
[[nodiscard]] Canvas paint_foliage();     ///< clumps of leaves, tint

[[nodiscard]] Canvas paint_cobbles();  ///< set stones in sand
[[nodiscard]] Canvas paint_ashlar();   ///< dressed blocks in four courses
[[nodiscard]] Canvas paint_rock();     ///< cracked stone, tint
[[nodiscard]] Canvas paint_ground();   ///< short turf, tint
[[nodiscard]] Canvas paint_ripples();  ///< wind on water; heights only

/// Awning cloth: red stripes in the left half of u, blue in the right.
[[nodiscard]] Canvas paint_awning();
/// The flag: a golden compass rose on deep teal, once over the whole canvas.
[[nodiscard]] Canvas paint_flag();
/// Balloon gores: u once around, v from crown to mouth.
[[nodiscard]] Canvas paint_balloon();
/// A lit room seen through a window, once over the canvas.
[[nodiscard]] Canvas paint_window_glow();
/// The brass plate with the word DIORAMA, once over the canvas.
[[nodiscard]] Canvas paint_plaque();
/// Grass blades and flowers cut out by alpha, once over the canvas.
[[nodiscard]] Canvas paint_flowers();
/// A picket fence cut out by alpha, two pickets wide.
[[nodiscard]] Canvas paint_pickets();

}  // namespace diorama::demo
