// SPDX-License-Identifier: MIT
/// \file
/// Vulkan's own header, and its results as errors: vk_fail, Unique.
#pragma once

#include <volk.h>

#include <string_view>
#include <utility>

#include "diorama/core/error.hpp"

namespace diorama::vulkan::detail {

/// What stays the same for the life of a device: its handle and its functions.
struct DeviceCalls {
    VkDevice device = VK_NULL_HANDLE;  ///< null before it is made
    VolkDeviceTable vk{};              ///< loaded for this device, so two devices never mix
};

/// The error that \p result, not a success, of \p call stands for.
[[nodiscard]] std::unexpected<Error> vk_fail(VkResult result, std::string_view call);

/// Owns one Vulkan object; \p Destroy is the function of VolkDeviceTable that ends it.
template <class T, auto Destroy>
class Unique {
  public:
    Unique() = default;
    Unique(const DeviceCalls& calls, T handle) noexcept : calls_(&calls), handle_(handle) {}
    Unique(Unique&& other) noexcept
        : calls_(other.calls_), handle_(std::exchange(other.handle_, T{})) {}
    Unique& operator=(Unique&& other) noexcept {
        std::swap(calls_, other.calls_);
        std::swap(handle_, other.handle_);
        return *this;
    }
    ~Unique() {
        if (handle_ != T{}) (calls_->vk.*Destroy)(calls_->device, handle_, nullptr);
    }

    /// The object; null for none.
    [[nodiscard]] T get() const noexcept { return handle_; }

  private:
    const DeviceCalls* calls_ = nullptr;
    T handle_{};
};

using UniqueBuffer = Unique<VkBuffer, &VolkDeviceTable::vkDestroyBuffer>;
using UniqueCommandPool = Unique<VkCommandPool, &VolkDeviceTable::vkDestroyCommandPool>;
using UniqueDescriptorPool = Unique<VkDescriptorPool, &VolkDeviceTable::vkDestroyDescriptorPool>;
using UniqueFence = Unique<VkFence, &VolkDeviceTable::vkDestroyFence>;
using UniqueImage = Unique<VkImage, &VolkDeviceTable::vkDestroyImage>;
using UniqueImageView = Unique<VkImageView, &VolkDeviceTable::vkDestroyImageView>;
using UniqueMemory = Unique<VkDeviceMemory, &VolkDeviceTable::vkFreeMemory>;
using UniquePipeline = Unique<VkPipeline, &VolkDeviceTable::vkDestroyPipeline>;
using UniquePipelineLayout = Unique<VkPipelineLayout, &VolkDeviceTable::vkDestroyPipelineLayout>;
using UniqueSampler = Unique<VkSampler, &VolkDeviceTable::vkDestroySampler>;
using UniqueSetLayout =
    Unique<VkDescriptorSetLayout, &VolkDeviceTable::vkDestroyDescriptorSetLayout>;
using UniqueShader = Unique<VkShaderModule, &VolkDeviceTable::vkDestroyShaderModule>;

}  // namespace diorama::vulkan::detail
