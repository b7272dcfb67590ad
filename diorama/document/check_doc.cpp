// SPDX-License-Identifier: MIT
#include "diorama/document/detail/build_doc.hpp"
#include "diorama/document/detail/excerpt.hpp"
#include "diorama/document/detail/utf8.hpp"
#include "diorama/document/scene_doc.hpp"

namespace diorama::document {
namespace {

using detail::excerpt;
using detail::Findings;

/// Walks a document and adds what no writer may write.
class DocCheck {
  public:
    DocCheck(const SceneDoc& doc, Findings& findings) : doc_(doc), findings_(findings) {}

    void run() {
        limit(doc_.entities.size(), SceneLimits::entities, "entities", doc_.source);
        for (entity_ = 0; entity_ < doc_.entities.size() && !findings_.full(); ++entity_)
            check_entity(doc_.entities[entity_]);
    }

  private:
    void check_entity(const EntityRecord& entity) {
        limit(entity.components.size(), SceneLimits::components, "components", doc_.source);
        components_.clear();
        for (const ComponentRecord& component : entity.components) {
            const std::string_view name = component.name.view();
            if (!is_valid_component_name(name))
                findings_.error(
                    codes::name,
                    here() + ": found " + excerpt(name) + ", expected a component's name",
                    doc_.where(component));
            if (!components_.add(name))
                findings_.error(
                    codes::duplicate,
                    "duplicate component: " + here() + " has " + excerpt(name) + " twice",
                    doc_.where(component));
            check_component(component);
        }
    }

    void check_component(const ComponentRecord& component) {
        limit(component.fields.size(), SceneLimits::fields, "fields", doc_.where(component));
        fields_.clear();
        for (const Field& field : component.fields) {
            if (!is_valid_name(field.name()))
                findings_.error(codes::name,
                                here(component) + ": found " + excerpt(field.name()) +
                                    ", expected a field's name",
                                doc_.where(component, field.place()));
            if (!fields_.add(field.name()))
                findings_.error(codes::duplicate,
                                "duplicate field: " + here(component) + " has " +
                                    excerpt(field.name()) + " twice",
                                doc_.where(component, field.place()));
            check_value(component, field);
        }
    }

    void check_value(const ComponentRecord& component, const Field& field) {
        const FieldValue value = field.value();
        const auto about = [&] { return here(component) + ", " + excerpt(field.name()); };
        if (const auto* text = std::get_if<std::string_view>(&value)) {
            if (detail::invalid_utf8_at(*text) != text->size())
                findings_.error(codes::utf8, about() + ": the string is not valid UTF-8",
                                doc_.where(component, field.place()));
        } else if (const auto* list = std::get_if<std::span<const float>>(&value)) {
            limit(list->size(), SceneLimits::floats, "floats in a list",
                  doc_.where(component, field.place()));
        } else if (const auto* index = std::get_if<EntityIndex>(&value)) {
            if (index->value < -1 ||
                index->value >= static_cast<std::int64_t>(doc_.entities.size()))
                findings_.error(codes::reference,
                                about() + ": found #" + std::to_string(index->value) +
                                    ", expected #-1 or an index below " +
                                    std::to_string(doc_.entities.size()),
                                doc_.where(component, field.place()));
        }
    }

    void limit(std::size_t count, std::size_t most, const char* what, const std::string& where) {
        if (count > most)
            findings_.error(codes::limit,
                            "implausible count: found " + std::to_string(count) + " " + what +
                                ", the limit is " + std::to_string(most),
                            where);
    }

    [[nodiscard]] std::string here() const { return "entity " + std::to_string(entity_); }
    [[nodiscard]] std::string here(const ComponentRecord& component) const {
        return here() + ", " + excerpt(component.name.view());
    }

    const SceneDoc& doc_;
    Findings& findings_;
    std::size_t entity_ = 0;
    detail::NameSet components_;
    detail::NameSet fields_;
};

}  // namespace

void detail::find_faults(const SceneDoc& doc, Findings& findings) {
    DocCheck(doc, findings).run();
}

Result<> check_doc(const SceneDoc& doc) {
    Findings findings(doc.source);
    detail::find_faults(doc, findings);
    if (findings.failed()) return findings.to_error();
    return {};
}

}  // namespace diorama::document
