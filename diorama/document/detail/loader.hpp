// SPDX-License-Identifier: MIT
/// \file
/// Records that have been checked made into entities: Loader.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <vector>

#include "diorama/document/detail/record_scratch.hpp"
#include "diorama/document/field_reader.hpp"
#include "diorama/document/kept_records.hpp"
#include "diorama/document/scene_registry.hpp"
#include "diorama/ecs/world.hpp"

namespace diorama::document {

/// Spawns what it is given, which has been checked. After a failure, which is then no fault of the
/// input, it leaves nothing behind.
///
/// An entity is spawned with all its components at once, so that it moves between no tables. Where
/// a relationship refers to an entity further on, all of them are made in a second walk.
class Loader {
  public:
    /// Loads \p count entities of \p registry's types into \p world; both must outlive it.
    /// \p forward: a relationship may refer to an entity further on.
    Loader(const SceneRegistry& registry, World& world, std::size_t count, bool forward);
    Loader(const Loader&) = delete;
    Loader& operator=(const Loader&) = delete;
    ~Loader();

    /// Makes the types known to the world, so that no name can fail later.
    Result<> begin();
    /// The next entity. Entities of one \p hint, if given, have the same components in the same
    /// order, none of which is left out.
    void entity(std::uint32_t hint = diorama::detail::kNone);
    /// A component of that entity; false where it could not be added.
    bool component(const detail::RecordView& record);
    /// Where to make a component of \p type of that entity.
    [[nodiscard]] void* place_for(const detail::SceneType& type) {
        return values_[type.index].get();
    }
    /// Says that one was made there.
    void made(const detail::SceneType& type) {
        ++components_;
        take_value(type);
    }
    /// Which entities the indices of the file stand for.
    [[nodiscard]] detail::EntityTable table() const {
        return detail::EntityTable(entities_.data());
    }
    /// Ends a walk. True where all has to be fed once more, for the relationships.
    bool finish_walk();
    /// The entities, in file order.
    Result<std::vector<Entity>> finish();

  private:
    enum class Mode : std::uint8_t {
        whole,      // each entity is spawned with what it has
        apart,      // the same but for relationships
        relations,  // relationships are added to the entities
        bare        // all are spawned without anything, and everything is added
    };
    struct FreeValue {
        std::size_t align = 1;
        void operator()(void* value) const { ::operator delete(value, std::align_val_t{align}); }
    };

    /// Whether a component of \p type is for another walk.
    [[nodiscard]] bool skips(const detail::SceneType& type) const {
        return mode_ == Mode::apart ? type.relation : mode_ == Mode::relations && !type.relation;
    }
    void take_value(const detail::SceneType& type) {
        if (skips(type))
            end_value(type);
        else
            incoming_.push_back({ids_[type.index], values_[type.index].get()});
    }
    void end_value(const detail::SceneType& type) {
        if (!type.trivial) type.destroy(values_[type.index].get());
    }
    void keep_component(const detail::RecordView& record);
    void keep_fields(const detail::RecordView& record);
    void commit();
    void spawn_current();
    void add_current();
    [[nodiscard]] const diorama::detail::SpawnPlan& plan_of_current();
    void check(Result<> added);
    [[nodiscard]] Entity entity_of(const FieldValue& value) const;

    const SceneRegistry& registry_;
    World& world_;
    std::size_t count_;
    Mode mode_;
    FieldReader reader_;
    std::vector<Entity> entities_;
    std::size_t begun_ = 0;
    std::size_t spawned_ = 0;
    std::uint32_t hint_ = diorama::detail::kNone;
    std::size_t components_ = 0;                            // of the current entity, so far
    KeptRecords kept_;                                      // of the current entity
    std::vector<diorama::detail::Incoming> incoming_;       // of the current entity
    std::vector<ComponentId> ids_;                          // by SceneType::index
    std::vector<const detail::SceneType*> types_;           // by ComponentId; null for others
    std::vector<std::unique_ptr<void, FreeValue>> values_;  // by SceneType::index: raw
    std::map<std::vector<ComponentId>, diorama::detail::SpawnPlan> plans_;
    std::vector<const diorama::detail::SpawnPlan*> hinted_;  // by hint
    std::vector<ComponentId> key_;
    Result<> state_;
};

}  // namespace diorama::document
