// SPDX-License-Identifier: MIT
/// \file
/// How every Diorama call fails: ErrorCode, Severity, Diagnostic, Error, Result.
/// Design page: docs/errors.md.
#pragma once

#include <any>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace diorama {

/// A stable kebab-case name of one kind of fault.
///
/// Each module lists its codes once, in its `error_codes.hpp`; docs/errors.md holds cause and
/// remedy.
class ErrorCode {
  public:
    /// Makes the code called \p name, which must outlive it: codes are constants made of literals.
    constexpr explicit ErrorCode(const char* name) noexcept : name_(name) {}

    /// The kebab-case name.
    [[nodiscard]] constexpr std::string_view name() const noexcept { return name_; }

    /// Two codes are the same when their names are.
    friend constexpr bool operator==(ErrorCode a, ErrorCode b) noexcept {
        return a.name_ == b.name_;
    }

  private:
    std::string_view name_;
};

/// How bad a Diagnostic is: only an `error` makes a check fail.
enum class Severity : unsigned char { info, warning, error };

/// The word of \p severity as printed: `info`, `warning` or `error`.
[[nodiscard]] std::string_view to_string(Severity severity) noexcept;

/// One finding about an input.
struct Diagnostic {
    Severity severity = Severity::error;  ///< whether it makes a check fail
    ErrorCode code{"unknown"};            ///< which kind of fault
    std::string message{};                ///< lower case, no full stop: found, then expected
    std::string where{};                  ///< file:line:column, file#/json/pointer, or file@byte
    std::string hint{};                   ///< what to do about it; may be empty
};

/// A failure the caller can act on: bad input, missing file, full disk.
struct Error {
    ErrorCode code{"unknown"};              ///< stable name, listed in docs/errors.md
    std::string message{};                  ///< lower case, no full stop: found, then expected
    std::string where{};                    ///< file:line:column, file#/json/pointer, or file@byte
    std::string hint{};                     ///< what to do about it; may be empty
    std::vector<Diagnostic> diagnostics{};  ///< every finding about the input, this one included
    std::vector<Error> cause{};             ///< the error this one wraps: none or one
    std::any detail{};                      ///< typed detail where the code's docs promise one
};

/// A T, or the Error that kept it from being made.
template <class T = void>
using Result = std::expected<T, Error>;

/// Shorthand for returning a failure: `return fail(codes::x, "found 3, expected 4", where)`.
[[nodiscard]] std::unexpected<Error> fail(ErrorCode code, std::string message,
                                          std::string where = {}, std::string hint = {});

/// The finding that \p error is, without its cause and other diagnostics.
[[nodiscard]] Diagnostic as_diagnostic(const Error& error);

/// `where: severity[code]: message`, and the hint on a line of its own where there is one.
[[nodiscard]] std::string to_string(const Diagnostic& diagnostic);

/// The same line for an error; causes follow, one per line.
[[nodiscard]] std::string to_string(const Error& error);

}  // namespace diorama
