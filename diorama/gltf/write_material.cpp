// SPDX-License-Identifier: MIT
// Textures, samplers and materials.
#include <algorithm>

#include "diorama/gltf/detail/writing.hpp"

namespace diorama::gltf::detail {
namespace {

std::uint64_t code_of(texture::Filter filter) {
    return filter == texture::Filter::nearest ? 9728 : 9729;
}

std::uint64_t code_of(texture::Filter filter, texture::MipFilter mip) {
    if (mip == texture::MipFilter::none) return code_of(filter);
    const std::uint64_t nearest = mip == texture::MipFilter::nearest ? 9984 : 9986;
    return nearest + (filter == texture::Filter::linear ? 1 : 0);
}

std::uint64_t code_of(texture::Wrap wrap) {
    switch (wrap) {
        case texture::Wrap::clamp_to_edge:
            return 33071;
        case texture::Wrap::mirrored_repeat:
            return 33648;
        case texture::Wrap::repeat:
            break;
    }
    return 10497;
}

void write_sampler(JsonOut& json, const texture::Sampler& sampler) {
    json.begin_object().key("magFilter").integer(code_of(sampler.mag));
    json.key("minFilter").integer(code_of(sampler.min, sampler.mip));
    if (sampler.wrap_u != texture::Wrap::repeat) json.key("wrapS").integer(code_of(sampler.wrap_u));
    if (sampler.wrap_v != texture::Wrap::repeat) json.key("wrapT").integer(code_of(sampler.wrap_v));
    json.end_object();
}

void write_transform(Writing& w, const mesh::TextureSlot& slot) {
    const mesh::TextureSlot none;
    w.use_extension("KHR_texture_transform");
    w.json.key("extensions").begin_object().key("KHR_texture_transform").begin_object();
    w.numbers_unless("offset", {&slot.offset.x, 2}, {&none.offset.x, 2});
    w.number_unless("rotation", slot.rotation, none.rotation);
    w.numbers_unless("scale", {&slot.scale.x, 2}, {&none.scale.x, 2});
    w.json.end_object().end_object();
}

/// Writes \p slot, where it has a texture, with its own factor \p factor_name.
void write_slot(Writing& w, std::string_view key, const mesh::TextureSlot& slot,
                std::string_view factor_name = {}, float factor = 1) {
    if (!slot.present()) return;
    w.json.key(key).begin_object();
    w.reference("index", slot.texture);
    if (slot.uv_set != 0) w.json.key("texCoord").integer(slot.uv_set);
    if (!factor_name.empty()) w.number_unless(factor_name, factor, 1);
    const bool moved = slot.offset != vec2(0, 0) || slot.rotation != 0 || slot.scale != vec2(1, 1);
    if (moved) write_transform(w, slot);
    w.json.end_object();
}

void write_metallic_roughness(Writing& w, const mesh::Material& in) {
    const mesh::Material none;
    JsonOut& json = w.json.key("pbrMetallicRoughness").begin_object();
    w.numbers_unless("baseColorFactor", {&in.base_color.x, 4}, {&none.base_color.x, 4});
    w.number_unless("metallicFactor", in.metallic, none.metallic);
    w.number_unless("roughnessFactor", in.roughness, none.roughness);
    write_slot(w, "baseColorTexture", in.base_color_texture);
    write_slot(w, "metallicRoughnessTexture", in.metallic_roughness_texture);
    json.end_object();
}

void write_material_extensions(Writing& w, const mesh::Material& in) {
    const bool strong = in.emissive_strength != 1;
    if (!strong && !in.unlit) return;
    JsonOut& json = w.json.key("extensions").begin_object();
    if (strong) {
        w.use_extension("KHR_materials_emissive_strength");
        json.key("KHR_materials_emissive_strength").begin_object();
        json.key("emissiveStrength").number(in.emissive_strength).end_object();
    }
    if (in.unlit) {
        w.use_extension("KHR_materials_unlit");
        json.key("KHR_materials_unlit").begin_object().end_object();
    }
    json.end_object();
}

void write_material(Writing& w, const GltfMaterial& material) {
    const mesh::Material& in = material.material;
    const mesh::Material none;
    JsonOut& json = w.json.begin_object();
    w.common(in.name, material.extras);
    write_metallic_roughness(w, in);
    write_slot(w, "normalTexture", in.normal_texture, "scale", in.normal_scale);
    write_slot(w, "occlusionTexture", in.occlusion_texture, "strength", in.occlusion_strength);
    write_slot(w, "emissiveTexture", in.emissive_texture);
    w.numbers_unless("emissiveFactor", {&in.emissive.x, 3}, {&none.emissive.x, 3});
    const bool cutoff = in.alpha_cutoff != none.alpha_cutoff;
    if (in.alpha_mode == mesh::AlphaMode::mask) json.key("alphaMode").string("MASK");
    if (in.alpha_mode == mesh::AlphaMode::blend) json.key("alphaMode").string("BLEND");
    // A cutoff asks for a mode beside it, whichever it is.
    if (in.alpha_mode == mesh::AlphaMode::opaque && cutoff) json.key("alphaMode").string("OPAQUE");
    if (cutoff) json.key("alphaCutoff").number(in.alpha_cutoff);
    if (in.double_sided) json.key("doubleSided").boolean(true);
    write_material_extensions(w, in);
    json.end_object();
}

}  // namespace

void write_textures(Writing& w) {
    if (w.asset.textures.empty()) return;
    std::vector<texture::Sampler> samplers;
    w.json.key("textures").begin_array();
    for (const GltfTexture& texture : w.asset.textures) {
        w.json.begin_object();
        if (texture.sampler != texture::Sampler{}) {
            auto known = std::ranges::find(samplers, texture.sampler);
            if (known == samplers.end()) known = samplers.insert(known, texture.sampler);
            w.reference("sampler", static_cast<std::int32_t>(known - samplers.begin()));
        }
        w.reference("source", texture.image);
        w.common(texture.name, texture.extras);
        w.json.end_object();
    }
    w.json.end_array();
    if (samplers.empty()) return;
    w.json.key("samplers").begin_array();
    for (const texture::Sampler& sampler : samplers)
        write_sampler(w.json, sampler);
    w.json.end_array();
}

void write_materials(Writing& w) {
    if (w.asset.materials.empty()) return;
    w.json.key("materials").begin_array();
    for (const GltfMaterial& material : w.asset.materials)
        write_material(w, material);
    w.json.end_array();
}

}  // namespace diorama::gltf::detail
