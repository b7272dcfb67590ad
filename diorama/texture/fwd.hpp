// SPDX-License-Identifier: MIT
/// \file
/// Forward declarations of texture's types.
#pragma once

namespace diorama::texture {

struct Image;
struct ImageInfo;
struct ImageLimits;
struct Ktx2;
struct Sampler;

}  // namespace diorama::texture
