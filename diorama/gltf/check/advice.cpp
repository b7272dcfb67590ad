// SPDX-License-Identifier: MIT
// What a file may say and what does nothing, or not the same everywhere: warnings only.
#include <algorithm>
#include <array>

#include "diorama/gltf/detail/checker.hpp"
#include "diorama/gltf/error_codes.hpp"

namespace diorama::gltf::detail {

namespace {

std::string at(std::string_view list, std::size_t i, std::string_view member) {
    std::string out("/");
    out.append(list).append("/").append(std::to_string(i)).append(member);
    return out;
}

/// Whether any animation may change the material's member that ends its pointer with \p member.
bool animated(Checker& c, std::size_t material, std::string_view member) {
    if (!c.work(c.d.animation_channels.size())) return true;
    const std::string prefix = at("materials", material, "/");
    for (const AnimationChannel& channel : c.d.animation_channels)
        if (channel.pointer.starts_with(prefix) && channel.pointer.ends_with(member)) return true;
    return false;
}

void check_material(Checker& c, std::size_t i) {
    const Material& material = c.d.materials[i];
    const mesh::Material& surface = material.surface;
    const auto unused = [&](std::string_view member, std::string message) {
        c.fault(codes::material_unused, at("materials", i, member), std::move(message));
    };
    if (material.has_alpha_cutoff && surface.alpha_mode != mesh::AlphaMode::mask)
        unused("/alphaCutoff", "found an alphaCutoff without the alphaMode MASK that uses it");
    if (surface.emissive_strength != 1 && surface.emissive == vec3(0) &&
        !animated(c, i, "/emissiveFactor"))
        unused("/extensions/KHR_materials_emissive_strength/emissiveStrength",
               "found a strength of an emissiveFactor that is black");
    if (surface.volume && !surface.transmission &&
        !has_extension(material, "KHR_materials_diffuse_transmission"))
        unused("/extensions/KHR_materials_volume",
               "found a volume that no light enters, expected KHR_materials_transmission beside "
               "it");
    if (surface.dispersion && !surface.volume)
        unused("/extensions/KHR_materials_dispersion",
               "found dispersion without KHR_materials_volume, expected both");
    if (surface.anisotropy && surface.anisotropy->texture.present() &&
        surface.normal_texture.present() &&
        surface.anisotropy->texture.uv_set != surface.normal_texture.uv_set)
        c.fault(codes::material_unused,
                at("materials", i, "/extensions/KHR_materials_anisotropy/anisotropyTexture"),
                "found TEXCOORD_" + std::to_string(surface.anisotropy->texture.uv_set) +
                    ", expected TEXCOORD_" + std::to_string(surface.normal_texture.uv_set) +
                    ", that of the normal texture: the tangents are made for it");
}

void check_tangents(Checker& c, const Primitive& primitive, const std::string& pointer) {
    bool normals = false;
    bool tangents = false;
    for (const Attribute& each : slice(c.d.attributes, primitive.attributes)) {
        normals = normals || each.semantic == Semantic::normal;
        tangents = tangents || each.semantic == Semantic::tangent;
    }
    if (tangents && !normals)
        c.fault(codes::mesh_tangents_unused, pointer + "/attributes/TANGENT",
                "found tangents without normals, expected both",
                "they are left out: normals and tangents are made");
    if (tangents || primitive.material == kNone) return;
    const Material& material = c.d.materials[static_cast<std::size_t>(primitive.material)];
    if (!material.surface.normal_texture.present()) return;
    c.fault(codes::mesh_tangents_made, pointer + "/material",
            "found a normal texture on a primitive without TANGENT",
            "tangents are made by MikkTSpace; another reader may make others");
}

/// Channels with a pointer, where nothing says that pointers may be.
void check_pointers(Checker& c) {
    for (std::size_t a = 0; a < c.d.animations.size(); ++a) {
        const auto channels = slice(c.d.animation_channels, c.d.animations[a].channels);
        for (std::size_t k = 0; k < channels.size(); ++k) {
            if (channels[k].path != TargetPath::pointer) continue;
            c.fault(codes::value_ignored,
                    at("animations", a, "/channels/").append(std::to_string(k)) + "/target/path",
                    "found \"pointer\" without KHR_animation_pointer in extensionsUsed");
        }
    }
}

bool moves(const Checker& c, const Node& node) {
    if (node.matrix != kNone) return c.d.matrices[static_cast<std::size_t>(node.matrix)] != mat4(1);
    return node.translation != vec3(0) || node.rotation != quat(1, 0, 0, 0) ||
           node.scale != vec3(1);
}

void check_placement(Checker& c, std::size_t i) {
    const Node& node = c.d.nodes[i];
    if (node.mesh == kNone || node.skin == kNone) return;
    const bool placed = moves(c, node);
    if (!placed && c.parents()[i] == kNone) return;
    c.fault(codes::skin_placement, at("nodes", i, ""),
            std::string("found a skinned mesh on a node ") +
                (placed ? "with a placement" : "below another") +
                ", expected a root without one: its joints alone place it");
}

}  // namespace

void check_advice(Checker& c) {
    for (std::size_t i = 0; i < c.d.materials.size(); ++i)
        check_material(c, i);
    each_primitive(c.d, [&](std::size_t, const Primitive& primitive, const std::string& pointer) {
        check_tangents(c, primitive, pointer);
    });
    for (std::size_t i = 0; i < c.d.nodes.size(); ++i)
        check_placement(c, i);
    if (!c.uses("KHR_animation_pointer")) check_pointers(c);
    for (std::size_t i = 0; i < c.d.cameras.size(); ++i) {
        const Camera& camera = c.d.cameras[i];
        if (camera.projection == Projection::orthographic &&
            (camera.x_magnification < 0 || camera.y_magnification < 0))
            c.fault(codes::camera_negative, at("cameras", i, "/orthographic"),
                    "found a negative xmag or ymag, expected both above 0");
    }
    constexpr std::array<std::string_view, 4> kTypes{"image/png", "image/jpeg", "image/webp",
                                                     "image/ktx2"};
    for (std::size_t i = 0; i < c.d.images.size(); ++i) {
        const std::string_view type = c.d.images[i].mime_type;
        if (type.empty()) continue;
        const auto known = std::ranges::find(kTypes, type);
        const bool enabled = known == kTypes.end()        ? false
                             : known < kTypes.begin() + 2 ? true
                             : *known == "image/webp"     ? c.uses("EXT_texture_webp")
                                                          : c.uses("KHR_texture_basisu");
        if (!enabled)
            c.fault(codes::value_ignored, at("images", i, "/mimeType"),
                    "found " + quoted(type) + ", expected image/png or image/jpeg",
                    "the image is read as what its bytes say");
    }
}

}  // namespace diorama::gltf::detail
