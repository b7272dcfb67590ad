// SPDX-License-Identifier: MIT
#include "diorama/document/scene_registry.hpp"

#include <algorithm>
#include <exception>

#include "diorama/core/spelling.hpp"
#include "diorama/document/detail/build_doc.hpp"
#include "diorama/document/detail/doc_cursor.hpp"
#include "diorama/document/detail/document_check.hpp"
#include "diorama/document/detail/excerpt.hpp"
#include "diorama/document/detail/name_set.hpp"
#include "diorama/document/error_codes.hpp"

namespace diorama::document {

const detail::SceneType* SceneRegistry::find(std::string_view name) const noexcept {
    const auto found = by_name_.find(name);
    return found == by_name_.end() ? nullptr : found->second;
}

namespace {

/// Whether records may have fields of these \p names beside `_version`.
bool names_are_sound(std::span<const std::string_view> names) {
    detail::NameSet met;
    (void)met.add(kVersionField);
    return std::all_of(names.begin(), names.end(),
                       [&](std::string_view name) { return is_valid_name(name) && met.add(name); });
}

}  // namespace

std::string_view SceneRegistry::nearest_name(std::string_view name) const {
    std::vector<std::string_view> names;
    for (const auto& type : types_)
        names.push_back(type->name);
    return nearest_word(name, names);
}

Result<> SceneRegistry::add_type(std::unique_ptr<detail::SceneType> type,
                                 std::uint32_t type_index) {
    if (!is_valid_component_name(type->name))
        return fail(codes::name, "found " + detail::excerpt(type->name) +
                                     ", expected a name that both formats can hold");
    if (find(type->name) != nullptr)
        return fail(codes::name_taken,
                    "component name " + detail::excerpt(type->name) + " is registered already", {},
                    "give one of the types another name with DIORAMA_COMPONENT_NAMED");
    type->index = static_cast<std::uint32_t>(types_.size());
    if (!names_are_sound(type->direct.names)) type->direct = {};
    by_name_.emplace(type->name, type.get());
    registered_.push_back(type_index);
    types_.push_back(std::move(type));
    return {};
}

Result<> SceneRegistry::add_migration(std::uint32_t from, Migration step) {
    if (!migrations_.emplace(from, std::move(step)).second)
        return fail(codes::migration_taken, "there is a migration from document version " +
                                                std::to_string(from) + " already");
    version_ = std::max(version_, from + 1);
    return {};
}

Result<> SceneRegistry::add_component_migration(std::string_view component, std::uint32_t from,
                                                ComponentMigration step) {
    const auto found = by_name_.find(component);
    if (found == by_name_.end())
        return fail(codes::unknown_component,
                    "unknown component: no type is registered as " + detail::excerpt(component));
    detail::SceneType& type = *found->second;
    const auto step_from = [&](std::uint32_t version) {
        return "a migration of " + detail::excerpt(component) + " from version " +
               std::to_string(version);
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
    if (doc.version != version_) return false;
    for (const EntityRecord& entity : doc.entities) {
        for (const ComponentRecord& component : entity.components) {
            const detail::SceneType* const type = find(component.name.view());
            if (type != nullptr && version_of(component) != type->version) return false;
        }
    }
    return true;
}

namespace {

/// The error that \p step's own failure makes.
std::unexpected<Error> step_failed(std::string what, std::string where, Error cause) {
    std::unexpected<Error> failure =
        fail(codes::migration_failed, std::move(what) + " failed: " + cause.message,
             std::move(where), cause.hint);
    failure.error().cause.push_back(std::move(cause));
    return failure;
}

/// Runs a user's migration \p step on \p subject; what it throws is its error.
template <class Step, class Subject>
Result<> run_step(const Step& step, Subject& subject) {
    try {
        return step(subject);
    } catch (const std::exception& thrown) {
        return fail(codes::migration_failed, std::string("threw: ") + thrown.what());
    } catch (...) {
        return fail(codes::migration_failed, "threw something that is no std::exception");
    }
}

/// Brings \p component of \p doc to \p type's version.
Result<> migrate_component(const detail::SceneType& type, const SceneDoc& doc,
                           ComponentRecord& component) {
    std::uint32_t version = version_of(component);
    const std::string name = detail::excerpt(type.name);
    if (version == 0)
        return fail(codes::value, name + ": field _version: expected a positive integer",
                    doc.where(component));
    if (version > type.version)
        return fail(codes::newer,
                    name + " has version " + std::to_string(version) + ", expected at most " +
                        std::to_string(type.version) + ": it is newer than this engine",
                    doc.where(component));
    if (version == type.version) return {};
    for (; version < type.version; ++version) {
        const auto step = type.migrations.find(version);
        if (step == type.migrations.end())
            return fail(codes::no_migration,
                        name + " has version " + std::to_string(version) + ": no migration to " +
                            std::to_string(version + 1),
                        doc.where(component));
        if (Result<> done = run_step(step->second, component); !done)
            return step_failed("migration of " + name + " to " + std::to_string(version + 1),
                               doc.where(component), std::move(done.error()));
    }
    component.remove(kVersionField);
    component.set(kVersionField, std::int64_t{type.version});
    return {};
}

}  // namespace

/// Whether every step from \p doc's version is there.
Result<> SceneRegistry::check_steps(const SceneDoc& doc) const {
    if (doc.version > version_)
        return fail(codes::newer,
                    "document has version " + std::to_string(doc.version) + ", expected at most " +
                        std::to_string(version_) + ": it is newer than this engine",
                    doc.source, "open it with the program that wrote it, or a later one");
    for (std::uint32_t version = doc.version; version < version_; ++version) {
        if (!migrations_.contains(version))
            return fail(codes::no_migration,
                        "document has version " + std::to_string(doc.version) +
                            ": no migration to " + std::to_string(version + 1),
                        doc.source, "register one with SceneRegistry::add_migration");
    }
    return {};
}

Result<> SceneRegistry::migrate(SceneDoc& doc) const {
    if (Result<> possible = check_steps(doc); !possible) return possible;
    if (is_current(doc)) return {};
    SceneDoc migrated = doc;
    while (migrated.version < version_) {
        const std::uint32_t next = migrated.version + 1;
        if (Result<> done = run_step(migrations_.at(migrated.version), migrated); !done)
            return step_failed("migration to " + std::to_string(next), doc.source,
                               std::move(done.error()));
        migrated.version = next;
    }
    for (EntityRecord& entity : migrated.entities) {
        for (ComponentRecord& component : entity.components) {
            const detail::SceneType* const type = find(component.name.view());
            if (type == nullptr) continue;
            if (Result<> done = migrate_component(*type, migrated, component); !done) return done;
        }
    }
    doc = std::move(migrated);
    return {};
}

namespace {

/// Adds to \p findings all that keeps \p doc from being instantiated, and what would be lost.
void find_faults(const SceneRegistry& registry, const SceneDoc& doc, detail::Findings& findings) {
    detail::find_faults(doc, findings);
    DocumentCheck check(registry, {doc.source, doc.format, doc.version, doc.entities.size()}, true,
                        findings);
    if (!check.version_fits()) return;
    detail::DocCursor cursor(doc);
    detail::feed(cursor, check);
    check.finish();
}

}  // namespace

std::vector<Diagnostic> SceneRegistry::check(const SceneDoc& doc) const {
    detail::Findings findings(doc.source);
    find_faults(*this, doc, findings);
    if (!findings.failed()) return findings.take_warnings();
    return std::move(findings.to_error().error().diagnostics);
}

}  // namespace diorama::document
