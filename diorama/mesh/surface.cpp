// SPDX-License-Identifier: MIT
#include "diorama/mesh/surface.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "diorama/core/expects.hpp"
#include "diorama/mesh/detail/remap.hpp"
#include "diorama/mesh/topology.hpp"

namespace diorama::mesh {
namespace {

using Corners = std::array<glm::dvec3, 3>;

/// In double precision, so that a tiny triangle's cross product is no zero and a huge one's no
/// infinity. Nothing where there is no area.
std::optional<glm::dvec3> triangle_normal(const Corners& corners) {
    const glm::dvec3 first = corners[1] - corners[0];
    const glm::dvec3 second = corners[2] - corners[0];
    const glm::dvec3 normal{first.y * second.z - first.z * second.y,
                            first.z * second.x - first.x * second.z,
                            first.x * second.y - first.y * second.x};
    const double length =
        std::sqrt(normal.x * normal.x + normal.y * normal.y + normal.z * normal.z);
    if (!(length > 0)) return std::nullopt;
    return normal / length;
}

/// The corners of the triangle that starts at vertex \p first, moved by \p target where there is
/// one.
Corners corners_at(const MeshData& mesh, std::size_t first, const MorphTarget* target = nullptr) {
    Corners out;
    for (std::size_t i = 0; i < 3; ++i) {
        out[i] = glm::dvec3(mesh.positions[first + i]);
        if (target != nullptr) out[i] += glm::dvec3(target->positions[first + i]);
    }
    return out;
}

/// What turns the normals of \p mesh, whose triangles have vertices of their own, into those of its
/// triangles where \p target moves them; none where they have no area there.
std::vector<vec3> flat_displacements(const MeshData& mesh, const MorphTarget& target) {
    std::vector<vec3> out;
    out.reserve(mesh.positions.size());
    for (std::size_t i = 0; i + 2 < mesh.positions.size(); i += 3) {
        const auto moved = triangle_normal(corners_at(mesh, i, &target));
        out.insert(out.end(), 3,
                   moved ? vec3(*moved - glm::dvec3(mesh.normals[i])) : vec3(0, 0, 0));
    }
    return out;
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
        const auto normal = triangle_normal(corners_at(mesh, i));
        mesh.normals.insert(mesh.normals.end(), 3, normal ? vec3(*normal) : vec3(0, 0, 1));
    }
    for (MorphTarget& target : mesh.morph_targets)
        if (!target.positions.empty()) target.normals = flat_displacements(mesh, target);
}

}  // namespace diorama::mesh
