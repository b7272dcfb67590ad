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
    clear();
}

void Commands::reparent(Entity child, Entity parent) {
    add(child, ChildOf{parent});
}

void* Commands::push_value(Entity entity, IdOf id_of, const detail::ComponentInfo& info) {
    const auto aligned = [&](std::size_t chunk) {
        void* at = chunks_[chunk].bytes.get() + chunks_[chunk].used;
        std::size_t room = chunks_[chunk].size - chunks_[chunk].used;
        void* result = std::align(info.align, info.size, at, room);
        return result;
    };
    while (chunk_ < chunks_.size() && aligned(chunk_) == nullptr)
        ++chunk_;
    if (chunk_ == chunks_.size()) {
        const std::size_t size = std::max(kChunkBytes, info.size + info.align);
        chunks_.push_back({std::make_unique_for_overwrite<std::byte[]>(size), size, 0});
    }
    auto* at = static_cast<std::byte*>(aligned(chunk_));
    Chunk& chunk = chunks_[chunk_];
    const auto offset = static_cast<std::size_t>(at - chunk.bytes.get());
    chunk.used = offset + info.size;
    commands_.push_back({Kind::add, entity, id_of, &info, offset, chunk_});
    return at;
}

void* Commands::value(const Command& command) noexcept {
    return chunks_[command.chunk].bytes.get() + command.offset;
}

void Commands::clear() noexcept {
    for (const Command& command : commands_)
        if (command.info != nullptr) command.info->destroy(value(command));
    commands_.clear();
    for (Chunk& chunk : chunks_)
        chunk.used = 0;
    chunk_ = 0;
    spawned_ = 0;
}

/// What \p command, the one at \p number, was to do.
std::string Commands::describe(detail::WorldCore& core, std::size_t number,
                               const Command& command) {
    constexpr std::string_view kVerbs[] = {"spawn", "despawn", "add", "remove", "detach"};
    std::string text = "command ";
    text.append(std::to_string(number)).append(" (");
    text.append(kVerbs[static_cast<std::size_t>(command.kind)]).append(" ");
    if (command.id_of != nullptr) {
        const ComponentId id = command.id_of(core);
        const std::string_view name = command.info != nullptr ? std::string_view(command.info->name)
                                      : id != detail::kNone   ? core.info(id).name
                                                              : std::string_view("a component");
        text.append("'").append(name);
        text.append(command.kind == Kind::add ? "' to " : "' from ");
    }
    return text.append(detail::describe(command.entity)).append(")");
}

Result<> Commands::carry_out(detail::WorldCore& core, const Command& command) {
    const ComponentId id = command.id_of != nullptr ? command.id_of(core) : detail::kNone;
    switch (command.kind) {
        case Kind::spawn:
            core.spawned_now(command.entity);
            return {};
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
    if (commands_.empty() && spawned_ == 0) return {};
    if (Result<> may = core.check_structure(); !may) return may;
    if (spawned_ != 0) core.flush_reserved();
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
