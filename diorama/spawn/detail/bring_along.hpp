// SPDX-License-Identifier: MIT
/// \file
/// What a model holds and no component does, given to an exported world: bring_along.
#pragma once

#include <cstdint>
#include <map>
#include <span>

#include "diorama/ecs/entity.hpp"
#include "diorama/ecs/fwd.hpp"
#include "diorama/spawn/detail/model_library.hpp"
#include "diorama/spawn/export_world.hpp"

namespace diorama::spawn::detail {

/// Adds to \p out, whose nodes are \p entities in that order, what the models of \p library hold
/// beside what components show: animations, the extras of nodes, names and extras of cameras,
/// lights and the scene, and what the file says of itself.
///
/// It is found where the entities below one of \p entities, or roots of the world, still are the
/// nodes of a model. What has no place is left out with a warning: one per model.
void bring_along(const World& world, ModelLibrary& library, std::span<const Entity> entities,
                 const std::map<Entity, std::int32_t>& node_of, ExportedWorld& out);

}  // namespace diorama::spawn::detail
