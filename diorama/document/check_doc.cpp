// SPDX-License-Identifier: MIT
#include "diorama/document/detail/record_check.hpp"

#include <algorithm>

#include "diorama/document/detail/build_doc.hpp"
#include "diorama/document/detail/doc_cursor.hpp"
#include "diorama/document/detail/place.hpp"
#include "diorama/document/detail/utf8.hpp"
#include "diorama/document/excerpt.hpp"
#include "diorama/document/scene_doc.hpp"

namespace diorama::document {
namespace detail {
namespace {

// Records with more fields than this are few and differ from each other.
constexpr std::size_t kFewFields = 32;

}  // namespace

RecordCheck::RecordCheck(const InputFacts& facts, Findings& findings)
    : facts_(facts), findings_(findings) {
    limit(facts.entities, SceneLimits::entities, "entities", std::string(facts.source));
}

void RecordCheck::entity() {
    ++entities_;
    components_.clear();
    duplicates_.entity();
    count_ = 0;
}

void RecordCheck::resume(std::size_t entity) {
    if (entities_ == entity + 1) return;
    entities_ = entity;
    this->entity();
}

bool RecordCheck::component(const RecordView& record) {
    if (++count_ == SceneLimits::components + 1)
        findings_.error(codes::limit,
                        "implausible count: more than " + std::to_string(SceneLimits::components) +
                            " components in " + here(),
                        where(record));
    if (!components_.add(record.name))
        duplicates_.add(
            findings_, facts_.format,
            "duplicate component: " + here() + " has " + excerpt(record.name) + " twice",
            where(record));
    if (!names_are_known(record)) check_names(record);
    for (const FieldView& field : record.fields)
        check_value(record, field);
    return !findings_.full();
}

/// Whether a record of this component with the same names has been found sound.
bool RecordCheck::names_are_known(const RecordView& record) const {
    const auto known = sound_.find(record.name);
    return known != sound_.end() &&
           std::equal(record.fields.begin(), record.fields.end(), known->second.begin(),
                      known->second.end(), [](const FieldView& field, const std::string& name) {
                          return field.name == name;
                      });
}

void RecordCheck::check_names(const RecordView& record) {
    if (!is_valid_component_name(record.name)) {
        findings_.error(
            codes::name,
            here() + ": found " + excerpt(record.name) + ", expected a component's name",
            where(record));
        return;
    }
    if (record.fields.size() > SceneLimits::fields)
        limit(record.fields.size(), SceneLimits::fields, "fields", where(record));
    bool sound = record.fields.size() <= kFewFields;
    fields_.clear();
    for (const FieldView& field : record.fields) {
        if (!is_valid_name(field.name)) {
            sound = false;
            findings_.error(
                codes::name,
                here(record) + ": found " + excerpt(field.name) + ", expected a field's name",
                where(record, field.place));
        }
        if (!fields_.add(field.name)) {
            sound = false;
            findings_.error(
                codes::duplicate,
                "duplicate field: " + here(record) + " has " + excerpt(field.name) + " twice",
                where(record, field.place));
        }
    }
    if (!sound) return;
    std::vector<std::string>& names = sound_[std::string(record.name)];
    names.clear();
    for (const FieldView& field : record.fields)
        names.emplace_back(field.name);
}

void RecordCheck::check_value(const RecordView& record, const FieldView& field) {
    const auto about = [&] { return here(record) + ", " + excerpt(field.name); };
    if (const auto* text = std::get_if<std::string_view>(&field.value)) {
        if (invalid_utf8_at(*text) != text->size())
            findings_.error(codes::utf8, about() + ": the string is not valid UTF-8",
                            where(record, field.place));
    } else if (const auto* list = std::get_if<std::span<const float>>(&field.value)) {
        if (list->size() > SceneLimits::floats)
            limit(list->size(), SceneLimits::floats, "floats in a list",
                  where(record, field.place));
    } else if (const auto* index = std::get_if<EntityIndex>(&field.value)) {
        const std::int64_t end = facts_.reference_end();
        if (index->value < -1 || index->value >= end)
            findings_.error(codes::reference,
                            about() + ": found #" + std::to_string(index->value) +
                                ", expected #-1 or an index below " + std::to_string(end),
                            where(record, field.place), reference_remedy(facts_.format, end));
    }
}

void RecordCheck::limit(std::size_t count, std::size_t most, const char* what, const Place& place) {
    if (count > most)
        findings_.error(codes::limit,
                        "implausible count: found " + std::to_string(count) + " " + what +
                            ", the limit is " + std::to_string(most),
                        place);
}

std::string RecordCheck::here() const {
    return "entity " + std::to_string(entities_ - 1);
}

std::string RecordCheck::here(const RecordView& record) const {
    return here() + ", " + excerpt(record.name);
}

Place RecordCheck::where(const RecordView& record, std::uint32_t field) const {
    return where_of(facts_.source, facts_.format, record.place, record.column, field);
}

void find_faults(const SceneDoc& doc, Findings& findings) {
    RecordCheck check({doc.source, doc.format, doc.version, doc.entities.size()}, findings);
    DocCursor cursor(doc);
    feed(cursor, check);
}

}  // namespace detail

Result<> check_doc(const SceneDoc& doc) {
    detail::Findings findings(doc.source);
    detail::find_faults(doc, findings);
    if (findings.failed()) return findings.to_error();
    return {};
}

}  // namespace diorama::document
