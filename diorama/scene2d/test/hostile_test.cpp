// SPDX-License-Identifier: MIT
// Spaces that no calls could have made, restored from bytes: any generations, parents and numbers.
// Every kernel, alone or beside others, must place them as the reference does, and count the same.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <iterator>

#include "diorama/core/jobs.hpp"
#include "diorama/scene2d/detail/pass.hpp"
#include "diorama/scene2d/test/reference.hpp"

namespace diorama::scene2d {
namespace {

/// The columns of a snapshot, as docs/formats/space2_snapshot.md has them.
struct Snapshot {
    static constexpr std::uint32_t kColumns = 9, kHeader = 6;
    enum Column { generation, parent, parent_generation, x, y, turn, placed_x, placed_y, placed };

    std::uint32_t slots;
    std::vector<std::uint32_t> words;

    explicit Snapshot(std::uint32_t count) : slots(count), words(kHeader + kColumns * count) {
        words[0] = 0x32505344;
        words[1] = 1;
        words[2] = slots;
    }
    std::uint32_t& at(Column column, std::uint32_t slot) {
        return words[kHeader + static_cast<std::uint32_t>(column) * slots + slot];
    }
    std::vector<std::byte> bytes() {
        words[3] = 0;
        for (std::uint32_t slot = 0; slot < slots; ++slot)
            words[3] += at(generation, slot) & 1u;
        std::vector<std::byte> made(words.size() * 4);
        std::memcpy(made.data(), words.data(), made.size());
        return made;
    }
};

/// A coordinate at the edges of what fits, of what a kernel does at once, or anywhere.
std::uint32_t any_coordinate(Numbers& numbers) {
    constexpr std::uint32_t kEdges[] = {0,          1,          0xffffffff, 0x7fffffff, 0x80000000,
                                        0x80000001, 0x40000000, 0x3fffffff, 0xc0000000, 0xc0000001,
                                        0x5a82799a, 0xa57d8666, 0x20000000, 0x10000};
    const std::uint32_t choice = numbers.below(4);
    if (choice == 0) return kEdges[numbers.below(std::size(kEdges))];
    const auto any = static_cast<std::uint32_t>(numbers.next());
    return choice == 1 ? any : any >> (8 + numbers.below(16));
}

/// A parent near, far, behind, itself, or nowhere.
std::uint32_t any_parent(Numbers& numbers, std::uint32_t slot, std::uint32_t slots,
                         std::uint32_t style) {
    switch (style == 9 ? numbers.below(9) : style) {
        case 0:
            return slot - 1 - numbers.below(std::clamp(slot, 1u, 5u));
        case 1:
            return slot - 1;
        case 2:
            return (slot + 1) % slots;
        case 3:
            return slot / 8;
        case 4:
            return numbers.below(slots);
        case 5:
            return slot - 1 - numbers.below(std::clamp(slot, 1u, 48u));
        case 6:
            return std::min(slot + numbers.below(20), slots - 1);
        case 7:
            return 0;
        default:
            return static_cast<std::uint32_t>(numbers.next() >> numbers.below(64));
    }
}

Snapshot any_snapshot(Numbers& numbers) {
    Snapshot made(1 + numbers.below(400));
    const std::uint32_t style = numbers.below(12), dead = 1 + numbers.below(30);
    for (std::uint32_t slot = 1; slot < made.slots; ++slot)
        made.at(Snapshot::generation, slot) = numbers.below(dead) == 0
                                                  ? static_cast<std::uint32_t>(numbers.next()) & ~1u
                                                  : 1 + 2 * numbers.below(3);
    for (std::uint32_t slot = 0; slot < made.slots; ++slot) {
        const std::uint32_t up = any_parent(numbers, slot, made.slots, std::min(style, 9u));
        made.at(Snapshot::parent, slot) = up;
        made.at(Snapshot::parent_generation, slot) =
            numbers.below(12) == 0 ? static_cast<std::uint32_t>(numbers.next() >> numbers.below(64))
            : up < made.slots      ? made.at(Snapshot::generation, up)
                                   : 1;
        for (const auto column : {Snapshot::x, Snapshot::y})
            made.at(column, slot) = any_coordinate(numbers);
        made.at(Snapshot::turn, slot) = numbers.below(3) == 0
                                            ? numbers.below(8) << 29
                                            : static_cast<std::uint32_t>(numbers.next());
        for (const auto column : {Snapshot::placed_x, Snapshot::placed_y, Snapshot::placed})
            made.at(column, slot) = static_cast<std::uint32_t>(numbers.next());
    }
    return made;
}

/// The live slots of \p from as nodes; \p slots gets where each stands.
std::vector<PlainNode> nodes_of(Snapshot& from, std::vector<std::uint32_t>& slots) {
    std::vector<int> node_in(from.slots, PlainNode::kOrphan);
    for (std::uint32_t slot = 1; slot < from.slots; ++slot)
        if ((from.at(Snapshot::generation, slot) & 1u) != 0) {
            node_in[slot] = static_cast<int>(slots.size());
            slots.push_back(slot);
        }
    std::vector<PlainNode> nodes;
    for (const std::uint32_t slot : slots) {
        PlainNode node;
        node.local = {{Fixed::from_raw(static_cast<std::int32_t>(from.at(Snapshot::x, slot))),
                       Fixed::from_raw(static_cast<std::int32_t>(from.at(Snapshot::y, slot)))},
                      Angle::from_raw(from.at(Snapshot::turn, slot))};
        const std::uint32_t meant = from.at(Snapshot::parent_generation, slot);
        const std::uint32_t up = from.at(Snapshot::parent, slot);
        if (meant != 0)
            node.parent = up < from.slots && from.at(Snapshot::generation, up) == meant
                              ? node_in[up]
                              : PlainNode::kOrphan;
        nodes.push_back(node);
    }
    return nodes;
}

TEST(HostileSpace, IsPlacedAsTheReferenceSaysByEveryKernel) {
    Numbers numbers(61);
    Scratch2 scratch;
    Jobs three(3);
    unsigned count = 0;
    const detail::Kernel* const kernels = detail::kernels(count);
    std::uint64_t saturated = 0, cyclic = 0, orphaned = 0;
    for (int round = 0; round < 300; ++round) {
        Snapshot snapshot = any_snapshot(numbers);
        const std::vector<std::byte> bytes = snapshot.bytes();
        std::vector<std::uint32_t> slots;
        const std::vector<PlainNode> nodes = nodes_of(snapshot, slots);
        const Expected expected = expected_of(nodes);
        saturated += expected.report.saturated;
        cyclic += expected.report.cyclic;
        orphaned += expected.report.orphaned;
        for (unsigned i = 0; i < count; ++i)
            for (Jobs* const jobs : {static_cast<Jobs*>(nullptr), &three}) {
                Space2 space;
                ASSERT_TRUE(space.restore(bytes));
                const Propagated2 report =
                    detail::propagate_by(scratch, space, kernels[i].place, jobs, 16);
                EXPECT_EQ(report, expected.report) << "round " << round << " kernel " << i;
                for (std::size_t node = 0; node < nodes.size(); ++node)
                    ASSERT_EQ(plain(*space.global(space.at(slots[node]))), expected.places[node])
                        << "round " << round << " kernel " << i << " slot " << slots[node];
            }
    }
    EXPECT_GT(saturated, 500u);
    EXPECT_GT(cyclic, 500u);
    EXPECT_GT(orphaned, 500u);
}

TEST(HostileSpace, IsUsedOnWhateverItsFreeListSays) {
    Numbers numbers(62);
    for (int round = 0; round < 300; ++round) {
        Snapshot snapshot = any_snapshot(numbers);
        snapshot.words[4] = any_parent(numbers, 1, snapshot.slots, 8);
        Space2 space;
        ASSERT_TRUE(space.restore(snapshot.bytes()));
        std::vector<Entity> live;
        for (std::uint32_t slot = 0; slot < space.slots(); ++slot)
            if (!space.at(slot).is_null()) live.push_back(space.at(slot));
        for (int i = 0; i < 200; ++i) {
            const Entity made = space.spawn({}, {});
            EXPECT_EQ(std::count(live.begin(), live.end(), made), 0);
            live.push_back(made);
            const auto at = numbers.below(static_cast<std::uint32_t>(live.size()));
            if (i % 3 == 0) {
                ASSERT_TRUE(space.despawn(live[at]));
                live.erase(live.begin() + at);
            }
        }
        EXPECT_EQ(space.size(), live.size());
        for (const Entity node : live)
            EXPECT_TRUE(space.alive(node));
    }
}

TEST(Space2, RetiresASlotWhoseGenerationsAreUsedUp) {
    Snapshot snapshot(2);
    snapshot.at(Snapshot::generation, 1) = 0xffffffff;
    Space2 space;
    ASSERT_TRUE(space.restore(snapshot.bytes()));
    const Entity last = space.at(1);
    ASSERT_TRUE(space.alive(last));
    ASSERT_TRUE(space.despawn(last));
    EXPECT_FALSE(space.alive(last));
    EXPECT_EQ(space.spawn({}).index(), 2u);
    EXPECT_TRUE(space.at(1).is_null());
}

}  // namespace
}  // namespace diorama::scene2d
