// SPDX-License-Identifier: MIT
/// \file
/// A cursor's records made into a document: build_doc.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "diorama/document/detail/duplicates.hpp"
#include "diorama/document/detail/findings.hpp"
#include "diorama/document/detail/name_set.hpp"
#include "diorama/document/detail/place.hpp"
#include "diorama/document/detail/record_scratch.hpp"
#include "diorama/document/error_codes.hpp"
#include "diorama/document/excerpt.hpp"
#include "diorama/document/scene_doc.hpp"

namespace diorama::document::detail {

/// Adds an error for every reference in \p doc that is not below \p end, and is not none.
void find_dangling_references(const SceneDoc& doc, std::int64_t end, Findings& findings);

/// Adds an error for everything that check_doc() refuses.
void find_faults(const SceneDoc& doc, Findings& findings);

/// A document's own copy of \p record.
[[nodiscard]] ComponentRecord copy_of(const RecordView& record);

/// Reads all of \p cursor, whose faults go to \p findings, into a document.
template <class Cursor>
[[nodiscard]] Result<SceneDoc> build_doc(Cursor& cursor, Findings& findings,
                                         std::string_view source, SceneFormat format) {
    SceneDoc doc;
    doc.version = cursor.version();
    doc.source = source;
    doc.format = format;
    Duplicates duplicates;
    NameSet names;  // of the entity's components; their characters are the input's
    for (RecordEvent event = cursor.next(); event != RecordEvent::end; event = cursor.next()) {
        if (event == RecordEvent::entity) {
            doc.entities.emplace_back();
            names.clear();
            duplicates.entity();
            continue;
        }
        const RecordView record = cursor.record();
        EntityRecord& entity = doc.entities.back();
        ComponentRecord component = copy_of(record);
        if (!names.add(record.name)) {
            duplicates.add(findings, format,
                           "duplicate component: entity " +
                               std::to_string(doc.entities.size() - 1) + " has " +
                               excerpt(record.name) + " twice",
                           where_of(source, format, component.place, component.column, 0));
        } else {
            entity.components.push_back(std::move(component));
        }
    }
    if (cursor.highest_reference() >= cursor.reference_end())
        find_dangling_references(doc, cursor.reference_end(), findings);
    if (findings.failed()) return findings.to_error();
    doc.warnings = findings.take();
    return doc;
}

}  // namespace diorama::document::detail
