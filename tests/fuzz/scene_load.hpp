// SPDX-License-Identifier: MIT
/// \file
/// What the fuzz entries of scenes hold any bytes to: exact_input, check_as_load,
/// load_as_by_document.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "diorama/document/scene_components.hpp"
#include "diorama/document/scene_registry.hpp"
#include "diorama/ecs/world.hpp"

namespace diorama::document {
namespace fuzzed {

enum class Mood : std::uint8_t { calm, wild };
DIORAMA_ENUM(Mood, calm, wild);

struct Inner {
    float x = 1;
    std::string note;
};
DIORAMA_COMPONENT(Inner, x, note);

struct Empty {};
DIORAMA_COMPONENT(Empty);

/// Every kind of member that is read without fields between.
struct Flat {
    float number = 0.5f;
    bool flag = true;
    std::int8_t small = 3;
    std::uint32_t wide = 7;
    std::int64_t huge = -9;
    std::string text = "text";
    Mood mood = Mood::calm;
    Entity who;
    vec3 place{1, 2, 3};
    std::array<float, 2> pair{4, 5};
    std::vector<float> list{6};
    std::vector<vec2> points;
    Inner inner;
};
DIORAMA_COMPONENT(Flat, number, flag, small, wide, huge, text, mood, who, place, pair, list, points,
                  inner);

/// Every kind of member that is several fields, or not read without them.
struct Deep {
    double precise = 0.1;
    std::uint64_t big = UINT64_MAX;
    std::vector<Entity> others;
    std::vector<Inner> inners;
    std::vector<Empty> empties;
    std::vector<std::vector<int>> nested;
    std::array<std::string, 2> words;
    std::optional<int> maybe;
    std::optional<Inner> inner;
    std::optional<std::vector<float>> curve;
    std::map<std::string, Entity> named;
    std::map<int, std::optional<bool>> sparse;
    std::variant<Inner, Empty> shape;
};
DIORAMA_COMPONENT(Deep, precise, big, others, inners, empties, nested, words, maybe, inner, curve,
                  named, sparse, shape);

/// Of version 3: `hp` of version 1 is `health` in 2, and a float from 3 on.
struct Old {
    float health = 1;
};
DIORAMA_COMPONENT(Old, health);

}  // namespace fuzzed

inline void require(bool holds) {
    if (!holds) std::abort();
}

/// \p header, where it is given, and \p size bytes at \p data, in memory of exactly that size, so
/// that ASan sees a read past the end.
inline std::vector<std::byte> exact_input(std::string_view header, const std::uint8_t* data,
                                          std::size_t size) {
    std::vector<std::byte> bytes(header.size() + size);
    if (!header.empty()) std::memcpy(bytes.data(), header.data(), header.size());
    if (size > 0) std::memcpy(bytes.data() + header.size(), data, size);
    return bytes;
}

/// The scene's own components and those above, and others kept as they are: making a registry costs
/// more than most inputs do.
inline const SceneRegistry& scene_registry() {
    static const SceneRegistry registry = [] {
        SceneRegistry made;
        register_scene_components(made);
        made.set_unknown(UnknownPolicy::keep);
        require(made.add<fuzzed::Flat>() && made.add<fuzzed::Deep>() &&
                made.add<fuzzed::Old>({.version = 3}));
        require(made.add_component_migration("Old", 1,
                                             [](ComponentRecord& old) -> Result<> {
                                                 (void)old.rename_field("hp", "health");
                                                 return {};
                                             })
                    .has_value());
        require(made.add_component_migration("Old", 2,
                                             [](ComponentRecord& old) -> Result<> {
                                                 Field* const health = old.find("health");
                                                 if (health == nullptr) return {};
                                                 const FieldValue value = health->value();
                                                 const auto* whole =
                                                     std::get_if<std::int64_t>(&value);
                                                 if (whole != nullptr)
                                                     health->set(static_cast<float>(*whole));
                                                 return {};
                                             })
                    .has_value());
        require(made.add_migration(1, [](SceneDoc&) -> Result<> { return {}; }).has_value());
        return made;
    }();
    return registry;
}

/// Requires that checking \p bytes finds a fault exactly where loading them does.
inline void check_as_load(std::span<const std::byte> bytes) {
    World world;
    const auto findings = scene_registry().check(bytes, "fuzz");
    const bool faulty = std::any_of(findings.begin(), findings.end(), [](const Diagnostic& found) {
        return found.severity == Severity::error;
    });
    const auto loaded = scene_registry().load(world, bytes, "fuzz");
    require(loaded.has_value() != faulty);
    require(loaded.has_value() || world.entity_count() == 0);
}

/// Requires that loading \p bytes straight into a world does what reading them into \p doc and
/// instantiating that does.
inline void load_as_by_document(std::span<const std::byte> bytes, SceneDoc doc) {
    const SceneRegistry& registry = scene_registry();
    World straight, other;
    const auto loaded = registry.load(straight, bytes, "fuzz");
    if (!registry.migrate(doc)) return require(!loaded);
    const auto made = registry.instantiate(other, doc);
    require(loaded.has_value() == made.has_value());
    if (loaded)
        require(*loaded == *made && *registry.to_doc(straight) == *registry.to_doc(other));
    else
        require(straight.entity_count() == 0 &&
                to_string(loaded.error()) == to_string(made.error()));
}

}  // namespace diorama::document
