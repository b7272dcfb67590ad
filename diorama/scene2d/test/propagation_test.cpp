// SPDX-License-Identifier: MIT
#include "diorama/scene2d/propagation.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <numeric>

#include "diorama/core/jobs.hpp"
#include "diorama/scene2d/detail/pass.hpp"
#include "diorama/scene2d/test/reference.hpp"

namespace diorama::scene2d {
namespace {

std::vector<int> counting(std::size_t count) {
    std::vector<int> order(count);
    std::iota(order.begin(), order.end(), 0);
    return order;
}

std::vector<int> shuffled(std::size_t count, std::uint64_t seed) {
    std::vector<int> order = counting(count);
    Numbers numbers(seed);
    for (std::size_t i = count; i > 1; --i)
        std::swap(order[i - 1], order[numbers.below(static_cast<std::uint32_t>(i))]);
    return order;
}

std::span<const detail::Kernel> kernels() {
    unsigned count = 0;
    const detail::Kernel* const list = detail::kernels(count);
    return {list, count};
}

/// Places \p nodes, spawned in \p order, with every kernel and number of workers, and holds each
/// against the reference.
void expect_placed(const std::vector<PlainNode>& nodes, const std::vector<int>& order) {
    const Expected expected = expected_of(nodes);
    Scratch2 scratch;
    for (const detail::Kernel& kernel : kernels()) {
        for (unsigned workers = 1; workers <= 4; ++workers) {
            Jobs jobs(workers);
            Space2 space;
            const std::vector<Entity> handles = build_space(space, nodes, order);
            EXPECT_EQ(detail::propagate_by(scratch, space, kernel.place, &jobs, 32),
                      expected.report);
            std::size_t wrong = 0;
            for (std::size_t i = 0; i < nodes.size(); ++i)
                wrong += plain(*space.global(handles[i])) != expected.places[i];
            EXPECT_EQ(wrong, 0u) << "of " << nodes.size() << " on " << workers << " workers";
        }
    }
}

TEST(Propagate2, TurnsAChildWithItsParent) {
    Space2 space;
    const Entity hub = space.spawn({{}, Angle::kQuarter});
    const Entity arm = space.spawn({{Fixed::kOne, Fixed::kZero}, Angle::kZero}, {hub});
    Scratch2 scratch;
    const Propagated2 report = propagate2(scratch, space);
    EXPECT_EQ(report, (Propagated2{.nodes = 2, .recomputed = 2}));
    EXPECT_EQ(space.global(arm)->translation(), (Vec2{Fixed::kZero, Fixed::kOne}));
    EXPECT_EQ(space.global(arm)->rotation(), Angle::kQuarter);
}

struct Row {
    const char* name;
    Shape shape;
    int bits;  // of coordinates: 31 saturates all the time
};
class Shapes : public testing::TestWithParam<Row> {};
constexpr Row kRows[] = {
    {"Flat", Shape::flat, 31},
    {"Chain", Shape::chain, 18},
    {"Tree", Shape::tree, 22},
    {"Wide", Shape::wide, 22},
    {"Backwards", Shape::backwards, 18},
    {"Tangle", Shape::tangle, 22},
    {"SaturatedChain", Shape::chain, 31},
    {"SaturatedTree", Shape::tree, 31},
    {"SaturatedTangle", Shape::tangle, 31},
};

TEST_P(Shapes, AreAsTheReferenceSaysInAnyOrderOfSlots) {
    for (const int count : {1, 2, 15, 16, 17, 33, 100, 1000}) {
        const auto nodes = make_nodes(GetParam().shape, count, GetParam().bits, 7);
        expect_placed(nodes, counting(nodes.size()));
        expect_placed(nodes, shuffled(nodes.size(), 8));
    }
}
INSTANTIATE_TEST_SUITE_P(Propagate2, Shapes, testing::ValuesIn(kRows),
                         [](const auto& row) { return row.param.name; });

TEST(Propagate2, IsAsTheReferenceSaysForAnyHierarchy) {
    rc::check([](std::uint64_t seed) {
        Numbers numbers(seed);
        const int count = 1 + static_cast<int>(numbers.below(200));
        auto nodes = make_nodes(static_cast<Shape>(numbers.below(6)), count,
                                16 + static_cast<int>(numbers.below(16)), numbers.next());
        for (PlainNode& node : nodes)  // some go elsewhere
            if (numbers.below(8) == 0)
                node.parent = static_cast<int>(numbers.below(static_cast<std::uint32_t>(count)));
        const Expected expected = expected_of(nodes);
        Space2 space;
        Scratch2 scratch;
        const auto handles = build_space(space, nodes, shuffled(nodes.size(), numbers.next()));
        RC_ASSERT(propagate2(scratch, space) == expected.report);
        for (std::size_t i = 0; i < nodes.size(); ++i)
            RC_ASSERT(plain(*space.global(handles[i])) == expected.places[i]);
    });
}

// Each tree is one node more than its links: what is no root, orphan or loop hangs under something.
TEST(Propagate2, CountsTreesByTheirRoots) {
    const auto nodes = make_nodes(Shape::tree, 4000, 20, 9);
    Space2 space;
    Scratch2 scratch;
    const auto handles = build_space(space, nodes, counting(nodes.size()));
    std::uint32_t links = 0, roots = 0;
    for (const PlainNode& node : nodes)
        (node.parent >= 0 ? links : roots)++;
    EXPECT_EQ(propagate2(scratch, space).nodes, links + roots);
    EXPECT_EQ(roots, 100u);
    // Ending a root makes its children orphans, and nothing else.
    std::uint32_t children = 0;
    for (std::size_t i = 1; i < 40; ++i)
        children += nodes[i].parent == 0;
    ASSERT_TRUE(space.despawn(handles[0]));
    EXPECT_EQ(propagate2(scratch, space).orphaned, children);
}

TEST(Propagate2, NeverObeysAStaleGeneration) {
    Space2 space;
    Scratch2 scratch;
    const Entity hub = space.spawn({{Fixed::from_int(100), {}}, Angle::kHalf});
    const Local2 local{{Fixed::from_int(1), {}}, Angle::kQuarter};
    const Entity arm = space.spawn(local, {hub});
    ASSERT_TRUE(space.despawn(hub));
    const Entity stranger = space.spawn({{Fixed::from_int(500), {}}, Angle::kZero});
    ASSERT_EQ(stranger.index(), hub.index());
    EXPECT_EQ(propagate2(scratch, space).orphaned, 1u);
    EXPECT_EQ(space.global(arm)->translation(), local.translation);
    EXPECT_EQ(space.global(arm)->rotation(), local.rotation);
}

TEST(Propagate2, PlacesAChildInALowerSlotThanItsParentInTheSamePass) {
    Space2 space;
    Scratch2 scratch;
    const Entity low = space.spawn({}), other = space.spawn({});
    ASSERT_TRUE(space.despawn(low));
    const Entity hub = space.spawn({{Fixed::from_int(1), {}}, {}});  // takes the low slot
    ASSERT_EQ(hub.index(), low.index());
    const Entity top = space.spawn({{Fixed::from_int(10), {}}, {}});
    ASSERT_TRUE(space.set_parent(hub, {top}));
    propagate2(scratch, space);
    EXPECT_EQ(space.global(hub)->translation().x, Fixed::from_int(11));
    ASSERT_TRUE(space.set_local(top, {{Fixed::from_int(20), {}}, {}}));
    propagate2(scratch, space);
    EXPECT_EQ(space.global(hub)->translation().x, Fixed::from_int(21));
    EXPECT_EQ(space.global(other), Global2::IDENTITY);
}

TEST(Propagate2, PlacesEachMemberOfALoopAsARootAndWhatHangsBelowUnderIt) {
    Space2 space;
    Scratch2 scratch;
    const Local2 one{{Fixed::from_int(1), {}}, Angle::kQuarter};
    const Entity a = space.spawn(one), b = space.spawn(one, {a}), c = space.spawn(one, {b});
    const Entity below = space.spawn(one, {c});
    ASSERT_TRUE(space.set_parent(a, {c}));
    EXPECT_EQ(propagate2(scratch, space), (Propagated2{.nodes = 4, .recomputed = 4, .cyclic = 3}));
    for (const Entity member : {a, b, c})
        EXPECT_EQ(space.global(member)->translation(), one.translation);
    EXPECT_EQ(space.global(below)->translation(), (Vec2{Fixed::from_int(1), Fixed::from_int(1)}));
}

TEST(Propagate2, AnswersTheSameWithAScratchThatServedAnotherWorld) {
    const auto nodes = make_nodes(Shape::tangle, 700, 22, 11);
    const auto others = make_nodes(Shape::backwards, 2000, 22, 12);
    Space2 space, other;
    Scratch2 used, fresh;
    build_space(other, others, counting(others.size()));
    propagate2(used, other);
    build_space(space, nodes, shuffled(nodes.size(), 13));
    const Propagated2 report = propagate2(used, space);
    const std::uint64_t hash = space.state_hash(used);
    EXPECT_EQ(propagate2(fresh, space), report);
    EXPECT_EQ(space.state_hash(fresh), hash);
}

TEST(Propagate2, PlacesADeepChain) {
    constexpr int kDepth = 100'000;
    for (const Shape shape : {Shape::chain, Shape::backwards}) {
        auto nodes = make_nodes(shape, kDepth, 4, 14);
        Space2 space;
        Scratch2 scratch;
        const auto handles = build_space(space, nodes, counting(nodes.size()));
        EXPECT_EQ(propagate2(scratch, space).nodes, static_cast<std::uint32_t>(kDepth));
        std::uint32_t sum = 0;
        for (const PlainNode& node : nodes)
            sum += node.local.rotation.raw();
        const Entity end = shape == Shape::chain ? handles.back() : handles.front();
        EXPECT_EQ(space.global(end)->rotation().raw(), sum);
    }
}

}  // namespace
}  // namespace diorama::scene2d
