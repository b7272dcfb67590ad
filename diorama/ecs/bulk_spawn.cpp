// SPDX-License-Identifier: MIT
#include "diorama/ecs/bulk_spawn.hpp"

#include <algorithm>

#include "diorama/core/expects.hpp"
#include "diorama/core/pages.hpp"

namespace diorama::detail {

BulkSpawn::BulkSpawn(WorldCore& core)
    : core_((core.flush_reserved(), core)),
      reused_(static_cast<std::uint32_t>(core.free_.size())),
      first_new_(static_cast<std::uint32_t>(core.records_.size())) {
    DIORAMA_EXPECTS(core.iterating.load(std::memory_order_relaxed) == 0,
                    "a query is running: defer structural changes with Commands");
}

BulkSpawn::~BulkSpawn() {
    if (!open_) return;
    for (const Rows& rows : rows_) {
        for (Column& column : rows.table->columns())
            for (std::uint32_t row = 0; row < rows.count; ++row)
                column.destroy(rows.first + row);
    }
    give_back_placed_rows();
}

std::uint32_t BulkSpawn::kind(std::span<const ComponentId> ids) {
    if (last_kind_ != kNone && std::ranges::equal(kinds_[last_kind_].ids, ids)) return last_kind_;
    const auto found = kind_by_ids_.find(ids);
    return last_kind_ = found != kind_by_ids_.end() ? found->second : make_kind(ids);
}

std::uint32_t BulkSpawn::make_kind(std::span<const ComponentId> ids) {
    const SpawnPlan plan = core_.plan(ids);
    Table& table = *core_.tables_[plan.table];
    if (plan.table >= rows_of_table_.size()) rows_of_table_.resize(plan.table + 1, kNone);
    std::uint32_t& rows = rows_of_table_[plan.table];
    if (rows == kNone) {
        rows = static_cast<std::uint32_t>(rows_.size());
        rows_.push_back({&table, table.rows()});
    }
    Kind kind;
    kind.ids.assign(ids.begin(), ids.end());
    kind.rows = rows;
    kind.placed = table.placed();
    kind.places.resize(ids.size());
    for (std::uint32_t place = 0; place < ids.size(); ++place) {
        const ComponentInfo& info = core_.info(ids[place]);
        Column* const column = table.column(ids[place]);
        if (info.home == Home::local) kind.local = place;
        if (info.home == Home::link) kind.link = place;
        if (column != nullptr) kind.steps.push_back({place, info.size});
        if (info.target != nullptr) kind.targets.push_back({place, ids[place], column});
    }
    for (const ComponentId id : plan.defaulted)
        if (Column* const column = table.column(id))
            kind.defaulted.push_back({&core_.info(id), column});
    const auto number = static_cast<std::uint32_t>(kinds_.size());
    kind_by_ids_.emplace(kind.ids, number);
    kinds_.push_back(std::move(kind));
    return number;
}

/// Points the places of \p kind at the next row of its table.
void BulkSpawn::find_places(Kind& kind) {
    Rows& rows = rows_[kind.rows];
    const std::uint32_t row = rows.first + rows.count;
    if (row % kBlockRows == 0) stamp_rows(rows);
    kind.next = rows.count;
    kind.end = (row / kBlockRows + 1) * kBlockRows - rows.first;
    rows.table->reserve(row + 1);
    for (const Step step : kind.steps)
        kind.places[step.place] = rows.table->column(kind.ids[step.place])->value(row);
}

/// Takes rows at the end of the placement store's order: what is left of its last block, or those
/// of a block that no order knows yet, but which knows its place there.
void BulkSpawn::more_placed_rows() {
    PlacementStore& store = core_.placement_;
    runs_.push_back({kNone, 0, 0});
    Run& run = runs_.back();
    const std::size_t blocks = store.block_ids();
    if (runs_.size() == 1 && store.tail_ != 0 && store.tail_row_ != kBlockRows) {
        run = {store.tail_, store.tail_row_, kBlockRows - store.tail_row_};
    } else {
        const std::uint32_t before =
            runs_.size() == 1 ? store.order_.back() : runs_[runs_.size() - 2].block;
        run = {store.take_block(before), 0, kBlockRows};
        // Not those of this batch that stand in the order already.
        const std::size_t waiting = runs_.size() - 1 - (runs_.front().row != 0 ? 1 : 0);
        store.position_[run.block] = static_cast<std::uint32_t>(store.order_.size() + waiting);
    }
    prepare_run(run, store.block_ids() != blocks);
    placed_left_ = run.count;
    slot_ = run.block * kBlockRows + run.row;
    global_ = store.block(run.block).global + run.row;
    local_ = store.block(run.block).local + run.row;
    link_ = store.block(run.block).link + run.row;
}

/// Writes what all rows of \p run have in common.
void BulkSpawn::prepare_run(const Run& run, bool fresh) {
    PlacementStore::Block& block = core_.placement_.block(run.block);
    const Tick now = core_.now();
    for (std::uint32_t row = run.row; row < run.row + run.count; ++row) {
        if (!fresh) {
            block.global[row] = GlobalTransform::IDENTITY;
            block.parent(row) = kNoParent;
            block.below(row) = kNothingBelow;
        }
        block.global_changed(row) = now;
    }
    for (std::uint32_t row = run.row; row < run.row + run.count; ++row) {
        block.added.set(row, now, row == 0);
        block.link_changed.set(row, now, row == 0);
    }
    std::fill_n(block.local_changed + run.row, run.count, now);
}

void BulkSpawn::give_back_placed_rows() noexcept {
    PlacementStore& store = core_.placement_;
    for (const Run& run : runs_) {
        if (run.block == kNone) continue;
        PlacementStore::Block& block = store.block(run.block);
        for (std::uint32_t row = run.row; row < run.row + run.count; ++row) {
            block.parent(row) = kNoParent;
            block.above.clear(row);
            block.more.clear(row);
        }
        if (run.block != store.tail_) store.free_block(run.block);
    }
    runs_.clear();
}

/// Calls \p visit(n, target, handle of the target) for every link, in order.
template <class Visit>
inline void BulkSpawn::each_target(Visit&& visit) const {
    std::vector<std::uint32_t> next(rows_.size(), 0);  // row of each table
    for (std::uint32_t n = 0; n < size(); ++n) {
        const Kind& kind = kinds_[made_[n].kind];
        const std::uint32_t row = rows_[kind.rows].first + next[kind.rows]++;
        for (const Target& target : kind.targets)
            visit(n, target,
                  target.column == nullptr
                      ? core_.placement_.link(made_[n].slot).parent
                      : core_.info(target.id).target(target.column->value(row)));
    }
}

/// An error where links of the batch close a loop.
Result<> BulkSpawn::find_loop() const {
    // Which entity of the batch has each slot.
    std::vector<std::uint32_t> number_of(first_new_ + size(), kNone);
    for (std::uint32_t n = 0; n < size(); ++n)
        number_of[handle(n).index()] = n;
    std::vector<std::vector<std::uint32_t>> above(core_.relations_.size());
    each_target([&](std::uint32_t n, const Target& target, Entity to) {
        if (to.index() >= number_of.size() || number_of[to.index()] == kNone ||
            handle(number_of[to.index()]) != to)
            return;
        std::vector<std::uint32_t>& links = above[core_.info(target.id).relation];
        if (links.empty()) links.resize(size(), kNone);
        links[n] = number_of[to.index()];
    });
    for (const std::vector<std::uint32_t>& links : above) {
        std::vector<std::uint32_t> walk(links.size(), 0);  // which walk first came here; 0: none
        for (std::uint32_t start = 0; start < links.size(); ++start) {
            std::uint32_t at = start;
            for (; walk[at] == 0 && links[at] != kNone; at = links[at])
                walk[at] = start + 1;
            if (links[at] != kNone && walk[at] == start + 1)
                return core_.loop_error(handle(at), handle(links[at]));
        }
    }
    return {};
}

Result<> BulkSpawn::commit(std::vector<Entity>& entities) {
    if (Result<> may = core_.check_structure(); !may) return may;
    if (Result<> healthy = core_.healthy(); !healthy) return healthy;
    if (may_loop_)
        if (Result<> whole = find_loop(); !whole) return whole;
    publish_entities(entities);
    publish_ticks();
    publish_placed();
    publish_links(entities);
    open_ = false;
    return {};
}

/// Takes the slots, and gives each table its rows.
void BulkSpawn::publish_entities(std::vector<Entity>& entities) {
    if (core_.next_order_ > kNone - size() - 1) core_.renumber();
    const std::uint32_t from_free = std::min(reused_, size());
    const std::size_t slots = core_.records_.size() + size() - from_free;
    const auto grow = [slots](auto& list) {
        if (list.capacity() >= slots) return;
        list.reserve(std::max(slots, 2 * list.capacity()));
        prefer_large_pages(list.data() + list.size(), (slots - list.size()) * sizeof list[0]);
    };
    grow(core_.records_);
    if (from_free > 0) core_.number_spawns();
    const bool numbered = !core_.order_.empty();
    if (numbered) grow(core_.order_);
    for (std::vector<Links>& lists : core_.links_) {
        grow(lists);
        lists.resize(slots);
    }
    entities.clear();
    entities.reserve(size());
    for (std::uint32_t n = 0; n < size(); ++n) {
        const Entity entity = handle(n);
        Rows& rows = rows_[kinds_[made_[n].kind].rows];
        entities.push_back(entity);
        rows.table->entities_.push_back(entity);
        EntityRecord record{entity.generation(), rows.table->index(), rows.first + rows.published++,
                            made_[n].slot};
        if (n < from_free) {
            core_.records_[entity.index()] = record;
            core_.order_[entity.index()] = core_.next_order_;
        } else {
            core_.records_.push_back(record);
            if (numbered) core_.order_.push_back(core_.next_order_);
        }
        ++core_.next_order_;
    }
    core_.live_ += size();
    core_.free_.resize(core_.free_.size() - from_free);
    core_.reserve_cursor_.store(static_cast<std::int64_t>(core_.free_.size()),
                                std::memory_order_relaxed);
}

/// Stamps the rows that were made since the last time as added and changed now, while they are in
/// a cache. Nobody looks at them yet.
void BulkSpawn::stamp_rows(Rows& rows) {
    const Tick now = core_.now();
    const std::uint32_t end = rows.first + rows.count;
    for (std::uint32_t row = rows.first + rows.stamped; row < end;) {
        const std::uint32_t from = row % kBlockRows;
        const std::uint32_t count = std::min(kBlockRows - from, end - row);
        for (Column& column : rows.table->columns()) {
            Column::Block& block = column.block(row / kBlockRows);
            std::fill_n(block.changed + from, count, now);
            std::fill_n(block.added + from, count, now);
        }
        row += count;
    }
    rows.stamped = rows.count;
}

/// Stamps what is not yet, and the blocks.
void BulkSpawn::publish_ticks() {
    const Tick now = core_.now();
    for (Rows& rows : rows_) {
        if (rows.count == 0) continue;
        stamp_rows(rows);
        for (Column& column : rows.table->columns()) {
            const std::uint32_t last = (rows.first + rows.count - 1) / kBlockRows;
            for (std::uint32_t block = rows.first / kBlockRows; block <= last; ++block)
                column.mark_block(column.block(block), now);
        }
    }
}

/// Brings the rows of the placement store to life, as PlacementStore::insert does.
void BulkSpawn::publish_placed() {
    if (!runs_.empty()) runs_.back().count -= placed_left_;
    placed_left_ = 0;
    if (!runs_.empty() && runs_.back().count == 0) {  // taken for an entity that was not made
        const std::vector<Run> made(runs_.begin(), runs_.end() - 1);
        runs_.erase(runs_.begin(), runs_.end() - 1);
        give_back_placed_rows();
        runs_ = made;
    }
    for (const Run& run : runs_)
        publish_run(run);
}

/// Brings the rows of \p run to life.
void BulkSpawn::publish_run(const Run& run) {
    PlacementStore& store = core_.placement_;
    PlacementStore::Block& block = store.block(run.block);
    const Tick now = core_.now();
    if (run.row == 0) store.append_block(run.block);
    store.tail_ = run.block;
    store.tail_row_ = run.row + run.count;
    for (std::uint32_t row = run.row; row < run.row + run.count; ++row) {
        block.live.set(row);
        block.dirty.set(row);
    }
    block.live_count += run.count;
    store.mark_global(block, now);
    stamp_far(block.local_newest, now);
    stamp_shared(store.local_newest_, now);
    if (run.linked) {
        stamp_far(block.link_newest, now);
        stamp_shared(store.link_newest_, now);
    }
    const std::uint32_t at = store.position_[run.block];
    store.dirty_blocks_[at / 64] |= std::uint64_t{1} << (at % 64);
    store.size_ += run.count;
    store.disorder_ += run.count;
    store.version_ += run.count;
}

/// Links every source, in order, to the target it names.
void BulkSpawn::publish_links(std::span<const Entity> entities) {
    each_target([&](std::uint32_t n, const Target& target, Entity to) {
        const std::uint32_t index = entities[n].index();
        if (target.column != nullptr)
            core_.link(index, core_.info(target.id), to);
        else if (core_.alive(to))
            append_child(index, to.index());
    });
    const std::vector<Links>& children = core_.links_[kChildOfRelation];
    for (const std::uint32_t target : long_)
        core_.list_indexes_[kChildOfRelation].build(children, children[target].first);
    for (const std::uint32_t n : late_) {
        const Entity to = core_.target(entities[n], kChildOfId);
        const std::uint32_t above = core_.alive(to) ? core_.records_[to.index()].slot : kNone;
        core_.placement_.hang(made_[n].slot, above == kNone ? kOrphan : above);
    }
}

/// WorldCore::append_link, but that a list that has got long is indexed when it is whole.
inline void BulkSpawn::append_child(std::uint32_t source, std::uint32_t target) {
    std::vector<Links>& lists = core_.links_[kChildOfRelation];
    Links& to = lists[target];
    Links& at = lists[source];
    at.next = kNone;
    if (to.count == 0) {
        to.count = 1;
        to.first = at.prev = source;
        return;
    }
    if (core_.list_indexes_[kChildOfRelation].has(to.first)) {
        core_.append_link(kChildOfRelation, source, target);
        return;
    }
    if (to.count++ == ListIndex::kIndexed) long_.push_back(target);
    Links& first = lists[to.first];
    at.prev = first.prev;
    lists[first.prev].next = source;
    first.prev = source;
}

}  // namespace diorama::detail
