// SPDX-License-Identifier: MIT
/// \file
/// Descriptor sets and what they hold: SetLayouts, DescriptorPools, Set, SetWriter.
/// Plain sets, no bindless: software drivers have none.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "diorama/vulkan/detail/device.hpp"

namespace diorama::vulkan::detail {

/// Set 0: what one frame shares. The numbers stand in shaders/frame.glsl too.
enum FrameBinding : std::uint32_t {
    kFrameUniforms,
    kFrameLights,
    kFrameInstances,
    kFrameJoints,
    kFrameMorphWeights,
    kFrameSky,
    kFrameBrdf,
    kFrameShadows,
    kFrameBindings,
};

/// Set 1: one material. The numbers stand in shaders/material.glsl too.
enum MaterialBinding : std::uint32_t {
    kMaterialUniforms,
    kMaterialFirstTexture,
    kMaterialBindings = kMaterialFirstTexture + 5,
};

/// Set 2: one mesh; its morph targets. The number stands in shaders/vertex.glsl too.
enum MeshBinding : std::uint32_t { kMeshMorphs, kMeshBindings };

/// The layouts of the three sets, and of the pipelines made of them.
struct SetLayouts {
    UniqueSetLayout frame;          ///< set 0
    UniqueSetLayout material;       ///< set 1
    UniqueSetLayout mesh;           ///< set 2
    UniquePipelineLayout pipeline;  ///< all three, and an index as push constant

    /// Makes them.
    [[nodiscard]] static Result<SetLayouts> make(const Device& device);
};

class DescriptorPools;

/// One descriptor set, given back to its pool when it ends.
class Set {
  public:
    Set() = default;
    Set(Set&& other) noexcept { *this = std::move(other); }
    Set& operator=(Set&& other) noexcept {
        std::swap(pools_, other.pools_);
        std::swap(pool_, other.pool_);
        std::swap(handle_, other.handle_);
        return *this;
    }
    ~Set();

    /// The set; null for none.
    [[nodiscard]] VkDescriptorSet get() const noexcept { return handle_; }

  private:
    friend class DescriptorPools;

    DescriptorPools* pools_ = nullptr;
    std::size_t pool_ = 0;
    VkDescriptorSet handle_ = VK_NULL_HANDLE;
};

/// Pools that sets come from; more are made as they fill. Must outlive its sets, and must not move
/// while there are any.
class DescriptorPools {
  public:
    explicit DescriptorPools(const Device& device) : device_(device) {}
    DescriptorPools(const DescriptorPools&) = delete;
    DescriptorPools& operator=(const DescriptorPools&) = delete;

    /// A set of \p layout.
    ///
    /// Failure: vulkan-out-of-memory, vulkan-call-failed.
    [[nodiscard]] Result<Set> allocate(VkDescriptorSetLayout layout);

  private:
    friend class Set;

    struct Pool {
        UniqueDescriptorPool pool;
        std::uint32_t free = 0;
    };

    [[nodiscard]] Result<> add_pool();
    [[nodiscard]] Result<Set> allocate_from(std::size_t at, VkDescriptorSetLayout layout);

    const Device& device_;
    std::vector<Pool> pools_;
};

/// Gathers writes to a set and makes them at once.
class SetWriter {
  public:
    /// Binds \p size bytes of \p buffer from \p offset.
    SetWriter& buffer(std::uint32_t binding, VkDescriptorType type, VkBuffer buffer,
                      VkDeviceSize offset, VkDeviceSize size);
    /// Binds \p view, read with \p sampler.
    SetWriter& texture(std::uint32_t binding, VkImageView view, VkSampler sampler);
    /// Writes all of it to \p set.
    void write(const Device& device, VkDescriptorSet set);

  private:
    std::vector<VkWriteDescriptorSet> writes_;
    std::deque<VkDescriptorBufferInfo> buffers_;  // deques: the writes point into them
    std::deque<VkDescriptorImageInfo> images_;
};

}  // namespace diorama::vulkan::detail
