// SPDX-License-Identifier: MIT
/// \file
/// What the terms of a query mean: Term, Fetch, Signature.
#pragma once

#include <array>
#include <span>
#include <tuple>
#include <type_traits>

#include "diorama/ecs/fwd.hpp"
#include "diorama/ecs/world_core.hpp"

namespace diorama::detail {

/// What a term asks of a table and of a row.
enum class Ask : unsigned char { value, optional, with, without, changed, added, removed };

template <class C, Ask A>
struct TermOf {
    using component = std::remove_const_t<C>;
    static constexpr Ask kAsk = A;
    static constexpr bool kData = A == Ask::value || A == Ask::optional;
    static constexpr bool kChange = A == Ask::changed || A == Ask::added;
    static constexpr bool kRemoved = A == Ask::removed;
    static constexpr bool kPlaced = kHome<component> != Home::table;
    static constexpr bool kConst = std::is_const_v<C> || kReadOnly<component>;
    /// What a callback is handed: a reference, or a pointer for Optional.
    using value = std::conditional_t<kConst, const component, component>;
    using argument = std::conditional_t<A == Ask::optional, value*, value&>;
};

template <class T>
struct Term : TermOf<T, Ask::value> {};
template <class C>
struct Term<Optional<C>> : TermOf<C, Ask::optional> {};
template <class C>
struct Term<With<C>> : TermOf<C, Ask::with> {};
template <class C>
struct Term<Without<C>> : TermOf<C, Ask::without> {};
template <class C>
struct Term<Changed<C>> : TermOf<C, Ask::changed> {};
template <class C>
struct Term<Added<C>> : TermOf<C, Ask::added> {};
template <class C>
struct Term<Removed<C>> : TermOf<C, Ask::removed> {};

/// The parameter types of a callable that is not a template or overloaded; else `known` is false.
template <class F>
struct Signature {
    static constexpr bool known = false;
    using parameters = std::tuple<>;
};
template <class R, class... As>
struct Signature<R (*)(As...)> {
    static constexpr bool known = true;
    using parameters = std::tuple<As...>;
};
template <class R, class... As>
struct Signature<R(As...)> : Signature<R (*)(As...)> {};
template <class C, class R, class... As>
struct Signature<R (C::*)(As...)> : Signature<R (*)(As...)> {};
template <class C, class R, class... As>
struct Signature<R (C::*)(As...) const> : Signature<R (*)(As...)> {};
template <class C, class R, class... As>
struct Signature<R (C::*)(As...) noexcept> : Signature<R (*)(As...)> {};
template <class C, class R, class... As>
struct Signature<R (C::*)(As...) const noexcept> : Signature<R (*)(As...)> {};
template <class F>
    requires requires { &F::operator(); }
struct Signature<F> : Signature<decltype(&F::operator())> {};

/// Whether a parameter of type P lets its callee write a component.
template <class P>
struct Writes : std::false_type {};
template <class C>
struct Writes<C&> : std::bool_constant<!std::is_const_v<C>> {};
template <class C>
struct Writes<C*> : std::bool_constant<!std::is_const_v<C>> {};
template <class C>
struct Writes<std::span<C>> : std::bool_constant<!std::is_const_v<C>> {};

/// Where one term's values are, for the table and block a query is at.
template <class T>
class Fetch {
  public:
    using Traits = Term<T>;
    using C = typename Traits::component;

    /// Goes to \p table; \p id is the term's component.
    void enter(WorldCore& core, Table& table, ComponentId id) noexcept {
        placement_ = &core.placement();
        column_ = table.column(id);
        present_ = table.has(id);
    }
    /// Whether some row of the whole table may be in \p window.
    [[nodiscard]] bool may_hold(const TickWindow& window) const noexcept {
        if constexpr (!Traits::kChange) {
            return true;
        } else {
            return window.holds(Traits::kPlaced ? placement_->newest(kHome<C>) : column_->newest());
        }
    }
    /// Whether some row of placement block \p block may be in \p window.
    [[nodiscard]] static bool block_may_hold(const PlacementStore::Block& block,
                                             const TickWindow& window) noexcept {
        if constexpr (Traits::kAsk == Ask::changed && kHome<C> == Home::global) {
            return window.holds(read_shared(block.global_newest));
        } else if constexpr (Traits::kChange && kHome<C> == Home::link) {
            return window.holds(read_shared(block.link_newest));
        } else if constexpr (Traits::kChange && Traits::kPlaced) {
            return window.holds(read_shared(block.local_newest));  // adding writes it, too
        } else {
            return true;
        }
    }
    /// Whether the row at \p slot of \p store satisfies the term; true for terms of tables.
    [[nodiscard]] static bool placed_holds(PlacementStore& store, std::uint32_t slot,
                                           const TickWindow& window) noexcept {
        if constexpr (Traits::kAsk == Ask::changed && Traits::kPlaced) {
            return window.holds(store.changed(kHome<C>, slot));
        } else if constexpr (Traits::kAsk == Ask::added && kHome<C> == Home::link) {
            return window.holds(store.changed(Home::link, slot));
        } else if constexpr (Traits::kAsk == Ask::added && Traits::kPlaced) {
            return window.holds(store.added(slot));
        } else {
            return true;
        }
    }
    /// Goes to the block that starts at \p row; false where none of its rows is in \p window.
    [[nodiscard]] bool enter_block(std::uint32_t row, const TickWindow& window) noexcept {
        if constexpr (Traits::kPlaced) {
            return true;
        } else {
            block_ = column_ != nullptr ? &column_->block(row / kBlockRows) : nullptr;
            if constexpr (Traits::kChange) return window.holds(read_shared(block_->newest));
            return true;
        }
    }
    /// Whether row \p i of the block, at placement slot \p slot, satisfies the term.
    [[nodiscard]] bool holds(std::uint32_t i, std::uint32_t slot,
                             const TickWindow& window) const noexcept {
        if constexpr (Traits::kAsk == Ask::changed) {
            return window.holds(Traits::kPlaced ? placement_->changed(kHome<C>, slot)
                                                : block_->changed[i]);
        } else if constexpr (Traits::kAsk == Ask::added && Traits::kPlaced) {
            return placed_holds(*placement_, slot, window);
        } else if constexpr (Traits::kAsk == Ask::added) {
            return window.holds(block_->added[i]);
        } else {
            return true;
        }
    }
    /// Whether it hands out values that the table's rows have in the placement store.
    [[nodiscard]] bool by_slot() const noexcept {
        return Traits::kData && Traits::kPlaced && present_;
    }
    /// The value at row \p i or slot \p slot; null where an Optional is absent.
    [[nodiscard]] C* value(std::uint32_t i, std::uint32_t slot) const noexcept {
        if constexpr (kHome<C> == Home::local) {
            return present_ ? &placement_->local(slot) : nullptr;
        } else if constexpr (kHome<C> == Home::global) {
            return present_ ? &placement_->global(slot) : nullptr;
        } else if constexpr (kHome<C> == Home::link) {
            return present_ ? &placement_->link(slot) : nullptr;
        } else {
            return block_ != nullptr ? std::launder(reinterpret_cast<C*>(block_->values)) + i
                                     : nullptr;
        }
    }
    /// Records a write of row \p i or slot \p slot.
    void mark(std::uint32_t i, std::uint32_t slot, Tick now) const noexcept {
        if constexpr (Traits::kPlaced) {
            if (present_) placement_->mark_local(slot, now);
        } else if (block_ != nullptr) {
            block_->changed[i] = now;
            column_->mark_block(*block_, now);
        }
    }

  private:
    PlacementStore* placement_ = nullptr;
    Column* column_ = nullptr;
    Column::Block* block_ = nullptr;
    bool present_ = false;
};

}  // namespace diorama::detail
