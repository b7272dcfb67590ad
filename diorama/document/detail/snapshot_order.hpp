// SPDX-License-Identifier: MIT
/// \file
/// In which order a snapshot has its entities: in_spawn_order, settle_children.
/// Design page: docs/design/scene_documents.md, "Order".
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "diorama/core/error.hpp"
#include "diorama/document/field_writer.hpp"
#include "diorama/ecs/world.hpp"

namespace diorama::document::detail {

/// \p wanted in spawn order, each once.
///
/// Failure: entity-dead, about \p source, for each that is not alive in \p world.
[[nodiscard]] Result<std::vector<Entity>> in_spawn_order(const World& world,
                                                         std::span<const Entity> wanted,
                                                         std::string_view source);

/// Orders the entities of \p places so that loading them in order gives every parent its children
/// in their order: the children of one parent take the places that they have together.
///
/// Places of different parents are disjoint, so that one pass settles all; entities whose order
/// already agrees keep their places, and a document made of what was loaded is the same again.
[[nodiscard]] EntityNumbers settle_children(const World& world, EntityNumbers places);

}  // namespace diorama::document::detail
