// SPDX-License-Identifier: MIT
#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "diorama/core/atomic_file.hpp"
#include "diorama/document/detail/binary_writer.hpp"
#include "diorama/document/detail/build_doc.hpp"
#include "diorama/document/detail/doc_cursor.hpp"
#include "diorama/document/detail/document_check.hpp"
#include "diorama/document/detail/file_format.hpp"
#include "diorama/document/detail/name_set.hpp"
#include "diorama/document/detail/record_check.hpp"
#include "diorama/document/detail/snapshot_order.hpp"
#include "diorama/document/detail/text_writer.hpp"
#include "diorama/document/error_codes.hpp"
#include "diorama/document/excerpt.hpp"
#include "diorama/document/kept_records.hpp"
#include "diorama/document/scene_registry.hpp"
#include "diorama/ecs/world.hpp"

namespace diorama::document {
namespace {

/// \p kept as it goes back into a file.
ComponentRecord written_back(const KeptComponent& kept, const EntityNumbers& numbers) {
    ComponentRecord record = kept.record;
    auto reference = kept.references.begin();
    for (Field& field : record.fields) {
        if (field.kind() == FieldKind::entity && reference != kept.references.end())
            field.set(numbers.find(*reference++));
    }
    return record;
}

/// An element and the position it had in a list.
template <class T>
using Placed = std::pair<std::size_t, T>;

/// Puts each of \p kept, whose positions ascend, at its position of \p list, or at its end.
template <class T>
void put_back(std::vector<T>& list, std::vector<Placed<T>>& kept) {
    std::vector<T> merged;
    merged.reserve(list.size() + kept.size());
    auto next = kept.begin();
    for (T& own : list) {
        while (next != kept.end() && next->first <= merged.size())
            merged.push_back(std::move((next++)->second));
        merged.push_back(std::move(own));
    }
    for (; next != kept.end(); ++next)
        merged.push_back(std::move(next->second));
    list = std::move(merged);
    kept.clear();
}

// Entities after which a sink is told how much to expect.
constexpr std::size_t kSample = 1024;

/// Writes to a file; after a failure nothing more.
class FileSink final : public detail::BlockSink {
  public:
    explicit FileSink(AtomicFile& file) : file_(file) {}

    [[nodiscard]] const Result<>& state() const noexcept { return state_; }

  private:
    void take(std::string_view bytes) override {
        if (state_) state_ = file_.write(std::as_bytes(std::span(bytes)));
    }

    AtomicFile& file_;
    Result<> state_;
};

/// Makes records into a document.
struct DocSink {
    SceneDoc& doc;

    void entity(std::size_t components) {
        doc.entities.emplace_back().components.reserve(components);
    }
    static bool direct(const detail::SceneType&, const void*, const EntityNumbers&) {
        return false;
    }
    void component(const detail::RecordView& record) {
        doc.entities.back().components.push_back(detail::copy_of(record));
    }
};

/// Makes records into bytes by one of the writers, and finds what no reader would read back.
template <class Writer>
struct WriterSink {
    detail::ByteSink& out;
    Writer& writer;
    detail::RecordCheck& check;
    std::size_t entities;
    std::size_t begun = 0;

    void entity(std::size_t components) {
        // The others will not be much larger than these on average.
        if (++begun == kSample + 1)
            out.expect(out.written() / kSample * (entities + entities / 32));
        writer.entity(components);
    }
    bool direct(const detail::SceneType& type, const void* value, const EntityNumbers& numbers) {
        return writer.direct(type, value, numbers);
    }
    void component(const detail::RecordView& record) {
        check.resume(begun - 1);
        check.component(record);
        writer.component(record);
    }
};

}  // namespace

/// Gives the records of entities to a sink, in order.
template <class Sink>
class Snapshot {
  public:
    /// Gives those of \p entities of \p world to \p sink, as \p registry has them; faults, about
    /// \p source, go to \p findings.
    Snapshot(const SceneRegistry& registry, std::string_view source, const World& world,
             std::span<const Entity> entities, const EntityNumbers& numbers,
             detail::Findings& findings, Sink& sink)
        : registry_(registry),
          source_(source),
          core_(world.core()),
          entities_(entities),
          numbers_(numbers),
          writer_(numbers_),
          findings_(findings),
          sink_(sink),
          kept_id_(core_.id_of_type(diorama::detail::type_index<KeptRecords>())) {
        for (const auto& type : registry.types_)
            ids_.push_back(type->id_in(world));
        plans_.resize(core_.tables().size());
    }

    void run() {
        for (number_ = 0; number_ < entities_.size() && !findings_.full(); ++number_) {
            const diorama::detail::EntityRecord& at = core_.record(entities_[number_].index());
            Plan& plan = plan_of(at.table);
            if (plan.keeps)
                write_with_kept(plan, at);
            else
                write_components(plan, at);
        }
    }

  private:
    /// A registered component of the entities of one table.
    ///
    /// Entities that were spawned together have neighbouring rows, so that the block of the last
    /// value holds the next one too.
    class Part {
      public:
        Part(const detail::SceneType& of, const diorama::detail::ComponentInfo& info,
             diorama::detail::Column* column)
            : type(&of), home_(info.home), size_(info.size), column_(column) {}

        [[nodiscard]] const void* value(diorama::detail::PlacementStore& placement,
                                        const diorama::detail::EntityRecord& at) {
            const std::uint32_t row = column_ != nullptr ? at.row : at.slot;
            const std::uint32_t block = row / diorama::detail::kBlockRows;
            if (block != block_) {
                const std::uint32_t first = block * diorama::detail::kBlockRows;
                values_ = static_cast<const std::byte*>(
                    column_ != nullptr ? column_->value(first) : placement.value(home_, first));
                block_ = block;
            }
            return values_ + (row % diorama::detail::kBlockRows) * size_;
        }

        const detail::SceneType* type;

      private:
        diorama::detail::Home home_;
        std::size_t size_;
        diorama::detail::Column* column_;  // null where the placement store has it
        std::uint32_t block_ = diorama::detail::kNone;
        const std::byte* values_ = nullptr;
    };
    struct Plan {
        bool made = false;
        bool keeps = false;       // the entities have KeptRecords
        bool relates = false;     // some part is a relationship
        std::vector<Part> parts;  // in order of registration
    };

    Plan& plan_of(std::uint32_t table) {
        Plan& plan = plans_[table];
        if (plan.made) return plan;
        plan.made = true;
        diorama::detail::Table& columns = *core_.tables()[table];
        plan.keeps = kept_id_ != diorama::detail::kNone && columns.has(kept_id_);
        for (std::size_t i = 0; i < ids_.size(); ++i) {
            if (ids_[i] == diorama::detail::kNone || !columns.has(ids_[i])) continue;
            const detail::SceneType* const type = registry_.types_[i].get();
            plan.parts.emplace_back(*type, core_.info(ids_[i]), columns.column(ids_[i]));
            plan.relates = plan.relates || type->relation;
        }
        return plan;
    }

    void write_components(Plan& plan, const diorama::detail::EntityRecord& at) {
        auto& placement = const_cast<diorama::detail::WorldCore&>(core_).placement();
        std::size_t count = plan.parts.size();
        if (plan.relates) {
            for (Part& part : plan.parts) {
                if (part.type->relation)
                    count -= part.type->is_saved(part.value(placement, at), numbers_) ? 0u : 1u;
            }
        }
        sink_.entity(count);
        for (Part& part : plan.parts) {
            const void* const value = part.value(placement, at);
            if (count < plan.parts.size() && !part.type->is_saved(value, numbers_)) continue;
            // More components than a file can hold are found by their records.
            if (count <= SceneLimits::components && sink_.direct(*part.type, value, numbers_))
                continue;
            sink_.component(record_of(*part.type, value));
        }
    }

    /// The record of \p value; valid until the next one.
    detail::RecordView record_of(const detail::SceneType& type, const void* value) {
        writer_.clear();
        try {
            type.write(value, writer_);
        } catch (...) {
            writer_.fail("writing it " + detail::thrown());
        }
        for (const FieldView& field : writer_.fields()) {
            if (field.name == kVersionField)
                note(codes::name, type, "found a field _version, which stands for the type's own");
        }
        if (type.version > 1) writer_.integer(kVersionField, type.version);
        for (const std::string& error : writer_.errors())
            note(codes::unwritable, type, error);
        return {type.name, 0, writer_.fields()};
    }

    /// Adds an error about the current entity's component of \p type.
    void note(ErrorCode code, const detail::SceneType& type, const std::string& what) {
        findings_.error(
            code, "entity " + std::to_string(number_) + ", " + excerpt(type.name) + ": " + what,
            std::string(source_));
    }

    /// The same with what was kept of the entity put back where it stood.
    void write_with_kept(Plan& plan, const diorama::detail::EntityRecord& at) {
        auto& placement = const_cast<diorama::detail::WorldCore&>(core_).placement();
        const auto& kept =
            *static_cast<const KeptRecords*>(core_.find(entities_[number_], kept_id_));
        SceneDoc one;
        EntityRecord& record = one.entities.emplace_back();
        for (Part& part : plan.parts) {
            const void* const value = part.value(placement, at);
            if (part.type->is_saved(value, numbers_))
                record.components.push_back(detail::copy_of(record_of(*part.type, value)));
        }
        for (auto first = kept.fields.begin(); first != kept.fields.end();) {
            const auto last = std::find_if(first, kept.fields.end(), [&](const KeptField& field) {
                return field.component != first->component;
            });
            if (ComponentRecord* const component = record.find(first->component.view()))
                put_fields_back(*component, {first, last});
            first = last;
        }
        put_components_back(record, kept.components);
        sink_.entity(record.components.size());
        detail::DocCursor cursor(one);
        (void)cursor.next();  // the entity itself
        while (cursor.next() == detail::RecordEvent::component)
            sink_.component(cursor.record());
    }

    /// Puts \p kept back into \p component, but for those that it has itself by now.
    void put_fields_back(ComponentRecord& component, std::span<const KeptField> kept) {
        names_.clear();
        for (const Field& field : component.fields)
            (void)names_.add(field.name());
        std::vector<Placed<Field>> fields;
        for (const KeptField& field : kept) {
            if (!names_.add(field.field.name())) continue;
            Field copy = field.field;
            if (copy.kind() == FieldKind::entity) copy.set(numbers_.find(field.reference));
            fields.emplace_back(field.position, std::move(copy));
        }
        put_back(component.fields, fields);
    }

    /// Puts \p kept back into \p record, but for those that it has itself by now.
    void put_components_back(EntityRecord& record, std::span<const KeptComponent> kept) {
        names_.clear();
        for (const ComponentRecord& component : record.components)
            (void)names_.add(component.name.view());
        std::vector<Placed<ComponentRecord>> components;
        for (const KeptComponent& component : kept) {
            if (names_.add(component.record.name.view()))
                components.emplace_back(component.position, written_back(component, numbers_));
        }
        put_back(record.components, components);
    }

    const SceneRegistry& registry_;
    std::string_view source_;  // what is written, in messages
    const diorama::detail::WorldCore& core_;
    std::span<const Entity> entities_;
    const EntityNumbers& numbers_;
    FieldWriter writer_;
    detail::Findings& findings_;
    Sink& sink_;
    detail::NameSet names_;         // of what kept things are put back into
    std::size_t number_ = 0;        // of the current entity
    std::vector<ComponentId> ids_;  // of the registry's types in this world
    const ComponentId kept_id_;
    std::vector<Plan> plans_;  // by table
};

Result<SceneDoc> SceneRegistry::to_doc(const World& world, SnapshotOptions options) const {
    return to_doc_of(world, world.entities(), options);
}

Result<SceneDoc> SceneRegistry::to_doc(const World& world, std::span<const Entity> entities,
                                       SnapshotOptions options) const {
    Result<std::vector<Entity>> ordered = detail::in_spawn_order(world, entities);
    if (!ordered) return std::unexpected(std::move(ordered.error()));
    return to_doc_of(world, std::move(*ordered), options);
}

/// to_doc() of \p ordered, which are in spawn order.
Result<SceneDoc> SceneRegistry::to_doc_of(const World& world, std::vector<Entity> ordered,
                                          SnapshotOptions options) const {
    const EntityNumbers numbers = detail::settle_children(world, ordered);
    detail::Findings findings("");
    find_unregistered(world, ordered, options, "", findings);
    SceneDoc doc;
    doc.version = version_;
    doc.entities.reserve(ordered.size());
    DocSink sink{doc};
    Snapshot(*this, "", world, ordered, numbers, findings, sink).run();
    if (findings.failed()) return findings.to_error();
    doc.warnings = findings.take();
    return doc;
}

/// Has a writer of type \p Writer write all of \p world to \p out, called \p name in messages.
template <class Writer>
Result<> SceneRegistry::save_with(const World& world, SnapshotOptions options,
                                  std::string_view name, detail::ByteSink& out,
                                  std::vector<Diagnostic>* warnings) const {
    std::vector<Entity> ordered = world.entities();
    const EntityNumbers numbers = detail::settle_children(world, ordered);
    detail::Findings findings(name);
    find_unregistered(world, ordered, options, name, findings);
    detail::RecordCheck check({name, SceneFormat::none, version_, ordered.size()}, findings);
    Writer writer(out, version_, ordered.size());
    WriterSink<Writer> sink{out, writer, check, ordered.size()};
    Snapshot(*this, name, world, ordered, numbers, findings, sink).run();
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
    detail::BytesSink out(bytes);
    if (Result<> done = save_with<detail::BinaryWriter>(world, options, "", out, warnings); !done)
        return std::unexpected(std::move(done.error()));
    return bytes;
}

Result<> SceneRegistry::save_file(const std::filesystem::path& path, const World& world,
                                  SnapshotOptions options,
                                  std::vector<Diagnostic>* warnings) const {
    const Result<SceneFormat> format = detail::format_of(path);
    if (!format) return std::unexpected(format.error());
    Result<AtomicFile> file = AtomicFile::create(path);
    if (!file) return std::unexpected(std::move(file.error()));
    FileSink out(*file);
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
void SceneRegistry::find_unregistered(const World& world, std::span<const Entity> entities,
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
    std::vector<bool> seen(core.tables().size(), false);
    std::set<std::string_view> missing;
    for (const Entity entity : entities) {
        const std::uint32_t table = core.record(entity.index()).table;
        if (seen[table]) continue;
        seen[table] = true;
        for (const ComponentId id : core.tables()[table]->signature()) {
            if (!known[id] && core.info(id).described) missing.insert(core.info(id).name);
        }
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
