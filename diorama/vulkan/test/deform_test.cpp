// SPDX-License-Identifier: MIT
// Skins and morph targets.
#include <gtest/gtest.h>

#include <glm/gtc/matrix_transform.hpp>

#include "scenes.hpp"

namespace diorama::vulkan::test {
namespace {

/// A quad half the picture's size, all of whose vertices follow joint \p joint.
mesh::MeshData skinned_quad(std::uint16_t joint = 0) {
    mesh::MeshData mesh = quad();
    for (vec3& p : mesh.positions)
        p *= 0.5f;
    mesh.joints.assign(4, {joint, 0, 0, 0});
    mesh.weights.assign(4, vec4(1, 0, 0, 0));
    return mesh;
}

texture::Image drawn(const mesh::MeshData& mesh, const std::vector<mat4>& joints,
                     const mat4& transform = mat4(1)) {
    Stage stage;
    mesh::Material material;
    material.metallic = 0;
    auto& instance = stage.place(stage.mesh(mesh), stage.material(material), transform);
    stage.scene().joints = {mat4(0)};  // another instance's
    stage.scene().joints.insert(stage.scene().joints.end(), joints.begin(), joints.end());
    instance.joint_offset = 1;
    instance.joint_count = static_cast<std::uint32_t>(joints.size());
    return stage.draw();
}

const mat4 kLeft = glm::translate(mat4(1), vec3(-0.5f, 0, 0));
const mat4 kRight = glm::translate(mat4(1), vec3(0.5f, 0, 0));

TEST(Skin, AtBindPoseIsTheMeshItself) {
    const texture::Image plain = drawn(skinned_quad(), {});
    EXPECT_EQ(drawn(skinned_quad(), {mat4(1)}).pixels, plain.pixels);
}

TEST(Skin, FollowsItsJointsAndNotItsNode) {
    const texture::Image moved = drawn(skinned_quad(), {}, kRight);
    EXPECT_EQ(drawn(skinned_quad(), {kRight}).pixels, moved.pixels);
    EXPECT_EQ(drawn(skinned_quad(), {kRight}, kLeft).pixels, moved.pixels);
}

TEST(Skin, BlendsItsJointsByWeight) {
    mesh::MeshData mesh = skinned_quad();
    mesh.joints.assign(4, {0, 1, 2, 3});
    mesh.weights.assign(4, vec4(0.25f, 0.25f, 0.25f, 0.25f));
    const mat4 far_right = glm::translate(mat4(1), vec3(1, 0, 0));
    EXPECT_EQ(drawn(mesh, {mat4(1), mat4(1), far_right, far_right}).pixels,
              drawn(skinned_quad(), {}, kRight).pixels);
}

TEST(Skin, WithoutJointsIsDrawnUnskinned) {
    EXPECT_EQ(drawn(skinned_quad(3), {}, kRight).pixels, drawn(skinned_quad(0), {}, kRight).pixels);
}

TEST(Skin, AJointThereIsNotIsTheLastOne) {
    EXPECT_EQ(drawn(skinned_quad(65535), {mat4(1), kRight}).pixels,
              drawn(skinned_quad(1), {mat4(1), kRight}).pixels);
}

TEST(Skin, JointsOfAMeshWithoutInfluencesLeaveItBe) {
    mesh::MeshData mesh = skinned_quad();
    mesh.joints.clear();
    mesh.weights.clear();
    EXPECT_EQ(drawn(mesh, {kLeft}, kRight).pixels, drawn(mesh, {}, kRight).pixels);
}

texture::Image morphed(const mesh::MeshData& mesh, const std::vector<float>& weights) {
    Stage stage;
    mesh::Material material;
    material.metallic = 0;
    auto& instance = stage.place(stage.mesh(mesh), stage.material(material));
    stage.scene().lights = {{.direction = {0, 0, -1}, .intensity = 2}};
    stage.scene().morph_weights = {9};  // another instance's
    stage.scene().morph_weights.insert(stage.scene().morph_weights.end(), weights.begin(),
                                       weights.end());
    instance.morph_offset = 1;
    instance.morph_count = static_cast<std::uint32_t>(weights.size());
    return stage.draw();
}

mesh::MeshData half_quad() {
    mesh::MeshData mesh = quad();
    for (vec3& p : mesh.positions)
        p *= 0.5f;
    return mesh;
}

mesh::MorphTarget shift(const vec3& by) {
    mesh::MorphTarget target;
    target.positions.assign(4, by);
    return target;
}

TEST(Morph, AtWeightZeroIsTheMeshItself) {
    mesh::MeshData mesh = half_quad();
    mesh.morph_targets = {shift({0.5f, 0, 0})};
    EXPECT_EQ(morphed(mesh, {0}).pixels, morphed(half_quad(), {}).pixels);
    EXPECT_EQ(morphed(mesh, {}).pixels, morphed(half_quad(), {}).pixels);
}

TEST(Morph, AtWeightOneIsTheTarget) {
    mesh::MeshData mesh = half_quad();
    mesh.morph_targets = {shift({0.5f, 0, 0})};
    mesh::MeshData target = half_quad();
    for (vec3& p : target.positions)
        p.x += 0.5f;
    EXPECT_EQ(morphed(mesh, {1}).pixels, morphed(target, {}).pixels);
}

TEST(Morph, TargetsAddUp) {
    mesh::MeshData mesh = half_quad();
    mesh.morph_targets = {shift({0.5f, 0, 0}), shift({0, 0.25f, 0}), shift({9, 9, 9})};
    mesh::MeshData target = half_quad();
    for (vec3& p : target.positions)
        p += vec3(0.25f, -0.25f, 0);
    EXPECT_EQ(morphed(mesh, {0.5f, -1, 0}).pixels, morphed(target, {}).pixels);
}

TEST(Morph, MovesNormalsWherePositionsStay) {
    mesh::MeshData mesh = half_quad();
    mesh::MorphTarget target;
    target.normals.assign(4, vec3(1, 0, -1));  // from +Z to +X
    mesh.morph_targets = {shift({0, 0, 0}), target};
    mesh.morph_targets[0].positions.clear();
    mesh::MeshData turned = half_quad();
    turned.normals.assign(4, vec3(1, 0, 0));
    EXPECT_EQ(morphed(mesh, {1, 1}).pixels, morphed(turned, {}).pixels);
    EXPECT_NE(morphed(mesh, {1, 0}).pixels, morphed(turned, {}).pixels);
}

TEST(Morph, WeightsBeyondTheTargetsAreIgnored) {
    mesh::MeshData mesh = half_quad();
    mesh.morph_targets = {shift({0.5f, 0, 0})};
    EXPECT_EQ(morphed(mesh, {1, 5, 5}).pixels, morphed(mesh, {1}).pixels);
}

TEST(Morph, WorksTogetherWithASkin) {
    Stage stage;
    mesh::MeshData mesh = skinned_quad();
    mesh.morph_targets = {shift({0, 0.25f, 0})};
    auto& instance = stage.place(stage.mesh(mesh), stage.material(unlit({1, 0, 0, 1})));
    stage.scene().joints = {glm::rotate(mat4(1), half_pi, vec3(0, 0, 1))};
    stage.scene().morph_weights = {2};
    instance.joint_count = 1;
    instance.morph_count = 1;
    // Up by a half, then turned to the left.
    const texture::Image picture = stage.draw();
    EXPECT_EQ(pixel(picture, 4, 32), (Rgb{255, 0, 0}));
    EXPECT_NE(pixel(picture, 44, 32), (Rgb{255, 0, 0}));
}

}  // namespace
}  // namespace diorama::vulkan::test
