// SPDX-License-Identifier: MIT
#pragma once

#include "diorama/ecs/query.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "diorama/core/expects.hpp"

namespace diorama {
namespace detail {

/// The terms of a pack that hand out values, as a tuple of their positions' constants.
template <class... Terms>
constexpr auto data_positions() {
    constexpr std::size_t count = (std::size_t{Term<Terms>::kData} + ... + 0);
    std::array<std::size_t, count> positions{};
    [[maybe_unused]] std::size_t at = 0, out = 0;
    ((Term<Terms>::kData ? void(positions[out++] = at++) : void(++at)), ...);
    return positions;
}

/// How F is called: whether it takes the entity first, and which values it may write.
template <class F, bool Spans, class... Terms>
struct Call {
    template <class T>
    using argument =
        std::conditional_t<Spans, std::span<typename Term<T>::value>, typename Term<T>::argument>;
    using entity = std::conditional_t<Spans, std::span<const Entity>, Entity>;
    using terms = std::tuple<Terms...>;
    static constexpr auto positions = data_positions<Terms...>();
    static constexpr std::size_t count = positions.size();
    using signature = Signature<std::remove_cvref_t<F>>;

    template <std::size_t... Is>
    static constexpr bool takes_entity(std::index_sequence<Is...>) {
        if constexpr (signature::known) {
            return std::tuple_size_v<typename signature::parameters> == count + 1;
        } else {
            return std::is_invocable_v<F&, entity,
                                       argument<std::tuple_element_t<positions[Is], terms>>...>;
        }
    }
    static constexpr bool kEntity = takes_entity(std::make_index_sequence<count>{});

    template <std::size_t... Is>
    static constexpr bool fits(std::index_sequence<Is...>) {
        return std::is_invocable_v<F&, argument<std::tuple_element_t<positions[Is], terms>>...> ||
               std::is_invocable_v<F&, entity,
                                   argument<std::tuple_element_t<positions[Is], terms>>...>;
    }
    /// Whether F can be called with what the query hands out.
    static constexpr bool kFits = fits(std::make_index_sequence<count>{});
    /// Whether it is known which values F writes: a template's parameters say nothing of that.
    static constexpr bool kSaysWhatItWrites =
        signature::known || ((!Term<Terms>::kData || Term<Terms>::kConst) && ...);

    /// Which terms' values F may write.
    static constexpr std::array<bool, sizeof...(Terms)> written() {
        std::array<bool, sizeof...(Terms)> result{};
        [&]<std::size_t... Is>(std::index_sequence<Is...>) {
            ((result[positions[Is]] = writes<Is>()), ...);
        }(std::make_index_sequence<count>{});
        return result;
    }

    /// Refuses an F that can't be called, or does not say what it writes, in words.
    static consteval bool expect() {
        static_assert(kSaysWhatItWrites,
                      "a generic callable does not say which components it writes: give its "
                      "parameters types, or make the query's terms const");
        if constexpr (kSaysWhatItWrites)
            static_assert(kFits,
                          "the callable's parameters are not the query's: an Entity, if it wants "
                          "one, then the values in the order of the terms, where const terms, "
                          "GlobalTransform and relationships can only be read, Optional gives "
                          "pointers, and each_span gives std::span of all of these");
        return kSaysWhatItWrites && kFits;
    }

    /// Whether the I-th value may be written by F.
    template <std::size_t I>
    static constexpr bool writes() {
        using term = Term<std::tuple_element_t<positions[I], terms>>;
        if constexpr (term::kConst) {
            return false;
        } else if constexpr (signature::known) {
            return Writes<std::tuple_element_t<I + kEntity, typename signature::parameters>>::value;
        } else {
            return true;
        }
    }
};

/// Counts running queries, so that structure can refuse to change under them.
class Running {
  public:
    explicit Running(WorldCore& core) noexcept : core_(&core) {
        core_->iterating.fetch_add(1, std::memory_order_relaxed);
    }
    ~Running() { core_->iterating.fetch_sub(1, std::memory_order_relaxed); }
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;

  private:
    WorldCore* core_;
};

}  // namespace detail

template <class... Terms>
Query<Terms...>::Query(detail::WorldCore& core)
    : core_(&core), ids_{core.id_of<typename detail::Term<Terms>::component>()...} {
    constexpr std::array removed{detail::Term<Terms>::kRemoved..., false};
    if constexpr (kRemoved)
        for (std::size_t i = 0; i < ids_.size(); ++i)
            if (removed[i]) removals_ = core.read_removals(ids_[i]);
}

template <class... Terms>
void Query<Terms...>::match() {
    const auto tables = core_->tables();
    constexpr std::array asks{detail::Term<Terms>::kAsk..., detail::Ask::with};
    for (; seen_tables_ < tables.size(); ++seen_tables_) {
        detail::Table& table = *tables[seen_tables_];
        bool fits = true, names_disabled = false;
        for (std::size_t i = 0; i < ids_.size(); ++i) {
            names_disabled = names_disabled || ids_[i] == detail::kDisabledId;
            if (asks[i] == detail::Ask::optional || asks[i] == detail::Ask::removed) continue;
            fits = fits && table.has(ids_[i]) == (asks[i] != detail::Ask::without);
        }
        matches_.push_back(fits && (names_disabled || !table.has(detail::kDisabledId)));
        if (matches_.back()) tables_.push_back(&table);
    }
}

/// Whether the calling system's Access, where it has one, covers the values that are used, of which
/// those \p written are written. Removed counts as writing: its log is trimmed.
template <class... Terms>
bool Query<Terms...>::permitted(const std::array<bool, sizeof...(Terms)>& written) const {
    if (!core_->side_by_side()) return true;
    constexpr std::array asks{detail::Term<Terms>::kAsk..., detail::Ask::with};
    for (std::size_t i = 0; i < ids_.size(); ++i) {
        if (asks[i] == detail::Ask::with || asks[i] == detail::Ask::without) continue;
        if (!core_->may_use(ids_[i], written[i] || asks[i] == detail::Ask::removed)) return false;
    }
    return true;
}

/// Calls \p visit_block(fetches, entities, their number, window) for each block of the tables that
/// may hold what it looks for, until that gives false.
template <class... Terms>
template <class F>
void Query<Terms...>::walk(F&& visit_block) {
    match();
    const detail::Running running(*core_);
    const TickWindow window(seen_tick_, core_->tick());
    Fetches fetches;
    for (detail::Table* table : tables_) {
        const std::uint32_t rows = table->rows();
        if (rows == 0) continue;
        const bool may = [&]<std::size_t... Is>(std::index_sequence<Is...>) {
            (std::get<Is>(fetches).enter(*core_, *table, ids_[Is]), ...);
            return (std::get<Is>(fetches).may_hold(window) && ...);
        }(std::index_sequence_for<Terms...>{});
        if (!may) continue;
        for (std::uint32_t base = 0; base < rows; base += detail::kBlockRows) {
            const bool some = std::apply(
                [&](auto&... fetch) { return (fetch.enter_block(base, window) && ...); }, fetches);
            if (!some) continue;
            const std::uint32_t count = std::min(rows - base, detail::kBlockRows);
            if (!visit_block(fetches, table->entities().data() + base, count, window)) return;
        }
    }
}

template <class... Terms>
void Query<Terms...>::finish() {
    // Its own writes are older than the next run's window.
    if constexpr (kLooksForChanges || kRemoved) seen_tick_ = core_->advance_tick();
    if constexpr (kRemoved) removals_.done(seen_tick_);
}

/// Goes to the row of the live entity at \p index, placed at \p slot; false where it does not
/// satisfy every term.
template <class... Terms>
bool Query<Terms...>::enter_row(Fetches& fetches, detail::Table*& entered, std::uint32_t index,
                                std::uint32_t slot, const TickWindow& window) {
    const auto all = [&](const auto& ask) {
        return std::apply([&](auto&... fetch) { return (ask(fetch) && ...); }, fetches);
    };
    const detail::EntityRecord& record = core_->record(index);
    if (!matches_[record.table]) return false;
    detail::Table& table = *core_->tables()[record.table];
    if (entered != &table) {
        entered = &table;
        [&]<std::size_t... Is>(std::index_sequence<Is...>) {
            (std::get<Is>(fetches).enter(*core_, table, ids_[Is]), ...);
        }(std::index_sequence_for<Terms...>{});
    }
    const std::uint32_t i = record.row % detail::kBlockRows;
    return all([&](auto& fetch) { return fetch.enter_block(record.row - i, window); }) &&
           all([&](auto& fetch) { return fetch.holds(i, slot, window); });
}

template <class... Terms>
template <class F>
void Query<Terms...>::walk_removed(F&& visit_row) {
    match();
    const detail::Running running(*core_);
    const TickWindow window(seen_tick_, core_->tick());
    Fetches fetches;
    [[maybe_unused]] detail::Table* entered = nullptr;
    removals_.read([&](Entity entity) {
        if constexpr (sizeof...(Terms) == 1) {
            visit_row(fetches, entity, 0, detail::kNone);
        } else {
            if (!core_->alive(entity)) return;
            const detail::EntityRecord& record = core_->record(entity.index());
            if (enter_row(fetches, entered, entity.index(), record.slot, window))
                visit_row(fetches, entity, record.row % detail::kBlockRows, record.slot);
        }
    });
}

/// Calls \p visit_block(\p visit_rows) for each block of the placement store, in order, that may
/// hold what it looks for, until that gives false. visit_rows(visit_row) calls visit_row(fetches,
/// index of the entity, slot) for each row of the block that satisfies every term, until that gives
/// false, and gives that.
template <class... Terms>
template <class F>
void Query<Terms...>::walk_placement(F&& visit_block) {
    match();
    const detail::Running running(*core_);
    const TickWindow window(seen_tick_, core_->tick());
    detail::PlacementStore& store = core_->placement();
    Fetches fetches;
    detail::Table* entered = nullptr;
    const auto all = [&](const auto& ask) {
        return std::apply([&](auto&... fetch) { return (ask(fetch) && ...); }, fetches);
    };
    for (const std::uint32_t id : store.order()) {
        detail::PlacementStore::Block& block = store.block(id);
        if (id == 0 || !all([&](auto& fetch) { return fetch.block_may_hold(block, window); }))
            continue;
        const auto visit_rows = [&](auto&& visit_row) {
            for (std::uint32_t row = 0; row < detail::kBlockRows; ++row) {
                if (!block.live.test(row)) continue;
                const std::uint32_t slot = id * detail::kBlockRows + row;
                if (!all([&](auto& fetch) { return fetch.placed_holds(store, slot, window); }))
                    continue;
                const std::uint32_t index = store.entity(slot);
                if (enter_row(fetches, entered, index, slot, window) &&
                    !visit_row(fetches, index, slot))
                    return false;
            }
            return true;
        };
        if (!visit_block(visit_rows)) return;
    }
}

template <class... Terms>
template <class Call, class F>
void Query<Terms...>::call(F& visit, Fetches& fetches, Entity entity, std::uint32_t i,
                           std::uint32_t slot) {
    [&]<std::size_t... Is>(std::index_sequence<Is...>) {
        [[maybe_unused]] const Tick now = core_->now();
        [[maybe_unused]] const auto mark =
            [&]<std::size_t I>(std::integral_constant<std::size_t, I>) {
                if constexpr (Call::template writes<I>())
                    std::get<Call::positions[I]>(fetches).mark(i, slot, now);
            };
        (mark(std::integral_constant<std::size_t, Is>{}), ...);
        [[maybe_unused]] const auto value =
            [&]<std::size_t I>(std::integral_constant<std::size_t, I>) -> decltype(auto) {
            auto& fetch = std::get<Call::positions[I]>(fetches);
            using term = typename std::remove_reference_t<decltype(fetch)>::Traits;
            if constexpr (term::kAsk == detail::Ask::optional) {
                return static_cast<typename term::argument>(fetch.value(i, slot));
            } else {
                return static_cast<typename term::argument>(*fetch.value(i, slot));
            }
        };
        if constexpr (Call::kEntity) {
            visit(entity, value(std::integral_constant<std::size_t, Is>{})...);
        } else {
            visit(value(std::integral_constant<std::size_t, Is>{})...);
        }
    }(std::make_index_sequence<Call::count>{});
}

template <class... Terms>
template <class F>
void Query<Terms...>::each(F&& visit) {
    using Call = detail::Call<F, false, Terms...>;
    if constexpr (Call::expect()) each_row<Call>(visit);
}

template <class... Terms>
template <class Call, class F>
void Query<Terms...>::each_row(F& visit) {
    if (!permitted(Call::written())) return;
    if constexpr (kRemoved) {
        walk_removed([&](Fetches& fetches, Entity entity, std::uint32_t i, std::uint32_t slot) {
            call<Call>(visit, fetches, entity, i, slot);
        });
    } else if constexpr (kPlacedChange) {
        walk_placement([&](const auto& visit_rows) {
            return visit_rows([&](Fetches& fetches, std::uint32_t index, std::uint32_t slot) {
                call<Call>(visit, fetches, core_->entity_at(index),
                           core_->record(index).row % detail::kBlockRows, slot);
                return true;
            });
        });
    } else {
        walk([&](Fetches& fetches, const Entity* entities, std::uint32_t count,
                 const TickWindow& window) {
            for (std::uint32_t i = 0; i < count; ++i) {
                if (!holds(fetches, i, window)) continue;
                const std::uint32_t slot =
                    kPlacedData ? core_->record(entities[i].index()).slot : detail::kNone;
                call<Call>(visit, fetches, entities[i], i, slot);
            }
            return true;
        });
    }
    finish();
}

/// Whether row \p i of the block that \p fetches stand at satisfies every term, of which none is a
/// change of a placement.
template <class... Terms>
bool Query<Terms...>::holds(const Fetches& fetches, std::uint32_t i, const TickWindow& window) {
    if constexpr (!kLooksForChanges) return true;
    return std::apply(
        [&](const auto&... fetch) { return (fetch.holds(i, detail::kNone, window) && ...); },
        fetches);
}

/// Calls \p visit with \p count rows of the block that \p fetches stand at, from row \p i on,
/// placed at \p slot and what follows it.
template <class... Terms>
template <class Call, class F>
void Query<Terms...>::hand_out(F& visit, Fetches& fetches, const Entity* entities, std::uint32_t i,
                               std::uint32_t slot, std::uint32_t count) {
    [&]<std::size_t... Is>(std::index_sequence<Is...>) {
        [[maybe_unused]] const Tick now = core_->now();
        [[maybe_unused]] const auto span =
            [&]<std::size_t I>(std::integral_constant<std::size_t, I>) {
                auto& fetch = std::get<Call::positions[I]>(fetches);
                using term = typename std::remove_reference_t<decltype(fetch)>::Traits;
                auto* values = fetch.value(i, slot);
                if constexpr (Call::template writes<I>())
                    for (std::uint32_t n = 0; n < count; ++n)
                        fetch.mark(i + n, slot + n, now);
                return std::span<typename term::value>(values, values != nullptr ? count : 0);
            };
        if constexpr (Call::kEntity) {
            visit(std::span<const Entity>(entities, count),
                  span(std::integral_constant<std::size_t, Is>{})...);
        } else {
            visit(span(std::integral_constant<std::size_t, Is>{})...);
        }
    }(std::make_index_sequence<Call::count>{});
}

template <class... Terms>
template <class F>
void Query<Terms...>::each_span(F&& visit) {
    static_assert(!kRemoved, "what has lost a component does not lie side by side");
    using Call = detail::Call<F, true, Terms...>;
    if constexpr (Call::expect()) {
        if (!permitted(Call::written())) return;
        if constexpr (kPlacedChange) {
            each_placed_run<Call>(visit);
        } else {
            each_run<Call>(visit);
        }
        finish();
    }
}

/// Hands out the runs of each table, in the order of their rows.
template <class... Terms>
template <class Call, class F>
void Query<Terms...>::each_run(F& visit) {
    walk([&](Fetches& fetches, const Entity* entities, std::uint32_t count,
             const TickWindow& window) {
        // Only values that are kept by slot break a run where slots do not follow each other.
        const bool by_slot =
            std::apply([](const auto&... fetch) { return (fetch.by_slot() || ...); }, fetches);
        const auto slot_of = [&](std::uint32_t i) {
            return by_slot ? core_->record(entities[i].index()).slot : detail::kNone;
        };
        for (std::uint32_t from = 0; from < count;) {
            if (!holds(fetches, from, window)) {
                ++from;
                continue;
            }
            const std::uint32_t slot = slot_of(from);
            std::uint32_t to = from + 1;
            // A run ends with its block: blocks are not side by side in memory.
            while (to < count && holds(fetches, to, window) &&
                   (!by_slot || (slot_of(to) == slot + (to - from) &&
                                 slot_of(to) / detail::kBlockRows == slot / detail::kBlockRows)))
                ++to;
            hand_out<Call>(visit, fetches, entities + from, from, slot, to - from);
            from = to;
        }
        return true;
    });
}

/// Hands out the runs of each block of the placement store, in its order.
template <class... Terms>
template <class Call, class F>
void Query<Terms...>::each_placed_run(F& visit) {
    Entity entities[detail::kBlockRows];
    walk_placement([&](const auto& visit_rows) {
        Fetches first;  // as they stood at the run's first row
        std::uint32_t table = 0, row = 0, slot = 0, count = 0;
        const auto end_run = [&] {
            if (count == 0) return;
            hand_out<Call>(visit, first, entities, row % detail::kBlockRows, slot, count);
            count = 0;
        };
        visit_rows([&](Fetches& fetches, std::uint32_t index, std::uint32_t at) {
            const detail::EntityRecord& record = core_->record(index);
            const bool follows =
                count != 0 && at == slot + count && (!kTableDependent || record.table == table) &&
                (!kTableData || (record.row == row + count &&
                                 record.row / detail::kBlockRows == row / detail::kBlockRows));
            if (!follows) {
                end_run();
                first = fetches;
                table = record.table;
                row = record.row;
                slot = at;
            }
            entities[count++] = core_->entity_at(index);
            return true;
        });
        end_run();
        return true;
    });
}

template <class... Terms>
std::size_t Query<Terms...>::count() {
    std::size_t total = 0;
    count_until([&](std::size_t rows) {
        total += rows;
        return true;
    });
    return total;
}

template <class... Terms>
bool Query<Terms...>::empty() {
    bool none = true;
    count_until([&](std::size_t rows) { return none = rows == 0; });
    return none;
}

/// Calls \p add(n) for n more entities it would visit, until that gives false.
template <class... Terms>
template <class F>
void Query<Terms...>::count_until(F&& add) {
    if (!permitted({})) return;
    if constexpr (kRemoved) {
        walk_removed([&](Fetches&, Entity, std::uint32_t, std::uint32_t) { add(1); });
    } else if constexpr (kPlacedChange) {
        walk_placement([&](const auto& visit_rows) {
            return visit_rows([&](Fetches&, std::uint32_t, std::uint32_t) { return add(1); });
        });
    } else {
        walk([&](Fetches& fetches, const Entity*, std::uint32_t count, const TickWindow& window) {
            if constexpr (!kLooksForChanges) return add(count);
            for (std::uint32_t i = 0; i < count; ++i)
                if (holds(fetches, i, window) && !add(1)) return false;
            return true;
        });
    }
}

}  // namespace diorama
