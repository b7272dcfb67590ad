// SPDX-License-Identifier: MIT
#include "diorama/vulkan/detail/memory.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "diorama/vulkan/error_codes.hpp"

namespace diorama::vulkan::detail {

namespace {

// Large enough that a few hundred blocks fill any device, small enough to waste little on a small
// model.
constexpr VkDeviceSize kBlockBytes = VkDeviceSize{32} << 20;

constexpr VkDeviceSize aligned(VkDeviceSize offset, VkDeviceSize alignment) noexcept {
    return (offset + alignment - 1) / alignment * alignment;
}

}  // namespace

std::unexpected<Error> vk_fail(VkResult result, std::string_view call) {
    const std::string where(call);
    switch (result) {
        case VK_ERROR_OUT_OF_HOST_MEMORY:
        case VK_ERROR_OUT_OF_DEVICE_MEMORY:
        case VK_ERROR_OUT_OF_POOL_MEMORY:
        case VK_ERROR_FRAGMENTED_POOL:
            return fail(codes::vulkan_out_of_memory, "no memory left", where,
                        "use smaller textures or a smaller picture");
        case VK_ERROR_DEVICE_LOST:
            return fail(codes::vulkan_device_lost, "the driver lost the device", where,
                        "make a new renderer; if it happens again, update the driver");
        default:
            return fail(codes::vulkan_call_failed,
                        "the driver answered VkResult " + std::to_string(result), where);
    }
}

Memory::Memory(Memory&& other) noexcept {
    *this = std::move(other);
}

Memory& Memory::operator=(Memory&& other) noexcept {
    std::swap(allocator_, other.allocator_);
    std::swap(block_, other.block_);
    std::swap(handle_, other.handle_);
    std::swap(offset_, other.offset_);
    std::swap(size_, other.size_);
    std::swap(mapped_, other.mapped_);
    return *this;
}

Memory::~Memory() {
    if (allocator_ != nullptr) allocator_->release(*this);
}

Result<std::uint32_t> Allocator::memory_type(std::uint32_t allowed, MemoryUse use) const {
    constexpr VkMemoryPropertyFlags kHost =
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    // In the order of preference; the specification promises that the second always exists.
    std::array<VkMemoryPropertyFlags, 2> wanted{VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, 0};
    if (use == MemoryUse::upload) {
        wanted = {kHost | VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, kHost};
    }
    if (use == MemoryUse::read_back) wanted = {kHost | VK_MEMORY_PROPERTY_HOST_CACHED_BIT, kHost};
    for (const VkMemoryPropertyFlags flags : wanted) {
        for (std::uint32_t i = 0; i < properties_.memoryTypeCount; ++i) {
            const bool fits = (allowed >> i & 1) != 0;
            if (fits && (properties_.memoryTypes[i].propertyFlags & flags) == flags) return i;
        }
    }
    return fail(codes::vulkan_out_of_memory, "the device has no memory of the kind needed");
}

Result<std::uint64_t> Allocator::add_block(std::uint32_t type, VkDeviceSize size, bool optimal) {
    const VkMemoryAllocateInfo info{.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                    .pNext = nullptr,
                                    .allocationSize = size,
                                    .memoryTypeIndex = type};
    VkDeviceMemory memory = VK_NULL_HANDLE;
    if (const VkResult r = calls_.vk.vkAllocateMemory(calls_.device, &info, nullptr, &memory);
        r != VK_SUCCESS) {
        return vk_fail(r, "vkAllocateMemory of " + std::to_string(size) + " bytes");
    }
    Block block{UniqueMemory(calls_, memory), size, type, optimal, nullptr, {{0, size}}};
    if ((properties_.memoryTypes[type].propertyFlags & VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT) != 0) {
        void* mapped = nullptr;
        if (const VkResult r =
                calls_.vk.vkMapMemory(calls_.device, memory, 0, VK_WHOLE_SIZE, 0, &mapped);
            r != VK_SUCCESS) {
            return vk_fail(r, "vkMapMemory");
        }
        block.mapped = static_cast<std::byte*>(mapped);
    }
    blocks_.emplace(next_, std::move(block));
    return next_++;
}

bool Allocator::take(std::uint64_t id, const VkMemoryRequirements& needs, Memory& out) {
    Block& block = blocks_.at(id);
    for (auto [offset, size] : block.free) {
        const VkDeviceSize start = aligned(offset, needs.alignment);
        const VkDeviceSize before = start - offset;
        if (before > size || needs.size > size - before) continue;
        block.free.erase(offset);
        if (before > 0) block.free.emplace(offset, before);
        const VkDeviceSize end = start + needs.size;
        if (end < offset + size) block.free.emplace(end, offset + size - end);
        out.allocator_ = this;
        out.block_ = id;
        out.handle_ = block.memory.get();
        out.offset_ = start;
        out.size_ = needs.size;
        out.mapped_ = block.mapped != nullptr ? block.mapped + start : nullptr;
        return true;
    }
    return false;
}

Result<Memory> Allocator::allocate(const VkMemoryRequirements& needs, MemoryUse use, bool optimal) {
    const auto type = memory_type(needs.memoryTypeBits, use);
    if (!type) return std::unexpected(type.error());
    Memory memory;
    for (const auto& [id, block] : blocks_) {
        if (block.type == *type && block.optimal == optimal && take(id, needs, memory)) {
            return memory;
        }
    }
    const auto id = add_block(*type, std::max(kBlockBytes, needs.size), optimal);
    if (!id) return std::unexpected(id.error());
    take(*id, needs, memory);
    return memory;
}

void Allocator::release(const Memory& memory) noexcept {
    const auto at = blocks_.find(memory.block_);
    auto& free = at->second.free;
    const auto [piece, added] = free.emplace(memory.offset_, memory.size_);
    if (const auto next = std::next(piece);
        next != free.end() && piece->first + piece->second == next->first) {
        piece->second += next->second;
        free.erase(next);
    }
    if (piece != free.begin()) {
        const auto before = std::prev(piece);
        if (before->first + before->second == piece->first) {
            before->second += piece->second;
            free.erase(piece);
        }
    }
    if (free.size() == 1 && free.begin()->second == at->second.size) blocks_.erase(at);
}

}  // namespace diorama::vulkan::detail
