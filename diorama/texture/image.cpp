// SPDX-License-Identifier: MIT
#include "diorama/texture/image.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <string>

#include "diorama/core/signature.hpp"
#include "diorama/texture/detail/jpeg.hpp"
#include "diorama/texture/detail/limits.hpp"
#include "diorama/texture/detail/png.hpp"
#include "diorama/texture/detail/webp.hpp"
#include "diorama/texture/error_codes.hpp"
#include "diorama/texture/ktx2.hpp"

namespace diorama::texture {
namespace {

template <std::size_t N>
bool has_bytes(std::span<const std::byte> file, std::size_t offset,
               const std::array<unsigned char, N>& magic) {
    return file.size() >= offset + N && std::memcmp(file.data() + offset, magic.data(), N) == 0;
}

/// The header stands at fixed places; zero height is a 1D texture.
Result<ImageInfo> probe_ktx2(std::span<const std::byte> file, std::string_view where) {
    constexpr std::size_t kHeaderBytes = 80;
    constexpr std::size_t kWidthAt = 20;
    if (file.size() < kHeaderBytes)
        return fail(codes::decode_failed,
                    "KTX2 header ends at byte " + std::to_string(file.size()) + ", expected 80",
                    std::string(where));
    std::array<std::uint32_t, 2> size{};
    std::memcpy(size.data(), file.data() + kWidthAt, sizeof size);
    return ImageInfo{.kind = ImageFileKind::ktx2,
                     .width = size[0],
                     .height = std::max(size[1], 1U),
                     .channels = 0,
                     .bits = 0};
}

std::unexpected<Error> unknown_format(std::span<const std::byte> file, std::string_view where) {
    const std::optional<Signature> kind = signature_of(file);
    const bool helped = kind && !kind->remedy.empty();
    return fail(codes::unknown_format,
                "found " + std::string(kind ? kind->name : "a file of no known kind") +
                    ", expected a PNG, JPEG, WebP or KTX2 image",
                std::string(where),
                helped ? std::string(kind->remedy) : "export the image again as PNG or JPEG");
}

}  // namespace

std::size_t byte_size(PixelFormat format, std::uint32_t width, std::uint32_t height) noexcept {
    if (format == PixelFormat::bc7) {
        constexpr std::size_t kSide = 4, kBlockBytes = 16;
        return (width + kSide - 1) / kSide * ((height + kSide - 1) / kSide) * kBlockBytes;
    }
    return std::size_t{width} * height * (format == PixelFormat::rgba8 ? 4 : 8);
}

std::string_view to_string(ImageFileKind kind) noexcept {
    switch (kind) {
        case ImageFileKind::png:
            return "PNG";
        case ImageFileKind::jpeg:
            return "JPEG";
        case ImageFileKind::webp:
            return "WebP";
        case ImageFileKind::ktx2:
            return "KTX2";
        case ImageFileKind::unknown:
            break;
    }
    return "unknown";
}

ImageFileKind image_file_kind(std::span<const std::byte> file) noexcept {
    constexpr std::array<unsigned char, 8> kPng{0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    constexpr std::array<unsigned char, 3> kJpeg{0xff, 0xd8, 0xff};
    constexpr std::array<unsigned char, 4> kRiff{'R', 'I', 'F', 'F'};
    constexpr std::array<unsigned char, 4> kWebp{'W', 'E', 'B', 'P'};
    constexpr std::array<unsigned char, 12> kKtx2{0xab, 'K',  'T',  'X',  ' ',  '2',
                                                  '0',  0xbb, '\r', '\n', 0x1a, '\n'};
    if (has_bytes(file, 0, kPng)) return ImageFileKind::png;
    if (has_bytes(file, 0, kJpeg)) return ImageFileKind::jpeg;
    if (has_bytes(file, 0, kRiff) && has_bytes(file, 8, kWebp)) return ImageFileKind::webp;
    if (has_bytes(file, 0, kKtx2)) return ImageFileKind::ktx2;
    return ImageFileKind::unknown;
}

Result<ImageInfo> probe_image(std::span<const std::byte> file, std::string_view where) {
    switch (image_file_kind(file)) {
        case ImageFileKind::png:
            return detail::probe_png(file, where);
        case ImageFileKind::jpeg:
            return detail::probe_jpeg(file, where);
        case ImageFileKind::ktx2:
            return probe_ktx2(file, where);
        case ImageFileKind::webp:
            return detail::probe_webp(file, where);
        case ImageFileKind::unknown:
            break;
    }
    return unknown_format(file, where);
}

Result<Image> decode_image(std::span<const std::byte> file, std::string_view where,
                           const ImageLimits& limits, TexelTarget target) {
    switch (image_file_kind(file)) {
        case ImageFileKind::png:
            return detail::decode_png(file, where, limits);
        case ImageFileKind::jpeg:
            return detail::decode_jpeg(file, where, limits);
        case ImageFileKind::webp:
            return detail::decode_webp(file, where, limits);
        case ImageFileKind::ktx2: {
            const Result<Ktx2> ktx2 = read_ktx2(file, where);
            if (!ktx2) return std::unexpected(ktx2.error());
            return decode_ktx2(*ktx2, target, limits);
        }
        case ImageFileKind::unknown:
            break;
    }
    return unknown_format(file, where);
}

namespace detail {

Result<> check_size(const ImageInfo& info, std::string_view where, const ImageLimits& limits) {
    const std::string size = std::to_string(info.width) + " x " + std::to_string(info.height);
    if (info.width == 0 || info.height == 0)
        return fail(codes::decode_failed, "image is " + size + " pixels, expected at least 1 x 1",
                    std::string(where));
    const std::uint64_t pixels = std::uint64_t{info.width} * info.height;
    if (pixels > limits.max_pixels)
        return fail(codes::too_large,
                    "image is " + size + " pixels, expected at most " +
                        std::to_string(limits.max_pixels) + " in all",
                    std::string(where), "shrink the image, or raise the limit");
    return {};
}

}  // namespace detail

}  // namespace diorama::texture
