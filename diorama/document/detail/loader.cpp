// SPDX-License-Identifier: MIT
#include "diorama/document/detail/loader.hpp"

#include <cstring>
#include <utility>

#include "diorama/document/detail/build_doc.hpp"
#include "diorama/document/detail/document_check.hpp"

namespace diorama::document {

Loader::Loader(const SceneRegistry& registry, World& world)
    : registry_(registry), world_(world), reader_({}, {}) {}

Result<> Loader::begin() {
    if (Result<> may = world_.core().check_structure(); !may) return may;
    for (const auto& type : registry_.types_) {
        if (Result<> known = type->prepare(world_); !known) return known;
        ids_.push_back(type->id_in(world_));
        values_.emplace_back(::operator new(type->size, std::align_val_t{type->align}),
                             FreeValue{type->align});
    }
    if (registry_.unknown_ == UnknownPolicy::keep) {
        const Result<ComponentId> id = world_.register_component<KeptRecords>();
        if (!id) return std::unexpected(id.error());
        kept_id_ = *id;
    }
    bulk_.emplace(world_.core());
    return {};
}

void Loader::expect(std::size_t entities) {
    entities_.reserve(entities);
    for (std::uint32_t n = 0; n < entities; ++n)
        entities_.push_back(bulk_->handle(n));
    reader_ = FieldReader({}, entities_);
}

bool Loader::component(const detail::RecordView& record) {
    if (const detail::SceneType* const type = registry_.find(record.name)) {
        reader_.reset(record.fields);
        (void)reader_.find(kVersionField);
        const bool made = type->make(place_for(*type), reader_);
        if (made) incoming_.push_back({ids_[type->index], place_for(*type)});
        if (registry_.unknown_ == UnknownPolicy::keep && !reader_.all_read()) {
            if (made)
                keep_fields(record);
            else
                keep_component(record);  // its unknown fields have nothing else to stand in
        }
    } else {
        keep_component(record);
    }
    ++components_;
    return true;
}

std::uint32_t Loader::kind(std::span<const detail::SceneType* const> types) {
    key_.clear();
    for (const detail::SceneType* const type : types)
        key_.push_back(ids_[type->index]);
    return bulk_->kind(key_);
}

void Loader::commit() {
    if (!kept_.components.empty() || !kept_.fields.empty()) incoming_.push_back({kept_id_, &kept_});
    key_.clear();
    for (const diorama::detail::Incoming& value : incoming_)
        key_.push_back(value.id);
    const std::uint32_t kind = bulk_->kind(key_);
    void* const* place = bulk_->row(kind).data();
    for (const diorama::detail::Incoming& value : incoming_) {
        const diorama::detail::ComponentInfo& info = world_.core().info(value.id);
        if (info.plain)
            std::memcpy(*place++, value.value, info.size);
        else
            info.take(*place++, value.value);
    }
    bulk_->made(kind);
    end_values();
    kept_.components.clear();
    kept_.fields.clear();
    components_ = 0;
}

Result<std::vector<Entity>> Loader::finish() {
    if (begun_) commit();
    std::vector<Entity> entities;
    if (Result<> done = bulk_->commit(entities); !done)
        return std::unexpected(std::move(done.error()));
    return entities;
}

/// Ends the values of the current entity, which have been moved from or are not wanted.
void Loader::end_values() noexcept {
    for (const diorama::detail::Incoming& value : incoming_) {
        const diorama::detail::ComponentInfo& info = world_.core().info(value.id);
        if (value.id != kept_id_ && !info.plain) info.destroy(value.value);
    }
    incoming_.clear();
}

void Loader::keep_component(const detail::RecordView& record) {
    KeptComponent kept{detail::copy_of(record), {}, components_};
    for (const FieldView& field : record.fields) {
        if (kind_of(field.value) == FieldKind::entity)
            kept.references.push_back(entity_of(field.value));
    }
    kept_.components.push_back(std::move(kept));
}

void Loader::keep_fields(const detail::RecordView& record) {
    for (const std::size_t position : reader_.unread()) {
        const FieldView& field = record.fields[position];
        kept_.fields.push_back({ShortString(record.name), Field(field.name, field.value),
                                entity_of(field.value), position});
    }
}

/// What \p value refers to; null where it is no reference.
Entity Loader::entity_of(const FieldValue& value) const {
    const auto* index = std::get_if<EntityIndex>(&value);
    // A check has found that there is one; what follows a mistake there is not to be memory's.
    const bool known = index != nullptr && index->value >= 0 &&
                       static_cast<std::uint64_t>(index->value) < entities_.size();
    return known ? entities_[static_cast<std::size_t>(index->value)] : Entity::null();
}

}  // namespace diorama::document
