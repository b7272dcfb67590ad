// SPDX-License-Identifier: MIT
/// \file
/// How indices connect vertices, and the same as plain lists: Assembly, topology_of, list_indices,
/// sequential_indices, check.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "diorama/core/error.hpp"
#include "diorama/mesh/mesh_data.hpp"

namespace diorama::mesh {

/// The ways a file may connect vertices; glTF's seven modes, in glTF's order.
enum class Assembly : std::uint8_t {
    points,
    lines,
    line_loop,
    line_strip,
    triangles,
    triangle_strip,
    triangle_fan
};

/// What \p assembly is made of.
[[nodiscard]] Topology topology_of(Assembly assembly) noexcept;

/// \p indices, connected as \p assembly says, as a list of points, lines or triangles.
///
/// Every triangle keeps the winding and the first vertex that the specification gives it. Indices
/// left over at the end, too few for one more line or triangle, are dropped; degenerate triangles
/// are kept. A loop of fewer than two vertices, a strip or fan too short for one piece, gives none.
/// Source: glTF 2.0 section 3.7.2.1 (primitive topologies).
[[nodiscard]] std::vector<std::uint32_t> list_indices(Assembly assembly,
                                                      std::span<const std::uint32_t> indices);

/// 0, 1, 2 ... \p count - 1.
[[nodiscard]] std::vector<std::uint32_t> sequential_indices(std::uint32_t count);

/// Whether every stream of \p mesh fits its positions and every index its vertices, and the indices
/// make whole points, lines or triangles.
///
/// Failure: mesh-stream-length, mesh-index-range; `where` is empty, for the caller to fill in.
[[nodiscard]] Result<> check(const MeshData& mesh);

}  // namespace diorama::mesh
