// SPDX-License-Identifier: MIT
/// \file
/// A world's components given to a sink, entity by entity: Snapshot.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "diorama/core/prefetch.hpp"
#include "diorama/document/detail/build_doc.hpp"
#include "diorama/document/detail/direct_format.hpp"
#include "diorama/document/detail/doc_cursor.hpp"
#include "diorama/document/detail/findings.hpp"
#include "diorama/document/detail/put_back_kept.hpp"
#include "diorama/document/detail/scene_type.hpp"
#include "diorama/document/error_codes.hpp"
#include "diorama/document/excerpt.hpp"
#include "diorama/document/scene_registry.hpp"
#include "diorama/ecs/world.hpp"

namespace diorama::document {

/// Gives the records of entities to a sink, in order.
template <class Sink>
class Snapshot {
  public:
    /// Gives those of the entities of \p world that \p numbers has to \p sink, as \p registry has
    /// them; faults, about \p source, go to \p findings.
    Snapshot(const SceneRegistry& registry, std::string_view source, const World& world,
             const EntityNumbers& numbers, detail::Findings& findings, Sink& sink)
        : registry_(registry),
          source_(source),
          core_(world.core()),
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
        number_ = 0;
        while (number_ < numbers_.size() && !findings_.full()) {
            Plan& plan = plan_of(record(number_).table);
            sink_.look_ahead();
            if (plan.keeps) {
                write_with_kept(plan);
                ++number_;
            } else {
                write_stretch(plan, stretch());
            }
        }
    }

  private:
    static constexpr std::size_t kNoEntity = static_cast<std::size_t>(-1);
    // Bytes of a component's values that are asked for ahead.
    static constexpr std::size_t kMostAhead = 4096;
    // Entities written in a row: with what they are written to they stay in the first-level cache.
    static constexpr std::size_t kRows = 32;

    /// A registered component of the entities of one table.
    struct Part {
        const detail::SceneType* type;
        diorama::detail::Home home;
        std::size_t size;
        diorama::detail::Column* column;  // null where the placement store has it
        detail::DirectWrite direct;
        detail::DirectRows rows;
        std::uint32_t version;
        std::size_t rest = 0;              // room that the parts behind it need
        const std::byte* value = nullptr;  // of the current entity
        const std::byte* next = nullptr;   // of entity Plan::next
    };
    struct Plan {
        bool made = false;
        bool keeps = false;                  // the entities have KeptRecords
        std::vector<Part> parts;             // in order of registration
        std::vector<std::size_t> relations;  // those of them that are relationships
        std::size_t room = 0;                // that they need
        bool by_rows = false;                // they can be written in rows
        std::size_t row_bytes = 0;           // of an entity in a row, at least
        std::size_t next = kNoEntity;        // see Part::next
    };

    [[nodiscard]] const diorama::detail::EntityRecord& record(std::size_t number) const {
        return core_.record(numbers_.slot(number));
    }

    Plan& plan_of(std::uint32_t table) {
        Plan& plan = plans_[table];
        if (plan.made) return plan;
        plan.made = true;
        diorama::detail::Table& columns = *core_.tables()[table];
        plan.keeps = kept_id_ != diorama::detail::kNone && columns.has(kept_id_);
        for (std::size_t i = 0; i < ids_.size(); ++i) {
            if (ids_[i] == diorama::detail::kNone || !columns.has(ids_[i])) continue;
            const detail::SceneType* const type = registry_.types_[i].get();
            const diorama::detail::ComponentInfo& info = core_.info(ids_[i]);
            if (type->relation) plan.relations.push_back(plan.parts.size());
            plan.parts.push_back({type, info.home, info.size, columns.column(ids_[i]),
                                  Sink::direct(*type), type->direct.write_rows, type->version});
        }
        for (std::size_t i = plan.parts.size(); i-- > 0;) {
            plan.parts[i].rest = plan.room;
            plan.room += plan.parts[i].direct.room;
        }
        if constexpr (Sink::kTakesRows) plan_rows(plan);
        return plan;
    }

    static void plan_rows(Plan& plan) {
        plan.by_rows = plan.parts.size() <= SceneLimits::components;
        plan.row_bytes = Sink::kEntityBytes;
        for (const Part& part : plan.parts) {
            plan.by_rows = plan.by_rows && part.rows.write != nullptr;
            plan.row_bytes += part.rows.bytes + (part.version > 1 ? detail::kVersionBytes : 0);
        }
        plan.by_rows = plan.by_rows && plan.row_bytes <= detail::kMostRowBytes;
    }

    /// Rows from the one at \p at on that are in the same blocks.
    static std::size_t left_in_blocks(const diorama::detail::EntityRecord& at) {
        const auto left = [](std::uint32_t row) {
            return diorama::detail::kBlockRows - row % diorama::detail::kBlockRows;
        };
        return at.slot == diorama::detail::kNone ? left(at.row)
                                                 : std::min(left(at.row), left(at.slot));
    }

    /// How many entities from the current one on have the same table and neighbouring rows, each
    /// kind in one block. Entities that were spawned together have.
    [[nodiscard]] std::size_t stretch() const {
        const diorama::detail::EntityRecord first = record(number_);
        const bool placed = first.slot != diorama::detail::kNone;
        const std::size_t most = std::min(numbers_.size() - number_, left_in_blocks(first));
        std::uint32_t count = 1;
        for (; count < most; ++count) {
            const diorama::detail::EntityRecord& next = record(number_ + count);
            if (next.table != first.table || next.row != first.row + count ||
                next.slot != (placed ? first.slot + count : first.slot))
                break;
        }
        return count;
    }

    /// Where \p part of the entity at \p at is.
    [[nodiscard]] const std::byte* find(const Part& part,
                                        const diorama::detail::EntityRecord& at) const {
        auto& placement = const_cast<diorama::detail::WorldCore&>(core_).placement();
        return static_cast<const std::byte*>(part.column != nullptr
                                                 ? part.column->value(at.row)
                                                 : placement.value(part.home, at.slot));
    }

    /// Finds the values of the current entity.
    void find_values(Plan& plan) {
        const bool known = plan.next == number_;
        const diorama::detail::EntityRecord& at = record(number_);
        for (Part& part : plan.parts)
            part.value = known ? part.next : find(part, at);
    }

    /// Finds, and asks for, the values of those of the same table behind the next \p count, which
    /// take as long to come as these take to be written. Between two stretches there is often one
    /// entity of another table, as a root between two trees.
    void ask_for_next(Plan& plan, std::size_t count) {
        const std::size_t most = std::min(number_ + count + 2, numbers_.size());
        for (std::size_t next = number_ + count; next < most; ++next) {
            const diorama::detail::EntityRecord& at = record(next);
            if (at.table != record(number_).table) continue;
            const std::size_t rows = std::min(count, left_in_blocks(at));
            for (Part& part : plan.parts) {
                part.next = find(part, at);
                for (std::size_t byte = 0; byte < std::min(rows * part.size, kMostAhead);
                     byte += 64)
                    prefetch(part.next + byte);
            }
            plan.next = next;
            break;
        }
    }

    void write_stretch(Plan& plan, std::size_t count) {
        find_values(plan);
        [[maybe_unused]] bool by_rows = plan.by_rows;
        for (const std::size_t end = number_ + count; number_ < end && !findings_.full();) {
            if constexpr (Sink::kTakesRows) {
                const std::size_t rows = std::min(end - number_, kRows);
                // Where one could not be written so, its neighbours most likely can't be either.
                by_rows = by_rows && rows > 1 && write_rows(plan, rows);
                if (by_rows) {
                    number_ += rows;
                    continue;
                }
            }
            write_entity(plan);
            for (Part& part : plan.parts)
                part.value += part.size;
            ++number_;
        }
    }

    /// Writes \p count entities from the current one on, whose values were found, one component
    /// after another; false, with nothing written, where some can't be written so.
    bool write_rows(Plan& plan, std::size_t count) {
        std::array<std::uint32_t, kRows> all;
        const std::span<std::uint32_t> places(all.data(), count);
        std::fill(places.begin(), places.end(), static_cast<std::uint32_t>(plan.row_bytes));
        for (const Part& part : plan.parts) {
            if (part.rows.measure != nullptr && !part.rows.measure(places, part.value))
                return false;
        }
        ask_for_next(plan, count);
        const std::size_t bytes = std::accumulate(places.begin(), places.end(), std::size_t{0});
        char* const first = sink_.begin_rows(places, plan.parts.size(), bytes);
        // Written out of order: the processor does not see what will be needed next. Asked for all
        // at once, it would come too late for the first and wait for the last.
        const std::size_t slice = bytes / std::max<std::size_t>(plan.parts.size(), 1) + 1;
        std::size_t ahead = bytes;
        for (const Part& part : plan.parts) {
            sink_.out.ask_for(ahead, slice);
            ahead += slice;
            if (!part.rows.write(first, places, part.value, numbers_, part.version)) return false;
        }
        for (Part& part : plan.parts)
            part.value += count * part.size;
        sink_.end_rows(count, first + bytes);
        return true;
    }

    /// Writes the current entity, whose values were found.
    void write_entity(Plan& plan) {
        const std::size_t unsaved = count_unsaved(plan);
        const std::size_t count = plan.parts.size() - unsaved;
        // More components than a file can hold are found by their records.
        const bool direct = count <= SceneLimits::components;
        char* to = sink_.entity(count, plan.room);
        for (Part& part : plan.parts) {
            if (unsaved != 0 && !part.type->is_saved(part.value, numbers_)) continue;
            char* end = nullptr;
            if (direct)
                end = sink_.write(part.direct, to, part.rest, part.value, numbers_, part.version);
            to = end != nullptr ? end
                                : sink_.component(record_of(*part.type, part.value), to, part.rest);
        }
        sink_.end(to);
    }

    /// How many parts of the current entity are not saved: relationships to what is not.
    [[nodiscard]] std::size_t count_unsaved(const Plan& plan) const {
        std::size_t count = 0;
        for (const std::size_t i : plan.relations)
            count += plan.parts[i].type->is_saved(plan.parts[i].value, numbers_) ? 0u : 1u;
        return count;
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
            if (field.name == detail::kVersionField)
                note(codes::name, type, "found a field _version, which stands for the type's own");
        }
        if (type.version > 1) writer_.integer(detail::kVersionField, type.version);
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

    /// Writes the current entity with what was kept of it put back where it stood.
    void write_with_kept(Plan& plan) {
        find_values(plan);
        const auto& kept =
            *static_cast<const KeptRecords*>(core_.find(numbers_[number_], kept_id_));
        SceneDoc one;
        EntityRecord& entity = one.entities.emplace_back();
        for (const Part& part : plan.parts) {
            if (part.type->is_saved(part.value, numbers_))
                entity.components.push_back(detail::copy_of(record_of(*part.type, part.value)));
        }
        detail::put_back_kept(entity, kept, numbers_);
        char* to = sink_.entity(entity.components.size(), 0);
        detail::DocCursor cursor(one);
        (void)cursor.next();  // the entity itself
        while (cursor.next() == detail::RecordEvent::component)
            to = sink_.component(cursor.record(), to, 0);
        sink_.end(to);
    }

    const SceneRegistry& registry_;
    std::string_view source_;  // what is written, in messages
    const diorama::detail::WorldCore& core_;
    const EntityNumbers& numbers_;
    FieldWriter writer_;
    detail::Findings& findings_;
    Sink& sink_;
    std::size_t number_ = 0;        // of the current entity
    std::vector<ComponentId> ids_;  // of the registry's types in this world
    const ComponentId kept_id_;
    std::vector<Plan> plans_;  // by table
};

}  // namespace diorama::document
