// SPDX-License-Identifier: MIT
/// \file
/// What `info` and `check` do with textures: is_ktx2, info_of_ktx2, check_ktx2_file.
#pragma once

#include <filesystem>
#include <vector>

#include "commands.hpp"
#include "diorama/core/error.hpp"

namespace diorama::cli {

/// Whether \p path is a KTX2 file by its first bytes or, where it has lost them, by its extension.
[[nodiscard]] bool is_ktx2(const std::filesystem::path& path);

/// `diorama info` of a KTX2 file; returns the exit status.
int info_of_ktx2(const InfoOptions& options);

/// Every fault of a KTX2 file.
[[nodiscard]] std::vector<Diagnostic> check_ktx2_file(const std::filesystem::path& path);

}  // namespace diorama::cli
