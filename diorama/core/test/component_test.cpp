// SPDX-License-Identifier: MIT
#include "diorama/core/component.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace game {

struct Health {
    float hp = 100;
    int lives = 3;
    bool cached = false;  // not listed below, so not described
};
DIORAMA_COMPONENT(Health, hp, lives);

struct Marker {};
DIORAMA_COMPONENT_NAMED("game.Marker", Marker);

enum class Mood { calm, angry };
DIORAMA_ENUM(Mood, calm, angry);

}  // namespace game

namespace diorama {
namespace {

TEST(DioramaComponent, ListsTheNamedMembersInOrder) {
    static_assert(Described<game::Health>);
    static_assert(!Described<int>);
    game::Health health;
    std::vector<std::string> names;
    for_each_member(health, [&](std::string_view name, auto& member) {
        names.emplace_back(name);
        member = 7;
    });
    EXPECT_EQ(names, (std::vector<std::string>{"hp", "lives"}));
    EXPECT_EQ(health.hp, 7.0f);
    EXPECT_EQ(health.lives, 7);
    EXPECT_EQ(description_of<game::Health>().name, "Health");
}

TEST(DioramaEnum, ListsNamesAndValuesInOrder) {
    static_assert(DescribedEnum<game::Mood> && !DescribedEnum<int>);
    constexpr auto moods = enumerators_of<game::Mood>();
    ASSERT_EQ(moods.size(), 2U);
    EXPECT_EQ(moods[1].name, "angry");
    EXPECT_EQ(moods[1].value, game::Mood::angry);
}

TEST(DioramaComponent, AllowsAMarkerWithAnotherName) {
    static_assert(std::tuple_size_v<decltype(description_of<game::Marker>().members)> == 0);
    EXPECT_EQ(description_of<game::Marker>().name, "game.Marker");
}

}  // namespace
}  // namespace diorama
