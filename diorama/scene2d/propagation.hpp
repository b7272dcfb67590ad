// SPDX-License-Identifier: MIT
/// \file
/// From Local2 and Parent2 to Global2: Scratch2, Propagated2, propagate2.
/// Design page: docs/design/fixed_point.md.
#pragma once

#include <cstdint>

#include "diorama/scene2d/scratch.hpp"
#include "diorama/scene2d/space.hpp"

namespace diorama {
class Jobs;
class World;
}  // namespace diorama

namespace diorama::scene2d {

/// What one pass did.
struct Propagated2 {
    std::uint32_t nodes = 0;       ///< live nodes, all of them placed
    std::uint32_t recomputed = 0;  ///< of them, those whose placement was worked out anew
    std::uint32_t orphaned = 0;    ///< of them, those whose parent is dead or no node
    std::uint32_t cyclic = 0;      ///< of them, members of loops
    std::uint64_t saturated = 0;   ///< coordinates that were beyond the range and got its limit

    friend bool operator==(const Propagated2&, const Propagated2&) noexcept = default;
};

/// Gives every live node of \p space its placement: its rotation is the wrapped sum of those from
/// its root down, and its translation the parent's plus its own turned by the parent's rotation,
/// each coordinate the exact sum rounded once, halves away from zero, and saturated.
///
/// Total: an orphan is placed as a root, and so is each member of a loop.
///
/// Order:   parents before children, whatever their slots; the answer does not depend on slots.
/// Cost:    O(nodes), however deep; no allocation once \p scratch has grown.
/// Threads: one thread per space and per scratch; with \p jobs its workers share the rows. The same
///          bits and counts for every number of them.
Propagated2 propagate2(Scratch2& scratch, Space2& space, Jobs* jobs = nullptr);

/// The same for the nodes of \p world: its live entities with a Local2, disabled ones included.
///
/// A node without a Global2 gets the component. A Global2's tick advances only where its bits
/// changed. One whose Local2 was taken away is no node any more and keeps what it had.
/// Cost:    O(nodes); no allocation once \p scratch has grown and every node has its Global2.
/// Threads: call it where structure may change: from an exclusive system, or outside update. It
///          uses the World's own workers; the same bits for every number of them.
Propagated2 propagate2(Scratch2& scratch, World& world);

}  // namespace diorama::scene2d
