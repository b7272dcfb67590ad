// SPDX-License-Identifier: MIT
/// \file
/// Caller's bugs: DIORAMA_EXPECTS, set_expectation_handler.
#pragma once

#include <source_location>

namespace diorama {

/// What runs when an expectation does not hold.
using ExpectationHandler = void (*)(const char* text, std::source_location where);

/// Installs \p handler and returns the one before it; null brings the default back.
///
/// The default writes the text to standard error and aborts.
/// Threads: safe from any thread.
ExpectationHandler set_expectation_handler(ExpectationHandler handler) noexcept;

/// Calls the handler; DIORAMA_EXPECTS is the way to reach it.
void broken_expectation(const char* text,
                        std::source_location where = std::source_location::current());

}  // namespace diorama

/// Checks what a caller has promised; never reachable from file or network input.
/// A macro so that the condition's own line is reported.
#define DIORAMA_EXPECTS(condition, text) \
    ((condition) ? static_cast<void>(0) : ::diorama::broken_expectation(text))
