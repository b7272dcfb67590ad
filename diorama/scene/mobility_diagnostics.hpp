// SPDX-License-Identifier: MIT
/// \file
/// Who hears when a promise about motion is broken: MobilityDiagnostic, MobilityListener,
/// subscribe_mobility_diagnostics, emit_mobility_diagnostic, MobilityWatch.
/// Design page: docs/design/placement.md, "Mobility".
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "diorama/core/error.hpp"
#include "diorama/ecs/entity.hpp"
#include "diorama/scene/mobility.hpp"

namespace diorama {

class World;

/// A broken promise. It never changes what happens: the entity is placed and drawn all the same.
struct MobilityDiagnostic {
    /// mobility_static_moved (found by ScenePlugin: the world placement changed),
    /// mobility_invalid_kind (by the render bridge) or mobility_physics_conflict (by whoever owns
    /// bodies).
    ErrorCode code{"mobility-static-moved"};
    Entity entity{};         ///< whose promise
    std::string message{};   ///< what was found
    std::string expected{};  ///< what was expected
    std::string hint{};      ///< what to do about it
};

/// Hears of broken promises.
using MobilityListener = std::function<void(const MobilityDiagnostic&)>;

/// Calls \p listener for every diagnostic emitted in \p world from now on; returns a number to
/// unsubscribe by. A listener may change the World and the subscriptions, its own included.
std::uint32_t subscribe_mobility_diagnostics(World& world, MobilityListener listener);
/// Ends \p subscription; does nothing where there is none of that number.
void unsubscribe_mobility_diagnostics(World& world, std::uint32_t subscription);
/// Tells the listeners of \p diagnostic, once per world, code and entity; whether this was it.
bool emit_mobility_diagnostic(World& world, MobilityDiagnostic diagnostic);

/// Finds static entities that moved: whose world placement is another than the first one they had
/// after the update that declared them static, whether they were edited, hung elsewhere, or what is
/// above them moved. What ScenePlugin runs once an update, after propagation.
///
/// A difference that reparent_keeping_world may leave is no move.
/// Cost: nothing to speak of without static entities; else the lesser of one look at each of them
///       and one at each placement of the blocks that changed.
class MobilityWatch {
  public:
    MobilityWatch();
    ~MobilityWatch();
    MobilityWatch(MobilityWatch&&) noexcept;
    MobilityWatch& operator=(MobilityWatch&&) noexcept;

    /// Looks at what changed in \p world since the last call, and emits, in the order of spawning.
    void look(World& world);

  private:
    struct State;  // static entities, and where they were placed
    std::unique_ptr<State> state_;
};

}  // namespace diorama
