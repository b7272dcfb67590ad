// SPDX-License-Identifier: MIT
/// \file
/// Records that have been checked made into entities: Loader.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "diorama/document/detail/record_scratch.hpp"
#include "diorama/document/field_reader.hpp"
#include "diorama/document/kept_records.hpp"
#include "diorama/document/scene_registry.hpp"
#include "diorama/ecs/bulk_spawn.hpp"
#include "diorama/ecs/world.hpp"

namespace diorama::document {

/// Makes what it is given, which has been checked, into entities, which come to life together;
/// before that the world has none of them.
///
/// The handles of all entities are known before the first component is made, so that a reference
/// may lead forwards.
class Loader {
  public:
    /// Loads entities of \p registry's types into \p world; both must outlive it.
    Loader(const SceneRegistry& registry, World& world);
    Loader(const Loader&) = delete;
    Loader& operator=(const Loader&) = delete;
    ~Loader() { end_values(); }

    /// Makes the types known to the world, so that no name can fail later.
    Result<> begin();

    // By fields, for detail::feed().

    /// Says how many entities there will be, before the first component().
    void expect(std::size_t entities);
    /// The next entity.
    void entity() {
        if (begun_) commit();
        begun_ = true;
    }
    /// A component of that entity. True, for detail::feed().
    bool component(const detail::RecordView& record);

    // Straight.

    /// Where to make a component of \p type of the next entity.
    [[nodiscard]] void* place_for(const detail::SceneType& type) {
        return values_[type.index].get();
    }
    /// Says that one was made there.
    void made(const detail::SceneType& type) {
        ++components_;
        incoming_.push_back({ids_[type.index], values_[type.index].get()});
    }
    /// The kind of entities that have \p types.
    [[nodiscard]] std::uint32_t kind(std::span<const detail::SceneType* const> types);
    /// Where entities are made.
    [[nodiscard]] diorama::detail::BulkSpawn& bulk() noexcept { return *bulk_; }
    /// Makes an entity of the components given since the last one.
    void commit();

    /// Brings the entities to life; in file order.
    ///
    /// Failure: hierarchy_cycle.
    Result<std::vector<Entity>> finish();

  private:
    struct FreeValue {
        std::size_t align = 1;
        void operator()(void* value) const { ::operator delete(value, std::align_val_t{align}); }
    };

    void keep_component(const detail::RecordView& record);
    void keep_fields(const detail::RecordView& record);
    [[nodiscard]] Entity entity_of(const FieldValue& value) const;
    void end_values() noexcept;

    const SceneRegistry& registry_;
    World& world_;
    std::optional<diorama::detail::BulkSpawn> bulk_;
    std::vector<Entity> entities_;  // for fields; empty until there are any
    FieldReader reader_;
    bool begun_ = false;          // entity() was called
    std::size_t components_ = 0;  // of the current entity, so far
    KeptRecords kept_;            // of the current entity
    ComponentId kept_id_ = diorama::detail::kNone;
    std::vector<diorama::detail::Incoming> incoming_;       // of the current entity
    std::vector<ComponentId> ids_;                          // by SceneType::index
    std::vector<std::unique_ptr<void, FreeValue>> values_;  // by SceneType::index: raw
    std::vector<ComponentId> key_;
};

}  // namespace diorama::document
