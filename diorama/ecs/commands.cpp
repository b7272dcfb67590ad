// SPDX-License-Identifier: MIT
#include "diorama/ecs/commands.hpp"

#include <algorithm>
#include <new>

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

void* Commands::push_value(Entity entity, ComponentId id, const detail::ComponentInfo& info) {
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
    commands_.push_back({Kind::add, entity, id, &info, offset, chunk_});
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

Result<> Commands::flush(detail::WorldCore& core) {
    if (spawned_ != 0) core.flush_reserved();
    Result<> first;
    const auto note = [&](Result<> result) {
        if (result) return;
        if (first) {
            first = std::move(result);
            first.error().diagnostics.push_back(as_diagnostic(first.error()));
        } else {
            first.error().diagnostics.push_back(as_diagnostic(result.error()));
        }
    };
    for (const Command& command : commands_) {
        switch (command.kind) {
            case Kind::spawn:
                core.spawned_now(command.entity);
                break;
            case Kind::despawn:
                note(core.despawn(command.entity));
                break;
            case Kind::add:
                note(command.info == nullptr
                         ? fail(codes::component_name_taken, "a component's name is taken")
                         : core.add(command.entity, {command.id, value(command)}));
                break;
            case Kind::remove:
                note(core.remove(command.entity, command.id));
                break;
            case Kind::detach:
                if (core.has(command.entity, detail::kChildOfId) || !core.alive(command.entity))
                    note(core.remove(command.entity, detail::kChildOfId));
                break;
        }
    }
    clear();
    return first;
}

}  // namespace diorama
