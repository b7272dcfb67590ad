// SPDX-License-Identifier: MIT
/// \file
/// Strict validation of a glTF file: check, check_memory.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "diorama/core/error.hpp"
#include "diorama/gltf/limits.hpp"

namespace diorama::gltf {

/// Everything that is wrong with the glTF file at \p path: container, JSON, structure, references
/// and the data of every buffer it names.
///
/// The file passes where no finding is an error; warnings are allowed.
/// Input:   untrusted.
/// Order:   container, JSON, structure, then data, each in file order.
/// Cost:    reads all that the file names once or, for what primitives share, once per use.
/// Failure: none of its own: a file that can't be opened is a finding like any other.
/// Source:  glTF 2.0; the checks of the Khronos glTF validator for what the specification demands.
[[nodiscard]] std::vector<Diagnostic> check(const std::filesystem::path& path,
                                            const ImportLimits& limits = {});

/// Checks \p bytes as check() does a file; URIs start at \p folder, and \p name starts every
/// `where`.
[[nodiscard]] std::vector<Diagnostic> check_memory(std::span<const std::byte> bytes,
                                                   const std::filesystem::path& folder,
                                                   std::string name,
                                                   const ImportLimits& limits = {});

}  // namespace diorama::gltf
