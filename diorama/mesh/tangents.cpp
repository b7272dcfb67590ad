// SPDX-License-Identifier: MIT
#include <mikktspace.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <span>
#include <string>
#include <utility>

#include "diorama/core/expects.hpp"
#include "diorama/core/hash.hpp"
#include "diorama/mesh/detail/remap.hpp"
#include "diorama/mesh/error_codes.hpp"
#include "diorama/mesh/surface.hpp"

namespace diorama::mesh {
namespace {

constexpr std::uint32_t kNone = UINT32_MAX;

/// The triangles that tangents are made for: those of a mesh, or as a morph target makes them.
struct Surface {
    const std::vector<vec3>& positions;
    const std::vector<vec3>& normals;
    const std::vector<vec2>& uvs;
    const std::vector<std::uint32_t>& indices;
};

/// What the callbacks read and write: one tangent per triangle corner.
struct Work {
    const Surface& surface;
    std::vector<vec4> corners;
};

Work& work_of(const SMikkTSpaceContext* context) {
    return *static_cast<Work*>(context->m_pUserData);
}

std::size_t corner_of(int face, int vertex) {
    return static_cast<std::size_t>(face) * 3 + static_cast<std::size_t>(vertex);
}

int face_count(const SMikkTSpaceContext* context) {
    return static_cast<int>(work_of(context).surface.indices.size() / 3);
}

int vertices_of_face(const SMikkTSpaceContext* /*context*/, int /*face*/) {
    return 3;
}

void read_position(const SMikkTSpaceContext* context, float* out, int face, int vertex) {
    const Surface& in = work_of(context).surface;
    std::memcpy(out, &in.positions[in.indices[corner_of(face, vertex)]], sizeof(vec3));
}

void read_normal(const SMikkTSpaceContext* context, float* out, int face, int vertex) {
    const Surface& in = work_of(context).surface;
    std::memcpy(out, &in.normals[in.indices[corner_of(face, vertex)]], sizeof(vec3));
}

void read_uv(const SMikkTSpaceContext* context, float* out, int face, int vertex) {
    const Surface& in = work_of(context).surface;
    std::memcpy(out, &in.uvs[in.indices[corner_of(face, vertex)]], sizeof(vec2));
}

/// A tangent for a surface that faces \p normal where the texture gives no direction: +X, held to
/// the surface; where the surface faces along it, +Z.
vec4 any_tangent(const vec3& normal) {
    const float squared = glm::dot(normal, normal);
    constexpr float kLeast = 1e-30f;  // below, too few bits are left for a direction
    if (!(squared > kLeast)) return {1, 0, 0, 1};
    constexpr float kSteep = 0.99f;  // of the square of the cosine
    const bool along_x = normal.x * normal.x > kSteep * squared;
    const vec3 axis = along_x ? vec3(0, 0, 1) : vec3(1, 0, 0);
    const vec3 flat = axis - normal * (glm::dot(normal, axis) / squared);
    return {flat / std::sqrt(glm::dot(flat, flat)), 1};
}

/// MikkTSpace takes v to run up the image; here, as in glTF, it runs down, which turns the
/// bitangent round and with it the sign.
void write_tangent(const SMikkTSpaceContext* context, const float* tangent, float sign, int face,
                   int vertex) {
    Work& work = work_of(context);
    const std::size_t corner = corner_of(face, vertex);
    const vec3& normal = work.surface.normals[work.surface.indices[corner]];
    const vec3 value{tangent[0], tangent[1], tangent[2]};
    // It is a unit vector on the surface; where the texture has no area +X, wherever the surface
    // faces; zero where its direction is the normal's, or two that meet are opposite.
    constexpr float kLeast = 0.25f;
    constexpr float kSteep = 0.25f;
    const float squared = glm::dot(value, value);
    const float along = glm::dot(value, normal);
    if (squared > kLeast && std::isfinite(squared) &&
        along * along <= kSteep * glm::dot(normal, normal))
        work.corners[corner] = vec4(value, -sign);
}

/// The most triangle corners at vertices that are equal in position, normal and texture coordinate,
/// which MikkTSpace takes for one. Equal hashes of different vertices only make it greater.
std::uint64_t greatest_valence(const Surface& mesh) {
    std::vector<std::uint64_t> corners(mesh.positions.size());
    for (const std::uint32_t index : mesh.indices)
        ++corners[index];
    std::vector<std::pair<std::uint64_t, std::uint64_t>> hashed;
    hashed.reserve(corners.size());
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const vec3& p = mesh.positions[i];
        const vec3& n = mesh.normals[i];
        std::array<float, 8> key{p.x, p.y, p.z, n.x, n.y, n.z, mesh.uvs[i].x, mesh.uvs[i].y};
        for (float& number : key)
            number += 0.0f;  // -0 is equal to 0 and must hash alike
        hashed.emplace_back(content_hash(std::as_bytes(std::span(key))), corners[i]);
    }
    std::sort(hashed.begin(), hashed.end());
    std::uint64_t greatest = 0;
    std::uint64_t run = 0;
    for (std::size_t i = 0; i < hashed.size(); ++i) {
        run = i > 0 && hashed[i].first == hashed[i - 1].first ? run + hashed[i].second
                                                              : hashed[i].second;
        greatest = std::max(greatest, run);
    }
    return greatest;
}

/// Whether MikkTSpace, which squares and divides without checking, stays within floats.
bool is_moderate(const std::vector<vec3>& vectors) {
    constexpr float kMost = 1e18f;
    return std::ranges::all_of(vectors, [](const vec3& v) {
        return std::abs(v.x) < kMost && std::abs(v.y) < kMost && std::abs(v.z) < kMost;
    });
}

/// Whether any two positions that indices use differ. MikkTSpace divides by the size of their box.
bool has_extent(const Surface& mesh) {
    return std::ranges::any_of(mesh.indices, [&](std::uint32_t index) {
        return mesh.positions[index] != mesh.positions[mesh.indices.front()];
    });
}

Result<> check_limits(const Surface& mesh) {
    if (mesh.indices.size() > std::size_t{INT32_MAX})
        return fail(codes::tangent_limit, std::to_string(mesh.indices.size()) +
                                              " indices, expected at most 2147483647 to make "
                                              "tangents for");
    if (!is_moderate(mesh.positions) || !is_moderate(mesh.normals))
        return fail(codes::tangent_limit,
                    "positions or normals of 1e18 and more, expected less to make tangents for");
    const std::uint64_t valence = greatest_valence(mesh);
    if (valence > kMaxTangentValence)
        return fail(codes::tangent_limit,
                    std::to_string(valence) + " triangles share a vertex, expected at most " +
                        std::to_string(kMaxTangentValence) + " to make tangents for",
                    {}, "export the mesh with tangents");
    return {};
}

/// any_tangent() of the normal of each corner.
std::vector<vec4> any_tangents(const std::vector<vec3>& normals,
                               const std::vector<std::uint32_t>& indices) {
    std::vector<vec4> out(indices.size());
    std::ranges::transform(indices, out.begin(),
                           [&](std::uint32_t index) { return any_tangent(normals[index]); });
    return out;
}

/// The tangent of each corner of \p surface, any_tangent() where MikkTSpace leaves it out or finds
/// no direction; nothing where there is no extent at all.
///
/// Failure: mesh-tangent-limit.
Result<std::vector<vec4>> corner_tangents(const Surface& surface) {
    if (auto ok = check_limits(surface); !ok) return std::unexpected(ok.error());
    Work work{surface, any_tangents(surface.normals, surface.indices)};
    SMikkTSpaceInterface callbacks{};
    callbacks.m_getNumFaces = &face_count;
    callbacks.m_getNumVerticesOfFace = &vertices_of_face;
    callbacks.m_getPosition = &read_position;
    callbacks.m_getNormal = &read_normal;
    callbacks.m_getTexCoord = &read_uv;
    callbacks.m_setTSpaceBasic = &write_tangent;
    SMikkTSpaceContext context{&callbacks, &work};
    if (!has_extent(surface)) return std::vector<vec4>();
    if (genTangSpaceDefault(&context) == 0)
        return fail(codes::tangent_limit, "MikkTSpace made no tangents, for lack of memory");
    return std::move(work.corners);
}

/// Each of \p base with its displacement added; unit length where \p units, as far as there is any.
std::vector<vec3> moved(const std::vector<vec3>& base, const std::vector<vec3>& by, bool units) {
    std::vector<vec3> out = base;
    for (std::size_t i = 0; i < by.size(); ++i) {
        out[i] += by[i];
        const float length =
            std::sqrt(out[i].x * out[i].x + out[i].y * out[i].y + out[i].z * out[i].z);
        if (units) out[i] = length > 0 && std::isfinite(length) ? out[i] / length : base[i];
    }
    return out;
}

/// What the tangents of the corners have to be moved by to be those of the mesh that \p target
/// makes; empty where it moves nothing, or leaves nothing to have tangents.
Result<std::vector<vec3>> displacements(const MeshData& mesh, std::uint32_t uv_set,
                                        const MorphTarget& target,
                                        const std::vector<vec4>& corners) {
    if (target.positions.empty() && target.normals.empty()) return std::vector<vec3>();
    const std::vector<vec3> positions = moved(mesh.positions, target.positions, false);
    const std::vector<vec3> normals = moved(mesh.normals, target.normals, true);
    const Result<std::vector<vec4>> made =
        corner_tangents({positions, normals, mesh.uvs[uv_set], mesh.indices});
    if (!made) return std::unexpected(made.error());
    std::vector<vec3> out;
    if (made->empty()) return out;
    out.reserve(corners.size());
    for (std::size_t i = 0; i < corners.size(); ++i)
        out.push_back(vec3((*made)[i]) - vec3(corners[i]));
    return out;
}

/// The tangent of each corner of a mesh, and what its morph targets add to them.
struct CornerTangents {
    std::vector<vec4> base;
    std::vector<std::vector<vec3>> targets;  ///< empty for a target that adds nothing
};

/// Gives each vertex the tangents of the corner that \p taken names, or any where no triangle has
/// it.
void set_tangents(MeshData& mesh, const CornerTangents& corners,
                  std::span<const std::uint32_t> taken) {
    mesh.tangents.resize(taken.size());
    for (std::size_t v = 0; v < taken.size(); ++v)
        mesh.tangents[v] =
            taken[v] != kNone ? corners.base[taken[v]] : any_tangent(mesh.normals[v]);
    for (std::size_t t = 0; t < mesh.morph_targets.size(); ++t) {
        if (corners.targets[t].empty()) continue;
        std::vector<vec3>& out = mesh.morph_targets[t].tangents;
        out.assign(taken.size(), vec3(0, 0, 0));
        for (std::size_t v = 0; v < taken.size(); ++v)
            if (taken[v] != kNone) out[v] = corners.targets[t][taken[v]];
    }
}

/// Gives vertices the tangents of their corners: the first corner's stays with the vertex, each
/// other value gets a copy of it.
void weld(MeshData& mesh, const CornerTangents& corners) {
    std::vector<std::uint32_t> sources(mesh.positions.size());
    for (std::uint32_t i = 0; i < sources.size(); ++i)
        sources[i] = i;
    std::vector<std::uint32_t> taken(sources.size(), kNone);  // by vertex: the corner it is of
    std::vector<std::uint32_t> next(sources.size(), kNone);   // a vertex's further copies
    const auto same = [&](std::uint32_t a, std::size_t b) {
        return corners.base[a] == corners.base[b] &&
               std::ranges::all_of(corners.targets, [&](const std::vector<vec3>& target) {
                   return target.empty() || target[a] == target[b];
               });
    };
    for (std::uint32_t corner = 0; corner < mesh.indices.size(); ++corner) {
        std::uint32_t vertex = mesh.indices[corner];
        const std::uint32_t original = vertex;
        if (taken[vertex] == kNone) {
            taken[vertex] = corner;
            continue;
        }
        while (!same(taken[vertex], corner) && next[vertex] != kNone)
            vertex = next[vertex];
        if (!same(taken[vertex], corner)) {
            const auto copy = static_cast<std::uint32_t>(sources.size());
            next[vertex] = copy;
            next.push_back(kNone);
            sources.push_back(original);
            taken.push_back(corner);
            vertex = copy;
        }
        mesh.indices[corner] = vertex;
    }
    if (sources.size() != mesh.positions.size()) detail::gather_vertices(mesh, sources);
    set_tangents(mesh, corners, taken);
}

}  // namespace

Result<> add_tangents(MeshData& mesh, std::uint32_t uv_set) {
    DIORAMA_EXPECTS(mesh.topology == Topology::triangles, "add_tangents: only triangles have them");
    DIORAMA_EXPECTS(uv_set < mesh.uvs.size() && mesh.normals.size() == mesh.positions.size() &&
                        mesh.uvs[uv_set].size() == mesh.positions.size(),
                    "add_tangents: normals and texture coordinates are needed");
    Result<std::vector<vec4>> base =
        corner_tangents({mesh.positions, mesh.normals, mesh.uvs[uv_set], mesh.indices});
    if (!base) return std::unexpected(base.error());
    CornerTangents corners{std::move(*base), {}};
    if (corners.base.empty()) corners.base = any_tangents(mesh.normals, mesh.indices);
    for (const MorphTarget& target : mesh.morph_targets) {
        Result<std::vector<vec3>> added = displacements(mesh, uv_set, target, corners.base);
        if (!added) return std::unexpected(added.error());
        corners.targets.push_back(std::move(*added));
    }
    mesh.tangents.clear();
    for (MorphTarget& target : mesh.morph_targets)
        target.tangents.clear();
    weld(mesh, corners);
    return {};
}

}  // namespace diorama::mesh
