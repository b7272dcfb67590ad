// SPDX-License-Identifier: MIT
#include "diorama/core/version.hpp"

namespace diorama {

std::string_view version() noexcept {
    return DIORAMA_VERSION;
}

}  // namespace diorama
