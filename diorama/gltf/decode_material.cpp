// SPDX-License-Identifier: MIT
// Images, textures and materials.
#include "diorama/gltf/detail/decoding.hpp"
#include "diorama/gltf/detail/uri.hpp"
#include "diorama/gltf/error_codes.hpp"
#include "diorama/gltf/resource.hpp"
#include "diorama/texture/image.hpp"

namespace diorama::gltf::detail {
namespace {

/// Which images textures read; the others are another application's, or unused.
std::vector<bool> used_images(const Document& in) {
    std::vector<bool> used(in.images.size(), false);
    for (const Texture& texture : in.textures)
        if (texture.source != kNone) used[static_cast<std::size_t>(texture.source)] = true;
    return used;
}

/// Decodes \p file, image \p index; empty, with a report, where it can't be.
texture::Image decode_pixels(Decoding& d, std::size_t index, std::span<const std::byte> file) {
    const std::string pointer = pointer_to("images", index);
    const std::string place = where(d.in, pointer);
    const Result<texture::ImageInfo> info = texture::probe_image(file, place);
    if (!info) {
        d.report.add(info.error());
        return {};
    }
    const texture::PixelFormat format =
        info->bits == 16 ? texture::PixelFormat::rgba16 : texture::PixelFormat::rgba8;
    const std::uint64_t pixels = std::uint64_t{info->width} * info->height;
    if (pixels <= d.in.limits.image.max_pixels &&
        !d.take(pixels * texture::bytes_per_pixel(format), pointer))
        return {};
    Result<texture::Image> image = texture::decode_image(file, place, d.in.limits.image);
    if (!image) {
        d.report.add(image.error());
        return {};
    }
    return std::move(*image);
}

/// Opens image \p index and keeps of it what the options ask for.
void read_image(Decoding& d, std::size_t index, bool used, GltfImage& out) {
    const bool decode = d.options.images && used;
    if (!decode && !d.options.image_files) return;
    const Result<Resource> file = image_bytes(d.in, static_cast<Index>(index));
    if (!file) {
        // What no texture uses may be another application's, and away.
        if (used) d.report.add(file.error());
        return;
    }
    const std::span<const std::byte> bytes = file->bytes();
    if (d.options.image_files && d.take(bytes.size(), pointer_to("images", index)))
        out.file.assign(bytes.begin(), bytes.end());
    if (decode) out.image = decode_pixels(d, index, bytes);
}

/// Drops \p slot where it reads texture coordinates that MeshData has no room for.
void check_slot(Decoding& d, std::size_t material, std::string_view place,
                mesh::TextureSlot& slot) {
    constexpr std::size_t kSets = std::tuple_size_v<decltype(mesh::MeshData::uvs)>;
    if (!slot.present() || slot.uv_set < kSets) return;
    d.report.at_pointer(codes::material_uv,
                        pointer_to("materials", material).append("/").append(place),
                        "found texture coordinate set " + std::to_string(slot.uv_set) +
                            ", expected one of the first " + std::to_string(kSets),
                        "the material is loaded without this texture");
    slot = {};
}

}  // namespace

void decode_images(Decoding& d) {
    const std::vector<bool> used = used_images(d.in);
    d.out.images.reserve(d.in.images.size());
    for (std::size_t i = 0; i < d.in.images.size(); ++i) {
        const Image& image = d.in.images[i];
        if (!d.step()) return;
        GltfImage& out = d.out.images.emplace_back();
        out.name = image.name;
        const bool embedded = image.uri.starts_with("data:");
        if (!embedded) out.uri = image.uri;
        out.mime_type = image.mime_type;
        if (embedded && out.mime_type.empty()) out.mime_type = data_uri_media_type(image.uri);
        out.extras = image.extras;
        out.extensions = image.extensions;
        read_image(d, i, used[i], out);
    }
}

void decode_textures(Decoding& d) {
    d.out.textures.reserve(d.in.textures.size());
    for (const Texture& texture : d.in.textures) {
        GltfTexture& out = d.out.textures.emplace_back();
        out.name = texture.name;
        out.image = texture.source;
        if (texture.sampler != kNone)
            out.sampler = d.in.samplers[static_cast<std::size_t>(texture.sampler)].sampler;
        out.extras = texture.extras;
        out.extensions = texture.extensions;
    }
}

void decode_materials(Decoding& d) {
    d.out.materials.reserve(d.in.materials.size());
    for (std::size_t i = 0; i < d.in.materials.size(); ++i) {
        const Material& material = d.in.materials[i];
        GltfMaterial& out = d.out.materials.emplace_back();
        out.material = material.surface;
        out.extras = material.extras;
        out.extensions = material.extensions;
        mesh::each_texture(out.material,
                           [&](mesh::TextureSlot& slot, const mesh::SlotPlace& place) {
                               check_slot(d, i, place.pointer, slot);
                           });
    }
}

}  // namespace diorama::gltf::detail
