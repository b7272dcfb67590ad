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
    static const detail::ComponentInfo info =
        detail::make_info<C>(detail::name_of<C>(), detail::kNamed<C>);
    ::new (push_value(
        entity, [](detail::WorldCore& core) { return core.id_of<C>(); }, info))
        C(std::move(component));
}

template <Component C>
void Commands::remove(Entity entity) {
    push(Kind::remove, entity, [](detail::WorldCore& core) { return core.id_of<C>(); });
}

}  // namespace diorama
