// SPDX-License-Identifier: MIT
/// \file
/// The binary format written front to back: BinaryWriter.
/// Design page: docs/formats/scene_binary.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

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
    void entity(std::size_t components) { out_.advance(begin(components, 0)); }
    /// The same for one who writes them himself: where the first goes, with room for \p rest bytes.
    [[nodiscard]] char* begin(std::size_t components, std::size_t rest) {
        return store(out_.room(kEntityBytes + rest), static_cast<std::uint32_t>(components));
    }
    /// The same of many that are written in one go: where the first begins. \p sizes are what each
    /// takes, \p bytes in all; then they are where, from there, its components begin.
    [[nodiscard]] char* begin_rows(std::span<std::uint32_t> sizes, std::uint32_t components,
                                   std::size_t bytes) {
        if (bytes > rows_.size()) rows_.resize(bytes);
        std::uint32_t at = 0;
        for (std::uint32_t& size : sizes) {
            (void)store(rows_.data() + at, components);
            at += std::exchange(size, at + kEntityBytes);
        }
        return rows_.data();
    }
    /// Ends them; without that, none of them is written.
    void end_rows(std::size_t bytes) { out_.put({rows_.data(), bytes}); }
    /// Bytes of an entity without components.
    static constexpr std::uint32_t kEntityBytes = 4;
    /// Writes a component of that entity.
    void component(const RecordView& record);
    /// What writes a component of \p type, where the sink stands, straight from its value.
    [[nodiscard]] static const DirectWrite& direct(const SceneType& type) {
        return type.direct.write_bytes;
    }

  private:
    void field(const FieldView& field);
    void text(std::string_view text);
    template <class T>
    void put(T value) {
        out_.advance(store(out_.room(sizeof(T)), value));
    }

    ByteSink& out_;
    // Entities that are written in rows: where they go, whose memory is far, is written in order.
    std::string rows_;
};

}  // namespace diorama::document::detail
