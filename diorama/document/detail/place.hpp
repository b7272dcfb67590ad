// SPDX-License-Identifier: MIT
/// \file
/// Places in messages: where_of.
#pragma once

#include <cstdint>
#include <string_view>

#include "diorama/document/detail/findings.hpp"
#include "diorama/document/scene_doc.hpp"

namespace diorama::document::detail {

/// `source:line:column` or `source@byte` of a component read at \p place and \p column, or of its
/// field at \p field; \p source alone where nothing was read.
[[nodiscard]] Place where_of(std::string_view source, SceneFormat format, std::uint64_t place,
                             std::uint32_t column, std::uint32_t field);

}  // namespace diorama::document::detail
