// SPDX-License-Identifier: MIT
#include "diorama/vulkan/detail/device.hpp"

#include <cstring>
#include <optional>

#include "diorama/vulkan/error_codes.hpp"

namespace diorama::vulkan::detail {

namespace {

constexpr const char* kValidationLayer = "VK_LAYER_KHRONOS_validation";
constexpr const char* kDriverHint =
    "install a Vulkan 1.3 driver; Debian's package mesa-vulkan-drivers brings one for most GPUs, "
    "and one that draws on the CPU where there is none";

// volk keeps the functions of the loader and of instances in globals; they are the same for every
// instance, but writing them is not safe from two threads.
std::mutex& volk_lock() {
    static std::mutex lock;
    return lock;
}

Result<> load_loader() {
    const std::lock_guard guard(volk_lock());
    if (volkInitialize() == VK_SUCCESS) return {};
    return fail(codes::vulkan_no_loader, "the Vulkan loader, libvulkan.so.1, was not found", {},
                "install Debian's packages libvulkan1 and mesa-vulkan-drivers");
}

bool has_layer(const char* name) {
    std::uint32_t count = 0;
    vkEnumerateInstanceLayerProperties(&count, nullptr);
    std::vector<VkLayerProperties> layers(count);
    vkEnumerateInstanceLayerProperties(&count, layers.data());
    for (const VkLayerProperties& layer : layers) {
        if (std::strcmp(layer.layerName, name) == 0) return true;
    }
    return false;
}

std::optional<std::uint32_t> graphics_family(VkPhysicalDevice physical) {
    std::uint32_t count = 0;
    vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, nullptr);
    std::vector<VkQueueFamilyProperties> families(count);
    vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, families.data());
    for (std::uint32_t i = 0; i < count; ++i) {
        if ((families[i].queueFlags & VK_QUEUE_GRAPHICS_BIT) != 0) return i;
    }
    return std::nullopt;
}

/// What \p physical lacks; empty when it will do.
std::string lacking(VkPhysicalDevice physical, const VkPhysicalDeviceProperties& properties) {
    if (properties.apiVersion < VK_API_VERSION_1_3) {
        return "has Vulkan " + std::to_string(VK_API_VERSION_MAJOR(properties.apiVersion)) + "." +
               std::to_string(VK_API_VERSION_MINOR(properties.apiVersion));
    }
    VkPhysicalDeviceVulkan13Features features13{};
    features13.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES;
    VkPhysicalDeviceFeatures2 features{};
    features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
    features.pNext = &features13;
    vkGetPhysicalDeviceFeatures2(physical, &features);
    if (features13.dynamicRendering == VK_FALSE) return "has no dynamic rendering";
    if (features13.synchronization2 == VK_FALSE) return "has no synchronization2";
    if (!graphics_family(physical)) return "has no graphics queue";
    return {};
}

/// Higher is better.
int rank(VkPhysicalDeviceType type) noexcept {
    switch (type) {
        case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
            return 4;
        case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU:
            return 3;
        case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU:
            return 2;
        default:
            return 1;
    }
}

VkDebugUtilsMessengerCreateInfoEXT messenger_info(PFN_vkDebugUtilsMessengerCallbackEXT callback,
                                                  void* user) {
    VkDebugUtilsMessengerCreateInfoEXT info{};
    info.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT;
    info.messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT |
                           VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
    info.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT;
    info.pfnUserCallback = callback;
    info.pUserData = user;
    return info;
}

}  // namespace

VkBool32 VKAPI_PTR Device::on_message(VkDebugUtilsMessageSeverityFlagBitsEXT,
                                      VkDebugUtilsMessageTypeFlagsEXT,
                                      const VkDebugUtilsMessengerCallbackDataEXT* data,
                                      void* user) {
    Device& device = *static_cast<Device*>(user);
    const std::lock_guard guard(device.message_lock_);
    device.messages_.emplace_back(data->pMessage);
    return VK_FALSE;
}

Result<> Device::make_instance(bool validation) {
    if (validation && !has_layer(kValidationLayer)) {
        return fail(codes::vulkan_no_validation,
                    std::string("the layer ") + kValidationLayer + " was not found", {},
                    "install Debian's package vulkan-validationlayers");
    }
    const VkApplicationInfo application{.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                        .pNext = nullptr,
                                        .pApplicationName = "diorama",
                                        .applicationVersion = 0,
                                        .pEngineName = "diorama",
                                        .engineVersion = 0,
                                        .apiVersion = VK_API_VERSION_1_3};
    const char* extension = VK_EXT_DEBUG_UTILS_EXTENSION_NAME;
    const VkDebugUtilsMessengerCreateInfoEXT messenger = messenger_info(&on_message, this);
    VkInstanceCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
    info.pApplicationInfo = &application;
    if (validation) {
        info.pNext = &messenger;
        info.enabledLayerCount = 1;
        info.ppEnabledLayerNames = &kValidationLayer;
        info.enabledExtensionCount = 1;
        info.ppEnabledExtensionNames = &extension;
    }
    const VkResult result = vkCreateInstance(&info, nullptr, &instance_);
    if (result == VK_ERROR_INCOMPATIBLE_DRIVER) {
        return fail(codes::vulkan_no_driver, "the Vulkan loader found no driver", {}, kDriverHint);
    }
    if (result != VK_SUCCESS) return vk_fail(result, "vkCreateInstance");
    const std::lock_guard guard(volk_lock());
    volkLoadInstanceOnly(instance_);
    return {};
}

Result<> Device::make_messenger() {
    const VkDebugUtilsMessengerCreateInfoEXT info = messenger_info(&on_message, this);
    const VkResult result = vkCreateDebugUtilsMessengerEXT(instance_, &info, nullptr, &messenger_);
    if (result != VK_SUCCESS) return vk_fail(result, "vkCreateDebugUtilsMessengerEXT");
    return {};
}

Result<> Device::pick_physical() {
    std::uint32_t count = 0;
    vkEnumeratePhysicalDevices(instance_, &count, nullptr);
    std::vector<VkPhysicalDevice> devices(count);
    vkEnumeratePhysicalDevices(instance_, &count, devices.data());
    devices.resize(count);
    if (devices.empty()) {
        return fail(codes::vulkan_no_driver, "no Vulkan driver found a device", {}, kDriverHint);
    }
    std::string refused;
    for (VkPhysicalDevice device : devices) {
        VkPhysicalDeviceProperties properties;
        vkGetPhysicalDeviceProperties(device, &properties);
        if (const std::string lack = lacking(device, properties); !lack.empty()) {
            refused +=
                (refused.empty() ? "" : "; ") + std::string(properties.deviceName) + " " + lack;
            continue;
        }
        if (physical_ == VK_NULL_HANDLE ||
            rank(properties.deviceType) > rank(properties_.deviceType)) {
            physical_ = device;
            properties_ = properties;
        }
    }
    if (physical_ != VK_NULL_HANDLE) return {};
    return fail(codes::vulkan_old_driver,
                refused + ", expected Vulkan 1.3 with dynamic rendering and synchronization2", {},
                kDriverHint);
}

Result<> Device::make_device() {
    queue_family_ = *graphics_family(physical_);
    const float priority = 1;
    VkDeviceQueueCreateInfo queue{};
    queue.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
    queue.queueFamilyIndex = queue_family_;
    queue.queueCount = 1;
    queue.pQueuePriorities = &priority;

    VkPhysicalDeviceFeatures has;
    vkGetPhysicalDeviceFeatures(physical_, &has);
    large_points_ = has.largePoints == VK_TRUE;
    bc7_ = has.textureCompressionBC == VK_TRUE;

    VkPhysicalDeviceVulkan13Features features13{};
    features13.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES;
    features13.dynamicRendering = VK_TRUE;
    features13.synchronization2 = VK_TRUE;
    VkPhysicalDeviceFeatures2 features{};
    features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
    features.pNext = &features13;
    features.features.largePoints = has.largePoints;
    features.features.textureCompressionBC = has.textureCompressionBC;
    VkDeviceCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
    info.pNext = &features;
    info.queueCreateInfoCount = 1;
    info.pQueueCreateInfos = &queue;
    if (const VkResult r = vkCreateDevice(physical_, &info, nullptr, &calls_.device);
        r != VK_SUCCESS) {
        return vk_fail(r, "vkCreateDevice");
    }
    volkLoadDeviceTable(&calls_.vk, calls_.device);
    calls_.vk.vkGetDeviceQueue(calls_.device, queue_family_, 0, &queue_);
    VkPhysicalDeviceMemoryProperties memory;
    vkGetPhysicalDeviceMemoryProperties(physical_, &memory);
    allocator_ = std::make_unique<Allocator>(calls_, memory);
    return {};
}

Result<std::unique_ptr<Device>> Device::create(bool validation) {
    std::unique_ptr<Device> device(new Device);
    Result<> ok = load_loader();
    if (ok) ok = device->make_instance(validation);
    if (ok && validation) ok = device->make_messenger();
    if (ok) ok = device->pick_physical();
    if (ok) ok = device->make_device();
    if (!ok) return std::unexpected(std::move(ok.error()));
    return device;
}

Device::~Device() {
    if (calls_.device != VK_NULL_HANDLE) {
        calls_.vk.vkDeviceWaitIdle(calls_.device);
        allocator_.reset();
        calls_.vk.vkDestroyDevice(calls_.device, nullptr);
    }
    if (messenger_ != VK_NULL_HANDLE) {
        vkDestroyDebugUtilsMessengerEXT(instance_, messenger_, nullptr);
    }
    if (instance_ != VK_NULL_HANDLE) vkDestroyInstance(instance_, nullptr);
}

bool Device::can_filter(VkFormat format) const {
    VkFormatProperties properties;
    vkGetPhysicalDeviceFormatProperties(physical_, format, &properties);
    constexpr VkFormatFeatureFlags kNeeded =
        VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT | VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT;
    return (properties.optimalTilingFeatures & kNeeded) == kNeeded;
}

std::vector<std::string> Device::messages() const {
    const std::lock_guard guard(message_lock_);
    return messages_;
}

}  // namespace diorama::vulkan::detail
