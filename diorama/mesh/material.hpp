// SPDX-License-Identifier: MIT
/// \file
/// Surfaces as plain data: AlphaMode, TextureSlot, the layers Clearcoat, Sheen, Transmission,
/// Volume, Specular, Iridescence and Anisotropy, Material, SlotPlace, each_texture. Source:
/// glTF 2.0 section 3.9 (Materials), KHR_texture_transform, and the KHR_materials_ extensions named
/// at what they add.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "diorama/core/math.hpp"

namespace diorama::mesh {

/// What alpha does.
enum class AlphaMode : std::uint8_t { opaque, mask, blend };

/// One texture read by a material.
struct TextureSlot {
    std::int32_t texture = -1;  ///< index into the owner's textures; -1 for none
    std::uint32_t uv_set = 0;   ///< which MeshData::uvs, the transform's override applied
    vec2 offset{0, 0};          ///< KHR_texture_transform: added last
    float rotation = 0;         ///< KHR_texture_transform: radians
    vec2 scale{1, 1};           ///< KHR_texture_transform: applied first

    /// Whether there is a texture.
    [[nodiscard]] bool present() const noexcept { return texture >= 0; }
};

/// A clear coating over the rest. Source: KHR_materials_clearcoat.
struct Clearcoat {
    float factor = 0;               ///< 0 none to 1 whole
    float roughness = 0;            ///< perceptual, 0 to 1
    float normal_scale = 1;         ///< scales the coating's normal map's x and y
    TextureSlot texture;            ///< linear: red times `factor`
    TextureSlot roughness_texture;  ///< linear: green times `roughness`
    TextureSlot normal_texture;     ///< linear, tangent space
};

/// Light scattered back by fibres. Source: KHR_materials_sheen.
struct Sheen {
    vec3 color{0, 0, 0};            ///< linear
    float roughness = 0;            ///< perceptual, 0 to 1
    TextureSlot color_texture;      ///< sRGB
    TextureSlot roughness_texture;  ///< linear: alpha
};

/// Light that passes through a thin surface. Source: KHR_materials_transmission.
struct Transmission {
    float factor = 0;     ///< share of the light that is not reflected, 0 to 1
    TextureSlot texture;  ///< linear: red times `factor`
};

/// What fills a closed surface. Source: KHR_materials_volume.
struct Volume {
    float thickness = 0;              ///< metres, of the mesh's space; 0: thin
    float attenuation_distance = 0;   ///< metres until white becomes the colour; 0: infinite
    vec3 attenuation_color{1, 1, 1};  ///< linear
    TextureSlot thickness_texture;    ///< linear: green times `thickness`
};

/// How strong a dielectric reflects. Source: KHR_materials_specular.
struct Specular {
    float factor = 1;           ///< 0 to 1
    vec3 color{1, 1, 1};        ///< linear, at normal incidence; may exceed 1
    TextureSlot texture;        ///< linear: alpha times `factor`
    TextureSlot color_texture;  ///< sRGB
};

/// A thin film whose colour follows the angle. Source: KHR_materials_iridescence.
struct Iridescence {
    float factor = 0;               ///< 0 to 1
    float ior = 1.3f;               ///< of the film
    float thickness_min = 100;      ///< nanometres, where the texture is 0
    float thickness_max = 400;      ///< nanometres, where the texture is 1 or absent
    TextureSlot texture;            ///< linear: red times `factor`
    TextureSlot thickness_texture;  ///< linear: green
};

/// Highlights stretched along a direction. Source: KHR_materials_anisotropy.
struct Anisotropy {
    float strength = 0;   ///< 0 to 1
    float rotation = 0;   ///< radians from the tangent, counter-clockwise
    TextureSlot texture;  ///< linear: direction in red and green, strength in blue
};

/// A metallic-roughness surface.
struct Material {
    std::string name;                          ///< as the file has it
    vec4 base_color{1, 1, 1, 1};               ///< linear, straight alpha
    float metallic = 1;                        ///< 0 dielectric to 1 metal
    float roughness = 1;                       ///< perceptual, 0 to 1
    vec3 emissive{0, 0, 0};                    ///< linear
    float emissive_strength = 1;               ///< multiplies `emissive`
    float normal_scale = 1;                    ///< scales the normal map's x and y
    float occlusion_strength = 1;              ///< 0 ignores the occlusion map
    AlphaMode alpha_mode = AlphaMode::opaque;  ///< what alpha does
    float alpha_cutoff = 0.5f;                 ///< for `mask`: below is dropped
    bool double_sided = false;                 ///< draws both faces, the back one's normal flipped
    bool unlit = false;                        ///< base colour alone, no lights
    TextureSlot base_color_texture;            ///< sRGB colour, alpha linear
    TextureSlot metallic_roughness_texture;    ///< linear: roughness in green, metallic in blue
    TextureSlot normal_texture;                ///< linear, tangent space
    TextureSlot occlusion_texture;             ///< linear: red
    TextureSlot emissive_texture;              ///< sRGB
    std::optional<Clearcoat> clearcoat;        ///< none where the file has none, as all that follow
    std::optional<Sheen> sheen;
    std::optional<Transmission> transmission;
    std::optional<Volume> volume;
    std::optional<Specular> specular;
    std::optional<Iridescence> iridescence;
    std::optional<Anisotropy> anisotropy;
    std::optional<float> ior;         ///< index of refraction, 1.5 where none; 0 for an infinite
                                      ///< one. Source: KHR_materials_ior
    std::optional<float> dispersion;  ///< 20 over the Abbe number. Source: KHR_materials_dispersion
};

/// Where a slot stands in a glTF material, and how its texture is read.
struct SlotPlace {
    std::string_view pointer;  ///< below the material: `pbrMetallicRoughness/baseColorTexture`
    bool srgb = false;         ///< colours, encoded; else numbers
    bool core = true;          ///< glTF's own, which every renderer draws; else an extension's
};

/// Calls \p visit(slot, place) with every texture slot that \p material has, present or not; a
/// const material gives const slots.
template <class M, class Visit>
void each_texture(M& material, Visit&& visit) {
    const auto core = [&](auto& slot, std::string_view pointer, bool srgb) {
        visit(slot, SlotPlace{pointer, srgb, true});
    };
    core(material.base_color_texture, "pbrMetallicRoughness/baseColorTexture", true);
    core(material.metallic_roughness_texture, "pbrMetallicRoughness/metallicRoughnessTexture",
         false);
    core(material.normal_texture, "normalTexture", false);
    core(material.occlusion_texture, "occlusionTexture", false);
    core(material.emissive_texture, "emissiveTexture", true);
    const auto more = [&](auto& slot, std::string_view pointer, bool srgb = false) {
        visit(slot, SlotPlace{pointer, srgb, false});
    };
    if (auto& layer = material.clearcoat) {
        more(layer->texture, "extensions/KHR_materials_clearcoat/clearcoatTexture");
        more(layer->roughness_texture,
             "extensions/KHR_materials_clearcoat/clearcoatRoughnessTexture");
        more(layer->normal_texture, "extensions/KHR_materials_clearcoat/clearcoatNormalTexture");
    }
    if (auto& layer = material.sheen) {
        more(layer->color_texture, "extensions/KHR_materials_sheen/sheenColorTexture", true);
        more(layer->roughness_texture, "extensions/KHR_materials_sheen/sheenRoughnessTexture");
    }
    if (auto& layer = material.transmission)
        more(layer->texture, "extensions/KHR_materials_transmission/transmissionTexture");
    if (auto& layer = material.volume)
        more(layer->thickness_texture, "extensions/KHR_materials_volume/thicknessTexture");
    if (auto& layer = material.specular) {
        more(layer->texture, "extensions/KHR_materials_specular/specularTexture");
        more(layer->color_texture, "extensions/KHR_materials_specular/specularColorTexture", true);
    }
    if (auto& layer = material.iridescence) {
        more(layer->texture, "extensions/KHR_materials_iridescence/iridescenceTexture");
        more(layer->thickness_texture,
             "extensions/KHR_materials_iridescence/iridescenceThicknessTexture");
    }
    if (auto& layer = material.anisotropy)
        more(layer->texture, "extensions/KHR_materials_anisotropy/anisotropyTexture");
}

}  // namespace diorama::mesh
