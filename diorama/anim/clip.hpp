// SPDX-License-Identifier: MIT
/// \file
/// Animations as plain data: Path, Interpolation, Channel, Clip, check, duration_of.
/// Source: glTF 2.0 section 3.11 and appendix C (Animation).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "diorama/core/error.hpp"

namespace diorama::anim {

/// Which property of a node a channel drives.
enum class Path : std::uint8_t { translation, rotation, scale, weights };

/// How values between keys come about.
enum class Interpolation : std::uint8_t { linear, step, cubic_spline };

/// Keys of one property of one node.
struct Channel {
    std::uint32_t node = 0;                               ///< index of the node it drives
    Path path = Path::translation;                        ///< which property
    Interpolation interpolation = Interpolation::linear;  ///< between keys
    std::uint32_t components = 3;  ///< floats of one value: 3, 4, or the number of morph targets
    std::vector<float> times;      ///< seconds, strictly rising
    std::vector<float>
        values;  ///< components per key; for cubic_spline in-tangent, value, out-tangent
};

/// One named animation.
struct Clip {
    std::string name;               ///< as the file has it
    float duration = 0;             ///< seconds: the greatest time of any key
    std::vector<Channel> channels;  ///< in file order
};

/// Whether the times of \p channel are finite and rise, and its values are as many as they must be
/// and finite. A channel without keys is in order.
///
/// Failure: anim-time-order, anim-value-count, anim-not-finite; `where` is empty, for the caller to
///          fill in.
/// Source:  glTF 2.0 section 3.11 (Animations).
[[nodiscard]] Result<> check(const Channel& channel);

/// The greatest time of any key of \p channels; 0 where there is none above.
[[nodiscard]] float duration_of(std::span<const Channel> channels) noexcept;

}  // namespace diorama::anim
