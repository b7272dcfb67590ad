// SPDX-License-Identifier: MIT
/// \file
/// From Transform to GlobalTransform: HierarchyFault, PropagationReport, propagate_transforms.
/// Design page: docs/design/placement.md.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "diorama/core/error.hpp"
#include "diorama/ecs/entity.hpp"

namespace diorama {

class World;

/// One place where the hierarchy is not a tree, or a placement not finite.
struct HierarchyFault {
    ErrorCode code{"hierarchy-broken"};  ///< or hierarchy_cycle, placement_nonfinite
    Entity entity{};                     ///< the entity whose ChildOf, or placement, is at fault
    Entity parent{};                     ///< what that ChildOf names; null without one
    std::vector<Entity> members{};       ///< of a loop, from `entity` upwards; else empty
};

/// What one pass did.
struct PropagationReport {
    std::uint32_t nodes = 0;       ///< entities with a Transform
    std::uint32_t recomputed = 0;  ///< of them, those whose placement was worked out anew
    std::uint32_t changed = 0;     ///< of those, rows whose GlobalTransform tick advanced
    std::uint32_t orphaned = 0;    ///< ChildOf names a dead entity, or one without Transform
    std::uint32_t cyclic = 0;      ///< members of loops, each placed as a root
    std::uint32_t nonfinite = 0;   ///< nodes whose placement holds a NaN or an infinity
    std::optional<HierarchyFault> first_broken{};     ///< of the orphans, the first spawned
    std::optional<HierarchyFault> first_cycle{};      ///< of loop members, the first spawned
    std::optional<HierarchyFault> first_nonfinite{};  ///< of those not finite, the first spawned

    /// The faults as diagnostics: none where the hierarchy is a forest of finite placements.
    [[nodiscard]] std::vector<Diagnostic> diagnostics() const;
};

/// Gives every entity with a Transform its GlobalTransform.
///
/// Total: an orphan and each member of a loop is placed as a root and counted.
///
/// Space:   entity-local to world; metres; column vectors.
/// Order:   parents before children.
/// Cost:    no allocation once its lists have grown; `./run bench scene` times it.
/// Threads: call from one thread. The same bits whatever the workers, slots and spawn history.
/// Failure: none: a GlobalTransform's tick advances only where its bits changed, or its entity
///          has become a root.
PropagationReport propagate_transforms(World& world);

}  // namespace diorama
