// SPDX-License-Identifier: MIT
/// \file
/// Vulkan's formats by number and name: VkFormatName, find_vk_format, is_vk_format.
#pragma once

#include <cstdint>
#include <string_view>

namespace diorama::texture::detail {

/// One format: VK_FORMAT_R8_UNORM is {9, "R8_UNORM"}.
struct VkFormatName {
    std::uint32_t value = 0;
    std::string_view name;
};

/// The format of that number; null where Vulkan has none. Lives as long as the program.
const VkFormatName* find_vk_format(std::uint32_t value) noexcept;

/// Whether a format has that name, which is without VK_FORMAT_.
bool is_vk_format(std::string_view name) noexcept;

}  // namespace diorama::texture::detail
