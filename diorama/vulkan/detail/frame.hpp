// SPDX-License-Identifier: MIT
/// \file
/// What one frame shares: FrameUniforms, GpuInstance, camera_uniforms, FrameBuffers.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "diorama/render/render_scene.hpp"
#include "diorama/vulkan/detail/descriptors.hpp"
#include "diorama/vulkan/detail/lighting.hpp"
#include "diorama/vulkan/detail/resources.hpp"
#include "diorama/vulkan/detail/shadows.hpp"

namespace diorama::vulkan::detail {

/// The uniform block of shaders/frame.glsl, std140.
struct FrameUniforms {
    mat4 view_projection{1};                          ///< camera-relative to clip; depth reversed
    std::array<mat4, kMaxShadows> shadow_matrices{};  ///< camera-relative to shadow clip space
    vec4 ray_right{0};                                ///< half the picture's width at distance 1
    vec4 ray_up{0};                                   ///< half its height
    vec4 ray_forward{0};                              ///< unit; w: 1 for an orthographic camera
    std::array<vec4, 3> sky_terms{};                  ///< sky_irradiance(), dimmed; [0].w: dimming
    std::uint32_t light_count = 0;                    ///< lights in the list
    float point_size = 1;                             ///< pixels
    float shadow_texel = 1.0f / kShadowSize;          ///< in texture coordinates
    float padding = 0;                                ///< std140 rounds up to 16 bytes
};

/// Instance of shaders/frame.glsl, std430.
struct GpuInstance {
    mat4 transform{1};               ///< mesh to camera-relative
    std::uint32_t joint_offset = 0;  ///< as in render::RenderInstance
    std::uint32_t joint_count = 0;   ///< as in render::RenderInstance
    std::uint32_t morph_offset = 0;  ///< as in render::RenderInstance
    std::uint32_t morph_count = 0;   ///< no more than the mesh has targets
};

/// The camera's part of FrameUniforms, for a picture of \p aspect, width over height.
///
/// A camera that has an aspect of its own is seen whole: the picture shows more beside or above it,
/// never less. Clip depth is 1 at the near plane and 0 at the far one or at infinity.
[[nodiscard]] FrameUniforms camera_uniforms(const render::Camera& camera, float aspect) noexcept;

/// The host's half of a frame's data, in buffers the device reads in place.
class FrameBuffers {
  public:
    /// Images set 0 reads, and how.
    struct Tables {
        VkImageView sky = VK_NULL_HANDLE;           ///< sky_table()
        VkImageView brdf = VK_NULL_HANDLE;          ///< brdf_table()
        VkImageView shadows = VK_NULL_HANDLE;       ///< all shadow maps
        VkSampler table_sampler = VK_NULL_HANDLE;   ///< linear, clamped
        VkSampler shadow_sampler = VK_NULL_HANDLE;  ///< comparing
    };
    /// What changes from frame to frame.
    struct Contents {
        const FrameUniforms& uniforms;           ///< uniform block
        std::span<const GpuLight> lights;        ///< all lights
        std::span<const GpuInstance> instances;  ///< in the order they are drawn
        std::span<const mat4> joints;            ///< RenderScene::joints
        std::span<const float> morph_weights;    ///< RenderScene::morph_weights
    };

    /// Allocates set 0 of \p layout.
    [[nodiscard]] static Result<FrameBuffers> make(const Device& device, DescriptorPools& pools,
                                                   VkDescriptorSetLayout layout,
                                                   const Tables& tables);
    /// Writes \p contents; the device must not be reading the ones before.
    ///
    /// Cost:    O(bytes); allocates only when something has outgrown its buffer.
    /// Failure: vulkan-too-large, vulkan-out-of-memory.
    [[nodiscard]] Result<> write(const Contents& contents);
    /// Set 0.
    [[nodiscard]] VkDescriptorSet set() const noexcept { return set_.get(); }

  private:
    [[nodiscard]] Result<> store(FrameBinding binding, std::span<const std::byte> bytes);

    const Device* device_ = nullptr;
    Set set_;
    std::array<Buffer, kFrameSky> buffers_;  // by FrameBinding
};

}  // namespace diorama::vulkan::detail
