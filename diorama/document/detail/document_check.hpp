// SPDX-License-Identifier: MIT
/// \file
/// A document held against a registry: DocumentCheck, version_of.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "diorama/core/error.hpp"
#include "diorama/document/detail/findings.hpp"
#include "diorama/document/field_reader.hpp"
#include "diorama/document/scene_doc.hpp"
#include "diorama/document/scene_registry.hpp"

namespace diorama::document {

/// The name of the field that holds a component's version.
inline constexpr std::string_view kVersionField = "_version";

/// The version in \p record's field `_version`, 1 where it has none; 0 where that is no version.
[[nodiscard]] std::uint32_t version_of(const ComponentRecord& record) noexcept;

/// `entity 3 "door"`: an entity in messages, with its Name where it has one.
[[nodiscard]] std::string label_of(const SceneDoc& doc, std::size_t entity);

/// Adds to findings all that keeps a document from being instantiated, and what would be lost.
class DocumentCheck {
  public:
    /// Holds \p doc against \p registry; all three must outlive the check.
    DocumentCheck(const SceneRegistry& registry, const SceneDoc& doc, detail::Findings& findings);

    /// Looks at everything.
    void run();

  private:
    bool check_version();
    void check_component(std::size_t entity, const ComponentRecord& component);
    bool check_component_version(std::size_t entity, const ComponentRecord& component,
                                 std::uint32_t expected);
    void check_unknown(std::size_t entity, const ComponentRecord& component);
    void check_unread(std::size_t entity, const ComponentRecord& component,
                      const FieldReader& reader);
    void check_loops();
    [[nodiscard]] std::string about(std::size_t entity, const ComponentRecord& component) const;

    /// Who hangs under whom by one relationship.
    struct Links {
        std::vector<std::int64_t> target;            // by entity; -1 for none
        std::vector<const ComponentRecord*> record;  // by entity; where it says so
    };

    const SceneRegistry& registry_;
    const SceneDoc& doc_;
    detail::Findings& findings_;
    std::vector<Entity> stand_ins_;  // entity n is index n: targets can be told apart
    std::vector<FieldView> fields_;
    std::map<std::string_view, Links> links_;
};

}  // namespace diorama::document
