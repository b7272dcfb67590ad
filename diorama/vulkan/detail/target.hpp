// SPDX-License-Identifier: MIT
/// \file
/// What is drawn into: Target.
#pragma once

#include "diorama/texture/image.hpp"
#include "diorama/vulkan/detail/resources.hpp"

namespace diorama::vulkan::detail {

/// A picture with depth, several samples a pixel, and the resolved result.
class Target {
  public:
    static constexpr VkFormat kColorFormat = VK_FORMAT_R8G8B8A8_SRGB;  ///< of the picture
    static constexpr VkFormat kDepthFormat = VK_FORMAT_D32_SFLOAT;     ///< of its depth

    /// A target of \p width x \p height pixels with \p samples of each, or the most the device has
    /// if that is fewer.
    ///
    /// Failure: vulkan-too-large, vulkan-out-of-memory, vulkan-call-failed.
    [[nodiscard]] static Result<Target> make(const Device& device, std::uint32_t width,
                                             std::uint32_t height, std::uint32_t samples);

    /// Pixels a row.
    [[nodiscard]] std::uint32_t width() const noexcept { return picture_.spec().width; }
    /// Rows.
    [[nodiscard]] std::uint32_t height() const noexcept { return picture_.spec().height; }
    /// Samples of each pixel.
    [[nodiscard]] VkSampleCountFlagBits samples() const noexcept { return samples_; }

    /// Records the start of drawing; what was in it is lost.
    void begin(const Device& device, VkCommandBuffer commands) const;
    /// Records the end of drawing, and leaves picture() ready to be copied from.
    void end(const Device& device, VkCommandBuffer commands) const;
    /// Copies the picture to the host.
    ///
    /// Failure: vulkan-out-of-memory, vulkan-device-lost.
    [[nodiscard]] Result<texture::Image> read(const Device& device, Transfer& transfer) const;

  private:
    VkSampleCountFlagBits samples_ = VK_SAMPLE_COUNT_1_BIT;
    Image picture_;       // one sample a pixel
    Image multisampled_;  // none when samples_ is 1
    Image depth_;
};

}  // namespace diorama::vulkan::detail
