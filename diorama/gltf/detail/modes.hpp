// SPDX-License-Identifier: MIT
/// \file
/// How many vertices a primitive's mode can use: uses_up, shortfall; and the index that ends one
/// strip, loop or fan and starts the next, which glTF does not have and files hold all the same:
/// restart_value, may_restart.
#pragma once

#include <cstdint>
#include <string>

#include "diorama/gltf/document.hpp"

namespace diorama::gltf::detail {

/// Whether \p mode draws something of \p count vertices and leaves none over.
[[nodiscard]] bool uses_up(Mode mode, std::uint64_t count) noexcept;

/// What is to be said of \p count vertices that \p mode does not use up.
[[nodiscard]] std::string shortfall(Mode mode, std::uint64_t count);

/// The greatest number that indices of \p type can hold.
[[nodiscard]] constexpr std::uint32_t restart_value(ComponentType type) noexcept {
    switch (type) {
        case ComponentType::u8:
            return UINT8_MAX;
        case ComponentType::u16:
            return UINT16_MAX;
        default:
            return UINT32_MAX;
    }
}

/// Whether primitives of \p mode have an order that a restart breaks; in a list it is no vertex.
[[nodiscard]] constexpr bool may_restart(Mode mode) noexcept {
    return mode == Mode::line_loop || mode == Mode::line_strip || mode == Mode::triangle_strip ||
           mode == Mode::triangle_fan;
}

}  // namespace diorama::gltf::detail
