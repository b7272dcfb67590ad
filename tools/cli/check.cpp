// SPDX-License-Identifier: MIT
/// \file
/// `diorama check`: every fault of every file, with code and place.
#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "commands.hpp"
#include "diorama/core/error_codes.hpp"
#include "diorama/core/file.hpp"
#include "diorama/document/error_codes.hpp"
#include "diorama/document/scene_file.hpp"
#include "error_codes.hpp"
#include "findings.hpp"
#include "ktx2.hpp"
#include "output.hpp"
#include "printable.hpp"
#include "progress.hpp"
#include "report.hpp"
#include "stage.hpp"

namespace diorama::cli {
namespace {

namespace fs = std::filesystem;

/// Adds an error for each part of \p doc that has an older version than is written.
void find_old(const document::SceneDoc& doc, std::vector<Diagnostic>& found) {
    for (Diagnostic& diagnostic : scene_registry().check(doc)) {
        if (diagnostic.code != document::codes::older) continue;
        diagnostic.hint = "`diorama convert --migrate` brings it up to date";
        found.push_back(std::move(diagnostic));
    }
}

std::vector<Diagnostic> check_scene(const fs::path& path, bool migrate) {
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
    Result<Stage> stage = open_stage(path, {.doc = &sound});
    if (!stage) {
        add_new(found, all_diagnostics(stage.error()));
        return found;
    }
    if (whole) add_new(found, stage->diagnostics);
    add_new(found, reference_findings(*stage, path));
    add_new(found, rotation_findings(sound));
    if (migrate && whole)
        if (const Result<document::SceneDoc> doc = document::read_file(path)) find_old(*doc, found);
    return found;
}

std::vector<Diagnostic> check_file(const fs::path& path, const CheckOptions& options) {
    if (is_ktx2(path)) return check_ktx2_file(path);
    const Result<FileKind> kind = kind_of(path);
    if (!kind) return all_diagnostics(kind.error());
    if (*kind != FileKind::gltf) return check_scene(path, options.migrate);
    Progress progress("checking " + path.filename().string(), options.json);
    return model_findings(path, progress.teller());
}

/// What a folder holds to be checked, and the folders in it that can't be looked through.
struct Found {
    std::vector<fs::path> files;
    std::vector<std::pair<fs::path, Error>> faults;
};

/// Adds the scenes and models in \p folder and in those below it to \p found.
void gather(const fs::path& folder, Found& found) {
    constexpr std::string_view kChecked[]{".cscn", ".cscnb", ".glb", ".gltf"};
    std::error_code failed;
    for (auto at = fs::directory_iterator(folder, failed);
         !failed && at != fs::directory_iterator(); at.increment(failed)) {
        std::error_code unknown;  // what can't be looked at is left to whoever opens it
        if (at->is_directory(unknown)) {
            if (!at->is_symlink(unknown)) gather(at->path(), found);
        } else if (std::ranges::find(kChecked, lower_extension(at->path())) != std::end(kChecked)) {
            found.files.push_back(at->path());
        }
    }
    if (failed)
        found.faults.emplace_back(
            folder, fail(diorama::codes::file_read_failed,
                         "can't look through the folder: " + failed.message(), folder.string())
                        .error());
}

/// What \p folder holds, sorted by path.
Found files_in(const fs::path& folder) {
    Found found;
    gather(folder, found);
    if (found.files.empty() && found.faults.empty())
        found.faults.emplace_back(
            folder, fail(codes::nothing_to_check,
                         "found no .cscn, .cscnb, .glb or .gltf file in the folder, expected one",
                         folder.string(), "name a file, or another folder")
                        .error());
    std::ranges::sort(found.files);
    std::ranges::sort(found.faults, {}, &std::pair<fs::path, Error>::first);
    return found;
}

std::string verdict(const fs::path& path, const std::vector<Diagnostic>& found) {
    const auto count = [&](Severity severity) {
        return std::ranges::count(found, severity, &Diagnostic::severity);
    };
    const auto counted = [&](Severity severity, std::string word) {
        const auto number = count(severity);
        return std::to_string(number).append(" ").append(word).append(number == 1 ? "" : "s");
    };
    return printable(path.string()) + ": " + counted(Severity::error, "error") + ", " +
           counted(Severity::warning, "warning");
}

}  // namespace

int run_check(const CheckOptions& options) {
    bool fault = false;
    JsonWriter json;
    json.begin_array();
    std::string text;
    const auto tell = [&](const fs::path& path, const std::vector<Diagnostic>& found) {
        fault |= has_error(found);
        print_messages(found, options.json);
        json.begin_object().key("file").value(path.string()).key("valid").value(!has_error(found));
        write_diagnostics(json, found, path.string());
        json.end_object();
        text.append(text.empty() ? "" : "\n").append(verdict(path, found));
    };
    for (const fs::path& path : options.files) {
        std::error_code failed;
        if (!fs::is_directory(path, failed)) {
            tell(path, check_file(path, options));
            continue;
        }
        const Found inside = files_in(path);
        for (const auto& [folder, why] : inside.faults)
            tell(folder, all_diagnostics(why));
        for (const fs::path& each : inside.files)
            tell(each, check_file(each, options));
    }
    json.end_array();
    if (!print_output(options.json ? json.text() : text)) return kFault;
    return fault ? kFault : kSuccess;
}

}  // namespace diorama::cli
