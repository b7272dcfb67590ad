// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "diorama/gltf/detail/decoding.hpp"
#include "diorama/gltf/detail/modes.hpp"
#include "diorama/gltf/detail/target_names.hpp"
#include "diorama/gltf/error_codes.hpp"
#include "diorama/mesh/influences.hpp"
#include "diorama/mesh/surface.hpp"
#include "diorama/mesh/topology.hpp"

namespace diorama::gltf::detail {
namespace {

static_assert(static_cast<int>(Mode::points) == static_cast<int>(mesh::Assembly::points) &&
              static_cast<int>(Mode::line_loop) == static_cast<int>(mesh::Assembly::line_loop) &&
              static_cast<int>(Mode::triangle_fan) ==
                  static_cast<int>(mesh::Assembly::triangle_fan));

using Joints = std::array<std::uint16_t, 4>;

/// One primitive on its way to a MeshData.
class PrimitiveDecoder {
  public:
    PrimitiveDecoder(Decoding& d, const Primitive& in, std::string pointer, GltfPrimitive& out)
        : d_(d),
          in_(in),
          pointer_(std::move(pointer)),
          mesh_(out.mesh),
          variant_materials_(out.variant_materials) {
        out.material = in.material;
        set_variants(out);
        out.extras = in.extras;
        out.extensions = in.extensions;
    }

    void run() {
        mesh_.topology = mesh::topology_of(assembly());
        mesh_.morph_targets.resize(in_.targets.count);
        if (!read_positions()) return;
        read_attributes();
        read_morph_targets();
        if (!read_indices()) {
            drop();
            return;
        }
        // Before flat normals leave out the vertices that no index uses.
        mesh_.bounds = mesh::bounds_of(mesh_.positions);
        add_normals();
        add_tangents();
    }

  private:
    void set_variants(GltfPrimitive& out) const {
        if (in_.variants.count == 0) return;
        out.variant_materials.assign(d_.in.variants.size(), -1);
        for (const VariantMaterial& each : slice(d_.in.variant_materials, in_.variants)) {
            if (each.variant == kNone) continue;
            std::int32_t& material = out.variant_materials[static_cast<std::size_t>(each.variant)];
            if (material == -1) material = each.material;
        }
    }

    [[nodiscard]] mesh::Assembly assembly() const { return static_cast<mesh::Assembly>(in_.mode); }

    [[nodiscard]] Index find(Semantic semantic, std::uint32_t set) const {
        for (const Attribute& attribute : slice(d_.in.attributes, in_.attributes))
            if (attribute.semantic == semantic && attribute.set == set) return attribute.accessor;
        return kNone;
    }

    /// Leaves a primitive that draws nothing, as after a fault that keeps the asset from loading.
    void drop() {
        mesh::MeshData empty;
        empty.topology = mesh_.topology;
        empty.morph_targets.resize(in_.targets.count);
        mesh_ = std::move(empty);
    }

    bool read_positions() {
        const Index accessor = find(Semantic::position, 0);
        if (accessor == kNone) {
            d_.report.at_pointer(codes::mesh_no_positions, pointer_ + "/attributes",
                                 "found no POSITION, expected one", "nothing is drawn of it");
            return false;
        }
        auto positions = d_.read<vec3>(accessor);
        if (!positions) return false;
        if (positions->empty()) {
            d_.report.at_pointer(codes::mesh_no_positions, pointer_,
                                 "found no vertex, expected at least one",
                                 "nothing is drawn of it");
            return false;
        }
        // Indices are of 32 bits, and their greatest value is no vertex.
        if (positions->size() >= UINT32_MAX) return d_.take(UINT64_MAX, pointer_);
        mesh_.positions = std::move(*positions);
        return true;
    }

    /// Reads an attribute into \p stream, unless it is absent, faulty or of another length.
    template <class T>
    void read_stream(Semantic semantic, std::uint32_t set, std::vector<T>& stream) {
        const Index accessor = find(semantic, set);
        if (accessor == kNone) return;
        auto values = d_.read<T>(accessor);
        if (!values) return;
        if (values->size() != mesh_.positions.size()) {
            d_.report.at_pointer(codes::mesh_counts, pointer_ + "/attributes",
                                 "found " + std::to_string(values->size()) +
                                     " elements in accessor " + std::to_string(accessor) +
                                     ", expected " + std::to_string(mesh_.positions.size()) +
                                     ", as many as positions");
            return;
        }
        stream = std::move(*values);
    }

    void read_attributes() {
        read_stream(Semantic::normal, 0, mesh_.normals);
        // Tangents mean nothing without the normals they were made for.
        if (!mesh_.normals.empty()) read_stream(Semantic::tangent, 0, mesh_.tangents);
        for (std::uint32_t set = 0; set < mesh_.uvs.size(); ++set)
            read_stream(Semantic::texcoord, set, mesh_.uvs[set]);
        read_stream(Semantic::color, 0, mesh_.colors);
        read_influences();
        read_others();
    }

    /// Whether \p attribute is one that MeshData has no stream for and keeps as it is.
    [[nodiscard]] bool is_other(const Attribute& attribute) const {
        if (attribute.accessor == kNone) return false;
        if (attribute.semantic == Semantic::texcoord) return attribute.set >= mesh_.uvs.size();
        if (attribute.semantic == Semantic::color) return attribute.set >= 1;
        return attribute.semantic == Semantic::custom && attribute.name.starts_with('_');
    }

    void read_others() {
        for (const Attribute& attribute : slice(d_.in.attributes, in_.attributes)) {
            if (!is_other(attribute)) continue;
            auto other = d_.read_raw(attribute.accessor);
            if (!other) continue;
            if (other->data.size() != mesh_.positions.size() * other->element_bytes) {
                d_.report.at_pointer(codes::mesh_counts, pointer_ + "/attributes",
                                     "found another count of " + std::string(attribute.name) +
                                         " than of positions, expected " +
                                         std::to_string(mesh_.positions.size()));
                continue;
            }
            other->name = attribute.name;
            mesh_.others.push_back(std::move(*other));
        }
    }

    /// Makes negative weights 0, naming the first.
    void clamp_weights(std::vector<vec4>& weights, Index accessor) {
        std::size_t negative = 0;
        for (std::size_t vertex = 0; vertex < weights.size(); ++vertex) {
            for (int lane = 0; lane < 4; ++lane) {
                float& weight = weights[vertex][lane];
                if (!(weight < 0)) continue;
                if (negative++ == 0)
                    d_.report.at_pointer(
                        codes::accessor_values,
                        pointer_to("accessors", static_cast<std::size_t>(accessor)),
                        "found the weight " + std::to_string(weight) + " of vertex " +
                            std::to_string(vertex) + ", expected none below 0",
                        "negative weights are taken for 0");
                weight = 0;
            }
        }
    }

    void read_influences() {
        std::vector<mesh::InfluenceSet> sets;
        bool any_weights = false;
        for (std::uint32_t set = 0;; ++set) {
            const Index joints = find(Semantic::joints, set);
            const Index weights = find(Semantic::weights, set);
            if (joints == kNone && weights == kNone) break;
            if (joints == kNone || weights == kNone) {
                const std::string number = std::to_string(set);
                d_.report.at_pointer(codes::mesh_attribute, pointer_ + "/attributes",
                                     joints == kNone
                                         ? "found WEIGHTS_" + number + " without JOINTS_" + number
                                         : "found JOINTS_" + number + " without WEIGHTS_" + number,
                                     "neither is used");
                break;
            }
            mesh::InfluenceSet read;
            read_stream(Semantic::joints, set, read.joints);
            read_stream(Semantic::weights, set, read.weights);
            if (read.joints.empty() || read.weights.empty()) return;  // reported as fatal
            clamp_weights(read.weights, weights);
            any_weights = any_weights || d_.has_data(weights);
            sets.push_back(std::move(read));
        }
        if (sets.empty()) return;
        const Result<mesh::InfluenceReport> made =
            mesh::set_influences(mesh_, sets, d_.options.eight_influences ? 8 : 4);
        if (!made) return;
        if (any_weights) {
            report_influences(*made);
        } else {
            d_.report.at_pointer(codes::accessor_no_data, pointer_ + "/attributes/WEIGHTS_0",
                                 "found joint weights without data",
                                 "every vertex follows joint 0");
        }
    }

    void report_influences(const mesh::InfluenceReport& made) {
        if (made.renormalised + made.weightless > 0)
            d_.report.at_pointer(
                codes::weight_sum, pointer_ + "/attributes/WEIGHTS_0",
                "found " + std::to_string(made.renormalised + made.weightless) +
                    " vertices whose joint weights do not sum to 1, " +
                    std::to_string(made.weightless) + " of them with none",
                "they are made to sum to 1; a vertex without weights follows joint 0");
        if (made.merged > 0)
            d_.report.at_pointer(codes::joint_duplicate, pointer_ + "/attributes/JOINTS_0",
                                 "found " + std::to_string(made.merged) +
                                     " vertices that name one joint twice with weight, expected "
                                     "each joint once",
                                 "their weights are added");
        if (made.reduced > 0)
            d_.report.at_pointer(codes::skin_influences, pointer_,
                                 "found " + std::to_string(made.reduced) +
                                     " vertices with more joints than " +
                                     (d_.options.eight_influences ? "eight" : "four"),
                                 "those of greatest weight are kept");
    }

    /// Reads one displacement stream of a morph target; empty where it does not fit.
    void read_displacements(std::span<const Attribute> attributes, Semantic semantic,
                            std::size_t target, std::vector<vec3>& out) {
        for (const Attribute& attribute : attributes) {
            if (attribute.semantic != semantic || attribute.accessor == kNone) continue;
            auto values = d_.read<vec3>(attribute.accessor);
            if (!values) return;
            if (values->size() == mesh_.positions.size()) {
                out = std::move(*values);
                return;
            }
            d_.report.at_pointer(
                codes::mesh_targets, pointer_ + "/targets/" + std::to_string(target),
                "found " + std::to_string(values->size()) + " displacements of " +
                    std::string(attribute.name) + ", expected " +
                    std::to_string(mesh_.positions.size()) + ", as many as positions",
                "they are left out");
            return;
        }
    }

    void read_morph_targets() {
        const std::span<const Range> targets = slice(d_.in.targets, in_.targets);
        for (std::size_t i = 0; i < targets.size(); ++i) {
            mesh::MorphTarget& target = mesh_.morph_targets[i];
            const std::span<const Attribute> attributes = slice(d_.in.attributes, targets[i]);
            read_displacements(attributes, Semantic::position, i, target.positions);
            if (!mesh_.normals.empty())
                read_displacements(attributes, Semantic::normal, i, target.normals);
            if (!mesh_.tangents.empty())
                read_displacements(attributes, Semantic::tangent, i, target.tangents);
        }
    }

    bool read_indices() {
        std::vector<std::uint32_t> read;
        const auto vertices = static_cast<std::uint32_t>(mesh_.positions.size());
        if (in_.indices == kNone) {
            if (!d_.take(std::uint64_t{vertices} * sizeof(std::uint32_t), pointer_)) return false;
            read = mesh::sequential_indices(vertices);
        } else {
            auto indices = d_.read<std::uint32_t>(in_.indices);
            if (!indices) return false;
            read = std::move(*indices);
            if (!check_indices(read)) return false;
        }
        // A strip or fan takes three times as many as it has.
        if (assembly() != mesh::Assembly::triangles &&
            !d_.take(std::uint64_t{read.size()} * 3 * sizeof(std::uint32_t), pointer_))
            return false;
        mesh_.indices = assembly() == mesh::Assembly::triangles && read.size() % 3 == 0
                            ? std::move(read)
                            : listed(read);
        return true;
    }

    /// Whether every index is a vertex, or ends a strip, loop or fan.
    bool check_indices(const std::vector<std::uint32_t>& indices) {
        const std::uint64_t vertices = mesh_.positions.size();
        std::uint32_t greatest = 0;
        for (const std::uint32_t index : indices)
            greatest = std::max(greatest, index);
        if (greatest < vertices) return true;  // there is a vertex
        if (may_restart(in_.mode))
            restart_ = restart_value(
                d_.in.accessors[static_cast<std::size_t>(in_.indices)].component_type);
        const auto beyond = std::ranges::find_if(
            indices, [&](std::uint32_t index) { return index >= vertices && index != restart_; });
        if (beyond == indices.end()) {
            d_.report.at_pointer(codes::index_restart, pointer_ + "/indices",
                                 "found " + std::to_string(std::ranges::count(indices, *restart_)) +
                                     " primitive restart values, expected none: glTF has no "
                                     "restart",
                                 "each ends a strip, loop or fan and starts another");
            return true;
        }
        d_.report.at_pointer(codes::index_range, pointer_ + "/indices",
                             "found index " + std::to_string(*beyond) + " at place " +
                                 std::to_string(beyond - indices.begin()) +
                                 ", expected one below " + std::to_string(vertices) +
                                 ", the number of vertices",
                             "export the mesh again");
        return false;
    }

    /// list_indices() of each run of \p read between restarts; runs too short draw nothing.
    [[nodiscard]] std::vector<std::uint32_t> listed_runs(std::span<const std::uint32_t> read) {
        std::vector<std::uint32_t> out;
        while (!read.empty()) {
            const auto end = std::ranges::find(read, *restart_);
            const auto length = static_cast<std::size_t>(end - read.begin());
            const std::vector<std::uint32_t> run =
                mesh::list_indices(assembly(), read.first(length));
            out.insert(out.end(), run.begin(), run.end());
            read = read.subspan(std::min(length + 1, read.size()));
        }
        return out;
    }

    [[nodiscard]] std::vector<std::uint32_t> listed(const std::vector<std::uint32_t>& read) {
        if (restart_) return listed_runs(read);
        if (!uses_up(in_.mode, read.size()))
            d_.report.at_pointer(codes::mesh_mode, pointer_, shortfall(in_.mode, read.size()),
                                 "those left over are not drawn");
        return mesh::list_indices(assembly(), read);
    }

    /// Bytes of one vertex in every stream that there is.
    [[nodiscard]] std::uint64_t vertex_bytes() const {
        const auto size = [](const auto& stream) {
            return stream.empty() ? 0 : sizeof(stream.front());
        };
        std::uint64_t bytes = size(mesh_.positions) + size(mesh_.normals) + size(mesh_.tangents) +
                              size(mesh_.colors) + size(mesh_.joints) + size(mesh_.weights) +
                              size(mesh_.more_joints) + size(mesh_.more_weights);
        for (const std::vector<vec2>& uvs : mesh_.uvs)
            bytes += size(uvs);
        for (const mesh::VertexAttribute& other : mesh_.others)
            bytes += other.element_bytes;
        for (const mesh::MorphTarget& target : mesh_.morph_targets)
            bytes += size(target.positions) + size(target.normals) + size(target.tangents);
        return bytes;
    }

    /// Flat normals give every corner of a triangle a vertex of its own.
    void add_normals() {
        if (!mesh_.normals.empty() || mesh_.topology != mesh::Topology::triangles) return;
        const std::uint64_t corners = mesh_.indices.size();
        const std::uint64_t added = sizeof(vec3) * (1 + mesh_.morph_targets.size());
        if (corners > UINT32_MAX || !d_.take(corners * (vertex_bytes() + added), pointer_)) {
            drop();
            return;
        }
        mesh::add_flat_normals(mesh_);
    }

    /// The texture coordinate sets by which the materials of the primitive, those of its variants
    /// too, read what tangents turn; the first of the primitive's own material first.
    [[nodiscard]] std::vector<std::uint32_t> tangent_sets() const {
        std::vector<std::uint32_t> sets;
        const auto add = [&](std::int32_t index) {
            if (index < 0) return;
            const mesh::Material& material =
                d_.out.materials[static_cast<std::size_t>(index)].material;
            std::vector<const mesh::TextureSlot*> slots{&material.normal_texture};
            if (material.clearcoat) slots.push_back(&material.clearcoat->normal_texture);
            if (material.anisotropy) slots.push_back(&material.anisotropy->texture);
            for (const mesh::TextureSlot* const slot : slots)
                if (slot->present() && slot->uv_set < mesh_.uvs.size() &&
                    !mesh_.uvs[slot->uv_set].empty() &&
                    std::ranges::find(sets, slot->uv_set) == sets.end())
                    sets.push_back(slot->uv_set);
        };
        add(in_.material);
        for (const std::int32_t variant : variant_materials_)
            add(variant);
        return sets;
    }

    /// Tangents are only needed for a normal map and the like, and made for its texture
    /// coordinates.
    void add_tangents() {
        if (!mesh_.tangents.empty() || mesh_.indices.empty() ||
            mesh_.topology != mesh::Topology::triangles)
            return;
        const std::vector<std::uint32_t> sets = tangent_sets();
        if (sets.empty()) return;
        if (sets.size() > 1)
            d_.report.at_pointer(codes::mesh_tangent_sets, pointer_,
                                 "found normal maps on TEXCOORD_" + std::to_string(sets[0]) +
                                     " and TEXCOORD_" + std::to_string(sets[1]) +
                                     ", expected one set: tangents are made for the first");
        // At worst every corner becomes a vertex of its own, with a tangent under each target.
        const std::uint64_t added = sizeof(vec4) + mesh_.morph_targets.size() * sizeof(vec3);
        if (!d_.take(mesh_.indices.size() * (vertex_bytes() + added), pointer_)) return;
        const Result<> made = mesh::add_tangents(mesh_, sets.front());
        if (!made)
            d_.report.at_pointer(codes::mesh_tangent_limit, pointer_,
                                 "found that " + made.error().message,
                                 "export the mesh with tangents; without them the normal map is "
                                 "drawn less smoothly");
    }

    Decoding& d_;
    const Primitive& in_;
    std::string pointer_;
    mesh::MeshData& mesh_;
    const std::vector<std::int32_t>& variant_materials_;
    std::optional<std::uint32_t> restart_;  ///< the index that starts anew, if there may be one
};

/// Gives the targets of all primitives the names of the mesh's extras, or numbers.
void name_targets(Decoding& d, const Mesh& in, std::size_t index, GltfMesh& out) {
    std::size_t count = 0;
    for (const GltfPrimitive& primitive : out.primitives)
        count = std::max(count, primitive.mesh.morph_targets.size());
    const std::uint32_t depth = d.in.limits.max_json_depth;
    TargetNames found = read_target_names(in.extras, depth);
    const bool fits = found.present && found.names.size() == count;
    bool misplaced = false;
    if (!found.present && count > 0)
        for (const Primitive& primitive : slice(d.in.primitives, in.primitives))
            misplaced = misplaced || read_target_names(primitive.extras, depth).present;
    if ((found.present && !fits) || misplaced)
        d.report.at_pointer(codes::mesh_target_names,
                            pointer_to("meshes", index) + "/extras/targetNames",
                            misplaced ? "found targetNames in the extras of a primitive, expected "
                                        "them in those of the mesh"
                                      : "found " + std::to_string(found.names.size()) +
                                            " target names, expected an array of " +
                                            std::to_string(count) + " strings",
                            "the targets are named by number");
    for (GltfPrimitive& primitive : out.primitives)
        for (std::size_t t = 0; t < primitive.mesh.morph_targets.size(); ++t)
            primitive.mesh.morph_targets[t].name =
                fits ? found.names[t] : "target_" + std::to_string(t);
}

/// The default weights of \p in, one per target.
void set_weights(Decoding& d, const Mesh& in, std::size_t index, GltfMesh& out) {
    std::size_t most = 0;
    std::size_t least = SIZE_MAX;
    for (const GltfPrimitive& primitive : out.primitives) {
        most = std::max(most, primitive.mesh.morph_targets.size());
        least = std::min(least, primitive.mesh.morph_targets.size());
    }
    if (!out.primitives.empty() && least != most)
        d.report.at_pointer(codes::mesh_targets, pointer_to("meshes", index) + "/primitives",
                            "found primitives with " + std::to_string(least) + " and " +
                                std::to_string(most) + " morph targets, expected as many in each",
                            "a target that a primitive lacks does not move it");
    const std::span<const double> given = slice(d.in.numbers, in.weights);
    if (!given.empty() && given.size() != most)
        d.report.at_pointer(codes::mesh_targets, pointer_to("meshes", index) + "/weights",
                            "found " + std::to_string(given.size()) + " weights, expected " +
                                std::to_string(most) + ", one per morph target",
                            "those missing are 0, those beyond are left out");
    out.weights.assign(most, 0.0f);
    for (std::size_t i = 0; i < std::min(most, given.size()); ++i)
        out.weights[i] = static_cast<float>(given[i]);
}

}  // namespace

void decode_meshes(Decoding& d) {
    d.out.meshes.reserve(d.in.meshes.size());
    for (std::size_t i = 0; i < d.in.meshes.size(); ++i) {
        const Mesh& mesh = d.in.meshes[i];
        if (!d.step()) return;
        GltfMesh& out = d.out.meshes.emplace_back();
        out.name = mesh.name;
        out.extras = mesh.extras;
        out.extensions = mesh.extensions;
        const std::span<const Primitive> primitives = slice(d.in.primitives, mesh.primitives);
        out.primitives.resize(primitives.size());
        const std::string pointer = pointer_to("meshes", i) + "/primitives/";
        for (std::size_t p = 0; p < primitives.size(); ++p)
            PrimitiveDecoder(d, primitives[p], pointer + std::to_string(p), out.primitives[p])
                .run();
        set_weights(d, mesh, i, out);
        name_targets(d, mesh, i, out);
    }
}

}  // namespace diorama::gltf::detail
