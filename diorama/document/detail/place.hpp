// SPDX-License-Identifier: MIT
/// \file
/// Places in messages: where_of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "diorama/document/detail/findings.hpp"
#include "diorama/document/scene_doc.hpp"

namespace diorama::document::detail {

/// `source:line:column` or `source@byte` of a component read at \p place and \p column, or of its
/// field at \p field; \p source alone where nothing was read.
[[nodiscard]] Place where_of(std::string_view source, SceneFormat format, std::uint64_t place,
                             std::uint32_t column, std::uint32_t field);

/// What to do about a reference to \p end or above in a \p format; empty where nobody can mend it
/// by hand.
[[nodiscard]] std::string reference_remedy(SceneFormat format, std::int64_t end);

}  // namespace diorama::document::detail
