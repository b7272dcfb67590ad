// SPDX-License-Identifier: MIT
/// \file
/// Untrusted text in messages: excerpt.
#pragma once

#include <string>
#include <string_view>

namespace diorama::document {

/// The first 40 bytes of \p text between backticks, never cut inside a character, with what a
/// terminal would obey replaced by `?`. For whoever quotes a file: names and values may hold
/// anything, and any amount of it.
[[nodiscard]] std::string excerpt(std::string_view text);

}  // namespace diorama::document
