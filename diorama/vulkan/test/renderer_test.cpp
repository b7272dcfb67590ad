// SPDX-License-Identifier: MIT
// The renderer as a whole: resources by index, errors, determinism.
#include <gtest/gtest.h>

#include <cstdlib>
#include <glm/gtc/matrix_transform.hpp>

#include "diorama/core/file.hpp"
#include "diorama/render/error_codes.hpp"
#include "diorama/vulkan/error_codes.hpp"
#include "scenes.hpp"

namespace diorama::vulkan::test {
namespace {

/// Spheres of many kinds under several lights.
void fill(Stage& stage) {
    stage.scene().camera = {.fov_y = 0.7f};
    const std::uint32_t mesh = stage.mesh(sphere());
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 5; ++column) {
            mesh::Material material;
            material.base_color = row == 0   ? vec4(0.8f, 0.1f, 0.1f, 1)
                                  : row == 1 ? vec4(1, 0.77f, 0.34f, 1)
                                             : vec4(0.3f, 0.5f, 0.9f, 0.5f);
            material.metallic = row == 1 ? 1.0f : 0.0f;
            material.roughness = static_cast<float>(column) / 4;
            if (row == 2) material.alpha_mode = mesh::AlphaMode::blend;
            const vec3 at{2.2f * static_cast<float>(column - 2), 2.2f * static_cast<float>(1 - row),
                          -10};
            stage.place(mesh, stage.material(material), glm::translate(mat4(1), at));
        }
    }
}

TEST(Renderer, DrawsTheSameSceneToTheSameBitsWhateverCameBefore) {
    Stage first(96, 54);
    fill(first);
    const texture::Image expected = first.draw();
    const render::RenderScene scene = first.scene();
    first.scene() = {};
    first.scene().lights = {{.intensity = 1000}};
    EXPECT_NE(first.draw().pixels, expected.pixels);
    first.scene() = scene;
    EXPECT_EQ(first.draw().pixels, expected.pixels);
    Stage second(96, 54);
    second.place(second.mesh(quad()), second.material({}));  // other indices for everything
    second.draw();
    second.scene().instances.clear();
    fill(second);
    EXPECT_EQ(second.draw().pixels, expected.pixels);
}

TEST(Renderer, StillDrawsTheGallery) {
    Stage stage(96, 54);
    fill(stage);
    const texture::Image picture = stage.draw();
    keep(picture, "gallery");
    const auto file = read_file(DIORAMA_TEST_DATA "/vulkan/gallery.png");
    ASSERT_TRUE(file) << to_string(file.error());
    const auto golden = texture::decode_image(*file, "gallery.png");
    ASSERT_TRUE(golden) << to_string(golden.error());
    ASSERT_EQ(picture.pixels.size(), golden->pixels.size());
    int worst = 0;
    for (std::uint32_t y = 0; y < 54; ++y) {
        for (std::uint32_t x = 0; x < 96; ++x) {
            worst = std::max(worst, distance(pixel(picture, x, y), pixel(*golden, x, y)));
        }
    }
    EXPECT_LE(worst, 4);  // drivers may round filtering and edges differently
}

TEST(Renderer, ReplacesAMeshInPlace) {
    Stage stage;
    const std::uint32_t mesh = stage.mesh({});
    stage.place(mesh, stage.material(unlit({1, 0, 0, 1})));
    EXPECT_NE(middle(stage.draw()), (Rgb{255, 0, 0}));
    ASSERT_TRUE(stage.renderer().replace_mesh(mesh, quad()));
    EXPECT_EQ(middle(stage.draw()), (Rgb{255, 0, 0}));
}

TEST(Renderer, ADeadIndexIsAnErrorAndLeavesThePicture) {
    Stage stage;
    const std::uint32_t mesh = stage.mesh(quad());
    const std::uint32_t material = stage.material(unlit({1, 0, 0, 1}));
    stage.place(mesh, material);
    const texture::Image before = stage.draw();
    ASSERT_TRUE(stage.renderer().remove_mesh(mesh));
    const auto drawn = stage.renderer().draw(stage.scene());
    ASSERT_FALSE(drawn);
    EXPECT_EQ(drawn.error().code, render::codes::render_dead_index);
    EXPECT_EQ(stage.renderer().read_back()->pixels, before.pixels);
}

TEST(Renderer, AFailedReplaceLeavesWhatWasThere) {
    Stage stage;
    const std::uint32_t mesh = stage.mesh(quad());
    stage.place(mesh, stage.material(unlit({1, 0, 0, 1})));
    const texture::Image before = stage.draw();
    mesh::MeshData bad = quad();
    bad.indices[0] = 4;
    const auto replaced = stage.renderer().replace_mesh(mesh, bad);
    ASSERT_FALSE(replaced);
    EXPECT_EQ(replaced.error().code, render::codes::render_bad_mesh);
    EXPECT_EQ(stage.draw().pixels, before.pixels);
}

TEST(Renderer, GivesBackWhatIsRemoved) {
    Stage stage;
    for (int round = 0; round < 600; ++round) {  // more than one pool of descriptors holds
        mesh::Material material;
        const texture::Image image = image_of(1, {{1, 2, 3}});
        material.base_color_texture = stage.texture(image, texture::ColorSpace::srgb);
        const auto texture = static_cast<std::uint32_t>(material.base_color_texture.texture);
        const std::uint32_t index = stage.material(material);
        EXPECT_EQ(stage.renderer().remove_texture(texture).error().code,
                  render::codes::render_in_use);
        ASSERT_TRUE(stage.renderer().remove_material(index));
        ASSERT_TRUE(stage.renderer().remove_texture(texture));
        ASSERT_TRUE(stage.renderer().remove_image(static_cast<std::uint32_t>(round)));
    }
}

TEST(Renderer, HoldsMoreMaterialsThanOnePool) {
    Stage stage;
    const std::uint32_t mesh = stage.mesh(quad());
    std::uint32_t last = 0;
    for (int i = 0; i < 300; ++i) {
        last = stage.material(unlit({i == 299 ? 1.0f : 0.0f, 0, 0, 1}));
    }
    stage.place(mesh, last);
    EXPECT_EQ(middle(stage.draw()), (Rgb{255, 0, 0}));
}

TEST(Renderer, DrawsManyInstances) {
    Stage stage;
    const std::uint32_t mesh = stage.mesh(quad());
    const std::uint32_t red = stage.material(unlit({1, 0, 0, 1}));
    const std::uint32_t blue = stage.material(unlit({0, 0, 1, 1}));
    for (int i = 0; i < 64 * 64; ++i) {  // one to a pixel
        const float x = (static_cast<float>(i % 64) + 0.5f) / 32 - 1;
        const float y = (static_cast<float>(i / 64) + 0.5f) / 32 - 1;
        stage.place(mesh, (i + i / 64) % 2 == 0 ? red : blue,
                    glm::scale(glm::translate(mat4(1), vec3(x, y, 0)), vec3(1.0f / 64)));
    }
    const texture::Image picture = stage.draw();
    for (std::uint32_t i = 0; i < 64; ++i) {
        EXPECT_EQ(pixel(picture, i, 63), i % 2 == 0 ? (Rgb{255, 0, 0}) : (Rgb{0, 0, 255}));
    }
}

TEST(Renderer, SurvivesNumbersThatAreNone) {
    Stage stage;
    const float nan = std::numeric_limits<float>::quiet_NaN();
    mesh::MeshData mesh = quad();
    mesh.positions[0].x = nan;
    mesh.normals[1] = vec3(nan);
    mesh::Material glass;
    glass.alpha_mode = mesh::AlphaMode::blend;
    const std::uint32_t index = stage.mesh(mesh);
    const std::uint32_t material = stage.material(glass);
    for (const float x : {nan, 0.0f, INFINITY, 1.0f, nan}) {
        stage.place(index, material, glm::translate(mat4(1), vec3(x)));
    }
    stage.scene().lights = {{.direction = vec3(nan), .intensity = nan},
                            {.kind = render::LightKind::point, .intensity = INFINITY},
                            {.kind = render::LightKind::spot, .outer_angle = 0}};
    EXPECT_EQ(stage.draw().pixels, stage.draw().pixels);
}

TEST(Renderer, ReadBackNeedsADraw) {
    Stage stage;
    EXPECT_EQ(stage.renderer().read_back().error().code, codes::vulkan_nothing_drawn);
}

TEST(Renderer, RefusesAPictureTheDeviceCannotHold) {
    for (const std::uint32_t width : {0u, 1u << 20}) {
        const auto made = VulkanRenderer::create({.width = width, .height = 64});
        ASSERT_FALSE(made);
        EXPECT_EQ(made.error().code, codes::vulkan_too_large);
    }
}

TEST(Renderer, NamesItsDevice) {
    Stage stage;
    EXPECT_FALSE(stage.renderer().device_name().empty());
}

TEST(Renderer, WithoutADriverSaysWhichPackageBringsOne) {
    for (const char* variable : {"VK_ICD_FILENAMES", "VK_DRIVER_FILES"}) {
        ::setenv(variable, "/nowhere/none.json", 1);
    }
    const auto made = VulkanRenderer::create({});
    for (const char* variable : {"VK_ICD_FILENAMES", "VK_DRIVER_FILES"})
        ::unsetenv(variable);
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().code, codes::vulkan_no_driver);
    EXPECT_NE(made.error().hint.find("mesa-vulkan-drivers"), std::string::npos);
}

}  // namespace
}  // namespace diorama::vulkan::test
