// SPDX-License-Identifier: MIT
#include <iterator>
#include <optional>

#include "diorama/core/file.hpp"
#include "diorama/document/detail/binary_cursor.hpp"
#include "diorama/document/detail/binary_layout.hpp"
#include "diorama/document/detail/build_doc.hpp"
#include "diorama/document/detail/doc_cursor.hpp"
#include "diorama/document/detail/document_check.hpp"
#include "diorama/document/detail/loader.hpp"
#include "diorama/document/detail/straight_load.hpp"
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
    Loader loader(registry, world);
    if (Result<> begun = loader.begin(); !begun) return std::unexpected(std::move(begun.error()));
    loader.expect(facts.entities);
    detail::Findings none(facts.source);
    auto cursor = open(none, true);
    detail::feed(cursor, loader);
    return loader.finish();
}

/// Loads \p bytes if nothing is wrong with them; nothing where something is, and then the world is
/// as it was.
std::optional<std::vector<Entity>> load_straight(const SceneRegistry& registry, World& world,
                                                 const detail::InputFacts& facts,
                                                 std::span<const std::byte> bytes,
                                                 std::vector<Diagnostic>* warnings) {
    if (facts.version != registry.document_version() || !world.health()) return {};
    detail::Findings findings(facts.source);
    detail::Findings none(facts.source);
    Loader loader(registry, world);
    if (!loader.begin()) return {};
    StraightLoad load(registry, facts, findings, loader);
    bool sound = false;
    if (facts.format == SceneFormat::binary) {
        detail::BinaryCursor cursor(bytes, findings);
        detail::BinaryCursor again(bytes, none, true);
        sound = load.run(cursor, again);
    } else {
        const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        detail::TextCursor cursor(text, findings);
        detail::TextCursor again(text, none, true);
        sound = load.run(text, cursor, again);
    }
    if (!sound) return {};
    Result<std::vector<Entity>> loaded = loader.finish();
    if (!loaded) return {};
    add_warnings(findings, warnings);
    return std::move(*loaded);
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
    const bool binary = text.starts_with(detail::kMagic);
    detail::InputFacts facts{name, binary ? SceneFormat::binary : SceneFormat::text, 0, 0};
    detail::Findings header_findings(name);
    if (binary) {
        const detail::BinaryCursor header(bytes, header_findings);
        facts.version = header.version();
        facts.entities = header.announced();
    } else {
        facts.version = detail::TextCursor(text, header_findings, true).version();
    }
    if (header_findings.failed()) return header_findings.to_error();
    if (auto loaded = load_straight(*this, world, facts, bytes, warnings))
        return std::move(*loaded);

    detail::Findings findings(name);
    Result<std::vector<Entity>> loaded;
    if (binary) {
        const auto open = [&](detail::Findings& to, bool checked) {
            return detail::BinaryCursor(bytes, to, checked);
        };
        loaded = load_walk(*this, world, facts, false, open, findings, warnings);
    } else {
        facts.entities = detail::count_entities(text);
        const auto open = [&](detail::Findings& to, bool checked) {
            return detail::TextCursor(text, to, checked);
        };
        loaded = load_walk(*this, world, facts, false, open, findings, warnings);
    }
    if (loaded || !wants_migration(loaded.error())) return loaded;
    Result<SceneDoc> doc = read_bytes(bytes, name);
    if (!doc) return std::unexpected(std::move(doc.error()));
    if (Result<> migrated = migrate(*doc); !migrated)
        return std::unexpected(std::move(migrated.error()));
    return instantiate(world, *doc, warnings);
}

Result<std::vector<Entity>> SceneRegistry::load_file(World& world,
                                                     const std::filesystem::path& path,
                                                     std::vector<Diagnostic>* warnings) const {
    const Result<MappedFile> file = MappedFile::open(path);
    if (!file) return std::unexpected(file.error());
    return load(world, file->bytes(), path.string(), warnings);
}

}  // namespace diorama::document
