// SPDX-License-Identifier: MIT
#include "diorama/ecs/table.hpp"

#include <algorithm>
#include <cstring>
#include <new>

namespace diorama::detail {
namespace {

constexpr std::align_val_t value_alignment(const ComponentInfo& info) {
    // A cache line at least, so that spans start on one.
    return std::align_val_t{std::max<std::size_t>(64, info.align)};
}

}  // namespace

Column::~Column() {
    for (const std::unique_ptr<Block>& block : blocks_)
        ::operator delete(block->values, value_alignment(*info_));
}

void Column::reserve(std::uint32_t rows) {
    while (blocks_.size() * kBlockRows < rows) {
        auto block = std::make_unique_for_overwrite<Block>();
        block->newest = 0;
        block->values = static_cast<std::byte*>(
            ::operator new(info_->size * kBlockRows, value_alignment(*info_)));
        blocks_.push_back(std::move(block));
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
    for (const std::unique_ptr<Block>& block : blocks_)
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
