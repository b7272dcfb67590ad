// SPDX-License-Identifier: MIT
/// \file
/// A document given to a writer: write_doc.
#pragma once

#include "diorama/document/detail/record_scratch.hpp"
#include "diorama/document/scene_doc.hpp"

namespace diorama::document::detail {

/// Has \p writer write the entities of \p doc, which has passed check_doc().
template <class Writer>
void write_doc(const SceneDoc& doc, Writer& writer) {
    RecordScratch scratch;
    for (const EntityRecord& entity : doc.entities) {
        writer.entity(entity.components.size());
        for (const ComponentRecord& component : entity.components) {
            scratch.begin(component.name.view(), component.place);
            for (const Field& field : component.fields)
                scratch.fields.push_back(field.view());
            writer.component(scratch.view());
        }
    }
}

}  // namespace diorama::document::detail
