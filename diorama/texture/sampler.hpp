// SPDX-License-Identifier: MIT
/// \file
/// How a texture is read: Filter, MipFilter, Wrap, Sampler.
#pragma once

#include <cstdint>

namespace diorama::texture {

/// Between texels of one level.
enum class Filter : std::uint8_t { nearest, linear };
/// Between mip levels; `none` reads level 0 alone.
enum class MipFilter : std::uint8_t { none, nearest, linear };
/// Outside 0 to 1.
enum class Wrap : std::uint8_t { repeat, clamp_to_edge, mirrored_repeat };

/// Filtering and wrapping. The defaults are what Diorama uses where glTF leaves it open.
struct Sampler {
    Filter mag = Filter::linear;        ///< when magnified
    Filter min = Filter::linear;        ///< when minified
    MipFilter mip = MipFilter::linear;  ///< between levels
    Wrap wrap_u = Wrap::repeat;         ///< along u
    Wrap wrap_v = Wrap::repeat;         ///< along v

    /// Member by member.
    friend bool operator==(const Sampler&, const Sampler&) = default;
};

}  // namespace diorama::texture
