// SPDX-License-Identifier: MIT
#include <algorithm>
#include <deque>

#include "diorama/gltf/detail/decoding.hpp"
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

/// The members of an `attributes` object or a morph target, which is open.
class Attributes {
  public:
    Attributes(Writing& w, std::string at) : w_(w), at_(std::move(at)) {}

    /// Writes attribute \p name, whose accessor \p pack gives.
    template <class F>
    void put(std::string_view name, F&& pack) {
        std::string place = at_;
        append_key(place, name);
        w_.storage(place);
        w_.reference(name, pack());
    }
    void put(std::string_view name, const std::vector<vec3>& values, bool bounds = false) {
        if (!values.empty())
            put(name, [&] { return w_.packer.vec3s(values, Use::vertices, bounds); });
    }
    void put(std::string_view name, const std::vector<vec4>& values) {
        if (!values.empty()) put(name, [&] { return w_.packer.vec4s(values, Use::vertices); });
    }
    void put(std::string_view name, const std::vector<std::array<std::uint16_t, 4>>& joints) {
        if (!joints.empty()) put(name, [&] { return w_.packer.joints(joints); });
    }
    /// Stands in where there is no attribute to write.
    void put_none(std::size_t count) {
        put(kNoAttribute, [&] { return w_.packer.zeros(ElementType::scalar, count); });
    }

  private:
    Writing& w_;
    std::string at_;
};

void write_uvs(Writing& w, Attributes& attributes, const mesh::MeshData& mesh) {
    std::size_t sets = mesh.uvs.size();
    const bool more = std::ranges::any_of(mesh.others, [](const mesh::VertexAttribute& other) {
        return other.name.starts_with("TEXCOORD_");
    });
    while (!more && sets > 0 && mesh.uvs[sets - 1].empty())
        --sets;
    for (std::size_t set = 0; set < sets; ++set)
        attributes.put("TEXCOORD_" + std::to_string(set), [&] {
            const std::vector<vec2>& uvs = mesh.uvs[set];
            // Sets must follow one another: one that is missing among them is all zeros.
            return uvs.empty() ? w.packer.zeros(ElementType::vec2, mesh.vertex_count())
                               : w.packer.vec2s(uvs);
        });
}

void write_attributes(Writing& w, const std::string& at, const mesh::MeshData& mesh) {
    w.json.key("attributes").begin_object();
    Attributes attributes(w, at + "/attributes");
    if (mesh.positions.empty()) {
        attributes.put_none(1);
    } else {
        attributes.put("POSITION", mesh.positions, true);
        attributes.put("NORMAL", mesh.normals);
        attributes.put("TANGENT", mesh.tangents);
        write_uvs(w, attributes, mesh);
        attributes.put("COLOR_0", mesh.colors);
        attributes.put("JOINTS_0", mesh.joints);
        attributes.put("WEIGHTS_0", mesh.weights);
        attributes.put("JOINTS_1", mesh.more_joints);
        attributes.put("WEIGHTS_1", mesh.more_weights);
        for (const mesh::VertexAttribute& other : mesh.others)
            attributes.put(other.name, [&] { return w.packer.attribute(other); });
    }
    w.json.end_object();
}

void write_targets(Writing& w, const std::string& at, const mesh::MeshData& mesh) {
    if (mesh.morph_targets.empty()) return;
    w.json.key("targets").begin_array();
    for (std::size_t t = 0; t < mesh.morph_targets.size(); ++t) {
        const mesh::MorphTarget& target = mesh.morph_targets[t];
        w.json.begin_object();
        Attributes attributes(w, at + "/targets/" + std::to_string(t));
        attributes.put("POSITION", target.positions, true);
        attributes.put("NORMAL", target.normals);
        attributes.put("TANGENT", target.tangents);
        if (target.positions.empty() && target.normals.empty() && target.tangents.empty())
            attributes.put_none(std::max<std::size_t>(mesh.vertex_count(), 1));
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

void write_indices(Writing& w, const std::string& at, const mesh::MeshData& mesh) {
    if (mesh.positions.empty()) return;
    if (!w.storage(at + "/indices") && is_sequential(mesh)) return;
    // Too few vertices to connect are read as none; glTF has no accessor of nothing.
    constexpr std::array<std::uint32_t, 1> kNothing{0};
    w.reference("indices",
                mesh.indices.empty() ? w.packer.indices(kNothing) : w.packer.indices(mesh.indices));
}

/// KHR_materials_variants: the variants of each other material, in the order of their first.
void write_variants(Writing& w, ExtensionsOut& extensions, const std::string& primitive_at,
                    const GltfPrimitive& primitive) {
    std::vector<std::int32_t> materials;
    for (const std::int32_t material : primitive.variant_materials)
        if (material >= 0 && std::ranges::find(materials, material) == materials.end())
            materials.push_back(material);
    if (materials.empty()) return;
    extensions.add("KHR_materials_variants").begin_object().key("mappings").begin_array();
    const std::string at = primitive_at + "/extensions/KHR_materials_variants";
    for (std::size_t i = 0; i < materials.size(); ++i) {
        const std::int32_t material = materials[i];
        w.json.begin_object();
        w.reference("material", material);
        w.json.key("variants").begin_array();
        for (std::size_t v = 0; v < primitive.variant_materials.size(); ++v)
            if (primitive.variant_materials[v] == material) w.json.integer(v);
        w.json.end_array();
        w.write_loose(at + "/mappings/" + std::to_string(i));
        w.json.end_object();
    }
    w.json.end_array();
    w.write_loose(at);
    w.json.end_object();
}

void write_primitive(Writing& w, const std::string& at, const GltfPrimitive& primitive) {
    const mesh::MeshData& mesh = primitive.mesh;
    w.json.begin_object();
    write_attributes(w, at, mesh);
    write_indices(w, at, mesh);
    w.reference("material", primitive.material);
    if (mesh.topology == mesh::Topology::points) w.json.key("mode").integer(0);
    if (mesh.topology == mesh::Topology::lines) w.json.key("mode").integer(1);
    write_targets(w, at, mesh);
    ExtensionsOut extensions(w, primitive.extensions);
    write_variants(w, extensions, at, primitive);
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
    for (std::size_t i = 0; i < w.asset.meshes.size(); ++i) {
        const GltfMesh& mesh = w.asset.meshes[i];
        const std::string at = pointer_to("meshes", i) + "/primitives/";
        w.json.begin_object().key("primitives").begin_array();
        for (std::size_t p = 0; p < mesh.primitives.size(); ++p)
            write_primitive(w, at + std::to_string(p), mesh.primitives[p]);
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
