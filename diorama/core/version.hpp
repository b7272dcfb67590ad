// SPDX-License-Identifier: MIT
/// \file
/// Which Diorama this is: version.
#pragma once

#include <string_view>

namespace diorama {

/// The library's version, `major.minor.patch`, as its package states it.
[[nodiscard]] std::string_view version() noexcept;

}  // namespace diorama
