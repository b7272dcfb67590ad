// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <ostream>
#include <span>

#include "diorama/texture/error_codes.hpp"
#include "diorama/texture/image.hpp"
#include "diorama/texture/test/png_builder.hpp"

namespace diorama::texture {
namespace {

using test::Bytes;
using test::make_png;
using test::PngSpec;
using Rgba = std::array<unsigned, 4>;

template <class T>
Rgba pixel_as(const Image& image, std::uint32_t x, std::uint32_t y) {
    std::array<T, 4> raw{};
    const std::size_t at = (std::size_t{y} * image.width + x) * sizeof raw;
    std::memcpy(raw.data(), image.pixels.data() + at, sizeof raw);
    return {raw[0], raw[1], raw[2], raw[3]};
}

Rgba pixel(const Image& image, std::uint32_t x, std::uint32_t y) {
    return image.format == PixelFormat::rgba8 ? pixel_as<std::uint8_t>(image, x, y)
                                              : pixel_as<std::uint16_t>(image, x, y);
}

Image decoded(const PngSpec& spec) {
    const Result<Image> image = decode_image(make_png(spec), "a.png");
    EXPECT_TRUE(image) << to_string(image.error());
    return image.value_or(Image{});
}

TEST(DecodePng, KeepsEveryPixelOfAnOddSizedImageInItsPlace) {
    const PngSpec spec{.width = 7, .height = 5, .sample = [](auto x, auto y, auto c) {
                           return (x * 31 + y * 57 + c * 101) % 256;
                       }};
    const Image image = decoded(spec);
    ASSERT_EQ(image.width, 7U);
    ASSERT_EQ(image.height, 5U);
    ASSERT_EQ(image.format, PixelFormat::rgba8);
    ASSERT_EQ(image.pixels.size(), 7U * 5U * 4U);
    for (std::uint32_t y = 0; y < 5; ++y)
        for (std::uint32_t x = 0; x < 7; ++x)
            EXPECT_EQ(pixel(image, x, y), (Rgba{spec.sample(x, y, 0), spec.sample(x, y, 1),
                                                spec.sample(x, y, 2), 255}));
}

TEST(DecodePng, KeepsStraightAlpha) {
    const Image image =
        decoded({.color_type = 6, .sample = [](auto, auto, auto c) { return 200 - c * 50; }});
    EXPECT_EQ(pixel(image, 0, 0), (Rgba{200, 150, 100, 50}));
}

TEST(DecodePng, KeepsAllSixteenBits) {
    const Image image =
        decoded({.width = 2, .bit_depth = 16, .color_type = 2, .sample = [](auto x, auto, auto c) {
                     return 0x1234 + x * 0x4321 + c;
                 }});
    ASSERT_EQ(image.format, PixelFormat::rgba16);
    EXPECT_EQ(pixel(image, 0, 0), (Rgba{0x1234, 0x1235, 0x1236, 0xffff}));
    EXPECT_EQ(pixel(image, 1, 0), (Rgba{0x5555, 0x5556, 0x5557, 0xffff}));
}

struct GreyDepth {
    const char* name;
    std::uint8_t bits;
    unsigned brightest;  ///< stored value that means white
    unsigned second;     ///< decoded value of a stored 1
};
void PrintTo(const GreyDepth& row, std::ostream* out) {
    *out << row.name;
}
constexpr GreyDepth kGreyDepths[] = {{"OneBit", 1, 1, 255},
                                     {"TwoBits", 2, 3, 85},
                                     {"FourBits", 4, 15, 17},
                                     {"EightBits", 8, 255, 1},
                                     {"SixteenBits", 16, 65535, 1}};
class DecodeGreyPng : public testing::TestWithParam<GreyDepth> {};

TEST_P(DecodeGreyPng, SpreadsToThreeChannelsFromBlackToWhite) {
    const Image image = decoded({.width = 3,
                                 .bit_depth = GetParam().bits,
                                 .color_type = 0,
                                 .sample = [](auto x, auto, auto) {
                                     return x == 0 ? 0 : x == 1 ? 1 : GetParam().brightest;
                                 }});
    const unsigned white = GetParam().bits == 16 ? 65535 : 255;
    const unsigned second = GetParam().second;
    EXPECT_EQ(pixel(image, 0, 0), (Rgba{0, 0, 0, white}));
    EXPECT_EQ(pixel(image, 1, 0), (Rgba{second, second, second, white}));
    EXPECT_EQ(pixel(image, 2, 0), (Rgba{white, white, white, white}));
}
INSTANTIATE_TEST_SUITE_P(Depth, DecodeGreyPng, testing::ValuesIn(kGreyDepths),
                         [](const auto& row) { return row.param.name; });

TEST(DecodePng, ReadsGreyWithAlpha) {
    const Image image =
        decoded({.color_type = 4, .sample = [](auto, auto, auto c) { return c == 0 ? 90 : 33; }});
    EXPECT_EQ(pixel(image, 0, 0), (Rgba{90, 90, 90, 33}));
}

TEST(DecodePng, ExpandsAPaletteAndItsTransparency) {
    const Image image = decoded({.width = 3,
                                 .bit_depth = 2,
                                 .color_type = 3,
                                 .palette = {10, 20, 30, 40, 50, 60, 70, 80, 90},
                                 .transparency = {0, 128},
                                 .sample = [](auto x, auto, auto) { return x; }});
    EXPECT_EQ(pixel(image, 0, 0), (Rgba{10, 20, 30, 0}));
    EXPECT_EQ(pixel(image, 1, 0), (Rgba{40, 50, 60, 128}));
    EXPECT_EQ(pixel(image, 2, 0), (Rgba{70, 80, 90, 255}));
}

TEST(DecodePng, MakesTheTransparentColourTransparent) {
    const Image image = decoded({.width = 2,
                                 .transparency = {0, 1, 0, 2, 0, 3},
                                 .sample = [](auto x, auto, auto c) { return c + 1 + x; }});
    EXPECT_EQ(pixel(image, 0, 0), (Rgba{1, 2, 3, 0}));
    EXPECT_EQ(pixel(image, 1, 0), (Rgba{2, 3, 4, 255}));
}

TEST(DecodePng, PutsInterlacedPixelsWhereTheyBelong) {
    PngSpec spec{.width = 13, .height = 11, .sample = [](auto x, auto y, auto c) {
                     return (x * 17 + y * 29 + c * 7) % 256;
                 }};
    const Image plain = decoded(spec);
    spec.interlaced = true;
    const Image interlaced = decoded(spec);
    EXPECT_EQ(interlaced.pixels, plain.pixels);
}

TEST(DecodePng, IgnoresGammaAndSkipsFaultyAncillaryChunks) {
    const Image image =
        decoded({.extra = {{"gAMA", {0, 0, 1, 0}}, {"pHYs", {1, 2}}, {"zzZz", {9, 9, 9}}},
                 .sample = [](auto, auto, auto c) { return 100 + c; }});
    EXPECT_EQ(pixel(image, 0, 0), (Rgba{100, 101, 102, 255}));
}

TEST(DecodePng, RejectsEveryTruncation) {
    const Bytes whole = make_png(
        {.width = 6, .height = 4, .sample = [](auto x, auto y, auto c) { return x + y + c; }});
    for (std::size_t n = 0; n < whole.size(); ++n) {
        const Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(n));
        const Result<Image> image = decode_image(cut, "a.png");
        ASSERT_FALSE(image) << "accepted " << n << " of " << whole.size() << " bytes";
        EXPECT_EQ(image.error().where, "a.png");
    }
}

TEST(DecodePng, RejectsAFlippedBitOfTheImageData) {
    Bytes file = make_png(
        {.width = 6, .height = 4, .sample = [](auto x, auto y, auto c) { return x + y + c; }});
    // The stored block's bytes stand before its checksum, the chunk's CRC and IEND (12 bytes).
    file[file.size() - 12 - 8 - 10] ^= std::byte{4};
    const Result<Image> image = decode_image(file, "a.png");
    ASSERT_FALSE(image);
    EXPECT_EQ(image.error().code, codes::decode_failed);
}

TEST(DecodePng, RefusesMorePixelsThanTheLimit) {
    const Bytes file =
        make_png({.width = 5, .height = 4, .sample = [](auto, auto, auto) { return 1U; }});
    EXPECT_TRUE(decode_image(file, "a.png", {.max_pixels = 20}));
    const Result<Image> image = decode_image(file, "a.png", {.max_pixels = 19});
    ASSERT_FALSE(image);
    EXPECT_EQ(image.error().code, codes::too_large);
    EXPECT_EQ(image.error().message, "image is 5 x 4 pixels, expected at most 19 in all");
}

TEST(DecodePng, RefusesAHeaderThatPromisesMoreThanTheBytesCanHold) {
    Bytes file = make_png({.sample = [](auto, auto, auto) { return 1U; }});
    // A header alone says 16384 x 16384; taking memory for it would cost a gigabyte.
    Bytes header;
    test::put(header, 16384, 4);
    test::put(header, 16384, 4);
    header.insert(header.end(), {std::byte{8}, std::byte{6}, {}, {}, {}});
    Bytes chunk;
    test::put_chunk(chunk, "IHDR", header);
    std::copy(chunk.begin(), chunk.end(), file.begin() + 8);
    const Result<Image> image = decode_image(file, "a.png");
    ASSERT_FALSE(image);
    EXPECT_EQ(image.error().code, codes::decode_failed);
    EXPECT_EQ(image.error().message, "PNG can't be decoded: it ends early");
}

TEST(ProbeImage, ReadsAPngHeaderAlone) {
    Bytes file = make_png({.width = 300,
                           .height = 200,
                           .bit_depth = 16,
                           .color_type = 4,
                           .sample = [](auto, auto, auto) { return 1U; }});
    file.resize(33);  // signature and IHDR
    const Result<ImageInfo> info = probe_image(file, "a.png");
    ASSERT_TRUE(info) << to_string(info.error());
    EXPECT_EQ(info->kind, ImageFileKind::png);
    EXPECT_EQ(info->width, 300U);
    EXPECT_EQ(info->height, 200U);
    EXPECT_EQ(info->channels, 2U);
    EXPECT_EQ(info->bits, 16U);
}

TEST(ProbeImage, NamesWhatIsNoImage) {
    const Bytes text = test::to_bytes({'h', 'e', 'l', 'l', 'o', ' ', 'y', 'o', 'u'});
    for (const Bytes& file : {Bytes{}, text}) {
        const Result<ImageInfo> info = probe_image(file, "b.png");
        ASSERT_FALSE(info);
        EXPECT_EQ(info.error().code, codes::unknown_format);
        EXPECT_FALSE(decode_image(file, "b.png"));
    }
}

Image pattern(PixelFormat format) {
    Image image{.width = 9, .height = 6, .format = format, .pixels = {}};
    image.pixels.resize(byte_size(format, 9, 6));
    for (std::size_t i = 0; i < image.pixels.size(); ++i)
        image.pixels[i] = static_cast<std::byte>(i * 37 + i / 5);
    return image;
}

TEST(EncodePng, ComesBackPixelForPixelInBothFormats) {
    for (const PixelFormat format : {PixelFormat::rgba8, PixelFormat::rgba16}) {
        const Image image = pattern(format);
        const Result<std::vector<std::byte>> file = encode_png(image);
        ASSERT_TRUE(file) << to_string(file.error());
        const Result<Image> back = decode_image(*file, "round trip");
        ASSERT_TRUE(back) << to_string(back.error());
        EXPECT_EQ(back->format, format);
        EXPECT_EQ(back->width, image.width);
        EXPECT_EQ(back->pixels, image.pixels);
        EXPECT_EQ(encode_png(image).value(), *file) << "the same pixels gave other bytes";
    }
}

TEST(EncodePng, RefusesAnImageThatDoesNotFitItsSize) {
    Image image = pattern(PixelFormat::rgba8);
    image.pixels.pop_back();
    const auto file = encode_png(image);
    ASSERT_FALSE(file);
    EXPECT_EQ(file.error().code, codes::encode_failed);
    EXPECT_FALSE(encode_png(Image{}));
}

}  // namespace
}  // namespace diorama::texture
