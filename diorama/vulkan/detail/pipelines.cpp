// SPDX-License-Identifier: MIT
#include "diorama/vulkan/detail/pipelines.hpp"

#include <span>

#include "diorama/vulkan/detail/mesh.hpp"

namespace diorama::vulkan::detail {

namespace {

// Written by glslc at build time.
constexpr std::uint32_t kMeshVert[] =
#include "shaders/mesh.vert.inc"
    ;
constexpr std::uint32_t kMeshFrag[] =
#include "shaders/mesh.frag.inc"
    ;
constexpr std::uint32_t kShadowVert[] =
#include "shaders/shadow.vert.inc"
    ;
constexpr std::uint32_t kShadowFrag[] =
#include "shaders/shadow.frag.inc"
    ;
constexpr std::uint32_t kSkyVert[] =
#include "shaders/sky.vert.inc"
    ;
constexpr std::uint32_t kSkyFrag[] =
#include "shaders/sky.frag.inc"
    ;

Result<UniqueShader> make_shader(const Device& device, std::span<const std::uint32_t> code) {
    VkShaderModuleCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
    info.codeSize = code.size_bytes();
    info.pCode = code.data();
    VkShaderModule shader = VK_NULL_HANDLE;
    if (const VkResult r =
            device.vk().vkCreateShaderModule(device.handle(), &info, nullptr, &shader);
        r != VK_SUCCESS) {
        return vk_fail(r, "vkCreateShaderModule");
    }
    return UniqueShader(device.calls(), shader);
}

/// Every Feature as a specialisation constant of the same number.
struct Specialization {
    std::array<VkBool32, kFeatures> values{};
    std::array<VkSpecializationMapEntry, kFeatures> entries{};
    VkSpecializationInfo info{};

    explicit Specialization(std::uint32_t features) {
        for (std::uint32_t i = 0; i < kFeatures; ++i) {
            values[i] = features >> i & 1u;
            entries[i] = {i, i * static_cast<std::uint32_t>(sizeof(VkBool32)), sizeof(VkBool32)};
        }
        info = {kFeatures, entries.data(), sizeof(values), values.data()};
    }
    Specialization(const Specialization&) = delete;
    Specialization& operator=(const Specialization&) = delete;
};

struct VertexInput {
    std::array<VkVertexInputBindingDescription, kStreams> bindings{};
    std::array<VkVertexInputAttributeDescription, kStreams> attributes{};
    VkPipelineVertexInputStateCreateInfo info{};

    explicit VertexInput(bool used) {
        info.sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO;
        if (!used) return;
        for (std::uint32_t i = 0; i < kStreams; ++i) {
            bindings[i] = {i, kStreamFormats[i].stride, VK_VERTEX_INPUT_RATE_VERTEX};
            attributes[i] = {i, i, kStreamFormats[i].format, 0};
        }
        info.vertexBindingDescriptionCount = kStreams;
        info.pVertexBindingDescriptions = bindings.data();
        info.vertexAttributeDescriptionCount = kStreams;
        info.pVertexAttributeDescriptions = attributes.data();
    }
    VertexInput(const VertexInput&) = delete;
    VertexInput& operator=(const VertexInput&) = delete;
};

VkPipelineRasterizationStateCreateInfo rasterization(bool shadow) {
    VkPipelineRasterizationStateCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO;
    info.polygonMode = VK_POLYGON_MODE_FILL;
    info.lineWidth = 1;
    if (shadow) {
        // Depth is reversed, so pushing away from the light is negative. Steeper faces need more.
        info.depthBiasEnable = VK_TRUE;
        info.depthBiasConstantFactor = -2;
        info.depthBiasSlopeFactor = -2.5f;
    }
    return info;
}

VkPipelineDepthStencilStateCreateInfo depth_state(const PipelineKey& key) {
    const bool blend = (key.features & feature_bit(kAlphaBlend)) != 0;
    VkPipelineDepthStencilStateCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO;
    info.depthTestEnable = VK_TRUE;
    info.depthWriteEnable = !blend && key.pass != Pass::sky ? VK_TRUE : VK_FALSE;
    // Reversed: nearer is greater. The sky lies at 0, where depth was cleared to. Among equal
    // depths the first drawn stays, except that blended surfaces lie upon opaque ones.
    info.depthCompareOp =
        blend || key.pass == Pass::sky ? VK_COMPARE_OP_GREATER_OR_EQUAL : VK_COMPARE_OP_GREATER;
    return info;
}

VkPipelineColorBlendAttachmentState blend_state(const PipelineKey& key) {
    VkPipelineColorBlendAttachmentState state{};
    state.colorWriteMask = VK_COLOR_COMPONENT_R_BIT | VK_COLOR_COMPONENT_G_BIT |
                           VK_COLOR_COMPONENT_B_BIT | VK_COLOR_COMPONENT_A_BIT;
    if ((key.features & feature_bit(kAlphaBlend)) == 0) return state;
    state.blendEnable = VK_TRUE;
    state.srcColorBlendFactor = VK_BLEND_FACTOR_SRC_ALPHA;
    state.dstColorBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA;
    state.colorBlendOp = VK_BLEND_OP_ADD;
    state.srcAlphaBlendFactor = VK_BLEND_FACTOR_ONE;
    state.dstAlphaBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA;
    state.alphaBlendOp = VK_BLEND_OP_ADD;
    return state;
}

VkPrimitiveTopology vk_topology(mesh::Topology topology) noexcept {
    switch (topology) {
        case mesh::Topology::points:
            return VK_PRIMITIVE_TOPOLOGY_POINT_LIST;
        case mesh::Topology::lines:
            return VK_PRIMITIVE_TOPOLOGY_LINE_LIST;
        default:
            return VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
    }
}

constexpr std::array<VkDynamicState, 5> kDynamicStates{
    VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR, VK_DYNAMIC_STATE_CULL_MODE,
    VK_DYNAMIC_STATE_FRONT_FACE, VK_DYNAMIC_STATE_VERTEX_INPUT_BINDING_STRIDE};

VkPipelineShaderStageCreateInfo stage(VkShaderStageFlagBits which, VkShaderModule shader,
                                      const VkSpecializationInfo* constants) {
    VkPipelineShaderStageCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
    info.stage = which;
    info.module = shader;
    info.pName = "main";
    info.pSpecializationInfo = constants;
    return info;
}

}  // namespace

Result<Pipelines> Pipelines::make(const Device& device, VkPipelineLayout layout,
                                  const Attachments& attachments) {
    Pipelines out;
    out.device_ = &device;
    out.layout_ = layout;
    out.attachments_ = attachments;
    struct Step {
        UniqueShader* out;
        std::span<const std::uint32_t> code;
    };
    const Step steps[] = {{&out.mesh_vert_, kMeshVert},     {&out.mesh_frag_, kMeshFrag},
                          {&out.shadow_vert_, kShadowVert}, {&out.shadow_frag_, kShadowFrag},
                          {&out.sky_vert_, kSkyVert},       {&out.sky_frag_, kSkyFrag}};
    for (const Step& step : steps) {
        auto shader = make_shader(device, step.code);
        if (!shader) return std::unexpected(std::move(shader.error()));
        *step.out = std::move(*shader);
    }
    return out;
}

PipelineKey pass_key(const PipelineKey& key, Pass pass) noexcept {
    if (pass == Pass::sky) return {Pass::sky, mesh::Topology::triangles, 0};
    if (pass == Pass::mesh) return {pass, key.topology, key.features};
    const std::uint32_t shape = feature_bit(kSkinned) | feature_bit(kMorphed);
    const bool mask = (key.features & feature_bit(kAlphaMask)) != 0;
    const std::uint32_t cut = mask ? feature_bit(kAlphaMask) | feature_bit(kBaseColorMap) : 0;
    return {pass, key.topology, key.features & (shape | cut)};
}

Result<> Pipelines::make_ready(const PipelineKey& key) {
    if (made_.contains(key)) return {};
    auto pipeline = create(key);
    if (!pipeline) return std::unexpected(std::move(pipeline.error()));
    made_.emplace(key, std::move(*pipeline));
    return {};
}

/// The parts of a pipeline that do not depend on its shaders. What it points to is inside itself.
struct Pipelines::FixedState {
    VertexInput input;
    VkPipelineInputAssemblyStateCreateInfo assembly{};
    VkPipelineViewportStateCreateInfo viewport{};
    VkPipelineRasterizationStateCreateInfo raster{};
    VkPipelineMultisampleStateCreateInfo samples{};
    VkPipelineDepthStencilStateCreateInfo depth{};
    VkPipelineColorBlendAttachmentState blend{};
    VkPipelineColorBlendStateCreateInfo blending{};
    VkPipelineDynamicStateCreateInfo dynamic{};
    VkPipelineRenderingCreateInfo rendering{};

    FixedState(const PipelineKey& key, const Attachments& attachments)
        : input(key.pass != Pass::sky),
          raster(rasterization(key.pass == Pass::shadow)),
          depth(depth_state(key)),
          blend(blend_state(key)) {
        const bool shadow = key.pass == Pass::shadow;
        assembly.sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO;
        assembly.topology = vk_topology(key.topology);
        viewport.sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO;
        viewport.viewportCount = 1;
        viewport.scissorCount = 1;
        samples.sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO;
        samples.rasterizationSamples = shadow ? VK_SAMPLE_COUNT_1_BIT : attachments.samples;
        blending.sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO;
        blending.attachmentCount = shadow ? 0 : 1;
        blending.pAttachments = &blend;
        dynamic.sType = VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO;
        // The last is the vertex strides; the sky has no vertex buffers.
        dynamic.dynamicStateCount = key.pass == Pass::sky ? 4 : 5;
        dynamic.pDynamicStates = kDynamicStates.data();
        rendering.sType = VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO;
        rendering.colorAttachmentCount = shadow ? 0 : 1;
        rendering.pColorAttachmentFormats = &attachments.color;
        rendering.depthAttachmentFormat = attachments.depth;
    }
    FixedState(const FixedState&) = delete;
    FixedState& operator=(const FixedState&) = delete;
};

Result<UniquePipeline> Pipelines::create(const PipelineKey& key) const {
    const Specialization constants(key.features);
    const bool shadow = key.pass == Pass::shadow;
    const bool sky = key.pass == Pass::sky;
    const UniqueShader& vert = shadow ? shadow_vert_ : sky ? sky_vert_ : mesh_vert_;
    const UniqueShader& frag = shadow ? shadow_frag_ : sky ? sky_frag_ : mesh_frag_;
    const VkPipelineShaderStageCreateInfo stages[] = {
        stage(VK_SHADER_STAGE_VERTEX_BIT, vert.get(), &constants.info),
        stage(VK_SHADER_STAGE_FRAGMENT_BIT, frag.get(), &constants.info)};
    // An opaque caster needs no fragment shader: depth is all that is written.
    const bool depth_only = shadow && (key.features & feature_bit(kAlphaMask)) == 0;
    const FixedState state(key, attachments_);
    VkGraphicsPipelineCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO;
    info.pNext = &state.rendering;
    info.stageCount = depth_only ? 1 : 2;
    info.pStages = stages;
    info.pVertexInputState = &state.input.info;
    info.pInputAssemblyState = &state.assembly;
    info.pViewportState = &state.viewport;
    info.pRasterizationState = &state.raster;
    info.pMultisampleState = &state.samples;
    info.pDepthStencilState = &state.depth;
    info.pColorBlendState = &state.blending;
    info.pDynamicState = &state.dynamic;
    info.layout = layout_;
    VkPipeline pipeline = VK_NULL_HANDLE;
    if (const VkResult r = device_->vk().vkCreateGraphicsPipelines(
            device_->handle(), VK_NULL_HANDLE, 1, &info, nullptr, &pipeline);
        r != VK_SUCCESS) {
        return vk_fail(r, "vkCreateGraphicsPipelines");
    }
    return UniquePipeline(device_->calls(), pipeline);
}

}  // namespace diorama::vulkan::detail
