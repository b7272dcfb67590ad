// SPDX-License-Identifier: MIT
/// \file
/// The Vulkan instance and device a renderer stands on: Device.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "diorama/vulkan/detail/memory.hpp"
#include "diorama/vulkan/detail/vk.hpp"

namespace diorama::vulkan::detail {

/// One instance, one device with one graphics queue, and its memory. Needs no window.
///
/// Threads: one, but devices of different threads are independent.
class Device {
  public:
    /// Opens the best device that can do what the renderer needs: a discrete GPU before an
    /// integrated one, before a software one.
    ///
    /// Failure: vulkan-no-loader, vulkan-no-driver, vulkan-old-driver, vulkan-no-validation,
    /// vulkan-call-failed.
    [[nodiscard]] static Result<std::unique_ptr<Device>> create(bool validation);

    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;
    ~Device();

    /// The device's handle and functions.
    [[nodiscard]] const DeviceCalls& calls() const noexcept { return calls_; }
    /// The device's handle.
    [[nodiscard]] VkDevice handle() const noexcept { return calls_.device; }
    /// The device's functions.
    [[nodiscard]] const VolkDeviceTable& vk() const noexcept { return calls_.vk; }
    /// The device's memory.
    [[nodiscard]] Allocator& allocator() const noexcept { return *allocator_; }
    /// The one queue.
    [[nodiscard]] VkQueue queue() const noexcept { return queue_; }
    /// Its family.
    [[nodiscard]] std::uint32_t queue_family() const noexcept { return queue_family_; }
    /// Name and limits.
    [[nodiscard]] const VkPhysicalDeviceProperties& properties() const noexcept {
        return properties_;
    }
    /// Whether gl_PointSize may be more than 1.
    [[nodiscard]] bool large_points() const noexcept { return large_points_; }
    /// Whether \p format can be sampled with linear filtering.
    [[nodiscard]] bool can_filter(VkFormat format) const;
    /// Whether images of BC7 blocks may be made.
    [[nodiscard]] bool takes_bc7() const noexcept { return bc7_; }
    /// What the validation layer has said so far.
    [[nodiscard]] std::vector<std::string> messages() const;

  private:
    Device() = default;
    Result<> make_instance(bool validation);
    Result<> make_messenger();
    Result<> pick_physical();
    Result<> make_device();
    static VkBool32 VKAPI_PTR on_message(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                         VkDebugUtilsMessageTypeFlagsEXT types,
                                         const VkDebugUtilsMessengerCallbackDataEXT* data,
                                         void* user);

    VkInstance instance_ = VK_NULL_HANDLE;
    VkDebugUtilsMessengerEXT messenger_ = VK_NULL_HANDLE;
    VkPhysicalDevice physical_ = VK_NULL_HANDLE;
    VkPhysicalDeviceProperties properties_{};
    std::uint32_t queue_family_ = 0;
    bool large_points_ = false;
    bool bc7_ = false;
    VkQueue queue_ = VK_NULL_HANDLE;
    DeviceCalls calls_;
    std::unique_ptr<Allocator> allocator_;
    mutable std::mutex message_lock_;
    std::vector<std::string> messages_;
};

}  // namespace diorama::vulkan::detail
