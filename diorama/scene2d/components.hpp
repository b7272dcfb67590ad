// SPDX-License-Identifier: MIT
/// \file
/// The 2D components made saveable: register_scene2d_components, and FieldCodec of fixed-point
/// numbers and angles.
///
/// A number is a string with its shortest decimal, so that no reader takes it for a float on the
/// way: `Local2 translation.x="1.5" translation.y="0" rotation="90"`.
/// Design page: docs/design/fixed_point.md, "Text".
#pragma once

#include <charconv>
#include <string_view>

#include "diorama/document/field_codec.hpp"
#include "diorama/document/scene_registry.hpp"
#include "diorama/scene2d/fixed_text.hpp"
#include "diorama/scene2d/placement.hpp"

namespace diorama::scene2d {

/// Registers Parent2 and Local2, in this order. Global2 is derived and never saved.
///
/// Expects: a registry that knows neither.
void register_scene2d_components(document::SceneRegistry& registry);

namespace detail {

/// Reads \p name as the decimal that \p parse takes, from a string or an integer.
template <class T, class Parse>
void read_decimal(document::FieldReader& reader, std::string_view name, T& value, Parse&& parse) {
    const document::FieldView* const field = reader.find(name);
    if (field == nullptr) return;
    char digits[24];
    std::string_view text;
    if (const auto* string = std::get_if<std::string_view>(&field->value)) {
        text = *string;
    } else if (const auto* integer = std::get_if<std::int64_t>(&field->value)) {
        const char* const end = std::to_chars(digits, digits + sizeof(digits), *integer).ptr;
        text = {digits, static_cast<std::size_t>(end - digits)};
    } else {
        return reader.expect(*field, "a string with a decimal, such as \"1.5\"");
    }
    const Result<T> parsed = parse(text);
    if (parsed)
        value = *parsed;
    else
        reader.fault(parsed.error().code, *field, parsed.error().message);
}

}  // namespace detail
}  // namespace diorama::scene2d

/// A fixed-point number: a string with its shortest decimal; an integer is read too.
template <diorama::scene2d::FixedRaw Raw, int F>
struct diorama::document::FieldCodec<diorama::scene2d::BasicFixed<Raw, F>> {
    using Number = diorama::scene2d::BasicFixed<Raw, F>;  ///< what it reads and writes

    /// Appends \p value.
    static void write(FieldWriter& writer, std::string_view name, Number value) {
        writer.string(name, diorama::scene2d::format_fixed(value));
    }
    /// Reads into \p value; fixed-text and fixed-range are its faults.
    static void read(FieldReader& reader, std::string_view name, Number& value) {
        diorama::scene2d::detail::read_decimal(reader, name, value,
                                               diorama::scene2d::parse_fixed<Number>);
    }
};

/// An angle: a string with its degrees; an integer is read too.
template <>
struct diorama::document::FieldCodec<diorama::scene2d::Angle> {
    /// Appends \p value.
    static void write(FieldWriter& writer, std::string_view name, diorama::scene2d::Angle value) {
        writer.string(name, diorama::scene2d::format_degrees(value));
    }
    /// Reads into \p value; fixed-text and fixed-range are its faults.
    static void read(FieldReader& reader, std::string_view name, diorama::scene2d::Angle& value) {
        diorama::scene2d::detail::read_decimal(reader, name, value,
                                               diorama::scene2d::parse_degrees);
    }
};
