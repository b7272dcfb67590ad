// SPDX-License-Identifier: MIT
/// \file
/// What a surface needs to be lit, made where a file left it out: bounds_of, add_flat_normals,
/// add_tangents.
#pragma once

#include <cstdint>
#include <span>

#include "diorama/core/error.hpp"
#include "diorama/mesh/mesh_data.hpp"

namespace diorama::mesh {

/// The box around \p points.
[[nodiscard]] Bounds bounds_of(std::span<const vec3> points) noexcept;

/// Gives every triangle of \p mesh its own three vertices, with the triangle's normal at each.
///
/// Streams and morph targets follow; indices become 0, 1, 2 ...; tangents and the targets' normals
/// and tangents, which belonged to other normals, are dropped. A target that moves positions gets
/// normals that make those of its triangles, whole. A triangle without area gets +Z, and where a
/// target takes its area, keeps its normal. Points and lines, which have no normals, are left as
/// they are.
/// Expects: check() holds.
/// Source:  glTF 2.0 sections 3.7.2.1 and 3.7.2.2: flat normals where none are given, for each
/// morph
///          target as well, provided tangents ignored.
void add_flat_normals(MeshData& mesh);

/// Triangles that may share one vertex when tangents are made: the reference code's recursion goes
/// as deep, and its time grows with the square.
inline constexpr std::uint32_t kMaxTangentValence = 1024;

/// Makes the tangents of \p mesh for normal maps on texture coordinate set \p uv_set, by MikkTSpace
/// with its defaults. Where the texture gives no direction, it is any at right angles to the normal:
/// all are unit vectors.
///
/// Every morph target that moves positions or normals gets the displacements that make the tangents
/// of the mesh it makes, whole; the sign of the bitangent stays. A vertex whose triangles have
/// different tangents, in the mesh or under a target, is split; all other vertices keep their
/// order, and copies follow at the end. Morph targets follow. Expects: check() holds; triangles
/// with normals and that texture coordinate set. Cost:    O(n log n), for the mesh and each such
/// target. Failure: mesh-tangent-limit, where more than kMaxTangentValence triangles share a vertex
/// or
///          there are more than 2^31 / 3 of them; \p mesh is then as it was.
/// Source:  glTF 2.0 sections 3.7.2.1 and 3.7.2.2; M. Mikkelsen, "Simulation of Wrinkled Surfaces
///          Revisited".
[[nodiscard]] Result<> add_tangents(MeshData& mesh, std::uint32_t uv_set);

}  // namespace diorama::mesh
