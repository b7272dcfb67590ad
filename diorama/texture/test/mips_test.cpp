// SPDX-License-Identifier: MIT
#include "diorama/texture/mips.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>

namespace diorama::texture {
namespace {

using Rgba = std::array<std::uint8_t, 4>;

Image image_of(std::uint32_t width, std::uint32_t height, const std::vector<Rgba>& pixels) {
    Image image{.width = width, .height = height, .format = PixelFormat::rgba8, .pixels = {}};
    for (const Rgba& pixel : pixels)
        for (const std::uint8_t c : pixel)
            image.pixels.push_back(static_cast<std::byte>(c));
    return image;
}

Rgba pixel(const Image& image, std::size_t index) {
    Rgba value{};
    std::memcpy(value.data(), image.pixels.data() + index * 4, 4);
    return value;
}

TEST(MipCount, GoesDownToOnePixel) {
    EXPECT_EQ(mip_count(1, 1), 1U);
    EXPECT_EQ(mip_count(2, 1), 2U);
    EXPECT_EQ(mip_count(2000, 2118), 12U);
    EXPECT_EQ(mip_count(1324, 1236), 11U);
    EXPECT_EQ(mip_count(0, 4), 0U);
}

TEST(MipChain, HalvesEachSideRoundedDown) {
    const Image base = image_of(13, 6, std::vector<Rgba>(13 * 6, Rgba{1, 2, 3, 255}));
    const std::vector<Image> chain = mip_chain(base, MipContent::data);
    ASSERT_EQ(chain.size(), 3U);
    EXPECT_EQ(chain[0].width, 6U);
    EXPECT_EQ(chain[0].height, 3U);
    EXPECT_EQ(chain[1].width, 3U);
    EXPECT_EQ(chain[1].height, 1U);
    EXPECT_EQ(chain[2].width, 1U);
    EXPECT_EQ(chain[2].height, 1U);
}

TEST(MipChain, KeepsEveryValueOfAFlatImage) {
    for (const MipContent content : {MipContent::color, MipContent::data}) {
        for (int v = 0; v < 256; ++v) {
            const auto value = static_cast<std::uint8_t>(v);
            const Rgba flat{value, value, value, 255};
            for (const Image& level :
                 mip_chain(image_of(3, 3, std::vector<Rgba>(9, flat)), content))
                EXPECT_EQ(pixel(level, 0), flat);
        }
    }
}

TEST(MipChain, AveragesColoursAsLight) {
    const Image base = image_of(2, 1, {{0, 0, 0, 255}, {255, 255, 255, 255}});
    // Half the light of white is sRGB 188, not 128.
    EXPECT_EQ(pixel(mip_chain(base, MipContent::color)[0], 0), (Rgba{188, 188, 188, 255}));
    EXPECT_EQ(pixel(mip_chain(base, MipContent::data)[0], 0), (Rgba{128, 128, 128, 255}));
}

TEST(MipChain, LetsNoHiddenColourBleedIntoWhatShows) {
    const Image base =
        image_of(2, 2, {{200, 10, 10, 255}, {0, 255, 0, 0}, {200, 10, 10, 255}, {0, 255, 0, 0}});
    EXPECT_EQ(pixel(mip_chain(base, MipContent::color)[0], 0), (Rgba{200, 10, 10, 128}));
}

TEST(MipChain, AveragesColoursWhereNothingShows) {
    const Image base = image_of(2, 1, {{50, 60, 70, 0}, {50, 60, 70, 0}});
    EXPECT_EQ(pixel(mip_chain(base, MipContent::color)[0], 0), (Rgba{50, 60, 70, 0}));
}

TEST(MipChain, CoversOddSizesEvenly) {
    // Each of the two new texels covers 2.5 of the five old ones: the middle is shared.
    const Image base = image_of(
        5, 1,
        {{100, 0, 0, 255}, {0, 0, 0, 255}, {50, 0, 0, 255}, {0, 0, 0, 255}, {200, 0, 0, 255}});
    const Image half = mip_chain(base, MipContent::data)[0];
    EXPECT_EQ(pixel(half, 0)[0], 50);  // (100 * 2 + 0 * 2 + 50 * 1) / 5
    EXPECT_EQ(pixel(half, 1)[0], 90);  // (50 * 1 + 0 * 2 + 200 * 2) / 5
}

TEST(MipChain, MakesNormalsUnitAgain) {
    // Leaning left and right by 45 degrees: the mean points up, at full length.
    const Image base = image_of(2, 1, {{218, 128, 218, 255}, {37, 128, 218, 255}});
    const Rgba up = pixel(mip_chain(base, MipContent::normals)[0], 0);
    EXPECT_NEAR(up[0], 128, 1);
    EXPECT_NEAR(up[1], 128, 1);
    EXPECT_EQ(up[2], 255);
}

TEST(MipChain, PointsUpWhereNormalsCancel) {
    const Image base = image_of(2, 1, {{255, 0, 255, 255}, {0, 255, 0, 255}});
    EXPECT_EQ(pixel(mip_chain(base, MipContent::normals)[0], 0), (Rgba{128, 128, 255, 255}));
}

TEST(MipChain, KeepsSixteenBitsOfEveryContent) {
    Image base{.width = 2, .height = 1, .format = PixelFormat::rgba16, .pixels = {}};
    const std::array<std::uint16_t, 8> raw{1000, 40000, 65535, 65535, 1000, 40000, 65535, 65535};
    base.pixels.resize(sizeof raw);
    std::memcpy(base.pixels.data(), raw.data(), sizeof raw);
    for (const MipContent content : {MipContent::color, MipContent::data}) {
        const std::vector<Image> chain = mip_chain(base, content);
        ASSERT_EQ(chain.size(), 1U);
        ASSERT_EQ(chain[0].format, PixelFormat::rgba16);
        EXPECT_EQ(0, std::memcmp(chain[0].pixels.data(), raw.data(), 8));
    }
}

TEST(MipChain, IsEmptyWhereThereIsNothingSmaller) {
    EXPECT_TRUE(mip_chain(image_of(1, 1, {{1, 2, 3, 4}}), MipContent::color).empty());
    EXPECT_TRUE(mip_chain(Image{}, MipContent::color).empty());
}

}  // namespace
}  // namespace diorama::texture
