// SPDX-License-Identifier: MIT
// Placements worked out on demand: loops above, memory, and the caller's floating-point mode.
#include <gtest/gtest.h>

#include <cfenv>
#include <cstring>
#include <functional>
#include <numeric>
#include <vector>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

#include "diorama/ecs/world.hpp"
#include "diorama/scene/propagation.hpp"
#include "diorama/scene/reparent.hpp"
#include "diorama/scene/test/pinned_play.hpp"
#include "diorama/scene/transform.hpp"
#include "tests/support/allocation_count.hpp"

namespace diorama {
namespace {

/// A way of length \p tail down from a loop of \p length, the lowest entity first.
std::vector<Entity> make_tail(World& world, int length, int tail) {
    const Transform step{.translation = {1, 0.5f, 0}, .rotation = angle_axis(0.1f, vec3(0, 0, 1))};
    std::vector<Entity> made{world.spawn(step), world.spawn(step)};
    EXPECT_TRUE(world.reparent(made[1], made[0]));
    for (int i = 1; i < length; ++i)
        made.push_back(world.spawn(step, ChildOf{made.back()}));
    world.core().write_raw_link(made[1], made.back());
    for (int i = 0; i < tail; ++i)
        made.push_back(world.spawn(step, ChildOf{made.back()}));
    return made;
}

TEST(WorldMatrixNow, GivesWhatPropagationDoesBelowALoop) {
    for (const int length : {1, 2, 3, 7, 64, 65, 200}) {
        for (const int tail : {0, 1, 2, 5, 63, 64, 130}) {
            World world;
            const std::vector<Entity> made = make_tail(world, length, tail);
            EXPECT_EQ(propagate_transforms(world).cyclic, static_cast<unsigned>(length));
            for (const Entity entity : made)
                ASSERT_EQ(world_matrix_now(world, entity),
                          world.get<GlobalTransform>(entity)->matrix())
                    << length << " " << tail << " " << entity.index();
        }
    }
}

TEST(WorldMatrixNow, WalksALongWayToALoopOnce) {
    // A walk for each ancestor would not end in an hour.
    World world;
    const std::vector<Entity> made = make_tail(world, 100'000, 300'000);
    propagate_transforms(world);
    EXPECT_EQ(world_matrix_now(world, made.back()),
              world.get<GlobalTransform>(made.back())->matrix());
}

TEST(WorldMatrixNow, TakesNoMemoryForDepthsUpTo64) {
    if (!test::counts_allocations()) GTEST_SKIP() << "nothing counts allocations here";
    World world;
    Entity last = world.spawn(Transform{});
    for (int depth = 1; depth <= 65; ++depth) {
        const std::size_t before = test::allocation_count();
        static_cast<void>(world_matrix_now(world, last));
        EXPECT_EQ(test::allocation_count() != before, depth > 64) << depth;
        last = world.spawn(Transform{}, ChildOf{last});
    }
}

/// The caller's floating-point modes that results must not depend on.
void set_mode(int mode) {
    constexpr int kRounding[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    std::fesetround(kRounding[mode % 4]);
#if defined(__x86_64__)
    _mm_setcsr((_mm_getcsr() & ~0x8040u) | (mode >= 4 ? 0x8040u : 0u));
#endif
}

/// What mode the caller has now, without the flags that arithmetic raises.
unsigned mode_now() {
    unsigned mode = static_cast<unsigned>(std::fegetround());
#if defined(__x86_64__)
    mode |= _mm_getcsr() & ~0x3fu;
#endif
    return mode;
}

/// Runs \p work in each mode; its results must have the bits they have in the first.
void expect_no_dependence(const std::function<std::vector<float>()>& work) {
    const std::vector<float> expected = work();
    for (int mode = 1; mode < 8; ++mode) {
        set_mode(mode);
        const unsigned before = mode_now();
        const std::vector<float> got = work();
        const unsigned after = mode_now();
        set_mode(0);
        EXPECT_EQ(after, before) << mode;
        ASSERT_EQ(got.size(), expected.size());
        EXPECT_EQ(std::memcmp(got.data(), expected.data(), expected.size() * sizeof(float)), 0)
            << mode;
    }
}

/// A forest in which some placements are subnormal.
Shape make_small_shape(std::size_t nodes) {
    Shape shape = make_shape(nodes, 31);
    for (std::size_t i = 0; i < nodes; i += 5)
        shape.local[i].scale = shape.local[i].translation = vec3(1e-20f, -3e-39f, 1.1f);
    return shape;
}

TEST(FloatingPointMode, IsSetByPropagationAndRestored) {
    // Enough for two workers to share a pass.
    const Shape shape = make_small_shape(20'000);
    std::vector<std::size_t> order(shape.parent.size());
    std::iota(order.begin(), order.end(), 0u);
    for (const unsigned workers : {1u, 2u}) {
        World world;
        world.set_workers(workers);
        const std::vector<Entity> made = lay_out(world, shape, order);

        expect_no_dependence([&] {
            // All of it, then few.
            for (const Entity entity : made)
                static_cast<void>(world.get_mut<Transform>(entity));
            propagate_transforms(world);
            std::vector<float> all = bits(world, made);
            for (std::size_t i = 1; i < made.size(); i += 997)
                static_cast<void>(world.get_mut<Transform>(made[i]));
            propagate_transforms(world);
            const std::vector<float> again = bits(world, made);
            all.insert(all.end(), again.begin(), again.end());
            return all;
        });
    }
}

TEST(FloatingPointMode, IsSetByPlacementsOnDemandAndRestored) {
    const Shape shape = make_small_shape(500);
    std::vector<std::size_t> order(shape.parent.size());
    std::iota(order.begin(), order.end(), 0u);
    World world;
    const std::vector<Entity> made = lay_out(world, shape, order);
    expect_no_dependence([&] {
        std::vector<float> all;
        const auto add = [&](const mat4& matrix) {
            for (int column = 0; column < 4; ++column)
                for (int row = 0; row < 4; ++row)
                    all.push_back(matrix[column][row]);
        };
        for (std::size_t i = 0; i < made.size(); ++i) {
            add(world_matrix_now(world, made[i]));
            add(local_matrix(shape.local[i]));
        }
        return all;
    });
}

TEST(FloatingPointMode, IsSetByReparentingAndRestored) {
    const Transform turned{.translation = {0.1f, -7, 3e-39f},
                           .rotation = angle_axis(0.9f, vec3(0.6f, 0, 0.8f)),
                           .scale = {0.3f, -0.7f, 1}};
    const Transform above{.translation = {1.7f, 0.3f, 1e-40f},
                          .rotation = angle_axis(-2, vec3(0, 0.8f, 0.6f)),
                          .scale = vec3(1.3f)};
    expect_no_dependence([&] {
        World world;
        const Entity p = world.spawn(above), c = world.spawn(turned);
        EXPECT_TRUE(reparent_keeping_world(world, c, p));
        const Transform& kept = *world.get<Transform>(c);
        std::vector<float> all(sizeof(Transform) / sizeof(float));
        std::memcpy(all.data(), &kept, sizeof(Transform));
        return all;
    });
}

TEST(LocalMatrix, HasTheBitsOfARoot) {
    const Shape shape = make_small_shape(300);
    World world;
    std::vector<Entity> roots;
    for (const Transform& local : shape.local)
        roots.push_back(world.spawn(local));
    propagate_transforms(world);
    for (std::size_t i = 0; i < roots.size(); ++i) {
        const mat4 placed = world.get<GlobalTransform>(roots[i])->matrix(),
                   local = local_matrix(shape.local[i]);
        ASSERT_EQ(std::memcmp(&placed, &local, sizeof(mat4)), 0) << i;
    }
}

}  // namespace
}  // namespace diorama
