// SPDX-License-Identifier: MIT
/// \file
/// Joints and weights as files have them made fit for drawing: InfluenceSet, InfluenceReport,
/// set_influences.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "diorama/core/error.hpp"
#include "diorama/mesh/mesh_data.hpp"

namespace diorama::mesh {

/// One JOINTS_n and WEIGHTS_n of a file.
///
/// Shape: as many joints as weights as vertices.
struct InfluenceSet {
    std::vector<std::array<std::uint16_t, 4>> joints;  ///< indices into the skin's joints
    std::vector<vec4> weights;                         ///< as stored
};

/// How many vertices were not as glTF asks.
struct InfluenceReport {
    std::size_t renormalised = 0;  ///< the weights did not sum to 1 within 1e-4
    std::size_t weightless = 0;    ///< all weights were 0; now bound to joint 0
    std::size_t reduced = 0;       ///< more joints had weight than are kept
    std::size_t merged = 0;        ///< one joint had weight more than once
};

/// What a sum of weights may miss 1 by without being reported; eight of them, each half a step of
/// 16 bits off, stay below it.
inline constexpr float kWeightSumTolerance = 1e-4f;

/// Fills the joints and weights of \p mesh from \p sets, the weights of each vertex summing to 1.
///
/// A joint that a vertex lists twice with weight is listed once with the sum. Up to \p most
/// influences keep the order of the file; of more, the greatest stay, greatest first, equal ones by
/// joint. The fifth to eighth go to more_joints and more_weights, where any vertex has one. A joint
/// without weight is written as joint 0. Expects: \p most is 4 or 8; every vector of every set is
/// as long as the positions of \p mesh. Failure: mesh-weight-invalid, naming the vertex and set; \p
/// mesh is then as it was. Source:  glTF 2.0 section 3.7.3.3 (skinned mesh attributes).
[[nodiscard]] Result<InfluenceReport> set_influences(MeshData& mesh,
                                                     std::span<const InfluenceSet> sets,
                                                     std::size_t most = 4);

}  // namespace diorama::mesh
