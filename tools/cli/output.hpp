// SPDX-License-Identifier: MIT
/// \file
/// Whether a file can be written, asked before the work that makes it: check_output.
#pragma once

#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "diorama/core/error.hpp"

namespace diorama::cli {

/// The extension of \p path with its dot, in small letters: files from other systems may have
/// capitals.
[[nodiscard]] std::string lower_extension(const std::filesystem::path& path);

/// Finds what would keep \p path from being written: an extension that is none of \p extensions, no
/// folder to put it in, something else in its place. It makes and changes nothing.
///
/// Failure: cli-output-extension, a misuse; file-write-failed.
[[nodiscard]] Result<> check_output(const std::filesystem::path& path,
                                    std::initializer_list<std::string_view> extensions);

/// Does check_output() and reports what it finds for a command on \p file; the exit status where
/// the command must stop.
[[nodiscard]] std::optional<int> refuse_output(const std::filesystem::path& path,
                                               std::initializer_list<std::string_view> extensions,
                                               std::string_view file, bool json);

}  // namespace diorama::cli
