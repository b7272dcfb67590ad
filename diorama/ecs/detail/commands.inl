// SPDX-License-Identifier: MIT
#pragma once

#include "diorama/ecs/commands.hpp"

#include <new>
#include <type_traits>
#include <utility>

namespace diorama {

template <class... Cs>
Entity Commands::spawn(Cs&&... components) {
    const Entity entity = core_->reserve_entity();
    ++spawned_;
    push(Kind::spawn, entity, nullptr);
    (add<std::remove_cvref_t<Cs>>(entity, std::forward<Cs>(components)), ...);
    return entity;
}

template <class C>
void Commands::add(Entity entity, C component) {
    detail::expect_component<C>();
    static_assert(detail::kHome<C> != detail::Home::global,
                  "GlobalTransform is derived by propagation and can't be added");
    ::new (push_value(entity, type_of<C>())) C(std::move(component));
}

template <Component C>
void Commands::remove(Entity entity) {
    push(Kind::remove, entity, &type_of<C>());
}

template <class C>
const Commands::Type& Commands::type_of() noexcept {
    static constexpr Type type{detail::name_of<C>(), sizeof(C), alignof(C),
                               [](void* value) { std::launder(static_cast<C*>(value))->~C(); },
                               [](detail::WorldCore& core) { return core.id_of<C>(); }};
    return type;
}

}  // namespace diorama
