// SPDX-License-Identifier: MIT
#include "diorama/spawn/model.hpp"

#include <array>
#include <optional>
#include <system_error>

#include "diorama/gltf/load.hpp"

namespace diorama::spawn {
namespace {

using render::Renderer;
using texture::ColorSpace;

/// What one upload has added so far; gives it all back unless kept.
class Upload {
  public:
    Upload(Renderer& renderer, const gltf::GltfAsset& asset)
        : renderer_(renderer), asset_(asset), images_(asset.images.size()) {}
    Upload(const Upload&) = delete;
    Upload& operator=(const Upload&) = delete;
    ~Upload() {
        if (kept_) return;
        // A renderer that can't take back what it has just given has nothing better to offer here.
        for (const std::uint32_t index : added_meshes_)
            (void)renderer_.remove_mesh(index);
        for (const std::uint32_t index : added_materials_)
            (void)renderer_.remove_material(index);
        for (const std::uint32_t index : added_textures_)
            (void)renderer_.remove_texture(index);
        for (const std::uint32_t index : added_images_)
            (void)renderer_.remove_image(index);
    }

    Result<UploadedGltf> run() {
        UploadedGltf result;
        for (const gltf::GltfMaterial& material : asset_.materials) {
            const Result<std::uint32_t> index = add_material(material.material);
            if (!index) return std::unexpected(index.error());
            result.materials.push_back(*index);
        }
        const Result<std::uint32_t> fallback = add_material(mesh::Material{});
        if (!fallback) return std::unexpected(fallback.error());
        result.default_material = *fallback;
        for (const gltf::GltfMesh& source : asset_.meshes) {
            std::vector<std::uint32_t>& indices = result.meshes.emplace_back();
            for (const gltf::GltfPrimitive& primitive : source.primitives) {
                const Result<std::uint32_t> index = renderer_.add_mesh(primitive.mesh);
                if (!index) return std::unexpected(index.error());
                added_meshes_.push_back(*index);
                indices.push_back(*index);
            }
        }
        kept_ = true;
        return result;
    }

  private:
    Result<std::uint32_t> add_material(mesh::Material material) {
        Result<> failed;
        mesh::each_texture(material, [&](mesh::TextureSlot& slot, const mesh::SlotPlace& place) {
            if (!slot.present() || !failed) return;
            // Textures that no renderer here draws yet would only take memory.
            const Result<std::int32_t> texture =
                place.core ? add_texture(slot, place.srgb ? ColorSpace::srgb : ColorSpace::linear)
                           : -1;
            if (texture)
                slot.texture = *texture;
            else
                failed = std::unexpected(texture.error());
        });
        if (!failed) return std::unexpected(failed.error());
        Result<std::uint32_t> index = renderer_.add_material(material);
        if (index) added_materials_.push_back(*index);
        return index;
    }

    /// The renderer's texture for \p slot, or -1 where there are no pixels.
    Result<std::int32_t> add_texture(const mesh::TextureSlot& slot, ColorSpace space) {
        const auto source = static_cast<std::size_t>(slot.texture);
        if (source >= asset_.textures.size()) return -1;
        const gltf::GltfTexture& texture = asset_.textures[source];
        if (texture.image < 0) return -1;
        const auto image = static_cast<std::size_t>(texture.image);
        if (image >= asset_.images.size() || asset_.images[image].image.empty()) return -1;

        std::optional<std::uint32_t>& uploaded = images_[image][static_cast<std::size_t>(space)];
        if (!uploaded) {
            const Result<std::uint32_t> added =
                renderer_.add_image(asset_.images[image].image, space);
            if (!added) return std::unexpected(added.error());
            added_images_.push_back(*added);
            uploaded = *added;
        }
        // One material's slots of the same texture share it; across materials a texture is cheap.
        const auto known = textures_.find({source, space});
        if (known != textures_.end()) return static_cast<std::int32_t>(known->second);
        const Result<std::uint32_t> added = renderer_.add_texture(*uploaded, texture.sampler);
        if (!added) return std::unexpected(added.error());
        added_textures_.push_back(*added);
        textures_.emplace(std::pair{source, space}, *added);
        return static_cast<std::int32_t>(*added);
    }

    Renderer& renderer_;
    const gltf::GltfAsset& asset_;
    std::vector<std::array<std::optional<std::uint32_t>, 2>> images_;  // [image][colour space]
    std::map<std::pair<std::size_t, ColorSpace>, std::uint32_t> textures_;
    std::vector<std::uint32_t> added_images_, added_textures_, added_materials_, added_meshes_;
    bool kept_ = false;
};

/// One spelling per file, so that `a/../b.glb` and `b.glb` are one model.
std::string key_of(const std::filesystem::path& path) {
    std::error_code failed;
    const std::filesystem::path canonical = std::filesystem::weakly_canonical(path, failed);
    return (failed ? path.lexically_normal() : canonical).string();
}

}  // namespace

Result<UploadedGltf> upload_gltf(Renderer& renderer, const gltf::GltfAsset& asset) {
    return Upload(renderer, asset).run();
}

Result<const Model*> Models::get(const std::filesystem::path& path) {
    if (const Model* known = find(path)) return known;
    gltf::LoadOptions options;
    options.texels = renderer_->texel_target();
    options.limits = limits_;
    options.jobs = jobs_;
    Result<gltf::GltfAsset> asset = gltf::load(path, options);
    if (!asset) return std::unexpected(std::move(asset.error()));
    return put(path, std::move(*asset));
}

Result<const Model*> Models::put(const std::filesystem::path& path, gltf::GltfAsset asset) {
    // Pointers to the known one are about, and what it gave the renderer is in use.
    if (const Model* known = find(path)) return known;
    auto model = std::make_unique<Model>();
    model->asset = std::move(asset);
    Result<UploadedGltf> uploaded = upload_gltf(*renderer_, model->asset);
    if (!uploaded) return std::unexpected(std::move(uploaded.error()));
    model->uploaded = std::move(*uploaded);
    // Held twice, the pictures would be most of a model's memory.
    for (gltf::GltfImage& image : model->asset.images)
        image.image = {};
    return by_path_.emplace(key_of(path), std::move(model)).first->second.get();
}

const Model* Models::find(const std::filesystem::path& path) const {
    const auto known = by_path_.find(key_of(path));
    return known == by_path_.end() ? nullptr : known->second.get();
}

}  // namespace diorama::spawn
