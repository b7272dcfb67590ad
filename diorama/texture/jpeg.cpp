// SPDX-License-Identifier: MIT
// JPEG in, by libjpeg-turbo.
//
// The library reports a fatal error by a callback that must not return. Each call into it stands in
// a small function that setjmp() brings back to; those functions have only trivial locals, so that
// longjmp() skips no destructor.
#include <cstddef>
#include <cstdio>

#include <jpeglib.h>
// jerror.h needs jpeglib.h before it.
#include <jerror.h>

#include <csetjmp>
#include <string>

#include "diorama/texture/detail/jpeg.hpp"
#include "diorama/texture/detail/limits.hpp"
#include "diorama/texture/error_codes.hpp"

namespace diorama::texture::detail {
namespace {

/// A progressive file may hold any number of scans over the whole image, each a few bytes long; no
/// encoder writes more than a few dozen.
constexpr int kMaxScans = 500;

/// A Huffman-coded block of 8 x 8 samples takes at least one bit, and no sampling makes a block
/// cover more than 128 pixels.
constexpr std::uint64_t kMaxPixelsPerByte = 1024;

/// The library's state, our handlers' state, and where a fatal error jumps to.
struct Session {
    jpeg_decompress_struct decompress;
    jpeg_error_mgr errors;
    jpeg_progress_mgr progress;
    std::jmp_buf on_error;
    char reason[JMSG_LENGTH_MAX];
    bool damaged;
    bool short_end;  ///< the last row of blocks of a scan ends early, and nothing else is wrong
};

Session& session_of(j_common_ptr common) {
    return *static_cast<Session*>(common->client_data);
}

[[noreturn]] void on_error(j_common_ptr common) {
    Session& session = session_of(common);
    common->err->format_message(common, session.reason);
    std::longjmp(session.on_error, 1);
}

/// Notes the warnings that mean lost picture data; the others are about odd but harmless markers.
///
/// Photoshop saves scans for the web that end a few bits before their last block does; every reader
/// shows them.
void on_message(j_common_ptr common, int level) {
    if (level >= 0) return;
    Session& session = session_of(common);
    const auto* const jpeg = reinterpret_cast<j_decompress_ptr>(common);
    switch (common->err->msg_code) {
        case JWRN_HIT_MARKER:
            if (jpeg->input_iMCU_row + 1 == jpeg->total_iMCU_rows) {
                if (!session.damaged) common->err->format_message(common, session.reason);
                session.short_end = true;
                return;
            }
            break;
        case JWRN_JPEG_EOF:
        case JWRN_HUFF_BAD_CODE:
        case JWRN_ARITH_BAD_CODE:
        case JWRN_MUST_RESYNC:
            break;
        default:
            return;
    }
    // The first one names the cause; those after it follow from it.
    if (!session.damaged) common->err->format_message(common, session.reason);
    session.damaged = true;
}

void on_progress(j_common_ptr common) {
    if (reinterpret_cast<j_decompress_ptr>(common)->input_scan_number <= kMaxScans) return;
    Session& session = session_of(common);
    std::snprintf(session.reason, sizeof session.reason, "more than %d scans", kMaxScans);
    std::longjmp(session.on_error, 1);
}

bool read_header(Session& session, const unsigned char* bytes, unsigned long size) {
    if (setjmp(session.on_error) != 0) return false;
    jpeg_create_decompress(&session.decompress);
    session.decompress.progress = &session.progress;
    session.progress.progress_monitor = &on_progress;
    jpeg_mem_src(&session.decompress, bytes, size);
    jpeg_read_header(&session.decompress, TRUE);
    return true;
}

bool read_rows(Session& session, unsigned char* pixels, std::size_t row_bytes) {
    if (setjmp(session.on_error) != 0) return false;
    jpeg_start_decompress(&session.decompress);
    while (session.decompress.output_scanline < session.decompress.output_height) {
        JSAMPROW row = pixels + row_bytes * session.decompress.output_scanline;
        jpeg_read_scanlines(&session.decompress, &row, 1);
    }
    jpeg_finish_decompress(&session.decompress);
    return true;
}

/// A Session that releases what the library holds.
class Decoder {
  public:
    Decoder() {
        session_.decompress.err = jpeg_std_error(&session_.errors);
        session_.errors.error_exit = &on_error;
        session_.errors.emit_message = &on_message;
        session_.decompress.client_data = &session_;
    }
    Decoder(const Decoder&) = delete;
    Decoder& operator=(const Decoder&) = delete;
    ~Decoder() { jpeg_destroy_decompress(&session_.decompress); }

    Session& session() noexcept { return session_; }

    /// Reads the header of \p file.
    Result<ImageInfo> open(std::span<const std::byte> file, std::string_view where) {
        const auto* bytes = reinterpret_cast<const unsigned char*>(file.data());
        if (!read_header(session_, bytes, file.size())) return failure(where);
        const jpeg_decompress_struct& jpeg = session_.decompress;
        return ImageInfo{.kind = ImageFileKind::jpeg,
                         .width = jpeg.image_width,
                         .height = jpeg.image_height,
                         .channels = static_cast<std::uint32_t>(jpeg.num_components),
                         .bits = static_cast<std::uint32_t>(jpeg.data_precision)};
    }

    std::unexpected<Error> failure(std::string_view where) const {
        return fail(codes::decode_failed, std::string("JPEG can't be decoded: ") + session_.reason,
                    std::string(where), "export the image again");
    }

  private:
    Session session_{};
};

/// Turns the four inks of each pixel into opaque red, green and blue, in place. Files with Adobe's
/// marker store the inks inverted.
void inks_to_rgba(std::span<std::byte> pixels, bool inverted) {
    for (std::size_t i = 0; i + 3 < pixels.size(); i += 4) {
        const unsigned black = std::to_integer<unsigned>(pixels[i + 3]);
        const unsigned light = inverted ? black : 255 - black;
        for (std::size_t c = 0; c < 3; ++c) {
            const unsigned ink = std::to_integer<unsigned>(pixels[i + c]);
            const unsigned value = inverted ? ink : 255 - ink;
            pixels[i + c] = static_cast<std::byte>((value * light + 127) / 255);
        }
        pixels[i + 3] = std::byte{255};
    }
}

}  // namespace

Result<ImageInfo> probe_jpeg(std::span<const std::byte> file, std::string_view where) {
    Decoder decoder;
    return decoder.open(file, where);
}

Result<Image> decode_jpeg(std::span<const std::byte> file, std::string_view where,
                          const ImageLimits& limits) {
    Decoder decoder;
    const Result<ImageInfo> info = decoder.open(file, where);
    if (!info) return std::unexpected(info.error());
    if (auto ok = check_size(*info, where, limits); !ok) return std::unexpected(ok.error());
    jpeg_decompress_struct& jpeg = decoder.session().decompress;
    if (jpeg.arith_code == FALSE &&
        std::uint64_t{info->width} * info->height / kMaxPixelsPerByte > file.size())
        return fail(codes::decode_failed, "JPEG can't be decoded: it ends early",
                    std::string(where), "export the image again");

    const bool inks = jpeg.jpeg_color_space == JCS_CMYK || jpeg.jpeg_color_space == JCS_YCCK;
    if (!inks && jpeg.jpeg_color_space == JCS_UNKNOWN)
        return fail(codes::decode_failed,
                    "JPEG has " + std::to_string(info->channels) +
                        " components of no known colour space, expected grey, RGB, YCbCr or CMYK",
                    std::string(where));
    jpeg.out_color_space = inks ? JCS_CMYK : JCS_EXT_RGBA;
    // Accurate arithmetic, whose results are the same with and without SIMD.
    jpeg.dct_method = JDCT_ISLOW;

    Image image{
        .width = info->width, .height = info->height, .format = PixelFormat::rgba8, .pixels = {}};
    const std::size_t row_bytes = std::size_t{image.width} * 4;
    image.pixels.resize(row_bytes * image.height);
    auto* pixels = reinterpret_cast<unsigned char*>(image.pixels.data());
    if (!read_rows(decoder.session(), pixels, row_bytes)) return decoder.failure(where);
    // What comes after an end that came too early is the rest of the picture.
    const bool cut = decoder.session().short_end && jpeg.src->bytes_in_buffer > 0;
    if (decoder.session().damaged || cut) return decoder.failure(where);
    if (inks) inks_to_rgba(image.pixels, jpeg.saw_Adobe_marker != FALSE);
    return image;
}

}  // namespace diorama::texture::detail
