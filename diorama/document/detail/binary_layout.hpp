// SPDX-License-Identifier: MIT
/// \file
/// Constants of the binary format that reader and writer share.
/// Design page: docs/formats/scene_binary.md.
#pragma once

#include <cstddef>
#include <string_view>

namespace diorama::document::detail {

inline constexpr std::string_view kMagic = "CSCN";

// The fewest bytes one of each can take, so that a count can be held against the bytes that are
// there before memory is taken. A name is never empty.
inline constexpr std::size_t kLeastEntityBytes = 4;     // component count
inline constexpr std::size_t kLeastComponentBytes = 9;  // name 4 + 1, field count 4
inline constexpr std::size_t kLeastFieldBytes = 10;     // name 4 + 1, kind 1, empty string 4

}  // namespace diorama::document::detail
