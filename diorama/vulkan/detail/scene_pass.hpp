// SPDX-License-Identifier: MIT
/// \file
/// Draws a RenderScene into a Target: ScenePass.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "diorama/render/render_scene.hpp"
#include "diorama/vulkan/detail/draw_list.hpp"
#include "diorama/vulkan/detail/frame.hpp"
#include "diorama/vulkan/detail/lighting.hpp"
#include "diorama/vulkan/detail/resource_store.hpp"
#include "diorama/vulkan/detail/shadows.hpp"
#include "diorama/vulkan/detail/sky.hpp"
#include "diorama/vulkan/detail/target.hpp"

namespace diorama::vulkan::detail {

/// Everything between a scene and a target, whatever the target is for: prepare, then record.
class ScenePass {
  public:
    /// A pass whose pipelines fit targets of \p samples.
    [[nodiscard]] static Result<std::unique_ptr<ScenePass>> make(const Device& device,
                                                                 Transfer& transfer,
                                                                 DescriptorPools& pools,
                                                                 const SetLayouts& layouts,
                                                                 VkSampleCountFlagBits samples);

    /// Puts \p scene, which has passed the ledger's check, into buffers the device reads, and makes
    /// the pipelines it needs. The device must be done with the scene before.
    ///
    /// Cost:    O(instances log instances); allocates while lists grow.
    /// Failure: vulkan-out-of-memory, vulkan-too-large, vulkan-call-failed.
    [[nodiscard]] Result<> prepare(const render::RenderScene& scene, const ResourceStore& store,
                                   const Target& target);
    /// Records what prepare() has put together.
    void record(VkCommandBuffer commands, const ResourceStore& store, const Target& target);

  private:
    ScenePass(const Device& device, const SetLayouts& layouts)
        : device_(device), layouts_(layouts) {}

    [[nodiscard]] Result<> make_tables(Transfer& transfer);
    [[nodiscard]] Result<> make_shadow_maps(Transfer& transfer);
    void collect_items(const render::RenderScene& scene, const ResourceStore& store);
    void collect_instances(const render::RenderScene& scene, const ResourceStore& store);
    void light_scene(const render::RenderScene& scene);
    [[nodiscard]] Result<> prepare_pipelines();
    void record_shadows(VkCommandBuffer commands, const ResourceStore& store);
    void record_draws(VkCommandBuffer commands, std::span<const Draw> draws,
                      const ResourceStore& store, Pass pass);
    void bind_mesh(VkCommandBuffer commands, const GpuMesh& mesh, const ResourceStore& store) const;

    const Device& device_;
    const SetLayouts& layouts_;
    Image sky_;
    Image brdf_;
    Image shadow_maps_;
    std::array<UniqueImageView, kMaxShadows> shadow_layers_;
    UniqueSampler table_sampler_;
    UniqueSampler shadow_sampler_;
    std::array<vec3, 3> irradiance_{};
    std::optional<Pipelines> pipelines_;
    std::optional<FrameBuffers> buffers_;

    // Of the scene prepared last; kept for their capacity.
    std::vector<DrawItem> items_;
    std::vector<Bounds> bounds_;  // of the items
    DrawList list_;
    std::vector<GpuInstance> instances_;
    Lighting lighting_;
    ShadowSetup shadows_;
    std::vector<float> scratch_;
};

}  // namespace diorama::vulkan::detail
