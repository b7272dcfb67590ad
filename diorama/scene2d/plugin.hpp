// SPDX-License-Identifier: MIT
/// \file
/// 2D propagation inside World::update: Scene2dPlugin, diagnostics.
#pragma once

#include <string_view>
#include <vector>

#include "diorama/core/error.hpp"
#include "diorama/scene2d/propagation.hpp"

namespace diorama {
class World;
}  // namespace diorama

namespace diorama::scene2d {

/// What is wrong in \p report of a pass over \p world, as warnings: hierarchy-broken,
/// hierarchy-cycle, placement2-saturated, each with the first spawned node at fault. None where the
/// nodes are a forest within the range.
///
/// Cost: none without faults; else O(entities).
[[nodiscard]] std::vector<Diagnostic> diagnostics(const Propagated2& report, const World& world);

/// Places a World's 2D nodes last in every fixed step and every update, and notes what is wrong,
/// once an update.
class Scene2dPlugin {
  public:
    /// `scene2d`.
    [[nodiscard]] std::string_view name() const noexcept { return "scene2d"; }
    /// Adds the system `scene2d.propagate` to both schedules.
    [[nodiscard]] Result<> install(World& world);
    /// Takes it out.
    void remove(World& world);
};

}  // namespace diorama::scene2d
