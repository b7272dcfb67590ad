// SPDX-License-Identifier: MIT
/// \file
/// Images as plain data: PixelFormat, ColorSpace, Image, ImageInfo, ImageLimits, probe_image,
/// decode_image, encode_png.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "diorama/core/error.hpp"

namespace diorama::texture {

/// How one pixel is stored: four channels, red first, straight (not premultiplied) alpha.
enum class PixelFormat : std::uint8_t {
    rgba8,   ///< 8 bits a channel, 0 to 255
    rgba16,  ///< 16 bits a channel, 0 to 65535, native byte order
};

/// Bytes of one pixel of \p format.
[[nodiscard]] std::size_t bytes_per_pixel(PixelFormat format) noexcept;

/// What the numbers of an image mean; decided by its use, as glTF says, not by the file.
enum class ColorSpace : std::uint8_t { linear, srgb };

/// A decoded two-dimensional image.
struct Image {
    std::uint32_t width = 0;                  ///< pixels a row
    std::uint32_t height = 0;                 ///< rows, the topmost first
    PixelFormat format = PixelFormat::rgba8;  ///< layout of a pixel
    std::vector<std::byte> pixels;            ///< width * height pixels, rows without padding

    /// Whether it holds no pixel.
    [[nodiscard]] bool empty() const noexcept { return pixels.empty(); }
};

/// What kind of file some bytes are, by their first bytes.
enum class ImageFileKind : std::uint8_t { unknown, png, jpeg, webp, ktx2 };

/// What an image file's header says, without decoding it.
struct ImageInfo {
    ImageFileKind kind = ImageFileKind::unknown;  ///< by magic number, never by name or MIME type
    std::uint32_t width = 0;                      ///< pixels a row
    std::uint32_t height = 0;                     ///< rows
    std::uint32_t channels = 0;                   ///< 1 to 4, as stored
    std::uint32_t bits = 8;                       ///< a channel, as stored
};

/// What decoding may take.
struct ImageLimits {
    std::uint64_t max_pixels = 1ULL << 28;  ///< width * height; 268 million, a 16384-pixel square
};

/// Reads the header of an image file.
///
/// Input:   untrusted.
/// Failure: texture-unknown-format, texture-decode-failed; `where` is \p where.
[[nodiscard]] Result<ImageInfo> probe_image(std::span<const std::byte> file,
                                            std::string_view where);

/// Decodes a PNG or JPEG file to RGBA: rgba16 for 16-bit PNG, else rgba8. Grey spreads to three
/// channels, palettes and tRNS are expanded, missing alpha is opaque. Colour profiles and gamma
/// chunks are ignored, as glTF asks.
///
/// Input:   untrusted; dimensions are held against \p limits before memory is taken.
/// Threads: any; no shared state.
/// Failure: texture-unknown-format, texture-decode-failed, texture-too-large.
/// Source:  glTF 2.0 section 3.8.3.1 (Images).
[[nodiscard]] Result<Image> decode_image(std::span<const std::byte> file, std::string_view where,
                                         const ImageLimits& limits = {});

/// Encodes \p image as an sRGB PNG; same pixels, same bytes.
[[nodiscard]] Result<std::vector<std::byte>> encode_png(const Image& image);

}  // namespace diorama::texture
