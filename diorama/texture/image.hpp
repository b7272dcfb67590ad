// SPDX-License-Identifier: MIT
/// \file
/// Images as plain data: PixelFormat, TexelTarget, byte_size, ColorSpace, Image, ImageFileKind,
/// ImageInfo, ImageLimits, image_file_kind, probe_image, decode_image, encode_png.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "diorama/core/error.hpp"

namespace diorama::texture {

/// How pixels are stored: four channels, red first, straight (not premultiplied) alpha.
enum class PixelFormat : std::uint8_t {
    rgba8,   ///< 8 bits a channel, 0 to 255
    rgba16,  ///< 16 bits a channel, 0 to 65535, native byte order
    bc7,     ///< blocks of 4 x 4 pixels in 16 bytes, row by row; edges rounded up to whole blocks
};

/// What the compressed texels of Basis Universal become: what the one who draws them can take.
enum class TexelTarget : std::uint8_t { rgba8, bc7 };

/// Bytes of \p width x \p height pixels of \p format.
///
/// Expects: it fits; width * height of at most 2^59 does.
[[nodiscard]] std::size_t byte_size(PixelFormat format, std::uint32_t width,
                                    std::uint32_t height) noexcept;

/// What the numbers of an image mean; decided by its use, as glTF says, not by the file.
enum class ColorSpace : std::uint8_t { linear, srgb };

/// A decoded two-dimensional image.
struct Image {
    std::uint32_t width = 0;                  ///< pixels a row
    std::uint32_t height = 0;                 ///< rows, the topmost first
    PixelFormat format = PixelFormat::rgba8;  ///< layout of a pixel
    std::vector<std::byte> pixels;            ///< width * height pixels, rows without padding
    /// Smaller versions that came with the file, each half the size of the one before, rounded
    /// down, to 1 x 1 or ending sooner; empty where the file has none.
    std::vector<std::vector<std::byte>> mips{};

    /// Whether it holds no pixel.
    [[nodiscard]] bool empty() const noexcept { return pixels.empty(); }
};

/// What kind of file some bytes are, by their first bytes.
enum class ImageFileKind : std::uint8_t { unknown, png, jpeg, webp, ktx2 };

/// The name of \p kind as people write it: `PNG`, `JPEG`, `WebP`, `KTX2` or `unknown`.
[[nodiscard]] std::string_view to_string(ImageFileKind kind) noexcept;

/// The kind of \p file by its magic number, never by a name or MIME type.
[[nodiscard]] ImageFileKind image_file_kind(std::span<const std::byte> file) noexcept;

/// What an image file's header says, without decoding it.
struct ImageInfo {
    ImageFileKind kind = ImageFileKind::unknown;  ///< by magic number
    std::uint32_t width = 0;                      ///< pixels a row
    std::uint32_t height = 0;                     ///< rows
    std::uint32_t channels = 0;                   ///< as stored, a palette's 3; 0 for KTX2
    std::uint32_t bits = 8;                       ///< a channel, as stored; 0 for KTX2
};

/// What decoding may take.
struct ImageLimits {
    std::uint64_t max_pixels = 1ULL << 28;  ///< width * height; 268 million, a 16384-pixel square
};

/// Reads the header of an image file.
///
/// Input:   untrusted.
/// Failure: texture-unknown-format, texture-decode-failed; Error::where is \p where.
[[nodiscard]] Result<ImageInfo> probe_image(std::span<const std::byte> file,
                                            std::string_view where);

/// Decodes an image file to RGBA: rgba16 for 16-bit PNG, else rgba8. Grey spreads to three
/// channels, palettes and tRNS are expanded, the inks of CMYK and YCCK become colours, missing
/// alpha is opaque. Colour profiles, gamma chunks and orientation tags are ignored, as glTF asks. A
/// faulty ancillary PNG chunk is skipped. Of an animated WebP nothing is decoded; of a KTX2 file,
/// the first layer, face and slice with its mip levels, as \p target where it is Basis Universal's.
///
/// Input:   untrusted; dimensions are held against \p limits, and against what the file's bytes can
///          hold at most, before memory is taken.
/// Threads: any; no shared state.
/// Failure: texture-unknown-format, texture-unsupported-format, texture-too-large;
///          texture-decode-failed, for a truncated file too; read_ktx2()'s and decode_ktx2()'s.
///          Error::where is \p where, for a fault in a KTX2 file with its byte.
/// Source:  glTF 2.0 section 3.8.4 (Images).
[[nodiscard]] Result<Image> decode_image(std::span<const std::byte> file, std::string_view where,
                                         const ImageLimits& limits = {},
                                         TexelTarget target = TexelTarget::rgba8);

/// Encodes \p image, without its mips, as an sRGB PNG of four channels; same pixels, same bytes.
///
/// Failure: texture-encode-failed, for an empty image, one of blocks, or one whose bytes don't fit
///          its size.
[[nodiscard]] Result<std::vector<std::byte>> encode_png(const Image& image);

}  // namespace diorama::texture
