// SPDX-License-Identifier: MIT
/// \file
/// What a program could not read and writes back all the same: KeptComponent, KeptField,
/// KeptRecords.
#pragma once

#include <cstddef>
#include <vector>

#include "diorama/document/scene_doc.hpp"
#include "diorama/ecs/component_info.hpp"
#include "diorama/ecs/entity.hpp"

namespace diorama::document {

/// A component that no type is registered for; or a relationship to nothing, which is left out,
/// that has unknown fields.
struct KeptComponent {
    ComponentRecord record;          ///< as read, but for its references
    std::vector<Entity> references;  ///< what its entity fields refer to, in their order
    std::size_t position = 0;        ///< among its entity's components
};

/// A field that its component's type does not have.
struct KeptField {
    ShortString component;             ///< the component's name
    Field field{"", std::int64_t{0}};  ///< as read, but for its reference
    Entity reference;                  ///< what it refers to, where it is an entity field
    std::size_t position = 0;          ///< among its component's fields
};

/// The component that carries both through a world, made by SceneRegistry::instantiate() under
/// UnknownPolicy::keep and written back by SceneRegistry::to_doc(). Not saved as such.
struct KeptRecords {
    std::vector<KeptComponent> components;  ///< in order of position
    std::vector<KeptField> fields;          ///< by component, then position
};

}  // namespace diorama::document

namespace diorama {

/// KeptRecords' stable name.
template <>
struct ComponentName<document::KeptRecords> {
    static constexpr std::string_view value = "KeptRecords";  ///< never saved
};

/// The references of what was kept, so that a copy's are to the copies.
template <>
struct EntityReferences<document::KeptRecords> {
    /// Calls \p visit(Entity&) for each.
    static void each(document::KeptRecords& kept, auto&& visit) {
        for (document::KeptComponent& component : kept.components)
            for (Entity& reference : component.references)
                visit(reference);
        for (document::KeptField& field : kept.fields)
            visit(field.reference);
    }
};

}  // namespace diorama
