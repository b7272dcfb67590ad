// SPDX-License-Identifier: MIT
/// \file
/// A mesh on the device: Stream, GpuMesh.
#pragma once

#include <array>
#include <cstdint>

#include "diorama/mesh/mesh_data.hpp"
#include "diorama/vulkan/detail/descriptors.hpp"
#include "diorama/vulkan/detail/resources.hpp"

namespace diorama::vulkan::detail {

/// Vertex streams; the value is the binding and the location in shaders/vertex.glsl.
enum Stream : std::uint32_t {
    kPosition,
    kNormal,
    kTangent,
    kUv0,
    kUv1,
    kUv2,
    kUv3,
    kColor,
    kJoints,
    kWeights,
    kStreams,
};

/// Bytes of an element of each stream, and what it reads as.
struct StreamFormat {
    std::uint32_t stride;  ///< bytes
    VkFormat format;       ///< of the attribute
};
inline constexpr std::array<StreamFormat, kStreams> kStreamFormats{{
    {12, VK_FORMAT_R32G32B32_SFLOAT},
    {12, VK_FORMAT_R32G32B32_SFLOAT},
    {16, VK_FORMAT_R32G32B32A32_SFLOAT},
    {8, VK_FORMAT_R32G32_SFLOAT},
    {8, VK_FORMAT_R32G32_SFLOAT},
    {8, VK_FORMAT_R32G32_SFLOAT},
    {8, VK_FORMAT_R32G32_SFLOAT},
    {16, VK_FORMAT_R32G32B32A32_SFLOAT},
    {8, VK_FORMAT_R16G16B16A16_UINT},
    {16, VK_FORMAT_R32G32B32A32_SFLOAT},
}};

/// Makes meshes of one device.
struct MeshMaker {
    const Device& device;              ///< where
    Transfer& transfer;                ///< how
    DescriptorPools& pools;            ///< of the morph sets
    VkDescriptorSetLayout set_layout;  ///< of the morph sets
};

/// One mesh: all its streams, indices and morph targets in one buffer.
class GpuMesh {
  public:
    /// Where a stream lies; a missing one is read from the defaults buffer, with stride 0.
    struct Place {
        bool there = false;       ///< whether the mesh has it
        VkDeviceSize offset = 0;  ///< from the buffer's start
    };

    /// Uploads \p mesh, which has passed render::check_mesh().
    ///
    /// Failure: vulkan-too-large, vulkan-out-of-memory, vulkan-call-failed, vulkan-device-lost.
    [[nodiscard]] static Result<GpuMesh> make(const MeshMaker& maker, const mesh::MeshData& mesh);

    /// Its buffer; null when it has nothing to draw.
    [[nodiscard]] VkBuffer buffer() const noexcept { return buffer_.get(); }
    /// Where \p stream lies.
    [[nodiscard]] const Place& place(Stream stream) const noexcept { return places_[stream]; }
    /// Where the 32-bit indices lie, from the buffer's start.
    [[nodiscard]] VkDeviceSize index_offset() const noexcept { return index_offset_; }
    /// Number of indices.
    [[nodiscard]] std::uint32_t index_count() const noexcept { return index_count_; }
    /// What the indices make.
    [[nodiscard]] mesh::Topology topology() const noexcept { return topology_; }
    /// Of its positions, unskinned, with every morph target at 0 and at 1.
    [[nodiscard]] const Bounds& bounds() const noexcept { return bounds_; }
    /// Number of morph targets.
    [[nodiscard]] std::uint32_t morph_count() const noexcept { return morph_count_; }
    /// The set with its morph targets; null when it has none.
    [[nodiscard]] VkDescriptorSet morph_set() const noexcept { return morph_set_.get(); }

  private:
    class Packer;
    /// Puts all of \p mesh into \p packer, and notes where it lies.
    [[nodiscard]] Result<> pack(const Device& device, const mesh::MeshData& mesh, Packer& packer);

    Buffer buffer_;
    Set morph_set_;
    std::array<Place, kStreams> places_{};
    VkDeviceSize index_offset_ = 0;
    VkDeviceSize morph_offset_ = 0;
    std::uint32_t index_count_ = 0;
    std::uint32_t morph_count_ = 0;
    mesh::Topology topology_ = mesh::Topology::triangles;
    Bounds bounds_;
};

}  // namespace diorama::vulkan::detail
