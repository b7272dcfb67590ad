// SPDX-License-Identifier: MIT
/// \file
/// How the command tells people and machines what it found.
#pragma once

#include <string_view>
#include <vector>

#include "diorama/core/error.hpp"
#include "json_writer.hpp"

namespace diorama::cli {

/// Prints each finding to standard error, as `where: severity[code]: message` with its hint below;
/// nothing if \p json, whose object has them.
void print_messages(const std::vector<Diagnostic>& diagnostics, bool json);

/// Prints \p error, and every other finding about the same input, to standard error.
void print_messages(const Error& error);

/// Every finding that \p error carries, itself first.
[[nodiscard]] std::vector<Diagnostic> all_diagnostics(const Error& error);

/// Writes `"errors"`, `"warnings"` and `"diagnostics": [...]` into the open object, as README.md
/// describes them. \p file: what they are about, which may have marks of places in its name.
void write_diagnostics(JsonWriter& json, const std::vector<Diagnostic>& diagnostics,
                       std::string_view file = {});

/// Prints \p text and a line end to standard output; false, which it says, where that fails (a full
/// disk, say).
bool print_output(std::string_view text);

/// How a failure ends, for people.
struct Outcome {
    std::string_view said{};  ///< `not drawn`; nothing is said where it is empty
    std::string_view
        way_out{};  ///< what helps where one object of a model is at fault; may be empty
};

/// Prints \p error for people, and last \p outcome with the number of errors; if \p json, as an
/// object with `file` and `diagnostics` instead. Returns kFault.
int report_failure(const Error& error, std::string_view file, bool json,
                   const Outcome& outcome = {});

/// The same for a fault in how the command was called. Returns kUsage.
int report_misuse(const Error& error, std::string_view file, bool json);

/// Whether any of \p diagnostics is an error.
[[nodiscard]] bool has_error(const std::vector<Diagnostic>& diagnostics);

}  // namespace diorama::cli
