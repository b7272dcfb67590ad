// SPDX-License-Identifier: MIT
/// \file
/// What a compiler says of types that can't be saved: SavedType, SavedMembers.
#pragma once

#include <tuple>
#include <type_traits>

namespace diorama::document {

template <class T>
struct FieldCodec;

namespace detail {

/// Whether there is a FieldCodec of T.
template <class T>
inline constexpr bool kIsSaved = requires { sizeof(FieldCodec<T>); };

/// Refuses a T without one. A class, so that those who write and those who read it say so once
/// between them.
template <class T>
struct SavedType {
    static_assert(kIsSaved<T> || !std::is_enum_v<T>,
                  "not a saved type: an enumeration needs DIORAMA_ENUM beside its definition, with "
                  "all its enumerators");
    static_assert(kIsSaved<T> || std::is_enum_v<T>,
                  "not a saved type; docs/formats/scene_text.md lists them; for std::unordered_map "
                  "use std::map; a struct needs DIORAMA_COMPONENT beside its definition, or a "
                  "FieldCodec");
};

/// SavedType of each member of a description, asked for before anything else is made of them.
template <class Members>
struct SavedMembers;
template <class... Ms>
struct SavedMembers<std::tuple<Ms...>> {
    static constexpr bool kAsked = ((sizeof(SavedType<typename Ms::type>) > 0) && ...);
};

}  // namespace detail
}  // namespace diorama::document
