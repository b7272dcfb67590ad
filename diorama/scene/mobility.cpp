// SPDX-License-Identifier: MIT
#include "diorama/scene/mobility_diagnostics.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "diorama/ecs/describe.hpp"
#include "diorama/ecs/world.hpp"
#include "diorama/scene/error_codes.hpp"

namespace diorama {
namespace {

/// Listeners of one World and what they have been told.
struct MobilityReports {
    struct Listener {
        std::uint32_t id;
        MobilityListener call;
    };
    std::vector<Listener> listeners;
    std::uint32_t next = 1;
    std::set<std::pair<std::string_view, Entity>> told;
};

}  // namespace

std::uint32_t subscribe_mobility_diagnostics(World& world, MobilityListener listener) {
    auto& reports = world.resource<MobilityReports>();
    reports.listeners.push_back({reports.next, std::move(listener)});
    return reports.next++;
}

void unsubscribe_mobility_diagnostics(World& world, std::uint32_t subscription) {
    std::erase_if(world.resource<MobilityReports>().listeners,
                  [&](const auto& listener) { return listener.id == subscription; });
}

bool emit_mobility_diagnostic(World& world, MobilityDiagnostic diagnostic) {
    auto& reports = world.resource<MobilityReports>();
    if (!reports.told.emplace(diagnostic.code.name(), diagnostic.entity).second) return false;
    for (const auto& listener : reports.listeners)
        listener.call(diagnostic);
    return true;
}

void MobilityWatch::look(World& world) {
    if (!moved_) {
        moved_.emplace(world.core());
        declared_.emplace(world.core());
    }
    just_declared_.clear();
    declared_->each([&](Entity entity) { just_declared_.push_back(entity); });
    std::sort(just_declared_.begin(), just_declared_.end());
    static_moved_.clear();
    moved_->each([&](Entity entity, const Mobility& mobility) {
        if (mobility.kind == MobilityKind::fixed &&
            !std::binary_search(just_declared_.begin(), just_declared_.end(), entity))
            static_moved_.push_back(entity);
    });
    // Outside the query, because a listener may change structure.
    for (const Entity entity : static_moved_)
        emit_mobility_diagnostic(
            world, {codes::mobility_static_moved, entity,
                    detail::describe(entity) + " is declared static and its Transform has changed",
                    "an unchanged Transform after the frame that declares it static",
                    "declare it movable, or remove its Mobility"});
}

}  // namespace diorama
