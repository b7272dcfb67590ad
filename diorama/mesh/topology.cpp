// SPDX-License-Identifier: MIT
#include "diorama/mesh/topology.hpp"

#include <numeric>
#include <string>

#include "diorama/mesh/error_codes.hpp"

namespace diorama::mesh {
namespace {

using Indices = std::vector<std::uint32_t>;

/// The leading whole pieces of \p size indices each.
Indices whole_pieces(std::span<const std::uint32_t> in, std::size_t size) {
    const std::span<const std::uint32_t> whole = in.first(in.size() - in.size() % size);
    return {whole.begin(), whole.end()};
}

Indices from_line_strip(std::span<const std::uint32_t> in, bool closed) {
    Indices out;
    if (in.size() < 2) return out;
    out.reserve(2 * in.size());
    for (std::size_t i = 0; i + 1 < in.size(); ++i) {
        out.push_back(in[i]);
        out.push_back(in[i + 1]);
    }
    if (closed) {
        out.push_back(in.back());
        out.push_back(in.front());
    }
    return out;
}

Indices from_triangle_strip(std::span<const std::uint32_t> in) {
    Indices out;
    if (in.size() < 3) return out;
    out.reserve(3 * (in.size() - 2));
    for (std::size_t i = 0; i + 2 < in.size(); ++i) {
        const std::size_t odd = i % 2;
        out.push_back(in[i]);
        out.push_back(in[i + 1 + odd]);
        out.push_back(in[i + 2 - odd]);
    }
    return out;
}

Indices from_triangle_fan(std::span<const std::uint32_t> in) {
    Indices out;
    if (in.size() < 3) return out;
    out.reserve(3 * (in.size() - 2));
    for (std::size_t i = 0; i + 2 < in.size(); ++i) {
        out.push_back(in[i + 1]);
        out.push_back(in[i + 2]);
        out.push_back(in[0]);
    }
    return out;
}

Result<> check_stream(const char* name, std::size_t size, std::size_t vertices) {
    if (size == 0 || size == vertices) return {};
    return fail(codes::stream_length, std::string(name) + " has " + std::to_string(size) +
                                          " elements, expected " + std::to_string(vertices) +
                                          " as in positions");
}

Result<> check_streams(const MeshData& mesh) {
    const std::size_t vertices = mesh.positions.size();
    if (auto ok = check_stream("normals", mesh.normals.size(), vertices); !ok) return ok;
    if (auto ok = check_stream("tangents", mesh.tangents.size(), vertices); !ok) return ok;
    for (const std::vector<vec2>& uvs : mesh.uvs)
        if (auto ok = check_stream("uvs", uvs.size(), vertices); !ok) return ok;
    if (auto ok = check_stream("colors", mesh.colors.size(), vertices); !ok) return ok;
    if (auto ok = check_stream("joints", mesh.joints.size(), vertices); !ok) return ok;
    if (auto ok = check_stream("weights", mesh.weights.size(), vertices); !ok) return ok;
    if (auto ok = check_stream("more joints", mesh.more_joints.size(), vertices); !ok) return ok;
    if (auto ok = check_stream("more weights", mesh.more_weights.size(), vertices); !ok) return ok;
    if (mesh.more_joints.size() != mesh.more_weights.size() ||
        (!mesh.more_joints.empty() && mesh.joints.empty()))
        return fail(codes::stream_length,
                    "a fifth influence without its weight or the first four, expected all of them");
    if (mesh.joints.size() != mesh.weights.size())
        return fail(codes::stream_length, std::to_string(mesh.joints.size()) + " joints but " +
                                              std::to_string(mesh.weights.size()) +
                                              " weights, expected as many");
    for (const VertexAttribute& other : mesh.others)
        if (other.element_bytes == 0 || other.data.size() != vertices * other.element_bytes)
            return fail(codes::stream_length,
                        other.name + " has " + std::to_string(other.data.size()) +
                            " bytes, expected " + std::to_string(other.element_bytes) +
                            " for each of " + std::to_string(vertices) + " vertices");
    for (const MorphTarget& target : mesh.morph_targets) {
        if (auto ok = check_stream("morph positions", target.positions.size(), vertices); !ok)
            return ok;
        if (auto ok = check_stream("morph normals", target.normals.size(), vertices); !ok)
            return ok;
        if (auto ok = check_stream("morph tangents", target.tangents.size(), vertices); !ok)
            return ok;
    }
    return {};
}

}  // namespace

Topology topology_of(Assembly assembly) noexcept {
    switch (assembly) {
        case Assembly::points:
            return Topology::points;
        case Assembly::lines:
        case Assembly::line_loop:
        case Assembly::line_strip:
            return Topology::lines;
        case Assembly::triangles:
        case Assembly::triangle_strip:
        case Assembly::triangle_fan:
            break;
    }
    return Topology::triangles;
}

std::vector<std::uint32_t> list_indices(Assembly assembly, std::span<const std::uint32_t> indices) {
    switch (assembly) {
        case Assembly::points:
            return whole_pieces(indices, 1);
        case Assembly::lines:
            return whole_pieces(indices, 2);
        case Assembly::line_loop:
            return from_line_strip(indices, true);
        case Assembly::line_strip:
            return from_line_strip(indices, false);
        case Assembly::triangles:
            return whole_pieces(indices, 3);
        case Assembly::triangle_strip:
            return from_triangle_strip(indices);
        case Assembly::triangle_fan:
            break;
    }
    return from_triangle_fan(indices);
}

std::vector<std::uint32_t> sequential_indices(std::uint32_t count) {
    Indices all(count);
    std::iota(all.begin(), all.end(), 0U);
    return all;
}

Result<> check(const MeshData& mesh) {
    if (auto ok = check_streams(mesh); !ok) return ok;
    const std::size_t piece = static_cast<std::size_t>(mesh.topology) + 1;
    if (mesh.indices.size() % piece != 0)
        return fail(codes::stream_length, std::to_string(mesh.indices.size()) +
                                              " indices, expected a multiple of " +
                                              std::to_string(piece));
    for (std::size_t i = 0; i < mesh.indices.size(); ++i)
        if (mesh.indices[i] >= mesh.positions.size())
            return fail(codes::index_range,
                        "index " + std::to_string(i) + " is " + std::to_string(mesh.indices[i]) +
                            ", expected below " + std::to_string(mesh.positions.size()));
    return {};
}

}  // namespace diorama::mesh
