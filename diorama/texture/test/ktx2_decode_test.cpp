// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <zlib.h>
#include <zstd.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "diorama/texture/error_codes.hpp"
#include "diorama/texture/ktx2.hpp"
#include "diorama/texture/test/ktx2_builder.hpp"

namespace diorama::texture {
namespace {

using test::build_ktx2;
using test::Bytes;
using test::Ktx2Spec;

using Texel = std::array<int, 4>;

Texel texel_at(std::span<const std::byte> pixels, std::size_t index) {
    Texel out;
    for (std::size_t c = 0; c < 4; ++c)
        out[c] = std::to_integer<int>(pixels[4 * index + c]);
    return out;
}

Bytes counted(std::size_t size) {
    Bytes out(size);
    for (std::size_t i = 0; i < size; ++i)
        out[i] = static_cast<std::byte>(i * 7 + i / 251);
    return out;
}

Bytes zstd(const Bytes& bytes) {
    Bytes out(ZSTD_compressBound(bytes.size()));
    out.resize(ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), 3));
    return out;
}

Bytes zlib(const Bytes& bytes) {
    uLongf size = compressBound(bytes.size());
    Bytes out(size);
    compress(reinterpret_cast<Bytef*>(out.data()), &size,
             reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
    out.resize(size);
    return out;
}

/// A file of \p width x \p height texels with \p scheme, whose one level is \p stored.
Ktx2Spec compressed(std::uint32_t scheme, const Bytes& stored, std::uint64_t inflated) {
    Ktx2Spec spec = test::rgba8_spec(16, 16, {stored});
    spec.scheme = scheme;
    spec.inflated = {inflated};
    return spec;
}

TEST(InflateLevel, GivesBackWhatWasCompressed) {
    const Bytes texels = counted(1024);
    for (const auto& [scheme, stored] :
         {std::pair{2u, zstd(texels)}, std::pair{3u, zlib(texels)}}) {
        const Bytes file = build_ktx2(compressed(scheme, stored, 1024));
        const Result<Ktx2> k = read_ktx2(file, "a.ktx2");
        ASSERT_TRUE(k) << to_string(k.error());
        const auto bytes = inflate_level(*k, 0);
        ASSERT_TRUE(bytes) << to_string(bytes.error());
        EXPECT_EQ(*bytes, texels);
        EXPECT_TRUE(check_ktx2(file, "a.ktx2").empty());
    }
}

TEST(InflateLevel, RefusesAnotherSizeThanTheIndexSays) {
    // The index is right for the texels, so the stream is wrong.
    for (const std::size_t size : {std::size_t{1023}, std::size_t{1025}, std::size_t{1} << 20})
        for (const auto& [scheme, stored] :
             {std::pair{2u, zstd(Bytes(size))}, std::pair{3u, zlib(Bytes(size))}}) {
            const auto found = check_ktx2(build_ktx2(compressed(scheme, stored, 1024)), "a.ktx2");
            ASSERT_EQ(found.size(), 1u) << size;
            EXPECT_EQ(found[0].code, codes::ktx2_inflate);
        }
}

TEST(InflateLevel, RefusesDamagedAndTruncatedStreams) {
    const Bytes texels = counted(1024);
    for (const auto& [scheme, stored] :
         {std::pair{2u, zstd(texels)}, std::pair{3u, zlib(texels)}}) {
        const Bytes cut(stored.begin(), stored.end() - 5);
        const auto found = check_ktx2(build_ktx2(compressed(scheme, cut, 1024)), "a.ktx2");
        ASSERT_EQ(found.size(), 1u);
        EXPECT_EQ(found[0].code, codes::ktx2_inflate);
    }
    Bytes flipped = zlib(texels);
    flipped.back() ^= std::byte{1};  // of the checksum
    EXPECT_EQ(check_ktx2(build_ktx2(compressed(3, flipped, 1024)), "a.ktx2").size(), 1u);
}

TEST(InflateLevel, TakesNoMemoryBeyondTheLimit) {
    // 16384 x 16384 texels of a few bytes each way: a bomb.
    Ktx2Spec bomb = compressed(3, zlib(Bytes(1024)), std::uint64_t{1} << 30);
    bomb.width = bomb.height = 1 << 14;
    const auto found = check_ktx2(build_ktx2(bomb), "a.ktx2");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].code, codes::ktx2_inflate);
    const auto limited = check_ktx2(build_ktx2(bomb), "a", Ktx2Profile::any, {.max_pixels = 1000});
    ASSERT_EQ(limited.size(), 1u);
    EXPECT_EQ(limited[0].code, codes::too_large);
}

Image decoded(const Ktx2Spec& spec, TexelTarget target = TexelTarget::rgba8,
              const Ktx2Part& part = {}) {
    const Bytes file = build_ktx2(spec);
    const Result<Ktx2> k = read_ktx2(file, "a.ktx2");
    EXPECT_TRUE(k) << to_string(k.error());
    if (!k) return {};
    Result<Image> image = decode_ktx2(*k, target, {}, part);
    EXPECT_TRUE(image) << to_string(image.error());
    return image ? std::move(*image) : Image{};
}

TEST(DecodeKtx2, SpreadsBytesToRedGreenBlueAndAlpha) {
    const auto spec = [](std::uint32_t format, std::vector<std::uint32_t> channels) {
        const auto size = static_cast<std::uint32_t>(channels.size());
        Bytes texels;
        for (std::uint32_t i = 0; i < 4 * size; ++i)
            texels.push_back(static_cast<std::byte>(10 * (i + 1)));
        Ktx2Spec out = test::rgba8_spec(2, 2, {texels});
        out.format = format;
        out.planes = {static_cast<std::uint8_t>(size)};
        out.samples.clear();
        for (std::uint32_t i = 0; i < size; ++i)
            out.samples.push_back({8 * i, 8, channels[i]});
        out.alignment = size == 3 ? 12 : 4;
        return out;
    };
    EXPECT_EQ(texel_at(decoded(spec(9, {0})).pixels, 1), (Texel{20, 0, 0, 255}));
    EXPECT_EQ(texel_at(decoded(spec(16, {0, 1})).pixels, 1), (Texel{30, 40, 0, 255}));
    EXPECT_EQ(texel_at(decoded(spec(23, {0, 1, 2})).pixels, 1), (Texel{40, 50, 60, 255}));
    EXPECT_EQ(texel_at(decoded(spec(44, {2, 1, 0, 15})).pixels, 1), (Texel{70, 60, 50, 80}));
    EXPECT_EQ(texel_at(decoded(spec(37, {0, 1, 2, 15})).pixels, 3), (Texel{130, 140, 150, 160}));
}

/// A solid image of its own for each layer, face and level.
Bytes solid_level(std::uint32_t side, std::uint32_t layers, std::uint32_t faces,
                  std::uint32_t level) {
    Bytes out;
    for (std::uint32_t layer = 0; layer < layers; ++layer)
        for (std::uint32_t face = 0; face < faces; ++face)
            for (std::uint32_t i = 0; i < side * side; ++i)
                for (const std::uint32_t each : {10 + layer, 20 + face, 30 + level, 255u})
                    out.push_back(static_cast<std::byte>(each));
    return out;
}

TEST(DecodeKtx2, FindsEveryLayerFaceAndLevelOfACubeArray) {
    Ktx2Spec spec = test::rgba8_spec(
        4, 4, {solid_level(4, 3, 6, 0), solid_level(2, 3, 6, 1), solid_level(1, 3, 6, 2)});
    spec.layers = 3;
    spec.faces = 6;
    for (std::uint32_t layer = 0; layer < 3; ++layer)
        for (std::uint32_t face = 0; face < 6; ++face) {
            const Image image =
                decoded(spec, TexelTarget::rgba8, {.layer = layer, .face = face, .slice = 0});
            ASSERT_EQ(image.mips.size(), 2u);
            const auto r = static_cast<int>(10 + layer), g = static_cast<int>(20 + face);
            for (std::size_t i = 0; i < 16; ++i)
                ASSERT_EQ(texel_at(image.pixels, i), (Texel{r, g, 30, 255}));
            EXPECT_EQ(texel_at(image.mips[0], 3), (Texel{r, g, 31, 255}));
            EXPECT_EQ(texel_at(image.mips[1], 0), (Texel{r, g, 32, 255}));
        }
}

TEST(DecodeKtx2, FindsTheSlicesOfA3DTexture) {
    // Four slices of 2 x 2, then two of 1 x 1, then one.
    Bytes first, second;
    for (int slice = 0; slice < 4; ++slice)
        for (int i = 0; i < 16; ++i)
            first.push_back(static_cast<std::byte>(slice));
    for (int slice = 0; slice < 2; ++slice)
        for (int i = 0; i < 4; ++i)
            second.push_back(static_cast<std::byte>(100 + slice));
    Ktx2Spec spec = test::rgba8_spec(2, 2, {first, second, Bytes(4, std::byte{200})});
    spec.depth = 4;
    const Image image = decoded(spec, TexelTarget::rgba8, {.layer = 0, .face = 0, .slice = 3});
    EXPECT_EQ(texel_at(image.pixels, 0), (Texel{3, 3, 3, 3}));
    EXPECT_EQ(texel_at(image.mips[0], 0), (Texel{101, 101, 101, 101}));
    EXPECT_EQ(texel_at(image.mips[1], 0), (Texel{200, 200, 200, 200}));
}

TEST(DecodeKtx2, KeepsRowsOfOddSizesInTheirPlace) {
    for (const auto& [width, height] : {std::pair{510u, 64u}, std::pair{64u, 510u}}) {
        const Bytes texels = counted(std::size_t{width} * height * 3);
        Ktx2Spec spec = test::rgba8_spec(width, height, {texels});
        spec.format = 23;
        spec.planes = {3};
        spec.samples.pop_back();
        spec.alignment = 12;
        const Image image = decoded(spec);
        ASSERT_EQ(image.width, width);
        ASSERT_EQ(image.height, height);
        for (std::size_t i = 0; i < texels.size() / 3; ++i)
            for (std::size_t c = 0; c < 3; ++c)
                ASSERT_EQ(image.pixels[4 * i + c], texels[3 * i + c]) << i;
    }
}

TEST(DecodeKtx2, GivesAllChannelsOfUastc) {
    const Image image =
        decoded(test::uastc_spec(8, 8, 0, {test::uastc_solid(4, {255, 128, 64, 255})}));
    ASSERT_EQ(image.format, PixelFormat::rgba8);
    for (std::size_t i = 0; i < 64; ++i)
        ASSERT_EQ(texel_at(image.pixels, i), (Texel{255, 128, 64, 255}));
}

TEST(DecodeKtx2, MakesBc7BlocksWhereAsked) {
    const Image image = decoded(
        test::uastc_spec(10, 6, 3, {test::uastc_solid(6, {255, 128, 64, 32})}), TexelTarget::bc7);
    EXPECT_EQ(image.format, PixelFormat::bc7);
    EXPECT_EQ(image.pixels.size(), 6u * 16u);
}

/// The normal that two channels leave, in degrees from \p expected.
double degrees_off(const Texel& texel, std::array<double, 3> expected) {
    const double x = texel[0] / 127.5 - 1, y = texel[1] / 127.5 - 1;
    const double z = std::sqrt(std::max(0.0, 1 - x * x - y * y));
    const double dot = x * expected[0] + y * expected[1] + z * expected[2];
    return std::acos(std::min(1.0, dot)) * 180 / 3.14159265358979;
}

TEST(DecodeKtx2, PutsTwoChannelNormalsWhereTheyBelongOnEveryTarget) {
    // (0.6, 0, 0.8), in the ways that two channels are stored; none may become BC7 with green in
    // alpha.
    const std::uint8_t x = 204, y = 128;
    const std::vector<Ktx2Spec> specs{
        test::uastc_spec(4, 4, 5, {test::uastc_solid(1, {x, x, x, y})}),
        test::uastc_spec(4, 4, 6, {test::uastc_solid(1, {x, y, 0, 255})})};
    for (const Ktx2Spec& spec : specs)
        for (const TexelTarget target : {TexelTarget::rgba8, TexelTarget::bc7}) {
            const Image image = decoded(spec, target);
            ASSERT_EQ(image.format, PixelFormat::rgba8);
            EXPECT_LT(degrees_off(texel_at(image.pixels, 5), {0.6, 0, 0.8}), 2);
        }
}

constexpr std::array<test::Color5, 16> kColors{
    {{31, 0, 0}, {0, 31, 0}, {0, 0, 31}, {31, 31, 31}, {16, 16, 16}, {31, 16, 8}}};

TEST(DecodeKtx2, GivesColourAndAlphaOfEtc1s) {
    const Bytes color = test::basis_slice(8, 8, 5), alpha = test::basis_slice(8, 8, 4);
    Bytes level = color;
    level.insert(level.end(), alpha.begin(), alpha.end());
    const auto length = static_cast<std::uint32_t>(color.size());
    const Bytes global = test::basis_global_data(
        kColors, {{0, length, length, static_cast<std::uint32_t>(alpha.size())}});
    const Image image = decoded(test::basis_spec(8, 8, {0, 15}, global, {level}));
    // The second of four selectors is 2 below the colour: 255, 132, 66 and 132.
    for (std::size_t i = 0; i < 64; ++i)
        ASSERT_EQ(texel_at(image.pixels, i), (Texel{253, 130, 64, 130}));
    const Image red_green = decoded(test::basis_spec(8, 8, {3, 4}, global, {level}));
    EXPECT_EQ(texel_at(red_green.pixels, 0), (Texel{253, 130, 0, 255}));
}

/// Sizes of a whole chain of ETC1S levels, from a file of \p width x \p height texels.
std::vector<std::pair<std::uint32_t, std::size_t>> chain(std::uint32_t width, std::uint32_t height,
                                                         TexelTarget target) {
    std::vector<Bytes> levels;
    std::vector<test::BasisImage> images;
    for (std::uint32_t w = width, h = height;; w = std::max(w / 2, 1u), h = std::max(h / 2, 1u)) {
        levels.push_back(test::basis_slice(w, h, static_cast<std::uint32_t>(levels.size()) % 6));
        images.push_back({0, static_cast<std::uint32_t>(levels.back().size())});
        if (w == 1 && h == 1) break;
    }
    const Image image = decoded(
        test::basis_spec(width, height, {0}, test::basis_global_data(kColors, images), levels),
        target);
    EXPECT_EQ(image.width, width);
    EXPECT_EQ(image.height, height);
    std::vector<std::pair<std::uint32_t, std::size_t>> out{{image.width, image.pixels.size()}};
    for (const Bytes& each : image.mips)
        out.emplace_back(std::max(image.width >> out.size(), 1u), each.size());
    return out;
}

TEST(DecodeKtx2, GivesLogicalSizesNotThoseOfBlocks) {
    const auto blocks = chain(2000, 2118, TexelTarget::bc7);
    ASSERT_EQ(blocks.size(), 12u);
    EXPECT_EQ(blocks[0].second, 4'240'000u);
    EXPECT_EQ(blocks[2].second, 125u * 133u * 16u);  // 500 x 529
    EXPECT_EQ(blocks[11].second, 16u);
    const auto texels = chain(1324, 1236, TexelTarget::rgba8);
    ASSERT_EQ(texels.size(), 11u);
    EXPECT_EQ(texels[0].second, 1324u * 1236u * 4u);
    EXPECT_EQ(texels[3].second, 165u * 154u * 4u);
    EXPECT_EQ(texels[10].second, 4u);
}

TEST(DecodeKtx2, RefusesDamagedBasisData) {
    const Bytes slice = test::basis_slice(8, 8, 1);
    const auto length = static_cast<std::uint32_t>(slice.size());
    const Bytes global = test::basis_global_data(kColors, {{0, length}});
    // Nothing but ones: no code of these tables is right all the way.
    Bytes noise(global);
    std::fill(noise.begin() + 40, noise.end(), std::byte{0xff});
    const auto books = check_ktx2(build_ktx2(test::basis_spec(8, 8, {0}, noise, {slice})), "a");
    ASSERT_EQ(books.size(), 1u);
    EXPECT_EQ(books[0].code, codes::ktx2_transcode);
    // All zeros predict each block from one to its left, which the first has not.
    const auto data =
        check_ktx2(build_ktx2(test::basis_spec(8, 8, {0}, global, {Bytes(length)})), "a");
    ASSERT_EQ(data.size(), 1u);
    EXPECT_EQ(data[0].code, codes::ktx2_transcode);
    // The one mode of UASTC that is none.
    Bytes block(16);
    block[0] = std::byte{0x45};
    const auto uastc = check_ktx2(build_ktx2(test::uastc_spec(4, 4, 3, {block})), "a");
    ASSERT_EQ(uastc.size(), 1u);
    EXPECT_EQ(uastc[0].code, codes::ktx2_transcode);
}

TEST(CheckKtx2, TakesTheBlocksOfUastcThatDecodingTakes) {
    std::uint32_t state = 1;
    std::size_t refused = 0;
    for (int i = 0; i < 20000; ++i) {
        Bytes block(16);
        for (std::byte& each : block) {
            state = state * 1664525 + 1013904223;
            each = static_cast<std::byte>(state >> 24);
        }
        block[0] = static_cast<std::byte>(i & 0xff);  // which says the mode
        const Bytes file = build_ktx2(test::uastc_spec(4, 4, 3, {block}));
        const Result<Ktx2> read = read_ktx2(file, "a");
        ASSERT_TRUE(read) << to_string(read.error());
        const bool decoded = decode_ktx2(*read, TexelTarget::rgba8).has_value();
        EXPECT_EQ(decode_ktx2(*read, TexelTarget::bc7).has_value(), decoded) << i;
        EXPECT_EQ(check_ktx2(file, "a").empty(), decoded) << i;
        refused += decoded ? 0 : 1;
    }
    EXPECT_GT(refused, 0U);
    EXPECT_LT(refused, 10000U);
}

/// UASTC HDR of 4 x 4 texels: ASTC blocks of a colour model of their own.
Ktx2Spec uastc_hdr_spec() {
    Ktx2Spec spec = test::uastc_spec(4, 4, 0, {Bytes(16)});
    spec.format = 1000066000;  // ASTC_4x4_SFLOAT_BLOCK
    spec.model = 167;
    spec.samples = {{0, 128, 0, 8, 0, 0x3f800000}};
    return spec;
}

TEST(DecodeKtx2, SaysThatUastcHdrIsReadAndNotDecoded) {
    const Bytes file = build_ktx2(uastc_hdr_spec());
    const Result<Ktx2> read = read_ktx2(file, "sky.ktx2");
    ASSERT_TRUE(read) << to_string(read.error());
    ASSERT_EQ(read->warnings.size(), 1u);
    EXPECT_EQ(read->warnings[0].code, codes::ktx2_not_decoded);
    // One name wherever it is spoken of.
    EXPECT_EQ(read->format_name(), "UASTC HDR 4x4");
    EXPECT_THAT(read->warnings[0].message, testing::HasSubstr("UASTC HDR 4x4"));
    EXPECT_THAT(decode_ktx2(*read, TexelTarget::rgba8).error().message,
                testing::HasSubstr("UASTC HDR 4x4"));
    for (const Diagnostic& each : check_ktx2(file, "sky.ktx2", Ktx2Profile::gltf_basis))
        EXPECT_THAT(each.message, testing::Not(testing::HasSubstr("ASTC_4x4")));
    EXPECT_EQ(check_ktx2(file, "sky.ktx2").size(), 1u) << "and nothing else is wrong with it";
    const Result<Image> image = decode_image(file, "sky.ktx2");
    ASSERT_FALSE(image);
    EXPECT_EQ(image.error().code, codes::unsupported_format);
    EXPECT_EQ(decoded_bytes(*read, TexelTarget::rgba8), 0u);
}

TEST(DecodeKtx2, OfUastcHdrIsHeldToItsDescriptorAllTheSame) {
    Ktx2Spec spec = uastc_hdr_spec();
    spec.samples[0].channel = 3;
    const auto found = check_ktx2(build_ktx2(spec), "sky.ktx2");
    ASSERT_FALSE(found.empty());
    EXPECT_EQ(found[0].code, codes::ktx2_sample);
}

TEST(DecodeKtx2, TakesAsManyBytesAsAreCountedBefore) {
    const std::vector<Ktx2Spec> specs{
        test::rgba8_spec(3, 2, {Bytes(24)}),
        test::rgba8_spec(4, 4, {Bytes(64), Bytes(16), Bytes(4)}),
        test::uastc_spec(10, 6, 3, {test::uastc_solid(6, {255, 128, 64, 32})})};
    for (const Ktx2Spec& spec : specs)
        for (const TexelTarget target : {TexelTarget::rgba8, TexelTarget::bc7}) {
            const Bytes file = build_ktx2(spec);
            const Result<Ktx2> read = read_ktx2(file, "a.ktx2");
            ASSERT_TRUE(read) << to_string(read.error());
            const Image image = decoded(spec, target);
            std::size_t bytes = image.pixels.size();
            for (const Bytes& mip : image.mips)
                bytes += mip.size();
            EXPECT_EQ(decoded_bytes(*read, target), bytes);
        }
}

TEST(DecodeKtx2, NamesWhatItDoesNotDecode) {
    Ktx2Spec spec = test::rgba8_spec(2, 2, {Bytes(4 * 8)});
    spec.format = 97;  // R16G16B16A16_SFLOAT
    spec.type_size = 2;
    spec.planes = {8};
    spec.samples.clear();
    for (const std::uint32_t channel : {0u, 1u, 2u, 15u})
        spec.samples.push_back({16 * static_cast<std::uint32_t>(spec.samples.size()), 16, channel,
                                12, 0xbf800000, 0x3f800000});
    spec.alignment = 8;
    const Bytes file = build_ktx2(spec);
    const auto found = check_ktx2(file, "a");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].code, codes::ktx2_not_decoded);
    EXPECT_EQ(found[0].severity, Severity::warning);
    const Result<Image> image = decode_image(file, "sky.ktx2");
    ASSERT_FALSE(image);
    EXPECT_EQ(image.error().code, codes::unsupported_format);
    EXPECT_THAT(image.error().message, testing::HasSubstr("R16G16B16A16_SFLOAT"));
}

}  // namespace
}  // namespace diorama::texture
