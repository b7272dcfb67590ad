// SPDX-License-Identifier: MIT
/// \file
/// A document walked as the readers walk bytes: DocCursor, feed.
#pragma once

#include "diorama/document/detail/record_scratch.hpp"
#include "diorama/document/scene_doc.hpp"

namespace diorama::document::detail {

/// Walks a document, one entity or component at a time.
class DocCursor {
  public:
    /// Walks \p doc, which must outlive the cursor.
    explicit DocCursor(const SceneDoc& doc) noexcept : doc_(doc) {}

    /// Moves to the next entity or component.
    RecordEvent next() {
        if (entity_ > 0 && component_ < doc_.entities[entity_ - 1].components.size()) {
            const ComponentRecord& source = doc_.entities[entity_ - 1].components[component_++];
            record_.name = source.name.view();
            record_.place = source.place;
            record_.column = source.column;
            record_.fields.clear();
            for (const Field& field : source.fields)
                record_.fields.push_back(field.view());
            return RecordEvent::component;
        }
        if (entity_ == doc_.entities.size()) return RecordEvent::end;
        ++entity_;
        component_ = 0;
        return RecordEvent::entity;
    }
    /// The component last come upon; valid until the next move.
    [[nodiscard]] RecordView record() const noexcept { return record_.view(); }

  private:
    const SceneDoc& doc_;
    std::size_t entity_ = 0;  // entities begun
    std::size_t component_ = 0;
    RecordScratch record_;
};

/// Gives all that \p cursor comes upon to \p sink, which has `void entity()` and
/// `bool component(const RecordView&)`; false once that is.
template <class Cursor, class Sink>
bool feed(Cursor& cursor, Sink& sink) {
    while (true) {
        switch (cursor.next()) {
            case RecordEvent::entity:
                sink.entity();
                break;
            case RecordEvent::component:
                if (!sink.component(cursor.record())) return false;
                break;
            case RecordEvent::end:
                return true;
        }
    }
}

}  // namespace diorama::document::detail
