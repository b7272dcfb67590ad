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
/// hundred others are kept; a last one says how many more there were. They are handed over in the
/// order of the input, and as added where that says nothing.
class Findings {
  public:
    /// \p source is the input's name in messages.
    explicit Findings(std::string_view source) : source_(source) {}

    /// `source:line:column`, both counted from 1; columns count bytes.
    [[nodiscard]] Place at_line(std::uint64_t line, std::uint64_t column) const;
    /// `source@offset`.
    [[nodiscard]] Place at_byte(std::uint64_t offset) const;

    /// What was added, for those who have more to say of it; kNotListed where it is beyond those
    /// that are kept.
    using Handle = std::size_t;
    /// See Handle.
    static constexpr Handle kNotListed = static_cast<Handle>(-1);

    /// Adds an error, which may wrap another one.
    Handle error(ErrorCode code, std::string message, Place place, std::string hint = {},
                 std::vector<Error> cause = {});
    /// Adds a warning.
    Handle warning(ErrorCode code, std::string message, Place place, std::string hint = {});
    /// Says of \p finding that one more entity has it.
    void once_more(Handle finding);
    /// Replaces what is to be done about \p finding.
    void advise(Handle finding, std::string hint);
    /// Whether another finding of \p severity would be kept: what it takes long to say need not be
    /// said of others.
    [[nodiscard]] bool has_room(Severity severity) const noexcept {
        return (severity == Severity::error ? errors_ : warnings_) < kMost;
    }

    /// Whether an error was added.
    [[nodiscard]] bool failed() const noexcept { return errors_ > 0; }
    /// Errors added, those not kept included.
    [[nodiscard]] std::size_t errors() const noexcept { return errors_; }
    /// Whether so many errors were added that looking for more is of no use.
    [[nodiscard]] bool full() const noexcept { return errors_ >= kMostCounted; }
    /// What was added; hands it over.
    [[nodiscard]] std::vector<Diagnostic> take();
    /// The first error, with everything that was added as its diagnostics.
    ///
    /// Expects: failed().
    [[nodiscard]] std::unexpected<Error> to_error();

  private:
    static constexpr std::size_t kMost = 100;
    // Beyond so many it is no scene that somebody mends, and counting them on would take long.
    static constexpr std::size_t kMostCounted = 10'000;

    struct Finding {
        Diagnostic diagnostic;
        std::uint64_t line, column;  // see Place
        std::vector<Error> cause;
        std::size_t others = 0;  // entities that have it too
    };

    Handle add(Severity severity, ErrorCode code, std::string message, Place place,
               std::string hint, std::vector<Error> cause);
    [[nodiscard]] std::string unlisted() const;
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
