// SPDX-License-Identifier: MIT
/// \file
/// The author's promise about motion: MobilityKind, Mobility.
/// Design page: docs/design/placement.md, "Mobility".
#pragma once

#include <array>

#include "diorama/core/component.hpp"

namespace diorama {

/// How much an entity may move.
enum class MobilityKind : unsigned char {
    fixed,       ///< `static` in files: never moves once placed; may be baked
    stationary,  ///< lights only: stays where it is, lit at run time
    movable      ///< no promise
};
/// By hand, because the first one's name in files is a C++ keyword.
[[maybe_unused]] constexpr auto diorama_enumerators(const MobilityKind*) {
    return std::array{Enumerator<MobilityKind>{"static", MobilityKind::fixed},
                      Enumerator<MobilityKind>{"stationary", MobilityKind::stationary},
                      Enumerator<MobilityKind>{"movable", MobilityKind::movable}};
}

/// The author's promise; an entity without one is movable.
///
/// It speaks to rendering and baking, not to physics. Breaking it changes nothing about placement:
/// it is reported, once per world, code and entity.
struct Mobility {
    MobilityKind kind = MobilityKind::movable;  ///< the promise
};
DIORAMA_COMPONENT(Mobility, kind);

}  // namespace diorama
