// SPDX-License-Identifier: MIT
#include "diorama/ecs/bulk_spawn.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <type_traits>

#include "diorama/core/expects.hpp"

namespace diorama::detail {
namespace {

/// Walks what \p make(n) returns for one n after the other, so that a vector can be given values
/// that stand nowhere yet: each is written once.
template <class Make>
struct Made {
    using iterator_category = std::forward_iterator_tag;
    using value_type = std::invoke_result_t<const Make&, std::uint32_t>;
    using difference_type = std::ptrdiff_t;
    using pointer = void;
    using reference = value_type;

    std::uint32_t n;
    const Make& make;

    Made(std::uint32_t at, const Make& of) : n(at), make(of) {}
    value_type operator*() const { return make(n); }
    Made& operator++() {
        ++n;
        return *this;
    }
    friend bool operator==(const Made& a, const Made& b) { return a.n == b.n; }
};

}  // namespace

BulkSpawn::BulkSpawn(WorldCore& core)
    : core_((core.flush_reserved(), core)),
      reused_(static_cast<std::uint32_t>(core.free_.size())),
      first_new_(static_cast<std::uint32_t>(core.records_.size())),
      in_order_(reused_ == 0) {
    DIORAMA_EXPECTS(core.iterating.load(std::memory_order_relaxed) == 0,
                    "a query is running: defer structural changes with Commands");
}

BulkSpawn::~BulkSpawn() {
    if (!open_) return;
    end_stretch();
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
        kind.steps.push_back({place, info.size, column});
        if (info.target != nullptr) kind.targets.push_back({ids[place], column});
    }
    for (const ComponentId id : plan.defaulted)
        if (Column* const column = table.column(id))
            kind.defaulted.push_back({&core_.info(id), column});
    const auto number = static_cast<std::uint32_t>(kinds_.size());
    kind_by_ids_.emplace(kind.ids, number);
    kinds_.push_back(std::move(kind));
    return number;
}

/// Points the places of \p kind at the next rows of its table and of the placement store, as many
/// as follow each other in both.
void BulkSpawn::begin_stretch(std::uint32_t kind) {
    end_stretch();
    kind_ = kind;
    Kind& of = kinds_[kind];
    Rows& rows = rows_[of.rows];
    const std::uint32_t row = rows.first + rows.count;
    if (row % kBlockRows == 0) stamp_rows(rows);
    rows.table->reserve(row + 1);
    begun_ = kBlockRows - row % kBlockRows;
    if (of.placed) {
        if (placed_left_ == 0) more_placed_rows();
        begun_ = std::min(begun_, placed_left_);
    }
    left_ = begun_;
    for (const Step& step : of.steps) {
        if (step.column != nullptr)
            of.places[step.place] = step.column->value(row);
        else
            of.places[step.place] =
                core_.placement_.value(core_.info(of.ids[step.place]).home, slot_);
    }
}

/// Notes what was made of the stretch.
void BulkSpawn::end_stretch() {
    const std::uint32_t count = begun_ - left_;
    begun_ = left_ = 0;
    if (count == 0) return;
    const Kind& kind = kinds_[kind_];
    Rows& rows = rows_[kind.rows];
    const Stretch stretch{kind_, count, rows.first + rows.count, kind.placed ? slot_ : kNone};
    stretches_.push_back(stretch);
    fill_in(stretch);
    if (in_order_ && leads_back(stretch)) in_order_ = false;
    rows.count += count;
    ended_ += count;
    if (!kind.placed) return;
    if (kind.link != kNone) runs_.back().linked = true;
    slot_ += count;
    placed_left_ -= count;
}

/// Makes the values that the rows of \p stretch need and were not given.
void BulkSpawn::fill_in(const Stretch& stretch) {
    const Kind& kind = kinds_[stretch.kind];
    for (const Default& missing : kind.defaulted)
        for (std::uint32_t i = 0; i < stretch.count; ++i)
            missing.info->make_default(missing.column->value(stretch.row + i));
    if (!kind.placed) return;
    PlacementStore& store = core_.placement_;
    if (kind.local == kNone)
        std::uninitialized_fill_n(&store.local(stretch.slot), stretch.count, Transform{});
    if (kind.link == kNone)
        std::uninitialized_fill_n(&store.link(stretch.slot), stretch.count, ChildOf{});
}

/// Whether some link of \p stretch, the next one, names an entity that is not before its own.
bool BulkSpawn::leads_back(const Stretch& stretch) const {
    const std::uint32_t first = first_new_ + ended_;
    bool back = false;
    for (const Target& target : kinds_[stretch.kind].targets) {
        if (target.column == nullptr) {
            const ChildOf* const links = &core_.placement_.link(stretch.slot);
            for (std::uint32_t i = 0; i < stretch.count; ++i)
                back |= links[i].parent.index() >= first + i;
        } else {
            const ComponentInfo& info = core_.info(target.id);
            for (std::uint32_t i = 0; i < stretch.count; ++i)
                back |= info.target(target.column->value(stretch.row + i)).index() >= first + i;
        }
    }
    return back;
}

/// Takes rows at the end of the placement store's order: what is left of its last block, or those
/// of a block that no order knows yet, but which knows its place there.
void BulkSpawn::more_placed_rows() {
    PlacementStore& store = core_.placement_;
    const std::size_t blocks = store.block_ids();
    Run run{store.tail_, store.tail_row_, kBlockRows - store.tail_row_, false};
    if (!runs_.empty() || store.tail_ == 0 || store.tail_row_ == kBlockRows) {
        const std::uint32_t before = runs_.empty() ? store.order_.back() : runs_.back().block;
        const std::uint32_t id = store.take_raw_block(before);
        run = {id, 0, kBlockRows, store.block_ids() != blocks};
        // Not those of this batch that stand in the order already.
        const std::size_t waiting =
            runs_.size() - (!runs_.empty() && runs_.front().row != 0 ? 1 : 0);
        store.position_[id] = static_cast<std::uint32_t>(store.order_.size() + waiting);
    }
    runs_.push_back(run);
    placed_left_ = run.count;
    slot_ = run.block * kBlockRows + run.row;
}

void BulkSpawn::give_back_placed_rows() noexcept {
    PlacementStore& store = core_.placement_;
    for (const Run& run : runs_) {
        if (run.raw) store.make_rows(run.block, 0);
        if (run.row == 0) store.free_block(run.block);
    }
    runs_.clear();
}

/// Calls \p visit(n, target, handle of the target) for every link of \p stretch, whose n-th entity
/// that is.
template <class Visit>
inline void BulkSpawn::each_target(const Stretch& stretch, Visit&& visit) const {
    for (const Target& target : kinds_[stretch.kind].targets) {
        const ComponentInfo& info = core_.info(target.id);
        for (std::uint32_t i = 0; i < stretch.count; ++i)
            visit(i, target,
                  target.column == nullptr ? core_.placement_.link(stretch.slot + i).parent
                                           : info.target(target.column->value(stretch.row + i)));
    }
}

/// An error where links of the batch close a loop.
Result<> BulkSpawn::find_loop() const {
    // Which entity of the batch has each slot.
    std::vector<std::uint32_t> number_of(first_new_ + size(), kNone);
    for (std::uint32_t n = 0; n < size(); ++n)
        number_of[handle(n).index()] = n;
    std::vector<std::vector<std::uint32_t>> above(core_.relations_.size());
    std::uint32_t first = 0;
    for (const Stretch& stretch : stretches_) {
        each_target(stretch, [&](std::uint32_t i, const Target& target, Entity to) {
            if (to.index() >= number_of.size() || number_of[to.index()] == kNone ||
                handle(number_of[to.index()]) != to)
                return;
            std::vector<std::uint32_t>& links = above[core_.info(target.id).relation];
            if (links.empty()) links.resize(size(), kNone);
            links[first + i] = number_of[to.index()];
        });
        first += stretch.count;
    }
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
    end_stretch();
    if (!in_order_)
        if (Result<> whole = find_loop(); !whole) return whole;
    make_room(entities);
    publish_ticks();
    publish_placed();
    // Where links only lead to what is before them, everything of an entity is done at once, while
    // it is in a cache.
    std::uint32_t n = 0;
    for (const Stretch& stretch : stretches_) {
        publish(stretch, n, entities);
        if (in_order_) link(stretch, std::span(entities).subspan(n, stretch.count));
        n += stretch.count;
    }
    if (!in_order_) {
        n = 0;
        for (const Stretch& stretch : stretches_) {
            link(stretch, std::span(entities).subspan(n, stretch.count));
            n += stretch.count;
        }
    }
    finish_lists();
    open_ = false;
    return {};
}

/// Makes memory for everything that there is one of for each entity.
void BulkSpawn::make_room(std::vector<Entity>& entities) {
    if (core_.next_order_ > kNone - size() - 1) core_.renumber();
    const std::uint32_t from_free = std::min(reused_, size());
    const std::size_t slots = core_.records_.size() + size() - from_free;
    const auto reserve = [slots](auto& list) {
        if (list.capacity() >= slots) return;
        list.reserve(std::max(slots, 2 * list.capacity()));
        prefer_large_pages(list.data(), list.capacity() * sizeof(list[0]));
    };
    reserve(core_.records_);
    if (from_free > 0) core_.number_spawns();
    if (!core_.order_.empty()) reserve(core_.order_);
    for (std::vector<Links>& lists : core_.links_)
        reserve(lists);
    entities.clear();
    entities.reserve(size());
    prefer_large_pages(entities.data(), size() * sizeof(Entity));
    for (const Rows& rows : rows_)
        rows.table->entities_.reserve(rows.first + rows.count);
}

/// Brings the entities of \p stretch to life, whose first one is number \p n, and appends their
/// handles to \p entities.
void BulkSpawn::publish(const Stretch& stretch, std::uint32_t n, std::vector<Entity>& entities) {
    const auto append = [&](auto& list, const auto& make) {
        list.insert(list.end(), Made(0, make), Made(stretch.count, make));
    };
    Table& table = *rows_[kinds_[stretch.kind].rows].table;
    const auto record_of = [=, number = table.index(), placed = stretch.slot != kNone](
                               std::uint32_t i, Entity entity) {
        return EntityRecord{entity.generation(), number, stretch.row + i,
                            placed ? stretch.slot + i : kNone};
    };
    if (n >= reused_) {
        const auto handle_of = [first = first_new_ + (n - reused_)](std::uint32_t i) {
            return Entity(first + i, 1u);
        };
        append(entities, handle_of);
        append(table.entities_, handle_of);
        append(core_.records_, [=](std::uint32_t i) { return record_of(i, handle_of(i)); });
    } else {
        const auto handle_of = [this, n](std::uint32_t i) { return handle(n + i); };
        append(entities, handle_of);
        append(table.entities_, handle_of);
        const std::uint32_t fresh = n + stretch.count > reused_ ? n + stretch.count - reused_ : 0;
        core_.records_.resize(core_.records_.size() + fresh);
        for (std::uint32_t i = 0; i < stretch.count; ++i) {
            const Entity entity = entities[n + i];
            core_.records_[entity.index()] = record_of(i, entity);
        }
    }
    for (std::vector<Links>& lists : core_.links_)
        lists.resize(core_.records_.size());
    if (!core_.order_.empty()) {
        core_.order_.resize(core_.records_.size());
        for (std::uint32_t i = 0; i < stretch.count; ++i)
            core_.order_[entities[n + i].index()] = core_.next_order_ + i;
    }
    core_.next_order_ += stretch.count;
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

/// Puts the blocks of new rows into the placement store's order.
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

/// Does for the rows of \p run what PlacementStore::insert does, but for what place() does.
void BulkSpawn::publish_run(const Run& run) {
    PlacementStore& store = core_.placement_;
    PlacementStore::Block& block = store.block(run.block);
    const Tick now = core_.now();
    if (run.row == 0) store.append_block(run.block);
    store.tail_ = run.block;
    store.tail_row_ = run.row + run.count;
    if (run.raw) store.make_rows(run.block, run.count);
    const std::uint32_t end = run.row + run.count;
    block.live.set(run.row, end);
    block.dirty.set(run.row, end);
    // Where the run is all there is, one tick does for all rows.
    for (std::uint32_t row = run.row; row < (run.row == 0 ? 1 : end); ++row) {
        block.added.set(row, now, row == 0);
        block.link_changed.set(row, now, row == 0);
    }
    std::fill_n(block.local_changed + run.row, run.count, now);
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

}  // namespace diorama::detail
