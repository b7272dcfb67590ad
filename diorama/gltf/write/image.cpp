// SPDX-License-Identifier: MIT
// Images: in buffer views of a .glb, in files beside a .gltf; always the bytes that came.
#include <algorithm>

#include "diorama/gltf/detail/decoding.hpp"
#include "diorama/gltf/detail/export_uri.hpp"
#include "diorama/gltf/detail/extensions_out.hpp"
#include "diorama/gltf/detail/writing.hpp"
#include "diorama/gltf/error_codes.hpp"
#include "diorama/texture/image.hpp"

namespace diorama::gltf::detail {
namespace {

/// What an image file is, for `mimeType` and for its name.
struct Kind {
    std::string mime_type;
    std::string_view extension;
};

Kind kind_of(std::span<const std::byte> file, const GltfImage& image) {
    switch (texture::image_file_kind(file)) {
        case texture::ImageFileKind::png:
            return {"image/png", ".png"};
        case texture::ImageFileKind::jpeg:
            return {"image/jpeg", ".jpg"};
        case texture::ImageFileKind::webp:
            return {"image/webp", ".webp"};
        case texture::ImageFileKind::ktx2:
            return {"image/ktx2", ".ktx2"};
        case texture::ImageFileKind::unknown:
            break;
    }
    return {image.mime_type.empty() ? "application/octet-stream" : image.mime_type, ".bin"};
}

/// Writes the images of one asset.
class ImageWriter {
  public:
    explicit ImageWriter(Writing& w) : w_(w) {}

    Result<> write(std::size_t index) {
        const GltfImage& image = w_.asset.images[index];
        std::span<const std::byte> file(image.file);
        if (file.empty() && !image.image.empty()) {
            Result<std::vector<std::byte>> encoded = texture::encode_png(image.image);
            if (!encoded) return std::unexpected(std::move(encoded.error()));
            file = w_.made.emplace_back(std::move(*encoded));
        }
        w_.json.begin_object();
        if (!file.empty()) {
            if (w_.glb())
                embed(file, image, index);
            else
                put_beside(file, image, index);
        } else if (!image.uri.empty()) {
            // Its bytes were not kept: the reference is.
            w_.json.key("uri").string(image.uri);
            if (!image.mime_type.empty()) w_.json.key("mimeType").string(image.mime_type);
        } else {
            return fail(codes::export_image,
                        "found an image without a file, pixels or a URI, expected one of them",
                        "#/images/" + std::to_string(index),
                        "load the asset with LoadOptions::image_files");
        }
        ExtensionsOut(w_, image.extensions).close();
        w_.common(image.name, image.extras);
        w_.json.end_object();
        return {};
    }

  private:
    void embed(std::span<const std::byte> file, const GltfImage& image, std::size_t index) {
        w_.storage(pointer_to("images", index));
        w_.reference("bufferView", w_.packer.view_of(file));
        w_.json.key("mimeType").string(kind_of(file, image).mime_type);
    }

    /// The name that the source gave the file, unless another file has it.
    void put_beside(std::span<const std::byte> file, const GltfImage& image, std::size_t index) {
        std::string name = beside_name(image.uri);
        const auto known = std::ranges::find(w_.files, name, &BesideFile::name);
        const bool shared = known != w_.files.end() && std::ranges::equal(known->bytes, file);
        const bool taken = name.empty() || name == w_.stem + ".bin" || name == w_.stem + ".gltf" ||
                           (known != w_.files.end() && !shared) ||
                           (!shared && w_.may_take && !w_.may_take(name, file));
        if (taken) {
            name = w_.stem + "_";
            name += std::to_string(index);
            name += kind_of(file, image).extension;
        }
        w_.json.key("uri").string(uri_of(name, image.uri));
        if (!image.mime_type.empty()) w_.json.key("mimeType").string(image.mime_type);
        if (!shared) w_.files.push_back({std::move(name), file});
    }

    Writing& w_;
};

}  // namespace

Result<> write_images(Writing& w) {
    if (w.asset.images.empty()) return {};
    // Views into it are handed out, so it must not grow under them.
    w.made.reserve(w.asset.images.size());
    w.json.key("images").begin_array();
    ImageWriter writer(w);
    for (std::size_t i = 0; i < w.asset.images.size(); ++i)
        if (Result<> written = writer.write(i); !written) return written;
    w.json.end_array();
    return {};
}

}  // namespace diorama::gltf::detail
