// SPDX-License-Identifier: MIT
#include "diorama/scene/mobility_diagnostics.hpp"

#include <algorithm>
#include <memory>
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
        bool ended = false;
    };

    /// Forgets the listeners that have ended, unless one of them may be running.
    void drop_ended() {
        if (telling == 0)
            std::erase_if(listeners, [](const auto& listener) { return listener->ended; });
    }

    // Each at an address of its own, which stays while it runs: it may subscribe another, and
    // unsubscribe any, itself included.
    std::vector<std::unique_ptr<Listener>> listeners;
    std::uint32_t next = 1;
    std::uint32_t telling = 0;  // diagnostics being told now: a listener may emit another
    std::set<std::pair<std::string_view, Entity>> told;
};

/// Counts a diagnostic as being told, also where a listener throws.
class Telling {
  public:
    explicit Telling(MobilityReports& reports) noexcept : reports_(reports) { ++reports_.telling; }
    ~Telling() {
        --reports_.telling;
        reports_.drop_ended();
    }
    Telling(const Telling&) = delete;
    Telling& operator=(const Telling&) = delete;

  private:
    MobilityReports& reports_;
};

}  // namespace

std::uint32_t subscribe_mobility_diagnostics(World& world, MobilityListener listener) {
    auto& reports = world.resource<MobilityReports>();
    reports.listeners.push_back(std::make_unique<MobilityReports::Listener>(
        MobilityReports::Listener{reports.next, std::move(listener)}));
    return reports.next++;
}

void unsubscribe_mobility_diagnostics(World& world, std::uint32_t subscription) {
    auto& reports = world.resource<MobilityReports>();
    for (const auto& listener : reports.listeners)
        if (listener->id == subscription) listener->ended = true;
    reports.drop_ended();
}

bool emit_mobility_diagnostic(World& world, MobilityDiagnostic diagnostic) {
    auto& reports = world.resource<MobilityReports>();
    if (!reports.told.emplace(diagnostic.code.name(), diagnostic.entity).second) return false;
    const Telling telling(reports);
    // Those subscribed meanwhile hear of later ones.
    const std::size_t count = reports.listeners.size();
    for (std::size_t i = 0; i < count; ++i)
        if (!reports.listeners[i]->ended) reports.listeners[i]->call(diagnostic);
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
