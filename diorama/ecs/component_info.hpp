// SPDX-License-Identifier: MIT
/// \file
/// What a World knows about a component type: Component, ComponentId, ComponentName, Requires,
/// RelationTraits.
/// Design page: docs/design/world.md.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "diorama/core/component.hpp"
#include "diorama/ecs/entity.hpp"
#include "diorama/ecs/entity_references.hpp"

namespace diorama {

/// Any movable C++ type can be a component, but a bare Entity, which says nothing of what it is.
template <class C>
concept Component =
    std::is_object_v<C> && std::same_as<C, std::remove_cv_t<C>> && std::move_constructible<C> &&
    std::is_nothrow_destructible_v<C> && !std::same_as<C, Entity>;

/// A component type's number within one World, in order of first use there.
using ComponentId = std::uint32_t;

/// Gives C a stable name where DIORAMA_COMPONENT does not: specialise with
/// `static constexpr std::string_view value`.
template <class C>
struct ComponentName;

/// A list of component types.
template <class... Cs>
struct ComponentList {};

/// The components that every entity with a C has too: specialise with `using types =
/// ComponentList<...>`. They are made by their default constructors where the caller gives none.
template <class C>
struct Requires {
    using types = ComponentList<>;  ///< none unless specialised
};

/// Makes C a relationship when specialised: `static Entity target(const C&)`, and
/// `static constexpr bool linked`, whether despawning the target despawns the sources. With
/// `static void retarget(C&, Entity)`, a description or EntityReferences, World::duplicate renames
/// its target.
template <class C>
struct RelationTraits;

/// A component whose RelationTraits are specialised.
template <class C>
concept Relation = requires(const C& c) {
    { RelationTraits<C>::target(c) } -> std::same_as<Entity>;
    { RelationTraits<C>::linked } -> std::convertible_to<bool>;
};

namespace detail {

inline constexpr std::uint32_t kNone = 0xffffffffu;  ///< no index, in every table of indices

/// Where the values of a component live.
enum class Home : unsigned char {
    table,   ///< a column of the entity's table
    local,   ///< the placement store: Transform
    global,  ///< the placement store: GlobalTransform
    link     ///< the placement store: ChildOf
};

/// Which Home a type has; specialised in placement.hpp only.
template <class C>
inline constexpr Home kHome = Home::table;

/// A component type without its type.
struct ComponentInfo {
    std::string name;                               ///< unique in its World
    std::size_t size = 0;                           ///< bytes of one value
    std::size_t align = 1;                          ///< alignment of one value
    bool plain = false;                             ///< moved by memcpy and never destroyed
    bool named = false;                             ///< the name is stable, not a C++ type's
    bool described = false;                         ///< by DIORAMA_COMPONENT: meant to be saved
    Home home = Home::table;                        ///< where values live
    void (*relocate)(void* to, void* from) = {};    ///< moves \p from to raw \p to, ends \p from
    void (*take)(void* to, void* from) = {};        ///< move-constructs raw \p to from \p from
    void (*destroy)(void* value) = {};              ///< ends a value
    void (*make_default)(void* to) = {};            ///< null if not default constructible
    void (*copy)(void* to, const void* from) = {};  ///< null if not copyable
    void (*remap)(void* value,
                  const Remap& map) = {};      ///< renames the entities in it; null where none are
    Entity (*target)(const void* value) = {};  ///< a relationship's target; null otherwise
    bool linked = false;                       ///< sources die with their target
    std::uint32_t relation = kNone;            ///< number of its link table
    std::vector<ComponentId> required;         ///< transitive, without itself
};

/// A number of its own for each C++ type, in order of first use in the process.
[[nodiscard]] std::uint32_t next_type_index() noexcept;

/// The number of T.
template <class T>
[[nodiscard]] std::uint32_t type_index() noexcept {
    static const std::uint32_t index = next_type_index();
    return index;
}

/// The C++ spelling of T: what a type with no stable name is called.
template <class T>
[[nodiscard]] constexpr std::string_view type_spelling() noexcept {
    constexpr std::string_view text = __PRETTY_FUNCTION__;
    constexpr std::size_t from = text.find("T = ") + 4;
    constexpr std::size_t semicolon = text.find(';', from);
    return text.substr(from, (semicolon == text.npos ? text.rfind(']') : semicolon) - from);
}

/// Whether C has a name that means the same in every build.
template <class C>
inline constexpr bool kNamed = Described<C> || requires { ComponentName<C>::value; };

/// C's stable name, or its C++ spelling.
template <class C>
[[nodiscard]] constexpr std::string_view name_of() noexcept {
    if constexpr (Described<C>) {
        return description_of<C>().name;
    } else if constexpr (requires { ComponentName<C>::value; }) {
        return ComponentName<C>::value;
    } else {
        return type_spelling<C>();
    }
}

/// Refuses what is no component, in words.
template <class C>
consteval void expect_component() {
    static_assert(!std::same_as<C, Entity>,
                  "an Entity is no component: hang it under a parent with ChildOf{parent}, or make "
                  "a struct that holds it");
    static_assert(Component<C> || std::same_as<C, Entity>,
                  "a component is a type that can be moved and ended without a throw");
}

/// C without its type; the list of required components is left for the World to fill.
template <Component C>
[[nodiscard]] ComponentInfo make_info(std::string_view name, bool named) {
    ComponentInfo info;
    info.name = name;
    info.named = named;
    info.described = Described<C>;
    info.size = sizeof(C);
    info.align = alignof(C);
    info.home = kHome<C>;
    info.plain = std::is_trivially_copyable_v<C>;
    info.relocate = [](void* to, void* from) {
        C* source = std::launder(static_cast<C*>(from));
        ::new (to) C(std::move(*source));
        source->~C();
    };
    info.take = [](void* to, void* from) {
        ::new (to) C(std::move(*std::launder(static_cast<C*>(from))));
    };
    info.destroy = [](void* value) { std::launder(static_cast<C*>(value))->~C(); };
    if constexpr (std::is_default_constructible_v<C>)
        info.make_default = [](void* to) { ::new (to) C(); };
    if constexpr (std::is_copy_constructible_v<C>)
        info.copy = [](void* to, const void* from) {
            ::new (to) C(*std::launder(static_cast<const C*>(from)));
        };
    constexpr bool kRetargets = requires(C& c) { RelationTraits<C>::retarget(c, Entity{}); };
    if constexpr (!RemapOf<C>::kNothing || kRetargets) {
        info.remap = [](void* value, const Remap& map) {
            C& component = *std::launder(static_cast<C*>(value));
            remap_value(component, map);
            if constexpr (kRetargets)
                RelationTraits<C>::retarget(component, map(RelationTraits<C>::target(component)));
        };
    }
    if constexpr (Relation<C>) {
        info.target = [](const void* value) {
            return RelationTraits<C>::target(*std::launder(static_cast<const C*>(value)));
        };
        info.linked = RelationTraits<C>::linked;
    }
    return info;
}

}  // namespace detail
}  // namespace diorama
