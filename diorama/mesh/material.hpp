// SPDX-License-Identifier: MIT
/// \file
/// Surfaces as plain data: AlphaMode, TextureSlot, Material.
/// Source: glTF 2.0 section 3.9 (Materials), KHR_texture_transform,
/// KHR_materials_emissive_strength, KHR_materials_unlit.
#pragma once

#include <cstdint>
#include <string>

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
};

}  // namespace diorama::mesh
