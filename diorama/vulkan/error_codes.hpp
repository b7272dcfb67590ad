// SPDX-License-Identifier: MIT
/// \file
/// The codes of vulkan's errors. Causes and remedies: docs/errors.md.
#pragma once

#include "diorama/core/error.hpp"

namespace diorama::vulkan::codes {

inline constexpr ErrorCode vulkan_no_loader{"vulkan-no-loader"};  ///< no libvulkan on the machine
inline constexpr ErrorCode vulkan_no_driver{"vulkan-no-driver"};  ///< a loader, and nothing to load
inline constexpr ErrorCode vulkan_old_driver{
    "vulkan-old-driver"};  ///< drivers, none with what is needed
inline constexpr ErrorCode vulkan_no_validation{
    "vulkan-no-validation"};                                      ///< the layer was asked for
inline constexpr ErrorCode vulkan_too_large{"vulkan-too-large"};  ///< beyond the device's limits
inline constexpr ErrorCode vulkan_out_of_memory{
    "vulkan-out-of-memory"};  ///< of the device or of the host
inline constexpr ErrorCode vulkan_device_lost{"vulkan-device-lost"};  ///< the driver gave up
inline constexpr ErrorCode vulkan_call_failed{"vulkan-call-failed"};  ///< any other refusal
inline constexpr ErrorCode vulkan_nothing_drawn{
    "vulkan-nothing-drawn"};  ///< read back before a draw

}  // namespace diorama::vulkan::codes
