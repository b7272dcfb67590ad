// SPDX-License-Identifier: MIT
/// \file
/// Base64: decode_base64.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace diorama::gltf::detail {

/// The bytes that base64 \p text stands for; nothing when it is malformed. Padding may be left out.
///
/// Source: RFC 4648 section 4.
[[nodiscard]] std::optional<std::vector<std::byte>> decode_base64(std::string_view text);

}  // namespace diorama::gltf::detail
