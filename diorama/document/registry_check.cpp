// SPDX-License-Identifier: MIT
// What keeps documents and bytes from being loaded, found without a world.
#include <iterator>
#include <utility>

#include "diorama/document/detail/build_doc.hpp"
#include "diorama/document/detail/doc_cursor.hpp"
#include "diorama/document/detail/document_check.hpp"
#include "diorama/document/detail/input.hpp"
#include "diorama/document/detail/record_check.hpp"
#include "diorama/document/scene_file.hpp"
#include "diorama/document/scene_registry.hpp"

namespace diorama::document {
namespace {

/// Gives a DocumentCheck what it is fed, and a document, if there is one, what is at no fault.
struct Sieve {
    DocumentCheck& check;
    SceneDoc* sound;

    void entity() {
        check.entity();
        if (sound != nullptr) sound->entities.emplace_back();
    }
    bool component(const detail::RecordView& record) {
        const bool more = check.component(record);
        if (sound != nullptr && check.last_is_sound())
            sound->entities.back().components.push_back(detail::copy_of(record));
        return more;
    }
};

/// Feeds \p check what \p cursor comes upon.
template <class Cursor>
void sift(Cursor& cursor, DocumentCheck& check, const detail::InputFacts& facts, SceneDoc* sound) {
    if (sound != nullptr) {
        *sound = {};
        sound->version = facts.version;
        sound->source = facts.source;
        sound->format = facts.format;
    }
    Sieve sieve{check, sound};
    detail::feed(cursor, sieve);
    check.finish();
    if (sound != nullptr) sound->entities.resize(facts.entities);
}

/// Adds to \p findings what \p registry has against \p doc, which its readers have nothing against.
void check_records(const SceneRegistry& registry, const SceneDoc& doc, DocumentCheck::Old old,
                   detail::Findings& findings, SceneDoc* sound) {
    const detail::InputFacts facts{doc.source, doc.format, doc.version, doc.entities.size()};
    DocumentCheck check(registry, facts, true, findings);
    check.set_old(old);
    if (!check.version_fits()) return;
    detail::DocCursor cursor(doc);
    sift(cursor, check, facts, sound);
}

void append(std::vector<Diagnostic>& to, const std::vector<Diagnostic>& from) {
    to.insert(to.end(), from.begin(), from.end());
}

}  // namespace

void SceneRegistry::find_faults(const SceneDoc& doc, detail::Findings& findings) const {
    detail::find_faults(doc, findings);
    check_records(*this, doc, DocumentCheck::Old::refused, findings, nullptr);
}

/// Adds to \p findings what keeps \p input from being loaded, but for what migrating may say;
/// whether it has to be migrated. \p sound: see check().
bool SceneRegistry::find_faults(const detail::Input& input, detail::Findings& findings,
                                SceneDoc* sound) const {
    DocumentCheck check(*this, input.facts(), false, findings);
    check.set_old(DocumentCheck::Old::migrated);
    const bool fits = check.version_fits();
    input.walk(findings, false, [&](auto& cursor) {
        if (fits) return sift(cursor, check, input.facts(), sound);
        // Names may have meant something else then; the rest is as faulty as ever.
        detail::RecordCheck records(input.facts(), findings);
        detail::feed(cursor, records);
    });
    return check.met_old();
}

/// The document that \p input, which has to be migrated, is afterwards. \p findings are those of a
/// walk over it.
///
/// Failure: every fault there is.
Result<SceneDoc> SceneRegistry::read_and_migrate(const detail::Input& input,
                                                 detail::Findings& findings) const {
    Result<SceneDoc> doc = read_bytes(input.bytes(), input.facts().source);
    if (!doc && findings.failed()) return findings.to_error();  // those of reading among them
    if (!doc) return doc;
    detail::Findings own(input.facts().source);
    migrate_all(*doc, own);
    if (!own.failed()) return doc;
    check_records(*this, *doc, DocumentCheck::Old::known, own, nullptr);
    std::unexpected<Error> failure = own.to_error();
    append(failure.error().diagnostics, doc->warnings);
    return failure;
}

std::vector<Diagnostic> SceneRegistry::check(const SceneDoc& doc) const {
    detail::Findings findings(doc.source);
    find_faults(doc, findings);
    return findings.take();
}

std::vector<Diagnostic> SceneRegistry::check(std::span<const std::byte> bytes,
                                             std::string_view name, SceneDoc* sound) const {
    if (sound != nullptr) *sound = {};
    detail::Findings findings(name);
    detail::Input input(bytes, name, findings);
    if (findings.failed()) return findings.take();
    input.count_entities();
    if (!find_faults(input, findings, sound)) return findings.take();
    const Result<SceneDoc> doc = read_and_migrate(input, findings);
    if (!doc) return doc.error().diagnostics;
    detail::Findings own(name);
    detail::find_faults(*doc, own);
    check_records(*this, *doc, DocumentCheck::Old::refused, own, sound);
    std::vector<Diagnostic> found = own.take();
    append(found, doc->warnings);
    return found;
}

}  // namespace diorama::document
