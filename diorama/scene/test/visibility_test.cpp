// SPDX-License-Identifier: MIT
#include "diorama/scene/visibility.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "diorama/ecs/world.hpp"

namespace diorama {
namespace {

constexpr Visibility kHidden{VisibilityMode::hidden}, kVisible{VisibilityMode::visible},
    kInherited{VisibilityMode::inherited};

TEST(Visibility, SaysWhoDecided) {
    World world;
    const Entity root = world.spawn(Transform{}), hidden = world.spawn(ChildOf{root}, kHidden),
                 below = world.spawn(ChildOf{hidden}, kInherited),
                 deep = world.spawn(ChildOf{below}), shown = world.spawn(ChildOf{below}, kVisible);
    EXPECT_TRUE(resolve_visibility(world, root).visible);
    EXPECT_EQ(resolve_visibility(world, root).source, VisibilitySource::by_default);
    EXPECT_FALSE(resolve_visibility(world, hidden).visible);
    EXPECT_EQ(resolve_visibility(world, hidden).source, VisibilitySource::self);
    for (const Entity entity : {below, deep}) {
        const VisibilityResolution resolution = resolve_visibility(world, entity);
        EXPECT_FALSE(resolution.visible);
        EXPECT_EQ(resolution.source, VisibilitySource::parent);
        EXPECT_EQ(resolution.decided_by, hidden);
    }
    EXPECT_TRUE(resolve_visibility(world, shown).visible);
    EXPECT_EQ(resolve_visibility(world, shown).source, VisibilitySource::self);
}

TEST(Visibility, FollowsAReparent) {  // H15
    World world;
    const Entity v = world.spawn(Transform{}, kVisible), x = world.spawn(Transform{}, kHidden);
    const Entity c = world.spawn(ChildOf{v}, kInherited), g = world.spawn(ChildOf{c}, kInherited),
                 own = world.spawn(ChildOf{c}, kVisible);
    ASSERT_TRUE(world.reparent(c, x));
    EXPECT_FALSE(resolve_visibility(world, c).visible);
    EXPECT_FALSE(resolve_visibility(world, g).visible);
    EXPECT_TRUE(resolve_visibility(world, own).visible);
    ASSERT_TRUE(world.reparent(c, v));
    EXPECT_TRUE(resolve_visibility(world, c).visible);
    EXPECT_TRUE(resolve_visibility(world, g).visible);
}

TEST(Visibility, FollowsAReparentAtEveryDepth) {  // H15
    World world;
    const Entity v = world.spawn(Transform{}, kVisible), x = world.spawn(Transform{}, kHidden);
    const Entity c = world.spawn(ChildOf{v});
    std::vector<Entity> below{c}, shown;
    for (int depth = 0; depth < 64; ++depth) {
        below.push_back(world.spawn(ChildOf{below.back()}, kInherited));
        // What is shown explicitly stays so, whatever is above: the rule of docs/design/placement.
        shown.push_back(world.spawn(ChildOf{below.back()}, kVisible));
    }
    for (const auto& [parent, seen] : {std::pair(x, false), {v, true}, {x, false}}) {
        ASSERT_TRUE(world.reparent(c, parent));
        for (const Entity entity : below) {
            const VisibilityResolution resolution = resolve_visibility(world, entity);
            EXPECT_EQ(resolution.visible, seen);
            EXPECT_EQ(resolution.decided_by, parent);
        }
        for (const Entity entity : shown)
            EXPECT_TRUE(resolve_visibility(world, entity).visible);
    }
}

TEST(Visibility, IsTotal) {
    World world;
    const Entity dead = world.spawn(Transform{}, kHidden);
    const Entity orphan = world.spawn(Transform{});
    ASSERT_TRUE(world.despawn(dead));
    const Entity under_dead = world.spawn(ChildOf{dead});
    EXPECT_FALSE(resolve_visibility(world, dead).visible);
    EXPECT_TRUE(resolve_visibility(world, orphan).visible);
    EXPECT_TRUE(resolve_visibility(world, under_dead).visible);
    EXPECT_EQ(resolve_visibility(world, under_dead).source, VisibilitySource::by_default);
}

}  // namespace
}  // namespace diorama
