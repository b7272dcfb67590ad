// SPDX-License-Identifier: MIT
#include "diorama/render/null_renderer.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <string>

#include "diorama/render/error_codes.hpp"

namespace diorama::render {
namespace {

using texture::ColorSpace;

mesh::MeshData triangle() {
    mesh::MeshData mesh;
    mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    mesh.indices = {0, 1, 2};
    return mesh;
}

texture::Image dot() {
    return {1, 1, texture::PixelFormat::rgba8, std::vector(4, std::byte{1})};
}

/// The code of what went wrong; empty when nothing did.
template <class T>
std::string code(const Result<T>& result) {
    return result ? "" : std::string(result.error().code.name());
}

mesh::Material textured(std::uint32_t texture) {
    mesh::Material material;
    material.normal_texture.texture = static_cast<std::int32_t>(texture);
    return material;
}

TEST(NullRenderer, GivesIndicesAndCountsWhatIsLive) {
    NullRenderer renderer;
    const std::uint32_t image = renderer.add_image(dot(), ColorSpace::srgb).value();
    const std::uint32_t texture = renderer.add_texture(image, {}).value();
    EXPECT_EQ(renderer.add_texture(image, {}).value(), texture + 1);
    EXPECT_EQ(renderer.add_material(textured(texture)).value(), 0u);
    EXPECT_EQ(renderer.add_mesh(triangle()).value(), 0u);
    EXPECT_EQ(renderer.add_mesh(triangle()).value(), 1u);
    EXPECT_EQ(renderer.image_count(), 1u);
    EXPECT_EQ(renderer.texture_count(), 2u);
    EXPECT_EQ(renderer.material_count(), 1u);
    EXPECT_EQ(renderer.mesh_count(), 2u);
}

TEST(NullRenderer, ARemovedIndexStaysDead) {
    NullRenderer renderer;
    const std::uint32_t first = renderer.add_mesh(triangle()).value();
    ASSERT_TRUE(renderer.remove_mesh(first));
    EXPECT_EQ(renderer.mesh_count(), 0u);
    EXPECT_NE(renderer.add_mesh(triangle()).value(), first);
    EXPECT_EQ(code(renderer.remove_mesh(first)), "render-dead-index");
    EXPECT_EQ(code(renderer.replace_mesh(first, triangle())), "render-dead-index");
}

TEST(NullRenderer, KeepsWhatIsInUse) {
    NullRenderer renderer;
    const std::uint32_t image = renderer.add_image(dot(), ColorSpace::srgb).value();
    const std::uint32_t texture = renderer.add_texture(image, {}).value();
    const std::uint32_t material = renderer.add_material(textured(texture)).value();
    EXPECT_EQ(code(renderer.remove_image(image)), "render-in-use");
    EXPECT_EQ(code(renderer.remove_texture(texture)), "render-in-use");
    ASSERT_TRUE(renderer.replace_material(material, {}));
    ASSERT_TRUE(renderer.remove_texture(texture));
    ASSERT_TRUE(renderer.remove_image(image));
    EXPECT_EQ(renderer.image_count() + renderer.texture_count(), 0u);
    EXPECT_EQ(code(renderer.add_material(textured(texture))), "render-dead-index");
}

TEST(NullRenderer, ADeadTextureNamesItsSlot) {
    NullRenderer renderer;
    const auto added = renderer.add_material(textured(7));
    ASSERT_FALSE(added);
    EXPECT_EQ(added.error().where, "normal_texture");
    EXPECT_EQ(renderer.material_count(), 0u);
}

TEST(NullRenderer, RemembersWhatItWasGiven) {
    NullRenderer renderer;
    const std::uint32_t image = renderer.add_image(dot(), ColorSpace::srgb).value();
    EXPECT_EQ(renderer.color_space(image), ColorSpace::srgb);
    ASSERT_TRUE(renderer.replace_image(image, dot(), ColorSpace::linear));
    EXPECT_EQ(renderer.color_space(image), ColorSpace::linear);
    mesh::Material material;
    material.name = "oak";
    EXPECT_EQ(renderer.material(renderer.add_material(material).value()).name, "oak");
}

TEST(NullRenderer, KeepsTheLastSceneItDrew) {
    NullRenderer renderer;
    RenderScene scene;
    scene.camera.eye = {1, 2, 3};
    scene.instances.push_back({.mesh = renderer.add_mesh(triangle()).value(),
                               .material = renderer.add_material({}).value()});
    ASSERT_TRUE(renderer.draw(scene));
    RenderScene bad = scene;
    bad.instances.push_back({.mesh = 9});
    EXPECT_EQ(code(renderer.draw(bad)), "render-dead-index");
    EXPECT_EQ(renderer.draw_count(), 1u);
    EXPECT_EQ(renderer.last_scene().instances.size(), 1u);
    EXPECT_EQ(renderer.last_scene().camera.eye, vec3(1, 2, 3));
}

struct Fault {
    const char* name;
    std::function<void(RenderScene&)> make;
    const char* code;
    const char* where;
};

class BadScene : public testing::TestWithParam<Fault> {};

TEST_P(BadScene, IsRefusedWithItsPlace) {
    NullRenderer renderer;
    RenderScene scene;
    const RenderInstance good{.mesh = renderer.add_mesh(triangle()).value(),
                              .material = renderer.add_material({}).value()};
    scene.instances = {good, good};
    scene.joints.resize(4);
    scene.morph_weights.resize(4);
    ASSERT_TRUE(renderer.draw(scene));
    GetParam().make(scene);
    const auto drawn = renderer.draw(scene);
    ASSERT_EQ(code(drawn), GetParam().code);
    EXPECT_EQ(drawn.error().where, GetParam().where);
}

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

INSTANTIATE_TEST_SUITE_P(
    Each, BadScene,
    testing::Values(Fault{"DeadMesh", [](RenderScene& s) { s.instances[1].mesh = 1; },
                          "render-dead-index", "instance 1"},
                    Fault{"DeadMaterial",
                          [](RenderScene& s) { s.instances[0].material = 4000000000u; },
                          "render-dead-index", "instance 0"},
                    Fault{"JointsPastTheEnd",
                          [](RenderScene& s) {
                              s.instances[1].joint_offset = 2;
                              s.instances[1].joint_count = 3;
                          },
                          "render-bad-scene", "instance 1"},
                    Fault{"JointsThatWrapAround",
                          [](RenderScene& s) {
                              s.instances[0].joint_offset = 0xFFFFFFFFu;
                              s.instances[0].joint_count = 2;
                          },
                          "render-bad-scene", "instance 0"},
                    Fault{"MorphWeightsPastTheEnd",
                          [](RenderScene& s) { s.instances[0].morph_count = 5; },
                          "render-bad-scene", "instance 0"},
                    Fault{"NoFieldOfView", [](RenderScene& s) { s.camera.fov_y = 0; },
                          "render-bad-camera", "camera"},
                    Fault{"NanFieldOfView", [](RenderScene& s) { s.camera.fov_y = kNan; },
                          "render-bad-camera", "camera"},
                    Fault{"NearAtTheEye", [](RenderScene& s) { s.camera.near = 0; },
                          "render-bad-camera", "camera"},
                    Fault{"FarBeforeNear", [](RenderScene& s) { s.camera.far = 0.01f; },
                          "render-bad-camera", "camera"},
                    Fault{"FlatOrthographic",
                          [](RenderScene& s) {
                              s.camera.projection = Projection::orthographic;
                              s.camera.far = 10;
                              s.camera.half_width = 0;
                          },
                          "render-bad-camera", "camera"},
                    Fault{"NanOrthographic",
                          [](RenderScene& s) {
                              s.camera.projection = Projection::orthographic;
                              s.camera.far = 10;
                              s.camera.half_height = kNan;
                          },
                          "render-bad-camera", "camera"},
                    Fault{"EndlessOrthographic",
                          [](RenderScene& s) { s.camera.projection = Projection::orthographic; },
                          "render-bad-camera", "camera"}),
    [](const auto& row) { return row.param.name; });

struct MeshFault {
    const char* name;
    std::function<void(mesh::MeshData&)> make;
};

class BadMesh : public testing::TestWithParam<MeshFault> {};

TEST_P(BadMesh, IsRefusedAndNothingIsAdded) {
    NullRenderer renderer;
    mesh::MeshData mesh = triangle();
    GetParam().make(mesh);
    EXPECT_EQ(code(renderer.add_mesh(mesh)), "render-bad-mesh");
    EXPECT_EQ(renderer.mesh_count(), 0u);
    const std::uint32_t index = renderer.add_mesh(triangle()).value();
    EXPECT_EQ(code(renderer.replace_mesh(index, mesh)), "render-bad-mesh");
}

INSTANTIATE_TEST_SUITE_P(
    Each, BadMesh,
    testing::Values(MeshFault{"IndexPastTheEnd", [](auto& m) { m.indices[2] = 3; }},
                    MeshFault{"HalfATriangle", [](auto& m) { m.indices.pop_back(); }},
                    MeshFault{"ShortStream", [](auto& m) { m.normals.resize(2); }},
                    MeshFault{"LongUvs", [](auto& m) { m.uvs[3].resize(4); }},
                    MeshFault{"JointsWithoutWeights", [](auto& m) { m.joints.resize(3); }},
                    MeshFault{"ShortMorphTarget",
                              [](auto& m) {
                                  m.morph_targets.resize(1);
                                  m.morph_targets[0].positions.resize(1);
                              }},
                    MeshFault{"IndicesWithoutVertices", [](auto& m) { m.positions.clear(); }}),
    [](const auto& row) { return row.param.name; });

TEST(CheckMesh, TakesEveryTopologyAndNothingAtAll) {
    mesh::MeshData mesh = triangle();
    mesh.topology = mesh::Topology::points;
    EXPECT_TRUE(check_mesh(mesh));
    mesh.topology = mesh::Topology::lines;
    EXPECT_EQ(code(check_mesh(mesh)), "render-bad-mesh");
    mesh.indices = {0, 1, 1, 2};
    EXPECT_TRUE(check_mesh(mesh));
    EXPECT_TRUE(check_mesh({}));
}

TEST(CheckImage, HoldsThePixelsAgainstTheSize) {
    EXPECT_TRUE(check_image(dot()));
    texture::Image image = dot();
    image.format = texture::PixelFormat::rgba16;
    EXPECT_EQ(code(check_image(image)), "render-bad-image");
    image = dot();
    image.width = 0xFFFFFFFFu;  // times its height wraps around 32 bits
    image.height = 0xFFFFFFFFu;
    EXPECT_EQ(code(check_image(image)), "render-bad-image");
    EXPECT_EQ(code(check_image({})), "render-bad-image");
}

TEST(CheckImage, WantsMipLevelsOfHalvedSizesDownToOne) {
    texture::Image image{.width = 3, .height = 2, .pixels = std::vector(24, std::byte{1})};
    image.mips = {std::vector(4, std::byte{1})};
    EXPECT_TRUE(check_image(image));
    image.mips.push_back(std::vector(4, std::byte{1}));
    EXPECT_EQ(code(check_image(image)), "render-bad-image");
    image.mips = {std::vector(8, std::byte{1})};
    EXPECT_EQ(code(check_image(image)), "render-bad-image");
}

TEST(CheckImage, CountsBlocksOfBc7) {
    texture::Image image{
        .width = 5, .height = 4, .format = texture::PixelFormat::bc7, .pixels = {}};
    image.pixels.resize(32);
    EXPECT_TRUE(check_image(image));
    image.pixels.resize(5 * 4);
    EXPECT_EQ(code(check_image(image)), "render-bad-image");
}

}  // namespace
}  // namespace diorama::render
