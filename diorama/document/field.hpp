// SPDX-License-Identifier: MIT
/// \file
/// One named, typed value of a component record: FieldKind, EntityIndex, FieldValue, FieldView,
/// Field.
/// Design page: docs/formats/scene_text.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <variant>

#include "diorama/document/fwd.hpp"
#include "diorama/document/short_string.hpp"

namespace diorama::document {

/// The six kinds a field can be; the numbers are those of the binary format.
enum class FieldKind : std::uint8_t {
    number = 1,   ///< one float: `1.5`
    integer = 2,  ///< a signed 64-bit integer: `42`
    boolean = 3,  ///< `true` or `false`
    string = 4,   ///< UTF-8 text: `"text"`
    entity = 5,   ///< an index into the document's entities: `#3`, or `#-1` for none
    floats = 6    ///< a list of floats: `[1.0,2.0]`
};

/// The kind with its article, for messages: `a float`, `an integer`, `a boolean`, `a string`,
/// `an entity`, `a float list`.
[[nodiscard]] std::string_view to_string(FieldKind kind) noexcept;

/// An index into a document's entities; -1 refers to none.
struct EntityIndex {
    std::int64_t value = -1;  ///< 0 is the first entity of the file

    /// Whether both refer to the same record.
    friend bool operator==(EntityIndex, EntityIndex) noexcept = default;
};

/// A value of any kind, strings and lists viewed; alternative n is FieldKind n + 1.
using FieldValue =
    std::variant<float, std::int64_t, bool, std::string_view, EntityIndex, std::span<const float>>;

/// The kind of \p value.
[[nodiscard]] constexpr FieldKind kind_of(const FieldValue& value) noexcept {
    return static_cast<FieldKind>(value.index() + 1);
}

/// Whether both are of one kind and equal bit for bit: NaN equals itself, 0 is not -0.
[[nodiscard]] bool same_value(const FieldValue& a, const FieldValue& b) noexcept;

/// A field that somebody else owns.
struct FieldView {
    std::string_view name;    ///< unique in its component
    FieldValue value;         ///< its strings and lists are viewed too
    std::uint32_t place = 0;  ///< see Field::place
};

/// A field of its own, in 40 bytes: names under 16 bytes, strings up to 16 and lists of up to four
/// floats need no allocation.
class Field {
  public:
    /// Most bytes a string can have; writers and readers refuse longer ones.
    static constexpr std::size_t kMaxSize = (std::size_t{1} << 28) - 1;

    /// A field called \p name that holds a copy of \p value.
    ///
    /// Expects: strings and lists of at most kMaxSize bytes or floats.
    Field(std::string_view name, const FieldValue& value, std::uint32_t place = 0);
    Field(const Field& other) : Field(other.name(), other.value(), other.place_) {}
    Field(Field&& other) noexcept;
    Field& operator=(const Field& other) { return *this = Field(other); }
    Field& operator=(Field&& other) noexcept;
    ~Field() {
        if (on_heap()) release();
    }

    /// Its name.
    [[nodiscard]] std::string_view name() const noexcept { return name_.view(); }
    /// Its kind.
    [[nodiscard]] FieldKind kind() const noexcept { return static_cast<FieldKind>(kind_); }
    /// Its value; strings and lists are valid until the field changes, moves or ends.
    [[nodiscard]] FieldValue value() const noexcept;
    /// All of it, viewed; valid as value().
    [[nodiscard]] FieldView view() const noexcept { return {name(), value(), place_}; }
    /// Where it was read: the column in text, the bytes from its component's first in binary, 0 for
    /// neither.
    [[nodiscard]] std::uint32_t place() const noexcept { return place_; }

    /// Calls it \p name from now on.
    void rename(std::string_view name) { name_ = ShortString(name); }
    /// Replaces its value, which may be of another kind.
    void set(const FieldValue& value) { *this = Field(name(), value, place_); }

    /// Whether name, kind and value are equal, bit for bit; where they were read does not count.
    friend bool operator==(const Field& a, const Field& b) noexcept {
        return a.name_ == b.name_ && same_value(a.value(), b.value());
    }

  private:
    [[nodiscard]] std::size_t payload_bytes() const noexcept;
    [[nodiscard]] bool on_heap() const noexcept { return payload_bytes() > sizeof(payload_); }
    [[nodiscard]] const std::byte* data() const noexcept;
    void release() noexcept;

    ShortString name_;
    // The value itself where it fits, else a pointer to it.
    alignas(8) std::byte payload_[16] = {};
    std::uint32_t kind_ : 4;
    std::uint32_t size_ : 28;  // bytes of a string, floats of a list
    std::uint32_t place_ = 0;
};

static_assert(sizeof(Field) == 40);

}  // namespace diorama::document
