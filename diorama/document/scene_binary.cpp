// SPDX-License-Identifier: MIT
#include "diorama/document/scene_binary.hpp"

#include "diorama/document/detail/binary_cursor.hpp"
#include "diorama/document/detail/binary_writer.hpp"
#include "diorama/document/detail/build_doc.hpp"
#include "diorama/document/detail/write_doc.hpp"

namespace diorama::document {

Result<SceneDoc> read_binary(std::span<const std::byte> bytes, std::string_view name) {
    detail::Findings findings(name);
    detail::BinaryCursor cursor(bytes, findings);
    return detail::build_doc(cursor, findings, name, SceneFormat::binary);
}

Result<SceneBytes> write_binary(const SceneDoc& doc) {
    if (Result<> sound = check_doc(doc); !sound) return std::unexpected(std::move(sound.error()));
    SceneBytes bytes;
    detail::BytesSink out(bytes);
    detail::BinaryWriter writer(out, doc.version, doc.entities.size());
    detail::write_doc(doc, writer);
    out.finish();
    return bytes;
}

}  // namespace diorama::document
