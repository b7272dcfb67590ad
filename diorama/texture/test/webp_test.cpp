// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <webp/encode.h>

#include <cmath>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "diorama/texture/error_codes.hpp"
#include "diorama/texture/image.hpp"

namespace diorama::texture {
namespace {

using Bytes = std::vector<std::byte>;

/// 21 x 13 texels that go smoothly from one colour to another, and from clear to opaque.
std::vector<std::uint8_t> picture(bool opaque) {
    std::vector<std::uint8_t> out;
    for (int y = 0; y < 13; ++y)
        for (int x = 0; x < 21; ++x) {
            out.push_back(static_cast<std::uint8_t>(10 + 11 * x));
            out.push_back(static_cast<std::uint8_t>(20 + 15 * y));
            out.push_back(static_cast<std::uint8_t>(200 - 8 * x));
            out.push_back(static_cast<std::uint8_t>(opaque ? 255 : 40 + 10 * x));
        }
    return out;
}

Bytes taken(std::uint8_t* data, std::size_t size) {
    const std::unique_ptr<std::uint8_t, decltype(&WebPFree)> owned(data, &WebPFree);
    const auto* const first = reinterpret_cast<const std::byte*>(data);
    return Bytes(first, first + size);
}

Bytes lossless(bool opaque) {
    std::uint8_t* data = nullptr;
    const std::size_t size = WebPEncodeLosslessRGBA(picture(opaque).data(), 21, 13, 21 * 4, &data);
    return taken(data, size);
}

Bytes lossy(bool opaque) {
    std::uint8_t* data = nullptr;
    const std::size_t size = WebPEncodeRGBA(picture(opaque).data(), 21, 13, 21 * 4, 95, &data);
    return taken(data, size);
}

/// The largest difference of any channel to the picture.
int worst(const Image& image, bool opaque) {
    const std::vector<std::uint8_t> expected = picture(opaque);
    int out = 0;
    for (std::size_t i = 0; i < expected.size(); ++i)
        out = std::max(out, std::abs(std::to_integer<int>(image.pixels[i]) - expected[i]));
    return out;
}

TEST(DecodeWebp, KeepsEveryLosslessPixel) {
    for (const bool opaque : {true, false}) {
        const Result<Image> image = decode_image(lossless(opaque), "a.webp");
        ASSERT_TRUE(image) << to_string(image.error());
        EXPECT_EQ(image->width, 21u);
        EXPECT_EQ(image->height, 13u);
        EXPECT_EQ(image->format, PixelFormat::rgba8);
        ASSERT_EQ(image->pixels.size(), 21u * 13u * 4u);
        EXPECT_EQ(worst(*image, opaque), 0);
    }
}

TEST(DecodeWebp, ReadsLossyPixelsWithAndWithoutAlpha) {
    for (const bool opaque : {true, false}) {
        const Result<Image> image = decode_image(lossy(opaque), "a.webp");
        ASSERT_TRUE(image) << to_string(image.error());
        EXPECT_LE(worst(*image, opaque), 24);
        // Alpha is stored without loss.
        for (std::size_t i = 3; i < image->pixels.size(); i += 4)
            ASSERT_EQ(std::to_integer<int>(image->pixels[i]), picture(opaque)[i]);
    }
}

TEST(ProbeImage, ReadsAWebpHeader) {
    const Result<ImageInfo> info = probe_image(lossless(false), "a.webp");
    ASSERT_TRUE(info) << to_string(info.error());
    EXPECT_EQ(info->kind, ImageFileKind::webp);
    EXPECT_EQ(info->width, 21u);
    EXPECT_EQ(info->height, 13u);
    EXPECT_EQ(info->channels, 4u);
    EXPECT_EQ(probe_image(lossy(true), "a.webp").value().channels, 3u);
}

TEST(DecodeWebp, RejectsEveryTruncation) {
    for (const Bytes& whole : {lossless(false), lossy(true), lossy(false)})
        for (std::size_t size = 12; size < whole.size(); ++size) {
            const Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
            const Result<Image> image = decode_image(cut, "cut.webp");
            ASSERT_FALSE(image) << size << " of " << whole.size();
            EXPECT_EQ(image.error().code, codes::decode_failed);
            EXPECT_EQ(image.error().where, "cut.webp");
        }
}

TEST(DecodeWebp, RefusesMorePixelsThanTheLimit) {
    const ImageLimits limits{.max_pixels = 21 * 13 - 1};
    const Result<Image> image = decode_image(lossless(true), "a.webp", limits);
    ASSERT_FALSE(image);
    EXPECT_EQ(image.error().code, codes::too_large);
    EXPECT_TRUE(decode_image(lossless(true), "a.webp", {.max_pixels = 21 * 13}));
}

}  // namespace
}  // namespace diorama::texture
