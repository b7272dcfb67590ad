// SPDX-License-Identifier: MIT
/// \file
/// How the types of members become fields: FieldCodec, Savable. Containers: field_containers.hpp.
///
/// The rule, with an example of each type: docs/formats/scene_text.md, "Members as fields". A type
/// of your own joins in when FieldCodec is specialised for it.
#pragma once

#include <array>
#include <bit>
#include <charconv>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "diorama/core/component.hpp"
#include "diorama/core/math.hpp"
#include "diorama/document/error_codes.hpp"
#include "diorama/document/excerpt.hpp"
#include "diorama/document/field_reader.hpp"
#include "diorama/document/field_writer.hpp"
#include "diorama/document/float_text.hpp"

namespace diorama::document {

/// Writes a T as fields and reads it back. A specialisation has
/// `static void write(FieldWriter&, std::string_view name, const T&)` and
/// `static void read(FieldReader&, std::string_view name, T&)`; read leaves the value alone where
/// the file has nothing.
template <class T>
struct FieldCodec;

/// A type that can be a member of a saved component.
template <class T>
concept Savable = requires(FieldWriter& w, FieldReader& r, const T& from, T& to) {
    FieldCodec<T>::write(w, "", from);
    FieldCodec<T>::read(r, "", to);
};

namespace detail {

/// Floats that T is made of and nothing else; 0 where it is not so made.
template <class T>
inline constexpr std::size_t kPackedFloats = 0;
template <>
inline constexpr std::size_t kPackedFloats<float> = 1;
template <>
inline constexpr std::size_t kPackedFloats<vec2> = 2;
template <>
inline constexpr std::size_t kPackedFloats<vec3> = 3;
template <>
inline constexpr std::size_t kPackedFloats<vec4> = 4;
template <>
inline constexpr std::size_t kPackedFloats<quat> = 4;  // x, y, z, w
template <>
inline constexpr std::size_t kPackedFloats<mat3> = 9;  // column-major
template <>
inline constexpr std::size_t kPackedFloats<mat4> = 16;
template <class T, std::size_t N>
inline constexpr std::size_t kPackedFloats<std::array<T, N>> = N * kPackedFloats<T>;

/// A type whose bytes are floats, so that it is saved as one list.
template <class T>
concept Packed = (kPackedFloats<T> > 0) && (sizeof(T) == kPackedFloats<T> * sizeof(float));

/// The floats of \p count values side by side.
template <Packed T>
[[nodiscard]] std::span<const float> floats_of(const T* values, std::size_t count) noexcept {
    return {reinterpret_cast<const float*>(values), count * kPackedFloats<T>};
}

/// Whether the files of T may begin with `name=[]`, or be nothing at all, so that an optional T
/// needs another way to say that it is empty.
template <class T>
inline constexpr bool kListLike = false;

/// Whether a T is always a field of its own name, whatever may stand below it.
template <class T>
inline constexpr bool kOneField =
    std::is_arithmetic_v<T> || std::is_same_v<T, std::string> || std::is_same_v<T, Entity> ||
    ((DescribedEnum<T> || Packed<T>) && requires { typename FieldCodec<T>::BuiltIn; });

/// Whether the file has a T called \p name.
template <class T>
[[nodiscard]] bool is_there(FieldReader& r, std::string_view name) {
    if constexpr (kOneField<T>)
        return r.find(name) != nullptr;
    else
        return r.has(name);
}

}  // namespace detail

/// A float: a number; an integer is read too.
template <>
struct FieldCodec<float> {
    /// Writes \p value.
    static void write(FieldWriter& w, std::string_view name, float value) { w.number(name, value); }
    /// Reads \p value; leaves it alone where the file has nothing.
    static void read(FieldReader& r, std::string_view name, float& value) {
        value = r.number(name, value);
    }
};

/// A double: a string with the shortest decimal, since the file's numbers are 32-bit floats. A NaN
/// is written as 0x7ff8000000000000, whatever its payload.
template <>
struct FieldCodec<double> {
    /// Writes \p value.
    static void write(FieldWriter& w, std::string_view name, double value) {
        const bool is_nan = value != value;
        w.string(name, format_double(is_nan ? std::bit_cast<double>(kFileNan) : value));
    }
    /// Reads \p value; leaves it alone where the file has nothing.
    static void read(FieldReader& r, std::string_view name, double& value) {
        const FieldView* const field = r.find(name);
        if (field == nullptr) return;
        if (const auto* number = std::get_if<float>(&field->value)) {
            value = *number;
        } else if (const auto* integer = std::get_if<std::int64_t>(&field->value)) {
            value = static_cast<double>(*integer);
        } else if (const auto* text = std::get_if<std::string_view>(&field->value)) {
            const Result<double> parsed = parse_double(*text);
            if (parsed)
                value = *parsed;
            else
                r.fault(codes::value, *field, parsed.error().message);
        } else {
            r.expect(*field, "a number or a string with one");
        }
    }

  private:
    static constexpr std::uint64_t kFileNan = 0x7ff8000000000000;
};

/// A boolean.
template <>
struct FieldCodec<bool> {
    /// Writes \p value.
    static void write(FieldWriter& w, std::string_view name, bool value) { w.boolean(name, value); }
    /// Reads \p value; leaves it alone where the file has nothing.
    static void read(FieldReader& r, std::string_view name, bool& value) {
        value = r.boolean(name, value);
    }
};

/// An integer; one above 2^63 - 1 is a string of digits.
template <std::integral T>
    requires(!std::same_as<T, bool>)
struct FieldCodec<T> {
    /// Writes \p value.
    static void write(FieldWriter& w, std::string_view name, T value) {
        if constexpr (std::unsigned_integral<T> && sizeof(T) == sizeof(std::int64_t)) {
            if (value > static_cast<T>(std::numeric_limits<std::int64_t>::max()))
                return w.string(name, std::to_string(value));
        }
        w.integer(name, static_cast<std::int64_t>(value));
    }
    /// Reads \p value; leaves it alone where the file has nothing.
    static void read(FieldReader& r, std::string_view name, T& value) {
        const FieldView* const field = r.find(name);
        if (field == nullptr) return;
        if (const auto* integer = std::get_if<std::int64_t>(&field->value)) {
            if (fits(*integer))
                value = static_cast<T>(*integer);
            else
                out_of_range(r, *field, std::to_string(*integer));
            return;
        }
        if constexpr (std::unsigned_integral<T> && sizeof(T) == sizeof(std::int64_t)) {
            if (const auto* text = std::get_if<std::string_view>(&field->value)) {
                T parsed = 0;
                const char* const end = text->data() + text->size();
                const auto [stop, wrong] = std::from_chars(text->data(), end, parsed);
                if (wrong == std::errc() && stop == end)
                    value = parsed;
                else
                    out_of_range(r, *field, excerpt(*text));
                return;
            }
        }
        r.expect(*field, "an integer");
    }

  private:
    static bool fits(std::int64_t value) noexcept {
        if constexpr (std::unsigned_integral<T>)
            return value >= 0 && static_cast<std::uint64_t>(value) <= std::numeric_limits<T>::max();
        else
            return value >= std::numeric_limits<T>::min() && value <= std::numeric_limits<T>::max();
    }
    static void out_of_range(FieldReader& r, const FieldView& field, const std::string& found) {
        r.fault(codes::value, field,
                "found " + found + ", expected an integer from " +
                    std::to_string(std::numeric_limits<T>::min()) + " to " +
                    std::to_string(std::numeric_limits<T>::max()));
    }
};

/// A described enumeration: its enumerator's name; a value that has none is an integer.
template <DescribedEnum E>
struct FieldCodec<E> {
    using BuiltIn = void;  ///< says that no user's specialisation took its place
    /// Writes \p value.
    static void write(FieldWriter& w, std::string_view name, E value) {
        for (const auto& enumerator : enumerators_of<E>()) {
            if (enumerator.value == value) return w.string(name, enumerator.name);
        }
        w.integer(name, static_cast<std::int64_t>(value));
    }
    /// Reads \p value; leaves it alone where the file has nothing.
    static void read(FieldReader& r, std::string_view name, E& value) {
        const FieldView* const field = r.find(name);
        if (field == nullptr) return;
        if (std::holds_alternative<std::int64_t>(field->value)) {
            auto number = static_cast<std::underlying_type_t<E>>(value);
            FieldCodec<std::underlying_type_t<E>>::read(r, name, number);
            value = static_cast<E>(number);
            return;
        }
        const auto* text = std::get_if<std::string_view>(&field->value);
        if (text == nullptr) return r.expect(*field, "a string");
        std::string names;
        for (const auto& enumerator : enumerators_of<E>()) {
            if (enumerator.name == *text) {
                value = enumerator.value;
                return;
            }
            names.append(names.empty() ? "" : ", ").append(enumerator.name);
        }
        r.fault(codes::value, *field, "found " + excerpt(*text) + ", expected one of " + names);
    }
};

/// Text: a string.
template <>
struct FieldCodec<std::string> {
    /// Writes \p value.
    static void write(FieldWriter& w, std::string_view name, const std::string& value) {
        w.string(name, value);
    }
    /// Reads \p value; leaves it alone where the file has nothing.
    static void read(FieldReader& r, std::string_view name, std::string& value) {
        value = r.string(name, value);
    }
};

/// A reference to an entity.
template <>
struct FieldCodec<Entity> {
    /// Writes \p value.
    static void write(FieldWriter& w, std::string_view name, Entity value) {
        w.entity(name, value);
    }
    /// Reads \p value; leaves it alone where the file has nothing.
    static void read(FieldReader& r, std::string_view name, Entity& value) {
        if (r.find(name) != nullptr) value = r.entity(name);
    }
};

/// Vectors, matrices, quaternions (x, y, z, w) and arrays of floats or of these: one list.
template <detail::Packed T>
    requires(!std::same_as<T, float>)
struct FieldCodec<T> {
    using BuiltIn = void;  ///< says that no user's specialisation took its place
    /// Writes \p value.
    static void write(FieldWriter& w, std::string_view name, const T& value) {
        w.floats(name, detail::floats_of(&value, 1));
    }
    /// Reads \p value; leaves it alone where the file has nothing.
    static void read(FieldReader& r, std::string_view name, T& value) {
        const FieldView* const field = r.find(name);
        if (field == nullptr) return;
        const auto* list = std::get_if<std::span<const float>>(&field->value);
        if (list == nullptr || list->size() != detail::kPackedFloats<T>)
            return r.expect(*field, std::to_string(detail::kPackedFloats<T>) + " floats");
        std::memcpy(reinterpret_cast<float*>(&value), list->data(), sizeof(T));
    }
};

/// A described struct: its members, as `name.member`.
template <Described T>
struct FieldCodec<T> {
    using BuiltIn = void;  ///< says that no user's specialisation took its place
    /// Writes \p value.
    static void write(FieldWriter& w, std::string_view name, const T& value) {
        const FieldWriter::Scope scope(w, name);
        if (scope.ok()) write_members(w, value);
    }
    /// Reads \p value; leaves it alone where the file has nothing.
    static void read(FieldReader& r, std::string_view name, T& value) {
        const FieldReader::Scope scope(r, name);
        if (scope.ok()) read_members(r, value);
    }
    /// The members without a name before them, as a component has them.
    static void write_members(FieldWriter& w, const T& value) {
        for_each_member(value,
                        [&](std::string_view member, const auto& held) { w.write(member, held); });
    }
    /// The members without a name before them, as a component has them.
    static void read_members(FieldReader& r, T& value) {
        for_each_member(value, [&](std::string_view member, auto& held) { r.read(member, held); });
    }
};

}  // namespace diorama::document
