// SPDX-License-Identifier: MIT
/// \file
/// Where every finding about one file goes: Report; and text of the file for messages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "diorama/core/error.hpp"

namespace diorama::gltf::detail {

/// Collects diagnostics, at most a limit of them, and remembers the first fatal one.
class Report {
  public:
    /// Findings about \p file, a name; keeps \p limit of them. With \p best_effort only what leaves
    /// nothing to read is fatal.
    Report(std::string file, std::uint32_t limit, bool best_effort = false)
        : file_(std::move(file)), limit_(limit), best_effort_(best_effort) {}

    /// Adds a finding at the JSON pointer \p pointer.
    [[gnu::cold]] void at_pointer(ErrorCode code, std::string_view pointer, std::string message,
                                  std::string hint = {});
    /// Adds a finding at byte \p offset of the file.
    [[gnu::cold]] void at_byte(ErrorCode code, std::uint64_t offset, std::string message,
                               std::string hint = {});
    /// Adds a finding at a place already spelled out.
    [[gnu::cold]] void at(ErrorCode code, std::string where, std::string message,
                          std::string hint = {});
    /// Adds the finding that \p error is; its code's row decides how bad it is.
    [[gnu::cold]] void add(const Error& error);
    /// Adds a finding of another module, as bad as it says, and never fatal.
    [[gnu::cold]] void add(const Diagnostic& finding);

    /// Whether anything fatal was found.
    [[nodiscard]] bool fatal() const noexcept { return fatal_; }
    /// The file's name.
    [[nodiscard]] const std::string& file() const noexcept { return file_; }
    /// Drops every finding.
    void clear();

    /// All findings, a last one counting those beyond the limit.
    [[nodiscard]] std::vector<Diagnostic> take();
    /// An Error made of the first fatal finding, holding all of them. Expects: fatal().
    [[nodiscard]] Error take_error();

  private:
    std::string file_;
    std::vector<Diagnostic> found_;
    std::uint64_t dropped_ = 0;
    std::uint64_t dropped_errors_ = 0;
    [[nodiscard]] bool is_fatal(ErrorCode code) const noexcept;

    std::uint32_t limit_ = 0;
    bool best_effort_ = false;
    bool fatal_ = false;
};

/// The first of \p text, at most \p most bytes of it, ending where one of its characters does.
[[nodiscard]] std::string_view cut_at_character(std::string_view text, std::size_t most) noexcept;
/// The character that \p text starts with; empty where there is none.
[[nodiscard]] std::string_view first_character(std::string_view text) noexcept;

/// `"text"` with what is not printable ASCII or too long left out, for messages.
[[nodiscard]] std::string quoted(std::string_view text);

/// Appends `/key` to \p pointer with the key's `~` and `/` escaped; a very long one is cut.
void append_key(std::string& pointer, std::string_view key);

}  // namespace diorama::gltf::detail
