// SPDX-License-Identifier: MIT
#include "diorama/scene/mobility_diagnostics.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "diorama/ecs/describe.hpp"
#include "diorama/ecs/disabled.hpp"
#include "diorama/ecs/world.hpp"
#include "diorama/scene/error_codes.hpp"
#include "diorama/scene/mobility.hpp"

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

namespace {

// What reparent_keeping_world may be off by, of the placement's largest entry.
constexpr float kRounding = 1e-5f;

/// Whether \p now is not where \p then was.
bool differs(const mat4& then, const mat4& now) {
    float largest = 0, difference = 0;
    // The columns before the translation have a measure of their own, so that a turn is seen far
    // from the origin, too.
    for (int column = 0; column < 4; ++column) {
        if (column == 3) {
            if (difference > kRounding * largest) return true;
            difference = 0;
        }
        for (int row = 0; row < 3; ++row) {
            const float a = then[column][row], b = now[column][row];
            if (std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b)) continue;
            if (!std::isfinite(a - b)) return true;
            difference = std::fmax(difference, std::fabs(a - b));
        }
        for (int row = 0; row < 3; ++row)
            largest = std::fmax(largest, std::fabs(then[column][row]));
    }
    return difference > kRounding * largest;
}

/// A static entity.
struct Static {
    std::optional<mat4> placed{};  // where it was placed first; nothing where it never was
    bool moved = false;            // and was told of: nothing more is to be found
};

struct HashEntity {
    std::size_t operator()(Entity entity) const noexcept {
        return std::size_t{entity.index()} * 0x9e3779b97f4a7c15u;
    }
};

}  // namespace

struct MobilityWatch::State {
    explicit State(World& world) : declared(world.core()), ended(world.core()) {}

    void look_at(World& world, Entity entity, Static& fixed);
    void look_at_waiting(World& world);
    void look_at_changed(World& world, const TickWindow& window);

    Query<const Mobility, Changed<Mobility>, Optional<const Disabled>> declared;
    Query<Removed<Mobility>> ended;
    std::unordered_map<Entity, Static, HashEntity> statics;
    std::vector<Entity> waiting;  // of those, the ones that are not placed yet
    std::vector<Entity> moved;
    std::uint64_t seen = 0;  // tick of the last look at placements
};

/// Takes the first placement of the static \p entity, or compares its placement with that.
void MobilityWatch::State::look_at(World& world, Entity entity, Static& fixed) {
    if (fixed.moved) return;
    const GlobalTransform* const now = world.get<GlobalTransform>(entity);
    if (now == nullptr) return;
    // What was spawned since the last propagation stands nowhere yet.
    const std::uint32_t slot = world.core().record(entity.index()).slot;
    const std::uint32_t row = slot % detail::kBlockRows;
    if (world.core().placement().block(slot / detail::kBlockRows).dirty.test(row)) return;
    if (!fixed.placed) {
        fixed.placed = now->matrix();
    } else if (differs(*fixed.placed, now->matrix())) {
        fixed.moved = true;
        moved.push_back(entity);
    }
}

/// Takes the first placements of those that had none.
void MobilityWatch::State::look_at_waiting(World& world) {
    std::erase_if(waiting, [&](Entity entity) {
        const auto found = statics.find(entity);
        if (found == statics.end()) return true;
        if (!found->second.placed) look_at(world, entity, found->second);
        return found->second.placed.has_value();
    });
}

/// Looks at static entities among the placements that changed in \p window.
void MobilityWatch::State::look_at_changed(World& world, const TickWindow& window) {
    detail::WorldCore& core = world.core();
    detail::PlacementStore& store = core.placement();
    std::size_t rows = 0;
    for (std::uint32_t id = 1; id < store.block_ids(); ++id)
        if (window.holds(detail::read_shared(store.block(id).global_newest)))
            rows += store.block(id).live_count;
    if (rows > statics.size()) {
        for (auto& [entity, fixed] : statics)
            look_at(world, entity, fixed);
        return;
    }
    for (std::uint32_t id = 1; id < store.block_ids(); ++id) {
        const detail::PlacementStore::Block& block = store.block(id);
        if (!window.holds(detail::read_shared(block.global_newest))) continue;
        for (std::uint32_t row = 0; row < detail::kBlockRows; ++row) {
            const std::uint32_t slot = id * detail::kBlockRows + row;
            if (!block.live.test(row) || !window.holds(store.changed(detail::Home::global, slot)))
                continue;
            const auto found = statics.find(core.entity_at(store.entity(slot)));
            if (found != statics.end()) look_at(world, found->first, found->second);
        }
    }
}

MobilityWatch::MobilityWatch() = default;
MobilityWatch::~MobilityWatch() = default;
MobilityWatch::MobilityWatch(MobilityWatch&&) noexcept = default;
MobilityWatch& MobilityWatch::operator=(MobilityWatch&&) noexcept = default;

void MobilityWatch::look(World& world) {
    if (state_ == nullptr) state_ = std::make_unique<State>(world);
    State& state = *state_;
    state.ended.each([&](Entity entity) { state.statics.erase(entity); });
    state.declared.each([&](Entity entity, const Mobility& mobility, const Disabled*) {
        if (mobility.kind != MobilityKind::fixed) {
            state.statics.erase(entity);
        } else if (state.statics.try_emplace(entity).second) {
            state.waiting.push_back(entity);
        }
    });
    if (state.statics.empty()) return;
    state.look_at_waiting(world);
    const TickWindow window(state.seen, world.tick());
    if (!window.holds(world.core().placement().newest(detail::Home::global))) return;
    state.moved.clear();
    state.look_at_changed(world, window);
    state.seen = world.core().advance_tick();
    std::sort(state.moved.begin(), state.moved.end(),
              [&](Entity a, Entity b) { return world.spawned_before(a, b); });
    // A listener may change structure, and so end some of them.
    for (const Entity entity : state.moved)
        emit_mobility_diagnostic(
            world, {codes::mobility_static_moved, entity,
                    detail::describe(entity) + " is declared static and has moved in the world",
                    "the placement it had after the update that declared it static",
                    "declare it movable, or remove its Mobility"});
}

}  // namespace diorama
