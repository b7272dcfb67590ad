// SPDX-License-Identifier: MIT
#include "diorama/document/detail/loader.hpp"

#include <utility>

#include "diorama/document/detail/build_doc.hpp"
#include "diorama/document/detail/document_check.hpp"

namespace diorama::document {

Result<> Loader::begin() {
    for (const auto& type : registry_.types_) {
        if (Result<> known = type->prepare(world_); !known) return known;
    }
    entities_.reserve(count_);
    for (std::size_t i = 0; i < count_; ++i)
        entities_.push_back(world_.spawn());
    reader_ = FieldReader({}, entities_);
    return {};
}

void Loader::entity() {
    flush_kept();
    ++begun_;
    components_ = 0;
}

bool Loader::component(const detail::RecordView& record) {
    if (const detail::SceneType* const type = registry_.find(record.name)) {
        reader_.reset(record.fields);
        (void)reader_.find(kVersionField);
        check(type->insert(world_, entities_[begun_ - 1], reader_));
        if (registry_.unknown_ == UnknownPolicy::keep && !reader_.all_read()) keep_fields(record);
    } else {
        keep_component(record);
    }
    ++components_;
    return state_.has_value();
}

Result<std::vector<Entity>> Loader::finish() {
    flush_kept();
    if (state_) return std::move(entities_);
    for (const Entity entity : entities_) {
        if (world_.alive(entity)) (void)world_.despawn(entity);
    }
    return std::unexpected(std::move(state_.error()));
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

/// Gives the current entity what was kept of it.
void Loader::flush_kept() {
    if (kept_.components.empty() && kept_.fields.empty()) return;
    check(world_.add(entities_[begun_ - 1], std::exchange(kept_, {})));
}

void Loader::check(Result<> added) {
    if (state_ && !added) state_ = std::move(added);
}

/// What \p value refers to; null where it is no reference.
Entity Loader::entity_of(const FieldValue& value) const {
    const auto* index = std::get_if<EntityIndex>(&value);
    return index == nullptr || index->value < 0 ? Entity::null()
                                                : entities_[static_cast<std::size_t>(index->value)];
}

}  // namespace diorama::document
