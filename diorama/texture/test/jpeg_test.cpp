// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdio>

#include <jpeglib.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <span>

#include "diorama/texture/error_codes.hpp"
#include "diorama/texture/image.hpp"

namespace diorama::texture {
namespace {

using Bytes = std::vector<std::byte>;

/// What to encode: one colour over all, or a gradient along x in the first channel.
struct JpegSpec {
    unsigned width = 24;
    unsigned height = 17;
    J_COLOR_SPACE input = JCS_RGB;
    J_COLOR_SPACE stored = JCS_YCbCr;
    std::array<unsigned char, 4> color{200, 100, 50, 0};
    bool adobe = false;
    bool progressive = false;
    bool gradient = false;
};

Bytes make_jpeg(const JpegSpec& spec) {
    jpeg_compress_struct jpeg{};
    jpeg_error_mgr errors{};
    jpeg.err = jpeg_std_error(&errors);
    jpeg_create_compress(&jpeg);
    unsigned char* memory = nullptr;
    unsigned long size = 0;
    jpeg_mem_dest(&jpeg, &memory, &size);
    jpeg.image_width = spec.width;
    jpeg.image_height = spec.height;
    jpeg.in_color_space = spec.input;
    jpeg.input_components = spec.input == JCS_GRAYSCALE ? 1 : spec.input == JCS_CMYK ? 4 : 3;
    jpeg_set_defaults(&jpeg);
    jpeg_set_colorspace(&jpeg, spec.stored);
    if (spec.adobe) jpeg.write_Adobe_marker = TRUE;
    jpeg_set_quality(&jpeg, 100, TRUE);
    if (spec.progressive) jpeg_simple_progression(&jpeg);
    jpeg_start_compress(&jpeg, TRUE);
    const auto channels = static_cast<std::size_t>(jpeg.input_components);
    std::vector<unsigned char> row(spec.width * channels);
    for (std::size_t i = 0; i < row.size(); ++i)
        row[i] = spec.color[i % channels];
    if (spec.gradient)
        for (std::size_t x = 0; x < spec.width; ++x)
            row[x * channels] = static_cast<unsigned char>(x * 10);
    for (unsigned y = 0; y < spec.height; ++y) {
        JSAMPROW rows = row.data();
        jpeg_write_scanlines(&jpeg, &rows, 1);
    }
    jpeg_finish_compress(&jpeg);
    jpeg_destroy_compress(&jpeg);
    const auto* first = reinterpret_cast<const std::byte*>(memory);
    Bytes file(first, first + size);
    std::free(memory);
    return file;
}

std::array<int, 4> pixel(const Image& image, std::size_t index) {
    std::array<std::uint8_t, 4> raw{};
    std::memcpy(raw.data(), image.pixels.data() + index * 4, 4);
    return {raw[0], raw[1], raw[2], raw[3]};
}

/// Every pixel is \p expected within \p tolerance, and opaque.
void expect_flat(const Bytes& file, const std::array<int, 3>& expected, int tolerance) {
    const Result<Image> image = decode_image(file, "a.jpg");
    ASSERT_TRUE(image) << to_string(image.error());
    ASSERT_EQ(image->pixels.size(), std::size_t{image->width} * image->height * 4);
    for (std::size_t i = 0; i < image->pixels.size() / 4; ++i) {
        const std::array<int, 4> got = pixel(*image, i);
        for (std::size_t c = 0; c < 3; ++c)
            ASSERT_NEAR(got[c], expected[c], tolerance) << "channel " << c << " of pixel " << i;
        ASSERT_EQ(got[3], 255);
    }
}

TEST(DecodeJpeg, ReadsColour) {
    expect_flat(make_jpeg({}), {200, 100, 50}, 2);
}

TEST(DecodeJpeg, ReadsRgbStoredAsItIs) {
    expect_flat(make_jpeg({.stored = JCS_RGB}), {200, 100, 50}, 1);
}

TEST(DecodeJpeg, SpreadsGreyToThreeChannels) {
    expect_flat(make_jpeg({.input = JCS_GRAYSCALE, .stored = JCS_GRAYSCALE, .color = {77}}),
                {77, 77, 77}, 1);
}

TEST(DecodeJpeg, ReadsProgressiveFiles) {
    expect_flat(make_jpeg({.progressive = true}), {200, 100, 50}, 2);
}

TEST(DecodeJpeg, TurnsPlainInksIntoColours) {
    // Cyan 55 of 255 and black 51 of 255: (255 - 55) * (255 - 51) / 255.
    JpegSpec spec{.input = JCS_CMYK, .stored = JCS_CMYK, .color = {55, 155, 205, 51}};
    Bytes file = make_jpeg(spec);
    // The encoder marks CMYK as Adobe's; without the marker the inks are as they say.
    const std::array<std::byte, 7> marker{std::byte{0xff}, std::byte{0xee}, std::byte{0},
                                          std::byte{14},   std::byte{'A'},  std::byte{'d'},
                                          std::byte{'o'}};
    const auto at = std::search(file.begin(), file.end(), marker.begin(), marker.end());
    ASSERT_NE(at, file.end());
    file.erase(at, at + 16);
    expect_flat(file, {160, 80, 40}, 2);
}

TEST(DecodeJpeg, TurnsAdobesInvertedInksIntoColours) {
    expect_flat(
        make_jpeg(
            {.input = JCS_CMYK, .stored = JCS_CMYK, .color = {200, 100, 50, 204}, .adobe = true}),
        {160, 80, 40}, 2);
    expect_flat(
        make_jpeg(
            {.input = JCS_CMYK, .stored = JCS_YCCK, .color = {200, 100, 50, 204}, .adobe = true}),
        {160, 80, 40}, 3);
}

TEST(DecodeJpeg, KeepsPixelsInTheirPlace) {
    const Result<Image> image =
        decode_image(make_jpeg({.stored = JCS_RGB, .gradient = true}), "a.jpg");
    ASSERT_TRUE(image) << to_string(image.error());
    EXPECT_EQ(image->width, 24U);
    EXPECT_EQ(image->height, 17U);
    for (std::size_t y = 0; y < 17; ++y)
        for (std::size_t x = 0; x < 24; ++x)
            ASSERT_NEAR(pixel(*image, y * 24 + x)[0], static_cast<int>(x * 10), 3);
}

class TruncatedJpeg : public testing::TestWithParam<bool> {};

TEST_P(TruncatedJpeg, IsAnErrorWhereverItIsCut) {
    const Bytes whole = make_jpeg({.progressive = GetParam(), .gradient = true});
    for (std::size_t n = 0; n < whole.size(); ++n) {
        const Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(n));
        const Result<Image> image = decode_image(cut, "a.jpg");
        ASSERT_FALSE(image) << "accepted " << n << " of " << whole.size() << " bytes";
        EXPECT_EQ(image.error().where, "a.jpg");
    }
}
INSTANTIATE_TEST_SUITE_P(Kind, TruncatedJpeg, testing::Bool(),
                         [](const auto& row) { return row.param ? "Progressive" : "Baseline"; });

class ShortJpeg : public testing::TestWithParam<bool> {};

TEST_P(ShortJpeg, IsReadWhereItEndsBitsBeforeItsLastBlockDoes) {
    Bytes file =
        make_jpeg({.width = 64, .height = 64, .progressive = GetParam(), .gradient = true});
    const Result<Image> whole = decode_image(file, "a.jpg");
    ASSERT_TRUE(whole) << to_string(whole.error());
    file.erase(file.end() - 3);  // before the end-of-image marker
    const Result<Image> image = decode_image(file, "a.jpg");
    ASSERT_TRUE(image) << to_string(image.error());
    ASSERT_EQ(image->pixels.size(), whole->pixels.size());
    const std::size_t rows = 32;  // above the last blocks, and what is smoothed with them
    EXPECT_TRUE(std::equal(whole->pixels.begin(), whole->pixels.begin() + 64 * 4 * rows,
                           image->pixels.begin()));
    // Without the end-of-image marker it is cut, like any other.
    file.resize(file.size() - 2);
    EXPECT_FALSE(decode_image(file, "a.jpg"));
}
INSTANTIATE_TEST_SUITE_P(Kind, ShortJpeg, testing::Bool(),
                         [](const auto& row) { return row.param ? "Progressive" : "Baseline"; });

TEST(DecodeJpeg, RefusesAnEndInTheMiddleOfThePicture) {
    Bytes file = make_jpeg({.width = 64, .height = 64, .gradient = true});
    file.erase(file.begin() + static_cast<std::ptrdiff_t>(file.size() / 2 + file.size() / 8),
               file.end() - 2);
    const Result<Image> image = decode_image(file, "a.jpg");
    ASSERT_FALSE(image);
    EXPECT_EQ(image.error().code, codes::decode_failed);
}

TEST(DecodeJpeg, RefusesDamagedImageData) {
    Bytes file = make_jpeg({.width = 64, .height = 64, .gradient = true});
    // An end-of-image marker in the middle of the data.
    file[file.size() / 2 + file.size() / 4] = std::byte{0xff};
    file[file.size() / 2 + file.size() / 4 + 1] = std::byte{0xd9};
    const Result<Image> image = decode_image(file, "a.jpg");
    ASSERT_FALSE(image);
    EXPECT_EQ(image.error().code, codes::decode_failed);
}

TEST(DecodeJpeg, RefusesMorePixelsThanTheLimit) {
    const Bytes file = make_jpeg({});
    EXPECT_TRUE(decode_image(file, "a.jpg", {.max_pixels = 24 * 17}));
    const Result<Image> image = decode_image(file, "a.jpg", {.max_pixels = 24 * 17 - 1});
    ASSERT_FALSE(image);
    EXPECT_EQ(image.error().code, codes::too_large);
}

TEST(DecodeJpeg, RefusesAHeaderThatPromisesMoreThanTheBytesCanHold) {
    Bytes file = make_jpeg({});
    // SOF0: marker, length, precision, then height and width.
    for (std::size_t i = 0; i + 9 < file.size(); ++i) {
        if (file[i] != std::byte{0xff} || file[i + 1] != std::byte{0xc0}) continue;
        for (const std::size_t at : {i + 5, i + 7})
            file[at] = std::byte{0x3f};
        break;
    }
    const Result<ImageInfo> info = probe_image(file, "a.jpg");
    ASSERT_TRUE(info) << to_string(info.error());
    EXPECT_GT(info->width, 16000U);
    const Result<Image> image = decode_image(file, "a.jpg");
    ASSERT_FALSE(image);
    EXPECT_EQ(image.error().message, "JPEG can't be decoded: it ends early");
}

TEST(ProbeImage, ReadsAJpegHeader) {
    const Result<ImageInfo> info = probe_image(
        make_jpeg({.width = 40, .height = 30, .input = JCS_GRAYSCALE, .stored = JCS_GRAYSCALE}),
        "a.jpg");
    ASSERT_TRUE(info) << to_string(info.error());
    EXPECT_EQ(info->kind, ImageFileKind::jpeg);
    EXPECT_EQ(info->width, 40U);
    EXPECT_EQ(info->height, 30U);
    EXPECT_EQ(info->channels, 1U);
    EXPECT_EQ(info->bits, 8U);
}

}  // namespace
}  // namespace diorama::texture
