// SPDX-License-Identifier: MIT
/// \file
/// Walking the entities that have certain components: Query, With, Without, Optional, Changed,
/// Added, Removed.
/// Design page: docs/design/world.md, "Queries".
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "diorama/ecs/entity.hpp"
#include "diorama/ecs/removals.hpp"
#include "diorama/ecs/tick.hpp"
#include "diorama/ecs/world_core.hpp"

namespace diorama {

/// A term: the entity has a C; no value is handed out.
template <class C>
struct With {};
/// A term: the entity has no C.
template <class C>
struct Without {};
/// A term: a pointer to C, null where the entity has none; `Optional<const C>` only reads.
template <class C>
struct Optional {};
/// A term: C was written, or added, since this query last ran; no value is handed out.
template <class C>
struct Changed {};
/// A term: C was added since this query last ran; no value is handed out. A ChildOf counts as
/// added each time it is set.
template <class C>
struct Added {};
/// A term: the entity had a C when this query last ran, or was made, and has lost that one since;
/// no value is handed out. It may have another by now, which Added then tells.
///
/// Alone, it also finds entities that have ended, each once and in the order in which they lost
/// their C; beside other terms, only those alive. A query that is kept but never run keeps what it
/// has not read in memory. At most one of a query's terms.
template <class C>
struct Removed {};

}  // namespace diorama

#include "diorama/ecs/detail/query_terms.hpp"

namespace diorama {

/// The entities that have every component named, kept matched as tables appear.
///
/// A term is `C` (written), `const C` (read), or one of With, Without, Optional, Changed, Added,
/// Removed.
/// Values are handed out in the order of the terms. The callable's parameters say what it writes:
/// `const C&` reads even where the term is `C`, and reading never marks; `C&` marks every row it is
/// called with. A generic callable, whose parameters say nothing, is for queries that only read.
/// GlobalTransform and relationships are only ever read. Entities with Disabled are passed over
/// unless a term names it.
///
/// Order:   by table, then row, or with a Changed or Added Transform, GlobalTransform or ChildOf in
///          the order of the placement store: orders of storage, not of spawning.
/// Valid:   as long as its World; a move of the World does not matter.
/// Cost:    O(rows of matching tables); blocks with no row of a Changed or Added term's window are
///          skipped whole; no allocation once every table has been seen.
/// Threads: one thread per query; queries that do not write what another uses may run together.
///          In a parallel system it visits nothing where it uses more than the system's Access.
/// Expects: no structural change while it runs; use Commands.
template <class... Terms>
class Query {
  public:
    /// A query of the World behind \p core; World::query is the way to get one.
    explicit Query(detail::WorldCore& core);

    /// Calls \p visit([Entity,] values...) for each entity.
    template <class F>
    void each(F&& visit);

    /// Calls \p visit(span<const Entity>, span of values...) for each run of rows whose values lie
    /// side by side; an absent Optional gives an empty span. Not with Removed.
    /// Valid: the spans for the time of the call.
    template <class F>
    void each_span(F&& visit);

    /// Number of entities it would visit now; marks nothing and does not count as a run.
    [[nodiscard]] std::size_t count();
    /// Whether it would visit none; as count.
    /// Cost: that of finding the first.
    [[nodiscard]] bool empty();

  private:
    static constexpr bool kLooksForChanges = (detail::Term<Terms>::kChange || ...);
    static constexpr bool kPlacedChange =
        ((detail::Term<Terms>::kChange && detail::Term<Terms>::kPlaced) || ...);
    static constexpr int kRemovedTerms = (int{detail::Term<Terms>::kRemoved} + ... + 0);
    static constexpr bool kRemoved = kRemovedTerms != 0;
    static_assert(kRemovedTerms < 2, "at most one term is Removed");
    static constexpr bool kPlacedData =
        ((detail::Term<Terms>::kData && detail::Term<Terms>::kPlaced) || ...);
    static constexpr bool kTableData =
        ((detail::Term<Terms>::kData && !detail::Term<Terms>::kPlaced) || ...);
    // Whether a value may be there for one table's rows and not for another's.
    static constexpr bool kTableDependent =
        kTableData || ((detail::Term<Terms>::kAsk == detail::Ask::optional) || ...);

    using Fetches = std::tuple<detail::Fetch<Terms>...>;

    void match();
    [[nodiscard]] bool permitted(const std::array<bool, sizeof...(Terms)>& written) const;
    template <class Call, class F>
    void each_row(F& visit);
    template <class Call, class F>
    void each_run(F& visit);
    template <class Call, class F>
    void each_placed_run(F& visit);
    template <class Call, class F>
    void hand_out(F& visit, Fetches& fetches, const Entity* entities, std::uint32_t i,
                  std::uint32_t slot, std::uint32_t count);
    template <class F>
    void count_until(F&& add);
    template <class F>
    void walk(F&& visit_block);
    template <class F>
    void walk_placement(F&& visit_block);
    template <class F>
    void walk_removed(F&& visit_row);
    [[nodiscard]] bool enter_row(Fetches& fetches, detail::Table*& entered, std::uint32_t index,
                                 std::uint32_t slot, const TickWindow& window);
    [[nodiscard]] static bool holds(const Fetches& fetches, std::uint32_t i,
                                    const TickWindow& window);
    template <class Call, class F>
    void call(F& visit, Fetches& fetches, Entity entity, std::uint32_t i, std::uint32_t slot);
    void finish();

    detail::WorldCore* core_;
    std::vector<detail::Table*> tables_;
    std::vector<bool> matches_;  // by table
    std::size_t seen_tables_ = 0;
    std::uint64_t seen_tick_ = 0;
    std::array<ComponentId, sizeof...(Terms)> ids_{};
    struct Nothing {};
    [[no_unique_address]] std::conditional_t<kRemoved, detail::RemovalReader, Nothing> removals_;
};

}  // namespace diorama

#include "diorama/ecs/detail/query.inl"
