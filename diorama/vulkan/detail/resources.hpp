// SPDX-License-Identifier: MIT
/// \file
/// Buffers and images with their memory: Buffer, ImageSpec, Image; and Transfer, which fills them.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "diorama/vulkan/detail/device.hpp"

namespace diorama::vulkan::detail {

/// A buffer and its memory.
class Buffer {
  public:
    /// A buffer of \p size bytes, more than 0.
    ///
    /// Failure: vulkan-out-of-memory, vulkan-call-failed.
    [[nodiscard]] static Result<Buffer> make(const Device& device, VkDeviceSize size,
                                             VkBufferUsageFlags usage, MemoryUse use);

    /// The buffer; null for none.
    [[nodiscard]] VkBuffer get() const noexcept { return buffer_.get(); }
    /// Bytes.
    [[nodiscard]] VkDeviceSize size() const noexcept { return size_; }
    /// Its bytes for the host; null for MemoryUse::device.
    [[nodiscard]] std::byte* mapped() const noexcept { return memory_.mapped(); }

  private:
    Memory memory_;  // before buffer_, so that the buffer ends first
    UniqueBuffer buffer_;
    VkDeviceSize size_ = 0;
};

/// What an Image is made as.
struct ImageSpec {
    VkFormat format = VK_FORMAT_R8G8B8A8_UNORM;             ///< of a texel
    std::uint32_t width = 1;                                ///< texels
    std::uint32_t height = 1;                               ///< texels
    std::uint32_t levels = 1;                               ///< mip levels
    std::uint32_t layers = 1;                               ///< array layers
    VkSampleCountFlagBits samples = VK_SAMPLE_COUNT_1_BIT;  ///< per texel
    VkImageUsageFlags usage = 0;                            ///< what it is for
    VkImageAspectFlags aspect = VK_IMAGE_ASPECT_COLOR_BIT;  ///< of the view
    VkImageViewType view_type = VK_IMAGE_VIEW_TYPE_2D;      ///< of the view
};

/// An image of optimal tiling, its memory and a view of all of it.
class Image {
  public:
    /// The image \p spec describes.
    ///
    /// Failure: vulkan-too-large, vulkan-out-of-memory, vulkan-call-failed.
    [[nodiscard]] static Result<Image> make(const Device& device, const ImageSpec& spec);

    /// The image; null for none.
    [[nodiscard]] VkImage get() const noexcept { return image_.get(); }
    /// The view of all levels and layers.
    [[nodiscard]] VkImageView view() const noexcept { return view_.get(); }
    /// What it was made as.
    [[nodiscard]] const ImageSpec& spec() const noexcept { return spec_; }
    /// All its levels and layers.
    [[nodiscard]] VkImageSubresourceRange range() const noexcept;

  private:
    ImageSpec spec_;
    Memory memory_;
    UniqueImage image_;
    UniqueImageView view_;
};

/// A view of one layer of \p image.
[[nodiscard]] Result<UniqueImageView> make_layer_view(const Device& device, const Image& image,
                                                      std::uint32_t layer);

/// One change of an image's layout, and who waits for whom.
struct LayoutChange {
    VkImageLayout from = VK_IMAGE_LAYOUT_UNDEFINED;           ///< undefined: contents may be lost
    VkImageLayout to = VK_IMAGE_LAYOUT_UNDEFINED;             ///< after it
    VkPipelineStageFlags2 source = VK_PIPELINE_STAGE_2_NONE;  ///< stages waited for
    VkAccessFlags2 source_access = VK_ACCESS_2_NONE;          ///< their accesses
    VkPipelineStageFlags2 destination = VK_PIPELINE_STAGE_2_NONE;  ///< stages that wait
    VkAccessFlags2 destination_access = VK_ACCESS_2_NONE;          ///< their accesses
};

/// Records \p change of all of \p image.
void change_layout(const Device& device, VkCommandBuffer commands, const Image& image,
                   const LayoutChange& change);

/// Records that \p access in the stages \p reader waits for the copies recorded before.
void wait_for_copy(const Device& device, VkCommandBuffer commands, VkPipelineStageFlags2 reader,
                   VkAccessFlags2 access);

/// Runs commands to completion, and copies bytes of the host into buffers and images.
class Transfer {
  public:
    /// A transfer for \p device, which must outlive it.
    [[nodiscard]] static Result<Transfer> make(const Device& device);

    /// Records with \p record, submits, and waits until the device is done.
    ///
    /// Failure: vulkan-device-lost, vulkan-out-of-memory, vulkan-call-failed.
    [[nodiscard]] Result<> run(const std::function<void(VkCommandBuffer)>& record);
    /// Copies \p bytes to the start of \p buffer and waits.
    [[nodiscard]] Result<> upload(const Buffer& buffer, std::span<const std::byte> bytes);
    /// Copies \p levels, tightly packed and one after another in \p bytes, largest first, to the
    /// one layer of \p image, leaves it ready to be sampled, and waits.
    [[nodiscard]] Result<> upload(const Image& image, std::span<const std::byte> bytes);

  private:
    [[nodiscard]] Result<> stage(std::span<const std::byte> bytes);

    const Device* device_ = nullptr;
    UniqueCommandPool pool_;
    VkCommandBuffer commands_ = VK_NULL_HANDLE;
    UniqueFence fence_;
    Buffer staging_;
};

/// Bytes of one texel of \p format; only formats the renderer uploads.
[[nodiscard]] std::uint32_t texel_bytes(VkFormat format) noexcept;
/// Bytes of \p width x \p height texels of \p format, one of those or BC7's.
[[nodiscard]] VkDeviceSize level_bytes(VkFormat format, std::uint32_t width,
                                       std::uint32_t height) noexcept;

}  // namespace diorama::vulkan::detail
