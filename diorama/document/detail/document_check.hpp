// SPDX-License-Identifier: MIT
/// \file
/// Records held against a registry: DocumentCheck.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "diorama/document/detail/duplicates.hpp"
#include "diorama/document/detail/findings.hpp"
#include "diorama/document/detail/name_set.hpp"
#include "diorama/document/detail/record_scratch.hpp"
#include "diorama/document/field_reader.hpp"
#include "diorama/document/scene_doc.hpp"
#include "diorama/document/scene_registry.hpp"

namespace diorama::document {

using detail::kVersionField;

/// The version that \p value, of such a field, says; 0 where it is none.
[[nodiscard]] std::uint32_t version_of(const FieldValue& value) noexcept;
/// The version of \p record: 1 where it has no such field.
[[nodiscard]] std::uint32_t version_of(const ComponentRecord& record) noexcept;
/// What is wrong with \p value, which version_of() finds to be none.
[[nodiscard]] std::string wrong_version(const FieldValue& value);
/// That something of \p version gets no further than \p stuck.
[[nodiscard]] std::string missing_step(std::uint32_t version, std::uint32_t stuck);
/// What to do about what is newer.
inline constexpr std::string_view kOpenNewer =
    "open it with the program that wrote it, or a later one";
/// What to do about what gets no further.
inline constexpr std::string_view kRegisterStep =
    "register one with SceneRegistry::add_component_migration";

/// Adds to findings all that keeps records from being instantiated, and what would be lost. Fed by
/// detail::feed().
class DocumentCheck {
  public:
    /// What is said of a document or component with an older version than the registry's.
    enum class Old : std::uint8_t {
        refused,   ///< that it has to be migrated first
        migrated,  ///< nothing, unless a step is missing: it will be
        known      ///< nothing of any version: migrating has said it
    };

    /// Holds what it is fed against \p registry, which must outlive it, as must \p findings.
    /// \p checked: duplicates and references have been looked for already.
    DocumentCheck(const SceneRegistry& registry, const detail::InputFacts& facts, bool checked,
                  detail::Findings& findings);

    /// Says what is to be said of what is old; Old::refused unless set.
    void set_old(Old old) noexcept { old_ = old; }
    /// Whether something old was come upon and Old::migrated was set.
    [[nodiscard]] bool met_old() const noexcept { return met_old_; }
    /// Whether the document's version is the registry's, or is taken for it; otherwise adds why
    /// not, and nothing need be fed: names may have meant something else then.
    bool version_fits();
    /// The next entity.
    void entity();
    /// A component of that entity.
    bool component(const detail::RecordView& record);
    /// Everything was fed.
    void finish();

    /// Goes on with entity \p entity; for those who feed only some components.
    void resume(std::size_t entity);
    /// Notes the name of that entity, where its Name is not fed.
    void note_label(const detail::RecordView& name);
    /// The entity that the last component fed refers to as a relationship; -1 for none.
    [[nodiscard]] std::int64_t last_target() const noexcept { return last_target_; }
    /// Whether the last component fed can be made as it is.
    [[nodiscard]] bool last_is_sound() const noexcept { return last_is_sound_; }

  private:
    /// Where a component stands: see ComponentRecord.
    struct Place {
        std::uint64_t line_or_byte = 0;
        std::uint32_t column = 0;
    };
    /// Who hangs under whom by one relationship.
    struct Links {
        std::vector<std::int64_t> target;  // by entity; -1 for none
        std::vector<Place> place;          // by entity; where it says so
    };

    bool check_component_version(const detail::RecordView& record, const detail::SceneType& type);
    void note_old(const detail::RecordView& record, const detail::SceneType& type,
                  std::uint32_t version);
    std::optional<Entity> read(const detail::SceneType& type, const detail::RecordView& record);
    void note_unknown(const detail::RecordView& record);
    void check_reference(const detail::RecordView& record, const FieldView& field);
    void note_unread(const detail::SceneType& type, const detail::RecordView& record);
    [[nodiscard]] std::vector<std::string> asked_of(const detail::SceneType& type,
                                                    const detail::RecordView& record) const;
    void note_relation(const detail::SceneType& type, const detail::RecordView& record,
                       Entity target);
    void note_loop(const detail::SceneType& type, const Links& links, std::size_t member);
    [[nodiscard]] std::string about(const detail::RecordView& record) const;
    [[nodiscard]] detail::Place where(const detail::RecordView& record,
                                      std::uint32_t field = 0) const;

    const SceneRegistry& registry_;
    const detail::InputFacts facts_;
    const bool checked_;
    detail::Findings& findings_;
    std::vector<Entity> stand_ins_;  // entity n is index n: targets can be told apart
    FieldReader reader_;
    std::map<std::string, detail::Findings::Handle, std::less<>> unknown_;  // components
    // Fields, by their component's name, a blank and their own.
    std::map<std::string, detail::Findings::Handle, std::less<>> unknown_fields_;
    detail::Duplicates duplicates_;
    std::int64_t last_target_ = -1;
    bool last_is_sound_ = false;
    Old old_ = Old::refused;
    bool met_old_ = false;
    std::size_t entities_ = 0;  // begun
    std::string label_;         // of the current one: its name once its Name was fed
    detail::NameSet names_;     // of the current one's components
    std::set<std::string, std::less<>> told_versions_;  // components of an older or newer version
    std::map<const detail::SceneType*, Links> links_;
};

}  // namespace diorama::document
