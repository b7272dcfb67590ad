// SPDX-License-Identifier: MIT
// The half of ScenePass that records commands.
#include "diorama/vulkan/detail/scene_pass.hpp"

namespace diorama::vulkan::detail {

void ScenePass::bind_mesh(VkCommandBuffer commands, const GpuMesh& mesh,
                          const ResourceStore& store) const {
    std::array<VkBuffer, kStreams> buffers{};
    std::array<VkDeviceSize, kStreams> offsets{};
    std::array<VkDeviceSize, kStreams> strides{};
    for (std::uint32_t i = 0; i < kStreams; ++i) {
        const GpuMesh::Place& place = mesh.place(static_cast<Stream>(i));
        buffers[i] = place.there ? mesh.buffer() : store.defaults();
        // Stride 0 reads one value for every vertex.
        strides[i] = place.there ? kStreamFormats[i].stride : 0;
        offsets[i] = place.there ? place.offset : i == kColor ? 0 : ResourceStore::kDefaultZeros;
    }
    const VolkDeviceTable& vk = device_.vk();
    vk.vkCmdBindVertexBuffers2(commands, 0, kStreams, buffers.data(), offsets.data(), nullptr,
                               strides.data());
    vk.vkCmdBindIndexBuffer(commands, mesh.buffer(), mesh.index_offset(), VK_INDEX_TYPE_UINT32);
    const VkDescriptorSet set =
        mesh.morph_set() != VK_NULL_HANDLE ? mesh.morph_set() : store.no_morphs();
    vk.vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, layouts_.pipeline.get(),
                               2, 1, &set, 0, nullptr);
}

void ScenePass::record_draws(VkCommandBuffer commands, std::span<const Draw> draws,
                             const ResourceStore& store, Pass pass) {
    const VolkDeviceTable& vk = device_.vk();
    const Draw* last = nullptr;
    for (const Draw& draw : draws) {
        const PipelineKey key = pass_key(draw.key, pass);
        if (last == nullptr || pass_key(last->key, pass) != key) {
            vk.vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipelines_->made(key));
        }
        if (last == nullptr || last->material != draw.material) {
            const VkDescriptorSet set = store.material(draw.material).set.get();
            vk.vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_GRAPHICS,
                                       layouts_.pipeline.get(), 1, 1, &set, 0, nullptr);
        }
        const GpuMesh& mesh = store.mesh(draw.mesh);
        if (last == nullptr || last->mesh != draw.mesh) bind_mesh(commands, mesh, store);
        vk.vkCmdSetCullMode(commands, draw.cull);
        vk.vkCmdSetFrontFace(commands, draw.front);
        vk.vkCmdDrawIndexed(commands, mesh.index_count(), draw.count, 0, 0, draw.first);
        last = &draw;
    }
}

void ScenePass::record_shadows(VkCommandBuffer commands, const ResourceStore& store) {
    const VolkDeviceTable& vk = device_.vk();
    constexpr VkPipelineStageFlags2 kDepthStages =
        VK_PIPELINE_STAGE_2_EARLY_FRAGMENT_TESTS_BIT | VK_PIPELINE_STAGE_2_LATE_FRAGMENT_TESTS_BIT;
    change_layout(device_, commands, shadow_maps_,
                  {.to = VK_IMAGE_LAYOUT_DEPTH_ATTACHMENT_OPTIMAL,
                   .source = VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT,
                   .destination = kDepthStages,
                   .destination_access = VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_READ_BIT |
                                         VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT});
    for (std::uint32_t i = 0; i < shadows_.count; ++i) {
        VkRenderingAttachmentInfo depth{};
        depth.sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO;
        depth.imageView = shadow_layers_[i].get();
        depth.imageLayout = VK_IMAGE_LAYOUT_DEPTH_ATTACHMENT_OPTIMAL;
        depth.loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR;
        depth.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
        VkRenderingInfo info{};
        info.sType = VK_STRUCTURE_TYPE_RENDERING_INFO;
        info.renderArea = {{0, 0}, {kShadowSize, kShadowSize}};
        info.layerCount = 1;
        info.pDepthAttachment = &depth;
        vk.vkCmdBeginRendering(commands, &info);
        // The right way up, as the picture is, so that front faces are front faces here too.
        constexpr float kSize = kShadowSize;
        const VkViewport viewport{0, kSize, kSize, -kSize, 0, 1};
        vk.vkCmdSetViewport(commands, 0, 1, &viewport);
        vk.vkCmdSetScissor(commands, 0, 1, &info.renderArea);
        vk.vkCmdPushConstants(commands, layouts_.pipeline.get(), VK_SHADER_STAGE_VERTEX_BIT, 0,
                              sizeof(i), &i);
        record_draws(commands, list_.casters(), store, Pass::shadow);
        vk.vkCmdEndRendering(commands);
    }
    change_layout(device_, commands, shadow_maps_,
                  {.from = VK_IMAGE_LAYOUT_DEPTH_ATTACHMENT_OPTIMAL,
                   .to = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
                   .source = kDepthStages,
                   .source_access = VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT,
                   .destination = VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT,
                   .destination_access = VK_ACCESS_2_SHADER_SAMPLED_READ_BIT});
}

void ScenePass::record(VkCommandBuffer commands, const ResourceStore& store, const Target& target) {
    const VolkDeviceTable& vk = device_.vk();
    const VkDescriptorSet set = buffers_->set();
    vk.vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, layouts_.pipeline.get(),
                               0, 1, &set, 0, nullptr);
    if (shadows_.count > 0) record_shadows(commands, store);
    target.begin(device_, commands);
    record_draws(commands, list_.opaque(), store, Pass::mesh);
    vk.vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS,
                         pipelines_->made(pass_key({}, Pass::sky)));
    vk.vkCmdSetCullMode(commands, VK_CULL_MODE_NONE);
    vk.vkCmdSetFrontFace(commands, VK_FRONT_FACE_COUNTER_CLOCKWISE);
    vk.vkCmdDraw(commands, 3, 1, 0, 0);
    record_draws(commands, list_.blended(), store, Pass::mesh);
    target.end(device_, commands);
}

}  // namespace diorama::vulkan::detail
