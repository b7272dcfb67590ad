// SPDX-License-Identifier: MIT
/// \file
/// The faults of one input, gathered in one pass: Place, Findings.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "diorama/core/error.hpp"

namespace diorama::document::detail {

/// Where in an input something stands, as people are told and as findings are ordered.
struct Place {
    /// Nowhere in particular.
    Place() = default;
    /// Somewhere in \p in_words, most often all of the input.
    Place(std::string in_words) : where(std::move(in_words)) {}  // NOLINT: converts on purpose
    /// \p in_words, which comes behind places with lower numbers.
    Place(std::string in_words, std::uint64_t line_number, std::uint64_t column_number)
        : where(std::move(in_words)), line(line_number), column(column_number) {}

    std::string where;         ///< see Diagnostic::where
    std::uint64_t line = 0;    ///< the line, or the byte
    std::uint64_t column = 0;  ///< the column
};

/// Gathers diagnostics about one input, and makes the Error they amount to.
///
/// A hostile file can have a fault per byte, so that only the first hundred errors and the first
/// hundred others are kept; a last one says that there were more. They are handed over in the order
/// of the input, and as added where that says nothing.
class Findings {
  public:
    /// \p source is the input's name in messages.
    explicit Findings(std::string_view source) : source_(source) {}

    /// `source:line:column`, both counted from 1; columns count bytes.
    [[nodiscard]] Place at_line(std::uint64_t line, std::uint64_t column) const;
    /// `source@offset`.
    [[nodiscard]] Place at_byte(std::uint64_t offset) const;

    /// Adds an error, which may wrap another one.
    void error(ErrorCode code, std::string message, Place place, std::string hint = {},
               std::vector<Error> cause = {});
    /// Adds a warning.
    void warning(ErrorCode code, std::string message, Place place, std::string hint = {});

    /// Whether an error was added.
    [[nodiscard]] bool failed() const noexcept { return errors_ > 0; }
    /// Errors added, those not kept included.
    [[nodiscard]] std::size_t errors() const noexcept { return errors_; }
    /// Whether so many errors were added that looking for more is of no use.
    [[nodiscard]] bool full() const noexcept { return errors_ > kMost; }
    /// What was added; hands it over.
    [[nodiscard]] std::vector<Diagnostic> take();
    /// The first error, with everything that was added as its diagnostics.
    ///
    /// Expects: failed().
    [[nodiscard]] std::unexpected<Error> to_error();

  private:
    static constexpr std::size_t kMost = 100;

    struct Finding {
        Diagnostic diagnostic;
        std::uint64_t line, column;  // see Place
        std::vector<Error> cause;
    };

    void add(Severity severity, ErrorCode code, std::string message, Place place, std::string hint,
             std::vector<Error> cause);
    void sort();

    std::string source_;
    std::vector<Finding> list_;
    std::size_t errors_ = 0;
    std::size_t warnings_ = 0;
};

/// What the exception that is being handled says: `threw: no such field`.
[[nodiscard]] std::string thrown();

/// `1 byte`, `3 bytes`.
[[nodiscard]] std::string quantity(std::size_t count, std::string_view noun);

}  // namespace diorama::document::detail
