// SPDX-License-Identifier: MIT
/// \file
/// A scene without a world: ComponentRecord, EntityRecord, SceneDoc, SceneLimits, check_doc.
/// Design page: docs/formats/scene_text.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "diorama/core/error.hpp"
#include "diorama/document/field.hpp"

namespace diorama::document {

/// The document version this library writes, unless a registry's own migrations raise it.
inline constexpr std::uint32_t kSceneVersion = 2;

/// What the formats allow; readers refuse more, and so do writers, so that what was written can be
/// read.
struct SceneLimits {
    static constexpr std::size_t entities = 10'000'000;           ///< in a document
    static constexpr std::size_t components = 10'000;             ///< of an entity
    static constexpr std::size_t fields = 10'000;                 ///< of a component
    static constexpr std::size_t floats = 1'000'000;              ///< in a list
    static constexpr std::size_t string_bytes = Field::kMaxSize;  ///< of a string or a name
};

/// A component as a file has it: its name and its fields in the order written.
struct ComponentRecord {
    ShortString name;           ///< unique in its entity
    std::vector<Field> fields;  ///< names are unique
    std::uint64_t place = 0;    ///< line in text, first byte in binary, 0 where it was not read
    std::uint32_t column = 0;   ///< of its name in that line, counted from 1; 0 in binary

    /// The field called \p field, or null.
    [[nodiscard]] Field* find(std::string_view field) noexcept;
    /// The field called \p field, or null.
    [[nodiscard]] const Field* find(std::string_view field) const noexcept;
    /// Gives the field called \p field the value \p value; appends it where there is none.
    void set(std::string_view field, const FieldValue& value);
    /// Calls the field \p from by the name \p to; false where there is no \p from. A field already
    /// called \p to is not looked for.
    bool rename_field(std::string_view from, std::string_view to);
    /// Drops the field called \p field; false where there is none.
    bool remove(std::string_view field);

    /// Whether names and fields are equal, bit for bit.
    friend bool operator==(const ComponentRecord& a, const ComponentRecord& b) noexcept {
        return a.name == b.name && a.fields == b.fields;
    }
};

/// An entity as a file has it: its components in the order written.
struct EntityRecord {
    std::vector<ComponentRecord> components;  ///< names are unique

    /// The component called \p component, or null.
    [[nodiscard]] ComponentRecord* find(std::string_view component) noexcept;
    /// The component called \p component, or null.
    [[nodiscard]] const ComponentRecord* find(std::string_view component) const noexcept;
    /// Drops the component called \p component; false where there is none.
    bool remove(std::string_view component);

    /// Whether the components are equal, bit for bit and in order.
    friend bool operator==(const EntityRecord&, const EntityRecord&) noexcept = default;
};

/// Which bytes a document was read from.
enum class SceneFormat : std::uint8_t {
    none,   ///< it was not read
    text,   ///< `cinder-scene`
    binary  ///< `CSCN`
};

/// A scene that no world holds: what is read, migrated and written, in either format.
///
/// Entity fields are indices into `entities`. Edit it with ordinary list code.
struct SceneDoc {
    std::uint32_t version =
        kSceneVersion;                   ///< as the file has it; SceneRegistry::migrate raises it
    std::vector<EntityRecord> entities;  ///< in file order
    std::vector<Diagnostic> warnings;    ///< what reading found that is no error
    std::string source;                  ///< the file's name, for messages; may be empty
    SceneFormat format = SceneFormat::none;  ///< what `place` in the records counts

    /// Where \p component, or its field read at \p place, was read: `file:line:column` or
    /// `file@byte`; the file alone where that is not known.
    [[nodiscard]] std::string where(const ComponentRecord& component,
                                    std::uint32_t place = 0) const;

    /// Whether version and entities are equal, bit for bit; where they were read does not count.
    friend bool operator==(const SceneDoc& a, const SceneDoc& b) noexcept {
        return a.version == b.version && a.entities == b.entities;
    }
};

/// Whether \p name can name a field in both formats: valid UTF-8, not empty, no blank, control
/// character, `=`, `"`, `[` or `]`, and no `#` first.
[[nodiscard]] bool is_valid_name(std::string_view name) noexcept;

/// Whether \p name can name a component too: `entity`, which opens an entity in text, can't.
[[nodiscard]] bool is_valid_component_name(std::string_view name) noexcept;

/// Checks that both writers can write \p doc, and that both readers would read it back: names,
/// duplicates, UTF-8, references and limits.
///
/// Cost:    O(bytes of the document).
/// Failure: the first of doc-name, doc-duplicate, doc-utf8, doc-reference, doc-limit; all of them
///          in `diagnostics`, up to a hundred.
[[nodiscard]] Result<> check_doc(const SceneDoc& doc);

}  // namespace diorama::document
