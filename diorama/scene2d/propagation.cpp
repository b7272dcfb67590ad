// SPDX-License-Identifier: MIT
#include "diorama/scene2d/propagation.hpp"

#include <algorithm>
#include <type_traits>
#include <vector>

#include "diorama/ecs/world.hpp"
#include "diorama/scene2d/detail/pass.hpp"

namespace diorama::scene2d {
namespace detail {

using diorama::detail::Column;
using diorama::detail::EntityRecord;
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
          global_(core_.id_of<Global2>()),
          kernel_(best_kernel()) {}

    Propagated2 run() {
        give_globals();
        lay_out();
        for_blocks([this](const Block& block) { read_locals(block); });
        for_blocks([this](const Block& block) { read_parents(block); });
        const Propagated2 report = Pass(scratch_, columns_, kernel_.place).run(jobs_);
        for_blocks([this](const Block& block) { write_globals(block); });
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

    /// Some of a table's rows, and the first of the pass's rows for them.
    struct Block {
        Table* table;
        std::uint32_t number, rows, row;
    };

    static std::uint32_t rounded_up(std::uint32_t rows) {
        return (rows + kLanes - 1) / kLanes * kLanes;
    }
    /// Calls \p visit(table, row of its first node) for each table of nodes. Tables begin with a
    /// group of rows; the rows between hold no node, and row 0 is the origin.
    template <class F>
    void for_tables(F&& visit) {
        std::uint32_t row = kLanes;
        for (const auto& table : core_.tables()) {
            if (!table->has(local_) || !table->has(global_)) continue;
            visit(*table, row);
            row += rounded_up(table->rows());
        }
    }
    template <class F>
    void for_blocks(F&& visit) {
        static_assert(kBlockRows % kLanes == 0);
        for_tables([&](Table& table, std::uint32_t row) {
            for (std::uint32_t base = 0; base < table.rows(); base += kBlockRows)
                visit(Block{&table, base / kBlockRows, std::min(table.rows() - base, kBlockRows),
                            row + base});
        });
    }
    /// The values of \p block in the column of \p id.
    template <class C>
    static C* values(const Block& block, ComponentId id) {
        return static_cast<C*>(block.table->column(id)->value(block.number * kBlockRows));
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

    /// Gives each table of nodes its rows, and makes room for the columns, of which only the
    /// generations are set: one does for all, since who is alive is known from the records.
    void lay_out() {
        scratch_.first_rows_.assign(core_.tables().size(), 0);
        columns_.rows = kLanes;
        for_tables([&](Table& table, std::uint32_t row) {
            scratch_.first_rows_[table.index()] = row;
            columns_.rows = row + rounded_up(table.rows());
        });
        const std::size_t words = std::size_t{columns_.rows} * kPlaces;
        if (scratch_.columns_.size() < words) scratch_.columns_.resize(words);
        for (std::size_t place = 0; place < kPlaces; ++place)
            std::fill_n(at(static_cast<Place>(place)), kLanes, 0u);
        for_tables([&](Table& table, std::uint32_t row) {
            std::uint32_t* const generations = at(generation) + row;
            std::fill_n(generations, table.rows(), 1u);
            std::fill(generations + table.rows(), generations + rounded_up(table.rows()), 0u);
        });
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

    void read_locals(const Block& block) {
        static_assert(sizeof(Local2) == 12 && std::is_trivially_copyable_v<Local2>);
        kernel_.split(values<const Local2>(block, local_), block.rows,
                      {numbers(local_x) + block.row, numbers(local_y) + block.row,
                       at(local_turn) + block.row});
    }

    /// The row of \p entity, 0 where it is no live node.
    [[nodiscard]] std::uint32_t row_of(Entity entity) const {
        if (!core_.alive(entity)) return 0;
        const EntityRecord& record = core_.record(entity.index());
        const std::uint32_t first = scratch_.first_rows_[record.table];
        return first != 0 ? first + record.row : 0;
    }

    void read_parents(const Block& block) {
        std::uint32_t* const parents = at(parent) + block.row;
        std::uint32_t* const generations = at(parent_generation) + block.row;
        if (!block.table->has(parent_)) {
            std::fill_n(generations, block.rows, 0u);
            return;
        }
        const Parent2* const links = values<const Parent2>(block, parent_);
        for (std::uint32_t i = 0; i < block.rows; ++i) {
            const std::uint32_t found = row_of(links[i].parent);
            parents[i] = found;
            // 2 stands for a parent that there is none of.
            generations[i] = links[i].parent.is_null() ? 0 : found != 0 ? 1 : 2;
        }
    }

    void write_globals(const Block& block) {
        static_assert(sizeof(Global2) == 12 && std::is_trivially_destructible_v<Global2>);
        Column& column = *block.table->column(global_);
        Column::Block& ticks = column.block(block.number);
        const Placements from{numbers(x) + block.row, numbers(y) + block.row, at(turn) + block.row};
        if (kernel_.merge(from, block.rows, values<Global2>(block, global_), ticks.changed,
                          core_.now()))
            column.mark_block(ticks, core_.now());
    }

    Scratch2& scratch_;
    Jobs* jobs_;
    WorldCore& core_;
    ComponentId local_, parent_, global_;
    const Kernel& kernel_;
    Columns columns_;
};

}  // namespace detail

Propagated2 propagate2(Scratch2& scratch, World& world) {
    if (!world.core().check_structure()) return {};
    return detail::WorldPass(scratch, world).run();
}

}  // namespace diorama::scene2d
