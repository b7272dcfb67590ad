// SPDX-License-Identifier: MIT
/// \file
/// `diorama info`: what a file holds, for people or as one JSON object.
#include <algorithm>
#include <map>
#include <string>
#include <string_view>

#include "commands.hpp"
#include "diorama/document/scene_file.hpp"
#include "diorama/gltf/document.hpp"
#include "diorama/gltf/summary.hpp"
#include "ktx2.hpp"
#include "printable.hpp"
#include "report.hpp"
#include "stage.hpp"

namespace diorama::cli {
namespace {

/// The counts of a model, in the order both outputs show them.
std::vector<std::pair<const char*, std::uint64_t>> counts_of(const gltf::Summary& summary) {
    return {{"scenes", summary.scenes},
            {"nodes", summary.nodes},
            {"meshes", summary.meshes},
            {"primitives", summary.primitives},
            {"materials", summary.materials},
            {"textures", summary.textures},
            {"images", summary.images},
            {"skins", summary.skins},
            {"animations", summary.animations},
            {"cameras", summary.cameras},
            {"lights", summary.lights},
            {"variants", summary.variants},
            {"vertices", summary.vertices},
            {"triangles", summary.triangles},
            {"morphTargets", summary.morph_targets},
            {"maxDepth", summary.max_depth}};
}

/// Names that people choose by, and the count they belong to.
struct Names {
    std::string_view count;  // as in counts_of()
    const char* key;         // in JSON
    std::vector<std::string> names;
};

template <class Object>
Names names_of(const char* count, const char* key, const std::vector<Object>& objects) {
    Names names{count, key, {}};
    for (const Object& object : objects)
        names.names.emplace_back(object.name);
    return names;
}

std::vector<Names> all_names(const gltf::Document& document) {
    const Names variants{
        "variants", "variantNames", {document.variants.begin(), document.variants.end()}};
    return {variants, names_of("scenes", "sceneNames", document.scenes),
            names_of("materials", "materialNames", document.materials),
            names_of("animations", "animationNames", document.animations),
            names_of("cameras", "cameraNames", document.cameras)};
}

void write_vec3(JsonWriter& json, const char* key, const vec3& v) {
    json.key(key).begin_array().value(v.x).value(v.y).value(v.z).end_array();
}

void write_strings(JsonWriter& json, const char* key, const std::vector<std::string>& strings) {
    json.key(key).begin_array();
    for (const std::string& text : strings)
        json.value(text);
    json.end_array();
}

std::string model_json(const InfoOptions& options, const gltf::Summary& summary,
                       const std::vector<Names>& names) {
    JsonWriter json;
    json.begin_object().key("file").value(options.file.string());
    json.key("asset").begin_object();
    json.key("version").value(summary.version);
    if (!summary.generator.empty()) json.key("generator").value(summary.generator);
    json.end_object();
    for (const auto& [name, count] : counts_of(summary))
        json.key(name).value(count);
    for (const Names& each : names)
        write_strings(json, each.key, each.names);
    json.key("bounds");
    if (!summary.bounds) {
        json.null();
    } else {
        json.begin_object();
        write_vec3(json, "min", summary.bounds->min);
        write_vec3(json, "max", summary.bounds->max);
        json.end_object();
    }
    write_strings(json, "extensionsUsed", summary.extensions_used);
    write_strings(json, "extensionsRequired", summary.extensions_required);
    write_diagnostics(json, summary.diagnostics);
    return json.end_object().text();
}

std::string joined(const std::vector<std::string>& strings) {
    std::string text;
    for (const std::string& string : strings)
        text.append(text.empty() ? "" : ", ").append(string);
    return text;
}

std::string number(float value) {
    JsonWriter json;
    return json.value(value).text();
}

std::string triple(const vec3& v) {
    return std::string("(")
        .append(number(v.x))
        .append(", ")
        .append(number(v.y))
        .append(", ")
        .append(number(v.z))
        .append(")");
}

std::string line(std::string_view name, std::string_view value) {
    std::string text = printable(name);
    text.append(text.size() < 14 ? 14 - text.size() : 1, ' ');
    return text.append(printable(value)).append("\n");
}

/// `: Hero, Top`, those without a name left out; empty where no one has one.
std::string shown(const std::vector<std::string>& names) {
    constexpr std::size_t kMost = 20;
    std::string text;
    std::size_t count = 0;
    for (const std::string& name : names) {
        if (name.empty()) continue;
        if (count++ < kMost) text.append(count == 1 ? ": " : ", ").append(name);
    }
    if (count > kMost) text.append(" and ").append(std::to_string(count - kMost)).append(" more");
    return text;
}

std::string model_text(const InfoOptions& options, const gltf::Summary& summary,
                       const std::vector<Names>& names) {
    std::string text = printable(options.file.string()) + "\n";
    text += line("glTF", summary.version);
    if (!summary.generator.empty()) text += line("generator", summary.generator);
    for (const auto& [name, count] : counts_of(summary)) {
        if (count == 0) continue;
        const auto named = std::ranges::find(names, std::string_view(name), &Names::count);
        text +=
            line(name, std::to_string(count) + (named == names.end() ? "" : shown(named->names)));
    }
    if (summary.bounds)
        text += line("bounds", triple(summary.bounds->min) + " to " + triple(summary.bounds->max));
    if (!summary.extensions_used.empty())
        text += line("extensions", joined(summary.extensions_used));
    if (!summary.extensions_required.empty())
        text += line("required", joined(summary.extensions_required));
    text.pop_back();
    return text;
}

int info_of_model(const InfoOptions& options) {
    const Result<gltf::Document> document = gltf::parse(options.file);
    if (!document) return report_failure(document.error(), options.file.string(), options.json);
    Result<gltf::Summary> summary = gltf::summarize(*document, {.bounds = !options.no_bounds});
    // Only the bounds need data, and without them no other file is opened.
    if (!summary) summary.error().hint = "--no-bounds says what the file itself holds";
    if (!summary) return report_failure(summary.error(), options.file.string(), options.json);
    print_messages(summary->diagnostics, options.json);
    const std::vector<Names> names = all_names(*document);
    return print_output(options.json ? model_json(options, *summary, names)
                                     : model_text(options, *summary, names))
               ? kSuccess
               : kFault;
}

int info_of_scene(const InfoOptions& options) {
    const Result<document::SceneDoc> doc = document::read_file(options.file);
    if (!doc) return report_failure(doc.error(), options.file.string(), options.json);
    std::map<std::string, std::uint64_t> components;
    for (const document::EntityRecord& entity : doc->entities)
        for (const document::ComponentRecord& component : entity.components)
            ++components[std::string(component.name.view())];
    if (options.json) {
        JsonWriter json;
        json.begin_object().key("file").value(options.file.string());
        json.key("version").value(doc->version).key("entities").value(doc->entities.size());
        json.key("components").begin_object();
        for (const auto& [name, count] : components)
            json.key(name).value(count);
        json.end_object();
        write_diagnostics(json, doc->warnings);
        return print_output(json.end_object().text()) ? kSuccess : kFault;
    }
    print_messages(doc->warnings, false);
    std::string text = printable(options.file.string()) + "\n";
    text += line("scene version", std::to_string(doc->version));
    text += line("entities", std::to_string(doc->entities.size()));
    for (const auto& [name, count] : components)
        text += line(name, std::to_string(count));
    text.pop_back();
    return print_output(text) ? kSuccess : kFault;
}

}  // namespace

int run_info(const InfoOptions& options) {
    if (is_ktx2(options.file)) return info_of_ktx2(options);
    const Result<FileKind> kind = kind_of(options.file);
    if (!kind) return report_failure(kind.error(), options.file.string(), options.json);
    return *kind == FileKind::gltf ? info_of_model(options) : info_of_scene(options);
}

}  // namespace diorama::cli
