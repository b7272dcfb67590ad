// SPDX-License-Identifier: MIT
/// \file
/// Whether an entity is to be seen: VisibilityMode, Visibility, VisibilitySource,
/// VisibilityResolution, resolve_visibility.
/// Design page: docs/design/placement.md, "Visibility".
#pragma once

#include "diorama/core/component.hpp"
#include "diorama/ecs/entity.hpp"

namespace diorama {

class World;

/// What an entity asks for.
enum class VisibilityMode : unsigned char {
    inherited,  ///< as the parent resolves; a root is visible
    visible,    ///< shown, even below a hidden parent
    hidden      ///< not shown, and with it every inherited entity below
};
DIORAMA_ENUM(VisibilityMode, inherited, visible, hidden);

/// An entity's own wish; an entity without one inherits.
struct Visibility {
    VisibilityMode mode = VisibilityMode::inherited;  ///< the wish
};
DIORAMA_COMPONENT(Visibility, mode);

/// Who decided.
enum class VisibilitySource : unsigned char {
    self,       ///< the entity's own mode is visible or hidden
    parent,     ///< an ancestor's is
    by_default  ///< nobody's is: visible
};

/// The answer for one entity.
struct VisibilityResolution {
    bool visible = true;                                     ///< the answer
    VisibilitySource source = VisibilitySource::by_default;  ///< whose mode it follows
    Entity decided_by{};  ///< the entity whose mode it is, or null
};

/// Whether \p entity is visible, and who decided: the nearest entity upwards, itself included,
/// whose mode is not inherited.
///
/// Total: a dead entity is not visible; above a missing parent, and in a loop in which nobody's
/// mode decides, the default rules. Cost: O(depth), no allocation. Follows the hierarchy as it is
/// now; nothing is propagated.
[[nodiscard]] VisibilityResolution resolve_visibility(const World& world, Entity entity);

}  // namespace diorama
