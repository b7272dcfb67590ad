// SPDX-License-Identifier: MIT
/// \file
/// The binary format written front to back: BinaryWriter.
/// Design page: docs/formats/scene_binary.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
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
        char* const first = out_.room(bytes);
        std::uint32_t at = 0;
        for (std::uint32_t& size : sizes) {
            (void)store(first + at, components);
            at += std::exchange(size, at + kEntityBytes);
        }
        return first;
    }
    /// Entities whose size tells what others take.
    static constexpr std::size_t kSample = 256;
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
};

}  // namespace diorama::document::detail
