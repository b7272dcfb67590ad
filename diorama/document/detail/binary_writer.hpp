// SPDX-License-Identifier: MIT
/// \file
/// The binary format written front to back: BinaryWriter.
/// Design page: docs/formats/scene_binary.md.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "diorama/document/field.hpp"

namespace diorama::document::detail {

/// Appends a binary scene to a vector. Checks nothing: what it is given has passed check_doc().
/// Counts are filled in by finish(), so that a caller need not know them beforehand.
class BinaryWriter {
  public:
    /// Begins a document of \p version at the end of \p out.
    BinaryWriter(std::vector<std::byte>& out, std::uint32_t version);

    /// Begins the next entity.
    void entity();
    /// Begins a component of that entity.
    void component(std::string_view name);
    /// Adds a field to that component.
    void field(const FieldView& field);
    /// Fills in the counts that are still open.
    void finish();

  private:
    /// A count whose place is known and whose value grows.
    struct Count {
        std::size_t at = 0;
        std::uint32_t value = 0;
    };

    template <class T>
    void put(T value);
    void put_text(std::string_view text);
    void put_bytes(const void* from, std::size_t size);
    void open(Count& count);
    void close(const Count& count);
    void flush();

    std::vector<std::byte>& out_;
    // Pieces of a few bytes are put together here; a vector's end is too dear to move for each.
    std::array<std::byte, 4096> block_;
    std::size_t used_ = 0;
    Count entities_, components_, fields_;
};

}  // namespace diorama::document::detail
