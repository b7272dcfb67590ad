// SPDX-License-Identifier: MIT
/// \file
/// Which format a file's name asks for: format_of.
#pragma once

#include <filesystem>

#include "diorama/document/scene_doc.hpp"

namespace diorama::document::detail {

/// The format that \p path's extension stands for.
///
/// Failure: doc-extension.
[[nodiscard]] Result<SceneFormat> format_of(const std::filesystem::path& path);

}  // namespace diorama::document::detail
