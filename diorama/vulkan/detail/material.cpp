// SPDX-License-Identifier: MIT
#include "diorama/vulkan/detail/material.hpp"

#include <tuple>

#include "diorama/mesh/mesh_data.hpp"
#include "diorama/render/resource_ledger.hpp"

namespace diorama::vulkan::detail {

namespace {

/// Whether there is a texture, read by coordinates that meshes have.
bool is_drawn(const mesh::TextureSlot& slot) noexcept {
    return slot.present() && slot.uv_set < std::tuple_size_v<decltype(mesh::MeshData::uvs)>;
}

}  // namespace

MaterialUniforms material_uniforms(const mesh::Material& material) noexcept {
    MaterialUniforms out{};
    out.base_color = material.base_color;
    out.emissive = vec4(material.emissive * material.emissive_strength, 0);
    out.metallic = material.metallic;
    out.roughness = material.roughness;
    out.normal_scale = material.normal_scale;
    out.occlusion_strength = material.occlusion_strength;
    out.alpha_cutoff = material.alpha_cutoff;
    std::size_t row = 0;
    for (const mesh::TextureSlot* slot : render::material_slots(material)) {
        // translation * rotation * scale, with the rotation of KHR_texture_transform: v points
        // down, so it is [c s; -s c].
        const SinCos turn = sin_cos(static_cast<double>(slot->rotation));
        const auto s = static_cast<float>(turn.sin);
        const auto c = static_cast<float>(turn.cos);
        out.uv_rows[row++] = vec4(c * slot->scale.x, s * slot->scale.y, slot->offset.x,
                                  static_cast<float>(slot->uv_set));
        out.uv_rows[row++] = vec4(-s * slot->scale.x, c * slot->scale.y, slot->offset.y, 0);
    }
    return out;
}

std::uint32_t material_features(const mesh::Material& material) noexcept {
    std::uint32_t features =
        feature_bit(kUnlit, material.unlit) |
        feature_bit(kAlphaMask, material.alpha_mode == mesh::AlphaMode::mask) |
        feature_bit(kAlphaBlend, material.alpha_mode == mesh::AlphaMode::blend) |
        feature_bit(kBaseColorMap, is_drawn(material.base_color_texture));
    if (material.unlit) return features;  // reads no other texture
    features |= feature_bit(kMetallicRoughnessMap, is_drawn(material.metallic_roughness_texture)) |
                feature_bit(kNormalMap, is_drawn(material.normal_texture)) |
                feature_bit(kOcclusionMap, is_drawn(material.occlusion_texture)) |
                feature_bit(kEmissiveMap, is_drawn(material.emissive_texture));
    return features;
}

}  // namespace diorama::vulkan::detail
