// SPDX-License-Identifier: MIT
/// \file
/// A registered component type without its type: SceneType, TypedSceneType.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <type_traits>
#include <utility>

#include "diorama/core/error.hpp"
#include "diorama/document/field_reader.hpp"
#include "diorama/document/field_writer.hpp"
#include "diorama/document/scene_doc.hpp"
#include "diorama/ecs/component_info.hpp"
#include "diorama/ecs/world.hpp"

namespace diorama::document::detail {

/// What a registry does with one component type.
class SceneType {
  public:
    /// A type saved under \p type_name at \p type_version.
    SceneType(std::string type_name, std::uint32_t type_version)
        : name(std::move(type_name)), version(type_version) {}
    SceneType(const SceneType&) = delete;
    SceneType& operator=(const SceneType&) = delete;
    virtual ~SceneType() = default;

    /// Makes the type known to \p world, so that adding it can't fail on its name.
    virtual Result<> prepare(World& world) const = 0;
    /// The component's id in \p world, or detail::kNone.
    [[nodiscard]] virtual ComponentId id_in(const World& world) const = 0;
    /// Writes the component at \p value; false where it is to be left out.
    virtual bool write(const void* value, const EntityNumbers& numbers,
                       FieldWriter& writer) const = 0;
    /// Reads a component and drops it, for the faults; the target where it is a relationship.
    virtual Entity check(FieldReader& reader) const = 0;
    /// Reads a component and adds it to \p entity; a relationship to nothing is left out.
    virtual Result<> insert(World& world, Entity entity, FieldReader& reader) const = 0;

    const std::string name;       ///< in files
    const std::uint32_t version;  ///< what is written, and read without migration
    bool relation = false;        ///< it has a target
    /// Steps from the version of the key to the next.
    std::map<std::uint32_t, std::function<Result<>(ComponentRecord&)>> migrations;
};

/// SceneType of T, which \p Write writes and \p Read reads.
template <class T, class Write, class Read>
class TypedSceneType final : public SceneType {
  public:
    /// See SceneType.
    TypedSceneType(std::string type_name, std::uint32_t type_version, Write write_fields,
                   Read read_fields)
        : SceneType(std::move(type_name), type_version),
          write_(std::move(write_fields)),
          read_(std::move(read_fields)) {
        relation = Relation<T>;
    }

    Result<> prepare(World& world) const override {
        if (const ComponentId id = id_in(world); id != diorama::detail::kNone) return {};
        const Result<ComponentId> id = world.register_component<T>();
        if (!id) return std::unexpected(id.error());
        return {};
    }
    ComponentId id_in(const World& world) const override {
        return world.core().id_of_type(diorama::detail::type_index<T>());
    }
    bool write(const void* value, const EntityNumbers& numbers,
               FieldWriter& writer) const override {
        const T& component = *static_cast<const T*>(value);
        if constexpr (Relation<T>) {
            if (numbers.find(RelationTraits<T>::target(component)).value < 0) return false;
        }
        write_(component, writer);
        return true;
    }
    Entity check(FieldReader& reader) const override {
        [[maybe_unused]] const T component = read_(reader);
        if constexpr (Relation<T>) return RelationTraits<T>::target(component);
        return Entity::null();
    }
    Result<> insert(World& world, Entity entity, FieldReader& reader) const override {
        T component = read_(reader);
        if constexpr (Relation<T>) {
            if (RelationTraits<T>::target(component).is_null()) return {};
        }
        return world.add<T>(entity, std::move(component));
    }

  private:
    Write write_;
    Read read_;
};

}  // namespace diorama::document::detail
