// SPDX-License-Identifier: MIT
#include "diorama/scene/propagation.hpp"

#include <string>

#include "diorama/ecs/describe.hpp"
#include "diorama/ecs/world.hpp"
#include "diorama/scene/detail/pass.hpp"
#include "diorama/scene/error_codes.hpp"

namespace diorama {
namespace {

using detail::PlacementStore;
using detail::RowMask;

/// The fault of the first spawned entity among the rows of \p mask.
std::optional<HierarchyFault> first_fault(detail::WorldCore& core, ErrorCode code,
                                          RowMask PlacementStore::Rare::* mask) {
    std::optional<HierarchyFault> first;
    PlacementStore& store = core.placement();
    for (std::uint32_t id = 1; id < store.block_ids(); ++id) {
        PlacementStore::Block& block = store.block(id);
        if (block.rare == nullptr || !(*block.rare.*mask).any()) continue;
        for (std::uint32_t row = 0; row < detail::kBlockRows; ++row) {
            if (!block.is(mask, row)) continue;
            const std::uint32_t index = block.entity(row);
            if (first && core.spawn_order(first->entity.index()) < core.spawn_order(index))
                continue;
            first = HierarchyFault{code, core.entity_at(index), block.link[row].parent, {}};
        }
    }
    return first;
}

void name_members(const World& world, HierarchyFault& fault) {
    Entity at = fault.entity;
    do {
        fault.members.push_back(at);
        at = world.parent(at);
    } while (at != fault.entity);
}

/// The members of a loop; of many the first and the last, and how many there are.
std::string text_of_members(const std::vector<Entity>& members) {
    constexpr std::size_t kShown = 16;
    std::string text;
    for (std::size_t i = 0; i < members.size(); ++i) {
        if (members.size() > kShown && i == kShown / 2) {
            text += ", ...";
            i = members.size() - kShown / 2;
        }
        text.append(text.empty() ? "" : ", ").append(detail::describe(members[i]));
    }
    if (members.size() > kShown)
        text.append(", ").append(std::to_string(members.size())).append(" in all");
    return text;
}

}  // namespace

PropagationReport propagate_transforms(World& world) {
    detail::WorldCore& core = world.core();
    PlacementStore& store = core.placement();
    PropagationReport report;
    if (!core.check_structure()) return report;
    core.sweep_ticks();
    core.settle_placement();
    const detail::PassCounts counts = detail::place_dirty(core, world.jobs());
    report.recomputed = counts.recomputed;
    report.changed = counts.changed;
    report.nodes = store.size();
    report.orphaned = store.orphans();
    report.cyclic = static_cast<std::uint32_t>(store.cyclic().size());
    report.nonfinite = store.nonfinite();
    if (report.orphaned != 0)
        report.first_broken =
            first_fault(core, codes::hierarchy_broken, &PlacementStore::Rare::orphan);
    if (report.cyclic != 0) {
        report.first_cycle =
            first_fault(core, codes::hierarchy_cycle, &PlacementStore::Rare::cyclic);
        name_members(world, *report.first_cycle);
    }
    if (report.nonfinite != 0)
        report.first_nonfinite =
            first_fault(core, codes::placement_nonfinite, &PlacementStore::Rare::nonfinite);
    if (report.first_nonfinite)
        report.first_nonfinite->parent = world.parent(report.first_nonfinite->entity);
    core.restore_order(detail::kRestoredPerPass);
    return report;
}

std::vector<Diagnostic> PropagationReport::diagnostics() const {
    std::vector<Diagnostic> found;
    const auto add = [&](ErrorCode code, std::string message, std::string hint) {
        found.push_back({Severity::warning, code, std::move(message), {}, std::move(hint)});
    };
    if (first_broken)
        add(first_broken->code,
            std::to_string(orphaned) + " entities hang under nothing; the first is " +
                detail::describe(first_broken->entity) + ", whose parent " +
                detail::describe(first_broken->parent) + " is not alive or has no Transform",
            "reparent or detach it, or give its parent a Transform");
    if (first_cycle) {
        add(first_cycle->code,
            std::to_string(cyclic) + " entities hang under themselves; the first loop is " +
                text_of_members(first_cycle->members),
            "detach one of them");
    }
    if (first_nonfinite)
        add(first_nonfinite->code,
            std::to_string(nonfinite) +
                " placements hold a NaN or an infinity; the first is that of " +
                detail::describe(first_nonfinite->entity),
            "look at its Transform, and at those above it");
    return found;
}

}  // namespace diorama
