// SPDX-License-Identifier: MIT
// PNG in and out, by libspng.
#include <spng.h>

#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>

#include "diorama/texture/detail/limits.hpp"
#include "diorama/texture/detail/png.hpp"
#include "diorama/texture/error_codes.hpp"

namespace diorama::texture {
namespace {

/// Text, profile and unknown chunks may unpack to this; far more than any real file holds.
constexpr std::size_t kMaxChunkBytes = std::size_t{64} << 20;

/// Deflate packs at most 1032 bytes into one.
constexpr std::uint64_t kMaxDeflateRatio = 1032;

struct FreeContext {
    void operator()(spng_ctx* context) const noexcept { spng_ctx_free(context); }
};
using Context = std::unique_ptr<spng_ctx, FreeContext>;

std::unexpected<Error> png_failure(int code, std::string_view where) {
    const bool short_file = code == SPNG_IO_EOF || code == SPNG_EOF || code == SPNG_EIDAT_TOO_SHORT;
    const std::string reason = short_file ? "it ends early" : std::string(spng_strerror(code));
    return fail(codes::decode_failed, "PNG can't be decoded: " + reason, std::string(where),
                "export the image again");
}

std::uint32_t channels_of(const spng_ihdr& header) {
    switch (header.color_type) {
        case SPNG_COLOR_TYPE_GRAYSCALE:
            return 1;
        case SPNG_COLOR_TYPE_GRAYSCALE_ALPHA:
            return 2;
        case SPNG_COLOR_TYPE_TRUECOLOR_ALPHA:
            return 4;
        default:
            return 3;
    }
}

/// Opens \p file and reads its header, nothing else.
Result<Context> open(std::span<const std::byte> file, std::string_view where, spng_ihdr& header) {
    Context context(spng_ctx_new(0));
    if (!context) return png_failure(SPNG_EMEM, where);
    spng_set_chunk_limits(context.get(), kMaxChunkBytes, kMaxChunkBytes);
    if (int code = spng_set_png_buffer(context.get(), file.data(), file.size()); code != SPNG_OK)
        return png_failure(code, where);
    if (int code = spng_get_ihdr(context.get(), &header); code != SPNG_OK)
        return png_failure(code, where);
    return context;
}

ImageInfo info_of(const spng_ihdr& header) {
    return {.kind = ImageFileKind::png,
            .width = header.width,
            .height = header.height,
            .channels = channels_of(header),
            .bits = header.bit_depth};
}

/// Whether \p file_bytes can hold the rows that \p header promises, however well they pack.
bool can_hold_rows(const spng_ihdr& header, std::size_t file_bytes) {
    const std::uint64_t samples =
        header.color_type == SPNG_COLOR_TYPE_INDEXED ? 1 : channels_of(header);
    const std::uint64_t row_bits = std::uint64_t{header.width} * samples * header.bit_depth;
    const std::uint64_t row_bytes = row_bits / 8;
    return row_bytes * header.height / kMaxDeflateRatio <= file_bytes;
}

/// Whether the chunks of \p file, each as long as it says, reach through IEND. libspng is content
/// once the last row is there.
bool reaches_end(std::span<const std::byte> file) {
    constexpr std::size_t kSignatureBytes = 8;
    constexpr std::size_t kFrameBytes = 12;  // length, type and checksum around a chunk's data
    std::size_t at = kSignatureBytes;
    while (file.size() - at >= kFrameBytes) {
        std::uint32_t length = 0;
        for (std::size_t i = 0; i < 4; ++i)
            length = (length << 8) | std::to_integer<std::uint32_t>(file[at + i]);
        if (length > file.size() - at - kFrameBytes) return false;
        if (std::memcmp(file.data() + at + 4, "IEND", 4) == 0) return true;
        at += kFrameBytes + length;
    }
    return false;
}

}  // namespace

namespace detail {

Result<ImageInfo> probe_png(std::span<const std::byte> file, std::string_view where) {
    spng_ihdr header{};
    const Result<Context> context = open(file, where, header);
    if (!context) return std::unexpected(context.error());
    return info_of(header);
}

Result<Image> decode_png(std::span<const std::byte> file, std::string_view where,
                         const ImageLimits& limits) {
    spng_ihdr header{};
    const Result<Context> context = open(file, where, header);
    if (!context) return std::unexpected(context.error());
    if (auto ok = check_size(info_of(header), where, limits); !ok)
        return std::unexpected(ok.error());
    if (!reaches_end(file) || !can_hold_rows(header, file.size()))
        return png_failure(SPNG_EIDAT_TOO_SHORT, where);

    Image image{.width = header.width,
                .height = header.height,
                .format = header.bit_depth == 16 ? PixelFormat::rgba16 : PixelFormat::rgba8,
                .pixels = {}};
    image.pixels.resize(byte_size(image.format, header.width, header.height));
    const int format = image.format == PixelFormat::rgba16 ? SPNG_FMT_RGBA16 : SPNG_FMT_RGBA8;
    if (int code = spng_decode_image(context->get(), image.pixels.data(), image.pixels.size(),
                                     format, SPNG_DECODE_TRNS);
        code != SPNG_OK)
        return png_failure(code, where);
    // Reads on to IEND, so that the checksum of the last rows is held against them.
    if (int code = spng_decode_chunks(context->get()); code != SPNG_OK)
        return png_failure(code, where);
    return image;
}

}  // namespace detail

Result<std::vector<std::byte>> encode_png(const Image& image) {
    if (image.format == PixelFormat::bc7)
        return fail(codes::encode_failed, "image holds BC7 blocks, expected pixels");
    const std::size_t expected = byte_size(image.format, image.width, image.height);
    if (image.pixels.size() != expected || expected == 0)
        return fail(codes::encode_failed, "image of " + std::to_string(image.width) + " x " +
                                              std::to_string(image.height) + " pixels holds " +
                                              std::to_string(image.pixels.size()) +
                                              " bytes, expected " + std::to_string(expected));
    const auto encode_failure = [](int code) {
        return fail(codes::encode_failed,
                    std::string("PNG can't be written: ") + spng_strerror(code));
    };
    const Context context(spng_ctx_new(SPNG_CTX_ENCODER));
    if (!context) return encode_failure(SPNG_EMEM);
    spng_set_option(context.get(), SPNG_ENCODE_TO_BUFFER, 1);
    spng_ihdr header{};
    header.width = image.width;
    header.height = image.height;
    header.bit_depth = image.format == PixelFormat::rgba16 ? 16 : 8;
    header.color_type = SPNG_COLOR_TYPE_TRUECOLOR_ALPHA;
    if (int code = spng_set_ihdr(context.get(), &header); code != SPNG_OK)
        return encode_failure(code);
    constexpr std::uint8_t kPerceptual = 0;
    if (int code = spng_set_srgb(context.get(), kPerceptual); code != SPNG_OK)
        return encode_failure(code);
    if (int code = spng_encode_image(context.get(), image.pixels.data(), image.pixels.size(),
                                     SPNG_FMT_PNG, SPNG_ENCODE_FINALIZE);
        code != SPNG_OK)
        return encode_failure(code);

    std::size_t size = 0;
    int code = SPNG_OK;
    const std::unique_ptr<void, decltype(&std::free)> bytes(
        spng_get_png_buffer(context.get(), &size, &code), &std::free);
    if (!bytes) return encode_failure(code);
    const auto* first = static_cast<const std::byte*>(bytes.get());
    return std::vector<std::byte>(first, first + size);
}

}  // namespace diorama::texture
