// SPDX-License-Identifier: MIT
#include <algorithm>
#include <deque>

#include "diorama/gltf/detail/extensions_out.hpp"
#include "diorama/gltf/detail/json_reader.hpp"
#include "diorama/gltf/detail/target_names.hpp"
#include "diorama/gltf/detail/writing.hpp"
#include "diorama/gltf/error_codes.hpp"
#include "diorama/gltf/limits.hpp"

namespace diorama::gltf::detail {
namespace {

/// Stands in where glTF asks for an attribute and there is none; readers pass over it.
constexpr std::string_view kNoAttribute = "_NONE";

void write_attribute(Writing& w, std::string_view name, Index accessor) {
    w.reference(name, accessor);
}

void write_uvs(Writing& w, const mesh::MeshData& mesh) {
    std::size_t sets = mesh.uvs.size();
    const bool more = std::ranges::any_of(mesh.others, [](const mesh::VertexAttribute& other) {
        return other.name.starts_with("TEXCOORD_");
    });
    while (!more && sets > 0 && mesh.uvs[sets - 1].empty())
        --sets;
    for (std::size_t set = 0; set < sets; ++set) {
        const std::vector<vec2>& uvs = mesh.uvs[set];
        // Sets must follow one another: one that is missing among them is all zeros.
        write_attribute(w, "TEXCOORD_" + std::to_string(set),
                        uvs.empty() ? w.packer.zeros(ElementType::vec2, mesh.vertex_count())
                                    : w.packer.vec2s(uvs));
    }
}

void write_attributes(Writing& w, const mesh::MeshData& mesh) {
    w.json.key("attributes").begin_object();
    if (mesh.positions.empty()) {
        write_attribute(w, kNoAttribute, w.packer.zeros(ElementType::scalar, 1));
    } else {
        write_attribute(w, "POSITION", w.packer.vec3s(mesh.positions, Use::vertices, true));
        if (!mesh.normals.empty())
            write_attribute(w, "NORMAL", w.packer.vec3s(mesh.normals, Use::vertices));
        if (!mesh.tangents.empty())
            write_attribute(w, "TANGENT", w.packer.vec4s(mesh.tangents, Use::vertices));
        write_uvs(w, mesh);
        if (!mesh.colors.empty())
            write_attribute(w, "COLOR_0", w.packer.vec4s(mesh.colors, Use::vertices));
        if (!mesh.joints.empty()) {
            write_attribute(w, "JOINTS_0", w.packer.joints(mesh.joints));
            write_attribute(w, "WEIGHTS_0", w.packer.vec4s(mesh.weights, Use::vertices));
        }
        if (!mesh.more_joints.empty()) {
            write_attribute(w, "JOINTS_1", w.packer.joints(mesh.more_joints));
            write_attribute(w, "WEIGHTS_1", w.packer.vec4s(mesh.more_weights, Use::vertices));
        }
        for (const mesh::VertexAttribute& other : mesh.others)
            write_attribute(w, other.name, w.packer.attribute(other));
    }
    w.json.end_object();
}

void write_targets(Writing& w, const mesh::MeshData& mesh) {
    if (mesh.morph_targets.empty()) return;
    w.json.key("targets").begin_array();
    for (const mesh::MorphTarget& target : mesh.morph_targets) {
        w.json.begin_object();
        if (!target.positions.empty())
            write_attribute(w, "POSITION", w.packer.vec3s(target.positions, Use::vertices, true));
        if (!target.normals.empty())
            write_attribute(w, "NORMAL", w.packer.vec3s(target.normals, Use::vertices));
        if (!target.tangents.empty())
            write_attribute(w, "TANGENT", w.packer.vec3s(target.tangents, Use::vertices));
        if (target.positions.empty() && target.normals.empty() && target.tangents.empty())
            write_attribute(
                w, kNoAttribute,
                w.packer.zeros(ElementType::scalar, std::max<std::size_t>(mesh.vertex_count(), 1)));
        w.json.end_object();
    }
    w.json.end_array();
}

/// Whether a reader that finds no indices makes those of \p mesh.
bool is_sequential(const mesh::MeshData& mesh) {
    if (mesh.indices.size() != mesh.vertex_count()) return false;
    for (std::size_t i = 0; i < mesh.indices.size(); ++i)
        if (mesh.indices[i] != i) return false;
    return true;
}

void write_indices(Writing& w, const mesh::MeshData& mesh) {
    if (mesh.positions.empty() || is_sequential(mesh)) return;
    // Too few vertices to connect are read as none; glTF has no accessor of nothing.
    constexpr std::array<std::uint32_t, 1> kNothing{0};
    w.reference("indices",
                mesh.indices.empty() ? w.packer.indices(kNothing) : w.packer.indices(mesh.indices));
}

/// KHR_materials_variants: the variants of each other material, in the order of their first.
void write_variants(Writing& w, ExtensionsOut& extensions, const GltfPrimitive& primitive) {
    std::vector<std::int32_t> materials;
    for (const std::int32_t material : primitive.variant_materials)
        if (material >= 0 && std::ranges::find(materials, material) == materials.end())
            materials.push_back(material);
    if (materials.empty()) return;
    extensions.add("KHR_materials_variants").begin_object().key("mappings").begin_array();
    for (const std::int32_t material : materials) {
        w.json.begin_object();
        w.reference("material", material);
        w.json.key("variants").begin_array();
        for (std::size_t v = 0; v < primitive.variant_materials.size(); ++v)
            if (primitive.variant_materials[v] == material) w.json.integer(v);
        w.json.end_array().end_object();
    }
    w.json.end_array().end_object();
}

void write_primitive(Writing& w, const GltfPrimitive& primitive) {
    const mesh::MeshData& mesh = primitive.mesh;
    w.json.begin_object();
    write_attributes(w, mesh);
    write_indices(w, mesh);
    w.reference("material", primitive.material);
    if (mesh.topology == mesh::Topology::points) w.json.key("mode").integer(0);
    if (mesh.topology == mesh::Topology::lines) w.json.key("mode").integer(1);
    write_targets(w, mesh);
    ExtensionsOut extensions(w, primitive.extensions);
    write_variants(w, extensions, primitive);
    extensions.close();
    w.common({}, primitive.extras);
    w.json.end_object();
}

/// The morph targets of the primitive that has most of them.
std::span<const mesh::MorphTarget> targets_of(const GltfMesh& mesh) {
    std::span<const mesh::MorphTarget> most;
    for (const GltfPrimitive& primitive : mesh.primitives)
        if (primitive.mesh.morph_targets.size() > most.size()) most = primitive.mesh.morph_targets;
    return most;
}

/// Whether a reader of \p extras gives \p targets the names that they have.
bool named_by(std::string_view extras, std::span<const mesh::MorphTarget> targets) {
    const TargetNames found = read_target_names(extras, ImportLimits{}.max_json_depth);
    const bool fits = found.present && found.names.size() == targets.size();
    for (std::size_t t = 0; t < targets.size(); ++t)
        if (targets[t].name != (fits ? found.names[t] : "target_" + std::to_string(t)))
            return false;
    return true;
}

}  // namespace

Result<std::string> mesh_extras(const GltfMesh& mesh) {
    const std::span<const mesh::MorphTarget> targets = targets_of(mesh);
    if (targets.empty() || named_by(mesh.extras, targets)) return mesh.extras;
    JsonOut json;
    json.begin_object();
    if (!mesh.extras.empty()) {
        std::deque<std::string> arena;
        JsonReader reader(mesh.extras, arena, ImportLimits{}.max_json_depth);
        if (reader.next() != JsonKind::object)
            return fail(codes::export_text,
                        "found extras that are no object on a mesh with named morph targets, "
                        "expected an object, which holds the names",
                        {}, "make the extras an object, or clear them");
        reader.enter();
        std::string_view key;
        while (reader.next_member(key)) {
            const std::string name(key);
            const std::string_view value = reader.skip();
            if (name != "targetNames") json.key(name).raw(value);
        }
    }
    json.key("targetNames").begin_array();
    for (const mesh::MorphTarget& target : targets)
        json.string(target.name);
    json.end_array().end_object();
    return json.take();
}

void write_meshes(Writing& w) {
    if (w.asset.meshes.empty()) return;
    w.json.key("meshes").begin_array();
    for (const GltfMesh& mesh : w.asset.meshes) {
        w.json.begin_object().key("primitives").begin_array();
        for (const GltfPrimitive& primitive : mesh.primitives)
            write_primitive(w, primitive);
        w.json.end_array();
        if (std::ranges::any_of(mesh.weights, [](float weight) { return weight != 0; }))
            w.json.key("weights").numbers(mesh.weights);
        ExtensionsOut(w, mesh.extensions).close();
        w.common(mesh.name, mesh_extras(mesh).value_or(mesh.extras));
        w.json.end_object();
    }
    w.json.end_array();
}

}  // namespace diorama::gltf::detail
