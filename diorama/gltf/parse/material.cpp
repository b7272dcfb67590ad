// SPDX-License-Identifier: MIT
#include "diorama/gltf/detail/parser.hpp"
#include "diorama/gltf/error_codes.hpp"

namespace diorama::gltf::detail {

namespace {

constexpr Allowed kUnit{.min = 0, .max = 1};
constexpr Allowed kNotNegative{.min = 0};

std::uint32_t parse_uv_set(Parser& p) {
    const std::uint64_t set = p.count();
    if (set <= UINT32_MAX) return static_cast<std::uint32_t>(set);
    p.fault(codes::value_range, "found " + std::to_string(set) + ", expected a small number");
    return 0;
}

/// Reads KHR_texture_transform into \p slot; whether it names its own UV set.
bool parse_texture_transform(Parser& p, mesh::TextureSlot& slot, std::uint32_t& uv_set) {
    constexpr std::array<std::string_view, 4> kNames{"offset", "rotation", "scale", "texCoord"};
    const std::uint32_t seen = p.loose_members(
        kNames,
        [&](std::size_t i) {
            switch (i) {
                case 0:
                    p.reals32({&slot.offset.x, 2});
                    break;
                case 1:
                    slot.rotation = p.real32();
                    break;
                case 2:
                    p.reals32({&slot.scale.x, 2});
                    break;
                default:
                    uv_set = parse_uv_set(p);
                    break;
            }
        },
        kNoExtensions);
    return (seen & bit(3)) != 0;
}

}  // namespace

mesh::TextureSlot parse_texture_info(Parser& p, std::string_view factor_name, float* factor,
                                     const Allowed& allowed) {
    const std::array<std::string_view, 3> names{"index", "texCoord",
                                                factor != nullptr ? factor_name : "index"};
    mesh::TextureSlot slot;
    std::uint32_t uv_set = 0;
    bool overrides = false;
    const std::uint32_t seen = p.loose_members(
        names,
        [&](std::size_t i) {
            switch (i) {
                case 0:
                    slot.texture = p.index();
                    break;
                case 1:
                    slot.uv_set = parse_uv_set(p);
                    break;
                default:
                    *factor = p.real32(allowed, 1);
                    break;
            }
        },
        [&](std::string_view key) {
            if (key != "KHR_texture_transform") return false;
            overrides = parse_texture_transform(p, slot, uv_set);
            return true;
        });
    p.require(names, seen, bit(0));
    if (overrides) slot.uv_set = uv_set;
    return slot;
}

namespace {

void parse_metallic_roughness(Parser& p, mesh::Material& out) {
    constexpr std::array<std::string_view, 5> kNames{"baseColorFactor", "metallicFactor",
                                                     "roughnessFactor", "baseColorTexture",
                                                     "metallicRoughnessTexture"};
    p.loose_members(
        kNames,
        [&](std::size_t i) {
            switch (i) {
                case 0:
                    p.reals32({&out.base_color.x, 4}, kUnit);
                    break;
                case 1:
                    out.metallic = p.real32(kUnit, 1);
                    break;
                case 2:
                    out.roughness = p.real32(kUnit, 1);
                    break;
                case 3:
                    out.base_color_texture = parse_texture_info(p);
                    break;
                default:
                    out.metallic_roughness_texture = parse_texture_info(p);
                    break;
            }
        },
        kNoExtensions);
}

mesh::AlphaMode parse_alpha_mode(Parser& p) {
    if (!p.expect(JsonKind::string)) return mesh::AlphaMode::opaque;
    const std::string_view mode = p.json().read_string();
    if (mode == "MASK") return mesh::AlphaMode::mask;
    if (mode == "BLEND") return mesh::AlphaMode::blend;
    if (mode != "OPAQUE") {
        p.fault(codes::value_ignored,
                "found " + quoted(mode) + ", expected OPAQUE, MASK or BLEND; OPAQUE is used");
    }
    return mesh::AlphaMode::opaque;
}

}  // namespace

void parse_material(Parser& p) {
    constexpr std::array<std::string_view, 8> kNames{
        "pbrMetallicRoughness", "normalTexture", "occlusionTexture", "emissiveTexture",
        "emissiveFactor",       "alphaMode",     "alphaCutoff",      "doubleSided"};
    Material material;
    mesh::Material& out = material.surface;
    p.members(
        kNames, material, Named::yes,
        [&](std::size_t i) {
            switch (i) {
                case 0:
                    parse_metallic_roughness(p, out);
                    break;
                case 1:
                    out.normal_texture = parse_texture_info(p, "scale", &out.normal_scale);
                    break;
                case 2:
                    out.occlusion_texture =
                        parse_texture_info(p, "strength", &out.occlusion_strength, kUnit);
                    break;
                case 3:
                    out.emissive_texture = parse_texture_info(p);
                    break;
                case 4:
                    p.reals32({&out.emissive.x, 3}, kUnit);
                    break;
                case 5:
                    out.alpha_mode = parse_alpha_mode(p);
                    break;
                case 6:
                    out.alpha_cutoff = p.real32(kNotNegative, 0.5f);
                    material.has_alpha_cutoff = true;
                    break;
                default:
                    out.double_sided = p.flag();
                    break;
            }
        },
        [&](std::string_view key) { return parse_material_extension(p, key, out); });
    out.name = std::string(material.name);
    p.out().materials.push_back(std::move(material));
}

namespace {

/// Reads the extension of a texture that names another image; what \p key says it is.
bool parse_texture_extension(Parser& p, std::string_view key, Texture& texture) {
    const bool basisu = key == "KHR_texture_basisu";
    if (!basisu && key != "EXT_texture_webp") return false;
    constexpr std::array<std::string_view, 1> kNames{"source"};
    Index& source = basisu ? texture.basisu : texture.webp;
    p.loose_members(kNames, [&](std::size_t) { source = p.index(); }, kNoExtensions);
    return true;
}

}  // namespace

void parse_texture(Parser& p) {
    constexpr std::array<std::string_view, 2> kNames{"sampler", "source"};
    Texture texture;
    p.members(
        kNames, texture, Named::yes,
        [&](std::size_t i) { (i == 0 ? texture.sampler : texture.source) = p.index(); },
        [&](std::string_view key) { return parse_texture_extension(p, key, texture); });
    p.out().textures.push_back(texture);
}

namespace {

void parse_mag_filter(Parser& p, texture::Sampler& out) {
    const std::uint64_t filter = p.count();
    if (filter == 9728 || filter == 9729) {
        out.mag = filter == 9728 ? texture::Filter::nearest : texture::Filter::linear;
    } else {
        p.fault(codes::value_ignored,
                "found " + std::to_string(filter) + ", expected 9728 or 9729");
    }
}

void parse_min_filter(Parser& p, texture::Sampler& out) {
    using texture::Filter;
    using texture::MipFilter;
    switch (const std::uint64_t filter = p.count()) {
        case 9728:
            out.min = Filter::nearest, out.mip = MipFilter::none;
            break;
        case 9729:
            out.min = Filter::linear, out.mip = MipFilter::none;
            break;
        case 9984:
            out.min = Filter::nearest, out.mip = MipFilter::nearest;
            break;
        case 9985:
            out.min = Filter::linear, out.mip = MipFilter::nearest;
            break;
        case 9986:
            out.min = Filter::nearest, out.mip = MipFilter::linear;
            break;
        case 9987:
            out.min = Filter::linear, out.mip = MipFilter::linear;
            break;
        default:
            p.fault(codes::value_ignored,
                    "found " + std::to_string(filter) + ", expected 9728, 9729 or 9984 to 9987");
            break;
    }
}

texture::Wrap parse_wrap(Parser& p) {
    switch (const std::uint64_t wrap = p.count()) {
        case 10497:
            return texture::Wrap::repeat;
        case 33071:
            return texture::Wrap::clamp_to_edge;
        case 33648:
            return texture::Wrap::mirrored_repeat;
        default:
            p.fault(codes::value_ignored,
                    "found " + std::to_string(wrap) + ", expected 10497, 33071 or 33648");
            return texture::Wrap::repeat;
    }
}

}  // namespace

void parse_sampler(Parser& p) {
    constexpr std::array<std::string_view, 4> kNames{"magFilter", "minFilter", "wrapS", "wrapT"};
    SamplerObject sampler;
    p.members(
        kNames, sampler, Named::yes,
        [&](std::size_t i) {
            switch (i) {
                case 0:
                    parse_mag_filter(p, sampler.sampler);
                    break;
                case 1:
                    parse_min_filter(p, sampler.sampler);
                    break;
                case 2:
                    sampler.sampler.wrap_u = parse_wrap(p);
                    break;
                default:
                    sampler.sampler.wrap_v = parse_wrap(p);
                    break;
            }
        },
        kNoExtensions);
    p.out().samplers.push_back(sampler);
}

void parse_image(Parser& p) {
    constexpr std::array<std::string_view, 3> kNames{"uri", "mimeType", "bufferView"};
    Image image;
    const std::uint32_t seen = p.members(
        kNames, image, Named::yes,
        [&](std::size_t i) {
            switch (i) {
                case 0:
                    image.uri = p.text();
                    image.has_uri = true;
                    break;
                case 1:
                    image.mime_type = p.text();
                    break;
                default:
                    image.buffer_view = p.index();
                    break;
            }
        },
        kNoExtensions);
    const bool uri = (seen & bit(0)) != 0;
    const bool view = (seen & bit(2)) != 0;
    if (uri == view) {
        p.fault(codes::property_conflict,
                uri ? "found both uri and bufferView, expected one of them"
                    : "found neither uri nor bufferView, expected one of them");
    }
    if (view && (seen & bit(1)) == 0) {
        p.fault(codes::property_dependency,
                "found bufferView without mimeType, expected a mimeType beside it");
    }
    p.out().images.push_back(image);
}

}  // namespace diorama::gltf::detail
