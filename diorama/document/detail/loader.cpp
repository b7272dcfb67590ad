// SPDX-License-Identifier: MIT
#include "diorama/document/detail/loader.hpp"

#include <utility>

#include "diorama/document/detail/build_doc.hpp"
#include "diorama/document/detail/document_check.hpp"

namespace diorama::document {

Loader::Loader(const SceneRegistry& registry, World& world, std::size_t count)
    : registry_(registry), world_(world), reader_({}, {}), entities_(count) {}

Loader::~Loader() {
    if (open_) (void)world_.core().end_batch(entities_, false);
}

Result<> Loader::begin(std::span<const detail::SceneType* const> usual) {
    const auto note = [&](ComponentId id, const detail::SceneType* type) {
        if (id >= types_.size()) types_.resize(id + std::size_t{1});
        types_[id] = type;
    };
    for (const auto& type : registry_.types_) {
        if (Result<> known = type->prepare(world_); !known) return known;
        ids_.push_back(type->id_in(world_));
        note(ids_.back(), type.get());
        values_.emplace_back(::operator new(type->size, std::align_val_t{type->align}),
                             FreeValue{type->align});
    }
    if (registry_.unknown_ == UnknownPolicy::keep) {
        const Result<ComponentId> id = world_.register_component<KeptRecords>();
        if (!id) return std::unexpected(id.error());
        note(kept_id_ = *id, nullptr);
    }
    for (const detail::SceneType* const type : usual)
        key_.push_back(ids_[type->index]);
    if (Result<> begun = world_.core().begin_batch(world_.core().plan(key_), entities_); !begun)
        return begun;
    open_ = true;
    reader_ = FieldReader({}, entities_);
    return {};
}

bool Loader::component(const detail::RecordView& record) {
    if (const detail::SceneType* const type = registry_.find(record.name)) {
        reader_.reset(record.fields);
        (void)reader_.find(kVersionField);
        if (type->make(place_for(*type), reader_))
            incoming_.push_back({ids_[type->index], place_for(*type)});
        if (registry_.unknown_ == UnknownPolicy::keep && !reader_.all_read()) keep_fields(record);
    } else {
        keep_component(record);
    }
    ++components_;
    return true;
}

Result<std::vector<Entity>> Loader::finish() {
    if (begun_ > 0) commit();
    open_ = false;
    if (Result<> linked = world_.core().end_batch(entities_, true); !linked)
        return std::unexpected(std::move(linked.error()));
    return std::move(entities_);
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

Loader::Recipe Loader::recipe(std::span<const detail::SceneType* const> types) {
    Recipe recipe;
    key_.clear();
    for (const detail::SceneType* const type : types) {
        recipe.steps.push_back({type, place_for(*type)});
        recipe.incoming.push_back({ids_[type->index], place_for(*type)});
        if (!type->trivial) recipe.ended.push_back(recipe.steps.back());
        key_.push_back(ids_[type->index]);
    }
    recipe.plan = world_.core().plan(key_);
    return recipe;
}

void Loader::commit() {
    if (filled_ == begun_) return;
    filled_ = begun_;
    if (!kept_.components.empty() || !kept_.fields.empty()) incoming_.push_back({kept_id_, &kept_});
    key_.clear();
    for (const diorama::detail::Incoming& value : incoming_)
        key_.push_back(value.id);
    auto plan = plans_.find(key_);
    if (plan == plans_.end()) plan = plans_.emplace(key_, world_.core().plan(key_)).first;
    world_.core().fill(entities_[begun_ - 1].index(), plan->second, incoming_);
    for (const diorama::detail::Incoming& value : incoming_) {
        if (const detail::SceneType* const type = types_[value.id]; type != nullptr)
            type->destroy(value.value);
    }
    incoming_.clear();
    kept_.components.clear();
    kept_.fields.clear();
}

/// What \p value refers to; null where it is no reference.
Entity Loader::entity_of(const FieldValue& value) const {
    const auto* index = std::get_if<EntityIndex>(&value);
    return index == nullptr || index->value < 0 ? Entity::null()
                                                : entities_[static_cast<std::size_t>(index->value)];
}

}  // namespace diorama::document
