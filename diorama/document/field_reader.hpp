// SPDX-License-Identifier: MIT
/// \file
/// A component's fields by name: FieldFault, FieldReader.
/// Design page: docs/formats/scene_text.md, "Members as fields".
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "diorama/core/error.hpp"
#include "diorama/core/math.hpp"
#include "diorama/document/detail/saved_type.hpp"
#include "diorama/document/field.hpp"
#include "diorama/ecs/entity.hpp"

namespace diorama::document {

/// What is wrong with one field.
struct FieldFault {
    ErrorCode code{
        "unknown"};       ///< doc-field-type, doc-value, doc-reference, doc-duplicate, doc-limit
    std::string message;  ///< names the field: expected, then found
    std::uint32_t place = 0;  ///< the field's; see Field::place
};

/// Reads the fields of one component by name.
///
/// A field that is absent gives the caller's default; one of the wrong kind or shape gives it too,
/// and a fault. All faults are gathered, so that one run names them all. Fields that nobody has
/// asked for are known afterwards.
/// Input: untrusted, but for `entities`.
class FieldReader {
  public:
    /// Levels of nesting in names (`a.b.c` is three) that are followed.
    static constexpr std::size_t kMaxDepth = 64;

    /// Reads \p fields; an entity field n is \p entities[n]. Both must outlive the reader.
    FieldReader(std::span<const FieldView> fields, std::span<const Entity> entities);

    /// Goes on with \p fields, of another component, and forgets the faults of the last one. Not
    /// \p whole: some are left out because they are at fault, so that none is said to be missing.
    void reset(std::span<const FieldView> fields, bool whole = true);

    /// A float; an integer is converted.
    [[nodiscard]] float number(std::string_view name, float fallback);
    /// An integer.
    [[nodiscard]] std::int64_t integer(std::string_view name, std::int64_t fallback);
    /// A boolean.
    [[nodiscard]] bool boolean(std::string_view name, bool fallback);
    /// A string.
    [[nodiscard]] std::string string(std::string_view name, std::string_view fallback);
    /// The entity that the file's index stands for; null where it is absent or `#-1`.
    [[nodiscard]] Entity entity(std::string_view name);
    /// A list of exactly \p count floats; zeros where it is absent or of another shape.
    [[nodiscard]] std::vector<float> floats(std::string_view name, std::size_t count);
    /// Three floats; \p fallback where absent, zero where of another shape.
    [[nodiscard]] diorama::vec3 vec3(std::string_view name, const diorama::vec3& fallback);
    /// Sixteen floats, column-major; identity where absent, zero where of another shape.
    [[nodiscard]] diorama::mat4 mat4(std::string_view name);

    /// Reads any type with a FieldCodec into \p value, which keeps what it holds where the file has
    /// nothing.
    template <class T>
    void read(std::string_view name, T& value) {
        (void)sizeof(detail::SavedType<T>);
        if constexpr (detail::kIsSaved<T>) FieldCodec<T>::read(*this, name, value);
    }
    /// The same as a value.
    template <class T>
    [[nodiscard]] T value(std::string_view name, T fallback = {}) {
        read(name, fallback);
        return fallback;
    }

    /// The field called \p name, which counts as read; null where there is none.
    [[nodiscard]] const FieldView* find(std::string_view name);
    /// Whether there is a field called \p name or one below it (`name.x`); neither counts as read.
    [[nodiscard]] bool has(std::string_view name);
    /// Adds a fault of \p field: that \p expected was.
    void expect(const FieldView& field, std::string_view expected);
    /// Adds a fault of \p field.
    void fault(ErrorCode code, const FieldView& field, std::string message);
    /// Adds a fault of what is called \p name, at the field of that name or else the first one
    /// below it.
    void fault(ErrorCode code, std::string_view name, std::string message);

    /// Adds a fault where elements are there beyond number \p count, which is not: \p count were
    /// read of the list whose scope this is, and the others would be lost.
    void fault_gap(std::size_t count);
    /// Adds a fault where there are elements all the same, below the scope: \p list says that it is
    /// empty.
    void fault_elements(const FieldView& list);
    /// Adds a fault that there is nothing called \p name.
    void fault_missing(std::string_view name);

    /// While it lives, names are looked for below `name.`.
    class Scope {
      public:
        /// Goes below \p name.
        Scope(FieldReader& reader, std::string_view name);
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;
        ~Scope();
        /// Whether nesting is not too deep to follow; a fault was added where it is.
        [[nodiscard]] bool ok() const noexcept { return ok_; }

      private:
        FieldReader& reader_;
        std::size_t size_;
        bool ok_;
    };

    /// Whether there is no fault.
    [[nodiscard]] bool ok() const noexcept { return faults_.empty(); }
    /// The first fault's message; empty where there is none.
    [[nodiscard]] std::string_view error() const noexcept {
        return ok() ? std::string_view() : faults_.front().message;
    }
    /// All faults, in the order met.
    [[nodiscard]] std::span<const FieldFault> faults() const noexcept { return faults_; }
    /// Whether every field was asked for.
    [[nodiscard]] bool all_read() const noexcept { return read_count_ == fields_.size(); }
    /// Positions of the fields that were not asked for, ascending.
    [[nodiscard]] std::vector<std::size_t> unread() const;

  private:
    friend class DocumentCheck;

    [[nodiscard]] std::string_view full(std::string_view name);
    [[nodiscard]] std::size_t position_of(std::string_view name);
    [[nodiscard]] const FieldView* take_unread_elements(std::size_t first);
    void index();

    std::span<const FieldView> fields_;
    bool whole_ = true;
    std::span<const Entity> entities_;
    std::string prefix_;   // `a.b.` while below a.b
    std::string scratch_;  // a name with its prefix
    std::size_t depth_ = 0;
    std::size_t next_ = 0;    // where the next name asked for most likely stands
    std::vector<bool> read_;  // by position
    std::size_t read_count_ = 0;
    std::vector<std::uint32_t> sorted_;  // positions by name; made when guessing fails
    std::vector<FieldFault> faults_;
    std::size_t reference_end_ = 0;  // see EntityLines, where it is above their number
    bool is_unsure_ = false;         // whom a reference means is not known, and no fault
    std::vector<std::string>* asked_ = nullptr;  // is told every name asked for, if there is one
};

}  // namespace diorama::document
