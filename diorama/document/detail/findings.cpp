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

Findings::Handle Findings::error(ErrorCode code, std::string message, Place place, std::string hint,
                                 std::vector<Error> cause) {
    if (++errors_ > kMost) return kNotListed;
    return add(Severity::error, code, std::move(message), std::move(place), std::move(hint),
               std::move(cause));
}

Findings::Handle Findings::warning(ErrorCode code, std::string message, Place place,
                                   std::string hint) {
    if (++warnings_ > kMost) return kNotListed;
    return add(Severity::warning, code, std::move(message), std::move(place), std::move(hint), {});
}

Findings::Handle Findings::add(Severity severity, ErrorCode code, std::string message, Place place,
                               std::string hint, std::vector<Error> cause) {
    list_.push_back({{severity, code, std::move(message), std::move(place.where), std::move(hint)},
                     place.line,
                     place.column,
                     std::move(cause)});
    return list_.size() - 1;
}

void Findings::once_more(Handle finding) {
    if (finding != kNotListed) ++list_[finding].others;
}

void Findings::advise(Handle finding, std::string hint) {
    if (finding != kNotListed) list_[finding].diagnostic.hint = std::move(hint);
}

/// Puts the list in the order of the input, and says last what it leaves out.
void Findings::sort() {
    for (Finding& each : list_) {
        if (each.others == 0) continue;
        each.diagnostic.message.append("; ").append(std::to_string(each.others));
        each.diagnostic.message.append(each.others == 1 ? " more entity has it"
                                                        : " more entities have it");
        each.others = 0;
    }
    std::stable_sort(list_.begin(), list_.end(), [](const Finding& a, const Finding& b) {
        return std::tie(a.line, a.column) < std::tie(b.line, b.column);
    });
    if (errors_ > kMost || warnings_ > kMost)
        add(Severity::info, codes::more_faults, unlisted(), source_, {}, {});
}

/// `12 more errors and 1 more warning are not listed`.
std::string Findings::unlisted() const {
    std::string text;
    std::size_t count = 0;
    const auto name = [&](std::size_t found, std::string_view noun) {
        if (found <= kMost) return;
        text.append(text.empty() ? "" : " and ").append(quantity(found - kMost, noun));
        count += found - kMost;
    };
    name(errors_, "more error");
    name(warnings_, "more warning");
    text.append(count == 1 ? " is not listed" : " are not listed");
    if (full()) text.append("; after so many errors the rest was not looked at");
    return text;
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
