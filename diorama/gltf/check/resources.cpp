// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>
#include <utility>

#include "diorama/gltf/detail/checker.hpp"
#include "diorama/gltf/detail/decoding.hpp"
#include "diorama/gltf/detail/sources.hpp"
#include "diorama/gltf/detail/uri.hpp"
#include "diorama/gltf/error_codes.hpp"
#include "diorama/gltf/resource.hpp"
#include "diorama/texture/ktx2.hpp"

namespace diorama::gltf::detail {

namespace {

std::string place(std::string_view list, std::size_t i) {
    std::string out("/");
    out += list;
    out += '/';
    out += std::to_string(i);
    return out;
}

/// What is odd about a URI that can be read all the same.
void check_uri(Checker& c, std::string_view uri, const std::string& pointer) {
    if (is_data_uri(uri)) {
        if (c.text.container.glb) {
            c.fault(codes::uri_data_glb, pointer + "/uri",
                    "found a data: URI in a GLB, expected the data in its BIN chunk");
        }
        const Base64Ending ending = data_uri_ending(uri);
        if (ending == Base64Ending::unpadded || ending == Base64Ending::spare_bits) {
            c.fault(codes::uri_base64, pointer + "/uri",
                    ending == Base64Ending::unpadded
                        ? "found base64 without the = that fill its last group of four"
                        : "found base64 whose last character has bits beyond the last byte, "
                          "expected them to be 0",
                    "it is decoded all the same; other readers refuse it");
        }
    }
}

void check_buffer(Checker& c, std::size_t i) {
    const Buffer& buffer = c.d.buffers[i];
    const std::string pointer = place("buffers", i);
    if (buffer.has_uri) check_uri(c, buffer.uri, pointer);
    // One without a comma is no URI of data at all.
    if (is_data_uri(buffer.uri) && buffer.uri.find(',') != std::string_view::npos) {
        const std::string type = data_uri_media_type(buffer.uri);
        if (type != "application/octet-stream" && type != "application/gltf-buffer") {
            c.fault(codes::uri_media_type, pointer + "/uri",
                    "found the media type " + detail::quoted(type) +
                        ", expected application/octet-stream or application/gltf-buffer",
                    "the data is read all the same");
        }
    }
    const bool is_chunk = i == 0 && c.text.container.glb && !buffer.has_uri;
    // Without a uri and outside a GLB, an extension may hold the data: only a use of it shows.
    if (!buffer.has_uri && !is_chunk) return;
    const Result<std::span<const std::byte>> bytes = buffer_bytes(c.d, static_cast<Index>(i));
    if (!bytes) {
        c.add_once(bytes.error());
        return;
    }
    if (is_chunk && c.text.container.bin->size() > buffer.byte_length + 3) {
        c.fault(codes::buffer_glb_long, pointer,
                "found a BIN chunk of " + std::to_string(c.text.container.bin->size()) +
                    " bytes, expected at most 3 more than the " +
                    std::to_string(buffer.byte_length) + " of the buffer");
    }
}

/// The media type that \p kind's files have; empty for one that glTF does not know.
std::string_view media_type(texture::ImageFileKind kind) {
    switch (kind) {
        case texture::ImageFileKind::png:
            return "image/png";
        case texture::ImageFileKind::jpeg:
            return "image/jpeg";
        case texture::ImageFileKind::webp:
            return "image/webp";
        case texture::ImageFileKind::ktx2:
            return "image/ktx2";
        case texture::ImageFileKind::unknown:
            return "";
    }
    return "";
}

/// Reports an image of a kind that only an extension allows, where that is not declared.
void check_enabled(Checker& c, const Image& image, const std::string& pointer) {
    constexpr std::array kExtended{std::pair{"image/webp", "EXT_texture_webp"},
                                   std::pair{"image/ktx2", "KHR_texture_basisu"}};
    for (const auto& [type, extension] : kExtended) {
        if (image.mime_type != type || c.uses(extension)) continue;
        c.fault(codes::image_type, pointer + "/mimeType",
                "found " + detail::quoted(type) + " without " + extension +
                    ", expected the extension in extensionsUsed");
    }
}

/// Checks a KTX2 image: its container, data, and what KHR_texture_basisu asks of it. \p decoded
/// counts the bytes that all images become, as an import counts them.
void check_ktx2_image(Checker& c, const Resource& file, Index image, std::uint64_t& decoded) {
    const std::string at = where(c.d, "images", image);
    if (const Result<texture::Ktx2> read = texture::read_ktx2(file.bytes(), at)) {
        const std::uint64_t limit = decoded_limit(c.d);
        const std::uint64_t bytes = texture::decoded_bytes(*read, texture::TexelTarget::rgba8);
        if (bytes > limit - std::min(decoded, limit)) {
            c.fault(codes::decode_limit, place("images", static_cast<std::size_t>(image)),
                    "found " + std::to_string(bytes) + " bytes to decode after " +
                        std::to_string(decoded) + " before it, expected at most " +
                        std::to_string(limit) + " in all",
                    "ImportLimits sets the limit, by the size of the file");
            return;
        }
        decoded += bytes;
    }
    for (const Diagnostic& each :
         texture::check_ktx2(file.bytes(), at, texture::Ktx2Profile::gltf_basis, c.d.limits.image))
        c.report.add(each);
}

/// What an image is, as far as it can be told.
struct Found {
    texture::ImageFileKind kind = texture::ImageFileKind::unknown;
    std::optional<texture::ColorSpace> space{};  ///< of a KTX2 file, by its transfer function
};

/// Holds the media type of an image's data: URI against \p is, that of its bytes, empty where they
/// tell none, where its `mimeType` speaks for it elsewhere.
void check_data_type(Checker& c, const Image& image, std::string_view is,
                     const std::string& pointer) {
    if (!is_data_uri(image.uri) || image.mime_type.empty()) return;
    const std::string said = data_uri_media_type(image.uri);
    if (said.starts_with("image/") && (is.empty() || said == is)) return;
    c.fault(codes::image_type, pointer + "/uri",
            "found the media type " + detail::quoted(said) +
                " in the data: URI of an image, expected " +
                (is.empty() ? std::string("that of its image") : std::string(is)));
}

/// Checks image \p i; \p decoded as for check_ktx2_image().
Found check_image(Checker& c, std::size_t i, std::uint64_t& decoded) {
    using texture::ImageFileKind;
    const Image& image = c.d.images[i];
    const std::string pointer = place("images", i);
    check_enabled(c, image, pointer);
    if (image.has_uri) check_uri(c, image.uri, pointer);
    if (image.buffer_view != kNone &&
        c.d.buffer_views[static_cast<std::size_t>(image.buffer_view)].byte_stride != 0) {
        c.fault(codes::image_view_stride, pointer + "/bufferView",
                "found a byteStride on the view of an image, expected none");
    }
    // Without either it was reported as a conflict.
    if (!image.has_uri && image.buffer_view == kNone) return {};
    const Result<Resource> bytes = image_bytes(c.d, static_cast<Index>(i));
    if (!bytes) {
        c.add_once(bytes.error());
        return {};
    }
    const Result<texture::ImageInfo> info = texture::probe_image(bytes->bytes(), pointer);
    const ImageFileKind kind = info ? info->kind : ImageFileKind::unknown;
    if (!info && info.error().code.name() != "texture-unknown-format") {
        c.fault(codes::image_data, pointer,
                "found an image that can't be read: " + info.error().message);
        return {};
    }
    std::optional<texture::ColorSpace> space;
    if (kind == ImageFileKind::ktx2) {
        check_ktx2_image(c, *bytes, static_cast<Index>(i), decoded);
        if (const Result<texture::Ktx2> read = texture::read_ktx2(bytes->bytes(), pointer))
            space = read->color_space();
    }
    std::string said(image.mime_type);
    if (said.empty() && is_data_uri(image.uri)) said = data_uri_media_type(image.uri);
    const std::string_view is = media_type(kind);
    check_data_type(c, image, is, pointer);
    if (is.empty() && (said == "image/png" || said == "image/jpeg")) {
        c.fault(codes::image_data, pointer,
                "found bytes that are no image of a known kind, expected " + said);
    } else if (is.empty()) {
        c.fault(codes::image_unknown, pointer, "found an image of a kind that is not known here");
    } else if (!said.empty() && said != is) {
        c.fault(codes::image_type, pointer,
                "found an image of type " + std::string(is) + ", expected " + detail::quoted(said) +
                    " as the file says");
    }
    return {kind, space};
}

/// Holds the images that texture \p i names against the kinds they may be of.
void check_texture(Checker& c, std::size_t i, const std::vector<Found>& images) {
    using texture::ImageFileKind;
    const Texture& texture = c.d.textures[i];
    const auto expect = [&](Index image, std::string_view member,
                            std::initializer_list<ImageFileKind> allowed) {
        if (image == kNone) return;
        const ImageFileKind kind = images[static_cast<std::size_t>(image)].kind;
        if (kind == ImageFileKind::unknown || std::ranges::find(allowed, kind) != allowed.end())
            return;
        c.fault(codes::image_type, place("textures", i).append(member),
                "found a " + std::string(to_string(kind)) + " image, expected " +
                    std::string(to_string(*allowed.begin())) +
                    (allowed.size() > 1 ? " or JPEG" : ""));
    };
    expect(texture.source, "/source", {ImageFileKind::png, ImageFileKind::jpeg});
    expect(texture.basisu, "/extensions/KHR_texture_basisu/source", {ImageFileKind::ktx2});
    expect(texture.webp, "/extensions/EXT_texture_webp/source", {ImageFileKind::webp});
}

/// Holds the transfer functions of KTX2 images against what materials read them for.
/// Source: KHR_texture_basisu, "KTX v2 Images with Basis Universal Supercompression".
void check_spaces(Checker& c, const std::vector<Found>& images) {
    for (std::size_t m = 0; m < c.d.materials.size(); ++m) {
        mesh::each_texture(c.d.materials[m].surface, [&](const mesh::TextureSlot& slot,
                                                         const mesh::SlotPlace& place_in) {
            if (!slot.present()) return;
            const Index image = c.d.textures[static_cast<std::size_t>(slot.texture)].basisu;
            if (image == kNone) return;
            const auto& space = images[static_cast<std::size_t>(image)].space;
            if (!space || (*space == texture::ColorSpace::srgb) == place_in.srgb) return;
            c.fault(codes::image_transfer,
                    place("materials", m).append("/").append(place_in.pointer),
                    std::string("found image ") + std::to_string(image) +
                        (place_in.srgb ? " of linear numbers, expected sRGB for colours"
                                       : " of sRGB colours, expected linear numbers"),
                    "its texels are read as what the material needs");
        });
    }
}

}  // namespace

void check_resources(Checker& c) {
    for (std::size_t i = 0; i < c.d.buffers.size(); ++i)
        check_buffer(c, i);
    std::vector<Found> images;
    std::uint64_t decoded = 0;
    for (std::size_t i = 0; i < c.d.images.size(); ++i)
        images.push_back(check_image(c, i, decoded));
    for (std::size_t i = 0; i < c.d.textures.size(); ++i)
        check_texture(c, i, images);
    check_spaces(c, images);
}

}  // namespace diorama::gltf::detail
