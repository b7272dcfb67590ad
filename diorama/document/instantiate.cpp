// SPDX-License-Identifier: MIT
#include <iterator>
#include <optional>

#include "diorama/core/file.hpp"
#include "diorama/document/detail/binary_cursor.hpp"
#include "diorama/document/detail/doc_cursor.hpp"
#include "diorama/document/detail/input.hpp"
#include "diorama/document/detail/loader.hpp"
#include "diorama/document/detail/straight_load.hpp"
#include "diorama/document/detail/text_cursor.hpp"
#include "diorama/document/detail/utf8.hpp"
#include "diorama/document/error_codes.hpp"
#include "diorama/document/scene_registry.hpp"

namespace diorama::document {
namespace {

void append(std::vector<Diagnostic>& to, std::vector<Diagnostic> from) {
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

void add_warnings(detail::Findings& findings, std::vector<Diagnostic>* warnings) {
    if (warnings != nullptr) append(*warnings, findings.take());
}

/// Makes what \p walk(sink) feeds, which has been checked, into entities of \p world.
template <class Walk>
Result<std::vector<Entity>> build(const SceneRegistry& registry, World& world,
                                  const detail::InputFacts& facts, const Walk& walk) {
    Loader loader(registry, world);
    if (Result<> begun = loader.begin(); !begun) return std::unexpected(std::move(begun.error()));
    loader.expect(facts.entities);
    try {
        walk(loader);
    } catch (...) {  // a type that reads otherwise than when it was checked
        return fail(codes::value, "reading a component " + detail::thrown(),
                    std::string(facts.source));
    }
    return loader.finish();
}

/// Loads \p bytes if nothing is wrong with them; nothing where something is, and then the world is
/// as it was.
std::optional<std::vector<Entity>> load_straight(const SceneRegistry& registry, World& world,
                                                 const detail::InputFacts& facts,
                                                 std::span<const std::byte> bytes,
                                                 const MappedFile* file,
                                                 std::vector<Diagnostic>* warnings) {
    if (facts.version != registry.document_version() || !world.health()) return {};
    detail::Findings findings(facts.source);
    detail::Findings none(facts.source);
    Loader loader(registry, world);
    if (!loader.begin()) return {};
    StraightLoad load(registry, facts, file, findings, loader);
    bool sound = false;
    try {
        if (facts.format == SceneFormat::binary) {
            detail::BinaryCursor cursor(bytes, findings);
            detail::BinaryCursor again(bytes, none, true);
            sound = load.run(cursor, again);
        } else {
            const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
            if (!detail::all_of_pieces(text, file, detail::is_utf8)) return {};
            detail::TextCursor cursor(text, findings, true);
            detail::TextCursor again(text, none, true);
            sound = load.run(text, cursor, again);
        }
    } catch (...) {  // a type that reads otherwise than when it was checked
    }
    if (!sound) return {};
    Result<std::vector<Entity>> loaded = loader.finish();
    if (!loaded) return {};
    add_warnings(findings, warnings);
    return std::move(*loaded);
}

}  // namespace

Result<std::vector<Entity>> SceneRegistry::instantiate(World& world, const SceneDoc& doc,
                                                       std::vector<Diagnostic>* warnings) const {
    if (Result<> healthy = world.health(); !healthy) return std::unexpected(healthy.error());
    detail::Findings findings(doc.source);
    find_faults(doc, findings);
    if (findings.failed()) return findings.to_error();
    add_warnings(findings, warnings);
    return build(*this, world, {doc.source, doc.format, doc.version, doc.entities.size()},
                 [&](Loader& loader) {
                     detail::DocCursor cursor(doc);
                     detail::feed(cursor, loader);
                 });
}

Result<std::vector<Entity>> SceneRegistry::load(World& world, std::span<const std::byte> bytes,
                                                std::string_view name,
                                                std::vector<Diagnostic>* warnings) const {
    return load_from(world, bytes, nullptr, name, warnings);
}

/// load() of \p bytes, which are those of \p file, if given.
Result<std::vector<Entity>> SceneRegistry::load_from(World& world, std::span<const std::byte> bytes,
                                                     const MappedFile* file, std::string_view name,
                                                     std::vector<Diagnostic>* warnings) const {
    detail::Findings findings(name);
    detail::Input input(bytes, name, findings);
    if (findings.failed()) return findings.to_error();
    if (auto loaded = load_straight(*this, world, input.facts(), bytes, file, warnings))
        return std::move(*loaded);
    if (Result<> healthy = world.health(); !healthy) return std::unexpected(healthy.error());
    input.count_entities();
    if (find_faults(input, findings, nullptr)) return load_old(world, input, findings, warnings);
    if (findings.failed()) return findings.to_error();
    add_warnings(findings, warnings);
    return build(*this, world, input.facts(), [&](Loader& loader) {
        detail::Findings none(name);
        input.walk(none, true, [&](auto& cursor) { detail::feed(cursor, loader); });
    });
}

/// load() of what has to be migrated. \p findings are those of a walk over it.
Result<std::vector<Entity>> SceneRegistry::load_old(World& world, const detail::Input& input,
                                                    detail::Findings& findings,
                                                    std::vector<Diagnostic>* warnings) const {
    const Result<SceneDoc> doc = read_and_migrate(input, findings);
    if (!doc) return std::unexpected(doc.error());
    std::vector<Diagnostic> found = doc->warnings;
    Result<std::vector<Entity>> loaded = instantiate(world, *doc, &found);
    if (loaded && warnings != nullptr) append(*warnings, std::move(found));
    if (!loaded) append(loaded.error().diagnostics, doc->warnings);
    return loaded;
}

Result<std::vector<Entity>> SceneRegistry::load_file(World& world,
                                                     const std::filesystem::path& path,
                                                     std::vector<Diagnostic>* warnings) const {
    const Result<MappedFile> file = MappedFile::open(path);
    if (!file) return std::unexpected(file.error());
    return load_from(world, file->bytes(), &*file, path.string(), warnings);
}

}  // namespace diorama::document
