// SPDX-License-Identifier: MIT
#include "diorama/ecs/commands.hpp"

#include <algorithm>
#include <new>
#include <string_view>

#include "diorama/ecs/describe.hpp"
#include "diorama/ecs/error_codes.hpp"
#include "diorama/ecs/placement.hpp"

namespace diorama {
namespace {

constexpr std::size_t kChunkBytes = 16 * 1024;

}  // namespace

Commands::~Commands() {
    give_up();
}

void Commands::reparent(Entity child, Entity parent) {
    add(child, ChildOf{parent});
}

void* Commands::push_value(Entity entity, const Type& type) {
    const auto aligned = [&](std::size_t chunk) {
        void* at = chunks_[chunk].bytes.get() + chunks_[chunk].used;
        std::size_t room = chunks_[chunk].size - chunks_[chunk].used;
        void* result = std::align(type.align, type.size, at, room);
        return result;
    };
    while (chunk_ < chunks_.size() && aligned(chunk_) == nullptr)
        ++chunk_;
    if (chunk_ == chunks_.size()) {
        const std::size_t size = std::max(kChunkBytes, type.size + type.align);
        chunks_.push_back({std::make_unique_for_overwrite<std::byte[]>(size), size, 0});
    }
    auto* at = static_cast<std::byte*>(aligned(chunk_));
    Chunk& chunk = chunks_[chunk_];
    const auto offset = static_cast<std::size_t>(at - chunk.bytes.get());
    chunk.used = offset + type.size;
    commands_.push_back({Kind::add, entity, &type, offset, chunk_});
    return at;
}

void* Commands::value(const Command& command) noexcept {
    return chunks_[command.chunk].bytes.get() + command.offset;
}

void Commands::clear() noexcept {
    for (const Command& command : commands_)
        if (command.kind == Kind::add) command.type->destroy(value(command));
    commands_.clear();
    for (Chunk& chunk : chunks_)
        chunk.used = 0;
    chunk_ = 0;
    spawned_ = 0;
}

/// Ends the list as if nothing had been recorded.
void Commands::give_up() noexcept {
    if (spawned_ != 0)
        for (const Command& command : commands_)
            if (command.kind == Kind::spawn) core_->give_back(command.entity);
    clear();
}

/// Brings what the list spawns to life.
void Commands::enliven(detail::WorldCore& core) {
    if (spawned_ == 0) return;
    core.flush_reserved();
    for (const Command& command : commands_)
        if (command.kind == Kind::spawn) core.enliven(command.entity);
    spawned_ = 0;
}

/// What \p command, the one at \p number, was to do.
std::string Commands::describe(detail::WorldCore& core, std::size_t number,
                               const Command& command) {
    constexpr std::string_view kVerbs[] = {"spawn", "despawn", "add", "remove", "detach"};
    std::string text = "command ";
    text.append(std::to_string(number)).append(" (");
    text.append(kVerbs[static_cast<std::size_t>(command.kind)]).append(" ");
    if (command.type != nullptr) {
        // The name it is registered under, unless that is not its own.
        const ComponentId id = command.type->id(core);
        text.append("'");
        text.append(id != detail::kNone ? core.info(id).name : command.type->name);
        text.append(command.kind == Kind::add ? "' to " : "' from ");
    }
    return text.append(detail::describe(command.entity)).append(")");
}

Result<> Commands::carry_out(detail::WorldCore& core, const Command& command) {
    const ComponentId id = command.type != nullptr ? command.type->id(core) : detail::kNone;
    switch (command.kind) {
        case Kind::spawn:
            return {};  // it lives already
        case Kind::despawn:
            return core.despawn(command.entity);
        case Kind::add:
            if (id == detail::kNone)
                return fail(codes::component_name_taken,
                            "the component's name belongs to another type");
            return core.add(command.entity, {id, value(command)});
        case Kind::remove:
            return core.remove(command.entity, id);
        case Kind::detach:
            if (core.alive(command.entity) && !core.has(command.entity, detail::kChildOfId))
                return {};
            return core.remove(command.entity, detail::kChildOfId);
    }
    return {};
}

Result<> Commands::flush(detail::WorldCore& core) {
    if (core.poison() != nullptr) {
        give_up();
        return core.healthy();
    }
    if (commands_.empty() && spawned_ == 0) return {};
    if (Result<> may = core.check_structure(); !may) return may;
    enliven(core);
    Result<> first;
    for (std::size_t i = 0; i < commands_.size(); ++i) {
        Result<> done = carry_out(core, commands_[i]);
        if (done) continue;
        done.error().message.insert(0, describe(core, i, commands_[i]) + ": ");
        Diagnostic found = as_diagnostic(done.error());
        if (first) first = std::move(done);
        first.error().diagnostics.push_back(std::move(found));
    }
    clear();
    return first;
}

}  // namespace diorama
