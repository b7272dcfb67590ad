// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "diorama/ecs/world.hpp"
#include "diorama/scene/error_codes.hpp"
#include "diorama/scene/mobility_diagnostics.hpp"
#include "diorama/scene/name.hpp"
#include "diorama/scene/reparent.hpp"
#include "diorama/scene/scene_plugin.hpp"
#include "diorama/scene/transform.hpp"

namespace diorama {
namespace {

class MobilityTest : public testing::Test {
  protected:
    MobilityTest() {
        EXPECT_TRUE(world_.add_plugin(ScenePlugin{}));
        subscription_ = subscribe_mobility_diagnostics(
            world_, [&](const MobilityDiagnostic& diagnostic) { heard_.push_back(diagnostic); });
    }
    void move(Entity entity) { world_.get_mut<Transform>(entity)->translation.x += 1; }
    void update() { ASSERT_TRUE(world_.update(0.001)); }

    World world_;
    std::uint32_t subscription_ = 0;
    std::vector<MobilityDiagnostic> heard_;
};

TEST_F(MobilityTest, ReportsAStaticEntityThatMovesOnce) {
    const Entity fixed = world_.spawn(Transform{}, Mobility{MobilityKind::fixed});
    const Entity free = world_.spawn(Transform{}, Mobility{MobilityKind::movable});
    const Entity plain = world_.spawn(Transform{});
    move(fixed);
    update();
    EXPECT_TRUE(heard_.empty()) << "the frame that declares it may place it";
    for (int i = 0; i < 3; ++i) {
        for (const Entity entity : {fixed, free, plain})
            move(entity);
        update();
    }
    ASSERT_EQ(heard_.size(), 1u);
    EXPECT_EQ(heard_[0].code, codes::mobility_static_moved);
    EXPECT_EQ(heard_[0].entity, fixed);
    EXPECT_EQ(world_.get<GlobalTransform>(fixed)->translation().x, 4)
        << "and it moves all the same";
}

TEST_F(MobilityTest, LetsADeclarationStartOver) {
    const Entity entity = world_.spawn(Transform{});
    move(entity);
    update();
    ASSERT_TRUE(world_.add(entity, Mobility{MobilityKind::fixed}));
    move(entity);
    update();
    EXPECT_TRUE(heard_.empty());
    update();
    EXPECT_TRUE(heard_.empty());
    move(entity);
    update();
    EXPECT_EQ(heard_.size(), 1u);
}

TEST_F(MobilityTest, SaysNothingOfWritesThatChangeNothing) {
    const Entity fixed =
        world_.spawn(Transform{.translation = {1, 2, 3}}, Mobility{MobilityKind::fixed});
    update();
    for (int i = 0; i < 3; ++i) {
        const Transform same = *world_.get<Transform>(fixed);
        *world_.get_mut<Transform>(fixed) = same;
        world_.get_mut<Mobility>(fixed)->kind = MobilityKind::fixed;
        update();
    }
    EXPECT_TRUE(heard_.empty());
}

TEST_F(MobilityTest, ReportsAStaticEntityThatIsMovedByItsParent) {
    const Entity root = world_.spawn(Transform{}), arm = world_.spawn(ChildOf{root});
    const Entity fixed = world_.spawn(ChildOf{arm}, Mobility{MobilityKind::fixed});
    const Entity free = world_.spawn(ChildOf{arm});
    update();
    move(root);
    update();
    move(root);
    update();
    ASSERT_EQ(heard_.size(), 1u);
    EXPECT_EQ(heard_[0].entity, fixed);
    EXPECT_NE(heard_[0].entity, free);
}

TEST_F(MobilityTest, ReportsAReparentOnlyWhereItMoves) {
    const Entity home = world_.spawn(Transform{.translation = {3, 0, 0}});
    const Entity away = world_.spawn(
        Transform{.translation = {0, 7, 0}, .rotation = angle_axis(1.0f, vec3(0, 0, 1))});
    const Entity kept = world_.spawn(Transform{.translation = {0.1f, 0.2f, 0.3f}}, ChildOf{home},
                                     Mobility{MobilityKind::fixed});
    const Entity carried = world_.spawn(Transform{}, ChildOf{home}, Mobility{MobilityKind::fixed});
    const Entity rooted = world_.spawn(Transform{}, ChildOf{world_.spawn(Transform{})},
                                       Mobility{MobilityKind::fixed});
    update();
    for (const Entity parent : {away, Entity::null(), home, away}) {
        ASSERT_TRUE(reparent_keeping_world(world_, kept, parent));
        update();
    }
    ASSERT_TRUE(world_.detach(rooted));
    update();
    EXPECT_TRUE(heard_.empty()) << "they are where they were";
    ASSERT_TRUE(world_.reparent(carried, away));
    update();
    ASSERT_EQ(heard_.size(), 1u);
    EXPECT_EQ(heard_[0].entity, carried);
}

TEST_F(MobilityTest, ReportsASmallTurnFarFromTheOrigin) {
    const Entity fixed =
        world_.spawn(Transform{.translation = {100000, 0, 0}}, Mobility{MobilityKind::fixed});
    update();
    world_.get_mut<Transform>(fixed)->rotation = angle_axis(0.001f, vec3(0, 1, 0));
    update();
    EXPECT_EQ(heard_.size(), 1u);
}

TEST_F(MobilityTest, KnowsWhatIsSpawnedAfterPropagation) {
    System late;
    late.name = "late";
    late.stage = Stage::last;
    Entity fixed;
    late.run = [&](World& world) {
        if (fixed.is_null())
            fixed = world.spawn(Transform{.translation = {5, 0, 0}}, Mobility{MobilityKind::fixed});
    };
    late.before = {"scene.mobility"};
    late.after = {"scene.propagate"};
    ASSERT_TRUE(world_.add_system(Schedule::update, late));
    for (int i = 0; i < 3; ++i)
        update();
    EXPECT_TRUE(heard_.empty()) << "its first placement is the next propagation's";
    move(fixed);
    update();
    EXPECT_EQ(heard_.size(), 1u);
}

TEST_F(MobilityTest, KnowsAPlacementThatComesLater) {
    const Entity fixed = world_.spawn(Mobility{MobilityKind::fixed});
    update();
    ASSERT_TRUE(world_.add(fixed, Transform{.translation = {5, 0, 0}}));
    update();
    EXPECT_TRUE(heard_.empty()) << "that is its first";
    move(fixed);
    update();
    EXPECT_EQ(heard_.size(), 1u);
}

TEST_F(MobilityTest, ForgetsAPromiseThatIsTakenBack) {
    const Entity a = world_.spawn(Transform{}, Mobility{MobilityKind::fixed});
    const Entity b = world_.spawn(Transform{}, Mobility{MobilityKind::fixed});
    const Entity c = world_.spawn(Transform{}, Mobility{MobilityKind::fixed});
    update();
    ASSERT_TRUE(world_.remove<Mobility>(a));
    world_.get_mut<Mobility>(b)->kind = MobilityKind::movable;
    ASSERT_TRUE(world_.despawn(c));
    const Entity reused = world_.spawn(Transform{.translation = {9, 9, 9}});
    EXPECT_EQ(reused.index(), c.index());
    move(a);
    move(b);
    update();
    world_.get_mut<Mobility>(b)->kind = MobilityKind::fixed;
    ASSERT_TRUE(world_.add(a, Mobility{MobilityKind::fixed}));
    update();
    update();
    EXPECT_TRUE(heard_.empty()) << "a new promise is of where they are now";
    move(b);
    update();
    EXPECT_EQ(heard_.size(), 1u);
}

TEST_F(MobilityTest, ReportsInTheOrderOfSpawningWhateverTheStorage) {
    for (const int movers : {0, 2000}) {
        heard_.clear();
        std::vector<Entity> fixed, free;
        for (int i = 0; i < 40; ++i)
            fixed.push_back(world_.spawn(Transform{}, Mobility{MobilityKind::fixed}));
        for (int i = 0; i < movers; ++i)
            free.push_back(world_.spawn(Transform{}));
        for (std::size_t i = 0; i < fixed.size(); i += 3)
            ASSERT_TRUE(world_.add(fixed[i], Name{"elsewhere"}));
        update();
        for (const Entity entity : fixed)
            move(entity);
        for (const Entity entity : free)
            move(entity);
        update();
        std::vector<Entity> found;
        for (const MobilityDiagnostic& diagnostic : heard_)
            found.push_back(diagnostic.entity);
        EXPECT_EQ(found, fixed) << "with " << movers << " others moving";
    }
}

TEST_F(MobilityTest, TellsEachCodeAndEntityOnceUntilUnsubscribed) {
    const Entity a = world_.spawn(), b = world_.spawn();
    const auto emit = [&](ErrorCode code, Entity entity) {
        return emit_mobility_diagnostic(world_, {code, entity, "", "", ""});
    };
    EXPECT_TRUE(emit(codes::mobility_invalid_kind, a));
    EXPECT_FALSE(emit(codes::mobility_invalid_kind, a));
    EXPECT_TRUE(emit(codes::mobility_physics_conflict, a));
    EXPECT_TRUE(emit(codes::mobility_invalid_kind, b));
    EXPECT_EQ(heard_.size(), 3u);
    unsubscribe_mobility_diagnostics(world_, subscription_);
    EXPECT_TRUE(emit(codes::mobility_physics_conflict, b));
    EXPECT_EQ(heard_.size(), 3u);
}

TEST_F(MobilityTest, LetsListenersChangeTheSubscriptions) {
    const auto emit = [&](Entity entity) {
        return emit_mobility_diagnostic(world_, {codes::mobility_invalid_kind, entity, "", "", ""});
    };
    const Entity a = world_.spawn(), b = world_.spawn(), c = world_.spawn();
    std::string log;
    std::uint32_t self = 0, last = 0;
    // What a listener holds must last as long as it runs, though it has unsubscribed itself, and
    // though those it subscribes want more room than there is.
    self = subscribe_mobility_diagnostics(
        world_, [&, kept = std::string(100, 'k')](const MobilityDiagnostic& heard) {
            unsubscribe_mobility_diagnostics(world_, self);
            unsubscribe_mobility_diagnostics(world_, last);
            for (int i = 0; i < 50; ++i)
                subscribe_mobility_diagnostics(
                    world_, [&](const MobilityDiagnostic&) { log.push_back('n'); });
            log.push_back(kept[99]);
            if (heard.entity == a) {
                EXPECT_TRUE(emit(b)) << "tells another diagnostic in the middle of one";
            }
            log.push_back(kept[98]);
        });
    last = subscribe_mobility_diagnostics(world_,
                                          [&](const MobilityDiagnostic&) { log.push_back('l'); });
    EXPECT_TRUE(emit(a));
    EXPECT_EQ(log, "k" + std::string(50, 'n') + "k")
        << "those subscribed meanwhile hear of later ones only, and the unsubscribed of none";
    EXPECT_EQ(heard_.size(), 2u);
    log.clear();
    EXPECT_TRUE(emit(c));
    EXPECT_EQ(log, std::string(50, 'n'));
}

TEST_F(MobilityTest, GoesOnAfterAListenerHasThrown) {
    const Entity a = world_.spawn(), b = world_.spawn();
    const auto emit = [&](Entity entity) {
        emit_mobility_diagnostic(world_, {codes::mobility_invalid_kind, entity, "", "", ""});
    };
    int heard = 0;
    const std::uint32_t throws = subscribe_mobility_diagnostics(
        world_, [](const MobilityDiagnostic&) { throw std::runtime_error("no"); });
    subscribe_mobility_diagnostics(world_, [&](const MobilityDiagnostic&) { ++heard; });
    EXPECT_THROW(emit(a), std::runtime_error);
    unsubscribe_mobility_diagnostics(world_, throws);
    emit(b);
    EXPECT_EQ(heard, 1);
}

}  // namespace
}  // namespace diorama
