// SPDX-License-Identifier: MIT
/// \file
/// What the fuzz entries of scenes hold any accepted bytes to: load_as_by_document.
#pragma once

#include <cstdlib>
#include <span>

#include "diorama/document/scene_components.hpp"
#include "diorama/document/scene_registry.hpp"
#include "diorama/ecs/world.hpp"

namespace diorama::document {

inline void require(bool holds) {
    if (!holds) std::abort();
}

/// The scene's own components, and others kept as they are: making a registry costs more than most
/// inputs do.
inline const SceneRegistry& scene_registry() {
    static const SceneRegistry registry = [] {
        SceneRegistry made;
        register_scene_components(made);
        made.set_unknown(UnknownPolicy::keep);
        return made;
    }();
    return registry;
}

/// Requires that loading \p bytes straight into a world does what reading them into \p doc and
/// instantiating that does.
inline void load_as_by_document(std::span<const std::byte> bytes, SceneDoc doc) {
    const SceneRegistry& registry = scene_registry();
    World straight, other;
    const auto loaded = registry.load(straight, bytes, "fuzz");
    if (!registry.migrate(doc)) return require(!loaded);
    const auto made = registry.instantiate(other, doc);
    require(loaded.has_value() == made.has_value());
    if (loaded)
        require(*loaded == *made && *registry.to_doc(straight) == *registry.to_doc(other));
    else
        require(straight.entity_count() == 0 &&
                to_string(loaded.error()) == to_string(made.error()));
}

}  // namespace diorama::document
