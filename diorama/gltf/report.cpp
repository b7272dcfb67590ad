// SPDX-License-Identifier: MIT
#include "diorama/gltf/detail/report.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "diorama/gltf/codes.hpp"
#include "diorama/gltf/detail/json_reader.hpp"
#include "diorama/gltf/error_codes.hpp"

namespace diorama::gltf::detail {

bool Report::is_fatal(ErrorCode code) const noexcept {
    constexpr std::array kHopeless{codes::not_gltf,        codes::glb_version,
                                   codes::glb_truncated,   codes::glb_chunk,
                                   codes::glb_first_chunk, codes::json_syntax,
                                   codes::json_encoding,   codes::json_depth,
                                   codes::json_too_large,  codes::version_unsupported,
                                   codes::zero_limit,      codes::decode_limit,
                                   codes::work_limit};
    if (!code_info(code).fatal) return false;
    return !best_effort_ || std::ranges::find(kHopeless, code) != kHopeless.end();
}

void Report::at_pointer(ErrorCode code, std::string_view pointer, std::string message,
                        std::string hint) {
    at(code, file_ + "#" + std::string(pointer), std::move(message), std::move(hint));
}

void Report::at_byte(ErrorCode code, std::uint64_t offset, std::string message, std::string hint) {
    at(code, file_ + "@" + std::to_string(offset), std::move(message), std::move(hint));
}

void Report::at(ErrorCode code, std::string where, std::string message, std::string hint) {
    CodeInfo info = code_info(code);
    info.fatal = is_fatal(code);
    // The first fatal finding is kept even past the limit: it is the Error's own text.
    if (found_.size() >= limit_ && (!info.fatal || fatal_)) {
        ++dropped_;
        if (info.severity == Severity::error) ++dropped_errors_;
        return;
    }
    fatal_ = fatal_ || info.fatal;
    found_.push_back({info.severity, code, std::move(message), std::move(where), std::move(hint)});
}

void Report::add(const Error& error) {
    at(error.code, error.where, error.message, error.hint);
}

void Report::add(const Diagnostic& finding) {
    if (found_.size() < limit_) {
        found_.push_back(finding);
        return;
    }
    ++dropped_;
    if (finding.severity == Severity::error) ++dropped_errors_;
}

void Report::clear() {
    found_.clear();
    fatal_ = false;
    dropped_ = 0;
    dropped_errors_ = 0;
}

std::vector<Diagnostic> Report::take() {
    if (dropped_ > 0) {
        Diagnostic rest;
        rest.severity = dropped_errors_ > 0 ? Severity::error : Severity::warning;
        rest.code = found_.empty() ? ErrorCode{"unknown"} : found_.back().code;
        rest.message = std::to_string(dropped_) + " more findings are not shown, " +
                       std::to_string(dropped_errors_) + " of them errors";
        rest.where = file_;
        rest.hint = "mend these first; ImportLimits::max_diagnostics sets how many are kept";
        found_.push_back(std::move(rest));
    }
    return std::exchange(found_, {});
}

namespace {

/// What failed, in the words of the engine whose importer this one can stand in for.
std::string_view kind_of(ErrorCode code) {
    if (code.name().starts_with("gltf-json-") || code.name().starts_with("gltf-glb-") ||
        code == codes::not_gltf)
        return "parse failed";
    return code.name().ends_with("-range") ? "out of range" : "validation failed";
}

}  // namespace

Error Report::take_error() {
    const auto first =
        std::ranges::find_if(found_, [&](const Diagnostic& each) { return is_fatal(each.code); });
    Error error;
    error.code = first->code;
    first->message.insert(0, std::string(kind_of(first->code)) + ": ");
    error.message = first->message;
    error.where = first->where;
    error.hint = first->hint;
    error.diagnostics = take();
    return error;
}

std::string_view cut_at_character(std::string_view text, std::size_t most) noexcept {
    std::size_t end = std::min(text.size(), most);
    while (end > 0 && end < text.size() && (text[end] & 0xc0) == 0x80)
        --end;
    return text.substr(0, end);
}

std::string_view first_character(std::string_view text) noexcept {
    std::size_t end = std::min<std::size_t>(text.size(), 1);
    while (end < text.size() && (text[end] & 0xc0) == 0x80)
        ++end;
    return text.substr(0, end);
}

std::string quoted(std::string_view text) {
    constexpr std::size_t kShown = 60;
    std::string out = "\"";
    const std::string_view shown = cut_at_character(text, kShown);
    const bool utf8 = find_invalid_utf8(shown) == shown.size();
    for (const char c : shown) {
        const auto byte = static_cast<unsigned char>(c);
        const bool plain = byte >= 0x20 && byte != 0x7f && (utf8 || byte < 0x80);
        out += plain ? c : '?';
    }
    out += text.size() > kShown ? "...\"" : "\"";
    return out;
}

void append_key(std::string& pointer, std::string_view key) {
    // A file may have keys of any length under which anything may be wrong any number of times.
    constexpr std::size_t kShown = 256;
    pointer += '/';
    for (const char c : cut_at_character(key, kShown)) {
        if (c == '~') {
            pointer += "~0";
        } else if (c == '/') {
            pointer += "~1";
        } else {
            pointer += c;
        }
    }
    if (key.size() > kShown) pointer += "...";
}

}  // namespace diorama::gltf::detail
