// SPDX-License-Identifier: MIT
#include "diorama/document/scene_doc.hpp"

#include <algorithm>

#include "diorama/document/detail/build_doc.hpp"
#include "diorama/document/detail/place.hpp"
#include "diorama/document/detail/utf8.hpp"
#include "diorama/document/excerpt.hpp"

namespace diorama::document {
namespace {

/// The element of \p list called \p name, or null.
template <class List>
auto find_in(List& list, std::string_view name, auto name_of) noexcept -> decltype(list.data()) {
    const auto found = std::find_if(list.begin(), list.end(),
                                    [&](const auto& element) { return name_of(element) == name; });
    return found == list.end() ? nullptr : &*found;
}

constexpr auto kFieldName = [](const Field& field) { return field.name(); };
constexpr auto kComponentName = [](const ComponentRecord& record) { return record.name.view(); };

/// Drops the element of \p list called \p name.
template <class List>
bool remove_from(List& list, std::string_view name, auto name_of) {
    return std::erase_if(list, [&](const auto& each) { return name_of(each) == name; }) > 0;
}

}  // namespace

Field* ComponentRecord::find(std::string_view field) noexcept {
    return find_in(fields, field, kFieldName);
}

const Field* ComponentRecord::find(std::string_view field) const noexcept {
    return find_in(fields, field, kFieldName);
}

void ComponentRecord::set(std::string_view field, const FieldValue& value) {
    if (Field* const known = find(field))
        known->set(value);
    else
        fields.emplace_back(field, value);
}

bool ComponentRecord::rename_field(std::string_view from, std::string_view to) {
    Field* const field = find(from);
    if (field != nullptr) field->rename(to);
    return field != nullptr;
}

bool ComponentRecord::remove(std::string_view field) {
    return remove_from(fields, field, kFieldName);
}

ComponentRecord* EntityRecord::find(std::string_view component) noexcept {
    return find_in(components, component, kComponentName);
}

const ComponentRecord* EntityRecord::find(std::string_view component) const noexcept {
    return find_in(components, component, kComponentName);
}

bool EntityRecord::remove(std::string_view component) {
    return remove_from(components, component, kComponentName);
}

detail::Place detail::where_of(std::string_view source, SceneFormat format, std::uint64_t place,
                               std::uint32_t column, std::uint32_t field) {
    if (format == SceneFormat::none || place == 0) return std::string(source);
    const Findings findings(source);
    if (format == SceneFormat::binary) return findings.at_byte(place + field);
    return findings.at_line(place, field != 0 ? field : std::max(column, 1u));
}

std::string detail::reference_remedy(SceneFormat format, std::int64_t end) {
    if (format == SceneFormat::binary || end == 0) return {};
    return "the file's highest entity is #" + std::to_string(end - 1) +
           ": refer to one up to it, or to none with `#-1`";
}

std::string SceneDoc::where(const ComponentRecord& component, std::uint32_t place) const {
    return detail::where_of(source, format, component.place, component.column, place).where;
}

bool is_valid_name(std::string_view name) noexcept {
    if (name.empty() || name[0] == '#' || name.size() > SceneLimits::string_bytes) return false;
    bool ascii = true;
    for (const char c : name) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte <= ' ' || byte == 0x7f || c == '=' || c == '"' || c == '[' || c == ']')
            return false;
        ascii = ascii && byte < 0x80;
    }
    return ascii || detail::invalid_utf8_at(name) == name.size();
}

bool is_valid_component_name(std::string_view name) noexcept {
    return name != "entity" && is_valid_name(name);
}

namespace detail {

ComponentRecord copy_of(const RecordView& record) {
    ComponentRecord component;
    component.name = ShortString(record.name);
    component.place = record.place;
    component.column = record.column;
    component.fields.reserve(record.fields.size());
    for (const FieldView& field : record.fields)
        component.fields.emplace_back(field.name, field.value, field.place);
    return component;
}

void find_dangling_references(const SceneDoc& doc, std::int64_t end, Findings& findings) {
    for (std::size_t i = 0; i < doc.entities.size(); ++i) {
        for (const ComponentRecord& component : doc.entities[i].components) {
            for (const Field& field : component.fields) {
                if (field.kind() != FieldKind::entity) continue;
                const std::int64_t index = std::get<EntityIndex>(field.value()).value;
                if (index >= -1 && index < end) continue;
                findings.error(codes::reference,
                               "entity " + std::to_string(i) + ": " +
                                   excerpt(std::string(component.name.view()) + "." +
                                           std::string(field.name())) +
                                   " is #" + std::to_string(index) +
                                   ", expected #-1 or an index below " + std::to_string(end),
                               where_of(doc.source, doc.format, component.place, component.column,
                                        field.place()),
                               reference_remedy(doc.format, end));
            }
        }
    }
}

}  // namespace detail
}  // namespace diorama::document
