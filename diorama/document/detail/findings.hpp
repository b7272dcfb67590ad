// SPDX-License-Identifier: MIT
/// \file
/// The faults of one input, gathered in one pass: Findings.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "diorama/core/error.hpp"

namespace diorama::document::detail {

/// Gathers diagnostics about one input, and makes the Error they amount to.
///
/// A hostile file can have a fault per byte, so that only the first hundred errors and the first
/// hundred others are kept; a last one says that there were more.
class Findings {
  public:
    /// \p source is the input's name in messages.
    explicit Findings(std::string_view source) : source_(source) {}

    /// `source:line:column`, both counted from 1; columns count bytes.
    [[nodiscard]] std::string at_line(std::uint64_t line, std::uint64_t column) const;
    /// `source@offset`.
    [[nodiscard]] std::string at_byte(std::uint64_t offset) const;

    /// Adds an error.
    void error(ErrorCode code, std::string message, std::string where, std::string hint = {});
    /// Adds a warning.
    void warning(ErrorCode code, std::string message, std::string where, std::string hint = {});

    /// Whether an error was added.
    [[nodiscard]] bool failed() const noexcept { return errors_ > 0; }
    /// Errors added, those not kept included.
    [[nodiscard]] std::size_t errors() const noexcept { return errors_; }
    /// Whether so many errors were added that looking for more is of no use.
    [[nodiscard]] bool full() const noexcept { return errors_ > kMost; }
    /// What was added that is no error; hands it over.
    [[nodiscard]] std::vector<Diagnostic> take_warnings();
    /// The first error, with everything that was added as its diagnostics.
    ///
    /// Expects: failed().
    [[nodiscard]] std::unexpected<Error> to_error();

  private:
    static constexpr std::size_t kMost = 100;

    void add(Severity severity, ErrorCode code, std::string message, std::string where,
             std::string hint);
    void note_what_is_left_out();

    std::string source_;
    std::vector<Diagnostic> list_;
    std::size_t errors_ = 0;
    std::size_t warnings_ = 0;
};

/// `1 byte`, `3 bytes`.
[[nodiscard]] std::string quantity(std::size_t count, std::string_view noun);

}  // namespace diorama::document::detail
