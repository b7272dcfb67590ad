// SPDX-License-Identifier: MIT
#include "diorama/mesh/surface.hpp"

#include <cmath>
#include <limits>
#include <utility>

#include "diorama/core/expects.hpp"
#include "diorama/mesh/detail/remap.hpp"
#include "diorama/mesh/topology.hpp"

namespace diorama::mesh {
namespace {

/// In double precision, so that a tiny triangle's cross product is no zero and a huge one's no
/// infinity.
vec3 triangle_normal(const vec3& a, const vec3& b, const vec3& c) {
    const glm::dvec3 first = glm::dvec3(b) - glm::dvec3(a);
    const glm::dvec3 second = glm::dvec3(c) - glm::dvec3(a);
    const glm::dvec3 normal{first.y * second.z - first.z * second.y,
                            first.z * second.x - first.x * second.z,
                            first.x * second.y - first.y * second.x};
    const double length =
        std::sqrt(normal.x * normal.x + normal.y * normal.y + normal.z * normal.z);
    if (!(length > 0)) return {0, 0, 1};
    return {normal / length};
}

}  // namespace

Bounds bounds_of(std::span<const vec3> points) noexcept {
    // As Bounds::add() point by point, a point with a NaN left out, but without its calls.
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    vec3 least(kInfinity);
    vec3 greatest(-kInfinity);
    bool any = false;
    for (const vec3& point : points) {
        if (std::isnan(point.x) || std::isnan(point.y) || std::isnan(point.z)) continue;
        any = true;
        for (int axis = 0; axis < 3; ++axis) {
            least[axis] = point[axis] <= least[axis] ? point[axis] : least[axis];
            greatest[axis] = point[axis] >= greatest[axis] ? point[axis] : greatest[axis];
        }
    }
    return any ? Bounds{least, greatest} : Bounds{};
}

void add_flat_normals(MeshData& mesh) {
    if (mesh.topology != Topology::triangles) return;
    mesh.normals.clear();
    mesh.tangents.clear();
    for (MorphTarget& target : mesh.morph_targets) {
        target.normals.clear();
        target.tangents.clear();
    }
    detail::gather_vertices(mesh, mesh.indices);
    mesh.indices = sequential_indices(static_cast<std::uint32_t>(mesh.positions.size()));
    mesh.normals.reserve(mesh.positions.size());
    for (std::size_t i = 0; i + 2 < mesh.positions.size(); i += 3) {
        const vec3 normal =
            triangle_normal(mesh.positions[i], mesh.positions[i + 1], mesh.positions[i + 2]);
        mesh.normals.insert(mesh.normals.end(), 3, normal);
    }
}

}  // namespace diorama::mesh
