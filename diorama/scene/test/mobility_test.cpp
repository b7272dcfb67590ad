// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "diorama/ecs/world.hpp"
#include "diorama/scene/error_codes.hpp"
#include "diorama/scene/mobility_diagnostics.hpp"
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
