// SPDX-License-Identifier: MIT
/// \file
/// What a plugin is: Plugin, AnyPlugin.
/// Design page: docs/design/world.md, "Schedules and plugins".
#pragma once

#include <concepts>
#include <memory>
#include <string_view>
#include <utility>

#include "diorama/core/error.hpp"

namespace diorama {

class World;

/// A type that adds systems and registrations to a World and can take them out again.
template <class P>
concept Plugin = std::move_constructible<P> && requires(P& plugin, const P& same, World& world) {
    { same.name() } -> std::convertible_to<std::string_view>;
    { plugin.install(world) } -> std::same_as<Result<>>;
    { plugin.remove(world) } -> std::same_as<void>;
};

/// Some Plugin.
class AnyPlugin {
  public:
    /// Wraps \p plugin.
    template <class P>
        requires(!std::same_as<P, AnyPlugin>) && Plugin<P>
    explicit AnyPlugin(P plugin) : held_(std::make_unique<Held<P>>(std::move(plugin))) {}

    /// The name it is removed by.
    [[nodiscard]] std::string_view name() const { return held_->name(); }
    /// Adds what it brings to \p world; on failure \p world is as it was.
    [[nodiscard]] Result<> install(World& world) { return held_->install(world); }
    /// Takes all of it out of \p world.
    void remove(World& world) { held_->remove(world); }

  private:
    struct Base {
        virtual ~Base() = default;
        [[nodiscard]] virtual std::string_view name() const = 0;
        [[nodiscard]] virtual Result<> install(World& world) = 0;
        virtual void remove(World& world) = 0;
    };
    template <class P>
    struct Held final : Base {
        explicit Held(P p) : plugin(std::move(p)) {}
        std::string_view name() const override { return plugin.name(); }
        Result<> install(World& world) override { return plugin.install(world); }
        void remove(World& world) override { plugin.remove(world); }
        P plugin;
    };

    std::unique_ptr<Base> held_;
};

}  // namespace diorama
