// SPDX-License-Identifier: MIT
#include "diorama/vulkan/detail/resources.hpp"

#include <algorithm>
#include <cstring>
#include <string>

#include "diorama/texture/image.hpp"
#include "diorama/vulkan/error_codes.hpp"

namespace diorama::vulkan::detail {

Result<Buffer> Buffer::make(const Device& device, VkDeviceSize size, VkBufferUsageFlags usage,
                            MemoryUse use) {
    VkBufferCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
    info.size = size;
    info.usage = usage;
    VkBuffer handle = VK_NULL_HANDLE;
    if (const VkResult r = device.vk().vkCreateBuffer(device.handle(), &info, nullptr, &handle);
        r != VK_SUCCESS) {
        return vk_fail(r, "vkCreateBuffer of " + std::to_string(size) + " bytes");
    }
    Buffer buffer;
    buffer.buffer_ = UniqueBuffer(device.calls(), handle);
    buffer.size_ = size;
    VkMemoryRequirements needs;
    device.vk().vkGetBufferMemoryRequirements(device.handle(), handle, &needs);
    auto memory = device.allocator().allocate(needs, use, false);
    if (!memory) return std::unexpected(std::move(memory.error()));
    buffer.memory_ = std::move(*memory);
    if (const VkResult r = device.vk().vkBindBufferMemory(
            device.handle(), handle, buffer.memory_.handle(), buffer.memory_.offset());
        r != VK_SUCCESS) {
        return vk_fail(r, "vkBindBufferMemory");
    }
    return buffer;
}

namespace {

Result<UniqueImageView> make_view(const Device& device, VkImage image, const ImageSpec& spec,
                                  VkImageViewType type, std::uint32_t layer, std::uint32_t layers) {
    VkImageViewCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO;
    info.image = image;
    info.viewType = type;
    info.format = spec.format;
    info.subresourceRange = {spec.aspect, 0, spec.levels, layer, layers};
    VkImageView view = VK_NULL_HANDLE;
    if (const VkResult r = device.vk().vkCreateImageView(device.handle(), &info, nullptr, &view);
        r != VK_SUCCESS) {
        return vk_fail(r, "vkCreateImageView");
    }
    return UniqueImageView(device.calls(), view);
}

}  // namespace

Result<Image> Image::make(const Device& device, const ImageSpec& spec) {
    const std::uint32_t limit = device.properties().limits.maxImageDimension2D;
    if (spec.width > limit || spec.height > limit) {
        return fail(codes::vulkan_too_large,
                    "an image of " + std::to_string(spec.width) + " x " +
                        std::to_string(spec.height) + ", the device takes up to " +
                        std::to_string(limit) + " a side",
                    {}, "use a smaller image");
    }
    VkImageCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO;
    info.imageType = VK_IMAGE_TYPE_2D;
    info.format = spec.format;
    info.extent = {spec.width, spec.height, 1};
    info.mipLevels = spec.levels;
    info.arrayLayers = spec.layers;
    info.samples = spec.samples;
    info.tiling = VK_IMAGE_TILING_OPTIMAL;
    info.usage = spec.usage;
    VkImage handle = VK_NULL_HANDLE;
    if (const VkResult r = device.vk().vkCreateImage(device.handle(), &info, nullptr, &handle);
        r != VK_SUCCESS) {
        return vk_fail(r, "vkCreateImage");
    }
    Image image;
    image.spec_ = spec;
    image.image_ = UniqueImage(device.calls(), handle);
    VkMemoryRequirements needs;
    device.vk().vkGetImageMemoryRequirements(device.handle(), handle, &needs);
    auto memory = device.allocator().allocate(needs, MemoryUse::device, true);
    if (!memory) return std::unexpected(std::move(memory.error()));
    image.memory_ = std::move(*memory);
    if (const VkResult r = device.vk().vkBindImageMemory(
            device.handle(), handle, image.memory_.handle(), image.memory_.offset());
        r != VK_SUCCESS) {
        return vk_fail(r, "vkBindImageMemory");
    }
    auto view = make_view(device, handle, spec, spec.view_type, 0, spec.layers);
    if (!view) return std::unexpected(std::move(view.error()));
    image.view_ = std::move(*view);
    return image;
}

VkImageSubresourceRange Image::range() const noexcept {
    return {spec_.aspect, 0, spec_.levels, 0, spec_.layers};
}

Result<UniqueImageView> make_layer_view(const Device& device, const Image& image,
                                        std::uint32_t layer) {
    return make_view(device, image.get(), image.spec(), VK_IMAGE_VIEW_TYPE_2D, layer, 1);
}

void change_layout(const Device& device, VkCommandBuffer commands, const Image& image,
                   const LayoutChange& change) {
    VkImageMemoryBarrier2 barrier{};
    barrier.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER_2;
    barrier.srcStageMask = change.source;
    barrier.srcAccessMask = change.source_access;
    barrier.dstStageMask = change.destination;
    barrier.dstAccessMask = change.destination_access;
    barrier.oldLayout = change.from;
    barrier.newLayout = change.to;
    barrier.srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    barrier.image = image.get();
    barrier.subresourceRange = image.range();
    VkDependencyInfo info{};
    info.sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO;
    info.imageMemoryBarrierCount = 1;
    info.pImageMemoryBarriers = &barrier;
    device.vk().vkCmdPipelineBarrier2(commands, &info);
}

void wait_for_copy(const Device& device, VkCommandBuffer commands, VkPipelineStageFlags2 reader,
                   VkAccessFlags2 access) {
    VkMemoryBarrier2 barrier{};
    barrier.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER_2;
    barrier.srcStageMask = VK_PIPELINE_STAGE_2_COPY_BIT;
    barrier.srcAccessMask = VK_ACCESS_2_TRANSFER_WRITE_BIT;
    barrier.dstStageMask = reader;
    barrier.dstAccessMask = access;
    VkDependencyInfo info{};
    info.sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO;
    info.memoryBarrierCount = 1;
    info.pMemoryBarriers = &barrier;
    device.vk().vkCmdPipelineBarrier2(commands, &info);
}

Result<Transfer> Transfer::make(const Device& device) {
    Transfer transfer;
    transfer.device_ = &device;
    VkCommandPoolCreateInfo pool_info{};
    pool_info.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
    pool_info.queueFamilyIndex = device.queue_family();
    VkCommandPool pool = VK_NULL_HANDLE;
    if (const VkResult r =
            device.vk().vkCreateCommandPool(device.handle(), &pool_info, nullptr, &pool);
        r != VK_SUCCESS) {
        return vk_fail(r, "vkCreateCommandPool");
    }
    transfer.pool_ = UniqueCommandPool(device.calls(), pool);
    VkCommandBufferAllocateInfo buffer_info{};
    buffer_info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
    buffer_info.commandPool = pool;
    buffer_info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
    buffer_info.commandBufferCount = 1;
    if (const VkResult r = device.vk().vkAllocateCommandBuffers(device.handle(), &buffer_info,
                                                                &transfer.commands_);
        r != VK_SUCCESS) {
        return vk_fail(r, "vkAllocateCommandBuffers");
    }
    VkFenceCreateInfo fence_info{};
    fence_info.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO;
    VkFence fence = VK_NULL_HANDLE;
    if (const VkResult r = device.vk().vkCreateFence(device.handle(), &fence_info, nullptr, &fence);
        r != VK_SUCCESS) {
        return vk_fail(r, "vkCreateFence");
    }
    transfer.fence_ = UniqueFence(device.calls(), fence);
    return transfer;
}

Result<> Transfer::run(const std::function<void(VkCommandBuffer)>& record) {
    const VolkDeviceTable& vk = device_->vk();
    const VkDevice device = device_->handle();
    if (const VkResult r = vk.vkResetCommandPool(device, pool_.get(), 0); r != VK_SUCCESS) {
        return vk_fail(r, "vkResetCommandPool");
    }
    VkCommandBufferBeginInfo begin{};
    begin.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
    begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
    if (const VkResult r = vk.vkBeginCommandBuffer(commands_, &begin); r != VK_SUCCESS) {
        return vk_fail(r, "vkBeginCommandBuffer");
    }
    record(commands_);
    if (const VkResult r = vk.vkEndCommandBuffer(commands_); r != VK_SUCCESS) {
        return vk_fail(r, "vkEndCommandBuffer");
    }
    VkCommandBufferSubmitInfo buffer{};
    buffer.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO;
    buffer.commandBuffer = commands_;
    VkSubmitInfo2 submit{};
    submit.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO_2;
    submit.commandBufferInfoCount = 1;
    submit.pCommandBufferInfos = &buffer;
    const VkFence fence = fence_.get();
    if (const VkResult r = vk.vkQueueSubmit2(device_->queue(), 1, &submit, fence);
        r != VK_SUCCESS) {
        return vk_fail(r, "vkQueueSubmit2");
    }
    if (const VkResult r = vk.vkWaitForFences(device, 1, &fence, VK_TRUE, UINT64_MAX);
        r != VK_SUCCESS) {
        return vk_fail(r, "vkWaitForFences");
    }
    if (const VkResult r = vk.vkResetFences(device, 1, &fence); r != VK_SUCCESS) {
        return vk_fail(r, "vkResetFences");
    }
    return {};
}

Result<> Transfer::stage(std::span<const std::byte> bytes) {
    if (staging_.size() < bytes.size()) {
        // A little spare room saves making it anew for each slightly larger resource.
        constexpr VkDeviceSize kLeast = VkDeviceSize{1} << 20;
        auto grown = Buffer::make(*device_, std::max<VkDeviceSize>(kLeast, bytes.size()),
                                  VK_BUFFER_USAGE_TRANSFER_SRC_BIT, MemoryUse::upload);
        if (!grown) return std::unexpected(std::move(grown.error()));
        staging_ = std::move(*grown);
    }
    std::memcpy(staging_.mapped(), bytes.data(), bytes.size());
    return {};
}

Result<> Transfer::upload(const Buffer& buffer, std::span<const std::byte> bytes) {
    if (auto ok = stage(bytes); !ok) return ok;
    return run([&](VkCommandBuffer commands) {
        const VkBufferCopy copy{0, 0, bytes.size()};
        device_->vk().vkCmdCopyBuffer(commands, staging_.get(), buffer.get(), 1, &copy);
        // The fence tells the host; later submissions need to be told too.
        wait_for_copy(*device_, commands, VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
                      VK_ACCESS_2_MEMORY_READ_BIT);
    });
}

namespace {

/// Some rows of one level, and where they are among the bytes of all levels.
struct Piece {
    VkBufferImageCopy copy{};
    VkDeviceSize size = 0;
};

/// All levels of \p spec in order, in pieces of at most \p most bytes or one row of blocks.
std::vector<Piece> pieces_of(const ImageSpec& spec, VkDeviceSize most) {
    constexpr std::uint32_t kBlockRows = 4;  // of BC7; other formats may as well
    std::vector<Piece> out;
    VkDeviceSize offset = 0;
    for (std::uint32_t level = 0; level < spec.levels; ++level) {
        const std::uint32_t width = std::max(1u, spec.width >> level);
        const std::uint32_t height = std::max(1u, spec.height >> level);
        const VkDeviceSize block_row = level_bytes(spec.format, width, kBlockRows);
        const auto fitting = std::max<VkDeviceSize>(most / block_row, 1) * kBlockRows;
        const auto step = static_cast<std::uint32_t>(std::min<VkDeviceSize>(fitting, height));
        for (std::uint32_t y = 0; y < height; y += step) {
            Piece piece;
            const std::uint32_t rows = std::min(step, height - y);
            piece.size = level_bytes(spec.format, width, rows);
            piece.copy.bufferOffset = offset;
            piece.copy.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, level, 0, 1};
            piece.copy.imageOffset = {0, static_cast<std::int32_t>(y), 0};
            piece.copy.imageExtent = {width, rows, 1};
            offset += piece.size;
            out.push_back(piece);
        }
    }
    return out;
}

}  // namespace

Result<> Transfer::upload(const Image& image, std::span<const std::byte> bytes) {
    // A great image goes through a small buffer in turns.
    constexpr VkDeviceSize kMost = VkDeviceSize{64} << 20;
    const std::vector<Piece> pieces = pieces_of(image.spec(), kMost);
    for (std::size_t first = 0; first < pieces.size();) {
        const VkDeviceSize start = pieces[first].copy.bufferOffset;
        std::vector<VkBufferImageCopy> copies;
        VkDeviceSize size = 0;
        std::size_t next = first;
        for (; next < pieces.size() && (next == first || size + pieces[next].size <= kMost);
             ++next) {
            copies.push_back(pieces[next].copy);
            copies.back().bufferOffset -= start;
            size += pieces[next].size;
        }
        if (auto ok = stage(bytes.subspan(start, size)); !ok) return ok;
        const bool begins = first == 0, ends = next == pieces.size();
        Result<> done = run([&](VkCommandBuffer commands) {
            if (begins)
                change_layout(*device_, commands, image,
                              {.to = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                               .destination = VK_PIPELINE_STAGE_2_COPY_BIT,
                               .destination_access = VK_ACCESS_2_TRANSFER_WRITE_BIT});
            device_->vk().vkCmdCopyBufferToImage(
                commands, staging_.get(), image.get(), VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                static_cast<std::uint32_t>(copies.size()), copies.data());
            if (!ends) return;
            change_layout(*device_, commands, image,
                          {.from = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                           .to = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
                           .source = VK_PIPELINE_STAGE_2_COPY_BIT,
                           .source_access = VK_ACCESS_2_TRANSFER_WRITE_BIT,
                           .destination = VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT,
                           .destination_access = VK_ACCESS_2_SHADER_SAMPLED_READ_BIT});
        });
        if (!done) return done;
        first = next;
    }
    return {};
}

VkDeviceSize level_bytes(VkFormat format, std::uint32_t width, std::uint32_t height) noexcept {
    if (format == VK_FORMAT_BC7_UNORM_BLOCK || format == VK_FORMAT_BC7_SRGB_BLOCK)
        return texture::byte_size(texture::PixelFormat::bc7, width, height);
    return VkDeviceSize{width} * height * texel_bytes(format);
}

std::uint32_t texel_bytes(VkFormat format) noexcept {
    switch (format) {
        case VK_FORMAT_R16G16B16A16_UNORM:
        case VK_FORMAT_R16G16B16A16_SFLOAT:
            return 8;
        default:
            return 4;
    }
}

}  // namespace diorama::vulkan::detail
