// SPDX-License-Identifier: MIT
#pragma once

#include "diorama/ecs/world.hpp"

#include <array>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>

#include "diorama/core/expects.hpp"
#include "diorama/ecs/error_codes.hpp"

namespace diorama {
namespace detail {

template <class... Cs>
struct SpawnPack {};

template <class C, class... Cs>
inline constexpr std::size_t kTimes = (std::size_t{std::is_same_v<C, Cs>} + ... + 0);

/// An object of type C that may be moved from: \p value itself, or a copy of a const one.
template <class C, class T>
struct Movable {
    explicit Movable(T&& value) : held(std::forward<T>(value)) {}
    C held;
};

/// What is in a tuple of spawn_batch: C itself, or ChildOf in an optional.
template <class T>
struct BatchPart {
    using component = T;
    static constexpr bool kOptional = false;
};
template <>
struct BatchPart<std::optional<ChildOf>> {
    using component = ChildOf;
    static constexpr bool kOptional = true;
};

template <class T>
inline constexpr bool kIsTuple = false;
template <class... Ts>
inline constexpr bool kIsTuple<std::tuple<Ts...>> = true;

/// What a fill returns; void where it can't be called with a number.
template <class F>
struct Filled {
    using type = void;
};
template <class F>
    requires std::is_invocable_v<F&, std::uint32_t>
struct Filled<F> {
    using type = std::remove_cvref_t<std::invoke_result_t<F&, std::uint32_t>>;
};

/// Spawns what \p fill returns as tuples of \p Ts.
template <class Tuple>
struct Batch;
template <class... Ts>
struct Batch<std::tuple<Ts...>> {
    static constexpr std::size_t kCount = sizeof...(Ts);
    static constexpr bool kOptional = (BatchPart<Ts>::kOptional || ...);
    struct Roots {};  // names the plan of those without a ChildOf

    template <class F>
    static Result<> run(WorldCore& core, std::span<Entity> made, F& fill) {
        (expect_component<typename BatchPart<Ts>::component>(), ...);
        static_assert(
            ((kTimes<typename BatchPart<Ts>::component, typename BatchPart<Ts>::component...> ==
              1) &&
             ...),
            "one component type is given twice");
        static_assert(((kHome<typename BatchPart<Ts>::component> != Home::global) && ...),
                      "GlobalTransform is derived by propagation and can't be given");
        if (Result<> may = core.check_structure(); !may) return may;
        const std::array<ComponentId, kCount> ids{
            core.id_of<typename BatchPart<Ts>::component>()...};
        for (const ComponentId id : ids)
            if (id == kNone)
                return fail(codes::component_name_taken,
                            "a component's name belongs to another type");
        const std::uint32_t whole = type_index<Batch>();
        const std::uint32_t root = kOptional ? type_index<Roots>() : whole;
        if (core.plan_slot(whole).table == kNone) {
            std::vector<ComponentId> unlinked(ids.begin(), ids.end());
            std::erase(unlinked, kChildOfId);
            core.plan_slot(whole) = core.plan(ids);
            if (kOptional) core.plan_slot(root) = core.plan(unlinked);
        }
        if (Result<> begun = core.begin_batch(core.plan_slot(whole), made); !begun) return begun;
        std::size_t done = 0;
        try {
            const Running running(core);
            for (; done < made.size(); ++done)
                one(core, made[done].index(), ids, whole, root,
                    fill(static_cast<std::uint32_t>(done)));
        } catch (...) {
            static_cast<void>(core.end_batch(made, false));
            throw;
        }
        return core.end_batch(made, true);
    }

    static void one(WorldCore& core, std::uint32_t index,
                    const std::array<ComponentId, kCount>& ids, std::uint32_t whole,
                    std::uint32_t root, std::tuple<Ts...> values) {
        std::array<Incoming, kCount> incoming;
        std::size_t count = 0, at = 0;
        const auto add = [&](auto& part) {
            if constexpr (BatchPart<std::remove_cvref_t<decltype(part)>>::kOptional) {
                if (part) incoming[count++] = {ids[at], &*part};
            } else {
                incoming[count++] = {ids[at], &part};
            }
            ++at;
        };
        std::apply([&](auto&... parts) { (add(parts), ...); }, values);
        core.fill(index, core.plan_slot(count == kCount ? whole : root), {incoming.data(), count});
    }
};

}  // namespace detail

template <class... Cs>
void World::reserve(std::uint32_t count) {
    if (!core_->check_structure()) return;
    core_->reserve(count);
    if constexpr (sizeof...(Cs) != 0) {
        const std::array<ComponentId, sizeof...(Cs)> ids{core_->id_of<Cs>()...};
        for (const ComponentId id : ids)
            if (id == detail::kNone) return;
        core_->reserve_rows(core_->plan(ids), count);
    }
}

template <class F>
Result<> World::spawn_batch(std::span<Entity> made, F&& fill) {
    using Made = typename detail::Filled<F>::type;
    static_assert(
        detail::kIsTuple<Made>,
        "spawn_batch's fill takes a std::uint32_t and returns a std::tuple of components");
    if constexpr (detail::kIsTuple<Made>) return detail::Batch<Made>::run(*core_, made, fill);
}

template <class... Cs>
Entity World::spawn(Cs&&... components) {
    (detail::expect_component<std::remove_cvref_t<Cs>>(), ...);
    static_assert(
        ((detail::kTimes<std::remove_cvref_t<Cs>, std::remove_cvref_t<Cs>...> == 1) && ...),
        "one component type is given twice");
    static_assert(((detail::kHome<std::remove_cvref_t<Cs>> != detail::Home::global) && ...),
                  "GlobalTransform is derived by propagation and can't be given");
    if (core_->side_by_side() && !core_->check_structure()) return Entity::null();
    const std::array<ComponentId, sizeof...(Cs)> ids{core_->id_of<std::remove_cvref_t<Cs>>()...};
    for (const ComponentId id : ids) {
        if (id != detail::kNone) continue;
        DIORAMA_EXPECTS(id != detail::kNone, "a component's name belongs to another type");
        return Entity::null();
    }
    // By reference would do only until the vector of plans grows, so the slot is found each time.
    const std::uint32_t pack = detail::type_index<detail::SpawnPack<std::remove_cvref_t<Cs>...>>();
    if (core_->plan_slot(pack).table == detail::kNone) core_->plan_slot(pack) = core_->plan(ids);
    return [&](detail::Movable<std::remove_cvref_t<Cs>, Cs>... held) {
        std::size_t at = 0;
        const std::array<detail::Incoming, sizeof...(Cs)> values{
            detail::Incoming{ids[at++], &held.held}...};
        return core_->spawn(core_->plan_slot(pack), values);
    }(detail::Movable<std::remove_cvref_t<Cs>, Cs>(std::forward<Cs>(components))...);
}

template <class F>
void World::for_each_entity(F&& visit) const {
    for (const Entity entity : entities())
        visit(entity);
}

template <Component C>
Result<ComponentId> World::register_component(std::string_view name) {
    if (Result<> healthy = core_->healthy(); !healthy)
        return std::unexpected(std::move(healthy.error()));
    return core_->register_component(detail::type_index<C>(), detail::make_info<C>(name, true),
                                     core_->required_by<C>());
}

template <Component C>
Result<ComponentId> World::register_component() {
    return register_component<C>(detail::name_of<C>());
}

template <Component C>
std::string_view World::component_name() const {
    const ComponentId id = core_->id_of_type(detail::type_index<C>());
    return id == detail::kNone ? std::string_view{} : core_->info(id).name;
}

template <class C>
Result<> World::add(Entity entity, C component) {
    detail::expect_component<C>();
    static_assert(detail::kHome<C> != detail::Home::global,
                  "GlobalTransform is derived by propagation and can't be added");
    if (Result<> may = core_->check_structure(); !may) return may;
    const ComponentId id = core_->id_of<C>();
    if (id == detail::kNone)
        return fail(
            codes::component_name_taken,
            "component name '" + std::string(detail::name_of<C>()) + "' belongs to another type");
    return core_->add(entity, {id, &component});
}

template <class C>
Result<> World::remove(Entity entity) {
    return core_->remove(entity, core_->id_of_type(detail::type_index<C>()));
}

template <class C>
bool World::has(Entity entity) const {
    return core_->has(entity, core_->id_of_type(detail::type_index<C>()));
}

template <class C>
const C* World::get(Entity entity) const {
    const ComponentId id = core_->id_of_type(detail::type_index<C>());
    if (id == detail::kNone || !core_->may_use(id, false)) return nullptr;
    return static_cast<const C*>(core_->find(entity, id));
}

template <class C>
C* World::get_mut(Entity entity) {
    static_assert(detail::kHome<C> != detail::Home::global,
                  "GlobalTransform is derived by propagation: write Transform");
    static_assert(!Relation<C>, "a relationship mirrors a list: use add, reparent or remove");
    if constexpr (detail::kHome<C> == detail::Home::local) return core_->local_mut(entity);
    const ComponentId id = core_->id_of_type(detail::type_index<C>());
    return id == detail::kNone ? nullptr : static_cast<C*>(core_->find_mut(entity, id));
}

template <Relation R>
Children World::sources(Entity entity) const {
    const ComponentId id = core_->id_of_type(detail::type_index<R>());
    if (id == detail::kNone || !alive(entity)) return {};
    return {*core_, core_->info(id).relation, entity.index()};
}

template <Component C>
ObserverId World::observe(On when, std::function<void(World&, Entity)> call) {
    if (!core_->check_structure()) return 0;
    const ComponentId id = core_->id_of<C>();
    DIORAMA_EXPECTS(id != detail::kNone, "a component's name belongs to another type");
    return id == detail::kNone ? 0 : add_observer(id, when, std::move(call));
}

template <class T>
T& World::resource() {
    static_cast<void>(core_->may_use_resource(detail::type_index<T>(), true, detail::name_of<T>()));
    return *static_cast<T*>(make_resource(detail::type_index<T>(), [] {
        return Resource(new T(), [](void* held) { delete static_cast<T*>(held); });
    }));
}

template <class T>
T* World::find_resource() const {
    const std::uint32_t type = detail::type_index<T>();
    if (!core_->may_use_resource(type, false, detail::name_of<T>())) return nullptr;
    return static_cast<T*>(find_resource_slot(type));
}

template <class... Terms>
Query<Terms...> World::query() {
    return Query<Terms...>(*core_);
}

}  // namespace diorama
