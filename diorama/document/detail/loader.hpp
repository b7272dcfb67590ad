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
/// The handles of all entities are known before the first component is made, so that a reference
/// may lead forwards; each entity then gets all its components at once.
class Loader {
  public:
    /// Loads \p count entities of \p registry's types into \p world; both must outlive it.
    Loader(const SceneRegistry& registry, World& world, std::size_t count);
    Loader(const Loader&) = delete;
    Loader& operator=(const Loader&) = delete;
    ~Loader();

    /// Makes the types known to the world, so that no name can fail later, and takes the handles.
    /// Most entities will have \p usual.
    Result<> begin(std::span<const detail::SceneType* const> usual = {});
    /// The next entity.
    void entity() {
        if (begun_ > 0) commit();
        ++begun_;
        components_ = 0;
    }
    /// A component of that entity. True, for feed().
    bool component(const detail::RecordView& record);
    /// Where to make a component of \p type of that entity.
    [[nodiscard]] void* place_for(const detail::SceneType& type) {
        return values_[type.index].get();
    }
    /// Says that one was made there.
    void made(const detail::SceneType& type) {
        ++components_;
        incoming_.push_back({ids_[type.index], values_[type.index].get()});
    }

    /// How entities are made whose components are of certain types, all there and none left out.
    struct Recipe {
        struct Step {
            const detail::SceneType* type;  ///< what is made
            void* place;                    ///< where
        };
        std::vector<Step> steps;                          ///< in order
        std::vector<diorama::detail::Incoming> incoming;  ///< what they make
        std::vector<Step> ended;                          ///< those that have to be destroyed
        diorama::detail::SpawnPlan plan;                  ///< where such entities live
    };
    /// The recipe of \p types.
    [[nodiscard]] Recipe recipe(std::span<const detail::SceneType* const> types);
    /// Gives the world the entity begun last; otherwise the next one or finish() does, but a
    /// recipe's places have to be free before.
    void commit();
    /// The next entity, made by \p recipe; its components are in their places.
    void entity(const Recipe& recipe) {
        world_.core().fill(entities_[begun_++].index(), recipe.plan, recipe.incoming);
        for (const Recipe::Step step : recipe.ended)
            step.type->destroy(step.place);
        filled_ = begun_;
    }

    /// Which entities the indices of the file stand for.
    [[nodiscard]] detail::EntityTable table() const {
        return detail::EntityTable(entities_.data());
    }
    /// The entities, in file order.
    Result<std::vector<Entity>> finish();

  private:
    struct FreeValue {
        std::size_t align = 1;
        void operator()(void* value) const { ::operator delete(value, std::align_val_t{align}); }
    };

    void keep_component(const detail::RecordView& record);
    void keep_fields(const detail::RecordView& record);
    [[nodiscard]] Entity entity_of(const FieldValue& value) const;

    const SceneRegistry& registry_;
    World& world_;
    FieldReader reader_;
    std::vector<Entity> entities_;
    bool open_ = false;  // the world's batch
    std::size_t begun_ = 0;
    std::size_t filled_ = 0;
    std::size_t components_ = 0;  // of the current entity, so far
    KeptRecords kept_;            // of the current entity
    ComponentId kept_id_ = diorama::detail::kNone;
    std::vector<diorama::detail::Incoming> incoming_;       // of the current entity
    std::vector<ComponentId> ids_;                          // by SceneType::index
    std::vector<const detail::SceneType*> types_;           // by ComponentId; null for others
    std::vector<std::unique_ptr<void, FreeValue>> values_;  // by SceneType::index: raw
    std::map<std::vector<ComponentId>, diorama::detail::SpawnPlan> plans_;
    std::vector<ComponentId> key_;
};

}  // namespace diorama::document
