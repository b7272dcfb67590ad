// SPDX-License-Identifier: MIT
/// \file
/// Forward declarations of vulkan's types.
#pragma once

namespace diorama::vulkan {

class VulkanRenderer;
struct RendererOptions;

}  // namespace diorama::vulkan
