// SPDX-License-Identifier: MIT
#include "diorama/document/detail/findings.hpp"

#include <algorithm>
#include <exception>
#include <tuple>

#include "diorama/core/expects.hpp"
#include "diorama/document/error_codes.hpp"

namespace diorama::document::detail {

Place Findings::at_line(std::uint64_t line, std::uint64_t column) const {
    return {source_ + ":" + std::to_string(line) + ":" + std::to_string(column), line, column};
}

Place Findings::at_byte(std::uint64_t offset) const {
    return {source_ + "@" + std::to_string(offset), offset, 0};
}

void Findings::error(ErrorCode code, std::string message, Place place, std::string hint,
                     std::vector<Error> cause) {
    if (++errors_ <= kMost)
        add(Severity::error, code, std::move(message), std::move(place), std::move(hint),
            std::move(cause));
}

void Findings::warning(ErrorCode code, std::string message, Place place, std::string hint) {
    if (++warnings_ <= kMost)
        add(Severity::warning, code, std::move(message), std::move(place), std::move(hint), {});
}

void Findings::add(Severity severity, ErrorCode code, std::string message, Place place,
                   std::string hint, std::vector<Error> cause) {
    list_.push_back({{severity, code, std::move(message), std::move(place.where), std::move(hint)},
                     place.line,
                     place.column,
                     std::move(cause)});
}

/// Puts the list in the order of the input, and says last what it leaves out.
void Findings::sort() {
    std::stable_sort(list_.begin(), list_.end(), [](const Finding& a, const Finding& b) {
        return std::tie(a.line, a.column) < std::tie(b.line, b.column);
    });
    if (errors_ > kMost || warnings_ > kMost)
        add(Severity::info, codes::more_faults,
            "only the first " + std::to_string(kMost) + " of each severity are listed", source_, {},
            {});
}

std::vector<Diagnostic> Findings::take() {
    sort();
    std::vector<Diagnostic> taken;
    taken.reserve(list_.size());
    for (Finding& finding : list_)
        taken.push_back(std::move(finding.diagnostic));
    list_.clear();
    return taken;
}

std::unexpected<Error> Findings::to_error() {
    DIORAMA_EXPECTS(failed(), "an error among the findings");
    sort();
    const auto first = std::find_if(list_.begin(), list_.end(), [](const Finding& finding) {
        return finding.diagnostic.severity == Severity::error;
    });
    Error error;
    error.code = first->diagnostic.code;
    error.message = first->diagnostic.message;
    error.where = first->diagnostic.where;
    error.hint = first->diagnostic.hint;
    error.cause = std::move(first->cause);
    for (Finding& finding : list_)
        error.diagnostics.push_back(std::move(finding.diagnostic));
    return std::unexpected(std::move(error));
}

std::string thrown() {
    try {
        throw;
    } catch (const std::exception& exception) {
        return std::string("threw: ") + exception.what();
    } catch (...) {
        return "threw something that is no std::exception";
    }
}

std::string quantity(std::size_t count, std::string_view noun) {
    std::string text = std::to_string(count) + " ";
    return text.append(noun).append(count == 1 ? "" : "s");
}

}  // namespace diorama::document::detail
