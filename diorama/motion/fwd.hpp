// SPDX-License-Identifier: MIT
/// \file
/// Forward declarations of motion's types.
#pragma once

namespace diorama::motion {

struct Skin;
struct SkinBinding;
struct MorphWeights;
struct JointPalette;

}  // namespace diorama::motion
