// SPDX-License-Identifier: MIT
#include "glb_writer.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "diorama/core/bytes.hpp"
#include "json_text.hpp"

namespace diorama::demo {
namespace {

using mesh::AlphaMode;
using mesh::Material;
using mesh::MeshData;
using mesh::TextureSlot;

constexpr int kUnsignedByte = 5121, kUnsignedShort = 5123, kUnsignedInt = 5125, kFloat = 5126;
constexpr int kVertexData = 34962, kIndexData = 34963;

/// What an accessor says about its numbers.
struct Layout {
    int component = kFloat;
    const char* type = "VEC3";
    int target = kVertexData;  ///< 0 for data that is no vertex stream
    bool normalized = false;
    bool bounded = false;  ///< minimum and maximum are written; three floats an element
};

bool is_textured(const Material& m) {
    return m.base_color_texture.present() || m.metallic_roughness_texture.present() ||
           m.normal_texture.present() || m.occlusion_texture.present() ||
           m.emissive_texture.present();
}

class GlbWriter {
  public:
    explicit GlbWriter(const gltf::GltfAsset& asset) : asset_(asset) {}
    Result<std::vector<std::byte>> write();

  private:
    std::int32_t add_view(std::span<const std::byte> bytes, int target);
    template <class T>
    std::int32_t add_accessor(std::span<const T> elements, const Layout& layout);
    std::int32_t add_indices(const MeshData& mesh);

    Result<> write_images();
    void write_textures();
    void write_materials();
    void write_slot(std::string_view key, const TextureSlot& slot);
    void write_extensions(const Material& material);
    void write_meshes();
    void write_primitive(const gltf::GltfPrimitive& primitive);
    void write_nodes();
    void write_skins();
    void write_cameras();
    void write_lights();
    void write_scenes();

    const gltf::GltfAsset& asset_;
    ByteWriter binary_;
    std::map<std::string, std::int32_t> view_of_;      // by target and bytes
    std::map<std::string, std::int32_t> accessor_of_;  // by its JSON text
    JsonText views_, accessors_, json_;
    std::int32_t accessor_count_ = 0;
    std::set<std::string> extensions_;
};

std::int32_t GlbWriter::add_view(std::span<const std::byte> bytes, int target) {
    std::string key = std::to_string(target) + ':';
    key.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const auto [entry, added] =
        view_of_.try_emplace(std::move(key), static_cast<std::int32_t>(view_of_.size()));
    if (!added) return entry->second;
    while (binary_.size() % 4 != 0)
        binary_.write(std::uint8_t{0});
    views_.open('{').integer("buffer", 0);
    if (binary_.size() > 0) views_.integer("byteOffset", static_cast<std::int64_t>(binary_.size()));
    views_.integer("byteLength", static_cast<std::int64_t>(bytes.size()));
    if (target != 0) views_.integer("target", target);
    views_.close('}');
    binary_.write_bytes(bytes);
    return entry->second;
}

template <class T>
std::int32_t GlbWriter::add_accessor(std::span<const T> elements, const Layout& layout) {
    JsonText accessor;
    accessor.open('{').integer("bufferView", add_view(std::as_bytes(elements), layout.target));
    accessor.integer("componentType", layout.component);
    if (layout.normalized) accessor.raw("normalized", "true");
    accessor.integer("count", static_cast<std::int64_t>(elements.size()));
    accessor.string("type", layout.type);
    if constexpr (std::is_same_v<T, vec3>) {
        if (layout.bounded) {
            Bounds bounds;
            for (const vec3& element : elements)
                bounds.add(element);
            accessor.numbers("min", std::span(&bounds.min.x, 3));
            accessor.numbers("max", std::span(&bounds.max.x, 3));
        }
    }
    accessor.close('}');
    const auto [entry, added] = accessor_of_.try_emplace(accessor.text(), accessor_count_);
    if (added) {
        accessors_.raw({}, accessor.text());
        ++accessor_count_;
    }
    return entry->second;
}

std::int32_t GlbWriter::add_indices(const MeshData& mesh) {
    const Layout layout{mesh.vertex_count() < 65535 ? kUnsignedShort : kUnsignedInt, "SCALAR",
                        kIndexData};
    if (layout.component == kUnsignedInt) return add_accessor(std::span(mesh.indices), layout);
    std::vector<std::uint16_t> narrow;
    for (const std::uint32_t index : mesh.indices)
        narrow.push_back(static_cast<std::uint16_t>(index));
    return add_accessor(std::span<const std::uint16_t>(narrow), layout);
}

Result<> GlbWriter::write_images() {
    json_.open('[', "images");
    for (const gltf::GltfImage& image : asset_.images) {
        const Result<std::vector<std::byte>> file = texture::encode_png(image.image);
        if (!file) return std::unexpected(file.error());
        json_.open('{').string("name", image.name).string("mimeType", "image/png");
        json_.integer("bufferView", add_view(*file, 0)).close('}');
    }
    json_.close(']');
    return {};
}

void GlbWriter::write_textures() {
    json_.open('[', "samplers").open('{');
    json_.integer("magFilter", 9729).integer("minFilter", 9987);
    json_.integer("wrapS", 10497).integer("wrapT", 10497).close('}').close(']');
    json_.open('[', "textures");
    for (const gltf::GltfTexture& texture : asset_.textures) {
        json_.open('{').string("name", texture.name).integer("sampler", 0);
        json_.integer("source", texture.image).close('}');
    }
    json_.close(']');
}

void GlbWriter::write_slot(std::string_view key, const TextureSlot& slot) {
    if (!slot.present()) return;
    json_.open('{', key).integer("index", slot.texture);
    if (slot.offset != vec2(0) || slot.scale != vec2(1) || slot.rotation != 0) {
        extensions_.insert("KHR_texture_transform");
        json_.open('{', "extensions").open('{', "KHR_texture_transform");
        if (slot.offset != vec2(0)) json_.numbers("offset", std::span(&slot.offset.x, 2));
        if (slot.rotation != 0) json_.number("rotation", slot.rotation);
        if (slot.scale != vec2(1)) json_.numbers("scale", std::span(&slot.scale.x, 2));
        json_.close('}').close('}');
    }
    json_.close('}');
}

void GlbWriter::write_extensions(const Material& material) {
    if (material.emissive_strength == 1 && !material.unlit) return;
    json_.open('{', "extensions");
    if (material.emissive_strength != 1) {
        extensions_.insert("KHR_materials_emissive_strength");
        json_.open('{', "KHR_materials_emissive_strength");
        json_.number("emissiveStrength", material.emissive_strength).close('}');
    }
    if (material.unlit) {
        extensions_.insert("KHR_materials_unlit");
        json_.open('{', "KHR_materials_unlit").close('}');
    }
    json_.close('}');
}

void GlbWriter::write_materials() {
    json_.open('[', "materials");
    for (const gltf::GltfMaterial& entry : asset_.materials) {
        const Material& m = entry.material;
        json_.open('{').string("name", m.name).open('{', "pbrMetallicRoughness");
        json_.numbers("baseColorFactor", std::span(&m.base_color.x, 4));
        write_slot("baseColorTexture", m.base_color_texture);
        json_.number("metallicFactor", m.metallic).number("roughnessFactor", m.roughness);
        write_slot("metallicRoughnessTexture", m.metallic_roughness_texture);
        json_.close('}');
        write_slot("normalTexture", m.normal_texture);
        write_slot("occlusionTexture", m.occlusion_texture);
        write_slot("emissiveTexture", m.emissive_texture);
        if (m.emissive != vec3(0)) json_.numbers("emissiveFactor", std::span(&m.emissive.x, 3));
        if (m.alpha_mode == AlphaMode::blend) json_.string("alphaMode", "BLEND");
        if (m.alpha_mode == AlphaMode::mask)
            json_.string("alphaMode", "MASK").number("alphaCutoff", m.alpha_cutoff);
        if (m.double_sided) json_.raw("doubleSided", "true");
        write_extensions(m);
        json_.close('}');
    }
    json_.close(']');
}

void GlbWriter::write_primitive(const gltf::GltfPrimitive& primitive) {
    const MeshData& mesh = primitive.mesh;
    json_.open('{').open('{', "attributes");
    json_.integer("POSITION",
                  add_accessor(std::span(mesh.positions), {.type = "VEC3", .bounded = true}));
    json_.integer("NORMAL", add_accessor(std::span(mesh.normals), {.type = "VEC3"}));
    if (!mesh.tangents.empty())
        json_.integer("TANGENT", add_accessor(std::span(mesh.tangents), {.type = "VEC4"}));
    if (is_textured(asset_.materials[static_cast<std::size_t>(primitive.material)].material))
        json_.integer("TEXCOORD_0", add_accessor(std::span(mesh.uvs[0]), {.type = "VEC2"}));
    const auto is_white = [](const vec4& color) { return color == vec4(1); };
    if (!std::all_of(mesh.colors.begin(), mesh.colors.end(), is_white)) {
        using Rgba = std::array<std::uint8_t, 4>;
        std::vector<Rgba> colors;
        for (const vec4& color : mesh.colors) {
            Rgba& rgba = colors.emplace_back();
            for (int i = 0; i < 4; ++i)
                rgba[static_cast<std::size_t>(i)] =
                    static_cast<std::uint8_t>(std::clamp(color[i], 0.0f, 1.0f) * 255.0f + 0.5f);
        }
        json_.integer(
            "COLOR_0",
            add_accessor(std::span<const Rgba>(colors),
                         {.component = kUnsignedByte, .type = "VEC4", .normalized = true}));
    }
    if (mesh.skinned()) {
        json_.integer("JOINTS_0", add_accessor(std::span(mesh.joints),
                                               {.component = kUnsignedShort, .type = "VEC4"}));
        json_.integer("WEIGHTS_0", add_accessor(std::span(mesh.weights), {.type = "VEC4"}));
    }
    json_.close('}').integer("indices", add_indices(mesh));
    json_.integer("material", primitive.material);
    if (!mesh.morph_targets.empty()) {
        json_.open('[', "targets");
        for (const mesh::MorphTarget& target : mesh.morph_targets) {
            json_.open('{');
            json_.integer("POSITION", add_accessor(std::span(target.positions),
                                                   {.type = "VEC3", .bounded = true}));
            json_.integer("NORMAL", add_accessor(std::span(target.normals), {.type = "VEC3"}));
            json_.close('}');
        }
        json_.close(']');
    }
    json_.close('}');
}

void GlbWriter::write_meshes() {
    json_.open('[', "meshes");
    for (const gltf::GltfMesh& mesh : asset_.meshes) {
        json_.open('{').string("name", mesh.name).open('[', "primitives");
        for (const gltf::GltfPrimitive& primitive : mesh.primitives)
            write_primitive(primitive);
        json_.close(']');
        if (!mesh.weights.empty()) {
            json_.numbers("weights", mesh.weights).open('{', "extras").open('[', "targetNames");
            for (const mesh::MorphTarget& target : mesh.primitives.front().mesh.morph_targets)
                json_.string({}, target.name);
            json_.close(']').close('}');
        }
        json_.close('}');
    }
    json_.close(']');
}

void GlbWriter::write_nodes() {
    json_.open('[', "nodes");
    for (const gltf::GltfNode& node : asset_.nodes) {
        json_.open('{').string("name", node.name);
        if (!node.children.empty()) json_.integers("children", node.children);
        if (node.translation != vec3(0))
            json_.numbers("translation", std::span(&node.translation.x, 3));
        const quat& q = node.rotation;
        if (q != quat(1, 0, 0, 0)) {
            const float xyzw[4] = {q.x, q.y, q.z, q.w};
            json_.numbers("rotation", xyzw);
        }
        if (node.scale != vec3(1)) json_.numbers("scale", std::span(&node.scale.x, 3));
        if (node.mesh >= 0) json_.integer("mesh", node.mesh);
        if (node.skin >= 0) json_.integer("skin", node.skin);
        if (node.camera >= 0) json_.integer("camera", node.camera);
        if (node.light >= 0) {
            json_.open('{', "extensions").open('{', "KHR_lights_punctual");
            json_.integer("light", node.light).close('}').close('}');
        }
        json_.raw("extras", node.extras).close('}');
    }
    json_.close(']');
}

void GlbWriter::write_skins() {
    json_.open('[', "skins");
    for (const gltf::GltfSkin& skin : asset_.skins) {
        json_.open('{').string("name", skin.name).integers("joints", skin.joints);
        json_.integer("inverseBindMatrices",
                      add_accessor(std::span(skin.inverse_bind), {.type = "MAT4", .target = 0}));
        json_.close('}');
    }
    json_.close(']');
}

void GlbWriter::write_cameras() {
    json_.open('[', "cameras");
    for (const gltf::GltfCamera& camera : asset_.cameras) {
        json_.open('{').string("name", camera.name);
        if (camera.projection == gltf::Projection::perspective) {
            json_.string("type", "perspective").open('{', "perspective");
            if (camera.aspect > 0) json_.number("aspectRatio", camera.aspect);
            json_.number("yfov", camera.fov_y);
        } else {
            json_.string("type", "orthographic").open('{', "orthographic");
            json_.number("xmag", camera.x_magnification).number("ymag", camera.y_magnification);
        }
        json_.number("znear", camera.near);
        if (camera.far > 0) json_.number("zfar", camera.far);
        json_.close('}').close('}');
    }
    json_.close(']');
}

void GlbWriter::write_lights() {
    constexpr const char* kinds[] = {"directional", "point", "spot"};
    extensions_.insert("KHR_lights_punctual");
    json_.open('{', "extensions").open('{', "KHR_lights_punctual").open('[', "lights");
    for (const gltf::GltfLight& light : asset_.lights) {
        json_.open('{').string("name", light.name);
        json_.string("type", kinds[static_cast<int>(light.kind)]);
        json_.numbers("color", std::span(&light.color.x, 3)).number("intensity", light.intensity);
        if (light.range > 0) json_.number("range", light.range);
        if (light.kind == gltf::LightKind::spot) {
            json_.open('{', "spot").number("innerConeAngle", light.inner_angle);
            json_.number("outerConeAngle", light.outer_angle).close('}');
        }
        json_.close('}');
    }
    json_.close(']').close('}').close('}');
}

void GlbWriter::write_scenes() {
    json_.open('[', "scenes");
    for (const gltf::GltfScene& scene : asset_.scenes)
        json_.open('{').string("name", scene.name).integers("nodes", scene.roots).close('}');
    json_.close(']').integer("scene", asset_.default_scene);
}

Result<std::vector<std::byte>> GlbWriter::write() {
    json_.open('{').open('{', "asset").string("version", asset_.version);
    json_.string("generator", asset_.generator).close('}');
    write_scenes();
    write_nodes();
    write_cameras();
    write_meshes();
    write_skins();
    write_materials();
    write_textures();
    if (Result<> images = write_images(); !images) return std::unexpected(images.error());
    write_lights();
    json_.open('[', "extensionsUsed");
    for (const std::string& name : extensions_)
        json_.string({}, name);
    json_.close(']');
    json_.raw("accessors", '[' + accessors_.text() + ']');
    json_.raw("bufferViews", '[' + views_.text() + ']');
    while (binary_.size() % 4 != 0)
        binary_.write(std::uint8_t{0});
    json_.open('[', "buffers").open('{');
    json_.integer("byteLength", static_cast<std::int64_t>(binary_.size()));
    json_.close('}').close(']').close('}');

    std::string json = json_.text();
    json.resize((json.size() + 3) / 4 * 4, ' ');
    ByteWriter file;
    file.write_text("glTF");
    file.write(std::uint32_t{2});
    file.write(static_cast<std::uint32_t>(12 + 8 + json.size() + 8 + binary_.size()));
    file.write(static_cast<std::uint32_t>(json.size()));
    file.write_text("JSON");
    file.write_text(json);
    file.write(static_cast<std::uint32_t>(binary_.size()));
    file.write_text(std::string_view("BIN\0", 4));
    file.write_bytes(binary_.bytes());
    return file.take();
}

}  // namespace

Result<std::vector<std::byte>> write_glb(const gltf::GltfAsset& asset) {
    return GlbWriter(asset).write();
}

}  // namespace diorama::demo
