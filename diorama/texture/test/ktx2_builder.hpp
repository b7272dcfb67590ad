// SPDX-License-Identifier: MIT
/// \file
/// Small KTX2 files for tests, right unless they are told otherwise: Ktx2Spec, build_ktx2, and the
/// bits of Basis Universal by hand: BasisImage, basis_global_data, basis_slice, uastc_solid.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "diorama/core/bytes.hpp"

namespace diorama::texture::test {

using Bytes = std::vector<std::byte>;

/// One sample of a descriptor.
struct SampleSpec {
    std::uint32_t bit_offset = 0, bits = 8, channel = 0, qualifiers = 0;
    std::uint32_t lower = 0, upper = 255;
};

/// What build_ktx2() writes.
struct Ktx2Spec {
    std::uint32_t format = 37;  // R8G8B8A8_UNORM
    std::uint32_t type_size = 1, width = 4, height = 4, depth = 0, layers = 0, faces = 1;
    std::uint32_t level_count = 1, scheme = 0;
    std::uint8_t model = 1, primaries = 1, transfer = 1;
    std::array<std::uint8_t, 4> block{1, 1, 1, 1};
    std::array<std::uint8_t, 8> planes{4};
    std::vector<SampleSpec> samples{{0, 8, 0}, {8, 8, 1}, {16, 8, 2}, {24, 8, 15}};
    std::vector<std::pair<std::string, std::string>> metadata{
        {"KTXwriter", std::string("a test\0", 7)}};
    Bytes global;
    std::vector<Bytes> levels;            // as stored, largest first
    std::vector<std::uint64_t> inflated;  // empty: the stored lengths; 0 with BasisLZ
    std::uint32_t alignment = 4;          // of levels
};

/// A spec of format 37 with \p levels of texels.
inline Ktx2Spec rgba8_spec(std::uint32_t width, std::uint32_t height, std::vector<Bytes> levels) {
    Ktx2Spec spec;
    spec.width = width;
    spec.height = height;
    spec.level_count = static_cast<std::uint32_t>(levels.size());
    spec.levels = std::move(levels);
    return spec;
}

/// A spec of UASTC \p levels with channel \p channel.
inline Ktx2Spec uastc_spec(std::uint32_t width, std::uint32_t height, std::uint32_t channel,
                           std::vector<Bytes> levels) {
    Ktx2Spec spec = rgba8_spec(width, height, std::move(levels));
    spec.format = 0;
    spec.model = 166;
    spec.block = {4, 4, 1, 1};
    spec.planes = {16};
    spec.samples = {{0, 128, channel, 0, 0, UINT32_MAX}};
    spec.alignment = 16;
    return spec;
}

/// A spec of BasisLZ with one sample per channel of \p channels.
inline Ktx2Spec basis_spec(std::uint32_t width, std::uint32_t height,
                           const std::vector<std::uint32_t>& channels, Bytes global,
                           std::vector<Bytes> levels) {
    Ktx2Spec spec = rgba8_spec(width, height, std::move(levels));
    spec.format = 0;
    spec.scheme = 1;
    spec.model = 163;
    spec.block = {4, 4, 1, 1};
    spec.planes = {8};
    spec.samples.clear();
    for (const std::uint32_t channel : channels)
        spec.samples.push_back(
            {static_cast<std::uint32_t>(spec.samples.size()) * 64, 64, channel, 0, 0, UINT32_MAX});
    if (channels.size() == 2) spec.planes[1] = 8;
    spec.global = std::move(global);
    spec.inflated.assign(spec.levels.size(), 0);
    spec.alignment = 1;
    return spec;
}

/// Pads \p writer to a multiple of \p step.
inline void pad(ByteWriter& writer, std::size_t step) {
    while (writer.size() % step != 0)
        writer.write(std::uint8_t{0});
}

/// The file that \p spec describes.
inline Bytes build_ktx2(const Ktx2Spec& spec) {
    ByteWriter w;
    constexpr std::array<std::uint8_t, 12> kIdentifier{0xab, 0x4b, 0x54, 0x58, 0x20, 0x32,
                                                       0x30, 0xbb, 0x0d, 0x0a, 0x1a, 0x0a};
    for (const std::uint8_t each : kIdentifier)
        w.write(each);
    for (const std::uint32_t each :
         {spec.format, spec.type_size, spec.width, spec.height, spec.depth, spec.layers, spec.faces,
          spec.level_count, spec.scheme})
        w.write(each);
    for (int i = 0; i < 8; ++i)  // the index, patched below
        w.write(std::uint32_t{0});
    const std::size_t levels_at = w.size();
    for (std::size_t i = 0; i < 3 * spec.levels.size(); ++i)
        w.write(std::uint64_t{0});
    const auto mark = [&](std::size_t field, std::size_t start) {
        w.patch(field, static_cast<std::uint32_t>(start));
        w.patch(field + 4, static_cast<std::uint32_t>(w.size() - start));
    };

    std::size_t start = w.size();
    const auto block = static_cast<std::uint32_t>(24 + 16 * spec.samples.size());
    w.write(block + 4);
    w.write(std::uint32_t{0});
    w.write(2u | block << 16);
    for (const std::uint8_t each : {spec.model, spec.primaries, spec.transfer, std::uint8_t{0}})
        w.write(each);
    for (const std::uint8_t each : spec.block)
        w.write(static_cast<std::uint8_t>(each - 1u));
    for (const std::uint8_t each : spec.planes)
        w.write(each);
    for (const SampleSpec& each : spec.samples) {
        w.write(each.bit_offset | (each.bits - 1) << 16 | each.channel << 24 |
                each.qualifiers << 28);
        w.write(std::uint32_t{0});
        w.write(each.lower);
        w.write(each.upper);
    }
    mark(48, start);

    start = w.size();
    for (const auto& [key, value] : spec.metadata) {
        w.write(static_cast<std::uint32_t>(key.size() + 1 + value.size()));
        w.write_text(key);
        w.write(std::uint8_t{0});
        w.write_text(value);
        pad(w, 4);
    }
    if (!spec.metadata.empty()) mark(56, start);
    if (!spec.global.empty()) {
        pad(w, 8);
        w.patch(64, std::uint64_t{w.size()});
        w.patch(72, std::uint64_t{spec.global.size()});
        w.write_bytes(spec.global);
    }
    for (std::size_t i = spec.levels.size(); i-- > 0;) {
        if (spec.scheme == 0) pad(w, spec.alignment);
        w.patch(levels_at + 24 * i, std::uint64_t{w.size()});
        w.patch(levels_at + 24 * i + 8, std::uint64_t{spec.levels[i].size()});
        w.patch(levels_at + 24 * i + 16,
                spec.inflated.empty() ? std::uint64_t{spec.levels[i].size()} : spec.inflated[i]);
        w.write_bytes(spec.levels[i]);
    }
    return w.take();
}

/// Bits, the lowest of each byte first.
class BitWriter {
  public:
    /// Appends the low \p count bits of \p value.
    void put(std::uint32_t value, unsigned count) {
        for (unsigned i = 0; i < count; ++i, ++used_) {
            if (used_ % 8 == 0) bytes_.push_back(std::byte{0});
            if ((value >> i & 1) != 0) bytes_.back() |= static_cast<std::byte>(1u << (used_ % 8));
        }
    }
    /// Appends the Huffman code of \p symbol in a table of codes that all have \p bits.
    void code(std::uint32_t symbol, unsigned bits) {
        for (unsigned i = bits; i-- > 0;)
            put(symbol >> i & 1, 1);
    }
    /// Appends the description of a table of 2^\p bits codes that all have \p bits.
    void table(unsigned bits) {
        constexpr std::array<unsigned, 21> kOrder{17, 18, 19, 20, 0,  8, 7,  9, 6,  10, 5,
                                                  11, 4,  12, 3,  13, 2, 14, 1, 15, 16};
        put(1u << bits, 14);
        unsigned last = 0;
        while (kOrder[last] != bits)
            ++last;
        put(last + 1, 5);
        for (unsigned i = 0; i <= last; ++i)
            put(i == last ? 1 : 0, 3);
        for (unsigned i = 0; i < 1u << bits; ++i)
            put(0, 1);
    }
    /// What was written.
    [[nodiscard]] const Bytes& bytes() const noexcept { return bytes_; }

  private:
    Bytes bytes_;
    std::size_t used_ = 0;
};

/// Where the slices of an image lie in its level.
struct BasisImage {
    std::uint32_t color_offset = 0, color_length = 0, alpha_offset = 0, alpha_length = 0;
};

/// A colour of 5 bits a channel, an endpoint of the codebook.
using Color5 = std::array<std::uint32_t, 3>;

/// Codebooks of 16 \p colors and one selector, the second of four, and the places of \p images.
inline Bytes basis_global_data(const std::array<Color5, 16>& colors,
                               const std::vector<BasisImage>& images) {
    BitWriter endpoints;
    for (int i = 0; i < 3; ++i)
        endpoints.table(5);
    endpoints.table(3);
    endpoints.put(0, 1);  // not grey
    Color5 before{16, 16, 16};
    for (const Color5& color : colors) {
        endpoints.code(0, 3);
        for (std::size_t c = 0; c < 3; ++c)
            endpoints.code((color[c] - before[c]) & 31, 5);
        before = color;
    }
    BitWriter selectors;
    selectors.put(4, 3);  // raw
    for (int i = 0; i < 4; ++i)
        selectors.put(0x55, 8);
    BitWriter tables;
    tables.table(9);  // predictions
    tables.table(4);  // deltas of endpoints
    tables.table(2);  // selectors
    tables.table(6);  // runs
    tables.put(1, 13);

    ByteWriter w;
    w.write(std::uint16_t{16});
    w.write(std::uint16_t{1});
    for (const BitWriter* each : {&endpoints, &selectors, &tables})
        w.write(static_cast<std::uint32_t>(each->bytes().size()));
    w.write(std::uint32_t{0});
    for (const BasisImage& each : images)
        for (const std::uint32_t field :
             {0u, each.color_offset, each.color_length, each.alpha_offset, each.alpha_length})
            w.write(field);
    for (const BitWriter* each : {&endpoints, &selectors, &tables})
        w.write_bytes(each->bytes());
    return w.take();
}

/// A slice of \p width x \p height texels, all of colour \p color of the codebook.
inline Bytes basis_slice(std::uint32_t width, std::uint32_t height, std::uint32_t color) {
    BitWriter w;
    const std::uint32_t columns = (width + 3) / 4, rows = (height + 3) / 4;
    for (std::uint32_t y = 0; y < rows; ++y)
        for (std::uint32_t x = 0; x < columns; ++x) {
            if (x % 2 == 0 && y % 2 == 0) w.code(255, 9);  // four deltas
            w.code(x == 0 && y == 0 ? color : 0, 4);
            w.code(0, 2);
        }
    return w.bytes();
}

/// \p count UASTC blocks of one colour.
inline Bytes uastc_solid(std::size_t count, std::array<std::uint8_t, 4> color) {
    BitWriter w;
    w.put(0x17, 5);  // the mode of a single colour
    for (const std::uint8_t each : color)
        w.put(each, 8);
    Bytes block = w.bytes();
    block.resize(16);
    Bytes out;
    for (std::size_t i = 0; i < count; ++i)
        out.insert(out.end(), block.begin(), block.end());
    return out;
}

}  // namespace diorama::texture::test
