// SPDX-License-Identifier: MIT
// Places in child lists of every length, against a plain vector that does the same.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "diorama/ecs/world.hpp"

namespace diorama {
namespace {

/// A parent whose children are changed together with a vector of them.
class Siblings {
  public:
    explicit Siblings(unsigned seed) : random_(seed) {}

    void append(std::size_t count) {
        for (std::size_t i = 0; i < count; ++i)
            expected_.push_back(world_.spawn(ChildOf{parent_}));
    }
    std::size_t pick() { return random_() % expected_.size(); }
    void despawn(std::size_t at) {
        ASSERT_TRUE(world_.despawn(expected_[at]));
        expected_.erase(expected_.begin() + static_cast<std::ptrdiff_t>(at));
    }
    void detach_and_attach(std::size_t at) {
        const Entity child = expected_[at];
        ASSERT_TRUE(world_.detach(child));
        ASSERT_TRUE(world_.reparent(child, parent_));
        place(at, expected_.size() - 1);
    }
    void move_before(std::size_t at, std::size_t sibling) {
        ASSERT_TRUE(world_.move_child(expected_[at], expected_[sibling]));
        if (at != sibling) place(at, sibling > at ? sibling - 1 : sibling);
    }
    void move_to(std::size_t at, std::size_t to) {
        ASSERT_TRUE(world_.move_child_to(expected_[at], to));
        place(at, std::min(to, expected_.size() - 1));
    }
    /// Compares iteration with the vector, and places with both, about \p samples of them.
    void check(std::size_t samples) {
        const Children children = world_.children(parent_);
        ASSERT_EQ(children.size(), expected_.size());
        ASSERT_TRUE(std::equal(children.begin(), children.end(), expected_.begin()));
        for (std::size_t at = 0; at < expected_.size(); at += 1 + expected_.size() / samples) {
            ASSERT_EQ(children[at], expected_[at]);
            ASSERT_EQ(children.index_of(expected_[at]), at);
        }
    }
    std::size_t size() const { return expected_.size(); }
    World& world() { return world_; }
    Entity parent() const { return parent_; }

  private:
    void place(std::size_t from, std::size_t to) {
        const Entity child = expected_[from];
        expected_.erase(expected_.begin() + static_cast<std::ptrdiff_t>(from));
        expected_.insert(expected_.begin() + static_cast<std::ptrdiff_t>(to), child);
    }

    World world_;
    Entity parent_ = world_.spawn();
    std::vector<Entity> expected_;
    std::mt19937 random_;
};

TEST(Children, KnowTheirPlacesAtEveryLength) {
    Siblings siblings(1);
    for (int n = 0; n < 600; ++n) {
        siblings.append(1);
        ASSERT_NO_FATAL_FAILURE(siblings.check(600)) << n;
    }
    while (siblings.size() > 0) {
        siblings.despawn(siblings.pick());
        ASSERT_NO_FATAL_FAILURE(siblings.check(600)) << siblings.size();
    }
}

TEST(Children, KeepTheirPlacesThroughRandomChanges) {
    for (const std::size_t size : {10u, 70u, 1000u, 20'000u}) {
        Siblings siblings(static_cast<unsigned>(size));
        siblings.append(size);
        for (int step = 0; step < 3000; ++step) {
            const std::size_t at = siblings.pick();
            switch (siblings.pick() % 5) {
                case 0:
                    if (siblings.size() > size / 2) siblings.despawn(at);
                    break;
                case 1:
                    siblings.detach_and_attach(at);
                    break;
                case 2:
                    siblings.move_before(at, siblings.pick());
                    break;
                case 3:
                    // One in a while goes beyond the end.
                    siblings.move_to(at, siblings.pick() + (step % 16 == 0 ? size : 0));
                    break;
                default:
                    siblings.append(1);
            }
            if (step % 50 == 0) {
                ASSERT_NO_FATAL_FAILURE(siblings.check(100)) << size << ", step " << step;
            }
        }
        ASSERT_NO_FATAL_FAILURE(siblings.check(20'000));
    }
}

TEST(Children, KeepTheirPlacesWhenChangesMeetInOneSpot) {
    Siblings siblings(7);
    siblings.append(2000);
    // All to the front, one before the other; then the middle is emptied.
    for (int i = 0; i < 2000; ++i)
        siblings.move_to(1999, 0);
    ASSERT_NO_FATAL_FAILURE(siblings.check(2000));
    for (int i = 0; i < 1000; ++i)
        siblings.move_before(siblings.size() - 1, siblings.size() / 2);
    ASSERT_NO_FATAL_FAILURE(siblings.check(2000));
    while (siblings.size() > 40)
        siblings.despawn(siblings.size() / 2);
    ASSERT_NO_FATAL_FAILURE(siblings.check(40));
}

TEST(Children, GiveTheirCountForWhatIsNoneOfThem) {
    Siblings siblings(1);
    siblings.append(100);
    World& world = siblings.world();
    const Children children = world.children(siblings.parent());
    EXPECT_EQ(children.index_of(siblings.parent()), 100u);
    EXPECT_EQ(children.index_of(Entity::null()), 100u);
    const Entity stranger = world.spawn(ChildOf{world.spawn()});
    EXPECT_EQ(world.children(siblings.parent()).index_of(stranger), 100u);
    const Entity ended = children[5];
    ASSERT_TRUE(world.despawn(ended));
    EXPECT_EQ(world.children(siblings.parent()).index_of(ended), 99u);
    EXPECT_EQ(Children().index_of(stranger), 0u);
}

TEST(Children, OfALongListEndWithTheirParentAndAreFollowedByOthers) {
    Siblings siblings(3);
    siblings.append(5000);
    World& world = siblings.world();
    ASSERT_TRUE(world.despawn(siblings.parent()));
    EXPECT_EQ(world.entity_count(), 0u);
    // The same slots, in other lists.
    const Entity a = world.spawn(), b = world.spawn();
    std::vector<Entity> of_a, of_b;
    for (int i = 0; i < 500; ++i) {
        of_a.push_back(world.spawn(ChildOf{a}));
        of_b.push_back(world.spawn(ChildOf{b}));
    }
    for (std::size_t i = 0; i < 500; ++i) {
        ASSERT_EQ(world.children(a)[i], of_a[i]);
        ASSERT_EQ(world.children(b).index_of(of_b[i]), i);
    }
}

}  // namespace
}  // namespace diorama
