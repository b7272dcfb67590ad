// SPDX-License-Identifier: MIT
/// \file
/// Where the entities in a value are, for renaming them when it is copied: EntityReferences.
/// Design page: docs/design/world.md, "Copies".
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "diorama/core/component.hpp"
#include "diorama/ecs/entity.hpp"

namespace diorama {

/// Says where the entities in a T are, for a type that DIORAMA_COMPONENT does not describe, or
/// whose described members are not all: specialise with `static void each(T&, auto&& visit)` that
/// calls visit(Entity&) for each. World::duplicate renames what it is shown.
template <class T>
struct EntityReferences;

namespace detail {

/// Finds the copy of an entity while a subtree is duplicated; others stay as they are.
struct Remap {
    Entity (*call)(const void* state, Entity entity);  ///< what \p entity is to be called
    const void* state;                                 ///< whose

    /// What \p entity is to be called.
    Entity operator()(Entity entity) const { return call(state, entity); }
};

/// A type whose EntityReferences are specialised.
template <class T>
concept ShowsReferences =
    requires(T& value, void (*visit)(Entity&)) { EntityReferences<T>::each(value, visit); };

/// What to do to a T; this one holds no entities.
template <class T>
struct RemapOf {
    static constexpr bool kNothing = !Described<T> && !ShowsReferences<T>;
    static void apply([[maybe_unused]] T& value, [[maybe_unused]] const Remap& map);
};

/// Renames the entities in \p value, in every place that saving and loading it would.
template <class T>
void remap_value(T& value, const Remap& map) {
    RemapOf<T>::apply(value, map);
}

template <class T>
void RemapOf<T>::apply(T& value, const Remap& map) {
    if constexpr (ShowsReferences<T>) {
        EntityReferences<T>::each(value, [&](Entity& entity) { entity = map(entity); });
    } else if constexpr (Described<T>) {
        for_each_member(value, [&]<class M>(std::string_view, M& member) {
            if constexpr (!RemapOf<M>::kNothing) remap_value(member, map);
        });
    }
}

template <>
struct RemapOf<Entity> {
    static constexpr bool kNothing = false;
    static void apply(Entity& value, const Remap& map) { value = map(value); }
};

template <class T>
struct RemapOf<std::vector<T>> {
    static constexpr bool kNothing = RemapOf<T>::kNothing;
    static void apply(std::vector<T>& values, const Remap& map) {
        if constexpr (!kNothing)
            for (T& value : values)
                remap_value(value, map);
    }
};

template <class T, std::size_t N>
struct RemapOf<std::array<T, N>> {
    static constexpr bool kNothing = RemapOf<T>::kNothing;
    static void apply(std::array<T, N>& values, const Remap& map) {
        if constexpr (!kNothing)
            for (T& value : values)
                remap_value(value, map);
    }
};

template <class T>
struct RemapOf<std::optional<T>> {
    static constexpr bool kNothing = RemapOf<T>::kNothing;
    static void apply(std::optional<T>& value, const Remap& map) {
        if (value) remap_value(*value, map);
    }
};

template <class K, class V>
struct RemapOf<std::map<K, V>> {
    static constexpr bool kNothing = RemapOf<K>::kNothing && RemapOf<V>::kNothing;
    static void apply(std::map<K, V>& values, const Remap& map) {
        if constexpr (!RemapOf<V>::kNothing)
            for (auto& [key, value] : values)
                remap_value(value, map);
        if constexpr (!RemapOf<K>::kNothing) {
            // Through nodes, because another name is another place in the order.
            std::map<K, V> renamed;
            while (!values.empty()) {
                auto node = values.extract(values.begin());
                remap_value(node.key(), map);
                renamed.insert(std::move(node));
            }
            values = std::move(renamed);
        }
    }
};

template <class... Ts>
struct RemapOf<std::variant<Ts...>> {
    static constexpr bool kNothing = (RemapOf<Ts>::kNothing && ...);
    static void apply(std::variant<Ts...>& value, const Remap& map) {
        std::visit([&](auto& held) { remap_value(held, map); }, value);
    }
};

}  // namespace detail
}  // namespace diorama
