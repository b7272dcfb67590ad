// SPDX-License-Identifier: MIT
/// \file
/// What people call an entity: Name.
#pragma once

#include <string>

#include "diorama/core/component.hpp"

namespace diorama {

/// A label for people: UTF-8, not unique, no identity.
struct Name {
    std::string value{};  ///< the text, as the artist wrote it
};
DIORAMA_COMPONENT(Name, value);

}  // namespace diorama
