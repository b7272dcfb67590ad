// SPDX-License-Identifier: MIT
#include "diorama/scene2d/space_mirror.hpp"

#include <algorithm>

#include "diorama/ecs/disabled.hpp"
#include "diorama/ecs/world.hpp"

namespace diorama::scene2d {
namespace {

// Handles that are alive in no Space2, and in no World: what an orphan's parent is.
constexpr Entity kNoNode{0, 1}, kNoEntity{0xfffffffe, 1};

}  // namespace

void SpaceMirror::to_space(World& world, Space2& space) {
    // From the last slot, so that the first is handed out first again.
    if (space_ == &space)
        for (std::size_t slot = pairs_.size(); slot-- > 0;)
            if (space.alive(pairs_[slot].node)) (void)space.despawn(pairs_[slot].node);
    space_ = &space;
    pairs_.clear();
    slots_.clear();
    std::vector<Entity> order;
    world.query<const Local2, Optional<const Disabled>>().each(
        [&](Entity entity, const Local2&, const Disabled*) { order.push_back(entity); });
    std::sort(order.begin(), order.end(),
              [&](Entity a, Entity b) { return world.spawned_before(a, b); });
    for (const Entity entity : order) {
        const Parent2* const link = world.get<Parent2>(entity);
        const Entity parent = link != nullptr ? link->parent : Entity::null();
        const bool orphan = !parent.is_null() && world.get<Local2>(parent) == nullptr;
        const Entity node =
            space.spawn(*world.get<Local2>(entity), {orphan ? kNoNode : Entity::null()});
        if (!node.is_null()) pair(node, entity);
    }
    for (const Pair& made : pairs_) {
        const Parent2* const link = world.get<Parent2>(made.entity);
        if (link == nullptr) continue;
        if (const Entity parent = node_of(link->parent); !parent.is_null())
            (void)space.set_parent(made.node, {parent});  // both are alive
    }
}

void SpaceMirror::to_world(const Space2& space, World& world) {
    space_ = &space;
    if (pairs_.size() < space.slots()) pairs_.resize(space.slots());
    for (std::uint32_t slot = 1; slot < pairs_.size(); ++slot) {
        const Pair old = pairs_[slot];
        const Entity node = space.at(slot);
        const bool alive = world.alive(old.entity);
        if (node == old.node && (alive || node.is_null())) continue;
        if (alive) (void)world.despawn(old.entity);
        pairs_[slot] = {};
        if (!node.is_null()) pair(node, world.spawn(*space.local(node), Parent2{}));
    }
    for (const auto& [node, entity] : pairs_) {
        if (node.is_null()) continue;
        const Local2 local = *space.local(node);
        if (const Local2* const has = world.get<Local2>(entity); has == nullptr)
            (void)world.add(entity, local);
        else if (*has != local)
            *world.get_mut<Local2>(entity) = local;
        const Entity above = space.parent(node).parent;
        const Parent2 parent{above.is_null()      ? Entity::null()
                             : space.alive(above) ? pairs_[above.index()].entity
                                                  : kNoEntity};
        const Parent2* const has = world.get<Parent2>(entity);
        if (has == nullptr && !parent.parent.is_null())
            (void)world.add(entity, parent);
        else if (has != nullptr && has->parent != parent.parent &&
                 // Any dead parent makes an orphan; the one that is named may stay.
                 (parent.parent != kNoEntity || world.get<Local2>(has->parent) != nullptr ||
                  has->parent.is_null()))
            *world.get_mut<Parent2>(entity) = parent;
    }
}

Entity SpaceMirror::node_of(Entity entity) const noexcept {
    if (entity.is_null() || entity.index() >= slots_.size()) return Entity::null();
    const std::uint32_t slot = slots_[entity.index()];
    return slot != 0 && pairs_[slot].entity == entity ? pairs_[slot].node : Entity::null();
}

Entity SpaceMirror::entity_of(Entity node) const noexcept {
    if (node.is_null() || node.index() >= pairs_.size() || pairs_[node.index()].node != node)
        return Entity::null();
    return pairs_[node.index()].entity;
}

void SpaceMirror::pair(Entity node, Entity entity) {
    if (node.index() >= pairs_.size()) pairs_.resize(node.index() + 1);
    if (entity.index() >= slots_.size()) slots_.resize(entity.index() + 1);
    pairs_[node.index()] = {node, entity};
    slots_[entity.index()] = node.index();
}

}  // namespace diorama::scene2d
