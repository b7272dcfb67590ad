// SPDX-License-Identifier: MIT
/// \file
/// Device memory in pieces of large blocks: MemoryUse, Memory, Allocator.
/// Drivers allow few allocations (4096 by the specification's minimum), so resources share them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "diorama/vulkan/detail/vk.hpp"

namespace diorama::vulkan::detail {

/// Who reads and writes some memory.
enum class MemoryUse : std::uint8_t {
    device,     ///< the device alone
    upload,     ///< written by the host, read by the device; mapped, coherent
    read_back,  ///< written by the device, read by the host; mapped, coherent
};

class Allocator;

/// A piece of device memory, given back when it ends.
class Memory {
  public:
    Memory() = default;
    Memory(Memory&& other) noexcept;
    Memory& operator=(Memory&& other) noexcept;
    ~Memory();

    /// The block it lies in.
    [[nodiscard]] VkDeviceMemory handle() const noexcept { return handle_; }
    /// Bytes from the block's start.
    [[nodiscard]] VkDeviceSize offset() const noexcept { return offset_; }
    /// Bytes.
    [[nodiscard]] VkDeviceSize size() const noexcept { return size_; }
    /// Its first byte for the host; null for MemoryUse::device.
    [[nodiscard]] std::byte* mapped() const noexcept { return mapped_; }

  private:
    friend class Allocator;

    Allocator* allocator_ = nullptr;
    std::uint64_t block_ = 0;
    VkDeviceMemory handle_ = VK_NULL_HANDLE;
    VkDeviceSize offset_ = 0;
    VkDeviceSize size_ = 0;
    std::byte* mapped_ = nullptr;
};

/// Hands out Memory. Must outlive all of it.
///
/// Threads: one.
class Allocator {
  public:
    /// An allocator of the device behind \p calls, which must outlive it.
    Allocator(const DeviceCalls& calls, const VkPhysicalDeviceMemoryProperties& properties)
        : calls_(calls), properties_(properties) {}

    /// Memory for what \p needs describes. \p optimal is for images of optimal tiling: they keep
    /// to their own blocks, so bufferImageGranularity never matters.
    ///
    /// Failure: vulkan-out-of-memory.
    [[nodiscard]] Result<Memory> allocate(const VkMemoryRequirements& needs, MemoryUse use,
                                          bool optimal);

    /// Blocks held from the driver now.
    [[nodiscard]] std::size_t block_count() const noexcept { return blocks_.size(); }

  private:
    friend class Memory;

    struct Block {
        UniqueMemory memory;
        VkDeviceSize size = 0;
        std::uint32_t type = 0;
        bool optimal = false;
        std::byte* mapped = nullptr;
        std::map<VkDeviceSize, VkDeviceSize> free;  // offset to size; neighbours always merged
    };

    [[nodiscard]] Result<std::uint32_t> memory_type(std::uint32_t allowed, MemoryUse use) const;
    [[nodiscard]] Result<std::uint64_t> add_block(std::uint32_t type, VkDeviceSize size,
                                                  bool optimal);
    bool take(std::uint64_t id, const VkMemoryRequirements& needs, Memory& out);
    void release(const Memory& memory) noexcept;

    const DeviceCalls& calls_;
    VkPhysicalDeviceMemoryProperties properties_;
    std::map<std::uint64_t, Block> blocks_;
    std::uint64_t next_ = 1;
};

}  // namespace diorama::vulkan::detail
