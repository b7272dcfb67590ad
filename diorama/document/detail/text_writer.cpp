// SPDX-License-Identifier: MIT
#include "diorama/document/detail/text_writer.hpp"

#include <charconv>

#include "diorama/document/detail/float_codec.hpp"
#include "diorama/document/float_text.hpp"

namespace diorama::document::detail {

TextWriter::TextWriter(ByteSink& out, std::uint32_t version, std::size_t /*entities*/) : out_(out) {
    out_.put("cinder-scene ");
    integer(version);
    out_.put("\n");
}

char* TextWriter::begin(std::size_t /*components*/, std::size_t rest) {
    constexpr std::string_view kWord = "entity ";
    char* to = out_.room(kWord.size() + kIntegerTextBytes + 1 + rest);
    to += kWord.copy(to, kWord.size());
    to = std::to_chars(to, to + kIntegerTextBytes, next_++).ptr;
    *to++ = '\n';
    return to;
}

void TextWriter::component(const RecordView& record) {
    out_.put("  ");
    out_.put(record.name);
    for (const FieldView& each : record.fields)
        field(each);
    out_.put("\n");
}

void TextWriter::field(const FieldView& field) {
    out_.put(" ");
    out_.put(field.name);
    out_.put("=");
    switch (kind_of(field.value)) {
        case FieldKind::number: {
            char* const to = out_.room(kFloatTextBytes);
            out_.advance(write_float(to, std::get<float>(field.value)));
            break;
        }
        case FieldKind::integer:
            integer(std::get<std::int64_t>(field.value));
            break;
        case FieldKind::boolean:
            out_.put(std::get<bool>(field.value) ? "true" : "false");
            break;
        case FieldKind::string:
            out_.advance(
                write_quoted(out_, out_.room(0), std::get<std::string_view>(field.value), 0));
            break;
        case FieldKind::entity:
            out_.put("#");
            integer(std::get<EntityIndex>(field.value).value);
            break;
        case FieldKind::floats: {
            const auto list = std::get<std::span<const float>>(field.value);
            char* const to = out_.room(2 + list.size() * (kFloatTextBytes + 1));
            out_.advance(write_floats(to, list.data(), list.size()));
            break;
        }
    }
}

void TextWriter::integer(std::int64_t value) {
    char* const to = out_.room(kIntegerTextBytes);
    out_.advance(std::to_chars(to, to + kIntegerTextBytes, value).ptr);
}

}  // namespace diorama::document::detail
