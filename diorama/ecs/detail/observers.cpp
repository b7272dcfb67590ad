// SPDX-License-Identifier: MIT
#include "diorama/ecs/detail/observers.hpp"

#include <algorithm>
#include <exception>
#include <string>

#include "diorama/ecs/error_codes.hpp"
#include "diorama/ecs/world.hpp"

namespace diorama::detail {
namespace {

/// No row of \p block has a later value at \p home.
Tick newest(const PlacementStore::Block& block, Home home) noexcept {
    switch (home) {
        case Home::local:
            return read_shared(block.local_newest);
        case Home::global:
            return read_shared(block.global_newest);
        default:
            return read_shared(block.link_newest);
    }
}

}  // namespace

ObserverId Observers::add(WorldCore& core, ComponentId id, On when, Call call) {
    auto observer = std::make_unique<Observer>();
    observer->id = next_++;
    observer->component = id;
    observer->when = when;
    observer->call = std::move(call);
    if (when == On::removal) observer->removals = core.read_removals(id);
    observer->seen = core.advance_tick();
    observers_.push_back(std::move(observer));
    return observers_.back()->id;
}

bool Observers::remove(ObserverId id) noexcept {
    for (std::unique_ptr<Observer>& observer : observers_) {
        if (observer->id != id || observer->ended) continue;
        // It may be the one that runs now: it goes when the telling is over.
        observer->ended = true;
        if (!telling_) observers_.erase(observers_.begin() + (&observer - observers_.data()));
        return true;
    }
    return false;
}

void Observers::find_in_tables(Observer& observer, WorldCore& core) {
    const TickWindow window(observer.seen, core.tick());
    for (const std::unique_ptr<Table>& table : core.tables()) {
        Column* column = table->column(observer.component);
        if (column == nullptr || !window.holds(column->newest())) continue;
        const std::uint32_t rows = table->rows();
        for (std::uint32_t base = 0; base < rows; base += kBlockRows) {
            const Column::Block& block = column->block(base / kBlockRows);
            if (!window.holds(read_shared(block.newest))) continue;
            for (std::uint32_t i = 0; i < std::min(kBlockRows, rows - base); ++i) {
                const bool added = window.holds(block.added[i]);
                if (observer.when == On::add ? added : !added && window.holds(block.changed[i]))
                    observer.found.push_back(table->entities()[base + i]);
            }
        }
    }
}

void Observers::find_placed(Observer& observer, WorldCore& core) {
    const TickWindow window(observer.seen, core.tick());
    const Home home = core.info(observer.component).home;
    PlacementStore& store = core.placement();
    // Adding writes the Transform, too, so this covers both.
    const Home evidence = observer.when == On::add && home == Home::global ? Home::local : home;
    if (!window.holds(store.newest(evidence))) return;
    for (std::uint32_t id = 1; id < store.block_ids(); ++id) {
        PlacementStore::Block& block = store.block(id);
        if (block.live_count == 0 || !window.holds(newest(block, evidence))) continue;
        for (std::uint32_t row = 0; row < kBlockRows; ++row) {
            if (!block.live.test(row)) continue;
            const std::uint32_t slot = id * kBlockRows + row;
            const bool changed = window.holds(store.changed(home, slot));
            const bool added = home == Home::link ? changed : window.holds(store.added(slot));
            const Entity entity = core.entity_at(store.entity(slot));
            if ((observer.when == On::add ? added : changed && !added) &&
                core.has(entity, observer.component))
                observer.found.push_back(entity);
        }
    }
}

/// Lists what \p observer is to be told.
void Observers::find(Observer& observer, WorldCore& core) {
    observer.found.clear();
    if (observer.when == On::removal) {
        observer.removals.read([&](Entity entity) { observer.found.push_back(entity); });
        return;
    }
    if (core.info(observer.component).home == Home::table) {
        find_in_tables(observer, core);
    } else {
        find_placed(observer, core);
    }
    // Storage order depends on history; the order of spawning does not.
    std::sort(observer.found.begin(), observer.found.end(), [&](Entity a, Entity b) {
        return core.spawn_order(a.index()) < core.spawn_order(b.index());
    });
}

Result<> Observers::tell(World& world, WorldCore& core) {
    if (telling_ || observers_.empty()) return {};
    telling_ = true;
    Result<> result;
    // All look at the same moment, before any does something: else one could be told of an
    // addition of which no other would ever be told the end.
    const std::size_t count = observers_.size();
    for (const std::unique_ptr<Observer>& observer : observers_)
        find(*observer, core);
    const std::uint64_t seen = core.advance_tick();
    for (const std::unique_ptr<Observer>& observer : observers_) {
        observer->seen = seen;
        observer->removals.done(seen);
    }
    for (std::size_t i = 0; i < count && result; ++i) {
        Observer& observer = *observers_[i];
        try {
            for (const Entity entity : observer.found)
                // An observer before this one may have ended it, or taken its component.
                if (!observer.ended &&
                    (observer.when == On::removal || core.has(entity, observer.component)))
                    observer.call(world, entity);
        } catch (const std::exception& thrown) {
            result = fail(codes::system_failed, std::string("an observer threw: ") + thrown.what());
        } catch (...) {
            result = fail(codes::system_failed, "an observer threw what is no std::exception");
        }
    }
    std::erase_if(observers_, [](const auto& observer) { return observer->ended; });
    telling_ = false;
    return result;
}

}  // namespace diorama::detail
