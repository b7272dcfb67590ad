// SPDX-License-Identifier: MIT
#include "diorama/spawn/detail/model_library.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "diorama/gltf/codes.hpp"
#include "diorama/gltf/document.hpp"
#include "diorama/gltf/export.hpp"
#include "diorama/gltf/load.hpp"
#include "diorama/spawn/asset_path.hpp"
#include "diorama/spawn/error_codes.hpp"

namespace diorama::spawn::detail {
namespace {

template <class T>
const T* find(const std::vector<T>& list, std::int32_t index) {
    if (index < 0 || static_cast<std::size_t>(index) >= list.size()) return nullptr;
    return &list[static_cast<std::size_t>(index)];
}

/// Appends a copy of \p value to \p list and gives its index.
template <class T>
std::int32_t append(std::vector<T>& list, const T& value) {
    list.push_back(value);
    return static_cast<std::int32_t>(list.size() - 1);
}

std::unexpected<Error> no_such(std::string_view what, std::int32_t index, std::size_t count,
                               const std::string& reference) {
    return fail(codes::index_range,
                std::string(what) + " index is " + std::to_string(index) + ", the asset has " +
                    std::to_string(count),
                reference, "the asset has changed since the scene was saved; import it again");
}

std::string primitive_pointer(std::int32_t mesh, std::size_t primitive) {
    return "/meshes/" + std::to_string(mesh) + "/primitives/" + std::to_string(primitive);
}

}  // namespace

Result<const gltf::GltfAsset*> ModelLibrary::model(const std::string& reference) {
    if (const auto known = models_.find(reference); known != models_.end()) return &known->second;
    if (const auto known = failed_.find(reference); known != failed_.end())
        return std::unexpected(known->second);
    const auto remember = [&](Error error) {
        return std::unexpected(failed_.emplace(reference, std::move(error)).first->second);
    };
    const Result<std::filesystem::path> path =
        asset_path(options_.base, reference, options_.outside_base);
    if (!path) return remember(path.error());
    const Result<gltf::Document> document = gltf::parse(*path, options_.limits);
    if (!document) return remember(document.error());
    gltf::LoadOptions options;
    options.images = false;
    options.image_files = true;
    options.eight_influences = true;
    Result<gltf::GltfAsset> asset = gltf::decode(*document, options);
    if (!asset) return remember(asset.error());
    if (options_.limits.best_effort)
        for (const Diagnostic& each : asset->diagnostics)
            if (gltf::code_info(each.code).fatal) diagnostics_.push_back(each);
    sources_.push_back(*path);
    for (std::filesystem::path& file : gltf::source_files(*document))
        sources_.push_back(std::move(file));
    for (Diagnostic& each : gltf::left_in_document(*document, *asset))
        diagnostics_.push_back(std::move(each));
    const gltf::GltfAsset& kept = models_.emplace(reference, std::move(*asset)).first->second;
    notes_.add_model(reference, kept);
    return &kept;
}

const gltf::GltfMesh* ModelLibrary::find_mesh(const std::string& reference, std::int32_t index) {
    const Result<const gltf::GltfAsset*> from = model(reference);
    return from ? find((*from)->meshes, index) : nullptr;
}

const gltf::GltfSkin* ModelLibrary::find_skin(const std::string& reference, std::int32_t index) {
    const Result<const gltf::GltfAsset*> from = model(reference);
    return from ? find((*from)->skins, index) : nullptr;
}

std::int32_t ModelLibrary::material_as_filed(const render::Renderable& shown) const {
    constexpr std::int32_t kNoSuch = -2;
    const auto from = models_.find(shown.asset);
    if (from == models_.end()) return kNoSuch;
    const gltf::GltfMesh* const mesh = find(from->second.meshes, shown.mesh);
    const gltf::GltfPrimitive* const primitive =
        mesh != nullptr ? find(mesh->primitives, shown.primitive) : nullptr;
    return primitive != nullptr ? primitive->material : kNoSuch;
}

Result<std::int32_t> ModelLibrary::mesh(const render::Renderable& shown, bool whole) {
    const Result<const gltf::GltfAsset*> from = model(shown.asset);
    if (!from) return std::unexpected(from.error());
    const gltf::GltfAsset& asset = **from;
    const gltf::GltfMesh* const source = find(asset.meshes, shown.mesh);
    if (source == nullptr) return no_such("mesh", shown.mesh, asset.meshes.size(), shown.asset);
    if (find(source->primitives, shown.primitive) == nullptr)
        return no_such("primitive", shown.primitive, source->primitives.size(), shown.asset);
    if (shown.material != -1 && find(asset.materials, shown.material) == nullptr)
        return no_such("material", shown.material, asset.materials.size(), shown.asset);

    const Key key = whole ? Key{shown.asset, shown.mesh, -1, -1}
                          : Key{shown.asset, shown.mesh, shown.primitive, shown.material};
    const auto [known, added] = meshes_.emplace(key, static_cast<std::int32_t>(out_.meshes.size()));
    if (!added) return known->second;
    gltf::GltfMesh made;
    made.name = source->name;
    made.weights = source->weights;
    made.extras = source->extras;
    if (whole) {
        made.primitives = source->primitives;
    } else {
        gltf::GltfPrimitive& only = made.primitives.emplace_back(
            source->primitives[static_cast<std::size_t>(shown.primitive)]);
        only.material = shown.material;
        made.weights.resize(only.mesh.morph_targets.size(), 0.0f);
    }
    const std::size_t first = whole ? 0 : static_cast<std::size_t>(shown.primitive);
    for (std::size_t p = 0; p < made.primitives.size(); ++p)
        take_primitive(shown.asset, asset, made.primitives[p],
                       primitive_pointer(shown.mesh, first + p),
                       primitive_pointer(known->second, p));
    out_.meshes.push_back(std::move(made));
    return known->second;
}

void ModelLibrary::take_primitive(const std::string& reference, const gltf::GltfAsset& from,
                                  gltf::GltfPrimitive& primitive, const std::string& pointer,
                                  const std::string& place) {
    primitive.material = material(reference, from, primitive.material);
    primitive.extensions.clear();
    std::vector<std::int32_t> worn = std::exchange(primitive.variant_materials, {});
    worn.resize(std::min(worn.size(), from.variants.size()));
    for (std::size_t v = 0; v < worn.size(); ++v) {
        if (worn[v] < 0) continue;
        worn[v] = material(reference, from, worn[v]);
        const std::size_t variant = variants_of(reference, from)[v];
        if (primitive.variant_materials.size() <= variant)
            primitive.variant_materials.resize(variant + 1, -1);
        primitive.variant_materials[variant] = worn[v];
    }
    notes_.take_primitive(reference, pointer, place, worn, primitive.variant_materials);
}

const std::vector<std::size_t>& ModelLibrary::variants_of(const std::string& reference,
                                                          const gltf::GltfAsset& from) {
    const auto [known, added] = variants_.try_emplace(reference);
    std::vector<std::size_t>& places = known->second;
    if (!added) return places;
    const std::string list = "/extensions/KHR_materials_variants/variants/";
    for (const std::string& name : from.variants) {
        std::size_t at = 0;
        while (at < out_.variants.size() &&
               (out_.variants[at] != name || std::ranges::find(places, at) != places.end()))
            ++at;
        if (at == out_.variants.size()) {
            out_.variants.push_back(name);
            notes_.take(reference, list + std::to_string(places.size()), list + std::to_string(at));
        }
        places.push_back(at);
    }
    return places;
}

std::int32_t ModelLibrary::material(const std::string& reference, const gltf::GltfAsset& from,
                                    std::int32_t index) {
    const gltf::GltfMaterial* const source = find(from.materials, index);
    if (source == nullptr) return -1;
    if (const auto known = materials_.find({reference, index}); known != materials_.end())
        return known->second;
    gltf::GltfMaterial made = *source;
    made.extensions.clear();
    mesh::each_texture(made.material, [&](mesh::TextureSlot& slot, const mesh::SlotPlace&) {
        slot.texture = texture(reference, from, slot.texture);
    });
    const std::int32_t at = append(out_.materials, made);
    materials_.emplace(Key{reference, index}, at);
    notes_.take(reference, "/materials/" + std::to_string(index),
                "/materials/" + std::to_string(at));
    return at;
}

std::int32_t ModelLibrary::texture(const std::string& reference, const gltf::GltfAsset& from,
                                   std::int32_t index) {
    const gltf::GltfTexture* const source = find(from.textures, index);
    if (source == nullptr) return -1;
    if (const auto known = textures_.find({reference, index}); known != textures_.end())
        return known->second;
    gltf::GltfTexture made = *source;
    made.extensions.clear();
    made.image = image(reference, from, source->image);
    for (std::int32_t& other : made.alternatives)
        other = image(reference, from, other);
    std::erase(made.alternatives, -1);
    if (made.image < 0 && !made.alternatives.empty()) {
        made.image = made.alternatives.front();
        made.alternatives.erase(made.alternatives.begin());
    }
    const std::int32_t at = append(out_.textures, made);
    textures_.emplace(Key{reference, index}, at);
    notes_.take(reference, "/textures/" + std::to_string(index), "/textures/" + std::to_string(at));
    return at;
}

std::int32_t ModelLibrary::image(const std::string& reference, const gltf::GltfAsset& from,
                                 std::int32_t index) {
    const gltf::GltfImage* const source = find(from.images, index);
    // Best effort: what could not be read can't be written.
    if (source == nullptr || (source->file.empty() && options_.limits.best_effort)) return -1;
    const auto [known, added] =
        images_.emplace(Key{reference, index}, static_cast<std::int32_t>(out_.images.size()));
    if (added) {
        append(out_.images, *source);
        notes_.take(reference, "/images/" + std::to_string(index),
                    "/images/" + std::to_string(known->second));
    }
    return known->second;
}

std::vector<std::int32_t> ModelLibrary::meshes_of(const std::string& reference,
                                                  std::int32_t index) const {
    std::vector<std::int32_t> out;
    // -1 is the least that a key's other numbers can be.
    for (auto each = meshes_.lower_bound({reference, index}); each != meshes_.end(); ++each) {
        if (each->first.reference != reference || each->first.index != index) break;
        out.push_back(each->second);
    }
    return out;
}

std::int32_t ModelLibrary::material_of(const std::string& reference, std::int32_t index) const {
    const auto known = materials_.find({reference, index});
    return known == materials_.end() ? -1 : known->second;
}

}  // namespace diorama::spawn::detail
