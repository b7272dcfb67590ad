// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <utility>

#include "diorama/gltf/detail/decompose.hpp"
#include "diorama/gltf/detail/elements.hpp"
#include "diorama/gltf/detail/rotations.hpp"
#include "diorama/gltf/error_codes.hpp"

namespace diorama::gltf::detail {

namespace {

std::string at(std::string_view list, std::size_t i) {
    std::string out("/");
    out += list;
    out += '/' + std::to_string(i);
    return out;
}

/// Whether the last row of \p matrix is 0 0 0 1, bit for bit, as glTF asks of every matrix.
bool has_plain_row(const mat4& matrix) {
    return matrix[0][3] == 0 && matrix[1][3] == 0 && matrix[2][3] == 0 && matrix[3][3] == 1;
}

/// What holds for the whole hierarchy, found once.
class Tree {
  public:
    explicit Tree(const Checker& checker) : parents_(checker.parents()) {
        // Tops by following parents, each path once; a loop's members stay without a top.
        tops_.assign(parents_.size(), kNone);
        std::vector<std::uint8_t> state(parents_.size(), 0);
        for (std::size_t i = 0; i < parents_.size(); ++i) {
            std::vector<std::size_t> path;
            std::size_t node = i;
            while (state[node] == 0) {
                state[node] = 1;
                path.push_back(node);
                if (parents_[node] == kNone) break;
                node = static_cast<std::size_t>(parents_[node]);
            }
            const Index top = parents_[node] == kNone ? static_cast<Index>(node) : tops_[node];
            for (const std::size_t each : path)
                tops_[each] = top;
        }
        number(checker.d);
    }

    /// The ancestor of \p node that has no parent; kNone inside loops.
    [[nodiscard]] Index top(Index node) const { return tops_[static_cast<std::size_t>(node)]; }

    /// Whether \p ancestor is \p node or above it.
    [[nodiscard]] bool is_above(Index ancestor, Index node) const {
        const auto a = static_cast<std::size_t>(ancestor);
        const auto n = static_cast<std::size_t>(node);
        return a == n || (entered_[a] != 0 && entered_[a] <= entered_[n] && left_[n] <= left_[a]);
    }

  private:
    /// Numbers the nodes below each top on the way down and back, so that what lies below a node
    /// is a run of numbers. Members of loops keep 0.
    void number(const Document& document) {
        entered_.assign(parents_.size(), 0);
        left_.assign(parents_.size(), 0);
        std::size_t clock = 0;
        std::vector<std::pair<Index, bool>> waiting;
        for (std::size_t i = 0; i < parents_.size(); ++i) {
            if (parents_[i] == kNone) waiting.push_back({static_cast<Index>(i), false});
            while (!waiting.empty()) {
                const auto [node, back] = waiting.back();
                waiting.pop_back();
                const auto n = static_cast<std::size_t>(node);
                if (back) {
                    left_[n] = ++clock;
                    continue;
                }
                if (entered_[n] != 0) continue;
                entered_[n] = ++clock;
                waiting.push_back({node, true});
                for (const Index child : slice(document.indices, document.nodes[n].children)) {
                    // A child of two hangs below the parent that has it first.
                    if (child == kNone || parents_[static_cast<std::size_t>(child)] != node) {
                        continue;
                    }
                    waiting.push_back({child, false});
                }
            }
        }
    }

    const std::vector<Index>& parents_;
    std::vector<Index> tops_;
    std::vector<std::size_t> entered_;
    std::vector<std::size_t> left_;
};

void check_skin(Checker& c, const Tree& tree, std::size_t i) {
    const Skin& skin = c.d.skins[i];
    const std::span<const Index> joints = slice(c.d.indices, skin.joints);
    Index top = kNone;
    for (const Index joint : joints) {
        if (joint == kNone) return;
        if (top == kNone) top = tree.top(joint);
        if (tree.top(joint) == top && top != kNone) continue;
        c.fault(codes::skin_joints, at("skins", i) + "/joints",
                "found joints without a common root, expected all below one node");
        break;
    }
    if (skin.skeleton != kNone) {
        const bool above = std::ranges::all_of(
            joints, [&](Index joint) { return tree.is_above(skin.skeleton, joint); });
        if (!above) {
            c.fault(codes::skin_joints, at("skins", i) + "/skeleton",
                    "found node " + std::to_string(skin.skeleton) +
                        ", expected a node that all joints are or are below");
        }
    }
    if (skin.inverse_bind_matrices == kNone) return;
    const Accessor& matrices = c.d.accessors[static_cast<std::size_t>(skin.inverse_bind_matrices)];
    const std::string pointer = at("skins", i) + "/inverseBindMatrices";
    if (matrices.type != ElementType::mat4 || matrices.component_type != ComponentType::f32) {
        c.fault(codes::accessor_format, pointer,
                "found " + format_name(matrices) + ", expected MAT4 float");
        return;
    }
    if (matrices.count < joints.size()) {
        c.fault(codes::skin_matrices, pointer,
                "found " + std::to_string(matrices.count) + " matrices, expected " +
                    std::to_string(joints.size()) + ", one per joint");
    }
    const AccessorView* const view = c.view(skin.inverse_bind_matrices);
    if (view == nullptr || !c.work(view->count)) return;
    std::size_t wrong = 0;
    std::size_t first = 0;
    each_element(*view, [&](std::size_t k, std::span<const double> m) {
        if (m[3] == 0 && m[7] == 0 && m[11] == 0 && m[15] == 1) return;
        if (wrong++ == 0) first = k;
    });
    if (wrong > 0) {
        c.fault(codes::skin_matrices, pointer,
                "found " + std::to_string(wrong) + " matrices, the first of joint " +
                    std::to_string(first) + ", whose last row is not 0 0 0 1");
    }
}

/// Whether any primitive of each mesh has joints.
std::vector<bool> meshes_with_joints(const Document& d) {
    std::vector<bool> out(d.meshes.size(), false);
    for (std::size_t m = 0; m < d.meshes.size(); ++m) {
        for (const Primitive& primitive : slice(d.primitives, d.meshes[m].primitives)) {
            for (const Attribute& each : slice(d.attributes, primitive.attributes)) {
                if (each.semantic == Semantic::joints) out[m] = true;
            }
        }
    }
    return out;
}

/// The scenes that each top of a tree is a root of, as bits for the first 64 scenes.
std::vector<std::uint64_t> scenes_of(const Checker& c) {
    std::vector<std::uint64_t> out(c.d.nodes.size(), 0);
    for (std::size_t s = 0; s < std::min<std::size_t>(c.d.scenes.size(), 64); ++s) {
        for (const Index root : slice(c.d.indices, c.d.scenes[s].nodes)) {
            if (root != kNone) out[static_cast<std::size_t>(root)] |= 1ULL << s;
        }
    }
    return out;
}

/// What the checks of single nodes ask again and again.
struct Known {
    Tree tree;
    std::vector<std::uint64_t> scenes;
    std::vector<bool> has_joints;
};

void check_skinned_node(Checker& c, const Known& known, std::size_t i) {
    const Node& node = c.d.nodes[i];
    if (!known.has_joints[static_cast<std::size_t>(node.mesh)]) {
        c.fault(codes::skin_mesh, at("nodes", i) + "/skin",
                "found a skin on a mesh without joints, expected JOINTS_0 and WEIGHTS_0 in it");
    }
    const std::span<const Index> joints =
        slice(c.d.indices, c.d.skins[static_cast<std::size_t>(node.skin)].joints);
    const auto scenes_at = [&](Index index) {
        const Index top = known.tree.top(index);
        return top == kNone ? 0 : known.scenes[static_cast<std::size_t>(top)];
    };
    const std::uint64_t mine = scenes_at(static_cast<Index>(i));
    if (joints.empty() || joints.front() == kNone) return;
    if ((mine & ~scenes_at(joints.front())) == 0) return;
    c.fault(codes::skin_mesh, at("nodes", i) + "/skin",
            "found a skinned mesh in a scene without its joints, expected them in the same scene");
}

/// Holds the matrix of node \p i to what loading it asks, and to its last row's exact numbers.
void check_matrix(Checker& c, std::size_t i) {
    const mat4& matrix = c.d.matrices[static_cast<std::size_t>(c.d.nodes[i].matrix)];
    if (!decompose(matrix)) {
        c.fault(codes::node_matrix, at("nodes", i) + "/matrix",
                "found a matrix with shear or projection, expected one that translation, rotation "
                "and scale make",
                "bake the shear into the mesh");
    } else if (!has_plain_row(matrix)) {
        c.fault(codes::node_matrix_row, at("nodes", i) + "/matrix",
                "found a last row that is not 0 0 0 1, expected just that",
                "it is taken for 0 0 0 1 when loaded");
    }
}

void check_node(Checker& c, const Known& known, std::size_t i) {
    const Node& node = c.d.nodes[i];
    const double length =
        std::sqrt(static_cast<double>(node.rotation.x) * static_cast<double>(node.rotation.x) +
                  static_cast<double>(node.rotation.y) * static_cast<double>(node.rotation.y) +
                  static_cast<double>(node.rotation.z) * static_cast<double>(node.rotation.z) +
                  static_cast<double>(node.rotation.w) * static_cast<double>(node.rotation.w));
    if (std::abs(length - 1) > kRotationTolerance) {
        c.fault(codes::node_rotation, at("nodes", i) + "/rotation",
                "found a quaternion of length " + std::to_string(length) + ", expected 1");
    }
    if (node.matrix != kNone) check_matrix(c, i);
    if (node.mesh == kNone) return;
    const Range primitives = c.d.meshes[static_cast<std::size_t>(node.mesh)].primitives;
    if (node.weights.count != 0 && primitives.count != 0) {
        const std::uint32_t targets = c.d.primitives[primitives.first].targets.count;
        if (node.weights.count != targets) {
            c.fault(codes::mesh_targets, at("nodes", i) + "/weights",
                    "found " + std::to_string(node.weights.count) + " weights, expected " +
                        std::to_string(targets) + ", the number of morph targets");
        }
    }
    if (node.skin != kNone) {
        check_skinned_node(c, known, i);
    } else if (known.has_joints[static_cast<std::size_t>(node.mesh)]) {
        c.fault(codes::skin_unused, at("nodes", i),
                "found a mesh with joints on a node without skin, expected a skin to bend it");
    }
}

void check_duplicates(Checker& c, Range range, const std::string& pointer) {
    const std::span<const Index> list = slice(c.d.indices, range);
    std::vector<Index> sorted(list.begin(), list.end());
    std::ranges::sort(sorted);
    const auto twice = std::ranges::adjacent_find(sorted);
    if (twice == sorted.end() || *twice == kNone) return;
    c.fault(codes::array_duplicate, pointer,
            "found node " + std::to_string(*twice) + " twice, expected each once");
}

}  // namespace

void check_skins(Checker& c) {
    const Known known{Tree(c), scenes_of(c), meshes_with_joints(c.d)};
    for (std::size_t i = 0; i < c.d.scenes.size(); ++i) {
        check_duplicates(c, c.d.scenes[i].nodes, at("scenes", i) + "/nodes");
    }
    for (std::size_t i = 0; i < c.d.nodes.size(); ++i)
        check_node(c, known, i);
    for (std::size_t i = 0; i < c.d.skins.size(); ++i) {
        check_duplicates(c, c.d.skins[i].joints, at("skins", i) + "/joints");
        check_skin(c, known.tree, i);
    }
}

}  // namespace diorama::gltf::detail
