// SPDX-License-Identifier: MIT
#include "diorama/document/detail/loader.hpp"

#include <utility>

#include "diorama/core/expects.hpp"
#include "diorama/document/detail/build_doc.hpp"
#include "diorama/document/detail/document_check.hpp"

namespace diorama::document {

Loader::Loader(const SceneRegistry& registry, World& world, std::size_t count, bool forward)
    : registry_(registry),
      world_(world),
      count_(count),
      mode_(forward ? Mode::apart : Mode::whole),
      reader_({}, {}) {}

Loader::~Loader() = default;

Result<> Loader::begin() {
    for (const auto& type : registry_.types_) {
        if (Result<> known = type->prepare(world_); !known) return known;
        const ComponentId id = type->id_in(world_);
        ids_.push_back(id);
        if (id >= types_.size()) types_.resize(id + std::size_t{1});
        types_[id] = type.get();
        values_.emplace_back(::operator new(type->size, std::align_val_t{type->align}),
                             FreeValue{type->align});
    }
    if (count_ == 0) return {};
    // Not for a few more: reserving each time would copy the whole world each time.
    if (count_ > world_.entity_count())
        world_.reserve(static_cast<std::uint32_t>(world_.entity_count() + count_));
    // Its first life: no slot was free, and those to come follow one by one. Otherwise all have to
    // be spawned before any reference can be resolved.
    entities_.reserve(count_);
    entities_.push_back(world_.spawn());
    spawned_ = 1;
    if (entities_[0].generation() == 1) {
        for (std::uint32_t i = 1; i < count_; ++i)
            entities_.emplace_back(entities_[0].index() + i, 1u);
    } else {
        mode_ = Mode::bare;
        while (entities_.size() < count_)
            entities_.push_back(world_.spawn());
        spawned_ = count_;
    }
    reader_ = FieldReader({}, entities_);
    return {};
}

void Loader::entity(std::uint32_t hint) {
    if (begun_ > 0) commit();
    ++begun_;
    hint_ = hint;
    components_ = 0;
}

bool Loader::component(const detail::RecordView& record) {
    if (const detail::SceneType* const type = registry_.find(record.name)) {
        if (mode_ != Mode::relations || type->relation) {
            reader_.reset(record.fields);
            (void)reader_.find(kVersionField);
            if (type->make(place_for(*type), reader_)) take_value(*type);
            if (mode_ != Mode::relations && registry_.unknown_ == UnknownPolicy::keep &&
                !reader_.all_read())
                keep_fields(record);
        }
    } else if (mode_ != Mode::relations) {
        keep_component(record);
    }
    ++components_;
    return state_.has_value();
}

bool Loader::finish_walk() {
    if (begun_ > 0) commit();
    if (mode_ != Mode::apart) return false;
    mode_ = Mode::relations;
    begun_ = 0;
    return true;
}

Result<std::vector<Entity>> Loader::finish() {
    if (state_) return std::move(entities_);
    for (std::size_t i = 0; i < spawned_; ++i) {
        if (world_.alive(entities_[i])) (void)world_.despawn(entities_[i]);
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

/// Gives the world the current entity.
void Loader::commit() {
    // The first one was spawned to see where the others will be.
    if ((mode_ == Mode::whole || mode_ == Mode::apart) && begun_ > 1)
        spawn_current();
    else
        add_current();
    for (const diorama::detail::Incoming& value : incoming_)
        end_value(*types_[value.id]);
    incoming_.clear();
    if (kept_.components.empty() && kept_.fields.empty()) return;
    check(world_.add(entities_[begun_ - 1], std::exchange(kept_, {})));
}

void Loader::spawn_current() {
    const Entity spawned = world_.core().spawn(plan_of_current(), incoming_);
    DIORAMA_EXPECTS(spawned == entities_[begun_ - 1], "entities are spawned one after another");
    ++spawned_;
}

void Loader::add_current() {
    for (const diorama::detail::Incoming& value : incoming_)
        check(world_.core().add(entities_[begun_ - 1], value));
}

const diorama::detail::SpawnPlan& Loader::plan_of_current() {
    if (hint_ != diorama::detail::kNone) {
        if (hint_ >= hinted_.size()) hinted_.resize(hint_ + std::size_t{1});
        if (hinted_[hint_] != nullptr) return *hinted_[hint_];
    }
    key_.clear();
    for (const diorama::detail::Incoming& value : incoming_)
        key_.push_back(value.id);
    auto found = plans_.find(key_);
    if (found == plans_.end()) found = plans_.emplace(key_, world_.core().plan(key_)).first;
    if (hint_ != diorama::detail::kNone) hinted_[hint_] = &found->second;
    return found->second;
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
