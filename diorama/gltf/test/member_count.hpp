// SPDX-License-Identifier: MIT
/// \file
/// How many members a struct has, so that whoever lists them by hand is told of a new one:
/// member_count.
#pragma once

#include <cstddef>
#include <optional>
#include <type_traits>
#include <utility>

namespace diorama::gltf::test {

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

/// Initialises a member of any type; an optional by way of its value.
struct AnyMember {
    template <class T>
        requires(!is_optional<T>)
    operator T() const;  // NOLINT(google-explicit-constructor)
};

/// Members of the aggregate \p T, each base counting as one.
template <class T, class... Members>
    requires std::is_aggregate_v<T>
[[nodiscard]] consteval std::size_t member_count() {
    if constexpr (requires { T{Members()..., AnyMember()}; })
        return member_count<T, Members..., AnyMember>();
    else
        return sizeof...(Members);
}

}  // namespace diorama::gltf::test
