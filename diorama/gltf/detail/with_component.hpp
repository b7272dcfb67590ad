// SPDX-License-Identifier: MIT
/// \file
/// From a ComponentType to the C++ type of its numbers: with_component, load_component.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "diorama/gltf/accessor.hpp"

namespace diorama::gltf::detail {

/// Calls \p f with a number of the type that \p type stands for, and returns what it returns.
template <class F>
decltype(auto) with_component(ComponentType type, F&& f) {
    switch (type) {
        case ComponentType::i8:
            return f(std::int8_t{});
        case ComponentType::u8:
            return f(std::uint8_t{});
        case ComponentType::i16:
            return f(std::int16_t{});
        case ComponentType::u16:
            return f(std::uint16_t{});
        case ComponentType::u32:
            return f(std::uint32_t{});
        case ComponentType::f32:
            break;
    }
    return f(float{});
}

/// The number at \p from, which may stand anywhere.
template <class C>
C load_component(const std::byte* from) noexcept {
    C value;
    std::memcpy(&value, from, sizeof(C));
    return value;
}

}  // namespace diorama::gltf::detail
