// SPDX-License-Identifier: MIT
#include "diorama/scene/scene_plugin.hpp"

#include <memory>

#include "diorama/ecs/world.hpp"
#include "diorama/scene/mobility_diagnostics.hpp"
#include "diorama/scene/propagation.hpp"

namespace diorama {
namespace {

constexpr std::string_view kSystem = "scene.propagate";
constexpr std::string_view kMobilitySystem = "scene.mobility";

/// Propagates; \p noting in the update schedule, so that a fault is told once however many fixed
/// steps it lasts.
Result<> run(World& world, bool strict, bool noting) {
    const PropagationReport report = propagate_transforms(world);
    if (!strict && !noting) return {};
    std::vector<Diagnostic> found = report.diagnostics();
    if (strict && (report.first_broken || report.first_cycle)) {
        const HierarchyFault& fault =
            report.first_broken ? *report.first_broken : *report.first_cycle;
        Error error;
        error.code = fault.code;
        error.message = found.front().message;
        error.hint = found.front().hint;
        error.detail = fault;
        error.diagnostics = std::move(found);
        return std::unexpected(std::move(error));
    }
    if (!noting) return {};
    for (Diagnostic& diagnostic : found)
        world.note(std::move(diagnostic));
    return {};
}

}  // namespace

Result<> ScenePlugin::install(World& world) {
    System propagate;
    propagate.name = kSystem;
    propagate.stage = Stage::last;
    propagate.run = [strict = strict](World& w) { return run(w, strict, false); };
    System watch;
    watch.name = kMobilitySystem;
    watch.stage = Stage::last;
    // Shared because a System can be copied.
    watch.run = [held = std::make_shared<MobilityWatch>()](World& w) { held->look(w); };
    // On failure only what was added goes: the name may be another's.
    if (Result<> added = world.add_system(Schedule::fixed_update, propagate); !added) return added;
    propagate.run = [strict = strict](World& w) { return run(w, strict, true); };
    Result<> added = world.add_system(Schedule::update, propagate);
    if (!added) {
        world.remove_system(Schedule::fixed_update, kSystem);
        return added;
    }
    added = world.add_system(Schedule::update, watch);
    if (!added)
        for (const Schedule schedule : {Schedule::fixed_update, Schedule::update})
            world.remove_system(schedule, kSystem);
    return added;
}

void ScenePlugin::remove(World& world) {
    world.remove_system(Schedule::update, kMobilitySystem);
    for (const Schedule schedule : {Schedule::fixed_update, Schedule::update})
        world.remove_system(schedule, kSystem);
}

}  // namespace diorama
