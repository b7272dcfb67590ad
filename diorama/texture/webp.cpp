// SPDX-License-Identifier: MIT
// WebP in, by libwebp.
#include "diorama/texture/detail/webp.hpp"

#include <webp/decode.h>

#include <cstring>
#include <string>

#include "diorama/texture/detail/limits.hpp"
#include "diorama/texture/error_codes.hpp"

namespace diorama::texture::detail {
namespace {

const std::uint8_t* data_of(std::span<const std::byte> file) {
    return reinterpret_cast<const std::uint8_t*>(file.data());
}

std::unexpected<Error> webp_failure(VP8StatusCode code, std::string_view where) {
    const char* reason = "it is damaged";
    if (code == VP8_STATUS_NOT_ENOUGH_DATA) reason = "it ends early";
    if (code == VP8_STATUS_OUT_OF_MEMORY) reason = "there is no memory for it";
    return fail(codes::decode_failed, std::string("WebP can't be decoded: ") + reason,
                std::string(where), "export or copy the image again");
}

/// Reads the header, and holds the length the container says against the bytes there are: libwebp
/// would decode what it has got.
Result<WebPBitstreamFeatures> features_of(std::span<const std::byte> file, std::string_view where) {
    constexpr std::size_t kLengthAt = 4, kRiffHeaderBytes = 8;
    WebPBitstreamFeatures features;
    const VP8StatusCode code = WebPGetFeatures(data_of(file), file.size(), &features);
    if (code != VP8_STATUS_OK) return webp_failure(code, where);
    std::uint32_t length = 0;
    std::memcpy(&length, file.data() + kLengthAt, sizeof length);
    if (length > file.size() - kRiffHeaderBytes)
        return webp_failure(VP8_STATUS_NOT_ENOUGH_DATA, where);
    return features;
}

ImageInfo info_of(const WebPBitstreamFeatures& features) {
    return {.kind = ImageFileKind::webp,
            .width = static_cast<std::uint32_t>(features.width),
            .height = static_cast<std::uint32_t>(features.height),
            .channels = features.has_alpha != 0 ? 4u : 3u,
            .bits = 8};
}

}  // namespace

Result<ImageInfo> probe_webp(std::span<const std::byte> file, std::string_view where) {
    const Result<WebPBitstreamFeatures> features = features_of(file, where);
    if (!features) return std::unexpected(features.error());
    return info_of(*features);
}

Result<Image> decode_webp(std::span<const std::byte> file, std::string_view where,
                          const ImageLimits& limits) {
    const Result<WebPBitstreamFeatures> features = features_of(file, where);
    if (!features) return std::unexpected(features.error());
    if (features->has_animation != 0)
        return fail(codes::unsupported_format,
                    "image is an animated WebP file, expected a still one", std::string(where),
                    "export the image as one picture");
    const ImageInfo info = info_of(*features);
    if (auto ok = check_size(info, where, limits); !ok) return std::unexpected(ok.error());
    Image image{.width = info.width, .height = info.height, .pixels = {}};
    image.pixels.resize(byte_size(image.format, image.width, image.height));
    WebPDecoderConfig config;
    if (WebPInitDecoderConfig(&config) == 0) return webp_failure(VP8_STATUS_INVALID_PARAM, where);
    config.output.colorspace = MODE_RGBA;
    config.output.is_external_memory = 1;
    config.output.u.RGBA.rgba = reinterpret_cast<std::uint8_t*>(image.pixels.data());
    config.output.u.RGBA.stride = static_cast<int>(std::size_t{image.width} * 4);
    config.output.u.RGBA.size = image.pixels.size();
    const VP8StatusCode code = WebPDecode(data_of(file), file.size(), &config);
    WebPFreeDecBuffer(&config.output);
    if (code != VP8_STATUS_OK) return webp_failure(code, where);
    return image;
}

}  // namespace diorama::texture::detail
