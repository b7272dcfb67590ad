// SPDX-License-Identifier: MIT
/// \file
/// The table of gltf's codes: CodeInfo, code_table, code_info.
///
/// Import and render refuse fatal ones and carry the rest as diagnostics; check fails on any error.
#pragma once

#include <span>

#include "diorama/core/error.hpp"

namespace diorama::gltf {

/// How bad one code is.
struct CodeInfo {
    ErrorCode code{"unknown"};            ///< one of error_codes.hpp
    Severity severity = Severity::error;  ///< of every finding with this code
    bool fatal = false;                   ///< nothing right can be loaded past it
};

/// Every code of this module.
[[nodiscard]] std::span<const CodeInfo> code_table() noexcept;

/// The row of \p code; one of another module counts as a fatal error.
[[nodiscard]] CodeInfo code_info(ErrorCode code) noexcept;

}  // namespace diorama::gltf
