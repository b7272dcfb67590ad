// SPDX-License-Identifier: MIT
#include "diorama/gltf/detail/extensions_out.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <string>

#include "diorama/gltf/detail/json_reader.hpp"
#include "diorama/gltf/error_codes.hpp"
#include "diorama/gltf/limits.hpp"
#include "diorama/gltf/unknown_extensions.hpp"

namespace diorama::gltf::detail {
namespace {

/// Extensions that are fields of a GltfAsset, or ways to store what is decoded there.
constexpr std::array<std::string_view, 23> kKnown{
    "EXT_mesh_gpu_instancing",    "EXT_meshopt_compression",
    "EXT_texture_webp",           "KHR_animation_pointer",
    "KHR_draco_mesh_compression", "KHR_lights_punctual",
    "KHR_materials_anisotropy",   "KHR_materials_clearcoat",
    "KHR_materials_dispersion",   "KHR_materials_emissive_strength",
    "KHR_materials_ior",          "KHR_materials_iridescence",
    "KHR_materials_sheen",        "KHR_materials_specular",
    "KHR_materials_transmission", "KHR_materials_unlit",
    "KHR_materials_variants",     "KHR_materials_volume",
    "KHR_mesh_quantization",      "KHR_meshopt_compression",
    "KHR_node_visibility",        "KHR_texture_basisu",
    "KHR_texture_transform"};

/// Extensions whose numbers are accessors, buffer views or attributes without saying so.
constexpr std::array<std::string_view, 3> kOfStorage{"EXT_instance_features", "EXT_mesh_features",
                                                     "EXT_structural_metadata"};

bool is_of_storage(std::string_view name, std::string_view value) {
    return std::ranges::find(kOfStorage, name) != kOfStorage.end() ||
           value.find("\"bufferView") != std::string_view::npos ||
           value.find("\"accessor") != std::string_view::npos;
}

bool is_known(std::string_view name) {
    return std::ranges::find(kKnown, name) != kKnown.end();
}

/// Calls \p take with the name and the text of each member of \p object; never for what is none.
template <class F>
void each_member(std::string_view object, F&& take) {
    if (object.empty()) return;
    std::deque<std::string> arena;
    JsonReader reader(object, arena, ImportLimits{}.max_json_depth);
    if (reader.next() != JsonKind::object) return;
    reader.enter();
    std::string_view key;
    while (reader.next_member(key)) {
        const std::string name(key);
        take(name, reader.skip());
    }
}

}  // namespace

bool keeps_extension(std::string_view name, std::string_view value) {
    return !is_known(name) && !is_of_storage(name, value);
}

JsonOut& ExtensionsOut::add(std::string_view name, bool required) {
    if (!open_) w_.json.key("extensions").begin_object();
    open_ = true;
    w_.use_extension(name, required);
    return w_.json.key(name);
}

bool has_unknown_extension(std::string_view extensions) {
    bool unknown = false;
    each_member(extensions, [&](std::string_view name, std::string_view) {
        unknown = unknown || !is_known(name);
    });
    return unknown;
}

void ExtensionsOut::keep_unknown() {
    each_member(kept_, [&](const std::string& name, std::string_view value) {
        if (keeps_extension(name, value))
            add(name).raw(value);
        else if (!is_known(name))
            w_.leave_out(name);
    });
}

void ExtensionsOut::close() {
    keep_unknown();
    if (open_) w_.json.end_object();
}

}  // namespace diorama::gltf::detail

namespace diorama::gltf {

bool knows_extension(std::string_view name) {
    return detail::is_known(name);
}

std::vector<std::string> unknown_extensions(std::string_view extensions) {
    std::vector<std::string> out;
    detail::each_member(extensions, [&](const std::string& name, std::string_view) {
        if (!detail::is_known(name)) out.push_back(name);
    });
    return out;
}

}  // namespace diorama::gltf
