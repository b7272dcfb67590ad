// SPDX-License-Identifier: MIT
/// \file
/// The text format of scenes, `cinder-scene 2`: read_text, write_text.
/// Design page: docs/formats/scene_text.md.
#pragma once

#include <string>
#include <string_view>

#include "diorama/document/scene_doc.hpp"

namespace diorama::document {

/// Reads a text scene called \p name in messages.
///
/// Input:   untrusted; memory is bounded by a small multiple of its size.
/// Version: any; returned as the file has it, SceneRegistry::migrate() brings it up to date.
/// Failure: doc-header, doc-entity-order, doc-syntax, doc-value, doc-name, doc-duplicate, doc-utf8,
///          doc-limit, doc-reference; `where` is name:line:column, and `diagnostics` holds every
///          fault of the text up to a hundred.
/// Source:  docs/formats/scene_text.md
[[nodiscard]] Result<SceneDoc> read_text(std::string_view text, std::string_view name);

/// Writes \p doc; what read_text() makes of the result equals \p doc, and writing that gives the
/// same characters.
///
/// Failure: as check_doc().
[[nodiscard]] Result<std::string> write_text(const SceneDoc& doc);

}  // namespace diorama::document
