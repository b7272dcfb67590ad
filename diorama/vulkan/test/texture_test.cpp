// SPDX-License-Identifier: MIT
// How textures are read.
#include <gtest/gtest.h>

#include "diorama/texture/image.hpp"
#include "diorama/texture/test/ktx2_builder.hpp"
#include "scenes.hpp"

namespace diorama::vulkan::test {
namespace {

using texture::ColorSpace;
using texture::Filter;
using texture::MipFilter;
using texture::Sampler;
using texture::Wrap;

constexpr Sampler kNearest{.mag = Filter::nearest, .min = Filter::nearest, .mip = MipFilter::none};
constexpr Rgb kRed{255, 0, 0};
constexpr Rgb kGreen{0, 255, 0};
constexpr Rgb kBlue{0, 0, 255};
constexpr Rgb kWhite{255, 255, 255};

texture::Image four_colors() {
    return image_of(2, {kRed, kGreen, kBlue, kWhite});
}

/// The picture of one quad with \p slot as unlit base colour.
texture::Image drawn(Stage& stage, const mesh::MeshData& mesh, const mesh::TextureSlot& slot) {
    mesh::Material material = unlit({1, 1, 1, 1});
    material.base_color_texture = slot;
    stage.place(stage.mesh(mesh), stage.material(material));
    return stage.draw();
}

TEST(Texture, OriginIsTheTopLeft) {
    Stage stage;
    const texture::Image picture =
        drawn(stage, quad(), stage.texture(four_colors(), ColorSpace::srgb, kNearest));
    EXPECT_EQ(pixel(picture, 16, 16), kRed);
    EXPECT_EQ(pixel(picture, 48, 16), kGreen);
    EXPECT_EQ(pixel(picture, 16, 48), kBlue);
    EXPECT_EQ(pixel(picture, 48, 48), kWhite);
}

TEST(Texture, EverySrgbCodeComesOutAsItWentIn) {
    Stage stage;
    std::vector<Rgb> texels;
    for (int i = 0; i < 256; ++i)
        texels.push_back({i, 255 - i, (i * 7) % 256});
    const texture::Image picture =
        drawn(stage, quad(), stage.texture(image_of(16, texels), ColorSpace::srgb, kNearest));
    for (std::uint32_t i = 0; i < 256; ++i) {
        EXPECT_EQ(pixel(picture, i % 16 * 4 + 2, i / 16 * 4 + 2), texels[i]) << i;
    }
}

TEST(Texture, LinearColorSpaceIsNotDecoded) {
    Stage stage;
    const texture::Image picture =
        drawn(stage, quad(), stage.texture(image_of(1, {{128, 64, 255}}), ColorSpace::linear));
    EXPECT_EQ(middle(picture), (Rgb{srgb_code(128 / 255.0), srgb_code(64 / 255.0), 255}));
}

TEST(Texture, SixteenBitsKeepTheirValue) {
    for (const ColorSpace space : {ColorSpace::linear, ColorSpace::srgb}) {
        Stage stage;
        texture::Image image{1, 1, texture::PixelFormat::rgba16, {}};
        for (const int channel : {0x8000, 0x4000, 0xFFFF, 0xFFFF}) {
            image.pixels.push_back(static_cast<std::byte>(channel & 0xFF));
            image.pixels.push_back(static_cast<std::byte>(channel >> 8));
        }
        const Rgb expected = space == ColorSpace::srgb ? Rgb{128, 64, 255}
                                                       : Rgb{srgb_code(0.5), srgb_code(0.25), 255};
        EXPECT_LE(distance(middle(drawn(stage, quad(), stage.texture(image, space))), expected), 1);
    }
}

/// 8 x 8 texels of one colour with a level each of two others, as Basis Universal stores them.
texture::Image leveled(texture::TexelTarget target) {
    using namespace texture::test;
    const Bytes file =
        build_ktx2(uastc_spec(8, 8, 3,
                              {uastc_solid(4, {255, 0, 0, 255}), uastc_solid(1, {0, 255, 0, 255}),
                               uastc_solid(1, {0, 0, 255, 255})}));
    return texture::decode_image(file, "a.ktx2", {}, target).value();
}

TEST(Texture, LevelsOfTheFileAreDrawnOnEveryTarget) {
    for (const auto target : {texture::TexelTarget::rgba8, texture::TexelTarget::bc7}) {
        Stage stage;
        if (target == texture::TexelTarget::bc7 && stage.renderer().texel_target() != target)
            GTEST_SKIP() << "the device samples no BC7 blocks";
        mesh::MeshData mesh = quad();
        const mesh::TextureSlot slot = stage.texture(leveled(target), ColorSpace::srgb);
        EXPECT_LE(distance(middle(drawn(stage, mesh, slot)), kRed), 2);
        // 64 pixels wide; as the texture repeats, each level in turn has a texel a pixel.
        for (const auto& [times, expected] : {std::pair{16.0f, kGreen}, std::pair{32.0f, kBlue}}) {
            Stage far;
            for (vec2& uv : mesh.uvs[0])
                uv = uv * times;
            const mesh::TextureSlot again = far.texture(leveled(target), ColorSpace::srgb);
            EXPECT_LE(distance(middle(drawn(far, mesh, again)), expected), 2) << times;
            for (vec2& uv : mesh.uvs[0])
                uv = uv / times;
        }
    }
}

TEST(Texture, LinearFilteringMixesInLinearLight) {
    Stage stage(65, 65);
    const texture::Image picture =
        drawn(stage, quad(), stage.texture(image_of(2, {{0, 0, 0}, kWhite}), ColorSpace::srgb));
    EXPECT_LE(distance(middle(picture), {188, 188, 188}), 2);  // half the light is code 188
}

TEST(Texture, ShrinkingAveragesInsteadOfSkipping) {
    Stage stage;
    std::vector<Rgb> board;  // one-pixel checks, 256 across a picture of 64
    for (int i = 0; i < 256 * 256; ++i) {
        board.push_back((i / 256 + i) % 2 == 0 ? kWhite : Rgb{0, 0, 0});
    }
    const texture::Image picture =
        drawn(stage, quad(), stage.texture(image_of(256, board), ColorSpace::srgb));
    EXPECT_LE(distance(pixel(picture, 20, 20), {188, 188, 188}), 2);
    EXPECT_LE(distance(pixel(picture, 41, 33), {188, 188, 188}), 2);
}

struct WrapRow {
    const char* name;
    Wrap wrap;
    Rgb before;  // the colour half a texture before the first
    Rgb after;   // and half a texture after the last
};

class Wrapping : public testing::TestWithParam<WrapRow> {};

TEST_P(Wrapping, DecidesWhatLiesOutside) {
    for (const bool vertical : {false, true}) {
        Stage stage;
        Sampler sampler = kNearest;
        sampler.wrap_u = vertical ? Wrap::clamp_to_edge : GetParam().wrap;
        sampler.wrap_v = vertical ? GetParam().wrap : Wrap::clamp_to_edge;
        mesh::MeshData mesh = quad();
        for (vec2& uv : mesh.uvs[0])
            uv = uv * 2.0f - 0.5f;  // -0.5 to 1.5
        const texture::Image image = image_of(vertical ? 1 : 2, {kRed, kBlue});
        const texture::Image picture =
            drawn(stage, mesh, stage.texture(image, ColorSpace::srgb, sampler));
        const auto at = [&](std::uint32_t along) {
            return vertical ? pixel(picture, 32, along) : pixel(picture, along, 32);
        };
        EXPECT_EQ(at(8), GetParam().before);
        EXPECT_EQ(at(24), kRed);
        EXPECT_EQ(at(40), kBlue);
        EXPECT_EQ(at(56), GetParam().after);
    }
}

INSTANTIATE_TEST_SUITE_P(Each, Wrapping,
                         testing::Values(WrapRow{"Repeat", Wrap::repeat, kBlue, kRed},
                                         WrapRow{"Clamp", Wrap::clamp_to_edge, kRed, kBlue},
                                         WrapRow{"Mirror", Wrap::mirrored_repeat, kRed, kBlue}),
                         [](const auto& row) { return row.param.name; });

TEST(TextureTransform, ScalesThenRotatesThenMoves) {
    Stage stage;
    mesh::MeshData mesh = quad();
    mesh.uvs[0].assign(4, vec2(1, 0.5f));
    // 10 x 10 texels, each with its own colour: column in red, row in green.
    std::vector<Rgb> texels;
    for (int i = 0; i < 100; ++i)
        texels.push_back({i % 10 * 20, i / 10 * 20, 0});
    mesh::TextureSlot slot = stage.texture(image_of(10, texels), ColorSpace::srgb, kNearest);
    slot.offset = {0.1f, 0.25f};
    slot.rotation = half_pi;
    slot.scale = {2, 1};
    // (1, 0.5) scaled is (2, 0.5); turned it is (0.5, -2); moved it is (0.6, -1.75), which repeats
    // to (0.6, 0.25). A hair to the right keeps it off the texel's edge.
    slot.offset.x += 0.05f;
    EXPECT_EQ(middle(drawn(stage, mesh, slot)), (Rgb{120, 40, 0}));
}

TEST(TextureTransform, LeavesTheUvSetToTheSlot) {
    for (std::uint32_t set = 0; set < 5; ++set) {
        Stage stage;
        mesh::MeshData mesh = quad();
        for (std::size_t i = 0; i < 4; ++i) {
            const auto column = 0.125f + 0.25f * static_cast<float>(i);
            mesh.uvs[i].assign(4, vec2(column, 0.5f));
        }
        mesh::TextureSlot slot =
            stage.texture(image_of(4, {kRed, kGreen, kBlue, kWhite}), ColorSpace::srgb, kNearest);
        slot.uv_set = set;
        // A texture by a set that meshes don't have is not drawn: the surface is white.
        const Rgb expected[] = {kRed, kGreen, kBlue, kWhite, kWhite};
        EXPECT_EQ(middle(drawn(stage, mesh, slot)), expected[set]) << "set " << set;
    }
}

TEST(Texture, OfAMeshWithoutCoordinatesIsItsFirstTexel) {
    Stage stage;
    mesh::MeshData mesh = quad();
    mesh.uvs[0].clear();
    const texture::Image picture =
        drawn(stage, mesh, stage.texture(four_colors(), ColorSpace::srgb, kNearest));
    EXPECT_EQ(middle(picture), kRed);
}

TEST(ReplaceImage, ShowsTheNewOneThroughTheSameTexture) {
    Stage stage;
    const std::uint32_t image =
        stage.renderer().add_image(image_of(1, {kRed}), ColorSpace::srgb).value();
    mesh::TextureSlot slot;
    slot.texture = static_cast<std::int32_t>(stage.renderer().add_texture(image, kNearest).value());
    EXPECT_EQ(middle(drawn(stage, quad(), slot)), kRed);
    ASSERT_TRUE(stage.renderer().replace_image(image, four_colors(), ColorSpace::srgb));
    EXPECT_EQ(pixel(stage.draw(), 48, 16), kGreen);
}

}  // namespace
}  // namespace diorama::vulkan::test
