// SPDX-License-Identifier: MIT
/// \file
/// Records that have been checked made into entities: Loader.
#pragma once

#include <cstddef>
#include <vector>

#include "diorama/document/detail/record_scratch.hpp"
#include "diorama/document/field_reader.hpp"
#include "diorama/document/kept_records.hpp"
#include "diorama/document/scene_registry.hpp"
#include "diorama/ecs/world.hpp"

namespace diorama::document {

/// Spawns what it is fed by detail::feed(), which has passed a DocumentCheck. After a failure,
/// which is then no fault of the input, it leaves nothing behind.
class Loader {
  public:
    /// Loads \p count entities of \p registry's types into \p world; both must outlive it.
    Loader(const SceneRegistry& registry, World& world, std::size_t count)
        : registry_(registry), world_(world), count_(count), reader_({}, {}) {}

    /// Makes the types known to the world, so that no name can fail later, and spawns the entities.
    Result<> begin();
    /// The next entity.
    void entity();
    /// A component of that entity; false where it could not be added.
    bool component(const detail::RecordView& record);
    /// The entities, in file order.
    Result<std::vector<Entity>> finish();

  private:
    void keep_component(const detail::RecordView& record);
    void keep_fields(const detail::RecordView& record);
    void flush_kept();
    void check(Result<> added);
    [[nodiscard]] Entity entity_of(const FieldValue& value) const;

    const SceneRegistry& registry_;
    World& world_;
    std::size_t count_;
    FieldReader reader_;
    std::vector<Entity> entities_;
    std::size_t begun_ = 0;
    std::size_t components_ = 0;  // of the current entity, so far
    KeptRecords kept_;            // of the current entity
    Result<> state_;
};

}  // namespace diorama::document
