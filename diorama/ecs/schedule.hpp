// SPDX-License-Identifier: MIT
/// \file
/// Systems and when they run: Schedule, Stage, Access, System, access.
/// Design page: docs/design/world.md, "Schedules and plugins".
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "diorama/core/error.hpp"
#include "diorama/ecs/component_info.hpp"
#include "diorama/ecs/world_core.hpp"

namespace diorama {

class World;
class Commands;

/// What makes a system run.
enum class Schedule : unsigned char {
    update,       ///< once per World::update
    fixed_update  ///< once per fixed step of World::update's time
};

/// A coarse place within a schedule: every system of a stage runs after all of the one before.
enum class Stage : unsigned char {
    first,  ///< input, hot reload, time
    main,   ///< the game
    last    ///< what is derived from the game's state: propagation, extraction
};

/// A component type, as the way a World comes to know it.
using ComponentType = ComponentId (*)(detail::WorldCore& core);

/// What a parallel system touches, by component type.
struct Access {
    std::vector<ComponentType> reads{};   ///< types it reads
    std::vector<ComponentType> writes{};  ///< types it writes, and may read
};

/// The Access of a system that uses the components \p Cs: `const C` reads, `C` writes. The types of
/// resources are named the same way.
template <class... Cs>
[[nodiscard]] Access access() {
    (detail::expect_component<std::remove_const_t<Cs>>(), ...);
    Access result;
    ((std::is_const_v<Cs> ? result.reads : result.writes).push_back([](detail::WorldCore& core) {
        return core.id_of<std::remove_const_t<Cs>>();
    }),
     ...);
    return result;
}

/// What a system does: made of any callable that takes a World& and perhaps a Commands&, and gives
/// a Result<> or nothing.
class SystemBody {
  public:
    SystemBody() = default;
    /// Wraps \p call.
    template <class F>
        requires(!std::is_same_v<std::remove_cvref_t<F>, SystemBody> &&
                 (std::is_invocable_v<F&, World&> || std::is_invocable_v<F&, World&, Commands&>))
    SystemBody(F call)  // implicit, so that a lambda can stand in a System
        : run_([call = std::move(call)](World& world, Commands& commands) mutable -> Result<> {
              const auto invoke = [&]() -> decltype(auto) {
                  if constexpr (std::is_invocable_v<F&, World&, Commands&>) {
                      return call(world, commands);
                  } else {
                      return call(world);
                  }
              };
              if constexpr (std::is_void_v<decltype(invoke())>) {
                  invoke();
                  return {};
              } else {
                  return invoke();
              }
          }) {}

    /// Whether there is nothing to call.
    [[nodiscard]] bool empty() const noexcept { return !run_; }
    /// Runs it; an exception becomes the error of code system_failed.
    [[nodiscard]] Result<> operator()(World& world, Commands& commands) const;

  private:
    std::function<Result<>(World&, Commands&)> run_;
};

/// One system.
///
/// A system without Access is exclusive: it runs alone and may change structure at once. One with
/// Access touches only what it declared and defers structure through its Commands. Neighbours in
/// the order that have Access, do not conflict and are not ordered among each other form a group,
/// which runs in parallel; the groups are the same whatever the number of workers. Commands are
/// carried out when their system, or its group, has ended, in the order of the systems.
///
/// One with Access that does more is refused that, and fails with system_access: queries that use
/// other values, or write what is only read, visit nothing; get and get_mut give null; structural
/// calls give the error, spawn the null handle. World::commands() is its own list, and what it
/// notes follows the order of the systems. Not watched: values it holds itself, and what it does
/// on threads of its own.
struct System {
    std::string name{};                 ///< unique in its schedule, and not empty
    Stage stage = Stage::main;          ///< which stage it runs in
    std::vector<std::string> before{};  ///< systems or sets that wait for it
    std::vector<std::string> after{};   ///< systems or sets it waits for
    std::vector<std::string> sets{};    ///< names it can be ordered by beside its own
    /// None: exclusive; else parallel, with all of them together: what one reads and another
    /// writes, it writes.
    std::vector<Access> access{};
    SystemBody run{};  ///< what it does; an error ends the update and poisons the World
};

}  // namespace diorama
