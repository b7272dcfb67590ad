// SPDX-License-Identifier: MIT
#include "diorama/scene2d/plugin.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "diorama/ecs/describe.hpp"
#include "diorama/ecs/world.hpp"
#include "diorama/scene/error_codes.hpp"
#include "diorama/scene2d/error_codes.hpp"

namespace diorama::scene2d {
namespace {

constexpr std::string_view kSystem = "scene2d.propagate";

Diagnostic warning(ErrorCode code, std::string message, std::string hint) {
    return {Severity::warning, code, std::move(message), {}, std::move(hint)};
}

/// The first spawned node for which \p at_fault(node) holds; null where there is none.
template <class F>
Entity first_node(const World& world, F&& at_fault) {
    for (const Entity entity : world.entities())
        if (world.has<Local2>(entity) && at_fault(entity)) return entity;
    return Entity::null();
}

Entity parent_of(const World& world, Entity node) {
    const Parent2* const link = world.get<Parent2>(node);
    return link != nullptr ? link->parent : Entity::null();
}

/// The first spawned member of a loop, and those above it up to itself.
std::vector<Entity> first_loop(const World& world) {
    std::map<Entity, std::size_t> met;  // by which walk, counted from 1
    Entity first;
    std::size_t walk = 0;
    for (const Entity start : world.entities()) {
        ++walk;
        Entity at = start;
        while (world.has<Local2>(at) && met.try_emplace(at, walk).second)
            at = parent_of(world, at);
        if (!world.has<Local2>(at) || met[at] != walk) continue;
        const Entity end = at;
        do {
            if (first.is_null() || world.spawned_before(at, first)) first = at;
            at = parent_of(world, at);
        } while (at != end);
    }
    std::vector<Entity> members;
    for (Entity at = first; members.empty() || at != first; at = parent_of(world, at))
        members.push_back(at);
    return members;
}

std::string orphan_text(const World& world) {
    const Entity orphan = first_node(world, [&](Entity node) {
        const Entity parent = parent_of(world, node);
        return !parent.is_null() && !world.has<Local2>(parent);
    });
    return diorama::detail::describe(orphan) + ", whose parent is " +
           diorama::detail::describe(parent_of(world, orphan));
}

std::string loop_text(const World& world) {
    constexpr std::size_t kMost = 100;
    std::string text;
    const std::vector<Entity> members = first_loop(world);
    for (std::size_t i = 0; i < std::min(members.size(), kMost); ++i)
        text.append(i == 0 ? "" : ", ").append(diorama::detail::describe(members[i]));
    return members.size() > kMost ? text + " and so on" : text;
}

std::string saturated_text(const World& world) {
    const auto at_limit = [](Fixed value) { return value == Fixed::kMax || value == Fixed::kMin; };
    return diorama::detail::describe(first_node(world, [&](Entity node) {
        const Global2* const placed = world.get<Global2>(node);
        // A root is where it says; only sums are beyond the range.
        return placed != nullptr && !parent_of(world, node).is_null() &&
               (at_limit(placed->translation().x) || at_limit(placed->translation().y));
    }));
}

}  // namespace

std::vector<Diagnostic> diagnostics(const Propagated2& report, const World& world) {
    std::vector<Diagnostic> found;
    if (report.orphaned != 0)
        found.push_back(
            warning(diorama::codes::hierarchy_broken,
                    std::to_string(report.orphaned) +
                        " 2D nodes have a parent that is dead or no node; the first is " +
                        orphan_text(world),
                    "it is placed as a root: give it another parent, or none"));
    if (report.cyclic != 0)
        found.push_back(warning(diorama::codes::hierarchy_cycle,
                                std::to_string(report.cyclic) +
                                    " 2D nodes are members of loops; the first loop is " +
                                    loop_text(world),
                                "each is placed as a root: give one another parent, or none"));
    if (report.saturated != 0)
        found.push_back(
            warning(codes::placement_saturated,
                    std::to_string(report.saturated) +
                        " coordinates of 2D nodes are beyond -32768 to 32768; the first "
                        "node at the limit is " +
                        saturated_text(world),
                    "look at its Local2, and at those above it"));
    return found;
}

Result<> Scene2dPlugin::install(World& world) {
    // Shared by both schedules' systems, and by every copy that std::function makes of one.
    const auto scratch = std::make_shared<Scratch2>();
    for (const Schedule schedule : {Schedule::fixed_update, Schedule::update}) {
        System system;
        system.name = kSystem;
        system.stage = Stage::last;
        // A fault is told once, however many fixed steps it lasts.
        system.run = [scratch, noting = schedule == Schedule::update](World& w) {
            const Propagated2 report = propagate2(*scratch, w);
            if (!noting) return;
            for (Diagnostic& found : diagnostics(report, w))
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
