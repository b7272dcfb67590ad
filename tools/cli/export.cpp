// SPDX-License-Identifier: MIT
/// \file
/// `diorama export`: a model or scene becomes a .glb or .gltf.
#include "diorama/gltf/export.hpp"

#include <string>

#include "commands.hpp"
#include "diorama/gltf/document.hpp"
#include "diorama/gltf/load.hpp"
#include "diorama/spawn/export_world.hpp"
#include "output.hpp"
#include "report.hpp"
#include "stage.hpp"

namespace diorama::cli {
namespace {

namespace fs = std::filesystem;

/// What is to be written, and the files that it was read from.
struct Source {
    gltf::GltfAsset asset;
    std::vector<fs::path> files;
    std::vector<Diagnostic> diagnostics;
};

/// The model itself, not the world that it would be spawned as: nothing is lost on the way.
Result<Source> read_model(const fs::path& path) {
    const Result<gltf::Document> document = gltf::parse(path);
    if (!document) return std::unexpected(document.error());
    gltf::LoadOptions options;
    options.images = false;
    options.image_files = true;
    options.eight_influences = true;
    Result<gltf::GltfAsset> asset = gltf::decode(*document, options);
    if (!asset) return std::unexpected(std::move(asset.error()));
    Source source{std::move(*asset), gltf::source_files(*document), {}};
    source.diagnostics = source.asset.diagnostics;
    return source;
}

Result<Source> read_scene(const fs::path& path) {
    Result<Stage> stage = open_stage(path);
    if (!stage) return std::unexpected(std::move(stage.error()));
    Result<spawn::ExportedWorld> world =
        spawn::export_world(stage->world, {.base = stage->base, .outside_base = true});
    if (!world) return std::unexpected(std::move(world.error()));
    Source source{std::move(world->asset), std::move(world->sources),
                  std::move(stage->diagnostics)};
    for (Diagnostic& each : world->diagnostics) {
        std::string where = path.string();
        if (!each.where.empty()) where.append("#").append(each.where);
        each.where = std::move(where);
        source.diagnostics.push_back(std::move(each));
    }
    return source;
}

void print_report(JsonWriter& json, const std::string& input, const gltf::SaveReport& saved,
                  const Source& source) {
    json.begin_object().key("file").value(input);
    json.key("output").value(saved.files.front().string());
    json.key("files").begin_array();
    for (const fs::path& each : saved.files)
        json.value(each.string());
    json.end_array();
    json.key("nodes").value(source.asset.nodes.size());
    write_diagnostics(json, source.diagnostics);
    json.end_object();
}

}  // namespace

int run_export(const ExportOptions& options) {
    const std::string file = options.input.string();
    if (const auto status = refuse_output(options.output, {".glb", ".gltf"}, file, options.json))
        return *status;
    const Result<FileKind> kind = kind_of(options.input);
    if (!kind) return report_failure(kind.error(), file, options.json);
    Result<Source> source =
        *kind == FileKind::gltf ? read_model(options.input) : read_scene(options.input);
    if (!source) return report_failure(source.error(), file, options.json);
    print_messages(source->diagnostics);
    source->files.push_back(options.input);
    Result<gltf::SaveReport> saved =
        gltf::save(source->asset, options.output, {.keep = source->files});
    if (!saved) {
        // A pointer into the file to be says little without its name.
        if (saved.error().where.starts_with('#')) saved.error().where.insert(0, file);
        for (Diagnostic& each : saved.error().diagnostics)
            if (each.where.starts_with('#')) each.where.insert(0, file);
        return report_failure(saved.error(), file, options.json);
    }
    for (Diagnostic& each : saved->diagnostics) {
        each.where = file;
        source->diagnostics.push_back(each);
    }
    print_messages(saved->diagnostics);
    if (options.json) {
        JsonWriter json;
        print_report(json, file, *saved, *source);
        return print_output(json.text()) ? kSuccess : kFault;
    }
    std::string text;
    for (const fs::path& each : saved->files)
        text.append(text.empty() ? "" : "\n").append(each.string());
    return print_output(text) ? kSuccess : kFault;
}

}  // namespace diorama::cli
