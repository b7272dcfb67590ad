// SPDX-License-Identifier: MIT
/// \file
/// Everything below an entity: for_each_in_subtree, subtree_bounds.
#pragma once

#include <vector>

#include "diorama/core/math.hpp"
#include "diorama/ecs/world.hpp"
#include "diorama/scene/transform.hpp"

namespace diorama {

/// Calls \p visit(Entity) for \p top and all below it, parents before children, siblings in order.
///
/// Cost: O(entities visited), a stack as long as the depth. \p visit must not change structure.
/// Visits nothing where \p top is not alive.
template <class F>
void for_each_in_subtree(const World& world, Entity top, F&& visit) {
    if (!world.alive(top)) return;
    std::vector<Children::Iterator> open;
    visit(top);
    open.push_back(world.children(top).begin());
    while (!open.empty()) {
        if (open.back() == Children::Iterator()) {
            open.pop_back();
            continue;
        }
        const Entity at = *open.back()++;
        visit(at);
        open.push_back(world.children(at).begin());
    }
}

/// The world box around \p top and all below it, by their placements as last propagated.
///
/// \p local(Entity) gives each one's own box in its local space, empty for none.
/// Space: world; metres.
template <class F>
[[nodiscard]] Bounds subtree_bounds(const World& world, Entity top, F&& local) {
    Bounds bounds;
    for_each_in_subtree(world, top, [&](Entity entity) {
        if (const GlobalTransform* placed = world.get<GlobalTransform>(entity))
            bounds.add(transformed(local(entity), placed->matrix()));
    });
    return bounds;
}

}  // namespace diorama
