// SPDX-License-Identifier: MIT
/// \file
/// The author's promise about motion: MobilityKind, Mobility.
/// Design page: docs/design/placement.md, "Mobility".
#pragma once

#include "diorama/core/component.hpp"

namespace diorama {

/// How much an entity may move.
enum class MobilityKind : unsigned char {
    fixed,       ///< `static` in files: never moves once placed; may be baked
    stationary,  ///< lights only: stays where it is, lit at run time
    movable      ///< no promise
};
DIORAMA_ENUM(MobilityKind, {"static", MobilityKind::fixed},
             {"stationary", MobilityKind::stationary}, {"movable", MobilityKind::movable});

/// The author's promise; an entity without one is movable.
///
/// It speaks to rendering and baking, not to physics. Breaking it changes nothing about placement:
/// it is reported, once per world, code and entity.
struct Mobility {
    MobilityKind kind = MobilityKind::movable;  ///< the promise
};
DIORAMA_COMPONENT(Mobility, kind);

}  // namespace diorama
