// SPDX-License-Identifier: MIT
#include "diorama/document/scene_registry.hpp"

#include <algorithm>
#include <set>

#include "diorama/core/spelling.hpp"
#include "diorama/document/detail/document_check.hpp"
#include "diorama/document/detail/findings.hpp"
#include "diorama/document/detail/name_set.hpp"
#include "diorama/document/detail/place.hpp"
#include "diorama/document/error_codes.hpp"
#include "diorama/document/excerpt.hpp"

namespace diorama::document {

const detail::SceneType* SceneRegistry::find(std::string_view name) const noexcept {
    const auto found = by_name_.find(name);
    return found == by_name_.end() ? nullptr : found->second;
}

std::unexpected<Error> detail::no_function(std::string what) {
    return fail(codes::no_function, std::move(what) + ": found an empty function, expected one");
}

std::string_view SceneRegistry::nearest_name(std::string_view name) const {
    std::vector<std::string_view> names;
    for (const auto& type : types_)
        names.push_back(type->name);
    return nearest_word(name, names);
}

Result<> SceneRegistry::add_type(std::unique_ptr<detail::SceneType> type, std::uint32_t type_index,
                                 std::span<const std::string_view> members) {
    if (!is_valid_component_name(type->name))
        return fail(codes::name, "found " + excerpt(type->name) +
                                     ", expected a name that both formats can hold");
    if (find(type->name) != nullptr)
        return fail(codes::name_taken,
                    "component name " + excerpt(type->name) + " is registered already", {},
                    "give one of the types another name with DIORAMA_COMPONENT_NAMED");
    if (const auto known = std::find(registered_.begin(), registered_.end(), type_index);
        known != registered_.end())
        return fail(
            codes::name_taken,
            "the type of " + excerpt(type->name) + " is registered already, as " +
                excerpt(types_[static_cast<std::size_t>(known - registered_.begin())]->name),
            {}, "one type has one name: a file with both would lose one of the values");
    if (type->version == 0)
        return fail(codes::value,
                    "component " + excerpt(type->name) + ": found version 0, expected 1 or above");
    detail::NameSet met;
    for (const std::string_view member : members) {
        if (!is_valid_name(member) || member == kVersionField || !met.add(member))
            return fail(codes::name, "component " + excerpt(type->name) + ": found a member " +
                                         excerpt(member) +
                                         ", expected a name of its own that both formats can hold "
                                         "and that is not the version's");
    }
    type->index = static_cast<std::uint32_t>(types_.size());
    by_name_.emplace(type->name, type.get());
    registered_.push_back(type_index);
    types_.push_back(std::move(type));
    return {};
}

Result<> SceneRegistry::add_migration(std::uint32_t from, Migration step) {
    const std::string what = "migration from document version " + std::to_string(from);
    if (migrations_.contains(from))
        return fail(codes::migration_taken, "there is a " + what + " already");
    if (from == UINT32_MAX)
        return fail(codes::migration_invalid, "a " + what + " can never run: no version follows");
    if (!step) return fail(codes::migration_invalid, "a " + what + " has nothing to run");
    migrations_.emplace(from, std::move(step));
    version_ = std::max(version_, from + 1);
    return {};
}

Result<> SceneRegistry::add_component_migration(std::string_view component, std::uint32_t from,
                                                ComponentMigration step) {
    const auto found = by_name_.find(component);
    const std::string_view near = found == by_name_.end() ? nearest_name(component) : "";
    if (found == by_name_.end())
        return fail(codes::unknown_component,
                    "unknown component: no type is registered as " + excerpt(component), {},
                    near.empty() ? std::string("register its type first")
                                 : std::string("did you mean ").append(excerpt(near)).append("?"));
    detail::SceneType& type = *found->second;
    const auto step_from = [&](std::uint32_t version) {
        return "a migration of " + excerpt(component) + " from version " + std::to_string(version);
    };
    if (type.migrations.contains(from))
        return fail(codes::migration_taken, "there is " + step_from(from) + " already");
    if (from == 0 || from >= type.version)
        return fail(codes::migration_invalid,
                    step_from(from) + " can never run: it is registered with version " +
                        std::to_string(type.version),
                    {}, "versions are counted from 1; raise TypeOptions::version with each step");
    if (!type.migrations.empty() && !type.migrations.contains(from - 1) &&
        !type.migrations.contains(from + 1))
        return fail(codes::migration_invalid,
                    step_from(from) + " can never run: there is none to or from its neighbours", {},
                    "add the steps one after the other, without gaps");
    if (!step) return fail(codes::migration_invalid, step_from(from) + " has nothing to run");
    type.migrations.emplace(from, std::move(step));
    return {};
}

bool SceneRegistry::is_current(const SceneDoc& doc) const {
    if (!fits(doc.version)) return false;
    for (const EntityRecord& entity : doc.entities) {
        for (const ComponentRecord& component : entity.components) {
            const detail::SceneType* const type = find(component.name.view());
            if (type != nullptr && version_of(component) != type->version) return false;
        }
    }
    return true;
}

namespace {

/// Runs a user's migration \p step on \p subject; what it throws is its error.
template <class Step, class Subject>
Result<> run_step(const Step& step, Subject& subject) {
    try {
        return step(subject);
    } catch (...) {
        return fail(codes::migration_failed, detail::thrown());
    }
}

/// Adds that \p what has failed for \p cause.
void note_failed(detail::Findings& findings, const std::string& what, detail::Place place,
                 Error cause) {
    std::vector<Error> causes;
    causes.push_back(std::move(cause));
    const std::string message = what + " failed: " + causes[0].message;
    const std::string hint = causes[0].hint;
    findings.error(codes::migration_failed, message, std::move(place), hint, std::move(causes));
}

/// `entity 3 `lamp`, `Health`: `: what a message is about.
std::string about(const SceneDoc& doc, std::size_t entity, std::string_view component) {
    std::string text = "entity " + std::to_string(entity);
    const ComponentRecord* const name = doc.entities[entity].find("Name");
    const Field* const value = name == nullptr ? nullptr : name->find("value");
    if (value != nullptr && value->kind() == FieldKind::string)
        text.append(" ").append(excerpt(std::get<std::string_view>(value->value())));
    return text.append(", ").append(excerpt(component)).append(": ");
}

/// Brings component number \p number of entity \p entity of \p doc to \p type's version; why not
/// goes to \p findings.
void migrate_component(const detail::SceneType& type, SceneDoc& doc, std::size_t entity,
                       std::size_t number, std::set<const detail::SceneType*>& told,
                       detail::Findings& findings) {
    ComponentRecord& component = doc.entities[entity].components[number];
    std::uint32_t version = version_of(component);
    if (version == type.version) return;
    const std::string subject = about(doc, entity, type.name);
    const detail::Place place =
        detail::where_of(doc.source, doc.format, component.place, component.column, 0);
    if (version == 0)
        return (void)findings.error(
            codes::value, subject + wrong_version(component.find(kVersionField)->value()), place);
    // One of a type stands for all: they have the same version, as a rule, and the same remedy.
    const std::uint32_t stuck = std::max(version, type.stuck_at(version));
    if (stuck != type.version && !told.insert(&type).second) return;
    if (version > type.version)
        return (void)findings.error(codes::newer,
                                    subject + "found version " + std::to_string(version) +
                                        ", expected at most " + std::to_string(type.version) +
                                        ": it is newer than this engine",
                                    place, std::string(kOpenNewer));
    if (stuck != type.version)
        return (void)findings.error(codes::no_migration, subject + missing_step(version, stuck),
                                    place, std::string(kRegisterStep));
    for (; version < type.version; ++version) {
        if (Result<> done = run_step(type.migrations.at(version), component); !done)
            return note_failed(
                findings, subject + "migration to " + std::to_string(std::uint64_t{version} + 1),
                place, std::move(done.error()));
    }
    component.remove(kVersionField);
    component.set(kVersionField, std::int64_t{type.version});
}

}  // namespace

/// Whether every step from document version \p version is there.
Result<> SceneRegistry::check_steps(std::uint32_t version, std::string_view source) const {
    if (fits(version)) return {};
    if (version > version_)
        return fail(codes::newer,
                    "document has version " + std::to_string(version) + ", expected at most " +
                        std::to_string(version_) + ": it is newer than this engine",
                    std::string(source), std::string(kOpenNewer));
    for (std::uint32_t at = version; at < version_; ++at) {
        if (!migrations_.contains(at))
            return fail(codes::no_migration,
                        "document has version " + std::to_string(version) + ": no migration to " +
                            std::to_string(at + 1),
                        std::string(source), "register one with SceneRegistry::add_migration");
    }
    return {};
}

/// Brings \p doc and its components up to date as far as that goes; what does not goes to
/// \p findings, and the document's version is the registry's unless its own steps do not.
void SceneRegistry::migrate_all(SceneDoc& doc, detail::Findings& findings) const {
    if (const Result<> possible = check_steps(doc.version, doc.source); !possible)
        return (void)findings.error(possible.error().code, possible.error().message, doc.source,
                                    possible.error().hint);
    while (doc.version < version_) {
        const std::uint32_t next = doc.version + 1;
        if (Result<> done = run_step(migrations_.at(doc.version), doc); !done)
            return note_failed(findings, "migration to " + std::to_string(next), doc.source,
                               std::move(done.error()));
        doc.version = next;
    }
    std::set<const detail::SceneType*> told;  // whose version no step leads on from
    for (std::size_t entity = 0; entity < doc.entities.size() && !findings.full(); ++entity) {
        for (std::size_t i = 0; i < doc.entities[entity].components.size(); ++i) {
            if (const detail::SceneType* type =
                    find(doc.entities[entity].components[i].name.view()))
                migrate_component(*type, doc, entity, i, told, findings);
        }
    }
}

Result<> SceneRegistry::migrate(SceneDoc& doc) const {
    if (is_current(doc)) return {};
    SceneDoc migrated = doc;
    detail::Findings findings(doc.source);
    migrate_all(migrated, findings);
    if (findings.failed()) return findings.to_error();
    doc = std::move(migrated);
    return {};
}

}  // namespace diorama::document
