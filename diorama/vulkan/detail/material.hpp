// SPDX-License-Identifier: MIT
/// \file
/// A material as shaders see it: Feature, MaterialUniforms, material_uniforms, material_features.
#pragma once

#include <array>
#include <cstdint>

#include "diorama/core/math.hpp"
#include "diorama/mesh/material.hpp"

namespace diorama::vulkan::detail {

/// What a pipeline is specialised for. The value is the bit in a set of features and the
/// constant_id in the shaders.
enum Feature : std::uint32_t {
    kSkinned,
    kMorphed,
    kHasNormals,
    kHasTangents,
    kUnlit,
    kAlphaMask,
    kAlphaBlend,
    kBaseColorMap,
    kMetallicRoughnessMap,
    kNormalMap,
    kOcclusionMap,
    kEmissiveMap,
    kShadows,
    kFeatures,
};

/// A set with only \p feature in it, or an empty one.
[[nodiscard]] constexpr std::uint32_t feature_bit(Feature feature, bool there = true) noexcept {
    return there ? 1u << feature : 0u;
}

/// The uniform block of shaders/material.glsl, std140.
struct MaterialUniforms {
    vec4 base_color;           ///< linear, straight alpha
    vec4 emissive;             ///< linear, strength multiplied in
    float metallic;            ///< as in mesh::Material
    float roughness;           ///< as in mesh::Material
    float normal_scale;        ///< as in mesh::Material
    float occlusion_strength;  ///< as in mesh::Material
    float alpha_cutoff;        ///< as in mesh::Material
    float padding[3];          ///< std140 aligns what follows
    std::array<vec4, 10>
        uv_rows;  ///< two rows of each slot's transform; w of the first: its uv set
};

/// \p material as the shaders read it.
[[nodiscard]] MaterialUniforms material_uniforms(const mesh::Material& material) noexcept;

/// What \p material asks of a pipeline.
[[nodiscard]] std::uint32_t material_features(const mesh::Material& material) noexcept;

}  // namespace diorama::vulkan::detail
