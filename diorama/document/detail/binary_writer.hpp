// SPDX-License-Identifier: MIT
/// \file
/// The binary format written front to back: BinaryWriter.
/// Design page: docs/formats/scene_binary.md.
#pragma once

#include <cstddef>
#include <cstdint>

#include "diorama/document/detail/byte_sink.hpp"
#include "diorama/document/detail/record_scratch.hpp"
#include "diorama/document/detail/scene_type.hpp"

namespace diorama::document::detail {

/// Writes a binary document, record by record.
class BinaryWriter {
  public:
    /// Writes to \p out, which must outlive the writer, a header for \p entities entities.
    BinaryWriter(ByteSink& out, std::uint32_t version, std::size_t entities);

    /// Opens the next entity, which has \p components.
    void entity(std::size_t components) {
        out_.advance(store(out_.room(4), static_cast<std::uint32_t>(components)));
    }
    /// Writes a component of that entity.
    void component(const RecordView& record);
    /// The same straight from its value; false, with nothing written, where that can't be.
    bool direct(const SceneType& type, const void* value, const EntityNumbers& numbers) {
        return type.direct.write_bytes != nullptr &&
               type.direct.write_bytes(out_, value, numbers, type.version);
    }

  private:
    void field(const FieldView& field);
    void text(std::string_view text);
    template <class T>
    void put(T value) {
        out_.advance(store(out_.room(sizeof(T)), value));
    }

    ByteSink& out_;
};

}  // namespace diorama::document::detail
