// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <type_traits>
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
        return add_described<T, detail::OwnDescription<T>>(options);
    }
}

template <class T, class Of>
Result<> SceneRegistry::add_described(TypeOptions options) {
    using Members = std::remove_cvref_t<decltype(Of::value.members)>;
    static_assert(detail::SavedMembers<Members>::kAsked);
    const auto write = [](const T& component, FieldWriter& writer) {
        std::apply(
            [&](const auto&... member) {
                (writer.write(member.name, component.*member.pointer), ...);
            },
            Of::value.members);
    };
    const auto read = [](FieldReader& reader) {
        T component{};
        std::apply(
            [&](const auto&... member) {
                (reader.read(member.name, component.*member.pointer), ...);
            },
            Of::value.members);
        return component;
    };
    using Type = detail::TypedSceneType<T, decltype(write), decltype(read)>;
    auto type = std::make_unique<Type>(std::string(Of::value.name), options.version, write, read);
    type->direct = detail::direct_format_of<T, Of>();
    const std::vector<std::string_view> members = std::apply(
        [](const auto&... member) { return std::vector<std::string_view>{member.name...}; },
        Of::value.members);
    return add_type(std::move(type), diorama::detail::type_index<T>(), members);
}

template <class T>
Result<> SceneRegistry::add_custom(SceneFunctions<T> functions) {
    if (!functions.write || !functions.read)
        return detail::no_function("component " + excerpt(functions.name));
    using Type = detail::TypedSceneType<T, decltype(functions.write), decltype(functions.read)>;
    return add_type(std::make_unique<Type>(std::move(functions.name), functions.version,
                                           std::move(functions.write), std::move(functions.read)),
                    diorama::detail::type_index<T>());
}

}  // namespace diorama::document
