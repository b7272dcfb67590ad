// SPDX-License-Identifier: MIT
#include "diorama/vulkan/detail/frame.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <string>

#include "diorama/vulkan/error_codes.hpp"

namespace diorama::vulkan::detail {

namespace {

VkDescriptorType type_of(FrameBinding binding) noexcept {
    return binding == kFrameUniforms ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER
                                     : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
}

/// Half extents of the picture at distance 1 (perspective) or anywhere (orthographic); below 0
/// where the camera mirrors.
vec2 half_extents(const render::Camera& camera, float aspect) noexcept {
    vec2 half{camera.half_width, camera.half_height};
    if (camera.projection == render::Projection::perspective) {
        const SinCos angle = sin_cos(static_cast<double>(camera.fov_y) / 2);
        half.y = static_cast<float>(angle.sin / angle.cos);
        half.x = half.y * (camera.aspect > 0 ? camera.aspect : aspect);
    }
    const vec2 seen{std::abs(half.x), std::abs(half.y)};
    const vec2 shown =
        seen.x > seen.y * aspect ? vec2(seen.x, seen.x / aspect) : vec2(seen.y * aspect, seen.y);
    return {std::copysign(shown.x, half.x), std::copysign(shown.y, half.y)};
}

mat4 projection(const render::Camera& camera, const vec2& half) noexcept {
    mat4 m{0};
    m[0][0] = 1 / half.x;
    m[1][1] = 1 / half.y;
    if (camera.projection == render::Projection::orthographic) {
        m[2][2] = 1 / (camera.far - camera.near);
        m[3][2] = camera.far / (camera.far - camera.near);
        m[3][3] = 1;
        return m;
    }
    m[2][3] = -1;
    if (camera.far > 0) {
        m[2][2] = camera.near / (camera.far - camera.near);
        m[3][2] = camera.far * m[2][2];
    } else {
        m[3][2] = camera.near;
    }
    return m;
}

}  // namespace

FrameUniforms camera_uniforms(const render::Camera& camera, float aspect) noexcept {
    FrameUniforms out;
    const vec2 half = half_extents(camera, aspect);
    // The eye is the origin, so the view is a rotation alone.
    const mat4 view = glm::mat4_cast(glm::conjugate(camera.rotation));
    out.view_projection = projection(camera, half) * view;
    const bool orthographic = camera.projection == render::Projection::orthographic;
    // An orthographic picture sees one point of the sky; a lens in its stead keeps the gradient.
    const vec2 lens = orthographic ? vec2(0.4f * aspect, 0.4f) : half;
    out.ray_right = vec4(camera.rotation * vec3(lens.x, 0, 0), 0);
    out.ray_up = vec4(camera.rotation * vec3(0, lens.y, 0), 0);
    out.ray_forward = vec4(camera.rotation * vec3(0, 0, -1), orthographic ? 1.0f : 0.0f);
    return out;
}

Result<FrameBuffers> FrameBuffers::make(const Device& device, DescriptorPools& pools,
                                        VkDescriptorSetLayout layout, const Tables& tables) {
    FrameBuffers out;
    out.device_ = &device;
    auto set = pools.allocate(layout);
    if (!set) return std::unexpected(std::move(set.error()));
    out.set_ = std::move(*set);
    SetWriter()
        .texture(kFrameSky, tables.sky, tables.table_sampler)
        .texture(kFrameBrdf, tables.brdf, tables.table_sampler)
        .texture(kFrameShadows, tables.shadows, tables.shadow_sampler)
        .write(device, out.set_.get());
    return out;
}

Result<> FrameBuffers::store(FrameBinding binding, std::span<const std::byte> bytes) {
    const std::uint64_t limit = device_->properties().limits.maxStorageBufferRange;
    if (bytes.size() > limit) {
        return fail(codes::vulkan_too_large,
                    std::to_string(bytes.size()) +
                        " bytes for one frame's list, the device takes " + std::to_string(limit),
                    {}, "draw fewer instances, joints or lights at once");
    }
    Buffer& buffer = buffers_[binding];
    if (buffer.size() < bytes.size() || buffer.get() == VK_NULL_HANDLE) {
        const VkBufferUsageFlags usage = binding == kFrameUniforms
                                             ? VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT
                                             : VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
        const VkDeviceSize size = std::bit_ceil(std::max<VkDeviceSize>(bytes.size(), 1024));
        auto grown =
            Buffer::make(*device_, std::min<VkDeviceSize>(size, limit), usage, MemoryUse::upload);
        if (!grown) return std::unexpected(std::move(grown.error()));
        buffer = std::move(*grown);
        SetWriter()
            .buffer(binding, type_of(binding), buffer.get(), 0, buffer.size())
            .write(*device_, set_.get());
    }
    if (!bytes.empty()) std::memcpy(buffer.mapped(), bytes.data(), bytes.size());
    return {};
}

Result<> FrameBuffers::write(const Contents& contents) {
    struct Part {
        FrameBinding binding;
        std::span<const std::byte> bytes;
    };
    const Part parts[] = {{kFrameUniforms, std::as_bytes(std::span(&contents.uniforms, 1))},
                          {kFrameLights, std::as_bytes(contents.lights)},
                          {kFrameInstances, std::as_bytes(contents.instances)},
                          {kFrameJoints, std::as_bytes(contents.joints)},
                          {kFrameMorphWeights, std::as_bytes(contents.morph_weights)}};
    for (const Part& part : parts) {
        if (auto ok = store(part.binding, part.bytes); !ok) return ok;
    }
    return {};
}

}  // namespace diorama::vulkan::detail
