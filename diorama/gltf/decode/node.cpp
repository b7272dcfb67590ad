// SPDX-License-Identifier: MIT
// Nodes, skins, and whether the two fit.
#include <algorithm>
#include <cmath>

#include "diorama/gltf/detail/decoding.hpp"
#include "diorama/gltf/detail/decompose.hpp"
#include "diorama/gltf/detail/large_pages.hpp"
#include "diorama/gltf/error_codes.hpp"

namespace diorama::gltf::detail {
namespace {

/// The numbers of \p range as floats; they are finite, as the parser has seen to.
std::vector<float> floats_of(const Document& in, Range range) {
    std::vector<float> out;
    out.reserve(range.count);
    for (const double number : slice(in.numbers, range))
        out.push_back(static_cast<float>(number));
    return out;
}

void decode_matrix(Decoding& d, std::size_t index, GltfNode& node) {
    const mat4& matrix = d.in.matrices[static_cast<std::size_t>(d.in.nodes[index].matrix)];
    const std::optional<Placement> placement = decompose(matrix);
    if (!placement) {
        d.report.at_pointer(codes::node_matrix, pointer_to("nodes", index) + "/matrix",
                            "found a matrix of node " + detail::quoted(node.name) +
                                " that shears or projects, expected a translation, rotation and "
                                "scale",
                            "apply the shear to the mesh before export");
        return;
    }
    node.translation = placement->translation;
    node.rotation = placement->rotation;
    node.scale = placement->scale;
}

/// Makes the weights of \p node, where it has any, as many as the targets of its mesh.
void fit_weights(Decoding& d, std::size_t index, GltfNode& node) {
    if (node.weights.empty() || node.mesh < 0) return;
    const std::size_t targets = d.out.meshes[static_cast<std::size_t>(node.mesh)].weights.size();
    if (node.weights.size() == targets) return;
    d.report.at_pointer(codes::mesh_targets, pointer_to("nodes", index) + "/weights",
                        "found " + std::to_string(node.weights.size()) + " weights, expected " +
                            std::to_string(targets) + ", one per morph target of mesh " +
                            std::to_string(node.mesh),
                        "those missing are 0, those beyond are left out");
    node.weights.resize(targets, 0.0f);
}

/// Reads accessor \p accessor, one T per instance; empty, with a report, where it does not fit.
template <class T>
std::vector<T> read_instances(Decoding& d, const Attribute& attribute, const std::string& pointer,
                              std::optional<std::size_t>& count) {
    if (attribute.accessor == kNone) return {};
    std::optional<std::vector<T>> values = d.read<T>(attribute.accessor);
    if (!values) return {};
    if (!count) count = values->size();
    if (values->size() == *count) return std::move(*values);
    d.report.at_pointer(codes::node_instances, pointer + "/" + std::string(attribute.name),
                        "found " + std::to_string(values->size()) + " values, expected " +
                            std::to_string(*count) + ", one per instance",
                        "they are left out");
    return {};
}

/// Reads an attribute of instances that glTF gives no meaning.
void read_custom(Decoding& d, const Attribute& attribute, const std::string& pointer,
                 std::optional<std::size_t>& count, GltfInstances& out) {
    if (attribute.accessor == kNone) return;
    const Accessor& accessor = d.in.accessors[static_cast<std::size_t>(attribute.accessor)];
    const std::uint32_t components = component_count(accessor.type);
    const std::uint64_t bytes = accessor.count * components * sizeof(float);
    if (!d.take(bytes, pointer)) return;
    Result<std::vector<float>> values = read_floats(d.in, attribute.accessor);
    if (!values) {
        d.report.add(values.error());
        return;
    }
    if (!count) count = accessor.count;
    if (accessor.count != *count) {
        d.report.at_pointer(codes::node_instances, pointer + "/" + std::string(attribute.name),
                            "found " + std::to_string(accessor.count) + " values, expected " +
                                std::to_string(*count) + ", one per instance",
                            "they are left out");
        return;
    }
    out.attributes.push_back({std::string(attribute.name), components, std::move(*values)});
}

/// The places of EXT_mesh_gpu_instancing, whose attributes are all optional.
void decode_instances(Decoding& d, std::size_t index, GltfNode& node) {
    const std::string pointer =
        pointer_to("nodes", index) + "/extensions/EXT_mesh_gpu_instancing/attributes";
    std::optional<std::size_t> count;
    std::vector<vec3> translations;
    std::vector<vec4> rotations;
    std::vector<vec3> scales;
    GltfInstances& out = node.instances.emplace();
    for (const Attribute& each : slice(d.in.attributes, d.in.nodes[index].instances)) {
        if (each.name == "TRANSLATION")
            translations = read_instances<vec3>(d, each, pointer, count);
        else if (each.name == "ROTATION")
            rotations = read_instances<vec4>(d, each, pointer, count);
        else if (each.name == "SCALE")
            scales = read_instances<vec3>(d, each, pointer, count);
        else
            read_custom(d, each, pointer, count, out);
    }
    if (!count || !d.take(*count * sizeof(GltfInstance), pointer)) return;
    out.places.resize(*count);
    for (std::size_t i = 0; i < *count; ++i) {
        GltfInstance& place = out.places[i];
        if (!translations.empty()) place.translation = translations[i];
        if (!scales.empty()) place.scale = scales[i];
        if (rotations.empty()) continue;
        const vec4& q = rotations[i];
        const float length = glm::length(q);
        // A quaternion of no length turns nothing; one as near to a length of 1 as rounding comes
        // is left, so that doing this twice changes nothing.
        if (std::abs(length - 1) <= 0x1p-21f)
            place.rotation = quat(q.w, q.x, q.y, q.z);
        else if (length > 0)
            place.rotation = quat(q.w / length, q.x / length, q.y / length, q.z / length);
    }
}

/// The inverse bind matrices of skin \p index; identities where the file has none, or none that
/// fit.
std::vector<mat4> inverse_binds(Decoding& d, std::size_t index) {
    const Skin& skin = d.in.skins[index];
    const std::size_t joints = skin.joints.count;
    std::vector<mat4> identities(joints, mat4(1.0f));
    if (skin.inverse_bind_matrices == kNone) return identities;
    const std::string pointer = pointer_to("skins", index) + "/inverseBindMatrices";
    const Accessor& accessor = d.in.accessors[static_cast<std::size_t>(skin.inverse_bind_matrices)];
    if (accessor.type != ElementType::mat4 || accessor.component_type != ComponentType::f32) {
        d.report.at_pointer(codes::skin_matrices, pointer,
                            "found an accessor of another kind, expected float MAT4",
                            "the skin is loaded with identity matrices");
        return identities;
    }
    if (accessor.count < joints) {
        d.report.at_pointer(codes::skin_matrices, pointer,
                            "found " + std::to_string(accessor.count) + " matrices, expected " +
                                std::to_string(joints) + ", one per joint",
                            "the skin is loaded with identity matrices");
        return identities;
    }
    std::optional<std::vector<mat4>> matrices = d.read<mat4>(skin.inverse_bind_matrices);
    if (!matrices) return identities;
    matrices->resize(joints);
    return std::move(*matrices);
}

/// The greatest joint that any vertex of \p mesh has weight for; -1 where it has no joints.
std::int32_t greatest_joint(const GltfMesh& mesh) {
    std::int32_t greatest = -1;
    for (const GltfPrimitive& primitive : mesh.primitives)
        for (const auto* stream : {&primitive.mesh.joints, &primitive.mesh.more_joints})
            for (const std::array<std::uint16_t, 4>& joints : *stream)
                greatest = std::max<std::int32_t>(greatest, *std::ranges::max_element(joints));
    return greatest;
}

}  // namespace

void decode_skins(Decoding& d) {
    d.out.skins.reserve(d.in.skins.size());
    for (std::size_t i = 0; i < d.in.skins.size(); ++i) {
        const Skin& skin = d.in.skins[i];
        GltfSkin& out = d.out.skins.emplace_back();
        out.name = skin.name;
        const std::span<const Index> joints = slice(d.in.indices, skin.joints);
        out.joints.assign(joints.begin(), joints.end());
        out.inverse_bind = inverse_binds(d, i);
        out.skeleton = skin.skeleton;
        out.extras = skin.extras;
        out.extensions = skin.extensions;
    }
}

void decode_nodes(Decoding& d) {
    reserve_large(d.out.nodes, d.in.nodes.size());
    // Names lie in the JSON, far apart: those of nodes to come are asked for ahead.
    constexpr std::size_t kAhead = 16;
    for (std::size_t i = 0; i < d.in.nodes.size(); ++i) {
        const Node& node = d.in.nodes[i];
        if (i + kAhead < d.in.nodes.size()) __builtin_prefetch(d.in.nodes[i + kAhead].name.data());
        GltfNode& out = d.out.nodes.emplace_back();
        out.name = node.name;
        const std::span<const Index> children = slice(d.in.indices, node.children);
        out.children.assign(children.begin(), children.end());
        if (node.matrix == kNone) {
            out.translation = node.translation;
            out.rotation = node.rotation;
            out.scale = node.scale;
        } else {
            decode_matrix(d, i, out);
        }
        out.mesh = node.mesh;
        out.skin = node.skin;
        out.camera = node.camera;
        out.light = node.light;
        out.visible = node.visible;
        if (node.instances.count > 0) decode_instances(d, i, out);
        out.weights = floats_of(d.in, node.weights);
        fit_weights(d, i, out);
        out.extras = node.extras;
        out.extensions = node.extensions;
    }
}

void check_skins(Decoding& d) {
    std::vector<std::int32_t> greatest;
    greatest.reserve(d.out.meshes.size());
    for (const GltfMesh& mesh : d.out.meshes)
        greatest.push_back(greatest_joint(mesh));
    for (std::size_t i = 0; i < d.out.nodes.size(); ++i) {
        GltfNode& node = d.out.nodes[i];
        if (node.mesh < 0) continue;
        const std::int32_t joint = greatest[static_cast<std::size_t>(node.mesh)];
        if (node.skin < 0 && joint < 0) continue;
        const std::string pointer = pointer_to("nodes", i);
        if (node.skin < 0 && joint >= 0)
            d.report.at_pointer(codes::skin_unused, pointer,
                                "found a mesh with joints on a node without a skin",
                                "the mesh is drawn where the node is, unbent");
        if (node.skin >= 0 && joint < 0)
            d.report.at_pointer(codes::skin_mesh, pointer + "/skin",
                                "found a skin on a mesh without joints, expected JOINTS_0 and "
                                "WEIGHTS_0 in its primitives",
                                "the mesh is drawn where the node is, unbent");
        if (node.skin < 0 || joint < 0) continue;
        const std::size_t joints = d.out.skins[static_cast<std::size_t>(node.skin)].joints.size();
        if (static_cast<std::size_t>(joint) < joints) continue;
        d.report.at_pointer(codes::joint_range, pointer + "/skin",
                            "found joint " + std::to_string(joint) + " in mesh " +
                                std::to_string(node.mesh) + ", expected one below " +
                                std::to_string(joints) + ", the joints of skin " +
                                std::to_string(node.skin),
                            "the mesh is drawn where the node is, unbent");
        node.skin = -1;
    }
}

}  // namespace diorama::gltf::detail
