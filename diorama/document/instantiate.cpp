// SPDX-License-Identifier: MIT
#include "diorama/document/detail/document_check.hpp"
#include "diorama/document/kept_records.hpp"
#include "diorama/document/scene_registry.hpp"
#include "diorama/ecs/world.hpp"

namespace diorama::document {

/// Spawns a document that has been checked.
class Loader {
  public:
    Loader(const SceneRegistry& registry, World& world, const SceneDoc& doc)
        : registry_(registry), world_(world), doc_(doc) {}

    Result<std::vector<Entity>> run() {
        if (Result<> prepared = prepare(); !prepared) return std::unexpected(prepared.error());
        entities_.reserve(doc_.entities.size());
        for (std::size_t i = 0; i < doc_.entities.size(); ++i)
            entities_.push_back(world_.spawn());
        for (std::size_t i = 0; i < doc_.entities.size(); ++i) {
            if (Result<> loaded = load_entity(i); !loaded) {
                // Checked beforehand, so this is no fault of the document; it still leaves nothing.
                for (const Entity entity : entities_) {
                    if (world_.alive(entity)) (void)world_.despawn(entity);
                }
                return std::unexpected(std::move(loaded.error()));
            }
        }
        return std::move(entities_);
    }

  private:
    /// Makes sure that no component can fail on its name once entities exist.
    Result<> prepare() {
        for (const auto& type : registry_.types_) {
            if (Result<> known = type->prepare(world_); !known) return known;
        }
        return {};
    }

    Result<> load_entity(std::size_t number) {
        KeptRecords kept;
        const EntityRecord& record = doc_.entities[number];
        for (std::size_t i = 0; i < record.components.size(); ++i) {
            const ComponentRecord& component = record.components[i];
            if (const detail::SceneType* type = registry_.find(component.name.view())) {
                if (Result<> loaded = load_component(number, *type, component, kept); !loaded)
                    return loaded;
            } else {
                kept.components.push_back(keep(component, i));
            }
        }
        if (kept.components.empty() && kept.fields.empty()) return {};
        return world_.add(entities_[number], std::move(kept));
    }

    Result<> load_component(std::size_t number, const detail::SceneType& type,
                            const ComponentRecord& component, KeptRecords& kept) {
        fields_.clear();
        for (const Field& field : component.fields)
            fields_.push_back(field.view());
        FieldReader reader(fields_, entities_);
        (void)reader.find(kVersionField);
        if (Result<> added = type.insert(world_, entities_[number], reader); !added) return added;
        if (registry_.unknown_ != UnknownPolicy::keep) return {};
        for (const std::size_t position : reader.unread()) {
            const Field& field = component.fields[position];
            kept.fields.push_back({component.name, field, entity_of(field), position});
        }
        return {};
    }

    [[nodiscard]] KeptComponent keep(const ComponentRecord& component, std::size_t position) const {
        KeptComponent kept{component, {}, position};
        for (const Field& field : component.fields) {
            if (field.kind() == FieldKind::entity) kept.references.push_back(entity_of(field));
        }
        return kept;
    }

    /// What \p field refers to; null where it is no reference.
    [[nodiscard]] Entity entity_of(const Field& field) const {
        const FieldValue value = field.value();
        const auto* index = std::get_if<EntityIndex>(&value);
        return index == nullptr || index->value < 0
                   ? Entity::null()
                   : entities_[static_cast<std::size_t>(index->value)];
    }

    const SceneRegistry& registry_;
    World& world_;
    const SceneDoc& doc_;
    std::vector<Entity> entities_;
    std::vector<FieldView> fields_;
};

Result<std::vector<Entity>> SceneRegistry::instantiate(World& world, const SceneDoc& doc,
                                                       std::vector<Diagnostic>* warnings) const {
    if (Result<> healthy = world.health(); !healthy) return std::unexpected(healthy.error());
    detail::Findings findings(doc.source);
    DocumentCheck(*this, doc, findings).run();
    if (findings.failed()) return findings.to_error();
    Result<std::vector<Entity>> entities = Loader(*this, world, doc).run();
    if (entities && warnings != nullptr) {
        std::vector<Diagnostic> found = findings.take_warnings();
        warnings->insert(warnings->end(), std::make_move_iterator(found.begin()),
                         std::make_move_iterator(found.end()));
    }
    return entities;
}

}  // namespace diorama::document
