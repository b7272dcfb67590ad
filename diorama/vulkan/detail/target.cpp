// SPDX-License-Identifier: MIT
#include "diorama/vulkan/detail/target.hpp"

#include <cstring>

namespace diorama::vulkan::detail {

namespace {

VkSampleCountFlagBits supported_samples(const Device& device, std::uint32_t wanted) {
    const VkPhysicalDeviceLimits& limits = device.properties().limits;
    const VkSampleCountFlags both =
        limits.framebufferColorSampleCounts & limits.framebufferDepthSampleCounts;
    for (std::uint32_t count = 64; count > 1; count /= 2) {
        // A sample count's flag is its own value.
        if (count <= wanted && (both & count) != 0)
            return static_cast<VkSampleCountFlagBits>(count);
    }
    return VK_SAMPLE_COUNT_1_BIT;
}

VkRenderingAttachmentInfo attachment(VkImageView view, VkImageLayout layout) {
    VkRenderingAttachmentInfo info{};
    info.sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO;
    info.imageView = view;
    info.imageLayout = layout;
    info.loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR;
    info.storeOp = VK_ATTACHMENT_STORE_OP_DONT_CARE;
    return info;
}

constexpr VkPipelineStageFlags2 kDepthStages =
    VK_PIPELINE_STAGE_2_EARLY_FRAGMENT_TESTS_BIT | VK_PIPELINE_STAGE_2_LATE_FRAGMENT_TESTS_BIT;

}  // namespace

Result<Target> Target::make(const Device& device, std::uint32_t width, std::uint32_t height,
                            std::uint32_t samples) {
    Target out;
    out.samples_ = supported_samples(device, samples);
    ImageSpec spec;
    spec.format = kColorFormat;
    spec.width = width;
    spec.height = height;
    spec.usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
    auto picture = Image::make(device, spec);
    if (!picture) return std::unexpected(std::move(picture.error()));
    out.picture_ = std::move(*picture);
    spec.samples = out.samples_;
    spec.usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
    if (out.samples_ != VK_SAMPLE_COUNT_1_BIT) {
        auto multisampled = Image::make(device, spec);
        if (!multisampled) return std::unexpected(std::move(multisampled.error()));
        out.multisampled_ = std::move(*multisampled);
    }
    spec.format = kDepthFormat;
    spec.usage = VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT;
    spec.aspect = VK_IMAGE_ASPECT_DEPTH_BIT;
    auto depth = Image::make(device, spec);
    if (!depth) return std::unexpected(std::move(depth.error()));
    out.depth_ = std::move(*depth);
    return out;
}

void Target::begin(const Device& device, VkCommandBuffer commands) const {
    const LayoutChange to_color{
        .to = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
        .source = VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT | VK_PIPELINE_STAGE_2_COPY_BIT,
        .destination = VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT,
        .destination_access = VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT};
    const bool resolves = samples_ != VK_SAMPLE_COUNT_1_BIT;
    change_layout(device, commands, picture_, to_color);
    if (resolves) change_layout(device, commands, multisampled_, to_color);
    change_layout(device, commands, depth_,
                  {.to = VK_IMAGE_LAYOUT_DEPTH_ATTACHMENT_OPTIMAL,
                   .source = kDepthStages,
                   .destination = kDepthStages,
                   .destination_access = VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_READ_BIT |
                                         VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT});
    VkRenderingAttachmentInfo color = attachment(resolves ? multisampled_.view() : picture_.view(),
                                                 VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL);
    if (resolves) {
        color.resolveMode = VK_RESOLVE_MODE_AVERAGE_BIT;
        color.resolveImageView = picture_.view();
        color.resolveImageLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
    } else {
        color.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
    }
    // Cleared to zero, which is infinitely far: depth is reversed.
    const VkRenderingAttachmentInfo depth =
        attachment(depth_.view(), VK_IMAGE_LAYOUT_DEPTH_ATTACHMENT_OPTIMAL);
    VkRenderingInfo info{};
    info.sType = VK_STRUCTURE_TYPE_RENDERING_INFO;
    info.renderArea = {{0, 0}, {width(), height()}};
    info.layerCount = 1;
    info.colorAttachmentCount = 1;
    info.pColorAttachments = &color;
    info.pDepthAttachment = &depth;
    device.vk().vkCmdBeginRendering(commands, &info);
    // A negative height turns Vulkan's clip space the right way up.
    const auto w = static_cast<float>(width());
    const auto h = static_cast<float>(height());
    const VkViewport viewport{0, h, w, -h, 0, 1};
    device.vk().vkCmdSetViewport(commands, 0, 1, &viewport);
    device.vk().vkCmdSetScissor(commands, 0, 1, &info.renderArea);
}

void Target::end(const Device& device, VkCommandBuffer commands) const {
    device.vk().vkCmdEndRendering(commands);
    change_layout(device, commands, picture_,
                  {.from = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
                   .to = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                   .source = VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT,
                   .source_access = VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT,
                   .destination = VK_PIPELINE_STAGE_2_COPY_BIT,
                   .destination_access = VK_ACCESS_2_TRANSFER_READ_BIT});
}

Result<texture::Image> Target::read(const Device& device, Transfer& transfer) const {
    texture::Image out;
    out.width = width();
    out.height = height();
    out.pixels.resize(std::size_t{out.width} * out.height * 4);
    auto buffer = Buffer::make(device, out.pixels.size(), VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                               MemoryUse::read_back);
    if (!buffer) return std::unexpected(std::move(buffer.error()));
    auto copied = transfer.run([&](VkCommandBuffer commands) {
        VkBufferImageCopy copy{};
        copy.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
        copy.imageExtent = {out.width, out.height, 1};
        device.vk().vkCmdCopyImageToBuffer(commands, picture_.get(),
                                           VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, buffer->get(), 1,
                                           &copy);
        wait_for_copy(device, commands, VK_PIPELINE_STAGE_2_HOST_BIT, VK_ACCESS_2_HOST_READ_BIT);
    });
    if (!copied) return std::unexpected(std::move(copied.error()));
    std::memcpy(out.pixels.data(), buffer->mapped(), out.pixels.size());
    return out;
}

}  // namespace diorama::vulkan::detail
