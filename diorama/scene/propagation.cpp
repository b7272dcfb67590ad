// SPDX-License-Identifier: MIT
#include "diorama/scene/propagation.hpp"

#include <bit>
#include <cstring>
#include <string>

#include "diorama/ecs/describe.hpp"
#include "diorama/ecs/world.hpp"
#include "diorama/ecs/world_core.hpp"
#include "diorama/scene/detail/affine.hpp"
#include "diorama/scene/error_codes.hpp"

namespace diorama {
namespace {

using detail::PlacementStore;

/// One pass over the whole store, whatever the order of its slots.
class FullPass {
  public:
    FullPass(World& world, PropagationReport& report)
        : core_(world.core()), store_(core_.placement()), report_(report), now_(core_.now()) {
        state_.assign(store_.block_count() * detail::kBlockRows, State::waiting);
    }

    void run() {
        for (std::uint32_t slot = 0; slot < state_.size(); ++slot)
            if (store_.entity(slot) != detail::kNone) resolve(slot);
    }

  private:
    enum class State : unsigned char { waiting, on_path, placed };

    static bool is_slot(std::uint32_t parent) { return parent < detail::kOrphan; }

    /// Places \p slot after everything above it that still waits.
    void resolve(std::uint32_t slot) {
        path_.clear();
        std::uint32_t at = slot;
        while (is_slot(at) && state_[at] == State::waiting) {
            state_[at] = State::on_path;
            path_.push_back(at);
            at = store_.parent(at);
        }
        if (is_slot(at) && state_[at] == State::on_path) note_loop(at);
        while (!path_.empty()) {
            place(path_.back());
            path_.pop_back();
        }
    }

    /// Places the members of the loop that the path has just come back to, at \p entry, as roots.
    void note_loop(std::uint32_t entry) {
        std::size_t first = path_.size();
        while (path_[--first] != entry) {
        }
        for (std::size_t i = first; i < path_.size(); ++i) {
            ++report_.cyclic;
            write(path_[i], nullptr);
            note_first(report_.first_cycle, codes::hierarchy_cycle, path_[i]);
        }
        path_.resize(first);
    }

    void place(std::uint32_t slot) {
        const std::uint32_t parent = store_.parent(slot);
        if (parent == detail::kOrphan) {
            ++report_.orphaned;
            note_first(report_.first_broken, codes::hierarchy_broken, slot);
        }
        write(slot, is_slot(parent) ? detail::GlobalAccess::rows(store_.global(parent)) : nullptr);
    }

    void write(std::uint32_t slot, const float* parent) {
        state_[slot] = State::placed;
        ++report_.nodes;
        ++report_.recomputed;
        detail::Rows rows;
        detail::compose_rows(store_.local(slot), rows);
        if (parent != nullptr) {
            const detail::Rows local = rows;
            detail::multiply_rows(parent, local, rows);
        }
        float sum = 0;  // NaN exactly where some entry is NaN or infinite
        for (int i = 0; i < 12; ++i)
            sum += rows.at[i / 4][i % 4] * 0.0f;
        report_.nonfinite += sum != sum;
        float* out = detail::GlobalAccess::rows(store_.global(slot));
        const bool republished = store_.take_edited(slot);
        if (!republished && std::memcmp(out, rows.at, sizeof rows.at) == 0) return;
        std::memcpy(out, rows.at, sizeof rows.at);
        ++report_.changed;
        store_.mark_global(slot, now_);
    }

    void note_first(std::optional<HierarchyFault>& first, ErrorCode code, std::uint32_t slot) {
        const std::uint32_t index = store_.entity(slot);
        if (first && core_.spawn_order(first->entity.index()) < core_.spawn_order(index)) return;
        first = HierarchyFault{code, core_.entity_at(index), store_.link(slot).parent, {}};
    }

    detail::WorldCore& core_;
    PlacementStore& store_;
    PropagationReport& report_;
    Tick now_;
    std::vector<State> state_;
    std::vector<std::uint32_t> path_;
};

void name_members(const World& world, HierarchyFault& fault) {
    Entity at = fault.entity;
    do {
        fault.members.push_back(at);
        at = world.parent(at);
    } while (at != fault.entity);
}

}  // namespace

PropagationReport propagate_transforms(World& world) {
    PropagationReport report;
    FullPass(world, report).run();
    if (report.first_cycle) name_members(world, *report.first_cycle);
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
        std::string members;
        for (const Entity member : first_cycle->members)
            members += (members.empty() ? "" : ", ") + detail::describe(member);
        add(first_cycle->code,
            std::to_string(cyclic) + " entities hang under themselves; the first loop is " +
                members,
            "detach one of them");
    }
    return found;
}

}  // namespace diorama
