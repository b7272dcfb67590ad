// SPDX-License-Identifier: MIT
/// \file
/// Scenes as files, in either format: read_file, write_file, read_bytes.
/// Design pages: docs/formats/scene_text.md, docs/formats/scene_binary.md.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>

#include "diorama/document/scene_doc.hpp"

namespace diorama::document {

/// Reads a scene called \p name in messages, binary where it begins with `CSCN`, else text; but
/// what begins as neither is read as \p name ends, in `.cscnb` or not.
///
/// Input:   untrusted.
/// Failure: as read_binary() or read_text().
[[nodiscard]] Result<SceneDoc> read_bytes(std::span<const std::byte> bytes, std::string_view name);

/// Reads the scene at \p path, whose content, not its name, tells the format.
///
/// Failure: file-not-found, file-read-failed; as read_bytes().
[[nodiscard]] Result<SceneDoc> read_file(const std::filesystem::path& path);

/// Replaces \p path by \p doc, as text where it ends in `.cscn` and as binary in `.cscnb`. A reader
/// of the path finds the whole old file or the whole new one at any time.
///
/// Memory:  a block of what is written, beside the document.
/// Failure: doc-extension; as check_doc(); file-write-failed. The old file then stays.
[[nodiscard]] Result<> write_file(const std::filesystem::path& path, const SceneDoc& doc);

}  // namespace diorama::document
