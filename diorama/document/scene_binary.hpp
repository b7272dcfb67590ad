// SPDX-License-Identifier: MIT
/// \file
/// The binary format of scenes, `CSCN`: read_binary, write_binary.
/// Design page: docs/formats/scene_binary.md.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "diorama/document/scene_bytes.hpp"
#include "diorama/document/scene_doc.hpp"

namespace diorama::document {

/// Reads a binary scene called \p name in messages.
///
/// Input:   untrusted. Counts are held against the bytes that are there before memory is taken;
///          trailing bytes are ignored with a warning, as the format's source does.
/// Version: any; returned as the file has it, SceneRegistry::migrate() brings it up to date.
/// Failure: doc-header, doc-truncated, doc-limit, doc-kind end the reading; doc-value, doc-name,
///          doc-duplicate, doc-utf8, doc-reference do not. `where` is name@byte; `diagnostics`
///          holds every fault found, up to a hundred.
/// Source:  docs/formats/scene_binary.md
[[nodiscard]] Result<SceneDoc> read_binary(std::span<const std::byte> bytes, std::string_view name);

/// Writes \p doc; what read_binary() makes of the result equals \p doc, and writing that gives the
/// same bytes.
///
/// Failure: as check_doc().
[[nodiscard]] Result<SceneBytes> write_binary(const SceneDoc& doc);

}  // namespace diorama::document
