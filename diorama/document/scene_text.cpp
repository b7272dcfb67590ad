// SPDX-License-Identifier: MIT
#include "diorama/document/scene_text.hpp"

#include "diorama/document/detail/build_doc.hpp"
#include "diorama/document/detail/text_cursor.hpp"
#include "diorama/document/detail/text_writer.hpp"
#include "diorama/document/detail/write_doc.hpp"

namespace diorama::document {

Result<SceneDoc> read_text(std::string_view text, std::string_view name) {
    detail::Findings findings(name);
    detail::TextCursor cursor(text, findings);
    return detail::build_doc(cursor, findings, name, SceneFormat::text);
}

Result<std::string> write_text(const SceneDoc& doc) {
    if (Result<> sound = check_doc(doc); !sound) return std::unexpected(std::move(sound.error()));
    std::string text;
    detail::StringSink out(text);
    detail::TextWriter writer(out, doc.version, doc.entities.size());
    detail::write_doc(doc, writer);
    out.finish();
    return text;
}

}  // namespace diorama::document
