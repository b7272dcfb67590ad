// SPDX-License-Identifier: MIT
/// \file
/// Which format a file's name asks for, and which one it has: format_of, format_of_bytes.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>

#include "diorama/document/scene_doc.hpp"

namespace diorama::document::detail {

/// The format that \p path's extension stands for.
///
/// Failure: doc-extension.
[[nodiscard]] Result<SceneFormat> format_of(const std::filesystem::path& path);

/// The format of \p bytes, called \p name: by how they begin, and where no scene begins so, by the
/// extension, whose reader then says best what is wrong.
[[nodiscard]] SceneFormat format_of_bytes(std::span<const std::byte> bytes, std::string_view name);

}  // namespace diorama::document::detail
