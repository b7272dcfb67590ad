// SPDX-License-Identifier: MIT
#include "diorama/scene2d/components.hpp"

#include <gtest/gtest.h>

#include "diorama/document/scene_text.hpp"
#include "diorama/ecs/describe.hpp"
#include "diorama/ecs/world.hpp"
#include "diorama/scene/error_codes.hpp"
#include "diorama/scene2d/error_codes.hpp"
#include "diorama/scene2d/plugin.hpp"

namespace diorama::scene2d {
namespace {

using diorama::detail::describe;

document::SceneRegistry registry() {
    document::SceneRegistry result;
    register_scene2d_components(result);
    return result;
}

/// The world of a scene's text, or the errors' codes.
Result<std::vector<Entity>> load(World& world, std::string_view lines) {
    const Result<document::SceneDoc> doc =
        document::read_text("cinder-scene 2\n" + std::string(lines), "test.cscn");
    if (!doc) return std::unexpected(doc.error());
    return registry().instantiate(world, *doc);
}

TEST(Components, AreSavedAsDecimalsAndComeBackBitForBit) {
    World world;
    const Local2 local{{Fixed::from_raw(-98305), Fixed::kMax}, Angle::from_raw(0x40000001)};
    const Entity hub = world.spawn(local);
    world.spawn(Local2{}, Parent2{hub});
    world.spawn(Parent2{});
    Scratch2 scratch;
    propagate2(scratch, world);  // Global2 is not saved, and does not keep others from it
    const Result<document::SceneDoc> doc = registry().to_doc(world);
    ASSERT_TRUE(doc) << to_string(doc.error());
    const Result<std::string> text = document::write_text(*doc);
    ASSERT_TRUE(text);
    EXPECT_EQ(*text,
              "cinder-scene 2\n"
              "entity 0\n"
              "  Local2 translation.x=\"-1.50002\" translation.y=\"32767.99998\""
              " rotation=\"90.0000001\"\n"
              "entity 1\n"
              "  Parent2 parent=#0\n"
              "  Local2 translation.x=\"0\" translation.y=\"0\" rotation=\"0\"\n"
              "entity 2\n"
              "  Parent2 parent=#-1\n");
    World loaded;
    const Result<std::vector<Entity>> entities = registry().instantiate(loaded, *doc);
    ASSERT_TRUE(entities);
    EXPECT_EQ(*loaded.get<Local2>((*entities)[0]), local);
    EXPECT_EQ(loaded.get<Parent2>((*entities)[1])->parent, (*entities)[0]);
}

TEST(Components, ReadIntegersAndRoundByTheDigits) {
    World world;
    const auto entities =
        load(world, "entity 0\n  Local2 translation.x=3 translation.y=\"0.1\" rotation=-90\n");
    ASSERT_TRUE(entities) << to_string(entities.error());
    EXPECT_EQ(*world.get<Local2>((*entities)[0]),
              (Local2{{Fixed::from_int(3), Fixed::from_raw(6554)}, -Angle::kQuarter}));
}

TEST(Components, RefuseNanRangeAndFloatsWithAPlace) {
    World world;
    const auto entities = load(world,
                               "entity 0\n"
                               "  Local2 translation.x=\"nan\" translation.y=\"40000\"\n"
                               "entity 1\n"
                               "  Local2 translation.x=1.5 rotation=true\n");
    ASSERT_FALSE(entities);
    const auto& found = entities.error().diagnostics;
    ASSERT_EQ(found.size(), 4u);
    EXPECT_EQ(found[0].code, codes::fixed_text);
    EXPECT_EQ(found[1].code, codes::fixed_range);
    EXPECT_NE(found[1].message.find("-32768 to 32767.99998"), std::string::npos);
    EXPECT_NE(found[2].message.find("a string with a decimal"), std::string::npos);
    EXPECT_FALSE(found[0].where.empty());
    EXPECT_EQ(world.entity_count(), 0u);
}

TEST(Scene2dPlugin, PlacesNodesInUpdateAndNotesWhatIsWrong) {
    World world;
    ASSERT_TRUE(world.add_plugin(Scene2dPlugin{}));
    const Entity hub = world.spawn(Local2{{}, Angle::kQuarter});
    const Entity arm = world.spawn(Local2{{Fixed::kOne, {}}, {}}, Parent2{hub});
    ASSERT_TRUE(world.update(0));
    EXPECT_EQ(world.get<Global2>(arm)->translation(), (Vec2{Fixed::kZero, Fixed::kOne}));
    EXPECT_TRUE(world.diagnostics().empty());
    ASSERT_TRUE(world.despawn(hub));
    const Entity far = world.spawn(Local2{{Fixed::kMax, {}}, {}});
    const Entity beyond = world.spawn(Local2{{Fixed::kMax, {}}, {}}, Parent2{far});
    const Entity self = world.spawn(Local2{}, Parent2{});
    world.get_mut<Parent2>(self)->parent = self;
    ASSERT_TRUE(world.update(0));
    ASSERT_EQ(world.diagnostics().size(), 3u);
    EXPECT_EQ(world.diagnostics()[0].code, diorama::codes::hierarchy_broken);
    EXPECT_EQ(world.diagnostics()[1].code, diorama::codes::hierarchy_cycle);
    EXPECT_EQ(world.diagnostics()[2].code, codes::placement_saturated);
    EXPECT_EQ(world.diagnostics()[2].severity, Severity::warning);
    EXPECT_EQ(world.diagnostics()[0].message,
              "1 2D nodes have a parent that is dead or no node; the first is entity 1v1, whose "
              "parent is entity 0v1");
    EXPECT_EQ(world.diagnostics()[1].message,
              "1 2D nodes are members of loops; the first loop is " + describe(self));
    EXPECT_NE(world.diagnostics()[2].message.find("node at the limit is " + describe(beyond)),
              std::string::npos);
    // A loop that others hang below, whose first spawned member is not the first one met.
    const Entity lead = world.spawn(Local2{}, Parent2{});
    const Entity first = world.spawn(Local2{}, Parent2{});
    const Entity second = world.spawn(Local2{}, Parent2{first});
    world.get_mut<Parent2>(lead)->parent = second;
    world.get_mut<Parent2>(first)->parent = second;
    ASSERT_TRUE(world.despawn(self));
    ASSERT_TRUE(world.update(10 * world.fixed_step()));
    ASSERT_EQ(world.diagnostics().size(), 3u) << "once an update, whatever the fixed steps";
    EXPECT_EQ(world.diagnostics()[1].message,
              "2 2D nodes are members of loops; the first loop is " + describe(first) + ", " +
                  describe(second));
    ASSERT_TRUE(world.remove_plugin("scene2d"));
}

}  // namespace
}  // namespace diorama::scene2d
