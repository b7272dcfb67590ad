// SPDX-License-Identifier: MIT
#include "diorama/vulkan/detail/descriptors.hpp"

#include <span>

#include "diorama/vulkan/error_codes.hpp"

namespace diorama::vulkan::detail {

namespace {

constexpr VkShaderStageFlags kBothStages =
    VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT;
constexpr std::uint32_t kSetsPerPool = 256;

VkDescriptorSetLayoutBinding binding(std::uint32_t number, VkDescriptorType type,
                                     VkShaderStageFlags stages) {
    return {number, type, 1, stages, nullptr};
}

Result<UniqueSetLayout> make_set_layout(const Device& device,
                                        std::span<const VkDescriptorSetLayoutBinding> bindings) {
    VkDescriptorSetLayoutCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO;
    info.bindingCount = static_cast<std::uint32_t>(bindings.size());
    info.pBindings = bindings.data();
    VkDescriptorSetLayout layout = VK_NULL_HANDLE;
    if (const VkResult r =
            device.vk().vkCreateDescriptorSetLayout(device.handle(), &info, nullptr, &layout);
        r != VK_SUCCESS) {
        return vk_fail(r, "vkCreateDescriptorSetLayout");
    }
    return UniqueSetLayout(device.calls(), layout);
}

Result<UniqueSetLayout> make_frame_layout(const Device& device) {
    constexpr VkDescriptorType kStorage = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    constexpr VkDescriptorType kTexture = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
    const VkDescriptorSetLayoutBinding bindings[] = {
        binding(kFrameUniforms, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, kBothStages),
        binding(kFrameLights, kStorage, VK_SHADER_STAGE_FRAGMENT_BIT),
        binding(kFrameInstances, kStorage, VK_SHADER_STAGE_VERTEX_BIT),
        binding(kFrameJoints, kStorage, VK_SHADER_STAGE_VERTEX_BIT),
        binding(kFrameMorphWeights, kStorage, VK_SHADER_STAGE_VERTEX_BIT),
        binding(kFrameSky, kTexture, VK_SHADER_STAGE_FRAGMENT_BIT),
        binding(kFrameBrdf, kTexture, VK_SHADER_STAGE_FRAGMENT_BIT),
        binding(kFrameShadows, kTexture, VK_SHADER_STAGE_FRAGMENT_BIT)};
    return make_set_layout(device, bindings);
}

Result<UniqueSetLayout> make_material_layout(const Device& device) {
    std::array<VkDescriptorSetLayoutBinding, kMaterialBindings> bindings{};
    bindings[0] = binding(kMaterialUniforms, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, kBothStages);
    for (std::uint32_t i = kMaterialFirstTexture; i < kMaterialBindings; ++i) {
        bindings[i] =
            binding(i, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, VK_SHADER_STAGE_FRAGMENT_BIT);
    }
    return make_set_layout(device, bindings);
}

Result<UniqueSetLayout> make_mesh_layout(const Device& device) {
    const VkDescriptorSetLayoutBinding bindings[] = {
        binding(kMeshMorphs, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_SHADER_STAGE_VERTEX_BIT)};
    return make_set_layout(device, bindings);
}

}  // namespace

Result<SetLayouts> SetLayouts::make(const Device& device) {
    SetLayouts layouts;
    struct Step {
        UniqueSetLayout* out;
        Result<UniqueSetLayout> (*make)(const Device&);
    };
    const Step steps[] = {{&layouts.frame, make_frame_layout},
                          {&layouts.material, make_material_layout},
                          {&layouts.mesh, make_mesh_layout}};
    for (const Step& step : steps) {
        auto layout = step.make(device);
        if (!layout) return std::unexpected(std::move(layout.error()));
        *step.out = std::move(*layout);
    }
    const VkDescriptorSetLayout sets[] = {layouts.frame.get(), layouts.material.get(),
                                          layouts.mesh.get()};
    const VkPushConstantRange push{VK_SHADER_STAGE_VERTEX_BIT, 0, sizeof(std::uint32_t)};
    VkPipelineLayoutCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO;
    info.setLayoutCount = 3;
    info.pSetLayouts = sets;
    info.pushConstantRangeCount = 1;
    info.pPushConstantRanges = &push;
    VkPipelineLayout layout = VK_NULL_HANDLE;
    if (const VkResult r =
            device.vk().vkCreatePipelineLayout(device.handle(), &info, nullptr, &layout);
        r != VK_SUCCESS) {
        return vk_fail(r, "vkCreatePipelineLayout");
    }
    layouts.pipeline = UniquePipelineLayout(device.calls(), layout);
    return layouts;
}

Set::~Set() {
    if (handle_ == VK_NULL_HANDLE) return;
    DescriptorPools::Pool& pool = pools_->pools_[pool_];
    const Device& device = pools_->device_;
    device.vk().vkFreeDescriptorSets(device.handle(), pool.pool.get(), 1, &handle_);
    ++pool.free;
}

Result<> DescriptorPools::add_pool() {
    // Enough of each kind for any mix: a set has at most 6 textures, 4 storage buffers, 1 uniform.
    const VkDescriptorPoolSize sizes[] = {
        {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, kSetsPerPool},
        {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 4 * kSetsPerPool},
        {VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 6 * kSetsPerPool}};
    VkDescriptorPoolCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO;
    info.flags = VK_DESCRIPTOR_POOL_CREATE_FREE_DESCRIPTOR_SET_BIT;
    info.maxSets = kSetsPerPool;
    info.poolSizeCount = 3;
    info.pPoolSizes = sizes;
    VkDescriptorPool pool = VK_NULL_HANDLE;
    if (const VkResult r =
            device_.vk().vkCreateDescriptorPool(device_.handle(), &info, nullptr, &pool);
        r != VK_SUCCESS) {
        return vk_fail(r, "vkCreateDescriptorPool");
    }
    pools_.push_back({UniqueDescriptorPool(device_.calls(), pool), kSetsPerPool});
    return {};
}

Result<Set> DescriptorPools::allocate(VkDescriptorSetLayout layout) {
    for (std::size_t at = 0;; ++at) {
        const bool fresh = at == pools_.size();
        if (fresh) {
            if (auto ok = add_pool(); !ok) return std::unexpected(std::move(ok.error()));
        }
        if (pools_[at].free == 0) continue;
        auto set = allocate_from(at, layout);
        // An old pool may be in pieces too small, however many sets it has left.
        if (set || fresh) return set;
        if (set.error().code != codes::vulkan_out_of_memory) return set;
    }
}

Result<Set> DescriptorPools::allocate_from(std::size_t at, VkDescriptorSetLayout layout) {
    VkDescriptorSetAllocateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO;
    info.descriptorPool = pools_[at].pool.get();
    info.descriptorSetCount = 1;
    info.pSetLayouts = &layout;
    Set set;
    if (const VkResult r =
            device_.vk().vkAllocateDescriptorSets(device_.handle(), &info, &set.handle_);
        r != VK_SUCCESS) {
        return vk_fail(r, "vkAllocateDescriptorSets");
    }
    set.pools_ = this;
    set.pool_ = at;
    --pools_[at].free;
    return set;
}

SetWriter& SetWriter::buffer(std::uint32_t binding, VkDescriptorType type, VkBuffer buffer,
                             VkDeviceSize offset, VkDeviceSize size) {
    buffers_.push_back({buffer, offset, size});
    VkWriteDescriptorSet write{};
    write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
    write.dstBinding = binding;
    write.descriptorCount = 1;
    write.descriptorType = type;
    write.pBufferInfo = &buffers_.back();
    writes_.push_back(write);
    return *this;
}

SetWriter& SetWriter::texture(std::uint32_t binding, VkImageView view, VkSampler sampler) {
    images_.push_back({sampler, view, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL});
    VkWriteDescriptorSet write{};
    write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
    write.dstBinding = binding;
    write.descriptorCount = 1;
    write.descriptorType = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
    write.pImageInfo = &images_.back();
    writes_.push_back(write);
    return *this;
}

void SetWriter::write(const Device& device, VkDescriptorSet set) {
    for (VkWriteDescriptorSet& write : writes_)
        write.dstSet = set;
    device.vk().vkUpdateDescriptorSets(device.handle(), static_cast<std::uint32_t>(writes_.size()),
                                       writes_.data(), 0, nullptr);
}

}  // namespace diorama::vulkan::detail
