// SPDX-License-Identifier: MIT
/// \file
/// A registered component type without its type: SceneType, TypedSceneType.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <new>
#include <string>
#include <type_traits>
#include <utility>

#include "diorama/core/error.hpp"
#include "diorama/document/detail/direct_format.hpp"
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
    /// Whether the component at \p value is saved: a relationship to what is not, is not either.
    [[nodiscard]] virtual bool is_saved(const void* value, const EntityNumbers& numbers) const = 0;
    /// Writes the component at \p value.
    virtual void write(const void* value, FieldWriter& writer) const = 0;
    /// Reads a component and drops it, for the faults; the target where it is a relationship.
    virtual Entity check(FieldReader& reader) const = 0;
    /// Reads a component and makes it at \p to; false, with nothing made, where it is a
    /// relationship to nothing, which is left out.
    virtual bool make(void* to, FieldReader& reader) const = 0;
    /// Ends the component at \p value.
    virtual void destroy(void* value) const noexcept = 0;

    /// The version that no step leads on from, on the way from \p from to `version`; `version`
    /// where all are there.
    [[nodiscard]] std::uint32_t stuck_at(std::uint32_t from) const {
        while (from < version && migrations.contains(from))
            ++from;
        return from;
    }

    const std::string name;       ///< in files
    const std::uint32_t version;  ///< what is written, and read without migration
    std::uint32_t index = 0;      ///< in order of registration
    bool relation = false;        ///< it has a target
    bool trivial = false;         ///< it need not be destroyed
    std::size_t size = 0;         ///< bytes of a component
    std::size_t align = 1;        ///< its alignment
    DirectFormat direct;          ///< how to do without fields; empty where that can't be
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
        trivial = std::is_trivially_destructible_v<T>;
        size = sizeof(T);
        align = alignof(T);
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
    bool is_saved([[maybe_unused]] const void* value,
                  [[maybe_unused]] const EntityNumbers& numbers) const override {
        if constexpr (Relation<T>)
            return numbers.find(RelationTraits<T>::target(*static_cast<const T*>(value))).value >=
                   0;
        else
            return true;
    }
    void write(const void* value, FieldWriter& writer) const override {
        write_(*static_cast<const T*>(value), writer);
    }
    Entity check(FieldReader& reader) const override {
        [[maybe_unused]] const T component = read_(reader);
        if constexpr (Relation<T>) return RelationTraits<T>::target(component);
        return Entity::null();
    }
    bool make(void* to, FieldReader& reader) const override {
        T* const component = ::new (to) T(read_(reader));
        if constexpr (Relation<T>) {
            if (RelationTraits<T>::target(*component).is_null()) {
                component->~T();
                return false;
            }
        }
        return true;
    }
    void destroy(void* value) const noexcept override {
        std::launder(static_cast<T*>(value))->~T();
    }

  private:
    Write write_;
    Read read_;
};

}  // namespace diorama::document::detail
