// SPDX-License-Identifier: MIT
/// \file
/// Propagation in World::update: ScenePlugin.
/// Design page: docs/design/placement.md.
#pragma once

#include <string_view>

#include "diorama/core/error.hpp"

namespace diorama {

class World;

/// Propagates transforms at the end of every fixed step and every update.
///
/// The systems are called `scene.propagate` and run in Stage::last; `scene.mobility` beside them
/// finds static entities that moved. A hierarchy fault is placed and noted in World::diagnostics,
/// once an update, as the last propagation of it found it.
struct ScenePlugin {
    /// Makes a hierarchy fault fail the system, which poisons the World: the cause of
    /// system_failed is hierarchy_broken or hierarchy_cycle with a HierarchyFault as detail.
    bool strict = false;

    static constexpr std::string_view kName = "scene";  ///< for World::remove_plugin

    /// The plugin's name.
    [[nodiscard]] std::string_view name() const { return kName; }
    /// Adds the systems. Failure: system_name_taken.
    [[nodiscard]] Result<> install(World& world);
    /// Takes the systems out.
    void remove(World& world);
};

}  // namespace diorama
