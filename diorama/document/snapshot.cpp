// SPDX-License-Identifier: MIT
#include "diorama/document/detail/snapshot.hpp"

#include <set>
#include <utility>

#include "diorama/document/detail/binary_writer.hpp"
#include "diorama/document/detail/document_check.hpp"
#include "diorama/document/detail/file_format.hpp"
#include "diorama/document/detail/file_sink.hpp"
#include "diorama/document/detail/snapshot_order.hpp"
#include "diorama/document/detail/snapshot_sinks.hpp"
#include "diorama/document/detail/text_writer.hpp"

namespace diorama::document {
namespace {

/// The entities of a snapshot of \p world, called \p name in messages, each parent's children in
/// their order.
Result<EntityNumbers> chosen(const World& world, const SnapshotOptions& options,
                             std::string_view name) {
    if (!options.only) return detail::settle_children(world, EntityNumbers::of_all(world));
    Result<std::vector<Entity>> ordered = detail::in_spawn_order(world, *options.only, name);
    if (!ordered) return std::unexpected(std::move(ordered.error()));
    return detail::settle_children(world, EntityNumbers(std::move(*ordered)));
}

}  // namespace

Result<SceneDoc> SceneRegistry::to_doc(const World& world, std::span<const Entity> entities,
                                       SnapshotOptions options) const {
    options.only = entities;
    return to_doc(world, options);
}

Result<SceneDoc> SceneRegistry::to_doc(const World& world, SnapshotOptions options) const {
    const Result<EntityNumbers> numbers = chosen(world, options, "");
    if (!numbers) return std::unexpected(numbers.error());
    detail::Findings findings("");
    find_unregistered(world, *numbers, options, "", findings);
    SceneDoc doc;
    doc.version = version_;
    doc.entities.reserve(numbers->size());
    detail::DocSink sink{doc};
    Snapshot(*this, "", world, *numbers, findings, sink).run();
    if (findings.failed()) return findings.to_error();
    doc.warnings = findings.take();
    return doc;
}

/// Has a writer of type \p Writer write what \p options ask for of \p world to \p out, called
/// \p name in messages.
template <class Writer>
Result<> SceneRegistry::save_with(const World& world, SnapshotOptions options,
                                  std::string_view name, detail::ByteSink& out,
                                  std::vector<Diagnostic>* warnings) const {
    const Result<EntityNumbers> numbers = chosen(world, options, name);
    if (!numbers) return std::unexpected(numbers.error());
    detail::Findings findings(name);
    find_unregistered(world, *numbers, options, name, findings);
    detail::RecordCheck check({name, SceneFormat::none, version_, numbers->size()}, findings);
    Writer writer(out, version_, numbers->size());
    detail::WriterSink<Writer> sink{out, writer, check, numbers->size()};
    Snapshot(*this, name, world, *numbers, findings, sink).run();
    if (findings.failed()) return findings.to_error();
    out.finish();
    if (warnings != nullptr)
        for (Diagnostic& warning : findings.take())
            warnings->push_back(std::move(warning));
    return {};
}

Result<std::string> SceneRegistry::save_text(const World& world, SnapshotOptions options,
                                             std::vector<Diagnostic>* warnings) const {
    std::string text;
    detail::StringSink out(text);
    if (Result<> done = save_with<detail::TextWriter>(world, options, "", out, warnings); !done)
        return std::unexpected(std::move(done.error()));
    return text;
}

Result<SceneBytes> SceneRegistry::save_binary(const World& world, SnapshotOptions options,
                                              std::vector<Diagnostic>* warnings) const {
    SceneBytes bytes;
    if (Result<> saved = save_binary_into(bytes, world, options, warnings); !saved)
        return std::unexpected(std::move(saved.error()));
    return bytes;
}

Result<> SceneRegistry::save_binary_into(SceneBytes& bytes, const World& world,
                                         SnapshotOptions options,
                                         std::vector<Diagnostic>* warnings) const {
    bytes.clear();
    detail::BytesSink out(bytes);
    Result<> saved = save_with<detail::BinaryWriter>(world, options, "", out, warnings);
    if (!saved) bytes.clear();
    return saved;
}

Result<> SceneRegistry::save_file(const std::filesystem::path& path, const World& world,
                                  SnapshotOptions options,
                                  std::vector<Diagnostic>* warnings) const {
    const Result<SceneFormat> format = detail::format_of(path);
    if (!format) return std::unexpected(format.error());
    Result<AtomicFile> file = AtomicFile::create(path);
    if (!file) return std::unexpected(std::move(file.error()));
    detail::FileSink out(*file);
    const std::string name = path.string();
    std::vector<Diagnostic> found;
    const Result<> saved = *format == SceneFormat::text
                               ? save_with<detail::TextWriter>(world, options, name, out, &found)
                               : save_with<detail::BinaryWriter>(world, options, name, out, &found);
    if (!saved) return saved;
    if (Result<> written = out.state(); !written) return written;
    if (Result<> committed = file->commit(); !committed) return committed;
    if (warnings != nullptr) warnings->insert(warnings->end(), found.begin(), found.end());
    return {};
}

/// Finds the described components on \p entities that nothing is registered for.
void SceneRegistry::find_unregistered(const World& world, const EntityNumbers& entities,
                                      SnapshotOptions options, std::string_view called,
                                      detail::Findings& findings) const {
    const std::string source(called);
    const diorama::detail::WorldCore& core = world.core();
    std::vector<bool> known(core.component_count(), false);
    for (const std::vector<std::uint32_t>* list : {&registered_, &transient_}) {
        for (const std::uint32_t type : *list) {
            const ComponentId id = core.id_of_type(type);
            if (id < known.size()) known[id] = true;
        }
    }
    std::set<std::string_view> missing;
    const auto look_at = [&](const diorama::detail::Table& table) {
        for (const ComponentId id : table.signature())
            if (!known[id] && core.info(id).described) missing.insert(core.info(id).name);
    };
    if (options.only) {
        std::vector<bool> seen(core.tables().size(), false);
        for (std::size_t i = 0; i < entities.size(); ++i) {
            const std::uint32_t table = core.record(entities.slot(i)).table;
            if (!seen[table]) look_at(*core.tables()[table]);
            seen[table] = true;
        }
    } else {
        for (const auto& table : core.tables())
            if (table->rows() > 0) look_at(*table);
    }
    if (missing.empty()) return;
    // One finding for all, so that the message of the error alone names every type.
    const bool one = missing.size() == 1;
    std::string message = one ? "component" : "components";
    for (const std::string_view name : missing)
        message.append(name == *missing.begin() ? " " : ", ").append(excerpt(name));
    message.append(one ? " is not registered" : " are not registered");
    if (options.unregistered == UnregisteredPolicy::refuse)
        findings.error(codes::unregistered, message + ", and would be lost", source,
                       "add each to the SceneRegistry, or say with add_transient that it is not "
                       "saved");
    else
        findings.warning(codes::unregistered,
                         message + (one ? ", and is" : ", and are") + " not saved", source);
}

}  // namespace diorama::document
