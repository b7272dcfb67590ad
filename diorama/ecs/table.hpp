// SPDX-License-Identifier: MIT
/// \file
/// The rows of one archetype: kBlockRows, Column, Table.
/// Design page: docs/design/world.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "diorama/core/pages.hpp"
#include "diorama/ecs/component_info.hpp"
#include "diorama/ecs/tick.hpp"

namespace diorama::detail {

inline constexpr std::uint32_t kBlockRows = 256;  ///< rows of a block, in every column

/// One component of a table, in blocks of kBlockRows values with a tick each.
class Column {
  public:
    /// Rows of one block.
    struct Block {
        std::byte* values;         ///< kBlockRows raw values
        Tick changed[kBlockRows];  ///< when each row was last written
        Tick added[kBlockRows];    ///< when each row's entity got the component
        Tick newest = 0;           ///< no row's `changed` is later
    };

    /// An empty column of \p info's type, whose place in memory must not change.
    Column(ComponentId id, const ComponentInfo& info) noexcept : id_(id), info_(&info) {}
    Column(Column&&) noexcept = default;
    Column& operator=(Column&&) = delete;
    ~Column();

    /// Which component.
    [[nodiscard]] ComponentId id() const noexcept { return id_; }
    /// Its type.
    [[nodiscard]] const ComponentInfo& info() const noexcept { return *info_; }
    /// No row of any block is later than this.
    [[nodiscard]] Tick newest() const noexcept { return read_shared(newest_); }
    /// Block \p index.
    [[nodiscard]] Block& block(std::size_t index) noexcept { return *blocks_[index]; }
    /// The value at \p row.
    [[nodiscard]] void* value(std::uint32_t row) noexcept {
        return blocks_[row / kBlockRows]->values + (row % kBlockRows) * info_->size;
    }
    /// When \p row was last written.
    [[nodiscard]] Tick changed(std::uint32_t row) const noexcept {
        return blocks_[row / kBlockRows]->changed[row % kBlockRows];
    }
    /// When \p row's entity got the component.
    [[nodiscard]] Tick added(std::uint32_t row) const noexcept {
        return blocks_[row / kBlockRows]->added[row % kBlockRows];
    }

    /// Makes memory for rows below \p rows.
    void reserve(std::uint32_t rows);
    /// Writes to the raw memory of \p row.
    void touch(std::uint32_t row) noexcept;
    /// Records a write of \p row at \p now.
    void mark(std::uint32_t row, Tick now) noexcept {
        Block& block = *blocks_[row / kBlockRows];
        block.changed[row % kBlockRows] = now;
        mark_block(block, now);
    }
    /// Records that some row of \p block was written at \p now.
    void mark_block(Block& block, Tick now) noexcept {
        stamp_far(block.newest, now);
        stamp_shared(newest_, now);
    }
    /// Records at \p now that \p row, new, holds a value.
    void mark_added(std::uint32_t row, Tick now) noexcept {
        blocks_[row / kBlockRows]->added[row % kBlockRows] = now;
        mark(row, now);
    }
    /// Moves the value and ticks of \p from's \p from_row to \p row, raw until now.
    void relocate(std::uint32_t row, Column& from, std::uint32_t from_row, Tick now);
    /// Ends the value at \p row.
    void destroy(std::uint32_t row) noexcept;
    /// Clamps ticks older than kTickSweep, rows below \p rows.
    void sweep(std::uint32_t rows, Tick now) noexcept;

  private:
    // A column of more blocks has the others in slabs.
    static constexpr std::size_t kLooseBlocks = 512;
    // Large pages in each, of which a slab's alignment wastes at most one's addresses.
    static constexpr std::size_t kSlabPages = 4;

    void add_block();
    void add_slab();

    ComponentId id_;
    const ComponentInfo* info_;
    std::vector<Block*> blocks_;  // owned as far as they are not in slabs
    std::vector<Pages> slabs_;
    Tick newest_ = 0;
};

/// The entities that have exactly one set of components.
///
/// Components of the placement store are in the signature but have no column here.
class Table {
  public:
    /// An empty table of \p signature (sorted); \p columns are those kept here.
    Table(std::uint32_t index, std::vector<ComponentId> signature, std::vector<Column> columns,
          bool placed);
    ~Table();
    Table(const Table&) = delete;
    Table& operator=(const Table&) = delete;

    /// Its number in the World.
    [[nodiscard]] std::uint32_t index() const noexcept { return index_; }
    /// All component ids, sorted.
    [[nodiscard]] std::span<const ComponentId> signature() const noexcept { return signature_; }
    /// Whether its entities have rows in the placement store.
    [[nodiscard]] bool placed() const noexcept { return placed_; }
    /// The rows' entities.
    [[nodiscard]] const std::vector<Entity>& entities() const noexcept { return entities_; }
    /// Number of rows.
    [[nodiscard]] std::uint32_t rows() const noexcept {
        return static_cast<std::uint32_t>(entities_.size());
    }
    /// The columns kept here.
    [[nodiscard]] std::span<Column> columns() noexcept { return columns_; }
    /// The column of \p id, or null.
    [[nodiscard]] Column* column(ComponentId id) noexcept {
        return id < column_of_.size() && column_of_[id] < kAbsentColumn ? &columns_[column_of_[id]]
                                                                        : nullptr;
    }
    /// Whether the signature holds \p id.
    [[nodiscard]] bool has(ComponentId id) const noexcept {
        return id < column_of_.size() && column_of_[id] != kNotInTable;
    }

    /// Appends a row for \p entity with raw values; the caller fills every column.
    std::uint32_t push(Entity entity);
    /// Makes memory for \p rows rows.
    void reserve(std::uint32_t rows);
    /// Writes to the memory that no row uses yet, so that rows meet no page for the first time.
    void touch() noexcept;
    /// Takes out \p row, whose values have been moved or destroyed; the last row moves there.
    /// Returns the entity that moved, or null.
    Entity close(std::uint32_t row, Tick now);

    /// Where an entity goes that gains or loses a component, once known: by id, else kNone.
    std::vector<std::uint32_t> with, without;

  private:
    friend class BulkSpawn;

    static constexpr std::uint16_t kNotInTable = 0xffff;
    static constexpr std::uint16_t kAbsentColumn = 0xfffe;  // in the signature, kept elsewhere

    std::uint32_t index_;
    bool placed_;
    std::vector<ComponentId> signature_;
    std::vector<Column> columns_;
    std::vector<std::uint16_t> column_of_;
    std::vector<Entity> entities_;
    std::uint32_t reserved_ = 0;
};

}  // namespace diorama::detail
