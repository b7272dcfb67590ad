// SPDX-License-Identifier: MIT
#include "diorama/ecs/table.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>

namespace diorama::detail {
namespace {

/// A cache line at least, so that spans start on one.
std::size_t value_alignment(const ComponentInfo& info) {
    return std::max<std::size_t>(64, info.align);
}

}  // namespace

Column::~Column() {
    for (std::size_t i = 0; i < std::min(blocks_.size(), kLooseBlocks); ++i) {
        ::operator delete(blocks_[i]->values, std::align_val_t{value_alignment(*info_)});
        delete blocks_[i];
    }
}

void Column::reserve(std::uint32_t rows) {
    while (blocks_.size() * kBlockRows < rows) {
        if (blocks_.size() < kLooseBlocks)
            add_block();
        else
            add_slab();
    }
}

void Column::add_block() {
    auto block = std::make_unique_for_overwrite<Block>();
    block->newest = 0;
    block->values = static_cast<std::byte*>(
        ::operator new(info_->size * kBlockRows, std::align_val_t{value_alignment(*info_)}));
    blocks_.push_back(block.get());
    static_cast<void>(block.release());
}

/// Adds blocks in memory that comes in large pages: walks of a large table miss fewer address
/// translations, and filling it for the first time takes a large page at once.
void Column::add_slab() {
    const std::size_t align = value_alignment(*info_);
    const auto aligned = [align](std::size_t bytes) { return (bytes + align - 1) / align * align; };
    const std::size_t values = aligned(info_->size * kBlockRows);
    const std::size_t bytes = values + aligned(sizeof(Block));
    const std::size_t count = std::max<std::size_t>(1, kSlabPages * Pages::kLargePage / bytes);
    Pages& slab = slabs_.emplace_back(count * bytes);
    slab.prefer_large();
    blocks_.reserve(blocks_.size() + count);
    for (std::byte* at = slab.data(); at != slab.data() + count * bytes; at += bytes) {
        auto* const block = ::new (static_cast<void*>(at + values)) Block;
        block->newest = 0;
        block->values = at;
        blocks_.push_back(block);
    }
}

void Column::touch(std::uint32_t row) noexcept {
    Block& block = *blocks_[row / kBlockRows];
    block.changed[row % kBlockRows] = block.added[row % kBlockRows] = 0;
    std::memset(value(row), 0, info_->size);
}

void Column::relocate(std::uint32_t row, Column& from, std::uint32_t from_row, Tick now) {
    if (info_->plain) {
        std::memcpy(value(row), from.value(from_row), info_->size);
    } else {
        info_->relocate(value(row), from.value(from_row));
    }
    Block& block = *blocks_[row / kBlockRows];
    const Tick changed = from.changed(from_row);
    block.changed[row % kBlockRows] = changed;
    block.added[row % kBlockRows] = from.added(from_row);
    // The row keeps its tick, but its new block must not look older than it.
    block.newest = later(block.newest, changed, now);
    newest_ = later(newest_, changed, now);
}

void Column::destroy(std::uint32_t row) noexcept {
    if (!info_->plain) info_->destroy(value(row));
}

void Column::sweep(std::uint32_t rows, Tick now) noexcept {
    const Tick oldest = now - kTickSweep;
    const auto clamp = [&](Tick& tick) {
        if (now - tick > kTickSweep) tick = oldest;
    };
    for (std::uint32_t row = 0; row < rows; ++row) {
        clamp(blocks_[row / kBlockRows]->changed[row % kBlockRows]);
        clamp(blocks_[row / kBlockRows]->added[row % kBlockRows]);
    }
    for (Block* const block : blocks_)
        clamp(block->newest);
    clamp(newest_);
}

Table::Table(std::uint32_t index, std::vector<ComponentId> signature, std::vector<Column> columns,
             bool placed)
    : index_(index),
      placed_(placed),
      signature_(std::move(signature)),
      columns_(std::move(columns)) {
    column_of_.assign(signature_.empty() ? 0 : signature_.back() + 1, kNotInTable);
    for (const ComponentId id : signature_)
        column_of_[id] = kAbsentColumn;
    for (std::size_t i = 0; i < columns_.size(); ++i)
        column_of_[columns_[i].id()] = static_cast<std::uint16_t>(i);
}

Table::~Table() {
    for (Column& column : columns_)
        for (std::uint32_t row = 0; row < rows(); ++row)
            column.destroy(row);
}

std::uint32_t Table::push(Entity entity) {
    const std::uint32_t row = rows();
    if (row == reserved_) reserve(row + 1);
    entities_.push_back(entity);
    return row;
}

void Table::reserve(std::uint32_t rows) {
    if (rows <= reserved_) return;
    for (Column& column : columns_)
        column.reserve(rows);
    reserved_ = (rows + kBlockRows - 1) / kBlockRows * kBlockRows;
    if (rows <= entities_.capacity()) return;
    entities_.reserve(std::max<std::size_t>(rows, 2 * entities_.capacity()));
}

void Table::touch() noexcept {
    for (Column& column : columns_)
        for (std::uint32_t row = rows(); row < reserved_; ++row)
            column.touch(row);
    const std::size_t used = entities_.size();
    entities_.resize(entities_.capacity());
    entities_.resize(used);
}

Entity Table::close(std::uint32_t row, Tick now) {
    const std::uint32_t last = rows() - 1;
    Entity moved;
    if (row != last) {
        for (Column& column : columns_)
            column.relocate(row, column, last, now);
        moved = entities_[row] = entities_[last];
    }
    entities_.pop_back();
    return moved;
}

}  // namespace diorama::detail
