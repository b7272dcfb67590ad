// SPDX-License-Identifier: MIT
/// \file
/// Pipelines, made when first needed and kept: PipelineKey, Pipelines.
#pragma once

#include <compare>
#include <map>

#include "diorama/mesh/mesh_data.hpp"
#include "diorama/vulkan/detail/descriptors.hpp"
#include "diorama/vulkan/detail/material.hpp"

namespace diorama::vulkan::detail {

/// What a pipeline draws.
enum class Pass : std::uint8_t { mesh, shadow, sky };

/// All that tells pipelines apart. Culling and winding are set while drawing.
struct PipelineKey {
    Pass pass = Pass::mesh;                               ///< which shaders
    mesh::Topology topology = mesh::Topology::triangles;  ///< what indices make
    std::uint32_t features = 0;                           ///< a set of Feature

    /// Member by member.
    friend auto operator<=>(const PipelineKey&, const PipelineKey&) = default;
};

/// The key of \p key's pipeline in \p pass: a shadow needs fewer features, the sky none.
[[nodiscard]] PipelineKey pass_key(const PipelineKey& key, Pass pass) noexcept;

/// The pipelines of one set of attachments.
class Pipelines {
  public:
    /// Formats and samples of the attachments drawn into.
    struct Attachments {
        VkFormat color = VK_FORMAT_R8G8B8A8_SRGB;               ///< of the picture
        VkFormat depth = VK_FORMAT_D32_SFLOAT;                  ///< of depth and of shadow maps
        VkSampleCountFlagBits samples = VK_SAMPLE_COUNT_1_BIT;  ///< of both; shadow maps have one
    };

    /// Compiles the shaders' modules; \p layout must outlive the pipelines.
    [[nodiscard]] static Result<Pipelines> make(const Device& device, VkPipelineLayout layout,
                                                const Attachments& attachments);

    /// Makes the pipeline of \p key, unless it is there.
    ///
    /// Cost:    compiles on first use, tens of milliseconds on a software driver.
    /// Failure: vulkan-out-of-memory, vulkan-call-failed.
    [[nodiscard]] Result<> make_ready(const PipelineKey& key);
    /// The pipeline of \p key.
    ///
    /// Expects: make_ready() has made it.
    [[nodiscard]] VkPipeline made(const PipelineKey& key) const { return made_.at(key).get(); }

  private:
    struct FixedState;
    [[nodiscard]] Result<UniquePipeline> create(const PipelineKey& key) const;

    const Device* device_ = nullptr;
    VkPipelineLayout layout_ = VK_NULL_HANDLE;
    Attachments attachments_;
    UniqueShader mesh_vert_, mesh_frag_, shadow_vert_, shadow_frag_, sky_vert_, sky_frag_;
    std::map<PipelineKey, UniquePipeline> made_;
};

}  // namespace diorama::vulkan::detail
