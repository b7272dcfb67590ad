// SPDX-License-Identifier: MIT
#include "report.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <iterator>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include "commands.hpp"
#include "diorama/core/error_codes.hpp"
#include "diorama/document/error_codes.hpp"
#include "diorama/ecs/error_codes.hpp"
#include "diorama/gltf/codes.hpp"
#include "diorama/gltf/error_codes.hpp"
#include "printable.hpp"

namespace diorama::cli {
namespace {

void print_line(std::FILE* stream, std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stream);
    std::fputc('\n', stream);
}

/// \p diagnostic with what files say made fit for a terminal.
Diagnostic shown(Diagnostic diagnostic) {
    diagnostic.message = printable(diagnostic.message);
    diagnostic.where = printable(diagnostic.where);
    diagnostic.hint = printable(diagnostic.hint);
    return diagnostic;
}

/// The same for an error and its causes.
Error shown(Error error) {
    error.message = printable(error.message);
    error.where = printable(error.where);
    error.hint = printable(error.hint);
    for (Error& cause : error.cause)
        cause = shown(std::move(cause));
    return error;
}

/// What to do about a fault of \p code where the library says nothing: the place is known there,
/// but not that a person at a shell asks.
std::string_view remedy_of(ErrorCode code) {
    constexpr std::string_view kCut =
        "the file is cut short or damaged: copy, download or export it again";
    constexpr std::string_view kLine =
        "mend the line, or take the file from where it was whole: docs/formats/scene_text.md says "
        "what may stand there";
    constexpr std::string_view kName =
        "a name has no blank, control character, `=`, `\"`, `[` or `]`, and no `#` in front";
    constexpr std::string_view kTwice = "keep one of them";
    constexpr std::string_view kLimit =
        "the file is damaged, or the scene has to be split: docs/formats/scene_text.md lists the "
        "limits";
    const std::pair<ErrorCode, std::string_view> remedies[]{
        {gltf::codes::glb_truncated, kCut},
        {gltf::codes::glb_chunk, kCut},
        {gltf::codes::image_data,
         "the image is damaged or of another kind than it says: save or export it again"},
        {gltf::codes::buffer_missing,
         "a .gltf and the files it names belong together: copy them too, or fetch what is not "
         "there"},
        {gltf::codes::uri_data, "export again with everything in one .glb"},
        {document::codes::truncated, kCut},
        {document::codes::value, kLine},
        {document::codes::syntax, kLine},
        {document::codes::reference, kLine},
        {document::codes::name, kName},
        {document::codes::duplicate, kTwice},
        {document::codes::limit, kLimit},
        {document::codes::kind, kCut},
        {document::codes::field_type,
         "write what is expected: a string between quotes, a list of floats between brackets"},
        {document::codes::header, kCut},
        {diorama::codes::hierarchy_cycle,
         "no entity may be above itself: give one of them another parent, or none"},
        {diorama::codes::file_read_failed, "name a file that you may read"},
    };
    const auto* const found =
        std::ranges::find(remedies, code, &std::pair<ErrorCode, std::string_view>::first);
    return found == std::end(remedies) ? std::string_view() : found->second;
}

/// Whether \p where is `file@byte`: a place that nobody mends by hand.
bool is_byte(std::string_view where) {
    const std::size_t at = where.rfind('@');
    return at != std::string_view::npos && at + 1 < where.size() &&
           where.find_first_not_of("0123456789", at + 1) == std::string_view::npos;
}

/// The hint for \p code at \p where; \p hint, which the library gives, unless it is for programs.
std::string hint_of(ErrorCode code, std::string_view where, std::string hint) {
    if (code == document::codes::no_migration)
        return "this command has no such step: open the scene with the program that wrote it, or "
               "a later one, and save it there";
    if (!hint.empty()) return hint;
    const ErrorCode mended[]{document::codes::value,      document::codes::reference,
                             document::codes::name,       document::codes::duplicate,
                             document::codes::field_type, document::codes::utf8};
    if (is_byte(where) && std::ranges::find(mended, code) != std::end(mended))
        return "the file is damaged, or its program wrote it wrong: take it from where it was "
               "whole; "
               "docs/formats/scene_binary.md says what may stand there";
    return std::string(remedy_of(code));
}

/// \p diagnostic with a hint, where there is one to give.
Diagnostic with_hint(Diagnostic diagnostic) {
    if (diagnostic.severity == Severity::error)
        diagnostic.hint = hint_of(diagnostic.code, diagnostic.where, std::move(diagnostic.hint));
    else if (diagnostic.code == document::codes::unknown_component && diagnostic.hint.empty())
        diagnostic.hint = "fine for a program's own component";
    return diagnostic;
}

/// Takes the number that \p text ends in behind \p mark off it; nothing where it does not.
std::optional<std::uint64_t> take_number(std::string_view& text, char mark) {
    const std::size_t at = text.rfind(mark);
    if (at == std::string_view::npos || at == 0 || at + 1 == text.size()) return {};
    std::uint64_t number = 0;
    const auto [stop, wrong] =
        std::from_chars(text.data() + at + 1, text.data() + text.size(), number);
    if (wrong != std::errc() || stop != text.data() + text.size()) return {};
    text = text.substr(0, at);
    return number;
}

/// Writes what \p where is made of, for programs: the file, which is \p file where it begins so,
/// and where in it. The name of any other file is taken to have no mark of a place in it.
void write_place(JsonWriter& json, std::string_view where, std::string_view file) {
    if (where.empty()) return;
    std::optional<std::uint64_t> line, column, byte;
    std::string_view pointer;
    const std::size_t known = !file.empty() && where.starts_with(file) ? file.size() : 0;
    const std::string_view all = where;
    if (known > 0) where.remove_prefix(known - 1);  // the places' marks have something before them
    if (const std::size_t at = where.find("#/"); at != std::string_view::npos) {
        pointer = where.substr(at + 1);
        where = where.substr(0, at);
    } else if (byte = take_number(where, '@'); !byte) {
        const std::string_view whole = where;
        column = take_number(where, ':');
        line = column ? take_number(where, ':') : std::nullopt;
        if (!line) where = whole, column.reset();
        if (const std::size_t entity = where.rfind(": entity "); entity != std::string_view::npos)
            where = where.substr(0, entity);
    }
    if (known > 0) where = all.substr(0, known - 1 + where.size());
    json.key("file").value(where);
    if (line) json.key("line").value(*line).key("column").value(*column);
    if (byte) json.key("byte").value(*byte);
    if (!pointer.empty()) json.key("pointer").value(pointer);
}

bool same_finding(const Diagnostic& a, const Diagnostic& b) {
    return a.code == b.code && a.where == b.where && a.message == b.message;
}

}  // namespace

void print_messages(const std::vector<Diagnostic>& diagnostics, bool json) {
    if (json) return;
    for (const Diagnostic& diagnostic : diagnostics)
        print_line(stderr, to_string(shown(with_hint(diagnostic))));
}

void print_messages(const Error& error) {
    Error hinted = error;
    hinted.hint = hint_of(hinted.code, hinted.where, std::move(hinted.hint));
    print_line(stderr, to_string(shown(std::move(hinted))));
    const Diagnostic self = as_diagnostic(error);
    for (const Diagnostic& diagnostic : error.diagnostics)
        if (!same_finding(diagnostic, self))
            print_line(stderr, to_string(shown(with_hint(diagnostic))));
}

std::vector<Diagnostic> all_diagnostics(const Error& error) {
    std::vector<Diagnostic> result{as_diagnostic(error)};
    for (const Diagnostic& diagnostic : error.diagnostics)
        if (!same_finding(diagnostic, result.front())) result.push_back(diagnostic);
    return result;
}

void write_diagnostics(JsonWriter& json, const std::vector<Diagnostic>& diagnostics,
                       std::string_view file) {
    json.key("errors").value(
        std::ranges::count(diagnostics, Severity::error, &Diagnostic::severity));
    json.key("warnings")
        .value(std::ranges::count(diagnostics, Severity::warning, &Diagnostic::severity));
    json.key("diagnostics").begin_array();
    for (const Diagnostic& found : diagnostics) {
        const Diagnostic diagnostic = with_hint(found);
        json.begin_object();
        json.key("severity").value(to_string(diagnostic.severity));
        json.key("code").value(diagnostic.code.name());
        json.key("message").value(diagnostic.message);
        json.key("where").value(diagnostic.where);
        write_place(json, diagnostic.where, file);
        if (!diagnostic.hint.empty()) json.key("hint").value(diagnostic.hint);
        json.end_object();
    }
    json.end_array();
}

bool print_output(std::string_view text) {
    print_line(stdout, text);
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return true;
    const std::string why = std::generic_category().message(errno);
    print_line(stderr,
               to_string(Diagnostic{Severity::error, codes::file_write_failed,
                                    "what was found can't be written: " + why, "standard output"}));
    return false;
}

namespace {

std::string counted(std::size_t number, std::string_view noun) {
    return std::to_string(number).append(" ").append(noun).append(number == 1 ? "" : "s");
}

/// `not drawn: 2 errors`; where only some of them are the reason, which.
std::string verdict(const Error& error, const Outcome& outcome) {
    std::size_t errors = 0, fatal = 0;
    for (const Diagnostic& each : all_diagnostics(error)) {
        if (each.severity != Severity::error) continue;
        ++errors;
        fatal += gltf::code_info(each.code).fatal ? 1 : 0;
    }
    std::string text(outcome.said);
    text.append(": ").append(counted(errors, "error"));
    // Only an object of a model can be left out: something that has a place in its JSON.
    std::string way_out = error.where.find("#/") == std::string::npos ? "" : "; ";
    if (outcome.way_out.empty() || way_out.empty())
        way_out.clear();
    else
        way_out.append(outcome.way_out);
    if (fatal == errors) return text + way_out;
    text.append(", ").append(std::to_string(fatal)).append(" of them fatal: ");
    return text.append(error.where.empty() ? "" : error.where + " ")
        .append("[")
        .append(error.code.name())
        .append("]")
        .append(way_out);
}

}  // namespace

int report_failure(const Error& error, std::string_view file, bool json, const Outcome& outcome) {
    if (json) {
        JsonWriter object;
        object.begin_object().key("file").value(file);
        write_diagnostics(object, all_diagnostics(error));
        object.end_object();
        print_output(object.text());
        return kFault;
    }
    print_messages(error);
    if (!outcome.said.empty()) print_line(stderr, verdict(error, outcome));
    return kFault;
}

int report_misuse(const Error& error, std::string_view file, bool json) {
    report_failure(error, file, json);
    return kUsage;
}

bool has_error(const std::vector<Diagnostic>& diagnostics) {
    return std::ranges::any_of(diagnostics, [](const Diagnostic& diagnostic) {
        return diagnostic.severity == Severity::error;
    });
}

}  // namespace diorama::cli
