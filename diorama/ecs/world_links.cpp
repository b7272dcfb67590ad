// SPDX-License-Identifier: MIT
// Relationships: the mirrored lists, and despawn, which follows them.
#include <algorithm>

#include "diorama/ecs/children.hpp"
#include "diorama/ecs/describe.hpp"
#include "diorama/ecs/error_codes.hpp"
#include "diorama/ecs/world_core.hpp"

namespace diorama::detail {

void WorldCore::append_link(std::uint32_t relation, std::uint32_t source, std::uint32_t target) {
    std::vector<Links>& lists = links_[relation];
    Links& to = lists[target];
    Links& at = lists[source];
    at.next = kNone;
    ++to.count;
    if (to.first == kNone) {
        to.first = source;
        at.prev = source;
        return;
    }
    Links& first = lists[to.first];
    const std::uint32_t last = at.prev = first.prev;
    lists[last].next = source;
    first.prev = source;
    if (to.count <= ListIndex::kDropped) return;
    ListIndex& index = list_indexes_[relation];
    if (index.has(last)) {
        index.append(source, last);
    } else if (to.count > ListIndex::kIndexed) {
        index.build(lists, to.first);
    }
}

void WorldCore::insert_link(std::uint32_t relation, std::uint32_t source, std::uint32_t target,
                            std::uint32_t after) {
    std::vector<Links>& lists = links_[relation];
    Links& to = lists[target];
    Links& next = lists[after];
    Links& at = lists[source];
    at.next = after;
    at.prev = next.prev;
    if (to.first == after) {
        to.first = source;
    } else {
        lists[next.prev].next = source;
    }
    next.prev = source;
    ++to.count;
    ListIndex& index = list_indexes_[relation];
    if (index.has(after)) {
        index.insert_before(lists, source, after);
    } else if (to.count > ListIndex::kIndexed) {
        index.build(lists, to.first);
    }
}

void WorldCore::take_out_link(std::uint32_t relation, std::uint32_t source, std::uint32_t target) {
    std::vector<Links>& lists = links_[relation];
    Links& to = lists[target];
    Links& at = lists[source];
    const std::uint32_t next = at.next;
    // The one after takes our `prev`; where we were last, the first one's `prev` names the last.
    lists[next != kNone ? next : to.first].prev = at.prev;
    if (to.first == source) {
        to.first = next;
    } else {
        lists[at.prev].next = next;
    }
    at.next = at.prev = kNone;
    --to.count;
    ListIndex& index = list_indexes_[relation];
    if (!index.has(source)) return;
    index.remove(lists, source, next);
    if (to.count < ListIndex::kDropped) index.drop(lists, to.first);
}

void WorldCore::link(std::uint32_t source, const ComponentInfo& info, Entity target) {
    const bool found = alive(target);
    if (found) append_link(info.relation, source, target.index());
    if (info.home != Home::link) return;
    const std::uint32_t slot = found ? records_[target.index()].slot : kNone;
    placement_.hang(records_[source].slot, slot == kNone ? kOrphan : slot);
}

void WorldCore::write_raw_link(Entity source, Entity target) {
    ChildOf& link = placement_.link(records_[source.index()].slot);
    const bool listed = links_[kChildOfRelation][source.index()].prev != kNone;
    strays_.push_back({source.index(),
                       listed ? list_owner(kChildOfRelation, source.index(), link.parent) : kNone});
    link.parent = target;
}

/// Hangs what was written raw under what it names now: no list tells of either's moves or end.
void WorldCore::hang_strays() {
    for (const Stray& stray : strays_) {
        const std::uint32_t slot = records_[stray.source].slot, parent = parent_slot(slot);
        placement_.hang(slot, parent == kNoParent ? kOrphan : parent);
    }
}

/// In whose list of \p relation the entity at \p source stands, whose component names \p target.
std::uint32_t WorldCore::list_owner(std::uint32_t relation, std::uint32_t source,
                                    Entity target) const noexcept {
    if (relation == kChildOfRelation)
        for (const Stray& stray : strays_)
            if (stray.source == source) return stray.owner;
    return target.index();
}

void WorldCore::unlink(std::uint32_t source, const ComponentInfo& info, Entity target) {
    if (links_[info.relation][source].prev != kNone)
        take_out_link(info.relation, source, list_owner(info.relation, source, target));
    forget_stray(info.relation, source);
    if (info.home == Home::link) placement_.unhang(records_[source].slot);
}

/// Moves \p child of \p parent before the entity at \p after; to the end where that is kNone.
void WorldCore::move_link(Entity child, Entity parent, std::uint32_t after) {
    if (after == child.index()) return;
    take_out_link(kChildOfRelation, child.index(), parent.index());
    if (after == kNone) {
        append_link(kChildOfRelation, child.index(), parent.index());
    } else {
        insert_link(kChildOfRelation, child.index(), parent.index(), after);
    }
}

Result<Entity> WorldCore::ordering_parent(Entity child) const {
    if (Result<> ok = check_entity(child); !ok) return std::unexpected(std::move(ok.error()));
    const Entity parent = target(child, kChildOfId);
    if (!alive(parent) || links_[kChildOfRelation][child.index()].prev == kNone ||
        list_owner(kChildOfRelation, child.index(), parent) != parent.index())
        return fail(codes::not_siblings, describe(child) + " has no parent to be ordered under");
    return parent;
}

Result<> WorldCore::move_child(Entity child, Entity sibling) {
    const Result<Entity> parent = ordering_parent(child);
    if (!parent) return std::unexpected(parent.error());
    if (!sibling.is_null()) {
        if (!alive(sibling)) return fail(codes::entity_dead, describe(sibling) + " is not alive");
        if (target(sibling, kChildOfId) != *parent ||
            list_owner(kChildOfRelation, sibling.index(), *parent) != parent->index())
            return fail(codes::not_siblings,
                        describe(sibling) + " is not a sibling of " + describe(child));
    }
    move_link(child, *parent, sibling.is_null() ? kNone : sibling.index());
    return {};
}

Result<> WorldCore::move_child_to(Entity child, std::size_t at) {
    const Result<Entity> parent = ordering_parent(child);
    if (!parent) return std::unexpected(parent.error());
    const std::uint32_t count = links_[kChildOfRelation][parent->index()].count;
    const std::size_t from = place_of(kChildOfRelation, parent->index(), child.index());
    // What stands behind the child moves up when it leaves.
    const std::size_t before = at > from ? at + 1 : at;
    move_link(child, *parent,
              at >= count || before >= count
                  ? kNone
                  : source_at(kChildOfRelation, parent->index(), before));
    return {};
}

/// Asks for the memory that a change of the entity at \p index will touch, all at once: in a large
/// World none of it is in a cache, and each would be waited for in turn.
void WorldCore::fetch(std::uint32_t index) noexcept {
    const EntityRecord& record = records_[index];
    for (std::size_t relation = 0; relation < links_.size(); ++relation) {
        prefetch(&links_[relation][index]);
        list_indexes_[relation].fetch(index);
    }
    prefetch(tables_[record.table]->entities().data() + record.row);
    if (record.slot == kNone) return;
    PlacementStore::Block& block = placement_.block_of(record.slot);
    prefetch(&placement_.link(record.slot));
    prefetch(&placement_.global(record.slot));
    prefetch(&block.live);
    prefetch(&block.live_count);
}

void WorldCore::collect_doomed(Entity entity) {
    doomed_.clear();
    if (doomed_bits_.size() * 64 < records_.size()) doomed_bits_.resize(records_.size() / 64 + 1);
    const auto doom = [&](std::uint32_t index) {
        if (doomed(index)) return;
        doomed_bits_[index / 64] |= std::uint64_t{1} << (index % 64);
        doomed_.push_back(index);
    };
    doom(entity.index());
    for (std::size_t i = 0; i < doomed_.size(); ++i) {
        for (std::size_t relation = 0; relation < relations_.size(); ++relation) {
            if (!infos_[relations_[relation]]->linked) continue;
            const std::vector<Links>& lists = links_[relation];
            for (std::uint32_t at = lists[doomed_[i]].first; at != kNone; at = lists[at].next)
                doom(at);
        }
    }
}

Result<> WorldCore::despawn(Entity entity) {
    if (Result<> ok = check_entity(entity); !ok) return ok;
    fetch(entity.index());
    flush_reserved();
    collect_doomed(entity);
    for (const std::uint32_t index : doomed_)
        leave_lists(index);
    for (const std::uint32_t index : doomed_)
        drop_lists(index);
    for (const std::uint32_t index : doomed_)
        release(index);
    for (const std::uint32_t index : doomed_)
        doomed_bits_[index / 64] &= ~(std::uint64_t{1} << (index % 64));
    return {};
}

void WorldCore::leave_lists(std::uint32_t index) {
    for (const ComponentId id : tables_[records_[index].table]->signature()) {
        const ComponentInfo& info = *infos_[id];
        if (info.target == nullptr || links_[info.relation][index].prev == kNone) continue;
        const std::uint32_t owner = list_owner(info.relation, index, target(entity_at(index), id));
        // A list whose owner dies too is dropped whole.
        if (!doomed(owner)) take_out_link(info.relation, index, owner);
    }
}

void WorldCore::drop_lists(std::uint32_t index) {
    for (std::uint32_t relation = 0; relation < links_.size(); ++relation) {
        std::vector<Links>& lists = links_[relation];
        const std::uint32_t first = lists[index].first;
        if (list_indexes_[relation].has(first)) list_indexes_[relation].drop(lists, first);
        for (std::uint32_t at = first; at != kNone;) {
            const std::uint32_t next = lists[at].next;
            lists[at].next = lists[at].prev = kNone;
            at = next;
        }
        lists[index].first = kNone;
        lists[index].count = 0;
    }
}

void WorldCore::release(std::uint32_t index) {
    EntityRecord& record = records_[index];
    Table& table = *tables_[record.table];
    if (!removals_.empty())
        for (const ComponentId id : table.signature())
            note_removal(index, id);
    for (Column& column : table.columns())
        column.destroy(record.row);
    const Entity moved = table.close(record.row, now());
    if (!moved.is_null()) records_[moved.index()].row = record.row;
    forget_stray(kChildOfRelation, index);
    if (record.slot != kNone) placement_.erase(record.slot);
    free_index(index);
}

}  // namespace diorama::detail

namespace diorama {

std::size_t Children::index_of(Entity child) const noexcept {
    if (core_ == nullptr || !core_->alive(child)) return size();
    // A link to a target that was dead when it was made stands in no list.
    const bool listed = core_->links(relation_, child.index()).prev != detail::kNone;
    const Entity target = core_->target(child, core_->relation_component(relation_));
    if (!listed || target != core_->entity_at(parent_)) return size();
    return core_->place_of(relation_, parent_, child.index());
}

}  // namespace diorama
