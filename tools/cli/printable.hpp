// SPDX-License-Identifier: MIT
/// \file
/// What files say, for a terminal: printable.
#pragma once

#include <string>
#include <string_view>

namespace diorama::cli {

/// \p text as a terminal may have it: characters that it would obey, or that turn the direction of
/// what follows, as `\u{1b}`, and no more of it than fits a screen. Names of files, URIs and
/// objects reach messages as they were written.
[[nodiscard]] std::string printable(std::string_view text);

}  // namespace diorama::cli
