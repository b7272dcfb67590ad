// SPDX-License-Identifier: MIT
// Relationships: the mirrored lists, and despawn, which follows them.
#include <algorithm>

#include "diorama/ecs/describe.hpp"
#include "diorama/ecs/error_codes.hpp"
#include "diorama/ecs/world_core.hpp"

namespace diorama::detail {

void WorldCore::append_link(std::vector<Links>& lists, std::uint32_t source, std::uint32_t target) {
    Links& to = lists[target];
    Links& at = lists[source];
    at.next = kNone;
    if (to.first == kNone) {
        to.first = source;
        at.prev = source;
    } else {
        Links& first = lists[to.first];
        at.prev = first.prev;
        lists[first.prev].next = source;
        first.prev = source;
    }
    ++to.count;
}

void WorldCore::take_out_link(std::vector<Links>& lists, std::uint32_t source,
                              std::uint32_t target) {
    Links& to = lists[target];
    Links& at = lists[source];
    // The one after takes our `prev`; where we were last, the first one's `prev` names the last.
    const std::uint32_t after = at.next != kNone ? at.next : to.first;
    lists[after].prev = at.prev;
    if (to.first == source) {
        to.first = at.next;
    } else {
        lists[at.prev].next = at.next;
    }
    at.next = at.prev = kNone;
    --to.count;
}

void WorldCore::link(std::uint32_t source, const ComponentInfo& info, Entity target) {
    const bool found = alive(target);
    if (found) append_link(links_[info.relation], source, target.index());
    if (info.home != Home::link) return;
    const std::uint32_t slot = found ? records_[target.index()].slot : kNone;
    placement_.hang(records_[source].slot, slot == kNone ? kOrphan : slot);
}

void WorldCore::unlink(std::uint32_t source, const ComponentInfo& info, Entity target) {
    if (links_[info.relation][source].prev != kNone)
        take_out_link(links_[info.relation], source, target.index());
    if (info.home == Home::link) placement_.unhang(records_[source].slot);
}

Result<> WorldCore::move_child(Entity child, Entity sibling) {
    if (Result<> ok = check_entity(child); !ok) return ok;
    const Entity parent = target(child, kChildOfId);
    std::vector<Links>& lists = links_[kChildOfRelation];
    if (!alive(parent) || lists[child.index()].prev == kNone)
        return fail(codes::not_siblings, describe(child) + " has no parent to be ordered under");
    if (child == sibling) return {};
    if (sibling.is_null()) {
        take_out_link(lists, child.index(), parent.index());
        append_link(lists, child.index(), parent.index());
        return {};
    }
    if (!alive(sibling)) return fail(codes::entity_dead, describe(sibling) + " is not alive");
    if (target(sibling, kChildOfId) != parent)
        return fail(codes::not_siblings,
                    describe(sibling) + " is not a sibling of " + describe(child));
    take_out_link(lists, child.index(), parent.index());
    Links& to = lists[parent.index()];
    Links& next = lists[sibling.index()];
    Links& at = lists[child.index()];
    at.next = sibling.index();
    at.prev = next.prev;
    if (to.first == sibling.index()) {
        to.first = child.index();
    } else {
        lists[next.prev].next = child.index();
    }
    next.prev = child.index();
    ++to.count;
    return {};
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
        const Entity to = target(entity_at(index), id);
        // A list whose owner dies too is dropped whole.
        if (!doomed(to.index())) take_out_link(links_[info.relation], index, to.index());
    }
}

void WorldCore::drop_lists(std::uint32_t index) {
    for (std::vector<Links>& lists : links_) {
        for (std::uint32_t at = lists[index].first; at != kNone;) {
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
    for (Column& column : table.columns())
        column.destroy(record.row);
    const Entity moved = table.close(record.row, now());
    if (!moved.is_null()) records_[moved.index()].row = record.row;
    if (record.slot != kNone) placement_.erase(record.slot);
    free_index(index);
}

}  // namespace diorama::detail
