// SPDX-License-Identifier: MIT
/// \file
/// A model's solid surface for a physics engine: CollisionTriangles, collision_triangles.
#pragma once

#include <cstdint>
#include <vector>

#include "diorama/core/error.hpp"
#include "diorama/core/math.hpp"
#include "diorama/gltf/asset.hpp"

namespace diorama::spawn {

/// Triangles in one space.
struct CollisionTriangles {
    std::vector<vec3> positions;         ///< corners, metres
    std::vector<std::uint32_t> indices;  ///< three per triangle, counter-clockwise from outside
};

/// The triangles of every mesh of \p asset that no skin bends, placed by \p root and their nodes.
///
/// Of scene \p scene, or the asset's default where that is -1, each node once, where it is reached
/// first, as spawn_gltf() places it; instances of EXT_mesh_gpu_instancing included, points and
/// lines left out. A mirrored node's triangles are turned round, so that they face out again.
/// Hidden nodes are solid too. Order:   depth first, children in file order; primitives in theirs.
/// Space:   that of \p root; placed in double precision.
/// Failure: spawn-scene-range for a scene that is not there; spawn-index-range, where the asset's
///          indices lead out of its lists, those of a mesh out of its vertices, or there are more
///          than 2^32 corners.
[[nodiscard]] Result<CollisionTriangles> collision_triangles(const gltf::GltfAsset& asset,
                                                             const mat4& root = mat4(1.0f),
                                                             std::int32_t scene = -1);

}  // namespace diorama::spawn
