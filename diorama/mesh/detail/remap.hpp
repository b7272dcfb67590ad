// SPDX-License-Identifier: MIT
/// \file
/// Moving whole vertices: for_each_stream, gather_vertices.
#pragma once

#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "diorama/mesh/mesh_data.hpp"

namespace diorama::mesh::detail {

/// Calls \p visit with every per-vertex vector of \p mesh, morph targets included, MeshData::others
/// not.
template <class Visit>
void for_each_stream(MeshData& mesh, const Visit& visit) {
    visit(mesh.positions);
    visit(mesh.normals);
    visit(mesh.tangents);
    for (std::vector<vec2>& uvs : mesh.uvs)
        visit(uvs);
    visit(mesh.colors);
    visit(mesh.joints);
    visit(mesh.weights);
    visit(mesh.more_joints);
    visit(mesh.more_weights);
    for (MorphTarget& target : mesh.morph_targets) {
        visit(target.positions);
        visit(target.normals);
        visit(target.tangents);
    }
}

/// Makes vertex i of \p mesh what vertex sources[i] was; indices stay as they are.
inline void gather_vertices(MeshData& mesh, std::span<const std::uint32_t> sources) {
    for_each_stream(mesh, [&](auto& stream) {
        if (stream.empty()) return;
        std::remove_reference_t<decltype(stream)> gathered;
        gathered.reserve(sources.size());
        for (const std::uint32_t source : sources)
            gathered.push_back(stream[source]);
        stream = std::move(gathered);
    });
    for (VertexAttribute& other : mesh.others) {
        std::vector<std::byte> gathered;
        gathered.reserve(sources.size() * other.element_bytes);
        for (const std::uint32_t source : sources) {
            const auto from = other.data.begin() + static_cast<std::ptrdiff_t>(std::size_t{source} *
                                                                               other.element_bytes);
            gathered.insert(gathered.end(), from, from + other.element_bytes);
        }
        other.data = std::move(gathered);
    }
}

}  // namespace diorama::mesh::detail
