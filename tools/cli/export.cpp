// SPDX-License-Identifier: MIT
/// \file
/// `diorama export`: a model or scene becomes a .glb or .gltf.
#include "diorama/gltf/export.hpp"

#include <any>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "commands.hpp"
#include "diorama/gltf/document.hpp"
#include "diorama/gltf/load.hpp"
#include "diorama/spawn/error_codes.hpp"
#include "diorama/spawn/export_world.hpp"
#include "output.hpp"
#include "printable.hpp"
#include "progress.hpp"
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

/// Takes the images of \p asset that could not be read from its textures and off its list.
void leave_out_empty_images(gltf::GltfAsset& asset) {
    std::vector<std::int32_t> places(asset.images.size(), -1);
    std::int32_t kept = 0;
    for (std::size_t i = 0; i < places.size(); ++i)
        if (!asset.images[i].file.empty()) places[i] = kept++;
    std::erase_if(asset.images, [](const gltf::GltfImage& image) { return image.file.empty(); });
    for (gltf::GltfTexture& texture : asset.textures) {
        std::vector<std::int32_t> choices{texture.image};
        choices.insert(choices.end(), texture.alternatives.begin(), texture.alternatives.end());
        for (std::int32_t& each : choices)
            if (each >= 0) each = places[static_cast<std::size_t>(each)];
        std::erase(choices, -1);
        texture.image = choices.empty() ? -1 : choices.front();
        texture.alternatives.assign(choices.begin() + (choices.empty() ? 0 : 1), choices.end());
    }
}

/// The model itself, not the world that it would be spawned as: nothing is lost on the way.
Result<Source> read_model(const fs::path& path, const ExportOptions& wanted) {
    gltf::ImportLimits limits;
    limits.best_effort = wanted.best_effort;
    const Result<gltf::Document> document = gltf::parse(path, limits);
    if (!document) return std::unexpected(document.error());
    gltf::LoadOptions options;
    options.images = false;
    options.image_files = true;
    options.eight_influences = true;
    Progress progress("loading " + path.filename().string(), wanted.json);
    options.progress = progress.teller();
    Result<gltf::GltfAsset> asset = gltf::decode(*document, options);
    if (!asset) return std::unexpected(std::move(asset.error()));
    Source source{std::move(*asset), gltf::source_files(*document), {}};
    if (wanted.best_effort) leave_out_empty_images(source.asset);
    source.diagnostics = source.asset.diagnostics;
    for (Diagnostic& each : gltf::left_in_document(*document, source.asset))
        source.diagnostics.push_back(std::move(each));
    return source;
}

Result<Source> read_scene(const fs::path& path, const ExportOptions& wanted) {
    Result<Stage> stage = open_stage(path);
    if (!stage) return std::unexpected(std::move(stage.error()));
    gltf::ImportLimits limits;
    limits.best_effort = wanted.best_effort;
    Result<spawn::ExportedWorld> world = spawn::export_world(
        stage->world, {.base = stage->base, .outside_base = true, .limits = limits});
    if (!world) {
        if (const Entity* const entity = std::any_cast<Entity>(&world.error().detail);
            entity != nullptr && world.error().code.name().starts_with("spawn-")) {
            world.error().message += "; the scene refers to it as " + world.error().where;
            world.error().where = where_of(*stage, path, *entity, "Renderable");
        }
        return std::unexpected(std::move(world.error()));
    }
    Source source{std::move(world->asset), std::move(world->sources),
                  std::move(stage->diagnostics)};
    for (Diagnostic& each : world->diagnostics) {
        // What was found in a model has its place there; what has no place in glTF, in the scene.
        if (each.code == spawn::codes::export_left_out) {
            std::string where = path.string();
            if (!each.where.empty()) where.append("#").append(each.where);
            each.where = std::move(where);
        }
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
    Result<Source> source = *kind == FileKind::gltf ? read_model(options.input, options)
                                                    : read_scene(options.input, options);
    if (!source)
        return report_failure(
            source.error(), file, options.json,
            {"not exported", options.best_effort ? "" : "--best-effort exports what is there"});
    print_messages(source->diagnostics, options.json);
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
    print_messages(saved->diagnostics, options.json);
    if (options.json) {
        JsonWriter json;
        print_report(json, file, *saved, *source);
        return print_output(json.text()) ? kSuccess : kFault;
    }
    std::string text;
    for (const fs::path& each : saved->files)
        text.append(text.empty() ? "" : "\n").append(printable(each.string()));
    return print_output(text) ? kSuccess : kFault;
}

}  // namespace diorama::cli
