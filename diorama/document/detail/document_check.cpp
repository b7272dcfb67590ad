// SPDX-License-Identifier: MIT
#include "diorama/document/detail/document_check.hpp"

#include "diorama/document/detail/build_doc.hpp"
#include "diorama/document/detail/excerpt.hpp"
#include "diorama/document/error_codes.hpp"
#include "diorama/ecs/error_codes.hpp"

namespace diorama::document {

std::uint32_t version_of(const ComponentRecord& record) noexcept {
    const Field* const field = record.find(kVersionField);
    if (field == nullptr) return 1;
    const FieldValue value = field->value();
    const auto* number = std::get_if<std::int64_t>(&value);
    return number != nullptr && *number > 0 && *number <= UINT32_MAX
               ? static_cast<std::uint32_t>(*number)
               : 0;
}

std::string label_of(const SceneDoc& doc, std::size_t entity) {
    std::string label = "entity " + std::to_string(entity);
    const ComponentRecord* const name = doc.entities[entity].find("Name");
    const Field* const field = name == nullptr ? nullptr : name->find("value");
    if (field == nullptr || field->kind() != FieldKind::string) return label;
    return label + " " + detail::excerpt(std::get<std::string_view>(field->value()));
}

DocumentCheck::DocumentCheck(const SceneRegistry& registry, const SceneDoc& doc,
                             detail::Findings& findings)
    : registry_(registry), doc_(doc), findings_(findings) {
    stand_ins_.reserve(doc.entities.size());
    for (std::uint32_t i = 0; i < doc.entities.size(); ++i)
        stand_ins_.emplace_back(i, 1u);
}

void DocumentCheck::run() {
    detail::find_faults(doc_, findings_);
    if (!check_version()) return;  // names may have meant something else then
    for (std::size_t i = 0; i < doc_.entities.size() && !findings_.full(); ++i) {
        for (const ComponentRecord& component : doc_.entities[i].components)
            check_component(i, component);
    }
    check_loops();
}

bool DocumentCheck::check_version() {
    const std::uint32_t expected = registry_.document_version();
    if (doc_.version == expected) return true;
    const std::string found = "found document version " + std::to_string(doc_.version) +
                              ", expected " + std::to_string(expected);
    if (doc_.version > expected)
        findings_.error(codes::newer, found + ": the document is newer than this engine",
                        doc_.source, "open it with the program that wrote it, or a later one");
    else
        findings_.error(codes::older, found, doc_.source, "migrate the document first");
    return false;
}

void DocumentCheck::check_component(std::size_t entity, const ComponentRecord& component) {
    const detail::SceneType* const type = registry_.find(component.name.view());
    if (type == nullptr) return check_unknown(entity, component);
    if (!check_component_version(entity, component, type->version)) return;
    fields_.clear();
    for (const Field& field : component.fields)
        fields_.push_back(field.view());
    FieldReader reader(fields_, stand_ins_);
    (void)reader.find(kVersionField);
    const Entity target = type->check(reader);
    for (const FieldFault& fault : reader.faults())
        findings_.error(fault.code, about(entity, component) + fault.message,
                        doc_.where(component, fault.place));
    check_unread(entity, component, reader);
    if (!type->relation || !reader.ok()) return;
    if (target.is_null()) {
        findings_.warning(codes::no_target,
                          about(entity, component) + "refers to no entity, and is left out",
                          doc_.where(component));
        return;
    }
    Links& links = links_[type->name];
    links.target.resize(doc_.entities.size(), -1);
    links.record.resize(doc_.entities.size(), nullptr);
    links.target[entity] = target.index();
    links.record[entity] = &component;
}

bool DocumentCheck::check_component_version(std::size_t entity, const ComponentRecord& component,
                                            std::uint32_t expected) {
    const std::uint32_t version = version_of(component);
    if (version == expected) return true;
    const Field* const field = component.find(kVersionField);
    const std::string where = doc_.where(component, field == nullptr ? 0 : field->place());
    const std::string found = about(entity, component) + "found version " +
                              std::to_string(version) + ", expected " + std::to_string(expected);
    if (version == 0)
        findings_.error(codes::value,
                        about(entity, component) + "field _version: expected a positive integer",
                        where);
    else if (version > expected)
        findings_.error(codes::newer, found + ": the component is newer than this engine", where,
                        "open it with the program that wrote it, or a later one");
    else
        findings_.error(codes::older, found, where, "migrate the document first");
    return false;
}

void DocumentCheck::check_unknown(std::size_t entity, const ComponentRecord& component) {
    const bool keeps = registry_.unknown_ == UnknownPolicy::keep;
    std::string message = "unknown component: " + label_of(doc_, entity) + " has " +
                          detail::excerpt(component.name.view());
    if (keeps)
        findings_.warning(codes::unknown_component, message + ", which is kept as it is",
                          doc_.where(component));
    else
        findings_.error(codes::unknown_component, message + ", which is not registered",
                        doc_.where(component),
                        "register its type, or set UnknownPolicy::keep to carry it along");
}

void DocumentCheck::check_unread(std::size_t entity, const ComponentRecord& component,
                                 const FieldReader& reader) {
    for (const std::size_t position : reader.unread()) {
        const Field& field = component.fields[position];
        findings_.warning(
            codes::unknown_field,
            about(entity, component) + "unknown field " + detail::excerpt(field.name()) +
                (registry_.unknown_ == UnknownPolicy::keep ? " is kept as it is" : " is dropped"),
            doc_.where(component, field.place()));
    }
}

/// Adds an error for each loop, at the member that stands first in the file.
void DocumentCheck::check_loops() {
    for (const auto& [name, links] : links_) {
        // 0: not yet visited; else the walk that first came here.
        std::vector<std::size_t> walk(links.target.size(), 0);
        for (std::size_t start = 0; start < links.target.size(); ++start) {
            std::size_t at = start;
            while (walk[at] == 0 && links.target[at] >= 0) {
                walk[at] = start + 1;
                at = static_cast<std::size_t>(links.target[at]);
            }
            if (walk[at] != start + 1 || links.target[at] < 0) continue;
            std::size_t first = at;
            for (auto i = static_cast<std::size_t>(links.target[at]); i != at;
                 i = static_cast<std::size_t>(links.target[i]))
                first = std::min(first, i);
            findings_.error(diorama::codes::hierarchy_cycle,
                            label_of(doc_, first) + " is above itself by " + std::string(name),
                            doc_.where(*links.record[first]));
        }
    }
}

std::string DocumentCheck::about(std::size_t entity, const ComponentRecord& component) const {
    return label_of(doc_, entity) + ", " + detail::excerpt(component.name.view()) + ": ";
}

}  // namespace diorama::document
