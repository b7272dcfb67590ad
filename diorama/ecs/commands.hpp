// SPDX-License-Identifier: MIT
/// \file
/// Structural changes written down now and made later: Commands.
/// Design page: docs/design/world.md, "Commands".
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "diorama/core/error.hpp"
#include "diorama/ecs/component_info.hpp"
#include "diorama/ecs/entity.hpp"
#include "diorama/ecs/world_core.hpp"

namespace diorama {

class World;

/// A list of structural changes, made in order by World::flush.
///
/// Every entity spawned by a list exists before its first command is carried out, so that spawn,
/// link and despawn work in whatever order they were written. A command whose entity or parent is
/// dead by then fails alone: the others are carried out, and flush reports every failure.
///
/// What a list that ends unflushed has recorded never happens, its entities included.
///
/// Valid:   as long as its World.
/// Threads: one thread per object; several objects of one World may record at the same time,
///          while nothing structural runs.
class Commands {
  public:
    /// An empty list for the World behind \p core.
    explicit Commands(detail::WorldCore& core) noexcept : core_(&core) {}

    /// A new entity with \p components; the handle is alive after the flush.
    template <class... Cs>
    Entity spawn(Cs&&... components);
    /// Ends \p entity and its children.
    void despawn(Entity entity) { push(Kind::despawn, entity, nullptr); }
    /// Inserts or replaces a component.
    template <class C>
    void add(Entity entity, C component);
    /// Takes component C away.
    template <Component C>
    void remove(Entity entity);
    /// Hangs \p child under \p parent, keeping its Transform.
    void reparent(Entity child, Entity parent);
    /// Makes \p child a root, keeping its Transform.
    void detach(Entity child) { push(Kind::detach, child, nullptr); }

    /// Whether nothing is waiting.
    [[nodiscard]] bool empty() const noexcept { return commands_.empty() && spawned_ == 0; }

    Commands(Commands&&) noexcept = default;
    Commands& operator=(Commands&&) = delete;
    ~Commands();

  private:
    friend class World;
    enum class Kind : unsigned char { spawn, despawn, add, remove, detach };
    /// A component type, as far as recording needs it. Constant: recording, which others may do at
    /// the same time, must not register types.
    struct Type {
        std::string_view name;
        std::size_t size, align;
        void (*destroy)(void* value);
        ComponentId (*id)(detail::WorldCore& core);  ///< for when a command is carried out
    };
    template <class C>
    static const Type& type_of() noexcept;
    struct Command {
        Kind kind;
        Entity entity;
        const Type* type;    ///< null where no component is concerned
        std::size_t offset;  ///< of the value in its chunk, where the kind is add
        std::size_t chunk;
    };
    struct Chunk {
        std::unique_ptr<std::byte[]> bytes;
        std::size_t size, used;
    };

    void push(Kind kind, Entity entity, const Type* type) {
        commands_.push_back({kind, entity, type, 0, 0});
    }
    /// Room for a value of \p type, which the caller constructs.
    void* push_value(Entity entity, const Type& type);
    [[nodiscard]] void* value(const Command& command) noexcept;
    /// Carries all out on \p core and empties the list.
    [[nodiscard]] Result<> flush(detail::WorldCore& core);
    [[nodiscard]] Result<> carry_out(detail::WorldCore& core, const Command& command);
    [[nodiscard]] static std::string describe(detail::WorldCore& core, std::size_t number,
                                              const Command& command);
    void clear() noexcept;
    void give_up() noexcept;
    void enliven(detail::WorldCore& core);

    detail::WorldCore* core_;
    std::vector<Command> commands_;
    std::vector<Chunk> chunks_;
    std::size_t chunk_ = 0;    ///< the one being filled
    std::size_t spawned_ = 0;  ///< entities reserved, not alive yet
};

}  // namespace diorama

#include "diorama/ecs/detail/commands.inl"
