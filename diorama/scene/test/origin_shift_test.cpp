// SPDX-License-Identifier: MIT
// Moving the world under everything in the middle of a frame.
#include <gtest/gtest.h>

#include <optional>
#include <random>
#include <tuple>
#include <vector>

#include "diorama/ecs/world.hpp"
#include "diorama/scene/propagation.hpp"
#include "diorama/scene/scene_plugin.hpp"
#include "diorama/scene/transform.hpp"

namespace diorama {
namespace {

/// 400 trees of 40, three children each, in one batch.
std::vector<Entity> plant(World& world, float shift) {
    std::mt19937 random(1);
    const auto value = [&] { return static_cast<float>(random() % 2001) / 1000 - 1; };
    std::vector<Entity> made(400 * 40);
    EXPECT_TRUE(world.spawn_batch(made, [&](std::uint32_t i) {
        const std::uint32_t in_tree = i % 40;
        Transform local;
        for (int axis = 0; axis < 3; ++axis) {
            local.translation[axis] = value();
            local.scale[axis] = 1 + value() / 16;
        }
        local.rotation = angle_axis(value(), vec3(0.6f, 0, 0.8f));
        if (in_tree == 0) local.translation.x += shift;
        return std::tuple(
            local, in_tree == 0 ? std::nullopt
                                : std::optional(ChildOf{made[i - in_tree + (in_tree - 1) / 3]}));
    }));
    return made;
}

TEST(Propagation, ShiftsTheOriginInOneCallInTheMiddleOfAFrame) {  // H16
    World world, fresh;
    const std::vector<Entity> made = plant(world, 0);
    propagate_transforms(world);
    auto roots = world.query<Transform, Without<ChildOf>>();
    roots.each([](Transform& local) { local.translation.x += -1000; });
    const PropagationReport shifted = propagate_transforms(world);
    EXPECT_EQ(shifted.recomputed, made.size());
    // The frame's own pass finds nothing left to do.
    ASSERT_TRUE(world.add_plugin(ScenePlugin{}));
    auto changed = world.query<Changed<GlobalTransform>>();
    changed.each([](Entity) {});
    ASSERT_TRUE(world.update(1.0 / 60));
    EXPECT_TRUE(changed.empty());
    EXPECT_EQ(propagate_transforms(world).recomputed, 0u);
    // And all is where a World puts it that was built there.
    const std::vector<Entity> same = plant(fresh, -1000);
    propagate_transforms(fresh);
    for (std::size_t i = 0; i < made.size(); ++i)
        ASSERT_EQ(*world.get<GlobalTransform>(made[i]), *fresh.get<GlobalTransform>(same[i])) << i;
}

}  // namespace
}  // namespace diorama
