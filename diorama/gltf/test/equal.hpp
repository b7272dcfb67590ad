// SPDX-License-Identifier: MIT
/// \file
/// Whether two assets are the same, down to the bits of their numbers: difference.
#pragma once

#include <cstring>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "diorama/gltf/asset.hpp"
#include "diorama/gltf/detail/export_uri.hpp"
#include "diorama/gltf/detail/extensions_out.hpp"
#include "diorama/gltf/detail/json_reader.hpp"
#include "diorama/mesh/surface.hpp"

namespace diorama::gltf::test {

/// What may differ between two assets.
struct Compared {
    bool image_uris = true;  ///< false: one of them holds its images itself
};

/// Compares two assets part by part and remembers the first place where they differ.
class Difference {
  public:
    explicit Difference(Compared compared) : compared_(compared) {}

    /// The first difference; empty where there is none.
    [[nodiscard]] const std::string& text() const { return text_; }

    void compare(const GltfAsset& a, const GltfAsset& b) {
        value("version", a.version, b.version);
        value("generator", a.generator, b.generator);
        value("copyright", a.copyright, b.copyright);
        value("asset extras", a.asset_extras, b.asset_extras);
        value("extras", a.extras, b.extras);
        value("variants", a.variants, b.variants);
        extensions(a.extensions, b.extensions);
        extensions(a.asset_extensions, b.asset_extensions);
        value("default scene", a.default_scene, b.default_scene);
        value("roots", a.roots, b.roots);
        each("images", a.images, b.images);
        each("textures", a.textures, b.textures);
        each("materials", a.materials, b.materials);
        each("meshes", a.meshes, b.meshes);
        each("nodes", a.nodes, b.nodes);
        each("skins", a.skins, b.skins);
        each("animations", a.animations, b.animations);
        each("cameras", a.cameras, b.cameras);
        each("lights", a.lights, b.lights);
        each("scenes", a.scenes, b.scenes);
    }

  private:
    void differ(const std::string& what) {
        if (text_.empty()) text_ = place_ + what + " differs";
    }

    template <class T>
    void value(const std::string& what, const T& a, const T& b) {
        if (!(a == b)) differ(what);
    }

    /// Bit by bit, so that 0 and -0 differ and nothing is nearly equal.
    template <class T>
    void bits(const std::string& what, const T& a, const T& b) {
        if (std::memcmp(&a, &b, sizeof(T)) != 0) differ(what);
    }

    template <class T>
    void bits(const std::string& what, const std::vector<T>& a, const std::vector<T>& b) {
        if (a.size() != b.size())
            differ(what + " count (" + std::to_string(a.size()) + ", " + std::to_string(b.size()) +
                   ")");
        else if (!a.empty() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) != 0)
            differ(what);
    }

    /// The members of \p json that a writer keeps as they are, by name.
    static std::map<std::string, std::string> kept(std::string_view json) {
        std::map<std::string, std::string> out;
        std::deque<std::string> arena;
        detail::JsonReader reader(json, arena, 256);
        if (reader.next() != detail::JsonKind::object) return out;
        reader.enter();
        std::string_view key;
        while (reader.next_member(key)) {
            const std::string name(key);
            const std::string text(reader.skip());
            if (detail::keeps_extension(name, text)) out.emplace(name, text);
        }
        return out;
    }

    /// Known ones are compared as fields.
    void extensions(std::string_view a, std::string_view b) {
        value("unknown extensions", kept(a), kept(b));
    }

    template <class T>
    void each(const std::string& what, const std::vector<T>& a, const std::vector<T>& b) {
        if (a.size() != b.size()) {
            differ(what + " count (" + std::to_string(a.size()) + ", " + std::to_string(b.size()) +
                   ")");
            return;
        }
        for (std::size_t i = 0; i < a.size() && text_.empty(); ++i) {
            const std::string outer = place_;
            place_ += what + " " + std::to_string(i) + ": ";
            element(a[i], b[i]);
            place_ = outer;
        }
    }

    void element(const GltfImage& a, const GltfImage& b) {
        value("name", a.name, b.name);
        // A name with spaces is escaped when it is written, so the files count, not their spelling.
        if (compared_.image_uris && !a.uri.empty())
            value("uri", detail::beside_name(a.uri), detail::beside_name(b.uri));
        if (!a.mime_type.empty() && compared_.image_uris)
            value("mime type", a.mime_type, b.mime_type);
        value("file", a.file, b.file);
        value("pixels", a.image.pixels, b.image.pixels);
        value("extras", a.extras, b.extras);
        extensions(a.extensions, b.extensions);
    }
    void element(const GltfTexture& a, const GltfTexture& b) {
        value("name", a.name, b.name);
        value("image", a.image, b.image);
        value("alternatives", a.alternatives, b.alternatives);
        value("sampler", a.sampler, b.sampler);
        value("sampler name", a.sampler_name, b.sampler_name);
        value("sampler extras", a.sampler_extras, b.sampler_extras);
        value("extras", a.extras, b.extras);
        extensions(a.extensions, b.extensions);
    }
    void slot(const std::string& what, const mesh::TextureSlot& a, const mesh::TextureSlot& b) {
        value(what + " texture", a.texture, b.texture);
        if (!a.present()) return;
        value(what + " set", a.uv_set, b.uv_set);
        value(what + " offset", a.offset, b.offset);
        value(what + " rotation", a.rotation, b.rotation);
        value(what + " scale", a.scale, b.scale);
    }
    void element(const GltfMaterial& left, const GltfMaterial& right) {
        const mesh::Material& a = left.material;
        const mesh::Material& b = right.material;
        value("name", a.name, b.name);
        bits("base colour", a.base_color, b.base_color);
        bits("metallic", a.metallic, b.metallic);
        bits("roughness", a.roughness, b.roughness);
        bits("emissive", a.emissive, b.emissive);
        bits("emissive strength", a.emissive_strength, b.emissive_strength);
        // Factors of slots without a texture have no place in a file, and no effect.
        if (a.normal_texture.present()) bits("normal scale", a.normal_scale, b.normal_scale);
        if (a.occlusion_texture.present())
            bits("occlusion strength", a.occlusion_strength, b.occlusion_strength);
        value("alpha mode", a.alpha_mode, b.alpha_mode);
        bits("alpha cutoff", a.alpha_cutoff, b.alpha_cutoff);
        value("double sided", a.double_sided, b.double_sided);
        value("unlit", a.unlit, b.unlit);
        layers(a, b);
        value("extras", left.extras, right.extras);
        extensions(left.extensions, right.extensions);
    }
    void layers(const mesh::Material& a, const mesh::Material& b) {
        value("index of refraction", a.ior, b.ior);
        value("dispersion", a.dispersion, b.dispersion);
        layer("clearcoat", a.clearcoat, b.clearcoat, [&](const auto& x, const auto& y) {
            value("clearcoat", std::tie(x.factor, x.roughness), std::tie(y.factor, y.roughness));
            if (x.normal_texture.present())
                value("clearcoat scale", x.normal_scale, y.normal_scale);
        });
        layer("sheen", a.sheen, b.sheen, [&](const auto& x, const auto& y) {
            value("sheen", std::tie(x.color, x.roughness), std::tie(y.color, y.roughness));
        });
        layer("transmission", a.transmission, b.transmission,
              [&](const auto& x, const auto& y) { value("transmission", x.factor, y.factor); });
        layer("volume", a.volume, b.volume, [&](const auto& x, const auto& y) {
            value("volume", std::tie(x.thickness, x.attenuation_distance, x.attenuation_color),
                  std::tie(y.thickness, y.attenuation_distance, y.attenuation_color));
        });
        layer("specular", a.specular, b.specular, [&](const auto& x, const auto& y) {
            value("specular", std::tie(x.factor, x.color), std::tie(y.factor, y.color));
        });
        layer("iridescence", a.iridescence, b.iridescence, [&](const auto& x, const auto& y) {
            value("iridescence", std::tie(x.factor, x.ior, x.thickness_min, x.thickness_max),
                  std::tie(y.factor, y.ior, y.thickness_min, y.thickness_max));
        });
        layer("anisotropy", a.anisotropy, b.anisotropy, [&](const auto& x, const auto& y) {
            value("anisotropy", std::tie(x.strength, x.rotation), std::tie(y.strength, y.rotation));
        });
        std::vector<mesh::TextureSlot> left, right;
        const auto into = [](std::vector<mesh::TextureSlot>& list) {
            return [&list](const mesh::TextureSlot& slot, const mesh::SlotPlace&) {
                list.push_back(slot);
            };
        };
        mesh::each_texture(a, into(left));
        mesh::each_texture(b, into(right));
        for (std::size_t i = 0; i < left.size() && left.size() == right.size(); ++i)
            slot("slot " + std::to_string(i), left[i], right[i]);
    }
    template <class T, class F>
    void layer(const std::string& what, const std::optional<T>& a, const std::optional<T>& b,
               F&& compare) {
        value(what + " presence", a.has_value(), b.has_value());
        if (a && b) compare(*a, *b);
    }
    void element(const mesh::MorphTarget& a, const mesh::MorphTarget& b) {
        value("name", a.name, b.name);
        bits("positions", a.positions, b.positions);
        bits("normals", a.normals, b.normals);
        bits("tangents", a.tangents, b.tangents);
    }
    void element(const mesh::VertexAttribute& a, const mesh::VertexAttribute& b) {
        value("name", a.name, b.name);
        value("component type", a.component_type, b.component_type);
        value("shape", std::tie(a.rows, a.columns), std::tie(b.rows, b.columns));
        value("normalized", a.normalized, b.normalized);
        value("bytes", a.element_bytes, b.element_bytes);
        value("data", a.data, b.data);
    }
    void element(const GltfPrimitive& left, const GltfPrimitive& right) {
        const mesh::MeshData& a = left.mesh;
        const mesh::MeshData& b = right.mesh;
        value("topology", a.topology, b.topology);
        bits("positions", a.positions, b.positions);
        bits("normals", a.normals, b.normals);
        bits("tangents", a.tangents, b.tangents);
        for (std::size_t set = 0; set < a.uvs.size(); ++set)
            bits("texture coordinates " + std::to_string(set), a.uvs[set], b.uvs[set]);
        bits("colours", a.colors, b.colors);
        bits("joints", a.joints, b.joints);
        bits("weights", a.weights, b.weights);
        bits("more joints", a.more_joints, b.more_joints);
        bits("more weights", a.more_weights, b.more_weights);
        each("other attributes", a.others, b.others);
        bits("indices", a.indices, b.indices);
        each("targets", a.morph_targets, b.morph_targets);
        // A file's bounds cover vertices that nothing used and that flat normals left out.
        const Bounds kept = mesh::bounds_of(a.positions);
        if (kept.min == a.bounds.min && kept.max == a.bounds.max) {
            value("bounds minimum", a.bounds.min, b.bounds.min);
            value("bounds maximum", a.bounds.max, b.bounds.max);
        }
        value("material", left.material, right.material);
        value("variants", left.variant_materials, right.variant_materials);
        value("extras", left.extras, right.extras);
        extensions(left.extensions, right.extensions);
    }
    void element(const GltfMesh& a, const GltfMesh& b) {
        value("name", a.name, b.name);
        each("primitives", a.primitives, b.primitives);
        value("weights", a.weights, b.weights);
        value("extras", a.extras, b.extras);
        extensions(a.extensions, b.extensions);
    }
    void element(const GltfInstanceAttribute& a, const GltfInstanceAttribute& b) {
        value("name", a.name, b.name);
        value("components", a.components, b.components);
        bits("values", a.values, b.values);
    }
    void element(const GltfNode& a, const GltfNode& b) {
        value("name", a.name, b.name);
        value("children", a.children, b.children);
        bits("translation", a.translation, b.translation);
        bits("rotation", a.rotation, b.rotation);
        bits("scale", a.scale, b.scale);
        value("mesh", a.mesh, b.mesh);
        value("skin", a.skin, b.skin);
        value("camera", a.camera, b.camera);
        value("light", a.light, b.light);
        value("visible", a.visible, b.visible);
        value("instances", a.instances.has_value(), b.instances.has_value());
        if (a.instances && b.instances) {
            bits("instances", a.instances->places, b.instances->places);
            each("instance attributes", a.instances->attributes, b.instances->attributes);
        }
        bits("weights", a.weights, b.weights);
        value("extras", a.extras, b.extras);
        extensions(a.extensions, b.extensions);
    }
    void element(const GltfSkin& a, const GltfSkin& b) {
        value("name", a.name, b.name);
        value("joints", a.joints, b.joints);
        value("inverse binds", a.inverse_bind, b.inverse_bind);
        value("skeleton", a.skeleton, b.skeleton);
        value("extras", a.extras, b.extras);
        extensions(a.extensions, b.extensions);
    }
    void element(const anim::Channel& a, const anim::Channel& b) {
        value("node", a.node, b.node);
        value("path", a.path, b.path);
        value("interpolation", a.interpolation, b.interpolation);
        value("components", a.components, b.components);
        bits("times", a.times, b.times);
        bits("values", a.values, b.values);
    }
    void element(const GltfPointerChannel& a, const GltfPointerChannel& b) {
        value("pointer", a.pointer, b.pointer);
        value("interpolation", a.interpolation, b.interpolation);
        value("components", a.components, b.components);
        bits("times", a.times, b.times);
        bits("values", a.values, b.values);
    }
    void element(const GltfAnimation& a, const GltfAnimation& b) {
        value("name", a.name, b.name);
        bits("duration", a.duration, b.duration);
        each("channels", a.channels, b.channels);
        each("pointers", a.pointers, b.pointers);
        value("extras", a.extras, b.extras);
        extensions(a.extensions, b.extensions);
    }
    void element(const GltfCamera& a, const GltfCamera& b) {
        value("name", a.name, b.name);
        value("projection", a.projection, b.projection);
        bits("field of view", a.fov_y, b.fov_y);
        bits("aspect", a.aspect, b.aspect);
        bits("near", a.near, b.near);
        bits("far", a.far, b.far);
        bits("half width", a.x_magnification, b.x_magnification);
        bits("half height", a.y_magnification, b.y_magnification);
        value("extras", a.extras, b.extras);
        extensions(a.extensions, b.extensions);
    }
    void element(const GltfLight& a, const GltfLight& b) {
        value("name", a.name, b.name);
        value("kind", a.kind, b.kind);
        bits("colour", a.color, b.color);
        bits("intensity", a.intensity, b.intensity);
        bits("range", a.range, b.range);
        bits("inner angle", a.inner_angle, b.inner_angle);
        bits("outer angle", a.outer_angle, b.outer_angle);
        value("extras", a.extras, b.extras);
        extensions(a.extensions, b.extensions);
    }
    void element(const GltfScene& a, const GltfScene& b) {
        value("name", a.name, b.name);
        value("roots", a.roots, b.roots);
        value("extras", a.extras, b.extras);
        extensions(a.extensions, b.extensions);
    }

    Compared compared_;
    std::string place_;
    std::string text_;
};

/// Where \p b first differs from \p a; empty where it does not. The lists of extensions, which
/// follow from the rest and from how a file stores it, and diagnostics are not compared.
inline std::string difference(const GltfAsset& a, const GltfAsset& b, Compared compared = {}) {
    Difference difference(compared);
    difference.compare(a, b);
    return difference.text();
}

}  // namespace diorama::gltf::test
