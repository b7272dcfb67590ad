// SPDX-License-Identifier: MIT
#include "diorama/document/detail/binary_writer.hpp"

#include "diorama/document/detail/binary_layout.hpp"

namespace diorama::document::detail {

BinaryWriter::BinaryWriter(ByteSink& out, std::uint32_t version, std::size_t entities) : out_(out) {
    out_.put(kMagic);
    put(version);
    put(static_cast<std::uint32_t>(entities));
}

void BinaryWriter::component(const RecordView& record) {
    text(record.name);
    put(static_cast<std::uint32_t>(record.fields.size()));
    for (const FieldView& each : record.fields)
        field(each);
}

void BinaryWriter::field(const FieldView& field) {
    text(field.name);
    put(static_cast<std::uint8_t>(kind_of(field.value)));
    switch (kind_of(field.value)) {
        case FieldKind::number:
            put(std::get<float>(field.value));
            break;
        case FieldKind::integer:
            put(std::get<std::int64_t>(field.value));
            break;
        case FieldKind::boolean:
            put(std::int64_t{std::get<bool>(field.value)});
            break;
        case FieldKind::string:
            text(std::get<std::string_view>(field.value));
            break;
        case FieldKind::entity:
            put(std::get<EntityIndex>(field.value).value);
            break;
        case FieldKind::floats: {
            const auto list = std::get<std::span<const float>>(field.value);
            put(static_cast<std::uint32_t>(list.size()));
            out_.put({reinterpret_cast<const char*>(list.data()), list.size_bytes()});
            break;
        }
    }
}

void BinaryWriter::text(std::string_view text) {
    put(static_cast<std::uint32_t>(text.size()));
    out_.put(text);
}

}  // namespace diorama::document::detail
