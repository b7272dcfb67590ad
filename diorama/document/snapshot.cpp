// SPDX-License-Identifier: MIT
#include <algorithm>
#include <optional>
#include <set>

#include "diorama/document/detail/binary_writer.hpp"
#include "diorama/document/detail/build_doc.hpp"
#include "diorama/document/detail/doc_cursor.hpp"
#include "diorama/document/detail/document_check.hpp"
#include "diorama/document/detail/excerpt.hpp"
#include "diorama/document/detail/record_check.hpp"
#include "diorama/document/detail/text_writer.hpp"
#include "diorama/document/error_codes.hpp"
#include "diorama/document/kept_records.hpp"
#include "diorama/document/scene_registry.hpp"
#include "diorama/ecs/world.hpp"

namespace diorama::document {
namespace {

/// The live entities of \p world among \p wanted, in spawn order.
std::vector<Entity> in_spawn_order(const World& world, std::span<const Entity> wanted) {
    std::vector<bool> chosen;
    for (const Entity entity : wanted) {
        if (entity.index() >= chosen.size()) chosen.resize(entity.index() + std::size_t{1});
        chosen[entity.index()] = true;
    }
    std::vector<Entity> entities = world.entities();
    std::erase_if(entities, [&](Entity entity) {
        return entity.index() >= chosen.size() || !chosen[entity.index()];
    });
    return entities;
}

/// Reorders \p entities so that loading them in order gives every parent its children in their
/// order: the children of one parent take the places that they have together.
///
/// Places of different parents are disjoint, so that one pass settles all; entities whose order
/// already agrees keep their places, and a document made of what was loaded is the same again.
void settle_children(const World& world, std::vector<Entity>& entities) {
    const EntityNumbers places(entities);
    std::vector<Entity> settled = entities;
    std::vector<std::size_t> taken;
    std::vector<Entity> children;
    for (const Entity parent : entities) {
        taken.clear(), children.clear();
        for (const Entity child : world.children(parent)) {
            const EntityIndex place = places.find(child);
            if (place.value < 0) continue;
            taken.push_back(static_cast<std::size_t>(place.value));
            children.push_back(child);
        }
        if (std::is_sorted(taken.begin(), taken.end())) continue;
        std::sort(taken.begin(), taken.end());
        for (std::size_t i = 0; i < taken.size(); ++i)
            settled[taken[i]] = children[i];
    }
    entities = std::move(settled);
}

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

/// Puts \p element at \p position of \p list, or at its end.
template <class T>
void insert_at(std::vector<T>& list, std::size_t position, T element) {
    const auto at = static_cast<std::ptrdiff_t>(std::min(position, list.size()));
    list.insert(list.begin() + at, std::move(element));
}

/// Makes records into a document.
struct DocSink {
    SceneDoc& doc;

    void entity() { doc.entities.emplace_back(); }
    void component(const detail::RecordView& record) {
        doc.entities.back().components.push_back(detail::copy_of(record));
    }
};

/// Makes records into bytes by one of the writers, and finds what no reader would read back.
template <class Writer>
struct WriterSink {
    Writer& writer;
    detail::RecordCheck& check;

    void entity() {
        check.entity();
        writer.entity();
    }
    void component(const detail::RecordView& record) {
        check.component(record);
        writer.component(record.name);
        for (const FieldView& field : record.fields)
            writer.field(field);
    }
};

}  // namespace

/// Gives the records of entities to a sink, in order.
template <class Sink>
class Snapshot {
  public:
    Snapshot(const SceneRegistry& registry, const World& world, std::span<const Entity> entities,
             detail::Findings& findings, Sink& sink)
        : registry_(registry),
          world_(world),
          entities_(entities),
          numbers_(entities),
          writer_(numbers_),
          findings_(findings),
          sink_(sink) {
        for (const auto& type : registry.types_)
            ids_.push_back(type->id_in(world));
    }

    void run() {
        for (number_ = 0; number_ < entities_.size() && !findings_.full(); ++number_) {
            sink_.entity();
            if (const KeptRecords* kept = world_.get<KeptRecords>(entities_[number_]))
                write_with(*kept);
            else
                write_components(
                    [&](const detail::RecordView& record) { sink_.component(record); });
        }
    }

  private:
    /// Gives each registered component of the current entity to \p take.
    template <class Take>
    void write_components(Take&& take) {
        const Entity entity = entities_[number_];
        for (const std::size_t i : present_in(world_.core().record(entity.index()).table)) {
            const void* const value = world_.core().find(entity, ids_[i]);
            const detail::SceneType& type = *registry_.types_[i];
            writer_.clear();
            if (!type.write(value, numbers_, writer_)) continue;
            if (type.version > 1) writer_.integer(kVersionField, type.version);
            if (!writer_.error().empty())
                findings_.error(codes::unwritable,
                                "entity " + std::to_string(number_) + ", " +
                                    detail::excerpt(type.name) + ": " +
                                    std::string(writer_.error()),
                                {});
            take({type.name, 0, writer_.fields()});
        }
    }

    /// Which of the registry's types the entities of \p table have.
    const std::vector<std::size_t>& present_in(std::uint32_t table) {
        if (table >= present_.size()) present_.resize(table + std::size_t{1});
        if (!present_[table]) {
            const auto signature = world_.core().tables()[table]->signature();
            std::vector<std::size_t>& present = present_[table].emplace();
            for (std::size_t i = 0; i < ids_.size(); ++i) {
                if (std::find(signature.begin(), signature.end(), ids_[i]) != signature.end())
                    present.push_back(i);
            }
        }
        return *present_[table];
    }

    /// The same with what was kept of the entity put back where it stood.
    void write_with(const KeptRecords& kept) {
        SceneDoc one;
        EntityRecord& record = one.entities.emplace_back();
        write_components([&](const detail::RecordView& view) {
            record.components.push_back(detail::copy_of(view));
        });
        for (const KeptField& field : kept.fields) {
            ComponentRecord* const component = record.find(field.component.view());
            if (component == nullptr || component->find(field.field.name()) != nullptr) continue;
            Field copy = field.field;
            if (copy.kind() == FieldKind::entity) copy.set(numbers_.find(field.reference));
            insert_at(component->fields, field.position, std::move(copy));
        }
        for (const KeptComponent& component : kept.components) {
            if (record.find(component.record.name.view()) == nullptr)
                insert_at(record.components, component.position, written_back(component, numbers_));
        }
        detail::DocCursor cursor(one);
        (void)cursor.next();  // the entity itself
        while (cursor.next() == detail::RecordEvent::component)
            sink_.component(cursor.record());
    }

    const SceneRegistry& registry_;
    const World& world_;
    std::span<const Entity> entities_;
    EntityNumbers numbers_;
    FieldWriter writer_;
    detail::Findings& findings_;
    Sink& sink_;
    std::size_t number_ = 0;        // of the current entity
    std::vector<ComponentId> ids_;  // of the registry's types in this world
    std::vector<std::optional<std::vector<std::size_t>>> present_;  // by table
};

Result<SceneDoc> SceneRegistry::to_doc(const World& world, SnapshotOptions options) const {
    return to_doc(world, world.entities(), options);
}

Result<SceneDoc> SceneRegistry::to_doc(const World& world, std::span<const Entity> entities,
                                       SnapshotOptions options) const {
    std::vector<Entity> ordered = in_spawn_order(world, entities);
    settle_children(world, ordered);
    detail::Findings findings("");
    find_unregistered(world, ordered, options, findings);
    SceneDoc doc;
    doc.version = version_;
    doc.entities.reserve(ordered.size());
    DocSink sink{doc};
    if (!findings.failed()) Snapshot(*this, world, ordered, findings, sink).run();
    if (findings.failed()) return findings.to_error();
    doc.warnings = findings.take_warnings();
    return doc;
}

/// Has \p writer write all of \p world.
template <class Writer>
Result<> SceneRegistry::save_with(const World& world, SnapshotOptions options,
                                  Writer& writer) const {
    std::vector<Entity> ordered = world.entities();
    settle_children(world, ordered);
    detail::Findings findings("");
    find_unregistered(world, ordered, options, findings);
    detail::RecordCheck check({"", SceneFormat::none, version_, ordered.size()}, findings);
    WriterSink<Writer> sink{writer, check};
    if (!findings.failed()) Snapshot(*this, world, ordered, findings, sink).run();
    if (findings.failed()) return findings.to_error();
    return {};
}

Result<std::string> SceneRegistry::save_text(const World& world, SnapshotOptions options) const {
    std::string text;
    detail::TextWriter writer(text, version_);
    if (Result<> done = save_with(world, options, writer); !done)
        return std::unexpected(std::move(done.error()));
    return text;
}

Result<std::vector<std::byte>> SceneRegistry::save_binary(const World& world,
                                                          SnapshotOptions options) const {
    std::vector<std::byte> bytes;
    detail::BinaryWriter writer(bytes, version_);
    if (Result<> done = save_with(world, options, writer); !done)
        return std::unexpected(std::move(done.error()));
    writer.finish();
    return bytes;
}

/// Finds the described components on \p entities that nothing is registered for.
void SceneRegistry::find_unregistered(const World& world, std::span<const Entity> entities,
                                      SnapshotOptions options, detail::Findings& findings) const {
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
        message.append(name == *missing.begin() ? " " : ", ").append(detail::excerpt(name));
    message.append(one ? " is not registered" : " are not registered");
    if (options.unregistered == UnregisteredPolicy::refuse)
        findings.error(codes::unregistered, message + ", and would be lost", {},
                       "add each to the SceneRegistry, or say with add_transient that it is not "
                       "saved");
    else
        findings.warning(codes::unregistered,
                         message + (one ? ", and is" : ", and are") + " not saved", {});
}

}  // namespace diorama::document
