// SPDX-License-Identifier: MIT
/// \file
/// How containers become fields: FieldCodec of std::vector, std::array, std::optional, std::map and
/// std::variant.
///
/// The rule, with an example of each: docs/formats/scene_text.md, "Members as fields".
#pragma once

#include <array>
#include <charconv>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "diorama/document/field_codec.hpp"

namespace diorama::document {
namespace detail {

/// The name of element \p i of a list: its digits.
class ElementName {
  public:
    explicit ElementName(std::size_t i)
        : size_(static_cast<std::size_t>(std::to_chars(text_, text_ + sizeof(text_), i).ptr -
                                         text_)) {}
    operator std::string_view() const noexcept { return {text_, size_}; }  // NOLINT

  private:
    char text_[24];
    std::size_t size_;
};

/// Writes \p value, and `name=true` where that wrote nothing, so that it is there when read.
template <class T>
void write_element(FieldWriter& w, std::string_view name, const T& value) {
    const std::size_t before = w.fields().size();
    w.write(name, value);
    if (w.fields().size() == before) w.boolean(name, true);
}

/// Reads what write_element() wrote.
template <class T>
void read_element(FieldReader& r, std::string_view name, T& value) {
    r.read(name, value);
    if constexpr (Described<T>) {
        const FieldView* const field = r.find(name);
        const auto* there = field == nullptr ? nullptr : std::get_if<bool>(&field->value);
        if (field != nullptr && (there == nullptr || !*there))
            r.expect(*field, "true, or only fields " + std::string(field->name) + ".member");
    }
}

/// Whether the field called \p name is there and says that there are no elements.
inline bool says_empty(FieldReader& r, std::string_view name) {
    const FieldView* const field = r.find(name);
    if (field == nullptr) return false;
    const auto* list = std::get_if<std::span<const float>>(&field->value);
    if (list != nullptr && list->empty()) {
        const FieldReader::Scope scope(r, name);
        if (scope.ok()) r.fault_elements(*field);
        return true;
    }
    r.expect(*field, "[] or fields " + std::string(field->name) + ".0 and so on");
    return false;
}

/// Calls \p element(name) for elements 0, 1, ... below \p name as long as \p is_there(name), and
/// \p begin() before the first: other fields below it are no list.
void read_elements(FieldReader& r, std::string_view name, auto&& is_there, auto&& begin,
                   auto&& element) {
    if (!r.has(name)) return;
    const FieldReader::Scope scope(r, name);
    if (!scope.ok()) return;
    std::size_t count = 0;
    for (; is_there(ElementName(count)); ++count) {
        if (count == 0) begin();
        element(ElementName(count));
    }
    r.fault_gap(count);
}

template <class T>
inline constexpr bool kListLike<std::vector<T>> = true;
template <class K, class V>
inline constexpr bool kListLike<std::map<K, V>> = true;
template <class T>
inline constexpr bool kListLike<std::optional<T>> = true;
template <class T>
inline constexpr bool kOneField<std::vector<T>> = Packed<T>;
template <class... Ts>
inline constexpr bool kOneField<std::variant<Ts...>> = true;  // and more below it

}  // namespace detail

/// A list. Floats and what is made of floats: one list of them; anything else: fields `name.0`,
/// `name.1` and so on, or `name=[]` where there is none.
template <class T>
struct FieldCodec<std::vector<T>> {
    using BuiltIn = void;  ///< says that no user's specialisation took its place
    /// Writes \p value.
    static void write(FieldWriter& w, std::string_view name, const std::vector<T>& value) {
        if constexpr (detail::Packed<T>) {
            w.floats(name, detail::floats_of(value.data(), value.size()));
        } else if (value.empty()) {
            w.floats(name, {});
        } else {
            const FieldWriter::Scope scope(w, name);
            for (std::size_t i = 0; scope.ok() && i < value.size(); ++i)
                detail::write_element<T>(w, detail::ElementName(i), value[i]);
        }
    }
    /// Reads \p value; leaves it alone where the file has nothing.
    static void read(FieldReader& r, std::string_view name, std::vector<T>& value) {
        if constexpr (detail::Packed<T>) {
            const FieldView* const field = r.find(name);
            if (field == nullptr) return;
            const auto* list = std::get_if<std::span<const float>>(&field->value);
            constexpr std::size_t kEach = detail::kPackedFloats<T>;
            if (list == nullptr || list->size() % kEach != 0)
                return r.expect(*field, kEach == 1
                                            ? std::string("a float list")
                                            : "floats in groups of " + std::to_string(kEach));
            value.resize(list->size() / kEach);
            std::copy(list->begin(), list->end(), reinterpret_cast<float*>(value.data()));
        } else if (detail::says_empty(r, name)) {
            value.clear();
        } else {
            detail::read_elements(
                r, name, [&](std::string_view element) { return detail::is_there<T>(r, element); },
                [&] { value.clear(); },
                [&](std::string_view element) {
                    T held{};
                    detail::read_element(r, element, held);
                    value.push_back(std::move(held));
                });
        }
    }
};

/// A fixed number of things not made of floats: fields `name.0`, `name.1` and so on.
template <class T, std::size_t N>
    requires(!detail::Packed<std::array<T, N>>)
struct FieldCodec<std::array<T, N>> {
    /// Writes \p value.
    static void write(FieldWriter& w, std::string_view name, const std::array<T, N>& value) {
        const FieldWriter::Scope scope(w, name);
        for (std::size_t i = 0; scope.ok() && i < N; ++i)
            detail::write_element<T>(w, detail::ElementName(i), value[i]);
    }
    /// Reads \p value; leaves it alone where the file has nothing.
    static void read(FieldReader& r, std::string_view name, std::array<T, N>& value) {
        const FieldReader::Scope scope(r, name);
        for (std::size_t i = 0; scope.ok() && i < N; ++i)
            detail::read_element(r, detail::ElementName(i), value[i]);
    }
};

/// One value or none: none is `name=[]`. A value that is a list or an optional itself is `name.0`.
template <class T>
struct FieldCodec<std::optional<T>> {
    /// Writes \p value.
    static void write(FieldWriter& w, std::string_view name, const std::optional<T>& value) {
        if (!value) {
            w.floats(name, {});
        } else if constexpr (detail::kListLike<T>) {
            const FieldWriter::Scope scope(w, name);
            if (scope.ok()) detail::write_element<T>(w, "0", *value);
        } else {
            detail::write_element<T>(w, name, *value);
        }
    }
    /// Reads \p value; leaves it alone where the file has nothing.
    static void read(FieldReader& r, std::string_view name, std::optional<T>& value) {
        if constexpr (detail::kListLike<T>) {
            if (detail::says_empty(r, name)) {
                value.reset();
            } else if (r.has(name)) {
                const FieldReader::Scope scope(r, name);
                if (scope.ok() && detail::is_there<T>(r, "0"))
                    detail::read_element(r, "0", value.emplace());
            }
        } else if (detail::is_there<T>(r, name)) {
            const FieldView* const field = r.find(name);
            const auto* list =
                field == nullptr ? nullptr : std::get_if<std::span<const float>>(&field->value);
            if (list != nullptr && list->empty())
                value.reset();
            else
                detail::read_element(r, name, value.emplace());
        }
    }
};

/// Pairs in the order of their keys: fields `name.0.key`, `name.0.value` and so on, or `name=[]`.
template <class K, class V>
struct FieldCodec<std::map<K, V>> {
    /// Writes \p value.
    static void write(FieldWriter& w, std::string_view name, const std::map<K, V>& value) {
        if (value.empty()) return w.floats(name, {});
        const FieldWriter::Scope scope(w, name);
        std::size_t i = 0;
        for (const auto& [key, held] : value) {
            if (!scope.ok()) return;
            const FieldWriter::Scope element(w, detail::ElementName(i++));
            detail::write_element<K>(w, "key", key);
            detail::write_element<V>(w, "value", held);
        }
    }
    /// Reads \p value; leaves it alone where the file has nothing.
    static void read(FieldReader& r, std::string_view name, std::map<K, V>& value) {
        if (detail::says_empty(r, name)) {
            value.clear();
        } else {
            detail::read_elements(
                r, name,
                [&](std::string_view element) {
                    if (!r.has(element)) return false;
                    const FieldReader::Scope scope(r, element);
                    return scope.ok() && (r.has("key") || r.has("value"));
                },
                [&] { value.clear(); },
                [&](std::string_view element) { read_pair(r, element, value); });
        }
    }

  private:
    static void read_pair(FieldReader& r, std::string_view name, std::map<K, V>& value) {
        const FieldReader::Scope scope(r, name);
        K key{};
        V held{};
        if (!scope.ok()) return;
        if (!r.has("key")) r.fault_missing("key");
        if (!r.has("value")) r.fault_missing("value");
        detail::read_element(r, "key", key);
        detail::read_element(r, "value", held);
        if (!value.try_emplace(std::move(key), std::move(held)).second)
            r.fault(codes::duplicate, "key",
                    "found a key that an earlier pair has, expected another");
    }
};

/// One of several described structs: its description's name as a string, and its members as
/// `name.member`.
template <Described... Ts>
struct FieldCodec<std::variant<Ts...>> {
    /// Writes \p value.
    static void write(FieldWriter& w, std::string_view name, const std::variant<Ts...>& value) {
        std::visit(
            [&]<class T>(const T& held) {
                w.string(name, description_of<T>().name);
                w.write(name, held);
            },
            value);
    }
    /// Reads \p value; leaves it alone where the file has nothing.
    static void read(FieldReader& r, std::string_view name, std::variant<Ts...>& value) {
        const FieldView* const field = r.find(name);
        if (field == nullptr) return;
        const auto* text = std::get_if<std::string_view>(&field->value);
        if (text == nullptr) return r.expect(*field, "a string");
        const bool known = (read_as<Ts>(r, name, *text, value) || ...);
        if (known) return;
        std::string names;
        ((names.append(names.empty() ? "" : ", ").append(description_of<Ts>().name)), ...);
        r.fault(codes::value, *field, "found " + excerpt(*text) + ", expected one of " + names);
    }

  private:
    template <class T>
    static bool read_as(FieldReader& r, std::string_view name, std::string_view wanted,
                        std::variant<Ts...>& value) {
        if (description_of<T>().name != wanted) return false;
        T held{};
        r.read(name, held);
        value = std::move(held);
        return true;
    }
};

}  // namespace diorama::document
