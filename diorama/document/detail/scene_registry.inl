// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>

#include "diorama/document/scene_registry.hpp"

namespace diorama::document {

template <class T>
    requires Described<T> || SceneComponent<T>
Result<> SceneRegistry::add(TypeOptions options) {
    if constexpr (SceneComponent<T>) {
        return add_custom<T>(SceneFunctions<T>{
            std::string(T::scene_name()),
            [](const T& component, FieldWriter& writer) { component.write_scene(writer); },
            [](FieldReader& reader) { return T::read_scene(reader); }, options.version});
    } else {
        const auto write = [](const T& component, FieldWriter& writer) {
            FieldCodec<T>::write_members(writer, component);
        };
        const auto read = [](FieldReader& reader) {
            T component{};
            FieldCodec<T>::read_members(reader, component);
            return component;
        };
        using Type = detail::TypedSceneType<T, decltype(write), decltype(read)>;
        return add_type(std::make_unique<Type>(std::string(description_of<T>().name),
                                               options.version, write, read),
                        diorama::detail::type_index<T>());
    }
}

template <class T>
Result<> SceneRegistry::add_custom(SceneFunctions<T> functions) {
    using Type = detail::TypedSceneType<T, decltype(functions.write), decltype(functions.read)>;
    return add_type(std::make_unique<Type>(std::move(functions.name), functions.version,
                                           std::move(functions.write), std::move(functions.read)),
                    diorama::detail::type_index<T>());
}

}  // namespace diorama::document
