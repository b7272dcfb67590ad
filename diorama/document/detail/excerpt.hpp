// SPDX-License-Identifier: MIT
/// \file
/// Untrusted text in messages: excerpt.
#pragma once

#include <string>
#include <string_view>

namespace diorama::document::detail {

/// The first 40 bytes of \p text between backticks, with what a terminal would obey replaced by
/// `?`.
[[nodiscard]] std::string excerpt(std::string_view text);

}  // namespace diorama::document::detail
