// SPDX-License-Identifier: MIT
#include "report.hpp"

#include <algorithm>
#include <cstdio>
#include <string>

#include "commands.hpp"

namespace diorama::cli {
namespace {

void print_line(std::FILE* stream, std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stream);
    std::fputc('\n', stream);
}

bool same_finding(const Diagnostic& a, const Diagnostic& b) {
    return a.code == b.code && a.where == b.where && a.message == b.message;
}

}  // namespace

void print_messages(const std::vector<Diagnostic>& diagnostics) {
    for (const Diagnostic& diagnostic : diagnostics)
        print_line(stderr, to_string(diagnostic));
}

void print_messages(const Error& error) {
    print_line(stderr, to_string(error));
    const Diagnostic self = as_diagnostic(error);
    for (const Diagnostic& diagnostic : error.diagnostics)
        if (!same_finding(diagnostic, self)) print_line(stderr, to_string(diagnostic));
}

std::vector<Diagnostic> all_diagnostics(const Error& error) {
    std::vector<Diagnostic> result{as_diagnostic(error)};
    for (const Diagnostic& diagnostic : error.diagnostics)
        if (!same_finding(diagnostic, result.front())) result.push_back(diagnostic);
    return result;
}

void write_diagnostics(JsonWriter& json, const std::vector<Diagnostic>& diagnostics) {
    json.key("diagnostics").begin_array();
    for (const Diagnostic& diagnostic : diagnostics) {
        json.begin_object();
        json.key("severity").value(to_string(diagnostic.severity));
        json.key("code").value(diagnostic.code.name());
        json.key("message").value(diagnostic.message);
        json.key("where").value(diagnostic.where);
        if (!diagnostic.hint.empty()) json.key("hint").value(diagnostic.hint);
        json.end_object();
    }
    json.end_array();
}

bool print_output(std::string_view text) {
    print_line(stdout, text);
    return std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
}

int report_failure(const Error& error, std::string_view file, bool json) {
    print_messages(error);
    if (json) {
        JsonWriter object;
        object.begin_object().key("file").value(file);
        write_diagnostics(object, all_diagnostics(error));
        object.end_object();
        print_output(object.text());
    }
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
