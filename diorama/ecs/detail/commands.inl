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
    push(Kind::spawn, entity, detail::kNone);
    (add<std::remove_cvref_t<Cs>>(entity, std::forward<Cs>(components)), ...);
    return entity;
}

template <class C>
void Commands::add(Entity entity, C component) {
    static_assert(Component<C> && detail::kHome<C> != detail::Home::global,
                  "GlobalTransform is derived by propagation and can't be added");
    const ComponentId id = core_->id_of<C>();
    if (id == detail::kNone) return push(Kind::add, entity, id);
    ::new (push_value(entity, id, core_->info(id))) C(std::move(component));
}

template <Component C>
void Commands::remove(Entity entity) {
    push(Kind::remove, entity, core_->id_of<C>());
}

}  // namespace diorama
