// SPDX-License-Identifier: MIT
/// \file
/// `diorama check`: every fault of every file, with code and place.
#include <algorithm>
#include <string>
#include <utility>

#include "commands.hpp"
#include "diorama/core/file.hpp"
#include "diorama/document/error_codes.hpp"
#include "diorama/document/scene_file.hpp"
#include "findings.hpp"
#include "ktx2.hpp"
#include "progress.hpp"
#include "report.hpp"
#include "stage.hpp"

namespace diorama::cli {
namespace {

/// Adds an error for each part of \p doc that has an older version than is written.
void find_old(const document::SceneDoc& doc, std::vector<Diagnostic>& found) {
    for (Diagnostic& diagnostic : scene_registry().check(doc)) {
        if (diagnostic.code != document::codes::older) continue;
        diagnostic.hint = "`diorama convert --migrate` brings it up to date";
        found.push_back(std::move(diagnostic));
    }
}

std::vector<Diagnostic> check_scene(const std::filesystem::path& path, bool migrate) {
    const Result<MappedFile> file = MappedFile::open(path);
    if (!file) return all_diagnostics(file.error());
    document::SceneDoc sound;
    std::vector<Diagnostic> found = scene_registry().check(file->bytes(), path.string(), &sound);
    // What is at no fault by itself is looked at as it would be drawn; but for a hierarchy with
    // gaps.
    const bool whole = !has_error(found);
    if (!whole)
        for (document::EntityRecord& entity : sound.entities)
            (void)entity.remove("ChildOf");
    Result<Stage> stage = open_stage(path, {.list_unknown = true, .doc = &sound});
    if (!stage) {
        add_new(found, all_diagnostics(stage.error()));
        return found;
    }
    if (whole) add_new(found, stage->diagnostics);
    add_new(found, reference_findings(*stage, path));
    if (migrate && whole)
        if (const Result<document::SceneDoc> doc = document::read_file(path)) find_old(*doc, found);
    return found;
}

std::vector<Diagnostic> check_file(const std::filesystem::path& path, const CheckOptions& options) {
    if (is_ktx2(path)) return check_ktx2_file(path);
    const Result<FileKind> kind = kind_of(path);
    if (!kind) return all_diagnostics(kind.error());
    if (*kind != FileKind::gltf) return check_scene(path, options.migrate);
    Progress progress("checking " + path.filename().string(), options.json);
    return model_findings(path, progress.teller());
}

std::string verdict(const std::filesystem::path& path, const std::vector<Diagnostic>& found) {
    const auto count = [&](Severity severity) {
        return std::ranges::count(found, severity, &Diagnostic::severity);
    };
    const auto counted = [&](Severity severity, std::string word) {
        const auto number = count(severity);
        return std::to_string(number).append(" ").append(word).append(number == 1 ? "" : "s");
    };
    return path.string() + ": " + counted(Severity::error, "error") + ", " +
           counted(Severity::warning, "warning");
}

}  // namespace

int run_check(const CheckOptions& options) {
    bool fault = false;
    JsonWriter json;
    json.begin_array();
    std::string text;
    for (const std::filesystem::path& path : options.files) {
        const std::vector<Diagnostic> found = check_file(path, options);
        fault |= has_error(found);
        print_messages(found);
        json.begin_object().key("file").value(path.string()).key("valid").value(!has_error(found));
        write_diagnostics(json, found);
        json.end_object();
        text.append(text.empty() ? "" : "\n").append(verdict(path, found));
    }
    json.end_array();
    if (!print_output(options.json ? json.text() : text)) return kFault;
    return fault ? kFault : kSuccess;
}

}  // namespace diorama::cli
