// SPDX-License-Identifier: MIT
#include "diorama/scene2d/angle.hpp"

namespace diorama::scene2d {
namespace {

#include "diorama/scene2d/detail/lanes.inl"

}  // namespace

Direction direction(Angle angle) noexcept {
    int cosine = 0, sine = 0;
    lane_direction(angle.raw(), cosine, sine);
    return {Unit::from_raw(cosine), Unit::from_raw(sine)};
}

}  // namespace diorama::scene2d
