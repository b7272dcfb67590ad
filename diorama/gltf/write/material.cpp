// SPDX-License-Identifier: MIT
// Textures, samplers and materials.
#include <algorithm>
#include <map>

#include "diorama/gltf/detail/decoding.hpp"
#include "diorama/gltf/detail/extensions_out.hpp"
#include "diorama/gltf/detail/writing.hpp"
#include "diorama/texture/image.hpp"

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

/// A sampler as it is written: equal ones are one.
struct NamedSampler {
    texture::Sampler sampler;
    std::string_view name;
    std::string_view extras;
    std::string_view extensions;
    bool operator==(const NamedSampler&) const = default;
};

void write_sampler(Writing& w, const NamedSampler& named) {
    JsonOut& json = w.json;
    const texture::Sampler& sampler = named.sampler;
    json.begin_object().key("magFilter").integer(code_of(sampler.mag));
    json.key("minFilter").integer(code_of(sampler.min, sampler.mip));
    if (sampler.wrap_u != texture::Wrap::repeat) json.key("wrapS").integer(code_of(sampler.wrap_u));
    if (sampler.wrap_v != texture::Wrap::repeat) json.key("wrapT").integer(code_of(sampler.wrap_v));
    ExtensionsOut(w, named.extensions).close();
    w.common(named.name, named.extras);
    json.end_object();
}

/// The extension that a texture of image \p index needs; empty for PNG and JPEG.
std::string_view texture_extension(const Writing& w, std::int32_t index) {
    if (index < 0) return {};
    const GltfImage& image = w.asset.images[static_cast<std::size_t>(index)];
    const texture::ImageFileKind kind = texture::image_file_kind(image.file);
    const auto is = [&](texture::ImageFileKind wanted, std::string_view mime,
                        std::string_view ending) {
        // Without its bytes an image is what it says it is.
        return kind == wanted || (image.file.empty() && image.image.empty() &&
                                  (image.mime_type == mime || image.uri.ends_with(ending)));
    };
    if (is(texture::ImageFileKind::ktx2, "image/ktx2", ".ktx2")) return "KHR_texture_basisu";
    if (is(texture::ImageFileKind::webp, "image/webp", ".webp")) return "EXT_texture_webp";
    return {};
}

bool is_moved(const mesh::TextureSlot& slot) {
    return slot.offset != vec2(0, 0) || slot.rotation != 0 || slot.scale != vec2(1, 1);
}

void write_transform(Writing& w, ExtensionsOut& extensions, const std::string& at,
                     const mesh::TextureSlot& slot) {
    const mesh::TextureSlot none;
    extensions.add("KHR_texture_transform").begin_object();
    w.numbers_unless("offset", {&slot.offset.x, 2}, {&none.offset.x, 2});
    w.number_unless("rotation", slot.rotation, none.rotation);
    w.numbers_unless("scale", {&slot.scale.x, 2}, {&none.scale.x, 2});
    w.write_loose(at + "/extensions/KHR_texture_transform");
    w.json.end_object();
}

void write_metallic_roughness(Writing& w, const std::string& material, const mesh::Material& in) {
    const mesh::Material none;
    const std::string at = material + "/pbrMetallicRoughness";
    JsonOut& json = w.json.key("pbrMetallicRoughness").begin_object();
    w.numbers_unless("baseColorFactor", {&in.base_color.x, 4}, {&none.base_color.x, 4});
    w.number_unless("metallicFactor", in.metallic, none.metallic);
    w.number_unless("roughnessFactor", in.roughness, none.roughness);
    write_slot(w, at, "baseColorTexture", in.base_color_texture);
    write_slot(w, at, "metallicRoughnessTexture", in.metallic_roughness_texture);
    w.write_loose(at);
    json.end_object();
}

void write_material(Writing& w, const std::string& at, const GltfMaterial& material) {
    const mesh::Material& in = material.material;
    const mesh::Material none;
    JsonOut& json = w.json.begin_object();
    w.common(in.name, material.extras);
    write_metallic_roughness(w, at, in);
    write_slot(w, at, "normalTexture", in.normal_texture, "scale", in.normal_scale);
    write_slot(w, at, "occlusionTexture", in.occlusion_texture, "strength", in.occlusion_strength);
    write_slot(w, at, "emissiveTexture", in.emissive_texture);
    w.numbers_unless("emissiveFactor", {&in.emissive.x, 3}, {&none.emissive.x, 3});
    const bool cutoff = in.alpha_cutoff != none.alpha_cutoff;
    if (in.alpha_mode == mesh::AlphaMode::mask) json.key("alphaMode").string("MASK");
    if (in.alpha_mode == mesh::AlphaMode::blend) json.key("alphaMode").string("BLEND");
    // A cutoff asks for a mode beside it, whichever it is.
    if (in.alpha_mode == mesh::AlphaMode::opaque && cutoff) json.key("alphaMode").string("OPAQUE");
    if (cutoff) json.key("alphaCutoff").number(in.alpha_cutoff);
    if (in.double_sided) json.key("doubleSided").boolean(true);
    ExtensionsOut extensions(w, material.extensions);
    write_material_extensions(w, extensions, at, in);
    extensions.close();
    json.end_object();
}

/// Names every image of \p texture: plain ones as `source`, others by their extension.
void write_texture_source(Writing& w, const std::string& at, const GltfTexture& texture) {
    std::vector<std::int32_t> images;
    if (texture.image >= 0) images.push_back(texture.image);
    images.insert(images.end(), texture.alternatives.begin(), texture.alternatives.end());
    // What is no image that anyone knows gives way to one that is.
    std::ranges::stable_partition(images, [&](std::int32_t index) {
        const GltfImage& image = w.asset.images[static_cast<std::size_t>(index)];
        return image.file.empty() ||
               texture::image_file_kind(image.file) != texture::ImageFileKind::unknown;
    });
    std::map<std::string_view, std::int32_t> places;  // by extension; empty for `source`
    for (const std::int32_t image : images)
        if (!places.emplace(texture_extension(w, image), image).second) w.leave_out_image(image);
    const auto plain = places.find({});
    if (plain != places.end()) w.reference("source", plain->second);
    ExtensionsOut extensions(w, texture.extensions);
    for (const auto& [extension, image] : places) {
        if (extension.empty()) continue;
        // Who does not know it takes `source`, where there is one.
        extensions.add(extension, /*required=*/plain == places.end()).begin_object();
        w.reference("source", image);
        w.write_loose(std::string(at).append("/extensions/").append(extension));
        w.json.end_object();
    }
    extensions.close();
}

}  // namespace

void write_slot(Writing& w, const std::string& at, std::string_view key,
                const mesh::TextureSlot& slot, std::string_view factor_name, float factor) {
    if (!slot.present()) return;
    w.json.key(key).begin_object();
    w.reference("index", slot.texture);
    if (slot.uv_set != 0) w.json.key("texCoord").integer(slot.uv_set);
    if (!factor_name.empty()) w.number_unless(factor_name, factor, 1);
    const std::string place = std::string(at).append("/").append(key);
    const GltfLooseExtras* const kept = w.loose(place);
    ExtensionsOut extensions(w, kept != nullptr ? std::string_view(kept->extensions) : "");
    if (is_moved(slot)) write_transform(w, extensions, place, slot);
    extensions.close();
    if (kept != nullptr) w.common({}, kept->extras);
    w.json.end_object();
}

void write_textures(Writing& w) {
    if (w.asset.textures.empty()) return;
    std::vector<NamedSampler> samplers;
    w.json.key("textures").begin_array();
    for (std::size_t i = 0; i < w.asset.textures.size(); ++i) {
        const GltfTexture& texture = w.asset.textures[i];
        w.json.begin_object();
        const NamedSampler sampler{texture.sampler, texture.sampler_name, texture.sampler_extras,
                                   texture.sampler_extensions};
        if (sampler != NamedSampler{}) {
            auto known = std::ranges::find(samplers, sampler);
            if (known == samplers.end()) known = samplers.insert(known, sampler);
            w.reference("sampler", static_cast<std::int32_t>(known - samplers.begin()));
        }
        write_texture_source(w, pointer_to("textures", i), texture);
        w.common(texture.name, texture.extras);
        w.json.end_object();
    }
    w.json.end_array();
    if (samplers.empty()) return;
    w.json.key("samplers").begin_array();
    for (const NamedSampler& sampler : samplers)
        write_sampler(w, sampler);
    w.json.end_array();
}

void write_materials(Writing& w) {
    if (w.asset.materials.empty()) return;
    w.json.key("materials").begin_array();
    for (std::size_t i = 0; i < w.asset.materials.size(); ++i)
        write_material(w, pointer_to("materials", i), w.asset.materials[i]);
    w.json.end_array();
}

}  // namespace diorama::gltf::detail
