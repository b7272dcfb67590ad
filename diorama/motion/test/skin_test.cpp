// SPDX-License-Identifier: MIT
#include "diorama/motion/skin.hpp"

#include <gtest/gtest.h>

#include "diorama/ecs/world.hpp"
#include "diorama/scene/hierarchy.hpp"
#include "diorama/scene/propagation.hpp"

namespace diorama::motion {
namespace {

constexpr float kTolerance = 1e-6f;

/// \p point of a mesh as joint \p joint of \p entity alone places it.
vec3 bent(const World& world, Entity entity, std::size_t joint, const vec3& point) {
    return vec3(world.get<JointPalette>(entity)->joints[joint] * vec4(point, 1));
}

void expect_near(const vec3& found, const vec3& wanted) {
    EXPECT_NEAR(glm::length(found - wanted), 0, kTolerance)
        << found.x << " " << found.y << " " << found.z;
}

mat4 moved(const vec3& by) {
    mat4 result(1);
    result[3] = vec4(by, 1);
    return result;
}

PaletteReport update(World& world) {
    propagate_transforms(world);
    return update_joint_palettes(world);
}

TEST(JointPalette, IgnoresThePlacementOfTheMeshAndItsChildrenDoNot) {
    // CASES G12: two users of one skin, turned half round y and moved, one with a child.
    World world;
    const Entity joint = world.spawn(Transform{.translation = {0, 2, 0}});
    const Transform placement{.translation = {5, 0, 0}, .rotation = quat(0, 0, 1, 0)};
    const Skin skin{.asset = "m.glb", .skin = 0, .joints = {joint}};
    const SkinBinding binding{{moved({0, -2, 0})}};
    const Entity first = world.spawn(placement, skin, binding);
    const Entity second = world.spawn(placement, skin, binding);
    const Entity cube = world.spawn(Transform{.translation = {0, 1, 0}}, ChildOf{first});
    EXPECT_EQ(update(world).palettes, 2U);
    for (const vec3 point : {vec3(0), vec3(1, 2, 3)}) {
        expect_near(bent(world, first, 0, point), point);
        expect_near(bent(world, second, 0, point), point);
    }
    expect_near(world.get<GlobalTransform>(cube)->translation(), {5, 1, 0});
}

TEST(JointPalette, IsMovedByWhatJointsHangUnderJointOrNot) {
    // CASES G14: joints under a node that is none, a node that is none between two joints, and a
    // prop under the last.
    World world;
    const Entity above = world.spawn(Transform{.translation = {0, 3, 0}, .scale = vec3(2)});
    const Entity first = world.spawn(Transform{.translation = {1, 0, 0}}, ChildOf{above});
    const Entity second = world.spawn(Transform{.translation = {-1, 0, 0}}, ChildOf{above});
    const Entity between = world.spawn(Transform{.translation = {0, 0, 1}}, ChildOf{first});
    const Entity third = world.spawn(Transform{.translation = {0, 0, 1}}, ChildOf{between});
    const Entity prop = world.spawn(Transform{.translation = {0, 0, 1}}, ChildOf{third});
    const Entity body =
        world.spawn(Transform{}, Skin{.asset = {}, .skin = 0, .joints = {first, second, third}},
                    SkinBinding{{mat4(1), mat4(1), mat4(1)}});
    EXPECT_EQ(update(world).missing_joints, 0U);
    expect_near(bent(world, body, 0, vec3(0)), {2, 3, 0});
    expect_near(bent(world, body, 1, vec3(0, 1, 0)), {-2, 5, 0});
    expect_near(bent(world, body, 2, vec3(0)), {2, 3, 4});
    expect_near(world.get<GlobalTransform>(prop)->translation(), {2, 3, 6});
}

TEST(JointPalette, OfJointsThatAreGoneIsThePlacementOfTheMesh) {
    World world;
    const Entity joint = world.spawn(Transform{});
    const Entity body = world.spawn(Transform{.translation = {4, 0, 0}},
                                    Skin{.asset = {}, .skin = 0, .joints = {joint, Entity()}},
                                    SkinBinding{{mat4(1), mat4(1)}});
    ASSERT_TRUE(world.despawn(joint));
    EXPECT_EQ(update(world).missing_joints, 2U);
    expect_near(bent(world, body, 0, vec3(0)), {4, 0, 0});
    expect_near(bent(world, body, 1, vec3(0)), {4, 0, 0});
}

TEST(JointPalette, HasNoMoreJointsThanTheSkinAndItsBindingBothHave) {
    World world;
    const Entity joint = world.spawn(Transform{});
    const Entity body =
        world.spawn(Transform{}, Skin{.asset = {}, .skin = 0, .joints = {joint, joint, joint}},
                    SkinBinding{{mat4(1), mat4(1)}});
    update(world);
    EXPECT_EQ(world.get<JointPalette>(body)->joints.size(), 2U);
}

}  // namespace
}  // namespace diorama::motion
