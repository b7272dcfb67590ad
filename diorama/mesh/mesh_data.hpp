// SPDX-License-Identifier: MIT
/// \file
/// Geometry as plain data: Topology, MorphTarget, VertexAttribute, MeshData.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "diorama/core/math.hpp"

namespace diorama::mesh {

/// What consecutive indices make. Strips, loops and fans are turned into these lists on import.
enum class Topology : std::uint8_t { points, lines, triangles };

/// Displacements that a weight blends in.
struct MorphTarget {
    std::string name;             ///< as the file has it; may be empty
    std::vector<vec3> positions;  ///< one per vertex, or empty for none
    std::vector<vec3> normals;    ///< one per vertex, or empty for none
    std::vector<vec3> tangents;   ///< one per vertex, or empty for none; the sign never morphs
};

/// An attribute of vertices that nothing here reads, kept as it came: `_TEMPERATURE`, `COLOR_1`.
struct VertexAttribute {
    std::string name;                     ///< as the file has it
    std::uint16_t component_type = 5126;  ///< glTF's number: 5120 i8, 5121 u8, 5122 i16, 5123 u16,
                                          ///< 5125 u32, 5126 f32
    std::uint8_t rows = 1;                ///< numbers of a scalar, a vector or a matrix's column
    std::uint8_t columns = 1;             ///< more than 1 for a square matrix
    bool normalized = false;              ///< integers stand for 0..1 or -1..1
    std::uint32_t element_bytes = 4;      ///< of one vertex, matrix columns padded as in glTF
    std::vector<std::byte> data{};        ///< element_bytes for each vertex, little-endian
};

/// One drawable piece of geometry, one material.
///
/// Shape: every stream that is not empty has as many elements as `positions`.
/// Space: mesh-local, metres; counter-clockwise triangles face the viewer.
struct MeshData {
    Topology topology = Topology::triangles;  ///< what the indices make
    std::vector<vec3> positions;              ///< defines the vertex count
    std::vector<vec3> normals;             ///< unit length, unless a file says otherwise; or empty
    std::vector<vec4> tangents;            ///< xyz unit length, w the sign of the bitangent
    std::array<std::vector<vec2>, 4> uvs;  ///< texture coordinate sets 0 to 3
    std::vector<vec4> colors;              ///< COLOR_0, linear, straight alpha
    std::vector<std::array<std::uint16_t, 4>>
        joints;                 ///< per vertex, indices into the skin's joints
    std::vector<vec4> weights;  ///< per vertex, summing to 1 with more_weights
    std::vector<std::array<std::uint16_t, 4>>
        more_joints;                         ///< the fifth to eighth, where they were asked for
    std::vector<vec4> more_weights;          ///< of more_joints
    std::vector<VertexAttribute> others;     ///< attributes beyond these, in file order
    std::vector<std::uint32_t> indices;      ///< never empty where there is a vertex
    std::vector<MorphTarget> morph_targets;  ///< in file order
    Bounds bounds;                           ///< of a file's positions, unskinned and unmorphed

    /// Vertices of every stream.
    [[nodiscard]] std::size_t vertex_count() const noexcept { return positions.size(); }
    /// Whether it bends with joints.
    [[nodiscard]] bool skinned() const noexcept { return !joints.empty(); }
};

}  // namespace diorama::mesh
