// SPDX-License-Identifier: MIT
#include "diorama/core/error.hpp"

namespace diorama {

std::string_view to_string(Severity severity) noexcept {
    switch (severity) {
        case Severity::info:
            return "info";
        case Severity::warning:
            return "warning";
        case Severity::error:
            return "error";
    }
    return "error";
}

std::unexpected<Error> fail(ErrorCode code, std::string message, std::string where,
                            std::string hint) {
    Error error;
    error.code = code;
    error.message = std::move(message);
    error.where = std::move(where);
    error.hint = std::move(hint);
    return std::unexpected(std::move(error));
}

Diagnostic as_diagnostic(const Error& error) {
    return {Severity::error, error.code, error.message, error.where, error.hint};
}

std::string to_string(const Diagnostic& diagnostic) {
    std::string text;
    if (!diagnostic.where.empty()) text.append(diagnostic.where).append(": ");
    text.append(to_string(diagnostic.severity)).append("[").append(diagnostic.code.name());
    text.append("]: ").append(diagnostic.message);
    if (!diagnostic.hint.empty()) text.append("\n    hint: ").append(diagnostic.hint);
    return text;
}

std::string to_string(const Error& error) {
    std::string text = to_string(as_diagnostic(error));
    for (const Error& cause : error.cause)
        text.append("\n  caused by ").append(to_string(cause));
    return text;
}

}  // namespace diorama
