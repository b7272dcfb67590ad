// SPDX-License-Identifier: MIT
#include "diorama/scene2d/plugin.hpp"

#include <memory>
#include <string>

#include "diorama/ecs/world.hpp"
#include "diorama/scene/error_codes.hpp"
#include "diorama/scene2d/error_codes.hpp"

namespace diorama::scene2d {
namespace {

constexpr std::string_view kSystem = "scene2d.propagate";

Diagnostic warning(ErrorCode code, std::string message, std::string hint) {
    return {Severity::warning, code, std::move(message), {}, std::move(hint)};
}

}  // namespace

std::vector<Diagnostic> diagnostics(const Propagated2& report) {
    std::vector<Diagnostic> found;
    if (report.orphaned != 0)
        found.push_back(warning(
            diorama::codes::hierarchy_broken,
            std::to_string(report.orphaned) + " 2D nodes have a parent that is dead or no node",
            "they are placed as roots"));
    if (report.cyclic != 0)
        found.push_back(warning(diorama::codes::hierarchy_cycle,
                                std::to_string(report.cyclic) + " 2D nodes are members of loops",
                                "each is placed as a root"));
    if (report.saturated != 0)
        found.push_back(warning(codes::placement_saturated,
                                std::to_string(report.saturated) +
                                    " coordinates of 2D nodes are beyond -32768 to 32768",
                                "they are at the limit"));
    return found;
}

Result<> Scene2dPlugin::install(World& world) {
    // Shared by both schedules' systems, and by every copy that std::function makes of one.
    const auto scratch = std::make_shared<Scratch2>();
    for (const Schedule schedule : {Schedule::fixed_update, Schedule::update}) {
        System system;
        system.name = kSystem;
        system.stage = Stage::last;
        system.run = [scratch](World& w) {
            for (Diagnostic& found : diagnostics(propagate2(*scratch, w)))
                w.note(std::move(found));
        };
        if (Result<> added = world.add_system(schedule, std::move(system)); !added) {
            if (schedule == Schedule::update) world.remove_system(Schedule::fixed_update, kSystem);
            return added;
        }
    }
    return {};
}

void Scene2dPlugin::remove(World& world) {
    for (const Schedule schedule : {Schedule::fixed_update, Schedule::update})
        world.remove_system(schedule, kSystem);
}

}  // namespace diorama::scene2d
