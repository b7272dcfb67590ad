// SPDX-License-Identifier: MIT
#include "diorama/document/detail/document_check.hpp"

#include <algorithm>

#include "diorama/core/spelling.hpp"
#include "diorama/document/detail/place.hpp"
#include "diorama/document/error_codes.hpp"
#include "diorama/document/excerpt.hpp"
#include "diorama/ecs/error_codes.hpp"

namespace diorama::document {
namespace {

// Longer loops are cut short in messages.
constexpr std::size_t kMostLoopMembers = 16;

const FieldView* find_field(const detail::RecordView& record, std::string_view name) {
    for (const FieldView& field : record.fields) {
        if (field.name == name) return &field;
    }
    return nullptr;
}

}  // namespace

std::uint32_t version_of(const FieldValue& value) noexcept {
    const auto* number = std::get_if<std::int64_t>(&value);
    return number != nullptr && *number > 0 && *number <= UINT32_MAX
               ? static_cast<std::uint32_t>(*number)
               : 0;
}

std::uint32_t version_of(const ComponentRecord& record) noexcept {
    const Field* const field = record.find(kVersionField);
    return field == nullptr ? 1 : version_of(field->value());
}

std::string wrong_version(const FieldValue& value) {
    const auto* const number = std::get_if<std::int64_t>(&value);
    return "field _version: found " +
           (number != nullptr ? std::to_string(*number) : std::string(to_string(kind_of(value)))) +
           ", expected a positive integer";
}

std::string missing_step(std::uint32_t version, std::uint32_t stuck) {
    return "found version " + std::to_string(version) + ": no migration to " +
           std::to_string(std::uint64_t{stuck} + 1);
}

DocumentCheck::DocumentCheck(const SceneRegistry& registry, const detail::InputFacts& facts,
                             bool checked, detail::Findings& findings)
    : registry_(registry), facts_(facts), checked_(checked), findings_(findings), reader_({}, {}) {
    stand_ins_.reserve(facts.entities);
    for (std::uint32_t i = 0; i < facts.entities; ++i)
        stand_ins_.emplace_back(i, 1u);
    reader_ = FieldReader({}, stand_ins_);
    reader_.reference_end_ = static_cast<std::size_t>(facts.reference_end());
}

bool DocumentCheck::version_fits() {
    const std::uint32_t expected = registry_.document_version();
    if (facts_.version == expected) return true;
    if (old_ == Old::migrated && facts_.version < expected) {
        if (const Result<> steps = registry_.check_steps(facts_.version, facts_.source); !steps)
            findings_.error(steps.error().code, steps.error().message, steps.error().where,
                            steps.error().hint);
        else
            met_old_ = true;
        return false;
    }
    const std::string source(facts_.source);
    if (registry_.fits(facts_.version)) {
        findings_.warning(
            codes::newer,
            "version " + std::to_string(facts_.version) + ": a program's own; taken as version " +
                std::to_string(expected) + "'s components",
            source, "only the program that wrote it can tell whether it is up to date");
        return true;
    }
    const std::string found = "found document version " + std::to_string(facts_.version) +
                              ", expected " + std::to_string(expected);
    if (facts_.version > expected)
        findings_.error(codes::newer, found + ": the document is newer than this engine", source,
                        std::string(kOpenNewer));
    else
        findings_.error(codes::older, found, source, "migrate the document first");
    return false;
}

void DocumentCheck::entity() {
    ++entities_;
    label_.clear();
    names_.clear();
    duplicates_.entity();
}

void DocumentCheck::resume(std::size_t entity) {
    if (entities_ == entity + 1) return;
    entities_ = entity;
    this->entity();
}

bool DocumentCheck::component(const detail::RecordView& record) {
    const std::size_t errors = findings_.errors();
    last_target_ = -1;
    last_is_sound_ = true;
    if (record.name == "Name") note_label(record);
    if (!checked_ && !names_.add(record.name))
        duplicates_.add(findings_, facts_.format,
                        "duplicate component: " + about(record) + "it is there twice",
                        where(record));
    const detail::SceneType* const type = registry_.find(record.name);
    if (type == nullptr) {
        note_unknown(record);
    } else if (check_component_version(record, *type)) {
        reader_.reset(record.fields, record.whole);
        if (record.fields.size() > 0) (void)reader_.find(kVersionField);
        const std::optional<Entity> target = read(*type, record);
        last_is_sound_ = reader_.ok() && !reader_.is_unsure_;
        for (const FieldFault& fault : reader_.faults())
            findings_.error(fault.code, about(record) + fault.message, where(record, fault.place),
                            fault.code == codes::reference
                                ? detail::reference_remedy(facts_.format, facts_.reference_end())
                                : std::string());
        if (target) {
            note_unread(*type, record);
            if (type->relation && reader_.ok() && !reader_.is_unsure_)
                note_relation(*type, record, *target);
        }
    } else {
        last_is_sound_ = false;
    }
    // Out of order, nobody knows whom any reference means.
    const auto refers = [](const FieldView& field) {
        const auto* const index = std::get_if<EntityIndex>(&field.value);
        return index != nullptr && index->value >= 0;
    };
    last_is_sound_ =
        last_is_sound_ && record.whole && findings_.errors() == errors &&
        (facts_.in_order || std::none_of(record.fields.begin(), record.fields.end(), refers));
    return !findings_.full();
}

/// Has \p type read \p record, for the faults; the target where it is a relationship. Nothing where
/// that throws, which is a fault too.
std::optional<Entity> DocumentCheck::read(const detail::SceneType& type,
                                          const detail::RecordView& record) {
    try {
        return type.check(reader_);
    } catch (...) {
        findings_.error(codes::value, about(record) + "reading it " + detail::thrown(),
                        where(record));
        return std::nullopt;
    }
}

bool DocumentCheck::check_component_version(const detail::RecordView& record,
                                            const detail::SceneType& type) {
    const std::uint32_t expected = type.version;
    const FieldView* const field = find_field(record, kVersionField);
    if (field == nullptr && !record.whole) return true;  // it may have had one
    const std::uint32_t version = field == nullptr ? 1 : version_of(field->value);
    if (version == expected) return true;
    if (old_ == Old::known) return false;
    // One of a type stands for all: they have the same version, as a rule, and the same remedy.
    if (version != 0 && !told_versions_.emplace(record.name).second) return false;
    if (old_ == Old::migrated && version != 0 && version < expected) {
        note_old(record, type, version);
        return false;
    }
    const detail::Place place = where(record, field == nullptr ? 0 : field->place);
    const std::string found = about(record) + "found version " + std::to_string(version) +
                              ", expected " + std::to_string(expected);
    if (version == 0)
        findings_.error(codes::value, about(record) + wrong_version(field->value), place);
    else if (version > expected)
        findings_.error(codes::newer, found + ": the component is newer than this engine", place,
                        "open it with the program that wrote it, or a later one");
    else
        findings_.error(codes::older, found, place, "migrate the document first");
    return false;
}

/// Adds why \p record, of an older \p version, can't be migrated, if it can't.
void DocumentCheck::note_old(const detail::RecordView& record, const detail::SceneType& type,
                             std::uint32_t version) {
    const std::uint32_t stuck = type.stuck_at(version);
    if (stuck == type.version)
        met_old_ = true;
    else
        findings_.error(codes::no_migration, about(record) + missing_step(version, stuck),
                        where(record), std::string(kRegisterStep));
}

/// Adds that no type is called as \p record is: once for each name, since whoever has one such
/// component has many, and they would hide what else is wrong.
void DocumentCheck::note_unknown(const detail::RecordView& record) {
    const bool keeps = registry_.unknown_ == UnknownPolicy::keep;
    last_is_sound_ = last_is_sound_ && keeps;
    for (const FieldView& field : record.fields)
        check_reference(record, field);
    const auto [entry, first] =
        unknown_.try_emplace(std::string(record.name), detail::Findings::kNotListed);
    if (!first) return findings_.once_more(entry->second);
    const std::string message = "unknown component: entity " + std::to_string(entities_ - 1) +
                                (label_.empty() ? "" : std::string(" ").append(excerpt(label_))) +
                                " has " + excerpt(record.name);
    // Looked for only where it will be read: names may be as many as the file has words.
    const std::string_view near = findings_.has_room(keeps ? Severity::warning : Severity::error)
                                      ? registry_.nearest_name(record.name)
                                      : std::string_view();
    const std::string meant = near.empty()
                                  ? std::string()
                                  : std::string("did you mean ").append(excerpt(near)).append("?");
    if (keeps)
        entry->second = findings_.warning(
            codes::unknown_component, message + ", which is kept as it is", where(record), meant);
    else
        entry->second = findings_.error(
            codes::unknown_component, message + ", which is not registered", where(record),
            meant.empty() ? "register its type, or set UnknownPolicy::keep to carry it along"
                          : meant);
}

/// Holds \p field, if it is a reference, against the number of entities.
void DocumentCheck::check_reference(const detail::RecordView& record, const FieldView& field) {
    const auto* index = std::get_if<EntityIndex>(&field.value);
    if (checked_ || index == nullptr || index->value < static_cast<std::int64_t>(facts_.entities))
        return;
    last_is_sound_ = false;
    const std::int64_t end = facts_.reference_end();
    if (index->value < end) return;  // whom it means is not known
    findings_.error(codes::reference,
                    about(record) + "field " + excerpt(field.name) + ": found #" +
                        std::to_string(index->value) + ", expected #-1 or an index below " +
                        std::to_string(end),
                    where(record, field.place), detail::reference_remedy(facts_.format, end));
}

/// Adds which fields of \p record \p type has not asked for, each name once.
void DocumentCheck::note_unread(const detail::SceneType& type, const detail::RecordView& record) {
    if (reader_.all_read()) return;
    const bool keeps = registry_.unknown_ == UnknownPolicy::keep;
    const std::vector<std::size_t> unread = reader_.unread();
    const std::size_t known =
        record.fields.size() - unread.size() - (find_field(record, kVersionField) ? 1 : 0);
    std::optional<std::vector<std::string>> asked;
    for (const std::size_t position : unread) {
        const FieldView& field = record.fields[position];
        check_reference(record, field);
        // What is below a name may be unread because a field beside it was left out.
        if (!record.whole && field.name.find('.') != std::string_view::npos) continue;
        const auto [entry, first] = unknown_fields_.try_emplace(
            std::string(record.name).append(" ").append(field.name), detail::Findings::kNotListed);
        if (!first) {
            findings_.once_more(entry->second);
            continue;
        }
        std::string meant;
        if (findings_.has_room(Severity::warning)) {
            if (!asked) asked = asked_of(type, record);
            const std::vector<std::string_view> names(asked->begin(), asked->end());
            const std::string_view near = nearest_word(field.name, names);
            if (!near.empty())
                meant.append("did you mean ").append(excerpt(near)).append("?");
            else if (known == 0)
                meant.append("is this ")
                    .append(excerpt(record.name))
                    .append(
                        " a type of yours? The name is taken by one that is registered here: give "
                        "yours another with DIORAMA_COMPONENT_NAMED");
        }
        const bool in_text = facts_.format == SceneFormat::text;
        const auto before = static_cast<std::uint32_t>(field.name.size() + 1);  // and the `=`
        entry->second = findings_.warning(
            codes::unknown_field,
            about(record) + "unknown field " + excerpt(field.name) +
                (keeps ? " is kept as it is" : " is dropped"),
            where(record, in_text && field.place > before ? field.place - before : field.place),
            std::move(meant));
    }
}

/// The names of fields that \p type asks for as it reads \p record, but for those that are there.
std::vector<std::string> DocumentCheck::asked_of(const detail::SceneType& type,
                                                 const detail::RecordView& record) const {
    std::vector<std::string> asked;
    FieldReader reader(record.fields, stand_ins_);
    reader.asked_ = &asked;
    try {
        (void)type.check(reader);
    } catch (...) {  // it has said so when it was read before
    }
    std::erase_if(asked, [&](const std::string& name) { return find_field(record, name); });
    return asked;
}

void DocumentCheck::note_relation(const detail::SceneType& type, const detail::RecordView& record,
                                  Entity target) {
    if (target.is_null()) {
        if (!record.whole) return;  // it may have had one
        findings_.warning(codes::no_target, about(record) + "refers to no entity, and is left out",
                          where(record));
        return;
    }
    Links& links = links_[&type];
    links.target.resize(facts_.entities, -1);
    links.place.resize(facts_.entities);
    links.target[entities_ - 1] = last_target_ = target.index();
    links.place[entities_ - 1] = {record.place, record.column};
}

void DocumentCheck::note_label(const detail::RecordView& name) {
    const FieldView* const field = find_field(name, "value");
    const auto* text = field == nullptr ? nullptr : std::get_if<std::string_view>(&field->value);
    if (text != nullptr) label_.assign(*text);
}

/// Adds an error for each loop.
void DocumentCheck::finish() {
    if (!facts_.in_order) return;  // who is under whom can't be told
    for (const auto& [type, links] : links_) {
        // 0: not yet visited; else the walk that first came here.
        std::vector<std::size_t> walk(links.target.size(), 0);
        for (std::size_t start = 0; start < links.target.size(); ++start) {
            std::size_t at = start;
            while (walk[at] == 0 && links.target[at] >= 0) {
                walk[at] = start + 1;
                at = static_cast<std::size_t>(links.target[at]);
            }
            if (walk[at] == start + 1 && links.target[at] >= 0) note_loop(*type, links, at);
        }
    }
}

/// Adds an error for the loop that \p member is of, at the one that stands first in the file, which
/// names all of them from there upwards.
void DocumentCheck::note_loop(const detail::SceneType& type, const Links& links,
                              std::size_t member) {
    const auto above = [&](std::size_t i) { return static_cast<std::size_t>(links.target[i]); };
    std::size_t first = member;
    std::size_t members = 1;
    for (std::size_t i = above(member); i != member; i = above(i), ++members)
        first = std::min(first, i);
    // Of a long one the first and the last.
    std::string chain = std::to_string(first);
    std::size_t at = first;
    for (std::size_t named = 1; named <= members; ++named) {
        at = above(at);
        const bool shown = members <= kMostLoopMembers || named < kMostLoopMembers / 2 ||
                           named > members - kMostLoopMembers / 2;
        if (shown)
            chain.append(" -> ").append(std::to_string(at));
        else if (named == kMostLoopMembers / 2)
            chain.append(" -> ...");
    }
    if (members > kMostLoopMembers)
        chain.append(", ").append(std::to_string(members)).append(" in all");
    const Place place = links.place[first];
    findings_.error(
        diorama::codes::hierarchy_cycle,
        "entity " + std::to_string(first) + " is above itself by " + type.name + ": " + chain,
        detail::where_of(facts_.source, facts_.format, place.line_or_byte, place.column, 0));
}

std::string DocumentCheck::about(const detail::RecordView& record) const {
    const std::string name = label_.empty() ? "" : std::string(" ").append(excerpt(label_));
    return "entity " + std::to_string(entities_ - 1) + name + ", " + excerpt(record.name) + ": ";
}

detail::Place DocumentCheck::where(const detail::RecordView& record, std::uint32_t field) const {
    return detail::where_of(facts_.source, facts_.format, record.place, record.column, field);
}

}  // namespace diorama::document
