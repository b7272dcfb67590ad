// SPDX-License-Identifier: MIT
#include "diorama/document/detail/text_writer.hpp"

#include <charconv>

#include "diorama/document/float_text.hpp"

namespace diorama::document::detail {

TextWriter::TextWriter(std::string& out, std::uint32_t version) : out_(out) {
    out_.append("cinder-scene ");
    integer(version);
    out_ += '\n';
}

void TextWriter::entity() {
    out_.append("entity ");
    integer(next_++);
    out_ += '\n';
}

void TextWriter::component(std::string_view name) {
    out_.append("  ").append(name);
    out_ += '\n';
}

void TextWriter::field(const FieldView& field) {
    // The component's line was ended; each field moves its end.
    out_.back() = ' ';
    out_.append(field.name);
    out_ += '=';
    switch (kind_of(field.value)) {
        case FieldKind::number:
            number(std::get<float>(field.value));
            break;
        case FieldKind::integer:
            integer(std::get<std::int64_t>(field.value));
            break;
        case FieldKind::boolean:
            out_.append(std::get<bool>(field.value) ? "true" : "false");
            break;
        case FieldKind::string:
            string(std::get<std::string_view>(field.value));
            break;
        case FieldKind::entity:
            out_ += '#';
            integer(std::get<EntityIndex>(field.value).value);
            break;
        case FieldKind::floats: {
            char separator = '[';
            const auto list = std::get<std::span<const float>>(field.value);
            if (list.empty()) out_ += '[';
            for (const float value : list) {
                out_ += separator;
                number(value);
                separator = ',';
            }
            out_ += ']';
            break;
        }
    }
    out_ += '\n';
}

void TextWriter::number(float value) {
    char text[kFloatTextBytes];
    out_.append(text, write_float(text, value));
}

void TextWriter::integer(std::int64_t value) {
    char text[24];
    out_.append(text, std::to_chars(text, text + sizeof(text), value).ptr);
}

void TextWriter::string(std::string_view value) {
    out_ += '"';
    while (!value.empty()) {
        const std::size_t run = std::min(value.find_first_of("\"\\\n"), value.size());
        out_.append(value.substr(0, run));
        value.remove_prefix(run);
        if (value.empty()) break;
        out_ += '\\';
        out_ += value.front() == '\n' ? 'n' : value.front();
        value.remove_prefix(1);
    }
    out_ += '"';
}

}  // namespace diorama::document::detail
