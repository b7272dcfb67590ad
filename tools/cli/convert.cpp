// SPDX-License-Identifier: MIT
/// \file
/// `diorama convert`: the same scene in the other format, or tidied in its own.
#include <string>
#include <utility>

#include "commands.hpp"
#include "diorama/document/error_codes.hpp"
#include "diorama/document/scene_file.hpp"
#include "error_codes.hpp"
#include "output.hpp"
#include "printable.hpp"
#include "report.hpp"
#include "stage.hpp"

namespace diorama::cli {

int run_convert(const ConvertOptions& options) {
    const std::string file = options.input.string();
    if (const auto status = refuse_output(options.output, {".cscn", ".cscnb"}, file, options.json))
        return *status;
    const Result<FileKind> kind = kind_of(options.input);
    if (!kind) return report_failure(kind.error(), file, options.json);
    if (*kind == FileKind::gltf)
        return report_failure(
            fail(codes::wrong_input,
                 "found " + name_of_kind(options.input) + ", expected a scene, .cscn or .cscnb",
                 file, "`diorama import` turns models into scenes")
                .error(),
            file, options.json);
    Result<document::SceneDoc> doc = document::read_file(options.input);
    if (!doc) return report_failure(doc.error(), file, options.json);
    if (options.migrate) {
        const document::SceneRegistry registry = scene_registry();
        if (const Result<> migrated = registry.migrate(*doc); !migrated)
            return report_failure(migrated.error(), file, options.json);
        // What is newer is written as it is, and said to be.
        for (Diagnostic& each : registry.check(*doc))
            if (each.code == document::codes::newer && each.severity == Severity::warning)
                doc->warnings.push_back(std::move(each));
    }
    if (const Result<> written = document::write_file(options.output, *doc); !written)
        return report_failure(written.error(), file, options.json);
    print_messages(doc->warnings, options.json);
    if (options.json) {
        JsonWriter json;
        json.begin_object().key("file").value(file).key("output").value(options.output.string());
        json.key("entities").value(doc->entities.size());
        write_diagnostics(json, doc->warnings);
        return print_output(json.end_object().text()) ? kSuccess : kFault;
    }
    return print_output(printable(options.output.string()) + ": " +
                        std::to_string(doc->entities.size()) + " entities")
               ? kSuccess
               : kFault;
}

}  // namespace diorama::cli
