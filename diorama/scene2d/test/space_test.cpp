// SPDX-License-Identifier: MIT
#include "diorama/scene2d/space.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "diorama/scene2d/error_codes.hpp"
#include "diorama/scene2d/propagation.hpp"
#include "diorama/scene2d/test/reference.hpp"

namespace diorama::scene2d {
namespace {

Local2 at(int x, int y = 0) {
    return {{Fixed::from_int(x), Fixed::from_int(y)}, {}};
}

std::vector<std::byte> saved(const Space2& space) {
    std::vector<std::byte> bytes;
    space.save(bytes);
    return bytes;
}

TEST(Space2, KeepsWhatIsSpawned) {
    Space2 space;
    const Entity hub = space.spawn(at(3, 4));
    const Entity arm = space.spawn(at(1), {hub});
    EXPECT_EQ(space.size(), 2u);
    EXPECT_EQ(space.local(hub), at(3, 4));
    EXPECT_EQ(space.parent(arm), Parent2{hub});
    EXPECT_EQ(space.parent(hub), Parent2{});
    EXPECT_EQ(space.global(arm), Global2::IDENTITY);
    EXPECT_EQ(space.at(arm.index()), arm);
    EXPECT_EQ(space.at(0), Entity::null());
}

TEST(Space2, HandsOutEndedSlotsNewestFirstAndNeverObeysTheirOldHandles) {
    Space2 space;
    const Entity a = space.spawn(at(1)), b = space.spawn(at(2)), c = space.spawn(at(3));
    ASSERT_TRUE(space.despawn(a));
    ASSERT_TRUE(space.despawn(c));
    const Entity d = space.spawn(at(4)), e = space.spawn(at(5)), f = space.spawn(at(6));
    EXPECT_EQ(d.index(), c.index());
    EXPECT_EQ(e.index(), a.index());
    EXPECT_EQ(f.index(), 4u);
    EXPECT_NE(d, c);
    EXPECT_FALSE(space.alive(a));
    EXPECT_TRUE(space.alive(b));
    EXPECT_FALSE(space.local(c));
    EXPECT_FALSE(space.global(c));
    const Result<> moved = space.set_local(c, at(9));
    ASSERT_FALSE(moved);
    EXPECT_EQ(moved.error().code, codes::node_dead);
    EXPECT_EQ(space.despawn(a).error().code, codes::node_dead);
    EXPECT_EQ(space.local(d), at(4));
}

TEST(Space2, RefusesADeadParentAndKeepsTheOld) {
    Space2 space;
    const Entity hub = space.spawn(at(1)), gone = space.spawn(at(2));
    const Entity arm = space.spawn(at(3), {hub});
    ASSERT_TRUE(space.despawn(gone));
    const Result<> hung = space.set_parent(arm, {gone});
    ASSERT_FALSE(hung);
    EXPECT_EQ(hung.error().code, codes::parent_dead);
    EXPECT_EQ(hung.error().message,
              "parent entity 2v1 is not alive, expected a live node or the null entity");
    EXPECT_EQ(space.parent(arm), Parent2{hub});
    EXPECT_FALSE(space.set_parent(arm, {Entity(7, 1)}));
    EXPECT_FALSE(space.set_parent(arm, {Entity(gone.index(), 2)}));  // never alive: even
    EXPECT_TRUE(space.set_parent(arm, {}));
    EXPECT_EQ(space.parent(arm), Parent2{});
}

TEST(Space2, TakesAParentFromElsewhereForADeadOne) {
    Space2 space, other;
    for (int i = 0; i < 5; ++i)
        other.spawn(at(i));
    const Entity foreign = other.spawn(at(100));
    const Entity root = space.spawn(at(1)), orphan = space.spawn(at(2), {foreign});
    EXPECT_EQ(space.set_parent(root, {foreign}).error().code, codes::parent_dead);
    EXPECT_EQ(space.set_parent(foreign, {root}).error().code, codes::node_dead);
    Scratch2 scratch;
    EXPECT_EQ(propagate2(scratch, space),
              (Propagated2{.nodes = 2, .recomputed = 2, .orphaned = 1}));
    EXPECT_EQ(space.global(orphan)->translation(), at(2).translation);
    EXPECT_EQ(space.parent(orphan), Parent2{foreign});
}

TEST(Space2, RestoresEverythingThatWasSaved) {
    Space2 space;
    Scratch2 scratch;
    const auto nodes = make_nodes(Shape::tangle, 500, 20, 1);
    std::vector<int> order(nodes.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = static_cast<int>(i);
    const std::vector<Entity> handles = build_space(space, nodes, order);
    propagate2(scratch, space);
    const std::vector<std::byte> before = saved(space);
    const std::uint64_t hash = space.state_hash(scratch);
    // A future that is taken back: the same calls then give the same handles again.
    std::vector<Entity> first, second;
    const auto play = [&](std::vector<Entity>& made) {
        for (int i = 0; i < 300; ++i) {
            (void)space.despawn(handles[static_cast<std::size_t>(i)]);
            made.push_back(space.spawn(at(i), {handles[400]}));
            made.push_back(space.spawn(at(i), {made.front()}));
        }
        propagate2(scratch, space);
        return space.state_hash(scratch);
    };
    const std::uint64_t future = play(first);
    EXPECT_NE(future, hash);
    ASSERT_TRUE(space.restore(before));
    EXPECT_EQ(saved(space), before);
    EXPECT_EQ(space.state_hash(scratch), hash);
    EXPECT_EQ(play(second), future);
    EXPECT_EQ(first, second);
    Space2 other;
    other.spawn(at(1));
    ASSERT_TRUE(other.restore(before));
    EXPECT_EQ(saved(other), before);
}

TEST(Space2, RefusesEveryTruncationAndTrailingBytes) {
    Space2 space;
    const Entity hub = space.spawn(at(1));
    space.spawn(at(2), {hub});
    (void)space.despawn(hub);
    const std::vector<std::byte> whole = saved(space);
    for (std::size_t n = 0; n < whole.size(); ++n) {
        const std::vector<std::byte> cut(whole.begin(),
                                         whole.begin() + static_cast<std::ptrdiff_t>(n));
        const Result<> restored = space.restore(cut);
        ASSERT_FALSE(restored) << n;
        EXPECT_EQ(restored.error().code, codes::snapshot);
    }
    std::vector<std::byte> longer = whole;
    longer.push_back({});
    EXPECT_FALSE(space.restore(longer));
    EXPECT_EQ(saved(space), whole);
}

TEST(Space2, RefusesAnotherMagicVersionAndCount) {
    Space2 space;
    space.spawn(at(1));
    const std::vector<std::byte> whole = saved(space);
    // The magic, the version, the slots, the live nodes, and the generation of slot 0.
    for (const std::size_t place : {0u, 4u, 8u, 12u, 24u}) {
        std::vector<std::byte> bad = whole;
        bad[place] ^= std::byte{2};
        EXPECT_FALSE(space.restore(bad)) << place;
    }
    EXPECT_EQ(saved(space), whole);
}

// A golden snapshot: what version 1 wrote once has to be read for ever.
TEST(Space2, WritesTheBytesOfTheFormatsPage) {
    Space2 space;
    const Entity hub = space.spawn({{Fixed::kOne, Fixed::from_raw(-1)}, Angle::kQuarter});
    space.spawn(at(2), {hub});
    Scratch2 scratch;
    propagate2(scratch, space);
    const std::uint32_t kWords[] = {
        0x32505344, 1,          3,          2, 0, 0,  // DSP2, version, slots, live, free, reserved
        0,          1,          1,                    // generations
        0,          0xffffffff, 1,                    // parents
        0,          0,          1,                    // and their generations
        0,          0x10000,    0x20000,              // local x
        0,          0xffffffff, 0,                    // local y
        0,          0x40000000, 0,                    // local rotation
        0,          0x10000,    0x10000,              // x
        0,          0xffffffff, 0x1ffff,              // y
        0,          0x40000000, 0x40000000,           // rotation
    };
    const std::vector<std::byte> bytes = saved(space);
    ASSERT_EQ(bytes.size(), sizeof(kWords));
    EXPECT_EQ(std::memcmp(bytes.data(), kWords, sizeof(kWords)), 0);
}

TEST(Space2, StaysWholeWhateverBytesItIsRestoredFrom) {
    Space2 space;
    const auto nodes = make_nodes(Shape::tangle, 100, 20, 2);
    std::vector<int> order(nodes.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = static_cast<int>(i);
    const std::vector<Entity> handles = build_space(space, nodes, order);
    for (std::size_t i = 0; i < 40; ++i)
        (void)space.despawn(handles[i * 2]);
    const std::vector<std::byte> whole = saved(space);
    Numbers numbers(3);
    Scratch2 scratch;
    int accepted = 0;
    for (int round = 0; round < 2000; ++round) {
        std::vector<std::byte> bytes = whole;
        // Anything but the checked header and generations; their own test is above.
        for (int i = 0; i < 20; ++i) {
            const std::size_t words = (bytes.size() - 24) / 4;
            const std::size_t at_word = round % 2 == 0 ? 24 + 4 * 101 : 16;
            const std::size_t place =
                at_word + 4 * numbers.below(static_cast<std::uint32_t>(words - 101 - 2));
            const auto value = static_cast<std::uint32_t>(numbers.next() >> numbers.below(64));
            if (place + 4 <= bytes.size()) std::memcpy(bytes.data() + place, &value, 4);
        }
        if (!space.restore(bytes)) continue;
        ++accepted;
        std::uint32_t before = space.size();
        for (int i = 0; i < 120; ++i) {
            const Entity made = space.spawn(at(i), {space.at(numbers.below(space.slots()))});
            ASSERT_TRUE(space.alive(made));
            EXPECT_NE(made.index(), 0u);
            ASSERT_EQ(space.size(), ++before);
        }
        const Propagated2 report = propagate2(scratch, space);
        EXPECT_EQ(report.nodes, space.size());
        (void)space.state_hash(scratch);
    }
    EXPECT_GT(accepted, 900);
}

TEST(StateHash, DependsOnShapeAndValuesOnly) {
    const auto nodes = make_nodes(Shape::tangle, 300, 20, 5);
    std::vector<int> order(nodes.size()), mixed(nodes.size());
    Numbers numbers(6);
    for (std::size_t i = 0; i < order.size(); ++i)
        mixed[i] = order[i] = static_cast<int>(i);
    for (std::size_t i = mixed.size(); i > 1; --i)
        std::swap(mixed[i - 1], mixed[numbers.below(static_cast<std::uint32_t>(i))]);
    Space2 a, b;
    for (int i = 0; i < 10; ++i)  // a history of its own
        (void)b.despawn(b.spawn(at(i)));
    build_space(a, nodes, order);
    const std::vector<Entity> handles = build_space(b, nodes, mixed);
    Scratch2 scratch;
    EXPECT_EQ(a.state_hash(scratch), b.state_hash(scratch));
    propagate2(scratch, a);
    EXPECT_NE(a.state_hash(scratch), b.state_hash(scratch));  // b is not placed yet
    propagate2(scratch, b);
    const std::uint64_t hash = a.state_hash(scratch);
    EXPECT_EQ(hash, b.state_hash(scratch));
    Local2 moved = *b.local(handles[7]);
    moved.rotation += Angle::from_raw(1);
    (void)b.set_local(handles[7], moved);
    EXPECT_NE(hash, b.state_hash(scratch));
}

TEST(StateHash, TellsRootsOrphansAndLoopsApart) {
    Scratch2 scratch;
    const auto hash = [&](auto&& make) {
        Space2 space;
        make(space);
        return space.state_hash(scratch);
    };
    const std::uint64_t root = hash([](Space2& s) { s.spawn(at(1)); });
    const std::uint64_t orphan = hash([](Space2& s) {
        const Entity gone = s.spawn(at(2));
        s.spawn(at(1), {gone});
        (void)s.despawn(gone);
    });
    const std::uint64_t loop = hash([](Space2& s) {
        const Entity self = s.spawn(at(1));
        (void)s.set_parent(self, {self});
    });
    EXPECT_NE(root, orphan);
    EXPECT_NE(root, loop);
    EXPECT_NE(orphan, loop);
    // a over b over c, in a loop, one way and the other.
    const auto three = [&](int x, int y, int z) {
        return hash([&](Space2& s) {
            const Entity a = s.spawn(at(x)), b = s.spawn(at(y)), c = s.spawn(at(z));
            (void)s.set_parent(a, {b});
            (void)s.set_parent(b, {c});
            (void)s.set_parent(c, {a});
        });
    };
    EXPECT_EQ(three(1, 2, 3), three(2, 3, 1));
    EXPECT_NE(three(1, 2, 3), three(3, 2, 1));
}

}  // namespace
}  // namespace diorama::scene2d
