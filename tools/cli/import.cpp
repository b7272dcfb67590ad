// SPDX-License-Identifier: MIT
/// \file
/// `diorama import`: a model becomes a scene that refers to it.
#include <string>

#include "commands.hpp"
#include "diorama/core/jobs.hpp"
#include "diorama/document/scene_file.hpp"
#include "error_codes.hpp"
#include "output.hpp"
#include "printable.hpp"
#include "progress.hpp"
#include "report.hpp"
#include "stage.hpp"

namespace diorama::cli {

int run_import(const ImportOptions& options) {
    const std::string file = options.input.string();
    if (const auto status = refuse_output(options.output, {".cscn", ".cscnb"}, file, options.json))
        return *status;
    if (const Result<FileKind> kind = kind_of(options.input); kind && *kind != FileKind::gltf)
        return report_failure(
            fail(codes::wrong_input, "found a scene, expected a model, .gltf or .glb", file,
                 "`diorama convert` rewrites scenes")
                .error(),
            file, options.json);
    Jobs jobs;
    Progress progress("loading " + options.input.filename().string(), options.json);
    const std::filesystem::path folder = options.output.parent_path();
    Result<Stage> stage = open_stage(
        options.input, {.images = true,
                        .scene = options.scene,
                        .variant = options.variant,
                        .instancing = options.one_renderable ? spawn::Instancing::renderable
                                                             : spawn::Instancing::entities,
                        .jobs = &jobs,
                        .progress = progress.teller(),
                        .saved = true,
                        .best_effort = options.best_effort,
                        .asset_base = folder.empty() ? "." : folder});
    progress.clear();
    if (!stage)
        return report_failure(
            stage.error(), file, options.json,
            {"not imported", options.best_effort ? "" : "--best-effort imports what is there"});
    print_messages(stage->diagnostics, options.json);
    const Result<document::SceneDoc> doc = scene_registry().to_doc(stage->world);
    if (!doc) return report_failure(doc.error(), file, options.json);
    if (const Result<> written = document::write_file(options.output, *doc); !written)
        return report_failure(written.error(), file, options.json);
    if (options.json) {
        JsonWriter json;
        json.begin_object().key("file").value(file).key("output").value(options.output.string());
        json.key("entities").value(doc->entities.size());
        write_diagnostics(json, stage->diagnostics);
        return print_output(json.end_object().text()) ? kSuccess : kFault;
    }
    const std::string text = printable(options.output.string()) + ": " +
                             std::to_string(doc->entities.size()) + " entities from " +
                             printable(file);
    return print_output(text) ? kSuccess : kFault;
}

}  // namespace diorama::cli
