// SPDX-License-Identifier: MIT
/// \file
/// The text format written front to back: TextWriter.
/// Design page: docs/formats/scene_text.md.
#pragma once

#include <cstddef>
#include <cstdint>

#include "diorama/document/detail/byte_sink.hpp"
#include "diorama/document/detail/record_scratch.hpp"
#include "diorama/document/detail/scene_type.hpp"

namespace diorama::document::detail {

/// Writes a text document, line by line.
class TextWriter {
  public:
    /// Writes to \p out, which must outlive the writer, the header.
    TextWriter(ByteSink& out, std::uint32_t version, std::size_t entities);

    /// Opens the next entity, however many components it has.
    void entity(std::size_t components) { out_.advance(begin(components, 0)); }
    /// The same for one who writes them himself: where the first goes, with room for \p rest bytes.
    [[nodiscard]] char* begin(std::size_t components, std::size_t rest);
    /// Entities whose size tells what others take: more than the first, whose numbers are short.
    static constexpr std::size_t kSample = 1024;
    /// Writes a component of that entity.
    void component(const RecordView& record);
    /// What writes a component of \p type, where the sink stands, straight from its value.
    [[nodiscard]] static const DirectWrite& direct(const SceneType& type) {
        return type.direct.write_text;
    }

  private:
    void field(const FieldView& field);
    void integer(std::int64_t value);

    ByteSink& out_;
    std::int64_t next_ = 0;  // entity
};

}  // namespace diorama::document::detail
