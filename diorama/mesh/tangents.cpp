// SPDX-License-Identifier: MIT
#include <mikktspace.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
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

/// What the callbacks read and write: one tangent per triangle corner.
struct Work {
    const MeshData& mesh;
    const std::vector<vec2>& uvs;
    std::vector<vec4> corners;
};

Work& work_of(const SMikkTSpaceContext* context) {
    return *static_cast<Work*>(context->m_pUserData);
}

std::size_t corner_of(int face, int vertex) {
    return static_cast<std::size_t>(face) * 3 + static_cast<std::size_t>(vertex);
}

int face_count(const SMikkTSpaceContext* context) {
    return static_cast<int>(work_of(context).mesh.indices.size() / 3);
}

int vertices_of_face(const SMikkTSpaceContext* /*context*/, int /*face*/) {
    return 3;
}

void read_position(const SMikkTSpaceContext* context, float* out, int face, int vertex) {
    const MeshData& mesh = work_of(context).mesh;
    std::memcpy(out, &mesh.positions[mesh.indices[corner_of(face, vertex)]], sizeof(vec3));
}

void read_normal(const SMikkTSpaceContext* context, float* out, int face, int vertex) {
    const MeshData& mesh = work_of(context).mesh;
    std::memcpy(out, &mesh.normals[mesh.indices[corner_of(face, vertex)]], sizeof(vec3));
}

void read_uv(const SMikkTSpaceContext* context, float* out, int face, int vertex) {
    const Work& work = work_of(context);
    std::memcpy(out, &work.uvs[work.mesh.indices[corner_of(face, vertex)]], sizeof(vec2));
}

/// MikkTSpace takes v to run up the image; here, as in glTF, it runs down, which turns the
/// bitangent round and with it the sign.
void write_tangent(const SMikkTSpaceContext* context, const float* tangent, float sign, int face,
                   int vertex) {
    const vec4 value{tangent[0], tangent[1], tangent[2], -sign};
    if (std::isfinite(value.x) && std::isfinite(value.y) && std::isfinite(value.z))
        work_of(context).corners[corner_of(face, vertex)] = value;
}

/// The most triangle corners at vertices that are equal in position, normal and texture coordinate,
/// which MikkTSpace takes for one. Equal hashes of different vertices only make it greater.
std::uint64_t greatest_valence(const MeshData& mesh, const std::vector<vec2>& uvs) {
    std::vector<std::uint64_t> corners(mesh.positions.size());
    for (const std::uint32_t index : mesh.indices)
        ++corners[index];
    std::vector<std::pair<std::uint64_t, std::uint64_t>> hashed;
    hashed.reserve(corners.size());
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const vec3& p = mesh.positions[i];
        const vec3& n = mesh.normals[i];
        std::array<float, 8> key{p.x, p.y, p.z, n.x, n.y, n.z, uvs[i].x, uvs[i].y};
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
bool has_extent(const MeshData& mesh) {
    return std::ranges::any_of(mesh.indices, [&](std::uint32_t index) {
        return mesh.positions[index] != mesh.positions[mesh.indices.front()];
    });
}

Result<> check_limits(const MeshData& mesh, const std::vector<vec2>& uvs) {
    if (mesh.indices.size() > std::size_t{INT32_MAX})
        return fail(codes::tangent_limit, std::to_string(mesh.indices.size()) +
                                              " indices, expected at most 2147483647 to make "
                                              "tangents for");
    if (!is_moderate(mesh.positions) || !is_moderate(mesh.normals))
        return fail(codes::tangent_limit,
                    "positions or normals of 1e18 and more, expected less to make tangents for");
    const std::uint64_t valence = greatest_valence(mesh, uvs);
    if (valence > kMaxTangentValence)
        return fail(codes::tangent_limit,
                    std::to_string(valence) + " triangles share a vertex, expected at most " +
                        std::to_string(kMaxTangentValence) + " to make tangents for",
                    {}, "export the mesh with tangents");
    return {};
}

/// Gives vertices the tangents of their corners: the first corner's stays with the vertex, each
/// other value gets a copy of it.
void weld(MeshData& mesh, const std::vector<vec4>& corners) {
    std::vector<std::uint32_t> sources(mesh.positions.size());
    for (std::uint32_t i = 0; i < sources.size(); ++i)
        sources[i] = i;
    std::vector<vec4> tangents(sources.size(), vec4(1, 0, 0, 1));
    std::vector<bool> given(sources.size(), false);
    std::vector<std::uint32_t> next(sources.size(), kNone);  // a vertex's further copies
    for (std::size_t corner = 0; corner < corners.size(); ++corner) {
        std::uint32_t vertex = mesh.indices[corner];
        const std::uint32_t original = vertex;
        if (!given[vertex]) {
            given[vertex] = true;
            tangents[vertex] = corners[corner];
            continue;
        }
        while (tangents[vertex] != corners[corner] && next[vertex] != kNone)
            vertex = next[vertex];
        if (tangents[vertex] != corners[corner]) {
            const auto copy = static_cast<std::uint32_t>(sources.size());
            next[vertex] = copy;
            next.push_back(kNone);
            sources.push_back(original);
            tangents.push_back(corners[corner]);
            vertex = copy;
        }
        mesh.indices[corner] = vertex;
    }
    if (sources.size() != mesh.positions.size()) detail::gather_vertices(mesh, sources);
    mesh.tangents = std::move(tangents);
}

}  // namespace

Result<> add_tangents(MeshData& mesh, std::uint32_t uv_set) {
    DIORAMA_EXPECTS(mesh.topology == Topology::triangles, "add_tangents: only triangles have them");
    DIORAMA_EXPECTS(uv_set < mesh.uvs.size() && mesh.normals.size() == mesh.positions.size() &&
                        mesh.uvs[uv_set].size() == mesh.positions.size(),
                    "add_tangents: normals and texture coordinates are needed");
    const std::vector<vec2>& uvs = mesh.uvs[uv_set];
    if (auto ok = check_limits(mesh, uvs); !ok) return ok;

    // A corner that MikkTSpace leaves out, or finds no direction for, has no area around it.
    Work work{mesh, uvs, std::vector<vec4>(mesh.indices.size(), vec4(1, 0, 0, 1))};
    SMikkTSpaceInterface callbacks{};
    callbacks.m_getNumFaces = &face_count;
    callbacks.m_getNumVerticesOfFace = &vertices_of_face;
    callbacks.m_getPosition = &read_position;
    callbacks.m_getNormal = &read_normal;
    callbacks.m_getTexCoord = &read_uv;
    callbacks.m_setTSpaceBasic = &write_tangent;
    SMikkTSpaceContext context{&callbacks, &work};
    if (has_extent(mesh) && genTangSpaceDefault(&context) == 0)
        return fail(codes::tangent_limit, "MikkTSpace made no tangents, for lack of memory");
    mesh.tangents.clear();
    weld(mesh, work.corners);
    return {};
}

}  // namespace diorama::mesh
