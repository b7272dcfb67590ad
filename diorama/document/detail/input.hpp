// SPDX-License-Identifier: MIT
/// \file
/// A scene's bytes in either format: Input.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "diorama/document/detail/binary_cursor.hpp"
#include "diorama/document/detail/entity_lines.hpp"
#include "diorama/document/detail/file_format.hpp"
#include "diorama/document/detail/findings.hpp"
#include "diorama/document/detail/record_scratch.hpp"
#include "diorama/document/detail/text_cursor.hpp"

namespace diorama::document::detail {

/// Bytes, their format, and what their header says.
class Input {
  public:
    /// Looks at the header of \p bytes, called \p name, which both must outlive it; faults go to
    /// \p findings.
    Input(std::span<const std::byte> bytes, std::string_view name, Findings& findings)
        : bytes_(bytes), facts_{name, format_of_bytes(bytes, name), 0, 0} {
        if (facts_.format == SceneFormat::binary) {
            const BinaryCursor header(bytes, findings);
            facts_.version = header.version();
            facts_.entities = header.announced();
        } else {
            facts_.version = TextCursor(text(), findings, true).version();
        }
    }

    /// Name, format, version and number of entities; that of a text once it was counted.
    [[nodiscard]] const InputFacts& facts() const noexcept { return facts_; }
    /// Counts the entities of a text, which costs a look at every line.
    void count_entities() {
        if (facts_.format != SceneFormat::text) return;
        const EntityLines lines = find_entities(text());
        facts_.entities = lines.count;
        facts_.in_order = lines.in_order;
        facts_.highest_end = lines.reference_end;
    }
    /// The bytes.
    [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return bytes_; }
    /// The same as characters.
    [[nodiscard]] std::string_view text() const noexcept {
        return {reinterpret_cast<const char*>(bytes_.data()), bytes_.size()};
    }
    /// Calls \p use with a cursor at the first entity, whose faults go to \p findings. \p checked:
    /// there are none, as an earlier walk has found.
    void walk(Findings& findings, bool checked, auto&& use) const {
        if (facts_.format == SceneFormat::binary) {
            BinaryCursor cursor(bytes_, findings, checked);
            use(cursor);
        } else {
            TextCursor cursor(text(), findings, checked);
            use(cursor);
        }
    }

  private:
    std::span<const std::byte> bytes_;
    InputFacts facts_;
};

}  // namespace diorama::document::detail
