// SPDX-License-Identifier: MIT
/// \file
/// Animations as plain data: Path, Interpolation, Channel, Clip.
/// Source: glTF 2.0 section 3.11 and appendix C (Animation).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

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

}  // namespace diorama::anim
