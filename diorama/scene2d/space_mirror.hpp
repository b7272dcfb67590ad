// SPDX-License-Identifier: MIT
/// \file
/// The nodes of a World in a Space2, and back: SpaceMirror.
#pragma once

#include <cstdint>
#include <vector>

#include "diorama/scene2d/space.hpp"

namespace diorama {
class World;
}  // namespace diorama

namespace diorama::scene2d {

/// Pairs of a World's entities and a Space2's nodes: the space is what a match computes with and
/// rewinds, the World what is authored, saved and drawn.
///
/// Copied are Local2 and Parent2. Placements are derived on either side, by propagate2(), and agree
/// to the last bit.
/// Threads: one at a time; call it where a World's structure may change.
class SpaceMirror {
  public:
    /// Spawns a node in \p space for each entity of \p world with a Local2, disabled ones included,
    /// in the order in which they were spawned, and forgets pairs from before.
    ///
    /// Called again for the same \p space it starts over: what it or to_world() has paired there
    /// ends first. Nodes that are nobody's pair stay.
    /// A parent that is dead or no node makes an orphan there, as it is one here. Entities beyond
    /// Space2::kMaxSlots get no node.
    void to_space(World& world, Space2& space);

    /// Makes \p world hold what \p space does: spawns an entity for each node without one, despawns
    /// the entities whose nodes have ended, and writes what differs. Other entities are left alone.
    ///
    /// A node that Space2::restore() brings back gets a new entity if its own has been despawned.
    /// Cost: O(slots); a component's tick advances only where its value changes, and nothing is
    ///       allocated while no node comes or goes.
    void to_world(const Space2& space, World& world);

    /// The node of \p entity, or the null handle.
    [[nodiscard]] Entity node_of(Entity entity) const noexcept;
    /// The entity of \p node, or the null handle.
    [[nodiscard]] Entity entity_of(Entity node) const noexcept;

  private:
    struct Pair {
        Entity node, entity;
    };

    void pair(Entity node, Entity entity);

    const Space2* space_ = nullptr;     // whose nodes the pairs are; only compared
    std::vector<Pair> pairs_;           // by the node's slot
    std::vector<std::uint32_t> slots_;  // by the entity's index; 0 for none
};

}  // namespace diorama::scene2d
