// SPDX-License-Identifier: MIT
#include "diorama/spawn/collision.hpp"

#include <glm/mat4x4.hpp>

#include <algorithm>
#include <string>

#include "diorama/spawn/detail/asset_indices.hpp"
#include "diorama/spawn/error_codes.hpp"

namespace diorama::spawn {
namespace {

using gltf::GltfAsset;
using gltf::GltfNode;

/// Translation, rotation and scale as one matrix of doubles.
glm::dmat4 placed(const vec3& translation, const quat& rotation, const vec3& scale) {
    const glm::dquat q(rotation);
    const double x = q.x, y = q.y, z = q.z, w = q.w;
    const glm::dvec3 s(scale);
    glm::dmat4 out(1.0);
    out[0] = glm::dvec4(1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y), 0) * s.x;
    out[1] = glm::dvec4(2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x), 0) * s.y;
    out[2] = glm::dvec4(2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y), 0) * s.z;
    out[3] = glm::dvec4(glm::dvec3(translation), 1.0);
    return out;
}

bool mirrors(const glm::dmat4& m) {
    const double determinant = m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
                               m[1][0] * (m[0][1] * m[2][2] - m[0][2] * m[2][1]) +
                               m[2][0] * (m[0][1] * m[1][2] - m[0][2] * m[1][1]);
    return determinant < 0;
}

/// Holds the indices of \p mesh, number \p index, against its vertices.
Result<> check_corners(const gltf::GltfMesh& mesh, std::int32_t index) {
    for (std::size_t p = 0; p < mesh.primitives.size(); ++p) {
        const mesh::MeshData& data = mesh.primitives[p].mesh;
        const auto beyond = std::ranges::find_if(
            data.indices, [&](std::uint32_t each) { return each >= data.positions.size(); });
        if (beyond == data.indices.end()) continue;
        return fail(codes::index_range,
                    "vertex index is " + std::to_string(*beyond) + ", there are " +
                        std::to_string(data.positions.size()),
                    "/meshes/" + std::to_string(index) + "/primitives/" + std::to_string(p));
    }
    return {};
}

/// Appends the triangles of \p mesh at \p place; false where there would be too many corners.
bool append(const gltf::GltfMesh& mesh, const glm::dmat4& place, CollisionTriangles& out) {
    const bool turned = mirrors(place);
    for (const gltf::GltfPrimitive& primitive : mesh.primitives) {
        const mesh::MeshData& data = primitive.mesh;
        if (data.topology != mesh::Topology::triangles) continue;
        if (data.positions.size() > UINT32_MAX - out.positions.size()) return false;
        const auto base = static_cast<std::uint32_t>(out.positions.size());
        for (const vec3& position : data.positions)
            out.positions.emplace_back(place * glm::dvec4(glm::dvec3(position), 1.0));
        for (std::size_t i = 0; i + 2 < data.indices.size(); i += 3) {
            const std::uint32_t second = data.indices[i + 1];
            const std::uint32_t third = data.indices[i + 2];
            out.indices.push_back(base + data.indices[i]);
            out.indices.push_back(base + (turned ? third : second));
            out.indices.push_back(base + (turned ? second : third));
        }
    }
    return true;
}

}  // namespace

Result<CollisionTriangles> collision_triangles(const GltfAsset& asset, const mat4& root,
                                               std::int32_t scene) {
    if (Result<> valid = detail::check_indices(asset); !valid)
        return std::unexpected(std::move(valid.error()));
    const Result<const std::vector<std::int32_t>*> roots = detail::roots_of(asset, scene);
    if (!roots) return std::unexpected(roots.error());
    struct Waiting {
        std::int32_t node;
        glm::dmat4 parent;
    };
    CollisionTriangles out;
    std::vector<bool> reached(asset.nodes.size(), false);
    std::vector<Waiting> waiting;
    const auto push_all = [&](const std::vector<std::int32_t>& nodes, const glm::dmat4& parent) {
        for (auto node = nodes.rbegin(); node != nodes.rend(); ++node)
            waiting.push_back({*node, parent});
    };
    push_all(**roots, glm::dmat4(root));
    while (!waiting.empty()) {
        const Waiting next = waiting.back();
        waiting.pop_back();
        const auto index = static_cast<std::size_t>(next.node);
        if (reached[index]) continue;
        reached[index] = true;
        const GltfNode& node = asset.nodes[index];
        const glm::dmat4 world = next.parent * placed(node.translation, node.rotation, node.scale);
        push_all(node.children, world);
        if (node.mesh < 0 || node.skin >= 0) continue;
        const gltf::GltfMesh& mesh = asset.meshes[static_cast<std::size_t>(node.mesh)];
        if (Result<> whole = check_corners(mesh, node.mesh); !whole)
            return std::unexpected(std::move(whole.error()));
        bool fits = true;
        if (!node.instances) {
            fits = append(mesh, world, out);
        } else {
            for (const gltf::GltfInstance& each : node.instances->places)
                fits =
                    fits &&
                    append(mesh, world * placed(each.translation, each.rotation, each.scale), out);
        }
        if (!fits)
            return fail(codes::index_range, "more than 4294967295 corners of triangles",
                        "/nodes/" + std::to_string(index));
    }
    return out;
}

}  // namespace diorama::spawn
