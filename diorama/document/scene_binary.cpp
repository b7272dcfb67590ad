// SPDX-License-Identifier: MIT
#include "diorama/document/scene_binary.hpp"

#include "diorama/document/detail/binary_cursor.hpp"
#include "diorama/document/detail/binary_writer.hpp"
#include "diorama/document/detail/build_doc.hpp"

namespace diorama::document {

Result<SceneDoc> read_binary(std::span<const std::byte> bytes, std::string_view name) {
    detail::Findings findings(name);
    detail::BinaryCursor cursor(bytes, findings);
    return detail::build_doc(cursor, findings, name, SceneFormat::binary);
}

Result<std::vector<std::byte>> write_binary(const SceneDoc& doc) {
    if (Result<> sound = check_doc(doc); !sound) return std::unexpected(std::move(sound.error()));
    std::vector<std::byte> bytes;
    detail::BinaryWriter writer(bytes, doc.version);
    for (const EntityRecord& entity : doc.entities) {
        writer.entity();
        for (const ComponentRecord& component : entity.components) {
            writer.component(component.name.view());
            for (const Field& field : component.fields)
                writer.field(field.view());
        }
    }
    writer.finish();
    return bytes;
}

}  // namespace diorama::document
