// SPDX-License-Identifier: MIT
/// \file
/// The text format read front to back: TextCursor.
/// Design page: docs/formats/scene_text.md.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "diorama/document/detail/entity_lines.hpp"
#include "diorama/document/detail/findings.hpp"
#include "diorama/document/detail/record_scratch.hpp"

namespace diorama::document::detail {

/// Walks a text document, one entity or component at a time.
///
/// A faulty line is added to the findings and left out, and the walk goes on, so that one run finds
/// every fault.
class TextCursor {
  public:
    /// Reads \p text, which must outlive the cursor, and its header; faults go to \p findings.
    ///
    /// \p checked: an earlier walk has found that all of it is UTF-8.
    TextCursor(std::string_view text, Findings& findings, bool checked = false);

    /// Moves to the next entity or component.
    RecordEvent next();
    /// The version in the header.
    [[nodiscard]] std::uint32_t version() const noexcept { return version_; }
    /// The component last come upon; valid until the next move.
    [[nodiscard]] RecordView record() const noexcept { return record_.view(); }
    /// Entities come upon so far.
    [[nodiscard]] std::size_t entities() const noexcept { return entities_; }
    /// See EntityLines; of those so far.
    [[nodiscard]] std::int64_t reference_end() const noexcept {
        return std::max(static_cast<std::int64_t>(entities_), end_of_indices_);
    }
    /// The highest entity any field refers to so far; -1 for none.
    [[nodiscard]] std::int64_t highest_reference() const noexcept { return highest_reference_; }

    // For those who match whole lines themselves.

    /// Where the next line's first word begins if it may be a component; null where it can't be.
    [[nodiscard]] const char* component_at() const noexcept;
    /// Where the next line begins.
    [[nodiscard]] const char* at() const noexcept { return text_.data(); }
    /// Where the text ends.
    [[nodiscard]] const char* end() const noexcept { return text_.data() + text_.size(); }
    /// Goes on behind that line, at \p end.
    void skip_component(const char* end) noexcept {
        ++line_;
        ++components_;
        text_.remove_prefix(static_cast<std::size_t>(end - text_.data()));
    }
    /// Goes on behind the next \p lines lines, which end at \p end.
    void skip_components(const char* end, std::size_t lines) noexcept {
        line_ += lines;
        text_.remove_prefix(static_cast<std::size_t>(end - text_.data()));
    }
    /// The component at \p at, on line \p line, which was come upon before and was sound.
    [[nodiscard]] RecordView read_again(const char* at, std::uint64_t line);

  private:
    bool next_line();
    bool take_next_entity() noexcept;
    void read_header();
    RecordEvent read_line();
    RecordEvent open_entity(const Opening& opening);
    void check_index(std::string_view text);
    RecordEvent read_component(std::string_view name);
    bool read_field();
    bool read_value(FieldValue& value);
    bool read_string(FieldValue& value);
    bool read_list(FieldValue& value);
    bool read_reference(std::string_view token, FieldValue& value);
    bool read_number(std::string_view token, FieldValue& value);
    bool report_bad_utf8(std::size_t bad);
    [[nodiscard]] std::string here() const;
    void skip_blanks() noexcept;
    std::string_view take_token() noexcept;
    bool fault(ErrorCode code, const char* at, std::string message, std::string hint = {});

    Findings& findings_;
    std::string_view text_;        // what follows the current line
    const char* begin_ = nullptr;  // the current line, and where in it reading stands
    const char* at_ = nullptr;
    const char* end_ = nullptr;
    std::uint64_t line_ = 0;
    bool sound_ = true;  // all of the text is UTF-8
    std::uint32_t version_ = 0;
    std::size_t entities_ = 0;
    std::uint64_t renumbered_ = 0;     // what the file's numbers are ahead by, modulo 2^64
    std::int64_t end_of_indices_ = 0;  // what lies behind the highest that was no entity's place
    std::size_t components_ = 0;       // lines of the current entity, to one more than the limit
    std::int64_t highest_reference_ = -1;
    RecordScratch record_;
    std::string_view field_;  // of the record, whose value is being read; empty between fields
};

}  // namespace diorama::document::detail
