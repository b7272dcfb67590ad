// SPDX-License-Identifier: MIT
/// \file
/// A described type's fields, those of its struct members among them, as types: Leaf, leaves_of.
/// Design page: docs/design/scene_documents.md, "The straight way".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "diorama/document/detail/direct_codec.hpp"
#include "diorama/ecs/component_info.hpp"

namespace diorama::document::detail {

/// Characters as a template argument.
template <std::size_t N>
struct NameText {
    char text[N + 1] = {};  ///< and a zero
    constexpr explicit NameText(std::string_view from) {
        for (std::size_t i = 0; i < N; ++i)
            text[i] = from[i];
    }
    [[nodiscard]] constexpr std::string_view view() const { return {text, N}; }
};

/// \p A and \p B, with a dot between where there is an A.
template <NameText A, NameText B>
[[nodiscard]] constexpr auto below() {
    constexpr std::size_t kA = A.view().size(), kB = B.view().size();
    if constexpr (kA == 0) {
        return B;
    } else {
        char text[kA + 1 + kB] = {};
        for (std::size_t i = 0; i < kA; ++i)
            text[i] = A.text[i];
        text[kA] = '.';
        for (std::size_t i = 0; i < kB; ++i)
            text[kA + 1 + i] = B.text[i];
        return NameText<kA + 1 + kB>(std::string_view(text, kA + 1 + kB));
    }
}

/// One field: its name, its member's type, and the way there from the component.
template <NameText Name, class M, auto... Path>
struct Leaf {
    using Member = M;
    using Codec = DirectCodec<M>;
    static constexpr bool kFixed = FixedMember<M>;
    static constexpr std::string_view kName{Name.text, sizeof(Name.text) - 1};

    template <class T>
    static constexpr decltype(auto) of(T& component) {
        return (component.*....*Path);
    }
    /// What precedes the payload in CSCN: name, kind and, of a fixed list, its count.
    static constexpr auto kHead = [] {
        constexpr bool kListed = requires { Codec::kList; };
        std::array<char, 4 + kName.size() + 1 + (kListed ? 4 : 0)> head{};
        std::size_t at = 0;
        const auto u32 = [&](std::uint32_t value) {
            for (int byte = 0; byte < 4; ++byte)
                head[at++] = static_cast<char>(value >> (8 * byte) & 0xff);
        };
        u32(static_cast<std::uint32_t>(kName.size()));
        for (const char c : kName)
            head[at++] = c;
        head[at++] = static_cast<char>(Codec::kKind);
        if constexpr (kListed) u32(Codec::kList);
        return head;
    }();
    /// What precedes the value in text.
    static constexpr auto kTextHead = [] {
        std::array<char, kName.size() + 2> head{};
        head[0] = ' ';
        for (std::size_t i = 0; i < kName.size(); ++i)
            head[i + 1] = kName[i];
        head[kName.size() + 1] = '=';
        return head;
    }();
    /// Bytes in CSCN: at least, and all of it but what a variable payload's size counts.
    static constexpr std::size_t kBytes = [] {
        if constexpr (kFixed)
            return kHead.size() + Codec::kBytes;
        else
            return kHead.size() + 4;
    }();
    /// Bytes beyond those that a short payload of variable size takes with no look at the room.
    static constexpr std::size_t kSlack = kFixed ? 0 : kShortBytes;
    /// Characters in text, at most, but for variable ones.
    static constexpr std::size_t kTextBytes = [] {
        if constexpr (kFixed)
            return kTextHead.size() + Codec::kTextBytes;
        else
            return kTextHead.size();
    }();
};

template <class... Ls>
struct LeafList {};

template <class... As, class... Bs>
LeafList<As..., Bs...> operator+(LeafList<As...>, LeafList<Bs...>) {
    return {};
}

/// A list without leaves, for types that have a member that is not direct.
struct NoLeaves {};

template <class List>
NoLeaves operator+(NoLeaves, List) {
    return {};
}
template <class... Ls>
NoLeaves operator+(LeafList<Ls...>, NoLeaves) {
    return {};
}

/// T's description, as a type.
template <class T>
struct OwnDescription {
    static constexpr auto value = description_of<T>();
};

/// Struct members are followed no deeper than this.
inline constexpr int kLeafDepth = 8;

template <class Of, NameText Prefix, int Depth, auto... Path>
auto leaves_of() {
    return []<std::size_t... I>(std::index_sequence<I...>) {
        return (LeafList<>{} + ... + []<std::size_t J>(std::integral_constant<std::size_t, J>) {
            constexpr auto member = std::get<J>(Of::value.members);
            using M = typename decltype(member)::type;
            constexpr NameText<member.name.size()> kMember(member.name);
            constexpr auto kName = below<Prefix, kMember>();
            if constexpr (DirectMember<M>)
                return LeafList<Leaf<kName, M, Path..., member.pointer>>{};
            else if constexpr (Described<M> && requires { typename FieldCodec<M>::BuiltIn; } &&
                               Depth < kLeafDepth)
                return leaves_of<OwnDescription<M>, kName, Depth + 1, Path..., member.pointer>();
            else
                return NoLeaves{};
        }(std::integral_constant<std::size_t, I>{}));
    }(std::make_index_sequence<std::tuple_size_v<decltype(Of::value.members)>>{});
}

}  // namespace diorama::document::detail
