// SPDX-License-Identifier: MIT
// The KHR_materials_ extensions of a material.
#include "diorama/gltf/detail/extensions_out.hpp"
#include "diorama/gltf/detail/writing.hpp"

namespace diorama::gltf::detail {
namespace {

/// One extension being written: its object is open until it is destroyed.
class Layer {
  public:
    Layer(Writing& w, ExtensionsOut& out, const std::string& material, std::string_view name)
        : w_(w), at_(material + "/extensions/" + std::string(name)) {
        out.add(name).begin_object();
    }
    Layer(const Layer&) = delete;
    Layer& operator=(const Layer&) = delete;
    ~Layer() {
        w_.write_loose(at_);
        w_.json.end_object();
    }

    void number(std::string_view key, float value, float otherwise) {
        w_.number_unless(key, value, otherwise);
    }
    void color(std::string_view key, const vec3& value, const vec3& otherwise) {
        w_.numbers_unless(key, {&value.x, 3}, {&otherwise.x, 3});
    }
    void texture(std::string_view key, const mesh::TextureSlot& slot,
                 std::string_view factor_name = {}, float factor = 1) {
        write_slot(w_, at_, key, slot, factor_name, factor);
    }

  private:
    Writing& w_;
    std::string at_;
};

}  // namespace

void write_material_extensions(Writing& w, ExtensionsOut& out, const std::string& at,
                               const mesh::Material& in) {
    if (in.emissive_strength != 1)
        Layer(w, out, at, "KHR_materials_emissive_strength")
            .number("emissiveStrength", in.emissive_strength, 1);
    if (in.unlit) Layer(w, out, at, "KHR_materials_unlit");
    if (in.ior) Layer(w, out, at, "KHR_materials_ior").number("ior", *in.ior, 1.5f);
    if (in.dispersion)
        Layer(w, out, at, "KHR_materials_dispersion").number("dispersion", *in.dispersion, 0);
    if (in.clearcoat) {
        const mesh::Clearcoat none;
        Layer layer(w, out, at, "KHR_materials_clearcoat");
        layer.number("clearcoatFactor", in.clearcoat->factor, none.factor);
        layer.texture("clearcoatTexture", in.clearcoat->texture);
        layer.number("clearcoatRoughnessFactor", in.clearcoat->roughness, none.roughness);
        layer.texture("clearcoatRoughnessTexture", in.clearcoat->roughness_texture);
        layer.texture("clearcoatNormalTexture", in.clearcoat->normal_texture, "scale",
                      in.clearcoat->normal_scale);
    }
    if (in.sheen) {
        const mesh::Sheen none;
        Layer layer(w, out, at, "KHR_materials_sheen");
        layer.color("sheenColorFactor", in.sheen->color, none.color);
        layer.texture("sheenColorTexture", in.sheen->color_texture);
        layer.number("sheenRoughnessFactor", in.sheen->roughness, none.roughness);
        layer.texture("sheenRoughnessTexture", in.sheen->roughness_texture);
    }
    if (in.transmission) {
        Layer layer(w, out, at, "KHR_materials_transmission");
        layer.number("transmissionFactor", in.transmission->factor, 0);
        layer.texture("transmissionTexture", in.transmission->texture);
    }
    if (in.volume) {
        const mesh::Volume none;
        Layer layer(w, out, at, "KHR_materials_volume");
        layer.number("thicknessFactor", in.volume->thickness, none.thickness);
        layer.texture("thicknessTexture", in.volume->thickness_texture);
        layer.number("attenuationDistance", in.volume->attenuation_distance,
                     none.attenuation_distance);
        layer.color("attenuationColor", in.volume->attenuation_color, none.attenuation_color);
    }
    if (in.specular) {
        const mesh::Specular none;
        Layer layer(w, out, at, "KHR_materials_specular");
        layer.number("specularFactor", in.specular->factor, none.factor);
        layer.texture("specularTexture", in.specular->texture);
        layer.color("specularColorFactor", in.specular->color, none.color);
        layer.texture("specularColorTexture", in.specular->color_texture);
    }
    if (in.iridescence) {
        const mesh::Iridescence none;
        Layer layer(w, out, at, "KHR_materials_iridescence");
        layer.number("iridescenceFactor", in.iridescence->factor, none.factor);
        layer.texture("iridescenceTexture", in.iridescence->texture);
        layer.number("iridescenceIor", in.iridescence->ior, none.ior);
        layer.number("iridescenceThicknessMinimum", in.iridescence->thickness_min,
                     none.thickness_min);
        layer.number("iridescenceThicknessMaximum", in.iridescence->thickness_max,
                     none.thickness_max);
        layer.texture("iridescenceThicknessTexture", in.iridescence->thickness_texture);
    }
    if (in.anisotropy) {
        Layer layer(w, out, at, "KHR_materials_anisotropy");
        layer.number("anisotropyStrength", in.anisotropy->strength, 0);
        layer.number("anisotropyRotation", in.anisotropy->rotation, 0);
        layer.texture("anisotropyTexture", in.anisotropy->texture);
    }
}

}  // namespace diorama::gltf::detail
