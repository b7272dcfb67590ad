// SPDX-License-Identifier: MIT
#include "diorama/gltf/detail/reading.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <set>

#include "diorama/gltf/detail/parser.hpp"
#include "diorama/gltf/detail/sources.hpp"
#include "diorama/gltf/error_codes.hpp"

namespace diorama::gltf::detail {

namespace {

/// The extensions whose meaning import, spawn and render carry out.
constexpr std::array kSupported{std::string_view("EXT_mesh_gpu_instancing"),
                                std::string_view("EXT_meshopt_compression"),
                                std::string_view("EXT_texture_webp"),
                                std::string_view("KHR_animation_pointer"),
                                std::string_view("KHR_draco_mesh_compression"),
                                std::string_view("KHR_lights_punctual"),
                                std::string_view("KHR_materials_anisotropy"),
                                std::string_view("KHR_materials_clearcoat"),
                                std::string_view("KHR_materials_dispersion"),
                                std::string_view("KHR_materials_emissive_strength"),
                                std::string_view("KHR_materials_ior"),
                                std::string_view("KHR_materials_iridescence"),
                                std::string_view("KHR_materials_sheen"),
                                std::string_view("KHR_materials_specular"),
                                std::string_view("KHR_materials_transmission"),
                                std::string_view("KHR_materials_unlit"),
                                std::string_view("KHR_materials_variants"),
                                std::string_view("KHR_materials_volume"),
                                std::string_view("KHR_mesh_quantization"),
                                std::string_view("KHR_meshopt_compression"),
                                std::string_view("KHR_node_visibility"),
                                std::string_view("KHR_texture_basisu"),
                                std::string_view("KHR_texture_transform")};

/// `major.minor` as two numbers; nothing for other text.
std::optional<std::array<std::uint32_t, 2>> parse_version(std::string_view text) {
    std::array<std::uint32_t, 2> out{};
    const std::size_t dot = text.find('.');
    if (dot == std::string_view::npos) return std::nullopt;
    const std::array parts{text.substr(0, dot), text.substr(dot + 1)};
    for (std::size_t i = 0; i < 2; ++i) {
        const char* const last = parts[i].data() + parts[i].size();
        const auto [end, code] = std::from_chars(parts[i].data(), last, out[i]);
        if (code != std::errc{} || end != last) return std::nullopt;
    }
    return out;
}

/// The JSON's fault at its place: line and column in a .gltf, bytes in a .glb.
void report_fault(const JsonFault& fault, const Container& container, Report& report) {
    const std::size_t offset = container.json_offset + fault.offset;
    const std::string hint = fault.code == codes::json_depth
                                 ? "ImportLimits::max_json_depth sets the limit"
                                 : "glTF is strict JSON in UTF-8: no comments, no "
                                   "trailing commas";
    if (container.glb) {
        report.at_byte(fault.code, offset, fault.message, hint);
        return;
    }
    const std::string_view before = container.json.substr(0, fault.offset);
    const auto line = 1 + std::ranges::count(before, '\n');
    const std::size_t start = before.rfind('\n');
    const std::size_t column =
        start == std::string_view::npos ? before.size() + 1 : before.size() - start;
    report.at(fault.code, report.file() + ":" + std::to_string(line) + ":" + std::to_string(column),
              fault.message, hint);
}

}  // namespace

bool is_supported(std::string_view name) noexcept {
    return std::ranges::find(kSupported, name) != kSupported.end();
}

bool check_version(const Document& document, Report& report) {
    const AssetInfo& asset = document.asset;
    if (asset.version.empty()) return false;  // reported as missing, or of a wrong type
    const auto version = parse_version(asset.version);
    const auto least = parse_version(asset.min_version);
    const auto refuse = [&](std::string_view member, std::string_view found,
                            std::string_view expected) {
        report.at_pointer(codes::version_unsupported, "/asset/" + std::string(member),
                          "found " + quoted(found) + ", expected " + std::string(expected),
                          "export it as glTF 2.0");
        return false;
    };
    // Another glTF is another format: what else was found says nothing about the file.
    if (!version || (*version)[0] != 2 || (!asset.min_version.empty() && !least)) report.clear();
    if (!version) return refuse("version", asset.version, "a version such as \"2.0\"");
    if ((*version)[0] != 2) return refuse("version", asset.version, "version 2.0");
    if (!asset.min_version.empty()) {
        if (!least) return refuse("minVersion", asset.min_version, "a version such as \"2.0\"");
        if (*least > std::array<std::uint32_t, 2>{2, 0}) {
            refuse("minVersion", asset.min_version, "at most 2.0");
        }
        if (*least > *version) {
            report.at_pointer(codes::version_min, "/asset/minVersion",
                              "found minVersion " + quoted(asset.min_version) +
                                  " above version, expected at most " + quoted(asset.version));
        }
    } else if ((*version)[1] != 0) {
        report.at_pointer(codes::version_newer, "/asset/version",
                          "found " + quoted(asset.version) + ", expected 2.0; it is read as 2.0");
    }
    return true;
}

void check_required(const Document& document, const FileText& text, Report& report) {
    constexpr std::size_t kShown = 8;
    std::vector<ExtensionUse> uses;
    bool looked = false;
    for (std::size_t i = 0; i < document.extensions_required.size(); ++i) {
        const std::string_view name = document.extensions_required[i];
        if (is_supported(name)) continue;
        if (!looked) {
            uses = extension_uses(text.container.json, document.limits.max_json_depth, 1u << 20);
            looked = true;
        }
        std::string users;
        std::size_t count = 0;
        for (const ExtensionUse& use : uses) {
            if (use.name != name) continue;
            // The object that carries the extension, two steps above the extension's own.
            std::string_view user = use.pointer;
            user = user.substr(0, user.rfind('/'));
            user = user.substr(0, user.rfind('/'));
            if (count++ < kShown)
                users += (count > 1 ? ", " : "") + (user.empty() ? "the root" : std::string(user));
        }
        if (count > kShown) users += " and " + std::to_string(count - kShown) + " more";
        report.at_pointer(codes::extension_required, "/extensionsRequired/" + std::to_string(i),
                          "found the required extension " + quoted(name) +
                              ", which can't be read here; it is used by " +
                              (count == 0 ? "nothing" : users),
                          "export again without it");
    }
}

void check_ignored(const Document& document, Report& report) {
    const std::vector<std::string_view>& required = document.extensions_required;
    std::set<std::string_view> seen(required.begin(), required.end());
    for (std::size_t i = 0; i < document.extensions_used.size(); ++i) {
        const std::string_view name = document.extensions_used[i];
        if (is_supported(name) || !seen.insert(name).second) continue;
        report.at_pointer(codes::extension_ignored, "/extensionsUsed/" + std::to_string(i),
                          "found the extension " + quoted(name) +
                              ", which is not read here; what it says is left out");
    }
}

FileText read_document(std::span<const std::byte> file, Document& out, Report& report) {
    FileText text;
    out.sources->count(file.size());
    text.container = open_container(file, report);
    out.sources->bin = text.container.bin;
    out.sources->glb = text.container.glb;
    if (report.fatal()) return text;
    JsonReader reader(text.container.json, out.sources->arena, out.limits.max_json_depth);
    Parser parser(reader, out, report);
    parse_root(parser);
    reader.finish();
    if (reader.fault()) {
        report_fault(*reader.fault(), text.container, report);
        return text;
    }
    // Best effort: without `asset` it is taken for glTF 2.0, and held to that like any other.
    if (!check_version(out, report) && report.fatal()) return text;
    check_required(out, text, report);
    check_ignored(out, report);
    link_references(out, report);
    check_hierarchy(out, report);
    advise(out, report);
    text.parsed = true;
    return text;
}

}  // namespace diorama::gltf::detail
