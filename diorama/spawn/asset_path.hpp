// SPDX-License-Identifier: MIT
/// \file
/// How a saved scene names its models: asset_path, asset_reference.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "diorama/core/error.hpp"

namespace diorama::spawn {

/// The file that \p reference, as saved in a scene that lies in \p base, stands for.
///
/// Failure: spawn-asset-outside for an empty or absolute reference, or one that climbs out of
///          \p base, unless \p outside_base; an empty one is always refused.
[[nodiscard]] Result<std::filesystem::path> asset_path(const std::filesystem::path& base,
                                                       std::string_view reference,
                                                       bool outside_base);

/// How a scene that lies in \p base refers to \p file: relative where there is a way, `/`
/// separated. Neither need be there yet; links to folders that are there are followed.
[[nodiscard]] std::string asset_reference(const std::filesystem::path& base,
                                          const std::filesystem::path& file);

}  // namespace diorama::spawn
