// SPDX-License-Identifier: MIT
#include "diorama/vulkan/detail/material.hpp"

#include "diorama/render/resource_ledger.hpp"

namespace diorama::vulkan::detail {

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
        feature_bit(kBaseColorMap, material.base_color_texture.present());
    if (material.unlit) return features;  // reads no other texture
    features |= feature_bit(kMetallicRoughnessMap, material.metallic_roughness_texture.present()) |
                feature_bit(kNormalMap, material.normal_texture.present()) |
                feature_bit(kOcclusionMap, material.occlusion_texture.present()) |
                feature_bit(kEmissiveMap, material.emissive_texture.present());
    return features;
}

}  // namespace diorama::vulkan::detail
