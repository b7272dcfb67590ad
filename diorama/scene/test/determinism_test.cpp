// SPDX-License-Identifier: MIT
// The same shape gives the same bits, whatever the slots, the history and the workers; and a pass
// in steady state takes no memory.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

#include "diorama/core/hash.hpp"
#include "diorama/ecs/world.hpp"
#include "diorama/scene/propagation.hpp"
#include "diorama/scene/test/pinned_play.hpp"
#include "diorama/scene/test/split_always.hpp"
#include "diorama/scene/transform.hpp"
#include "diorama/scene/visibility.hpp"
#include "tests/support/allocation_count.hpp"

namespace diorama {
namespace {

TEST(Determinism, DependsOnTheShapeAlone) {
    const Shape shape = make_shape(3000, 7);
    std::vector<std::size_t> order(shape.parent.size());
    std::iota(order.begin(), order.end(), 0u);
    World plain;
    const std::vector<Entity> first = lay_out(plain, shape, order);
    propagate_transforms(plain);
    const std::vector<float> expected = bits(plain, first);
    const test::SplitAlways split;
    for (unsigned seed = 0; seed < 8; ++seed) {
        std::shuffle(order.begin(), order.end(), std::mt19937(seed));
        World world;
        world.set_workers(1 + seed % 4);
        std::vector<Entity> history;
        for (unsigned i = 0; i < 500 * seed; ++i)
            history.push_back(world.spawn(Transform{}));
        for (const Entity entity : history)
            ASSERT_TRUE(world.despawn(entity));
        const std::vector<Entity> entities = lay_out(world, shape, order);
        // Some passes in between, so that parts are placed incrementally and rows move.
        for (std::size_t i = 0; i < entities.size(); i += 7) {
            world.get_mut<Transform>(entities[i])->translation.x += 1;
            if (i % 5 == 0) propagate_transforms(world);
        }
        for (std::size_t i = 0; i < entities.size(); i += 7)
            *world.get_mut<Transform>(entities[i]) = shape.local[i];
        propagate_transforms(world);
        ASSERT_EQ(bits(world, entities), expected) << "seed " << seed;
    }
    EXPECT_GE(split.passes(), 6u);
}

/// One tree whose every node has 16 children: each part of a split needs parents of all before.
Shape make_wide_shape(std::size_t nodes) {
    Shape shape = make_shape(nodes, 12);
    for (std::size_t i = 0; i < nodes; ++i)
        shape.parent[i] = static_cast<int>(i) == 0 ? -1 : static_cast<int>((i - 1) / 16);
    return shape;
}

/// What some passes over \p shape, laid out in \p order, end with.
struct Outcome {
    std::uint64_t bits = 0;
    std::vector<PropagationReport> reports;
};

Outcome pass_over(const Shape& shape, const std::vector<std::size_t>& order, unsigned workers) {
    World world;
    world.set_workers(workers);
    const std::vector<Entity> entities = lay_out(world, shape, order);
    Outcome outcome;
    for (std::size_t step = 0; step < 6; ++step) {
        // All, then every seventh, so that others inherit; some are not finite. Rows come near
        // hierarchy order meanwhile.
        for (std::size_t i = step; i < entities.size(); i += 1 + 6 * (step % 2))
            world.get_mut<Transform>(entities[i])->translation.x +=
                i % 9973 == 0 ? std::numeric_limits<float>::infinity() : 0.5f;
        // A few move, so that rows stand behind all others.
        for (std::size_t i = 1 + step; i < entities.size(); i += 997) {
            EXPECT_TRUE(world.detach(entities[i]));
        }
        outcome.reports.push_back(propagate_transforms(world));
    }
    outcome.bits = hash(bits(world, entities));
    return outcome;
}

TEST(Determinism, SplitsALargePassWithTheSameBitsAndCounts) {
    for (const Shape& shape : {make_shape(40'000, 11), make_wide_shape(40'000)}) {
        std::vector<std::size_t> order(shape.parent.size());
        std::iota(order.begin(), order.end(), 0u);
        for (unsigned seed = 0; seed < 3; ++seed) {
            if (seed != 0) std::shuffle(order.begin(), order.end(), std::mt19937(seed));
            const Outcome expected = pass_over(shape, order, 1);
            EXPECT_GT(expected.reports.back().nonfinite, 4u);
            EXPECT_GT(expected.reports.back().recomputed, 5000u);
            for (const unsigned workers : {2u, 3u, 4u}) {
                const Outcome split = pass_over(shape, order, workers);
                EXPECT_EQ(split.bits, expected.bits) << workers;
                for (std::size_t step = 0; step < expected.reports.size(); ++step) {
                    const PropagationReport &a = split.reports[step], &b = expected.reports[step];
                    EXPECT_EQ(a.recomputed, b.recomputed) << workers << " " << step;
                    EXPECT_EQ(a.changed, b.changed) << workers << " " << step;
                    EXPECT_EQ(a.nonfinite, b.nonfinite) << workers << " " << step;
                }
            }
        }
    }
}

TEST(Determinism, PutsALargeWorldInOrderAndMarksNothing) {
    // One family of 9000 and deep ones, larger than what is moved at once; a third of all moves,
    // and more comes, goes and moves meanwhile.
    World world;
    std::mt19937 random(5);
    std::vector<Entity> entities{world.spawn(Transform{})};
    const auto local = [&] {
        return Transform{.translation = {static_cast<float>(random() % 100), 1, 0}};
    };
    for (std::size_t i = 1; i < 40'000; ++i)
        entities.push_back(
            world.spawn(local(), ChildOf{i < 9000     ? entities[0]
                                         : i < 20'000 ? entities[8999 + i % 7 * 400 % (i - 8999)]
                                                      : entities[i - 1 - random() % 50]}));
    const auto any = [&] { return entities[random() % entities.size()]; };
    const auto churn = [&](int edits) {
        for (int i = 0; i < edits; ++i) {
            static_cast<void>(world.reparent(any(), any()));
            if (i % 3 == 0 && world.alive(entities.back())) {
                const Entity leaf = entities.back();
                if (world.children(leaf).empty()) {
                    ASSERT_TRUE(world.despawn(leaf));
                    entities.pop_back();
                }
                entities.push_back(world.spawn(local(), ChildOf{any()}));
            }
        }
    };
    propagate_transforms(world);
    churn(14'000);
    auto changed = world.query<Changed<GlobalTransform>>();
    int restored = 0;
    for (int pass = 0; pass < 60; ++pass) {
        if (pass % 4 == 0 && pass < 24) churn(300);
        propagate_transforms(world);
        changed.each([](Entity) {});
        const bool still = world.core().placement().restoring();
        restored += still;
        // Bringing rows back is all that goes on.
        const PropagationReport idle = propagate_transforms(world);
        EXPECT_EQ(idle.recomputed, 0u);
        EXPECT_TRUE(changed.empty());
        for (std::size_t i = 0; i < entities.size(); i += 97)
            ASSERT_EQ(world.get<GlobalTransform>(entities[i])->matrix(),
                      world_matrix_now(world, entities[i]));
        // What is below one entity, whatever is known of where its children stand.
        const Entity top = any();
        world.get_mut<Transform>(top)->translation.y += 1;
        std::vector<Entity> below{top};
        for (std::size_t i = 0; i < below.size(); ++i)
            for (const Entity child : world.children(below[i]))
                below.push_back(child);
        EXPECT_EQ(propagate_transforms(world).recomputed, below.size());
        for (std::size_t i = 0; i < below.size(); i += 1 + below.size() / 50)
            ASSERT_EQ(world.get<GlobalTransform>(below[i])->matrix(),
                      world_matrix_now(world, below[i]));
    }
    EXPECT_GT(restored, 2);
    EXPECT_FALSE(world.core().placement().restoring());
}

// Every preset runs these, and test/pinned_play.cpp at other levels of optimisation.

TEST(Determinism, KeepsItsBitsFromReleaseToRelease) {  // H22
    for (const unsigned workers : {1u, 4u, 16u})
        EXPECT_EQ(hash_of_play(workers, 20), kPinnedShortPlay) << workers << " workers";
}

TEST(Determinism, KeepsItsBitsThroughAThousandSteps) {  // H22
    const test::SplitAlways split;
    for (const unsigned workers : {1u, 4u, 16u})
        EXPECT_EQ(hash_of_play(workers, 1000), kPinnedLongPlay) << workers << " workers";
    EXPECT_EQ(split.passes(), 2u) << "the first of each; the others place a twentieth";
}

TEST(SteadyState, TakesNoMemory) {
    if (!test::counts_allocations()) GTEST_SKIP() << "nothing counts allocations here";
    World world;
    std::vector<Entity> entities;
    std::mt19937 random(3);
    for (int i = 0; i < 5000; ++i)
        entities.push_back(
            i < 50 ? world.spawn(Transform{}, Visibility{})
                   : world.spawn(ChildOf{entities[random() % entities.size()]}, Visibility{}));
    const auto tick = [&] {
        for (int i = 0; i < 100; ++i) {
            world.get_mut<Transform>(entities[random() % entities.size()])->translation.x += 1;
            world.get_mut<Visibility>(entities[random() % entities.size()])->mode =
                static_cast<VisibilityMode>(random() % 3);
            static_cast<void>(resolve_visibility(world, entities[random() % entities.size()]));
        }
        propagate_transforms(world);
    };
    const auto relink = [&] {
        // From root to root, so that every call succeeds: an error's message would take memory.
        const Entity child = world.children(entities[random() % 50]).front();
        if (child.is_null()) return;
        ASSERT_TRUE(world.reparent(child, entities[random() % 50]));
    };
    for (int i = 0; i < 3000; ++i) {
        tick();
        relink();
    }
    const std::size_t before = test::allocation_count();
    for (int i = 0; i < 300; ++i) {
        tick();
        relink();
    }
    EXPECT_EQ(test::allocation_count(), before);
}

}  // namespace
}  // namespace diorama
