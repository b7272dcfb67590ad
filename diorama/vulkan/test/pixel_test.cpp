// SPDX-License-Identifier: MIT
// What reaches the picture without light: colour, alpha, faces, lines, cameras, samples.
#include <gtest/gtest.h>

#include <algorithm>
#include <glm/gtc/matrix_transform.hpp>

#include "scenes.hpp"

namespace diorama::vulkan::test {
namespace {

mat4 moved(float x, float y, float z, const vec3& size = vec3(1)) {
    return glm::scale(glm::translate(mat4(1), vec3(x, y, z)), size);
}

/// The background where nothing is drawn.
Rgb background(std::uint32_t x, std::uint32_t y) {
    Stage stage;
    return pixel(stage.draw(), x, y);
}

/// Whether every pixel is within \p tolerance of \p color.
bool all_are(const texture::Image& picture, const Rgb& color, int tolerance) {
    for (std::uint32_t y = 0; y < picture.height; ++y) {
        for (std::uint32_t x = 0; x < picture.width; ++x) {
            if (distance(pixel(picture, x, y), color) > tolerance) return false;
        }
    }
    return true;
}

TEST(Background, IsLightAndWarmAllOver) {
    Stage stage;
    const texture::Image picture = stage.draw();
    for (std::uint32_t y = 0; y < picture.height; ++y) {
        const Rgb color = pixel(picture, 32, y);
        EXPECT_GT(color.g, 130) << "row " << y;
        EXPECT_LT(color.g, 190) << "row " << y;
        EXPECT_GE(color.r, color.b - 4) << "row " << y;
    }
}

TEST(Background, HasNoBands) {
    // A step of the gradient is tens of rows high in a picture of 1024; mixed, no row is of one
    // colour for long.
    Stage stage(8, 1024);
    const texture::Image picture = stage.draw();
    int longest = 0;
    int run = 0;
    for (std::uint32_t y = 0; y < picture.height; ++y) {
        bool same = true;
        for (std::uint32_t x = 0; x < picture.width; ++x)
            same = same && pixel(picture, x, y) == pixel(picture, 0, y == 0 ? 0 : y - 1);
        run = same ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    EXPECT_LT(longest, 8);
    EXPECT_GE(distance(pixel(picture, 0, 0), pixel(picture, 0, 1023)), 4) << "there is a gradient";
}

TEST(Background, IsTheSameEveryTime) {
    Stage one;
    Stage other;
    const texture::Image picture = one.draw();
    EXPECT_EQ(picture.pixels, one.draw().pixels);
    EXPECT_EQ(picture.pixels, other.draw().pixels);
}

TEST(UnlitColor, IsExactForEverySrgbCode) {
    Stage stage(16, 16);
    const std::uint32_t material = stage.material(unlit({1, 1, 1, 1}));
    stage.place(stage.mesh(quad()), material);
    for (int code = 0; code < 256; ++code) {
        const auto linear = static_cast<float>(srgb_linear(code));
        ASSERT_TRUE(
            stage.renderer().replace_material(material, unlit({linear, linear, linear, 1})));
        ASSERT_EQ(middle(stage.draw()), (Rgb{code, code, code}));
    }
}

TEST(UnlitColor, PassesThroughAboveWhereToneMappingStarts) {
    Stage stage;
    stage.place(stage.mesh(quad()), stage.material(unlit({1, 0.9f, 0.02f, 1})));
    EXPECT_EQ(middle(stage.draw()), (Rgb{255, srgb_code(0.9), srgb_code(0.02)}));
}

TEST(UnlitColor, IgnoresLights) {
    Stage stage;
    stage.place(stage.mesh(quad()), stage.material(unlit({0.5f, 0.25f, 0.1f, 1})));
    const texture::Image dark = stage.draw();
    stage.scene().lights.push_back({.intensity = 3});
    EXPECT_EQ(stage.draw().pixels, dark.pixels);
}

TEST(VertexColor, MultipliesTheBaseColor) {
    Stage stage;
    mesh::MeshData mesh = quad();
    mesh.colors.assign(4, vec4(1, 1.0f / 255, 0.5f, 1));
    stage.place(stage.mesh(mesh), stage.material(unlit({0.5f, 1, 1, 1})));
    const Rgb expected{srgb_code(0.5), srgb_code(1 / 255.0), srgb_code(0.5)};
    EXPECT_LE(distance(middle(stage.draw()), expected), 1);
}

TEST(VertexColor, BlendsLinearlyBetweenVertices) {
    Stage stage(65, 65);
    mesh::MeshData mesh = quad();
    mesh.colors = {{0, 0, 0, 1}, {1, 1, 1, 1}, {1, 1, 1, 1}, {0, 0, 0, 1}};
    stage.place(stage.mesh(mesh), stage.material(unlit({1, 1, 1, 1})));
    const Rgb half{srgb_code(0.5), srgb_code(0.5), srgb_code(0.5)};
    EXPECT_LE(distance(middle(stage.draw()), half), 1);
}

TEST(AlphaOpaque, IgnoresAlpha) {
    Stage stage;
    mesh::Material material = unlit({1, 0, 0, 0});
    stage.place(stage.mesh(quad()), stage.material(material));
    const texture::Image picture = stage.draw();
    EXPECT_EQ(middle(picture), (Rgb{255, 0, 0}));
    EXPECT_EQ(picture.pixels[3], std::byte{255});
}

TEST(AlphaMask, DropsWhatIsBelowTheCutoffAndKeepsTheRestOpaque) {
    Stage stage;
    mesh::MeshData mesh = quad();
    mesh.colors = {{1, 1, 1, 0}, {1, 1, 1, 1}, {1, 1, 1, 1}, {1, 1, 1, 0}};
    mesh::Material material = unlit({0, 1, 0, 1});
    material.alpha_mode = mesh::AlphaMode::mask;
    material.alpha_cutoff = 0.25f;
    stage.place(stage.mesh(mesh), stage.material(material));
    const texture::Image picture = stage.draw();
    // Alpha rises from 0 to 1 over 64 pixels: 0.25 lies at 16.
    EXPECT_EQ(pixel(picture, 14, 32), background(14, 32));
    EXPECT_EQ(pixel(picture, 18, 32), (Rgb{0, 255, 0}));
    EXPECT_EQ(pixel(picture, 60, 32), (Rgb{0, 255, 0}));
}

TEST(AlphaMask, KeepsWhatIsAtTheCutoff) {
    Stage stage;
    mesh::Material material = unlit({0, 1, 0, 0.5f});
    material.alpha_mode = mesh::AlphaMode::mask;
    stage.place(stage.mesh(quad()), stage.material(material));
    EXPECT_EQ(middle(stage.draw()), (Rgb{0, 255, 0}));
}

TEST(AlphaMask, HasNoHolesWhereAMeshIsAtTheCutoffEverywhere) {
    // What is 1 at every vertex and texel is a little less in between: the way through perspective
    // and filters rounds.
    Stage stage(256, 256);
    stage.scene().camera = {};
    mesh::Material material = unlit({0, 1, 0, 0.5f});
    material.alpha_mode = mesh::AlphaMode::mask;
    material.base_color_texture = stage.texture(image_of(8, std::vector<Rgb>(64, {255, 255, 255})),
                                                texture::ColorSpace::srgb);
    const mat4 turned = glm::mat4_cast(glm::angleAxis(0.7f, vec3(0.6f, 0.8f, 0)));
    stage.place(stage.mesh(quad()), stage.material(material),
                moved(0, 0, -3) * turned * moved(0, 0, 0, vec3(5)));
    const texture::Image picture = stage.draw();
    std::size_t holes = 0;
    for (std::uint32_t y = 0; y < 256; ++y)
        for (std::uint32_t x = 0; x < 256; ++x)
            holes += pixel(picture, x, y) == Rgb{0, 255, 0} ? 0 : 1;
    EXPECT_EQ(holes, 0u);
}

TEST(AlphaMask, DropsTheStepOfEightBitsBelowTheCutoff) {
    Stage stage;
    mesh::Material material = unlit({0, 1, 0, 1});
    material.alpha_mode = mesh::AlphaMode::mask;
    material.alpha_cutoff = 128 / 255.0f;
    material.base_color_texture =
        stage.texture(image_of(1, {{255, 255, 255}}, 127), texture::ColorSpace::srgb);
    stage.place(stage.mesh(quad()), stage.material(material));
    EXPECT_EQ(middle(stage.draw()), background(32, 32));
}

TEST(AlphaBlend, MixesInLinearLight) {
    Stage stage;
    const std::uint32_t mesh = stage.mesh(quad());
    mesh::Material glass = unlit({1, 0, 0, 0.25f});
    glass.alpha_mode = mesh::AlphaMode::blend;
    stage.place(mesh, stage.material(unlit({0, 0, 1, 1})), moved(0, 0, -1));
    stage.place(mesh, stage.material(glass));
    const texture::Image picture = stage.draw();
    EXPECT_LE(distance(middle(picture), {srgb_code(0.25), 0, srgb_code(0.75)}), 1);
    EXPECT_EQ(picture.pixels[3], std::byte{255});
}

TEST(AlphaBlend, IsDrawnFarthestFirstWhateverTheOrder) {
    texture::Image pictures[2];
    for (int swapped = 0; swapped < 2; ++swapped) {
        Stage stage;
        const std::uint32_t mesh = stage.mesh(quad());
        mesh::Material red = unlit({1, 0, 0, 0.5f});
        mesh::Material green = unlit({0, 1, 0, 0.5f});
        red.alpha_mode = green.alpha_mode = mesh::AlphaMode::blend;
        stage.place(mesh, stage.material(unlit({0, 0, 0, 1})), moved(0, 0, -3));
        stage.place(mesh, stage.material(red), moved(0, 0, swapped != 0 ? -1.0f : -2.0f));
        stage.place(mesh, stage.material(green), moved(0, 0, swapped != 0 ? -2.0f : -1.0f));
        pictures[swapped] = stage.draw();
    }
    // The nearer one covers half of the farther one, which covers half of black.
    EXPECT_LE(distance(middle(pictures[0]), {srgb_code(0.25), srgb_code(0.5), 0}), 1);
    EXPECT_LE(distance(middle(pictures[1]), {srgb_code(0.5), srgb_code(0.25), 0}), 1);
}

TEST(AlphaBlend, TiesFollowTheSceneAndNotTheIndices) {
    texture::Image pictures[2];
    for (int swapped = 0; swapped < 2; ++swapped) {
        Stage stage;
        const std::uint32_t mesh = stage.mesh(quad());
        mesh::Material red = unlit({1, 0, 0, 0.5f});
        mesh::Material green = unlit({0, 1, 0, 0.5f});
        red.alpha_mode = green.alpha_mode = mesh::AlphaMode::blend;
        const std::uint32_t first = stage.material(swapped != 0 ? green : red);
        const std::uint32_t second = stage.material(swapped != 0 ? red : green);
        stage.place(mesh, swapped != 0 ? second : first);
        stage.place(mesh, swapped != 0 ? first : second);
        pictures[swapped] = stage.draw();
    }
    EXPECT_EQ(pictures[0].pixels, pictures[1].pixels);
}

TEST(AlphaBlend, NearerOpaqueThingsHideIt) {
    Stage stage;
    const std::uint32_t mesh = stage.mesh(quad());
    mesh::Material glass = unlit({1, 0, 0, 0.5f});
    glass.alpha_mode = mesh::AlphaMode::blend;
    stage.place(mesh, stage.material(glass), moved(0, 0, -1));
    stage.place(mesh, stage.material(unlit({0, 0, 1, 1})));
    EXPECT_EQ(middle(stage.draw()), (Rgb{0, 0, 255}));
}

TEST(Depth, NearerHidesFartherWhateverTheOrder) {
    for (const float z : {-1.0f, 1.0f}) {
        Stage stage;
        const std::uint32_t mesh = stage.mesh(quad());
        stage.place(mesh, stage.material(unlit({1, 0, 0, 1})));
        stage.place(mesh, stage.material(unlit({0, 1, 0, 1})), moved(0, 0, z));
        EXPECT_EQ(middle(stage.draw()), z > 0 ? (Rgb{0, 255, 0}) : (Rgb{255, 0, 0}));
    }
}

TEST(Faces, BackFacesAreLeftOut) {
    Stage stage;
    stage.place(stage.mesh(quad()), stage.material(unlit({1, 0, 0, 1})),
                glm::rotate(mat4(1), pi, vec3(0, 1, 0)));
    EXPECT_EQ(middle(stage.draw()), background(32, 32));
}

TEST(Faces, BackFacesOfADoubleSidedMaterialAreDrawn) {
    Stage stage;
    mesh::Material material = unlit({1, 0, 0, 1});
    material.double_sided = true;
    stage.place(stage.mesh(quad()), stage.material(material),
                glm::rotate(mat4(1), pi, vec3(0, 1, 0)));
    EXPECT_EQ(middle(stage.draw()), (Rgb{255, 0, 0}));
}

TEST(Faces, AMirroredInstanceShowsItsFrontWhenItSaysSo) {
    for (const bool flip : {false, true}) {
        Stage stage;
        auto& instance = stage.place(stage.mesh(quad()), stage.material(unlit({1, 0, 0, 1})),
                                     moved(0, 0, 0, {-1, 1, 1}));
        instance.flip_winding = flip;
        EXPECT_EQ(middle(stage.draw()), flip ? (Rgb{255, 0, 0}) : background(32, 32));
    }
}

TEST(Faces, ABlendedDoubleSidedThingShowsItsFarSideThroughItsNearOne) {
    Stage stage;
    mesh::MeshData both = quad();  // a second quad behind, turned away, drawn first in the list
    both.positions.insert(both.positions.end(),
                          {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1}});
    both.normals.assign(8, vec3(0, 0, 1));
    both.tangents.clear();
    both.uvs[0].clear();
    both.colors = {{1, 0, 0, 1}, {1, 0, 0, 1}, {1, 0, 0, 1}, {1, 0, 0, 1},
                   {0, 1, 0, 1}, {0, 1, 0, 1}, {0, 1, 0, 1}, {0, 1, 0, 1}};
    both.indices = {0, 1, 2, 0, 2, 3, 4, 6, 5, 4, 7, 6};
    mesh::Material glass = unlit({1, 1, 1, 0.5f});
    glass.alpha_mode = mesh::AlphaMode::blend;
    glass.double_sided = true;
    stage.place(stage.mesh(quad()), stage.material(unlit({0, 0, 0, 1})), moved(0, 0, -2));
    stage.place(stage.mesh(both), stage.material(glass));
    EXPECT_LE(distance(middle(stage.draw()), {srgb_code(0.5), srgb_code(0.25), 0}), 1);
}

TEST(Topology, PointsAreDrawnInTheirColor) {
    Stage stage(64, 64, 1);
    mesh::MeshData mesh;
    mesh.topology = mesh::Topology::points;
    mesh.positions = {{1.0f / 64, -1.0f / 64, 0}};  // the middle of a pixel
    mesh.indices = {0};
    stage.place(stage.mesh(mesh), stage.material(unlit({1, 1, 0, 1})));
    const texture::Image picture = stage.draw();
    EXPECT_EQ(middle(picture), (Rgb{255, 255, 0}));
    EXPECT_EQ(pixel(picture, 24, 24), background(24, 24));
}

TEST(Topology, LinesWithoutNormalsAreNotLit) {
    Stage stage(64, 64, 1);
    mesh::MeshData mesh;
    mesh.topology = mesh::Topology::lines;
    mesh.positions = {{-2, 0.015f, 0}, {2, 0.015f, 0}};
    mesh.indices = {0, 1};
    mesh::Material material;  // not unlit
    material.base_color = {0.2f, 0.4f, 0.6f, 1};
    stage.place(stage.mesh(mesh), stage.material(material));
    const texture::Image picture = stage.draw();
    const Rgb expected{srgb_code(0.2), srgb_code(0.4), srgb_code(0.6)};
    EXPECT_TRUE(distance(pixel(picture, 32, 31), expected) <= 1 ||
                distance(pixel(picture, 32, 32), expected) <= 1);
}

TEST(Topology, AMeshWithoutVerticesDrawsNothing) {
    Stage stage;
    const texture::Image empty = stage.draw();
    stage.place(stage.mesh({}), stage.material({}));
    EXPECT_EQ(stage.draw().pixels, empty.pixels);
}

TEST(Samples, SmoothEdgesOnlyWhenThereAreSeveral) {
    for (const std::uint32_t samples : {1u, 4u}) {
        Stage stage(64, 64, samples);
        const std::uint32_t mesh = stage.mesh(quad());
        stage.place(mesh, stage.material(unlit({0, 0, 0, 1})), moved(0, 0, -1));
        stage.place(mesh, stage.material(unlit({1, 1, 1, 1})),
                    glm::rotate(moved(0, 0, 0, vec3(0.7f)), 0.3f, vec3(0, 0, 1)));
        const texture::Image picture = stage.draw();
        int between = 0;
        for (std::uint32_t x = 0; x < 64; ++x) {
            for (std::uint32_t y = 0; y < 64; ++y) {
                const int r = pixel(picture, x, y).r;
                between += r > 0 && r < 255 ? 1 : 0;
            }
        }
        EXPECT_EQ(between > 0, samples > 1) << samples << " samples";
    }
}

TEST(Perspective, AFieldOfViewIsExactlyFilled) {
    Stage stage;
    stage.scene().camera = {.fov_y = 2 * 0.46364760900080609f, .near = 0.1f};  // tan is 0.5
    const std::uint32_t material = stage.material(unlit({1, 0, 0, 1}));
    stage.place(stage.mesh(quad()), material, moved(0, 0, -2));  // 2 high at distance 2
    EXPECT_TRUE(all_are(stage.draw(), {255, 0, 0}, 0));
    stage.scene().instances[0].transform = moved(0, 0, -2, vec3(60.0f / 64));
    const texture::Image smaller = stage.draw();
    EXPECT_GT(pixel(smaller, 1, 32).g, 100) << "the background";
    EXPECT_EQ(pixel(smaller, 2, 32), (Rgb{255, 0, 0}));
    EXPECT_EQ(pixel(smaller, 32, 61), (Rgb{255, 0, 0}));
    EXPECT_GT(pixel(smaller, 32, 62).g, 100) << "the background";
}

TEST(Perspective, LooksWhereItsRotationPoints) {
    Stage stage;
    stage.scene().camera = {.rotation = angle_axis(half_pi, vec3(0, 1, 0))};  // towards -X
    const mat4 face_it = glm::rotate(mat4(1), half_pi, vec3(0, 1, 0));
    const std::uint32_t mesh = stage.mesh(quad());
    stage.place(mesh, stage.material(unlit({1, 0, 0, 1})),
                glm::translate(mat4(1), vec3(-5, 0, 0)) * face_it);
    EXPECT_EQ(middle(stage.draw()), (Rgb{255, 0, 0}));
}

TEST(Perspective, ThingsNearerThanNearOrFartherThanFarAreCut) {
    Stage stage;
    const std::uint32_t mesh = stage.mesh(quad());
    stage.place(mesh, stage.material(unlit({1, 0, 0, 1})), moved(0, 0, -5, vec3(50)));
    stage.scene().camera = {.near = 1, .far = 10};
    EXPECT_EQ(middle(stage.draw()), (Rgb{255, 0, 0}));
    for (const auto& [near, far] : {std::pair(6.0f, 10.0f), std::pair(1.0f, 4.0f)}) {
        stage.scene().camera.near = near;
        stage.scene().camera.far = far;
        EXPECT_NE(middle(stage.draw()), (Rgb{255, 0, 0}));
    }
    stage.scene().instances[0].transform = moved(0, 0, -5e6f, vec3(5e7f));
    stage.scene().camera = {};  // no far plane
    EXPECT_EQ(middle(stage.draw()), (Rgb{255, 0, 0}));
}

TEST(Camera, ShowsAtLeastWhatItsOwnAspectShows) {
    Stage stage(64, 32);  // twice as wide as high
    const std::uint32_t mesh = stage.mesh(quad());
    stage.place(mesh, stage.material(unlit({1, 0, 0, 1})), moved(0, 0, -2, {2, 1, 1}));
    stage.scene().camera = {.fov_y = 2 * 0.46364760900080609f, .aspect = 4};
    // 4 wide by 1 high fits the width, so twice the height is seen.
    const texture::Image picture = stage.draw();
    EXPECT_NE(pixel(picture, 32, 2), (Rgb{255, 0, 0}));
    EXPECT_EQ(pixel(picture, 32, 16), (Rgb{255, 0, 0}));
    EXPECT_EQ(pixel(picture, 17, 16), (Rgb{255, 0, 0}));
    EXPECT_NE(pixel(picture, 14, 16), (Rgb{255, 0, 0}));
}

TEST(Camera, PlaceInTheWorldDoesNotMatterAsTheSceneIsRelativeToIt) {
    Stage stage;
    stage.place(stage.mesh(sphere()), stage.material({}), moved(0.01f, 0, -2, vec3(0.5f)));
    const texture::Image near = stage.draw();
    stage.scene().camera.eye = {1e7f, -3e6f, 0};
    EXPECT_EQ(stage.draw().pixels, near.pixels);
}

}  // namespace
}  // namespace diorama::vulkan::test
