// SPDX-License-Identifier: MIT
/// \file
/// Who hears when a promise about motion is broken: MobilityDiagnostic, MobilityListener,
/// subscribe_mobility_diagnostics, emit_mobility_diagnostic, MobilityWatch.
/// Design page: docs/design/placement.md, "Mobility".
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "diorama/core/error.hpp"
#include "diorama/ecs/placement.hpp"
#include "diorama/ecs/query.hpp"
#include "diorama/scene/mobility.hpp"

namespace diorama {

class World;

/// A broken promise. It never changes what happens: the entity is placed and drawn all the same.
struct MobilityDiagnostic {
    /// mobility_static_moved (found by ScenePlugin), mobility_invalid_kind (by the render bridge)
    /// or mobility_physics_conflict (by whoever owns bodies).
    ErrorCode code{"mobility-static-moved"};
    Entity entity;         ///< whose promise
    std::string message;   ///< what was found
    std::string expected;  ///< what was expected
    std::string hint;      ///< what to do about it
};

/// Hears of broken promises.
using MobilityListener = std::function<void(const MobilityDiagnostic&)>;

/// Calls \p listener for every diagnostic emitted in \p world from now on; returns a number to
/// unsubscribe by.
std::uint32_t subscribe_mobility_diagnostics(World& world, MobilityListener listener);
/// Ends \p subscription; does nothing where there is none of that number.
void unsubscribe_mobility_diagnostics(World& world, std::uint32_t subscription);
/// Tells the listeners of \p diagnostic, once per world, code and entity; whether this was it.
bool emit_mobility_diagnostic(World& world, MobilityDiagnostic diagnostic);

/// Finds static entities whose Transform changed after the frame that declared them; what
/// ScenePlugin runs once an update.
class MobilityWatch {
  public:
    /// Looks at what changed in \p world since the last call, and emits.
    void look(World& world);

  private:
    std::optional<Query<const Mobility, Changed<Transform>>> moved_;
    std::optional<Query<Changed<Mobility>>> declared_;
    std::vector<Entity> just_declared_, static_moved_;
};

}  // namespace diorama
