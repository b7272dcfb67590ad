// SPDX-License-Identifier: MIT
// Images, textures and materials.
#include <algorithm>
#include <optional>
#include <span>

#include "diorama/core/jobs.hpp"
#include "diorama/gltf/detail/decoding.hpp"
#include "diorama/gltf/detail/uri.hpp"
#include "diorama/gltf/error_codes.hpp"
#include "diorama/gltf/resource.hpp"
#include "diorama/texture/image.hpp"
#include "diorama/texture/ktx2.hpp"

namespace diorama::gltf::detail {
namespace {

/// Decodes the images that textures ask for, each once; the others are another application's, or
/// unused, and are not opened.
class ImageDecoder {
  public:
    explicit ImageDecoder(Decoding& d)
        : d_(d),
          asked_(d.in.images.size()),
          later_(d.in.images.size()),
          errors_(d.in.images.size()) {}

    /// Decodes those of \p images that were not asked for before, on LoadOptions::jobs.
    void prepare(std::span<const Index> images) {
        std::vector<Opened> opened;
        for (const Index index : images) {
            const auto i = static_cast<std::size_t>(index);
            if (asked_[i] || !d_.out.images[i].image.empty()) continue;
            asked_[i] = true;
            if (std::optional<Opened> each = open(i)) opened.push_back(std::move(*each));
        }
        const auto decode_range = [&](std::size_t begin, std::size_t end, unsigned) {
            for (std::size_t k = begin; k < end; ++k)
                decode(opened[k]);
        };
        if (d_.options.jobs != nullptr && opened.size() > 1)
            d_.options.jobs->for_ranges(opened.size(), 1, decode_range);
        else
            decode_range(0, opened.size(), 0);
    }

    /// Whether image \p index has pixels, or will have; decodes it if it was not asked for before.
    [[nodiscard]] bool has(Index index) {
        prepare({&index, 1});
        const auto i = static_cast<std::size_t>(index);
        return later_[i] || !d_.out.images[i].image.empty();
    }
    /// What kept image \p index from having pixels; none where the limit on all of them did.
    [[nodiscard]] const std::optional<Error>& error(Index index) const {
        return errors_[static_cast<std::size_t>(index)];
    }
    /// Adds that to the report, once.
    void report(Index index) {
        std::optional<Error>& error = errors_[static_cast<std::size_t>(index)];
        if (error) d_.report.add(*error);
        error.reset();
    }

  private:
    /// An image file that may be decoded.
    struct Opened {
        std::size_t index = 0;
        Resource file;
        std::string place;
    };

    /// Opens image \p i and counts what it will take; nothing where it is not to be decoded.
    std::optional<Opened> open(std::size_t i) {
        const std::string pointer = pointer_to("images", i);
        Result<Resource> file = image_bytes(d_.in, static_cast<Index>(i));
        if (!file) {
            errors_[i] = file.error();
            return std::nullopt;
        }
        std::string place = where(d_.in, pointer);
        const Result<texture::ImageInfo> info = texture::probe_image(file->bytes(), place);
        if (!info) {
            errors_[i] = info.error();
            return std::nullopt;
        }
        if (info->kind == texture::ImageFileKind::ktx2 && !d_.options.ktx2) {
            later_[i] = true;
            return std::nullopt;
        }
        const texture::ImageLimits& limits = d_.in.limits.image;
        const texture::PixelFormat format =
            info->bits == 16 ? texture::PixelFormat::rgba16 : texture::PixelFormat::rgba8;
        std::uint64_t bytes = 0;
        if (std::uint64_t{info->width} * info->height <= limits.max_pixels)
            bytes = texture::byte_size(format, info->width, info->height);
        if (info->kind == texture::ImageFileKind::ktx2) {
            const Result<texture::Ktx2> ktx2 = texture::read_ktx2(file->bytes(), place);
            if (!ktx2) {
                errors_[i] = ktx2.error();
                return std::nullopt;
            }
            if (bytes != 0) bytes = texture::decoded_bytes(*ktx2, d_.options.texels);
        }
        if (!d_.take(bytes, pointer)) return std::nullopt;
        return Opened{i, std::move(*file), std::move(place)};
    }

    /// Threads: any, for images that differ.
    void decode(const Opened& opened) {
        Result<texture::Image> image = texture::decode_image(opened.file.bytes(), opened.place,
                                                             d_.in.limits.image, d_.options.texels);
        if (image)
            d_.out.images[opened.index].image = std::move(*image);
        else
            errors_[opened.index] = std::move(image.error());
    }

    Decoding& d_;
    std::vector<bool> asked_;
    std::vector<bool> later_;  // left to load_images()
    std::vector<std::optional<Error>> errors_;
};

/// The images that \p count textures from \p first on would rather have, the last textures fewer.
std::vector<Index> first_images(const Document& in, std::size_t first, std::size_t count) {
    std::vector<Index> out;
    for (std::size_t i = first; i < std::min(first + count, in.textures.size()); ++i) {
        const Texture& texture = in.textures[i];
        const Index best = texture.basisu != kNone ? texture.basisu
                           : texture.webp != kNone ? texture.webp
                                                   : texture.source;
        if (best != kNone) out.push_back(best);
    }
    return out;
}

/// Which images textures name; the others are another application's, or unused.
std::vector<bool> used_images(const Document& in) {
    std::vector<bool> used(in.images.size(), false);
    for (const Texture& texture : in.textures)
        for (const Index image : {texture.source, texture.basisu, texture.webp})
            if (image != kNone) used[static_cast<std::size_t>(image)] = true;
    return used;
}

/// Keeps the bytes of image \p index as they are.
void keep_file(Decoding& d, std::size_t index, bool used, GltfImage& out) {
    const Result<Resource> file = image_bytes(d.in, static_cast<Index>(index));
    if (!file) {
        // What no texture uses may be another application's, and away; what is decoded is reported
        // then.
        if (used && !d.options.images) d.report.add(file.error());
        return;
    }
    const std::span<const std::byte> bytes = file->bytes();
    if (d.take(bytes.size(), pointer_to("images", index)))
        out.file.assign(bytes.begin(), bytes.end());
}

/// The image that \p texture reads: that of an extension where there is one and it can be decoded,
/// else its source.
Index image_of(Decoding& d, ImageDecoder& images, const Texture& texture, std::size_t index) {
    std::vector<Index> choices;
    for (const Index choice : {texture.basisu, texture.webp, texture.source})
        if (choice != kNone) choices.push_back(choice);
    if (choices.empty()) return kNone;
    if (!d.options.images) return choices.front();
    for (std::size_t i = 0; i + 1 < choices.size(); ++i) {
        if (images.has(choices[i])) return choices[i];
        const std::optional<Error>& error = images.error(choices[i]);
        d.report.at_pointer(codes::image_fallback, pointer_to("textures", index),
                            "found image " + std::to_string(choices[i]) +
                                " that can't be decoded, expected one that can; the texture's "
                                "next choice is used" +
                                (error ? ": " + error->message : std::string()));
    }
    if (!images.has(choices.back())) images.report(choices.back());
    return choices.back();
}

/// Warns of a \p slot that reads texture coordinates that MeshData has no stream for.
void check_slot(Decoding& d, std::size_t material, std::string_view place,
                const mesh::TextureSlot& slot) {
    constexpr std::size_t kSets = std::tuple_size_v<decltype(mesh::MeshData::uvs)>;
    if (!slot.present() || slot.uv_set < kSets) return;
    d.report.at_pointer(codes::texcoord_set,
                        pointer_to("materials", material).append("/").append(place),
                        "found texture coordinate set " + std::to_string(slot.uv_set) +
                            ", expected one of the first " + std::to_string(kSets),
                        "the texture is kept and not drawn");
}

}  // namespace

void decode_images(Decoding& d) {
    const std::vector<bool> used = used_images(d.in);
    d.out.images.reserve(d.in.images.size());
    for (std::size_t i = 0; i < d.in.images.size(); ++i) {
        const Image& image = d.in.images[i];
        GltfImage& out = d.out.images.emplace_back();
        out.name = image.name;
        const bool embedded = is_data_uri(image.uri);
        if (!embedded) out.uri = image.uri;
        out.mime_type = image.mime_type;
        if (embedded && out.mime_type.empty()) out.mime_type = data_uri_media_type(image.uri);
        out.extras = image.extras;
        out.extensions = image.extensions;
        if (d.options.image_files) keep_file(d, i, used[i], out);
    }
}

void decode_textures(Decoding& d) {
    // So many are open, and decoded at once, that all workers have some.
    constexpr std::size_t kPerWorker = 4;
    const std::size_t batch =
        d.options.jobs != nullptr ? d.options.jobs->workers() * kPerWorker : 1;
    ImageDecoder images(d);
    d.out.textures.reserve(d.in.textures.size());
    for (std::size_t i = 0; i < d.in.textures.size(); ++i) {
        const Texture& texture = d.in.textures[i];
        if (!d.step()) return;
        if (d.options.images && i % batch == 0) images.prepare(first_images(d.in, i, batch));
        GltfTexture& out = d.out.textures.emplace_back();
        out.name = texture.name;
        out.image = image_of(d, images, texture, i);
        for (const Index other : {texture.basisu, texture.webp, texture.source})
            if (other != kNone && other != out.image) out.alternatives.push_back(other);
        if (texture.sampler != kNone) {
            const SamplerObject& sampler = d.in.samplers[static_cast<std::size_t>(texture.sampler)];
            out.sampler = sampler.sampler;
            out.sampler_name = sampler.name;
            out.sampler_extras = sampler.extras;
            out.sampler_extensions = sampler.extensions;
        }
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
        mesh::each_texture(material.surface,
                           [&](const mesh::TextureSlot& slot, const mesh::SlotPlace& place) {
                               check_slot(d, i, place.pointer, slot);
                           });
    }
}

}  // namespace diorama::gltf::detail
