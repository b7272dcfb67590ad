// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <set>

#include "diorama/gltf/detail/checker.hpp"
#include "diorama/gltf/error_codes.hpp"

namespace diorama::gltf::detail {

namespace {

/// Where an extension may stand: JSON pointers with * for an index, one per row.
struct Home {
    std::string_view extension;
    std::string_view object;
};

// Source: the specifications of the extensions, their "schema" sections.
constexpr std::array kHomes{
    Home{"EXT_mesh_gpu_instancing", "/nodes/*"},
    Home{"EXT_meshopt_compression", "/bufferViews/*"},
    Home{"EXT_meshopt_compression", "/buffers/*"},
    Home{"EXT_texture_webp", "/textures/*"},
    Home{"KHR_animation_pointer", "/animations/*/channels/*/target"},
    Home{"KHR_draco_mesh_compression", "/meshes/*/primitives/*"},
    Home{"KHR_lights_punctual", ""},
    Home{"KHR_lights_punctual", "/nodes/*"},
    Home{"KHR_materials_anisotropy", "/materials/*"},
    Home{"KHR_materials_clearcoat", "/materials/*"},
    Home{"KHR_materials_dispersion", "/materials/*"},
    Home{"KHR_materials_emissive_strength", "/materials/*"},
    Home{"KHR_materials_ior", "/materials/*"},
    Home{"KHR_materials_iridescence", "/materials/*"},
    Home{"KHR_materials_pbrSpecularGlossiness", "/materials/*"},
    Home{"KHR_materials_sheen", "/materials/*"},
    Home{"KHR_materials_specular", "/materials/*"},
    Home{"KHR_materials_transmission", "/materials/*"},
    Home{"KHR_materials_unlit", "/materials/*"},
    Home{"KHR_materials_variants", ""},
    Home{"KHR_materials_variants", "/meshes/*/primitives/*"},
    Home{"KHR_materials_volume", "/materials/*"},
    Home{"KHR_meshopt_compression", "/bufferViews/*"},
    Home{"KHR_meshopt_compression", "/buffers/*"},
    Home{"KHR_mesh_quantization", "nowhere: it only allows formats"},
    Home{"KHR_node_visibility", "/nodes/*"},
    Home{"KHR_texture_basisu", "/textures/*"},
};

/// \p pointer with every index replaced by *.
std::string pattern_of(std::string_view pointer) {
    std::string out;
    while (!pointer.empty()) {
        const std::size_t end = std::min(pointer.find('/', 1), pointer.size());
        const std::string_view step = pointer.substr(1, end - 1);
        const bool index =
            !step.empty() && step.find_first_not_of("0123456789") == std::string_view::npos;
        out += '/';
        out += index ? std::string_view("*") : step;
        pointer.remove_prefix(end);
    }
    return out;
}

/// Whether \p extension may extend the object at \p pointer; true for extensions not known here.
bool may_stand(std::string_view extension, std::string_view pointer) {
    if (extension == "KHR_texture_transform") {
        return pointer.starts_with("/materials/") && pointer.ends_with("Texture");
    }
    const std::string pattern = pattern_of(pointer);
    bool known = false;
    for (const Home& home : kHomes) {
        if (home.extension != extension) continue;
        known = true;
        if (home.object == pattern) return true;
    }
    return !known;
}

void check_lists(Checker& c) {
    for (std::size_t i = 0; i < c.d.extensions_required.size(); ++i) {
        const std::string_view name = c.d.extensions_required[i];
        if (c.uses(name)) continue;
        c.fault(codes::extension_unlisted, "/extensionsRequired/" + std::to_string(i),
                "found the required extension " + quoted(name) +
                    ", expected it in extensionsUsed as well");
    }
    // What a reader that does not know it would misread, and so has to be required.
    constexpr std::array<std::string_view, 1> kNeverOptional{"KHR_mesh_quantization"};
    for (const std::string_view name : kNeverOptional) {
        const bool required =
            std::ranges::find(c.d.extensions_required, name) != c.d.extensions_required.end();
        if (!c.uses(name) || required) continue;
        c.fault(codes::extension_optional, "/extensionsUsed",
                "found " + quoted(name) + " as optional, expected it in extensionsRequired");
    }
    for (const auto* list : {&c.d.extensions_used, &c.d.extensions_required}) {
        std::vector<std::string_view> names = *list;
        std::ranges::sort(names);
        const auto twice = std::ranges::adjacent_find(names);
        if (twice == names.end()) continue;
        c.fault(codes::array_duplicate,
                list == &c.d.extensions_used ? "/extensionsUsed" : "/extensionsRequired",
                "found " + quoted(*twice) + " twice, expected each once");
    }
}

}  // namespace

void check_extensions(Checker& c) {
    check_lists(c);
    const std::set<std::string_view> used(c.d.extensions_used.begin(), c.d.extensions_used.end());
    constexpr std::size_t kMost = 1u << 20;
    for (const ExtensionUse& use :
         extension_uses(c.text.container.json, c.d.limits.max_json_depth, kMost)) {
        if (!used.contains(use.name)) {
            c.fault(codes::extension_undeclared, use.pointer,
                    "found the extension " + quoted(use.name) + ", expected it in extensionsUsed");
        }
        const std::string_view object =
            std::string_view(use.pointer).substr(0, use.pointer.rfind("/extensions/"));
        if (!may_stand(use.name, object)) {
            c.fault(codes::extension_misplaced, use.pointer,
                    "found the extension " + quoted(use.name) +
                        " on an object that it does not extend");
        }
    }
}

}  // namespace diorama::gltf::detail
