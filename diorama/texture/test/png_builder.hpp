// SPDX-License-Identifier: MIT
/// \file
/// PNG files put together by hand, chunk by chunk, so that the decoder is tested against the
/// specification and not against an encoder. Source: W3C PNG, third edition.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace diorama::texture::test {

/// What to write.
struct PngSpec {
    std::uint32_t width = 1;
    std::uint32_t height = 1;
    std::uint8_t bit_depth = 8;
    std::uint8_t color_type = 2;  ///< 0 grey, 2 RGB, 3 palette, 4 grey with alpha, 6 RGBA
    bool interlaced = false;
    std::vector<std::uint8_t> palette{};       ///< PLTE
    std::vector<std::uint8_t> transparency{};  ///< tRNS
    /// Chunks before the image data.
    std::vector<std::pair<std::string_view, std::vector<std::uint8_t>>> extra{};
    /// The stored sample of channel c at x, y.
    std::function<std::uint32_t(std::uint32_t x, std::uint32_t y, std::uint32_t c)> sample{};
};

using Bytes = std::vector<std::byte>;

inline void put(Bytes& out, std::uint32_t value, int bytes) {
    for (int i = bytes - 1; i >= 0; --i)
        out.push_back(static_cast<std::byte>(value >> (8 * i)));
}

inline std::uint32_t crc32(std::span<const std::byte> bytes) {
    std::uint32_t crc = 0xffffffffU;
    for (const std::byte b : bytes) {
        crc ^= std::to_integer<std::uint32_t>(b);
        for (int k = 0; k < 8; ++k)
            crc = (crc & 1) != 0 ? 0xedb88320U ^ (crc >> 1) : crc >> 1;
    }
    return crc ^ 0xffffffffU;
}

inline void put_chunk(Bytes& out, std::string_view type, const Bytes& data) {
    put(out, static_cast<std::uint32_t>(data.size()), 4);
    const std::size_t start = out.size();
    for (const char c : type)
        out.push_back(static_cast<std::byte>(c));
    out.insert(out.end(), data.begin(), data.end());
    put(out, crc32(std::span(out).subspan(start)), 4);
}

inline Bytes to_bytes(const std::vector<std::uint8_t>& numbers) {
    Bytes out;
    for (const std::uint8_t n : numbers)
        out.push_back(static_cast<std::byte>(n));
    return out;
}

/// A zlib stream of stored, that is uncompressed, blocks.
inline Bytes zlib_stored(const Bytes& raw) {
    Bytes out = to_bytes({0x78, 0x01});
    std::uint32_t a = 1;
    std::uint32_t b = 0;
    for (const std::byte byte : raw) {
        a = (a + std::to_integer<std::uint32_t>(byte)) % 65521;
        b = (b + a) % 65521;
    }
    for (std::size_t at = 0; at < raw.size() || at == 0; at += 65535) {
        const auto length =
            static_cast<std::uint32_t>(std::min<std::size_t>(65535, raw.size() - at));
        out.push_back(static_cast<std::byte>(at + length == raw.size() ? 1 : 0));
        for (const std::uint32_t n : {length, ~length & 0xffffU}) {
            out.push_back(static_cast<std::byte>(n));
            out.push_back(static_cast<std::byte>(n >> 8));
        }
        out.insert(out.end(), raw.begin() + static_cast<std::ptrdiff_t>(at),
                   raw.begin() + static_cast<std::ptrdiff_t>(at + length));
    }
    put(out, (b << 16) | a, 4);
    return out;
}

inline std::uint32_t channels(std::uint8_t color_type) {
    constexpr std::array<std::uint32_t, 7> kChannels{1, 0, 3, 1, 2, 0, 4};
    return kChannels[color_type];
}

/// The rows of one pass, each behind filter byte 0, samples packed from the top bit down.
inline void put_rows(Bytes& out, const PngSpec& spec, std::uint32_t x0, std::uint32_t y0,
                     std::uint32_t dx, std::uint32_t dy) {
    if (x0 >= spec.width) return;
    for (std::uint32_t y = y0; y < spec.height; y += dy) {
        out.push_back(std::byte{0});
        std::uint32_t held = 0;
        std::uint32_t bits = 0;
        for (std::uint32_t x = x0; x < spec.width; x += dx) {
            for (std::uint32_t c = 0; c < channels(spec.color_type); ++c) {
                if (spec.bit_depth == 16) {
                    put(out, spec.sample(x, y, c), 2);
                    continue;
                }
                held = (held << spec.bit_depth) | spec.sample(x, y, c);
                bits += spec.bit_depth;
                if (bits < 8) continue;
                out.push_back(static_cast<std::byte>(held));
                held = bits = 0;
            }
        }
        if (bits > 0) out.push_back(static_cast<std::byte>(held << (8 - bits)));
    }
}

inline Bytes image_data(const PngSpec& spec) {
    Bytes raw;
    if (!spec.interlaced) {
        put_rows(raw, spec, 0, 0, 1, 1);
        return raw;
    }
    constexpr std::array<std::array<std::uint32_t, 4>, 7> kAdam7{{{0, 0, 8, 8},
                                                                  {4, 0, 8, 8},
                                                                  {0, 4, 4, 8},
                                                                  {2, 0, 4, 4},
                                                                  {0, 2, 2, 4},
                                                                  {1, 0, 2, 2},
                                                                  {0, 1, 1, 2}}};
    for (const auto& [x0, y0, dx, dy] : kAdam7)
        put_rows(raw, spec, x0, y0, dx, dy);
    return raw;
}

/// The whole file.
inline Bytes make_png(const PngSpec& spec) {
    Bytes out = to_bytes({0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'});
    Bytes header;
    put(header, spec.width, 4);
    put(header, spec.height, 4);
    for (const std::uint8_t n : {spec.bit_depth, spec.color_type, std::uint8_t{0}, std::uint8_t{0},
                                 static_cast<std::uint8_t>(spec.interlaced ? 1 : 0)})
        header.push_back(static_cast<std::byte>(n));
    put_chunk(out, "IHDR", header);
    for (const auto& [type, data] : spec.extra)
        put_chunk(out, type, to_bytes(data));
    if (!spec.palette.empty()) put_chunk(out, "PLTE", to_bytes(spec.palette));
    if (!spec.transparency.empty()) put_chunk(out, "tRNS", to_bytes(spec.transparency));
    put_chunk(out, "IDAT", zlib_stored(image_data(spec)));
    put_chunk(out, "IEND", {});
    return out;
}

}  // namespace diorama::texture::test
