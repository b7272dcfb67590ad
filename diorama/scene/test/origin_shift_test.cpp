// SPDX-License-Identifier: MIT
// Moving the world under everything in the middle of a frame.
#include <gtest/gtest.h>

#include <optional>
#include <tuple>
#include <vector>

#include "bench/scenes/forest.hpp"
#include "diorama/ecs/world.hpp"
#include "diorama/scene/propagation.hpp"
#include "diorama/scene/scene_plugin.hpp"
#include "diorama/scene/transform.hpp"

namespace diorama {
namespace {

/// 500 trees of 31, in one batch.
std::vector<Entity> plant(World& world, float shift) {
    const std::vector<std::uint32_t> parents = bench::parents_of(bench::Shape::game, 500 * 31);
    std::mt19937 random(1);
    std::vector<Entity> made(parents.size());
    EXPECT_TRUE(world.spawn_batch(made, [&](std::uint32_t i) {
        Transform local = bench::local_of(random);
        if (parents[i] == bench::kNoNode) local.translation.x += shift;
        return std::tuple(local, parents[i] == bench::kNoNode
                                     ? std::nullopt
                                     : std::optional(ChildOf{made[parents[i]]}));
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
