// SPDX-License-Identifier: MIT
#include <iterator>

#include "diorama/document/detail/binary_cursor.hpp"
#include "diorama/document/detail/binary_layout.hpp"
#include "diorama/document/detail/build_doc.hpp"
#include "diorama/document/detail/doc_cursor.hpp"
#include "diorama/document/detail/document_check.hpp"
#include "diorama/document/detail/loader.hpp"
#include "diorama/document/detail/text_cursor.hpp"
#include "diorama/document/scene_file.hpp"
#include "diorama/document/scene_registry.hpp"

namespace diorama::document {
namespace {

void add_warnings(detail::Findings& findings, std::vector<Diagnostic>* warnings) {
    if (warnings == nullptr) return;
    std::vector<Diagnostic> found = findings.take_warnings();
    warnings->insert(warnings->end(), std::make_move_iterator(found.begin()),
                     std::make_move_iterator(found.end()));
}

/// Instantiates what cursors of \p open walk: one for finding faults, one for building.
template <class Open>
Result<std::vector<Entity>> load_walk(const SceneRegistry& registry, World& world,
                                      const detail::InputFacts& facts, bool checked,
                                      const Open& open, detail::Findings& findings,
                                      std::vector<Diagnostic>* warnings) {
    if (Result<> healthy = world.health(); !healthy) return std::unexpected(healthy.error());
    DocumentCheck check(registry, facts, checked, findings);
    if (check.version_fits()) {
        auto cursor = open(findings, false);
        detail::feed(cursor, check);
        check.finish();
    }
    if (findings.failed()) return findings.to_error();
    add_warnings(findings, warnings);
    Loader loader(registry, world, facts.entities);
    if (Result<> begun = loader.begin(); !begun) return std::unexpected(std::move(begun.error()));
    detail::Findings none(facts.source);
    auto cursor = open(none, true);
    detail::feed(cursor, loader);
    return loader.finish();
}

/// Whether a fault in \p error is that something has to be migrated first.
bool wants_migration(const Error& error) {
    for (const Diagnostic& finding : error.diagnostics) {
        if (finding.code == codes::older) return true;
    }
    return false;
}

}  // namespace

Result<std::vector<Entity>> SceneRegistry::instantiate(World& world, const SceneDoc& doc,
                                                       std::vector<Diagnostic>* warnings) const {
    detail::Findings findings(doc.source);
    detail::find_faults(doc, findings);
    const auto open = [&](detail::Findings&, bool) { return detail::DocCursor(doc); };
    return load_walk(*this, world, {doc.source, doc.format, doc.version, doc.entities.size()}, true,
                     open, findings, warnings);
}

Result<std::vector<Entity>> SceneRegistry::load(World& world, std::span<const std::byte> bytes,
                                                std::string_view name,
                                                std::vector<Diagnostic>* warnings) const {
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    detail::Findings findings(name);
    detail::Findings header_findings(name);
    detail::InputFacts facts{name, SceneFormat::text, 0, 0};
    Result<std::vector<Entity>> loaded;
    if (text.starts_with(detail::kMagic)) {
        const detail::BinaryCursor header(bytes, header_findings);
        if (header_findings.failed()) return header_findings.to_error();
        facts = {name, SceneFormat::binary, header.version(), header.announced()};
        const auto open = [&](detail::Findings& to, bool checked) {
            return detail::BinaryCursor(bytes, to, checked);
        };
        loaded = load_walk(*this, world, facts, false, open, findings, warnings);
    } else {
        const detail::TextCursor header(text, header_findings);
        if (header_findings.failed()) return header_findings.to_error();
        facts.version = header.version();
        facts.entities = detail::count_entities(text);
        const auto open = [&](detail::Findings& to, bool) { return detail::TextCursor(text, to); };
        loaded = load_walk(*this, world, facts, false, open, findings, warnings);
    }
    if (loaded || !wants_migration(loaded.error())) return loaded;
    Result<SceneDoc> doc = read_bytes(bytes, name);
    if (!doc) return std::unexpected(std::move(doc.error()));
    if (Result<> migrated = migrate(*doc); !migrated)
        return std::unexpected(std::move(migrated.error()));
    return instantiate(world, *doc, warnings);
}

}  // namespace diorama::document
