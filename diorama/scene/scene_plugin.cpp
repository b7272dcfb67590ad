// SPDX-License-Identifier: MIT
#include "diorama/scene/scene_plugin.hpp"

#include "diorama/ecs/world.hpp"
#include "diorama/scene/propagation.hpp"

namespace diorama {
namespace {

constexpr std::string_view kSystem = "scene.propagate";

Result<> run(World& world, bool strict) {
    const PropagationReport report = propagate_transforms(world);
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
    for (Diagnostic& diagnostic : found)
        world.note(std::move(diagnostic));
    return {};
}

}  // namespace

Result<> ScenePlugin::install(World& world) {
    for (const Schedule schedule : {Schedule::fixed_update, Schedule::update}) {
        System system;
        system.name = kSystem;
        system.stage = Stage::last;
        system.run = [strict = strict](World& w) { return run(w, strict); };
        if (Result<> added = world.add_system(schedule, std::move(system)); !added) {
            if (schedule == Schedule::update) world.remove_system(Schedule::fixed_update, kSystem);
            return added;
        }
    }
    return {};
}

void ScenePlugin::remove(World& world) {
    for (const Schedule schedule : {Schedule::fixed_update, Schedule::update})
        world.remove_system(schedule, kSystem);
}

}  // namespace diorama
