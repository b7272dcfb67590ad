// SPDX-License-Identifier: MIT
/// \file
/// Entities in messages: describe.
#pragma once

#include <string>

#include "diorama/ecs/entity.hpp"

namespace diorama::detail {

/// `entity 7v2`, or `the null entity`.
[[nodiscard]] inline std::string describe(Entity entity) {
    if (entity.is_null()) return "the null entity";
    return "entity " + std::to_string(entity.index()) + "v" + std::to_string(entity.generation());
}

}  // namespace diorama::detail
