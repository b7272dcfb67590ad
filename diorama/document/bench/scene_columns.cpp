// SPDX-License-Identifier: MIT
#include "diorama/document/bench/scene_columns.hpp"

#include <cstring>
#include <span>

namespace diorama::document::bench {
namespace {

std::string u32(std::uint32_t value) {
    std::string bytes(4, '\0');
    std::memcpy(bytes.data(), &value, 4);
    return bytes;
}

std::string text(std::string_view value) {
    return u32(static_cast<std::uint32_t>(value.size())) + std::string(value);
}

std::string floats(std::string_view name, std::uint32_t count) {
    return text(name) + '\6' + u32(count) + std::string(count * 4, '\0');
}

}  // namespace

Layout::Layout()
    : name(text("Name") + u32(1) + text("value") + '\4'),
      link(text("ChildOf") + u32(1) + text("parent") + '\5' + std::string(8, '\0')),
      transform(text("Transform") + u32(3) + floats("translation", 3) + floats("rotation", 4) +
                floats("scale", 3)),
      health(text("Health") + u32(2) + text("hp") + '\1' + std::string(4, '\0') + text("lives") +
             '\2' + std::string(8, '\0')),
      velocity(text("Velocity") + u32(2) + floats("linear", 3) + floats("angular", 3)) {}

void floor_save(const Columns& columns, const Layout& layout, SceneBytes& result) {
    const bool rich = !columns.health.empty();
    result.resize(12 + columns.parent.size() * (rich ? 384 : 256));
    char* const first = reinterpret_cast<char*>(result.data());
    char* to = first;
    const auto put = [&](const void* from, std::size_t size) {
        std::memcpy(to, from, size);
        to += size;
    };
    const auto count = static_cast<std::uint32_t>(columns.parent.size());
    const std::uint32_t version = 2;
    put("CSCN", 4), put(&version, 4), put(&count, 4);
    for (std::size_t i = 0; i < columns.parent.size(); ++i) {
        const bool root = columns.parent[i] == kNoParent;
        const std::uint32_t components = (root ? 2 : 3) + (rich ? 2 : 0);
        const auto size = static_cast<std::uint32_t>(columns.name[i].size());
        put(&components, 4);
        put(layout.name.data(), layout.name.size());
        put(&size, 4), put(columns.name[i].data(), size);
        if (!root) {
            const std::int64_t parent = columns.parent[i];
            put(layout.link.data(), layout.link.size());
            std::memcpy(to - 8, &parent, 8);
        }
        put(layout.transform.data(), layout.transform.size());
        std::memcpy(to - layout.transform.size() + 37, &columns.transform[i].translation, 12);
        std::memcpy(to - layout.transform.size() + 66, &columns.transform[i].rotation, 16);
        std::memcpy(to - 12, &columns.transform[i].scale, 12);
        if (!rich) continue;
        const std::int64_t lives = columns.health[i].lives;
        put(layout.health.data(), layout.health.size());
        std::memcpy(to - 22, &columns.health[i].hp, 4);
        std::memcpy(to - 8, &lives, 8);
        put(layout.velocity.data(), layout.velocity.size());
        std::memcpy(to - 40, &columns.velocity[i].linear, 12);
        std::memcpy(to - 12, &columns.velocity[i].angular, 12);
    }
    result.resize(static_cast<std::size_t>(to - first));
}

void floor_load(std::span<const std::byte> bytes, const Layout& layout, bool rich,
                Columns& columns) {
    const std::byte* from = bytes.data() + 8;
    std::uint32_t count = 0;
    std::memcpy(&count, from, 4), from += 4;
    columns = {};
    columns.parent.resize(count), columns.transform.resize(count), columns.name.resize(count);
    if (rich) columns.health.resize(count), columns.velocity.resize(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        std::uint32_t components = 0, size = 0;
        std::memcpy(&components, from, 4), from += 4 + layout.name.size();
        std::memcpy(&size, from, 4), from += 4;
        columns.name[i].assign(reinterpret_cast<const char*>(from), size), from += size;
        std::int64_t parent = kNoParent;
        if (components % 2 == 1) {
            from += layout.link.size();
            std::memcpy(&parent, from - 8, 8);
        }
        columns.parent[i] = static_cast<std::uint32_t>(parent);
        std::memcpy(&columns.transform[i].translation, from + 37, 12);
        std::memcpy(&columns.transform[i].rotation, from + 66, 16);
        from += layout.transform.size();
        std::memcpy(&columns.transform[i].scale, from - 12, 12);
        if (!rich) continue;
        std::int64_t lives = 0;
        from += layout.health.size();
        std::memcpy(&columns.health[i].hp, from - 22, 4);
        std::memcpy(&lives, from - 8, 8);
        columns.health[i].lives = static_cast<int>(lives);
        from += layout.velocity.size();
        std::memcpy(&columns.velocity[i].linear, from - 40, 12);
        std::memcpy(&columns.velocity[i].angular, from - 12, 12);
    }
}

}  // namespace diorama::document::bench
