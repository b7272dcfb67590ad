// SPDX-License-Identifier: MIT
#include "diorama/document/detail/findings.hpp"

#include <algorithm>

#include "diorama/core/expects.hpp"
#include "diorama/document/error_codes.hpp"

namespace diorama::document::detail {

std::string Findings::at_line(std::uint64_t line, std::uint64_t column) const {
    return source_ + ":" + std::to_string(line) + ":" + std::to_string(column);
}

std::string Findings::at_byte(std::uint64_t offset) const {
    return source_ + "@" + std::to_string(offset);
}

void Findings::error(ErrorCode code, std::string message, std::string where, std::string hint) {
    if (++errors_ <= kMost)
        add(Severity::error, code, std::move(message), std::move(where), std::move(hint));
}

void Findings::warning(ErrorCode code, std::string message, std::string where, std::string hint) {
    if (++warnings_ <= kMost)
        add(Severity::warning, code, std::move(message), std::move(where), std::move(hint));
}

void Findings::add(Severity severity, ErrorCode code, std::string message, std::string where,
                   std::string hint) {
    list_.push_back({severity, code, std::move(message), std::move(where), std::move(hint)});
}

void Findings::note_what_is_left_out() {
    if (errors_ > kMost || warnings_ > kMost)
        add(Severity::info, codes::more_faults,
            "only the first " + std::to_string(kMost) + " of each severity are listed", source_,
            {});
}

std::vector<Diagnostic> Findings::take_warnings() {
    note_what_is_left_out();
    return std::move(list_);
}

std::unexpected<Error> Findings::to_error() {
    DIORAMA_EXPECTS(failed(), "an error among the findings");
    note_what_is_left_out();
    const auto first = std::find_if(list_.begin(), list_.end(), [](const Diagnostic& finding) {
        return finding.severity == Severity::error;
    });
    Error error;
    error.code = first->code;
    error.message = first->message;
    error.where = first->where;
    error.hint = first->hint;
    error.diagnostics = std::move(list_);
    return std::unexpected(std::move(error));
}

std::string quantity(std::size_t count, std::string_view noun) {
    std::string text = std::to_string(count) + " ";
    return text.append(noun).append(count == 1 ? "" : "s");
}

}  // namespace diorama::document::detail
