// SPDX-License-Identifier: MIT
#include "diorama/scene2d/propagation.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "diorama/ecs/world.hpp"
#include "diorama/scene2d/detail/pass.hpp"

namespace diorama::scene2d {
namespace detail {

using diorama::detail::Column;
using diorama::detail::Incoming;
using diorama::detail::kBlockRows;
using diorama::detail::Table;
using diorama::detail::WorldCore;

/// A pass over a World: its nodes are copied into columns, placed, and copied back where they
/// changed.
class WorldPass {
  public:
    WorldPass(Scratch2& scratch, World& world)
        : scratch_(scratch),
          jobs_(world.jobs()),
          core_(world.core()),
          local_(core_.id_of<Local2>()),
          parent_(core_.id_of<Parent2>()),
          global_(core_.id_of<Global2>()) {}

    Propagated2 run() {
        give_globals();
        lay_out();
        for_tables([this](Table& table, std::uint32_t row) { read_locals(table, row); });
        for_tables([this](Table& table, std::uint32_t row) { read_parents(table, row); });
        unsigned count = 0;
        const Propagated2 report = Pass(scratch_, columns_, kernels(count)[0]).run(jobs_);
        for_tables([this](Table& table, std::uint32_t row) { write_globals(table, row); });
        return report;
    }

  private:
    enum Place : std::size_t {
        generation,
        parent,
        parent_generation,
        local_x,
        local_y,
        local_turn,
        x,
        y,
        turn,
        kPlaces
    };

    /// Calls \p visit(table, row of its first node) for each table of nodes.
    template <class F>
    void for_tables(F&& visit) {
        std::uint32_t row = 1;
        for (const auto& table : core_.tables()) {
            if (!table->has(local_) || !table->has(global_)) continue;
            visit(*table, row);
            row += table->rows();
        }
    }
    /// Calls \p visit(i, value) for each of a column's values.
    template <class C, class F>
    static void for_values(Column& column, std::uint32_t rows, F&& visit) {
        for (std::uint32_t base = 0; base < rows; base += kBlockRows) {
            C* const values = static_cast<C*>(column.value(base));
            const std::uint32_t count = std::min(rows - base, kBlockRows);
            for (std::uint32_t i = 0; i < count; ++i)
                visit(base + i, values[i]);
        }
    }

    /// Adds the component to nodes that lack it, which moves them to other tables.
    void give_globals() {
        scratch_.homeless_.clear();
        for (const auto& table : core_.tables())
            if (table->has(local_) && !table->has(global_))
                scratch_.homeless_.insert(scratch_.homeless_.end(), table->entities().begin(),
                                          table->entities().end());
        for (const Entity entity : scratch_.homeless_) {
            Global2 global = Global2::IDENTITY;
            (void)core_.add(entity, Incoming{global_, &global});  // it is alive
        }
    }

    /// Makes the columns, empty, and the map from entities to rows.
    void lay_out() {
        std::uint32_t rows = 1, slots = 0;
        for_tables([&](Table& table, std::uint32_t) {
            rows += table.rows();
            for (const Entity entity : table.entities())
                slots = std::max(slots, entity.index() + 1);
        });
        scratch_.rows_.assign(slots, 0);
        columns_.rows = (rows + kLanes - 1) / kLanes * kLanes;
        scratch_.columns_.assign(std::size_t{columns_.rows} * kPlaces, 0);
        columns_.generation = at(generation);
        columns_.parent = at(parent);
        columns_.parent_generation = at(parent_generation);
        columns_.local_x = numbers(local_x);
        columns_.local_y = numbers(local_y);
        columns_.local_turn = at(local_turn);
        columns_.x = numbers(x);
        columns_.y = numbers(y);
        columns_.turn = at(turn);
    }
    [[nodiscard]] std::uint32_t* at(Place place) const {
        return scratch_.columns_.data() + std::size_t{columns_.rows} * place;
    }
    // Fixed-point columns share the memory of the others; signed and unsigned may alias.
    [[nodiscard]] std::int32_t* numbers(Place place) const {
        return reinterpret_cast<std::int32_t*>(at(place));
    }

    void read_locals(Table& table, std::uint32_t row) {
        for (std::uint32_t i = 0; i < table.rows(); ++i)
            scratch_.rows_[table.entities()[i].index()] = row + i;
        std::fill_n(at(generation) + row, table.rows(), 1u);
        std::int32_t* const xs = numbers(local_x) + row;
        std::int32_t* const ys = numbers(local_y) + row;
        std::uint32_t* const turns = at(local_turn) + row;
        for_values<const Local2>(*table.column(local_), table.rows(),
                                 [&](std::uint32_t i, const Local2& local) {
                                     xs[i] = local.translation.x.raw();
                                     ys[i] = local.translation.y.raw();
                                     turns[i] = local.rotation.raw();
                                 });
    }

    void read_parents(Table& table, std::uint32_t row) {
        if (!table.has(parent_)) return;
        std::uint32_t* const parents = at(parent) + row;
        std::uint32_t* const generations = at(parent_generation) + row;
        for_values<const Parent2>(
            *table.column(parent_), table.rows(), [&](std::uint32_t i, const Parent2& link) {
                const Entity above = link.parent;
                if (above.is_null()) return;
                const std::uint32_t found =
                    above.index() < scratch_.rows_.size() && core_.alive(above)
                        ? scratch_.rows_[above.index()]
                        : 0;
                parents[i] = found;
                // Every node's generation here is 1; 2 means a parent that there is none of.
                generations[i] = found != 0 ? 1 : 2;
            });
    }

    void write_globals(Table& table, std::uint32_t row) {
        Column& column = *table.column(global_);
        const diorama::Tick now = core_.now();
        for_values<Global2>(column, table.rows(), [&](std::uint32_t i, Global2& global) {
            const std::uint32_t at_row = row + i;
            const Vec2 translation{Fixed::from_raw(columns_.x[at_row]),
                                   Fixed::from_raw(columns_.y[at_row])};
            const Angle rotation = Angle::from_raw(columns_.turn[at_row]);
            if (global.translation() == translation && global.rotation() == rotation) return;
            Global2Access::write(global, translation, rotation);
            column.mark(i, now);
        });
    }

    Scratch2& scratch_;
    Jobs* jobs_;
    WorldCore& core_;
    ComponentId local_, parent_, global_;
    Columns columns_;
};

}  // namespace detail

Propagated2 propagate2(Scratch2& scratch, World& world) {
    return detail::WorldPass(scratch, world).run();
}

}  // namespace diorama::scene2d
