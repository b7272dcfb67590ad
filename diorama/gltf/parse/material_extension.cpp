// SPDX-License-Identifier: MIT
// The KHR_materials_ extensions of a material.
#include <variant>

#include "diorama/gltf/detail/parser.hpp"
#include "diorama/gltf/error_codes.hpp"

namespace diorama::gltf::detail {

namespace {

constexpr Allowed kUnit{.min = 0, .max = 1};
constexpr Allowed kNotNegative{.min = 0};

/// A number of an extension; `out` holds its default.
struct NumberField {
    float* out = nullptr;
    Allowed allowed;
};
/// A colour of an extension; `out` holds its default.
struct ColorField {
    vec3* out = nullptr;
    Allowed allowed;
};
/// A texture of an extension, with the `scale` that normal maps have.
struct TextureField {
    mesh::TextureSlot* out = nullptr;
    float* scale = nullptr;
};
using Field = std::variant<NumberField, ColorField, TextureField>;

void parse_field(Parser& p, const Field& field) {
    if (const auto* number = std::get_if<NumberField>(&field)) {
        *number->out = p.real32(number->allowed, *number->out);
    } else if (const auto* color = std::get_if<ColorField>(&field)) {
        p.reals32({&color->out->x, 3}, color->allowed);
    } else if (const auto* texture = std::get_if<TextureField>(&field)) {
        *texture->out = parse_texture_info(p, "scale", texture->scale);
    }
}

/// Reads an object whose members are all optional: `fields[i]` is what `names[i]` holds.
template <std::size_t N>
void parse_fields(Parser& p, const std::array<std::string_view, N>& names,
                  const std::array<Field, N>& fields) {
    p.loose_members(names, [&](std::size_t i) { parse_field(p, fields[i]); }, kNoExtensions);
}

void parse_clearcoat(Parser& p, mesh::Clearcoat& out) {
    parse_fields<5>(p,
                    {"clearcoatFactor", "clearcoatTexture", "clearcoatRoughnessFactor",
                     "clearcoatRoughnessTexture", "clearcoatNormalTexture"},
                    {NumberField{&out.factor, kUnit}, TextureField{&out.texture},
                     NumberField{&out.roughness, kUnit}, TextureField{&out.roughness_texture},
                     TextureField{&out.normal_texture, &out.normal_scale}});
}

void parse_sheen(Parser& p, mesh::Sheen& out) {
    parse_fields<4>(
        p,
        {"sheenColorFactor", "sheenColorTexture", "sheenRoughnessFactor", "sheenRoughnessTexture"},
        {ColorField{&out.color, kUnit}, TextureField{&out.color_texture},
         NumberField{&out.roughness, kUnit}, TextureField{&out.roughness_texture}});
}

void parse_transmission(Parser& p, mesh::Transmission& out) {
    parse_fields<2>(p, {"transmissionFactor", "transmissionTexture"},
                    {NumberField{&out.factor, kUnit}, TextureField{&out.texture}});
}

void parse_volume(Parser& p, mesh::Volume& out) {
    constexpr Allowed kPositive{.min = 0, .above_min = true};
    parse_fields<4>(
        p, {"thicknessFactor", "thicknessTexture", "attenuationDistance", "attenuationColor"},
        {NumberField{&out.thickness, kNotNegative}, TextureField{&out.thickness_texture},
         NumberField{&out.attenuation_distance, kPositive},
         ColorField{&out.attenuation_color, kUnit}});
}

void parse_specular(Parser& p, mesh::Specular& out) {
    parse_fields<4>(
        p, {"specularFactor", "specularTexture", "specularColorFactor", "specularColorTexture"},
        {NumberField{&out.factor, kUnit}, TextureField{&out.texture},
         ColorField{&out.color, kNotNegative}, TextureField{&out.color_texture}});
}

void parse_iridescence(Parser& p, mesh::Iridescence& out) {
    parse_fields<6>(
        p,
        {"iridescenceFactor", "iridescenceTexture", "iridescenceIor", "iridescenceThicknessMinimum",
         "iridescenceThicknessMaximum", "iridescenceThicknessTexture"},
        {NumberField{&out.factor, kUnit}, TextureField{&out.texture},
         NumberField{&out.ior, {.min = 1}}, NumberField{&out.thickness_min, kNotNegative},
         NumberField{&out.thickness_max, kNotNegative}, TextureField{&out.thickness_texture}});
}

void parse_anisotropy(Parser& p, mesh::Anisotropy& out) {
    parse_fields<3>(p, {"anisotropyStrength", "anisotropyRotation", "anisotropyTexture"},
                    {NumberField{&out.strength, kUnit}, NumberField{&out.rotation, {}},
                     TextureField{&out.texture}});
}

void parse_ior(Parser& p, float& out) {
    parse_fields<1>(p, {"ior"}, {NumberField{&out, {}}});
    // 0 stands for an infinite index; nothing is between it and that of vacuum.
    if (out == 0 || out >= 1) return;
    p.fault(
        codes::value_range,
        "found an index of refraction of " + std::to_string(out) + ", expected 0, or 1 and more",
        "ior");
}

}  // namespace

bool parse_material_extension(Parser& p, std::string_view key, mesh::Material& out) {
    constexpr std::string_view kPrefix = "KHR_materials_";
    if (!key.starts_with(kPrefix)) return false;
    const std::string_view name = key.substr(kPrefix.size());
    if (name == "unlit") {
        constexpr std::array<std::string_view, 0> kNames{};
        p.loose_members(kNames, kNoMembers, kNoExtensions);
        out.unlit = true;
    } else if (name == "emissive_strength") {
        parse_fields<1>(p, {"emissiveStrength"},
                        {NumberField{&out.emissive_strength, kNotNegative}});
    } else if (name == "clearcoat") {
        parse_clearcoat(p, out.clearcoat.emplace());
    } else if (name == "sheen") {
        parse_sheen(p, out.sheen.emplace());
    } else if (name == "transmission") {
        parse_transmission(p, out.transmission.emplace());
    } else if (name == "volume") {
        parse_volume(p, out.volume.emplace());
    } else if (name == "specular") {
        parse_specular(p, out.specular.emplace());
    } else if (name == "iridescence") {
        parse_iridescence(p, out.iridescence.emplace());
    } else if (name == "anisotropy") {
        parse_anisotropy(p, out.anisotropy.emplace());
    } else if (name == "ior") {
        parse_ior(p, out.ior.emplace(1.5f));
    } else if (name == "dispersion") {
        parse_fields<1>(p, {"dispersion"},
                        {NumberField{&out.dispersion.emplace(0.0f), kNotNegative}});
    } else {
        return false;
    }
    return true;
}

}  // namespace diorama::gltf::detail
