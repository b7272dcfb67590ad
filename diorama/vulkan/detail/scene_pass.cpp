// SPDX-License-Identifier: MIT
#include "diorama/vulkan/detail/scene_pass.hpp"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/gtc/packing.hpp>

namespace diorama::vulkan::detail {

namespace {

Result<UniqueSampler> make_clamped(const Device& device, VkFilter filter, bool compare) {
    VkSamplerCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO;
    info.magFilter = filter;
    info.minFilter = filter;
    info.addressModeU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
    info.addressModeV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
    info.addressModeW = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
    info.compareEnable = compare ? VK_TRUE : VK_FALSE;
    info.compareOp = VK_COMPARE_OP_GREATER_OR_EQUAL;  // depth is reversed
    VkSampler sampler = VK_NULL_HANDLE;
    if (const VkResult r = device.vk().vkCreateSampler(device.handle(), &info, nullptr, &sampler);
        r != VK_SUCCESS) {
        return vk_fail(r, "vkCreateSampler");
    }
    return UniqueSampler(device.calls(), sampler);
}

Result<Image> make_table(const Device& device, Transfer& transfer, std::span<const vec4> values,
                         std::uint32_t width) {
    ImageSpec spec;
    spec.format = VK_FORMAT_R16G16B16A16_SFLOAT;
    spec.width = width;
    spec.height = static_cast<std::uint32_t>(values.size()) / width;
    spec.usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    std::vector<std::uint64_t> halves;
    halves.reserve(values.size());
    for (const vec4& value : values)
        halves.push_back(glm::packHalf4x16(value));
    auto image = Image::make(device, spec);
    if (!image) return image;
    if (auto ok = transfer.upload(*image, std::as_bytes(std::span(halves))); !ok) {
        return std::unexpected(std::move(ok.error()));
    }
    return image;
}

/// Where \p instance may be, camera-relative. A skinned one is where its joints take its box.
Bounds placed_bounds(const render::RenderScene& scene, const render::RenderInstance& instance,
                     const Bounds& bounds) {
    if (instance.joint_count == 0) return transformed(bounds, instance.transform);
    Bounds out;
    for (std::uint32_t i = 0; i < instance.joint_count; ++i) {
        out.add(transformed(bounds, scene.joints[instance.joint_offset + i]));
    }
    return out;
}

std::uint32_t mesh_features(const GpuMesh& mesh, const render::RenderInstance& instance) {
    const bool skinned = mesh.place(kJoints).there && instance.joint_count > 0;
    const bool morphed = mesh.morph_count() > 0 && instance.morph_count > 0;
    // Without normals, triangles are flat, and points and lines have nothing to be lit by.
    const bool unlit = !mesh.place(kNormal).there && mesh.topology() != mesh::Topology::triangles;
    return feature_bit(kSkinned, skinned) | feature_bit(kMorphed, morphed) |
           feature_bit(kHasNormals, mesh.place(kNormal).there) |
           feature_bit(kHasTangents, mesh.place(kTangent).there) | feature_bit(kUnlit, unlit);
}

/// Leaves out what makes no difference, so that fewer pipelines are made.
std::uint32_t canonical(std::uint32_t features) noexcept {
    if ((features & feature_bit(kUnlit)) != 0) {
        features &= feature_bit(kUnlit) | feature_bit(kSkinned) | feature_bit(kMorphed) |
                    feature_bit(kAlphaMask) | feature_bit(kAlphaBlend) | feature_bit(kBaseColorMap);
    }
    if ((features & feature_bit(kNormalMap)) == 0 || (features & feature_bit(kHasNormals)) == 0) {
        features &= ~(feature_bit(kHasTangents) | feature_bit(kNormalMap));
    }
    return features;
}

}  // namespace

Result<std::unique_ptr<ScenePass>> ScenePass::make(const Device& device, Transfer& transfer,
                                                   DescriptorPools& pools,
                                                   const SetLayouts& layouts,
                                                   VkSampleCountFlagBits samples) {
    std::unique_ptr<ScenePass> out(new ScenePass(device, layouts));
    Result<> ok = out->make_tables(transfer);
    if (ok) ok = out->make_shadow_maps(transfer);
    if (!ok) return std::unexpected(std::move(ok.error()));
    auto pipelines = Pipelines::make(device, layouts.pipeline.get(),
                                     {Target::kColorFormat, Target::kDepthFormat, samples});
    if (!pipelines) return std::unexpected(std::move(pipelines.error()));
    out->pipelines_ = std::move(*pipelines);
    auto buffers =
        FrameBuffers::make(device, pools, layouts.frame.get(),
                           {out->sky_.view(), out->brdf_.view(), out->shadow_maps_.view(),
                            out->table_sampler_.get(), out->shadow_sampler_.get()});
    if (!buffers) return std::unexpected(std::move(buffers.error()));
    out->buffers_ = std::move(*buffers);
    return out;
}

Result<> ScenePass::make_tables(Transfer& transfer) {
    irradiance_ = sky_irradiance();
    auto sampler = make_clamped(device_, VK_FILTER_LINEAR, false);
    if (!sampler) return std::unexpected(std::move(sampler.error()));
    table_sampler_ = std::move(*sampler);
    auto sky = make_table(device_, transfer, sky_table(), kSkyWidth);
    if (!sky) return std::unexpected(std::move(sky.error()));
    sky_ = std::move(*sky);
    auto brdf = make_table(device_, transfer, brdf_table(), kBrdfSize);
    if (!brdf) return std::unexpected(std::move(brdf.error()));
    brdf_ = std::move(*brdf);
    return {};
}

Result<> ScenePass::make_shadow_maps(Transfer& transfer) {
    ImageSpec spec;
    spec.format = Target::kDepthFormat;
    spec.width = kShadowSize;
    spec.height = kShadowSize;
    spec.layers = kMaxShadows;
    spec.usage = VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT;
    spec.aspect = VK_IMAGE_ASPECT_DEPTH_BIT;
    spec.view_type = VK_IMAGE_VIEW_TYPE_2D_ARRAY;
    auto maps = Image::make(device_, spec);
    if (!maps) return std::unexpected(std::move(maps.error()));
    shadow_maps_ = std::move(*maps);
    for (std::uint32_t i = 0; i < kMaxShadows; ++i) {
        auto view = make_layer_view(device_, shadow_maps_, i);
        if (!view) return std::unexpected(std::move(view.error()));
        shadow_layers_[i] = std::move(*view);
    }
    const bool linear = device_.can_filter(Target::kDepthFormat);
    auto sampler = make_clamped(device_, linear ? VK_FILTER_LINEAR : VK_FILTER_NEAREST, true);
    if (!sampler) return std::unexpected(std::move(sampler.error()));
    shadow_sampler_ = std::move(*sampler);
    // A scene without shadows still binds the maps, so they need their layout from the start.
    return transfer.run([&](VkCommandBuffer commands) {
        change_layout(device_, commands, shadow_maps_,
                      {.to = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
                       .destination = VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT,
                       .destination_access = VK_ACCESS_2_SHADER_SAMPLED_READ_BIT});
    });
}

void ScenePass::collect_items(const render::RenderScene& scene, const ResourceStore& store) {
    items_.clear();
    bounds_.clear();
    const vec3 forward = scene.camera.rotation * vec3(0, 0, -1);
    const render::Camera& camera = scene.camera;
    const bool mirrors = camera.projection == render::Projection::orthographic &&
                         (camera.half_width < 0) != (camera.half_height < 0);
    for (std::uint32_t i = 0; i < scene.instances.size(); ++i) {
        const render::RenderInstance& instance = scene.instances[i];
        const GpuMesh& mesh = store.mesh(instance.mesh);
        if (mesh.index_count() == 0) continue;
        const GpuMaterial& material = store.material(instance.material);
        const Bounds bounds = placed_bounds(scene, instance, mesh.bounds());
        DrawItem item;
        item.key.topology = mesh.topology();
        item.key.features = canonical(material.features | mesh_features(mesh, instance));
        item.instance = i;
        item.mesh = instance.mesh;
        item.material = instance.material;
        item.depth = glm::dot((bounds.min + bounds.max) * 0.5f, forward);
        item.double_sided = material.source.double_sided;
        item.flip_winding = instance.flip_winding != mirrors;
        item.cast_shadows = instance.cast_shadows && !material.source.unlit &&
                            mesh.topology() == mesh::Topology::triangles;
        items_.push_back(item);
        bounds_.push_back(bounds);
    }
}

void ScenePass::collect_instances(const render::RenderScene& scene, const ResourceStore& store) {
    instances_.clear();
    for (const std::uint32_t at : list_.order()) {
        const render::RenderInstance& instance = scene.instances[items_[at].instance];
        GpuInstance out;
        out.transform = instance.transform;
        out.joint_offset = instance.joint_offset;
        out.joint_count = instance.joint_count;
        out.morph_offset = instance.morph_offset;
        out.morph_count = std::min(instance.morph_count, store.mesh(instance.mesh).morph_count());
        instances_.push_back(out);
    }
}

void ScenePass::light_scene(const render::RenderScene& scene) {
    prepare_lighting(scene, bounds_, lighting_, scratch_);
    Bounds around;
    for (std::size_t i = 0; i < items_.size(); ++i)
        around.add(bounds_[i]);
    place_shadows(around, scene, lighting_, shadows_);
    if (shadows_.count == 0) return;
    for (DrawItem& item : items_) {
        if ((item.key.features & feature_bit(kUnlit)) == 0) {
            item.key.features |= feature_bit(kShadows);
        }
    }
}

Result<> ScenePass::prepare_pipelines() {
    const auto need = [&](const PipelineKey& key, Pass pass) {
        return pipelines_->make_ready(pass_key(key, pass));
    };
    if (auto ok = need({}, Pass::sky); !ok) return ok;
    for (const std::span<const Draw> draws : {list_.opaque(), list_.blended()}) {
        for (const Draw& draw : draws) {
            if (auto ok = need(draw.key, Pass::mesh); !ok) return ok;
        }
    }
    if (shadows_.count == 0) return {};
    for (const Draw& draw : list_.casters()) {
        if (auto ok = need(draw.key, Pass::shadow); !ok) return ok;
    }
    return {};
}

Result<> ScenePass::prepare(const render::RenderScene& scene, const ResourceStore& store,
                            const Target& target) {
    collect_items(scene, store);
    light_scene(scene);
    list_.build(items_);
    collect_instances(scene, store);
    const auto height = static_cast<float>(target.height());
    FrameUniforms uniforms =
        camera_uniforms(scene.camera, static_cast<float>(target.width()) / height);
    uniforms.shadow_matrices = shadows_.matrices;
    for (std::size_t i = 0; i < irradiance_.size(); ++i) {
        uniforms.sky_terms[i] = vec4(irradiance_[i] * lighting_.sky, lighting_.sky);
    }
    uniforms.light_count = static_cast<std::uint32_t>(lighting_.lights.size());
    // About what a fine pen draws on a picture of this height.
    if (device_.large_points()) uniforms.point_size = std::max(1.0f, std::round(height / 180));
    if (auto ok = buffers_->write(
            {uniforms, lighting_.lights, instances_, scene.joints, scene.morph_weights});
        !ok) {
        return ok;
    }
    return prepare_pipelines();
}

}  // namespace diorama::vulkan::detail
