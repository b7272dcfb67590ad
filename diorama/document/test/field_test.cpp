// SPDX-License-Identifier: MIT
#include "diorama/document/field.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "diorama/document/scene_doc.hpp"

namespace diorama::document {
namespace {

const std::vector<float> kSixteen(16, 0.5f);
const std::string kLong(100, 'x');

std::vector<FieldValue> values_of_every_kind() {
    return {1.5f,
            std::int64_t{-7},
            true,
            "",
            "sixteen bytes at",
            kLong,
            EntityIndex{3},
            std::span<const float>(),
            std::span(kSixteen).first(4),
            std::span<const float>(kSixteen)};
}

TEST(Field, HoldsACopyOfAValueOfEachKind) {
    for (const FieldValue& value : values_of_every_kind()) {
        const Field field("a name of more than fifteen bytes", value);
        EXPECT_TRUE(same_value(field.value(), value)) << value.index();
        EXPECT_EQ(field.kind(), kind_of(value));
        EXPECT_EQ(field.name(), "a name of more than fifteen bytes");
    }
}

TEST(Field, CopiesAndMovesBetweenKinds) {
    for (const FieldValue& from : values_of_every_kind()) {
        for (const FieldValue& to : values_of_every_kind()) {
            Field a("a", from, 1);
            const Field b("b", to, 2);
            a = b;
            EXPECT_EQ(a, b);
            EXPECT_EQ(a.place(), 2u);
            Field c(std::move(a));
            EXPECT_EQ(c, b);
            c = Field("b", from);
            EXPECT_TRUE(same_value(c.value(), from));
            c.set(c.value());
            EXPECT_TRUE(same_value(c.value(), from));
        }
    }
}

TEST(Field, ComparesFloatsByTheirBits) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(Field("x", nan), Field("x", nan));
    EXPECT_NE(Field("x", 0.0f), Field("x", -0.0f));
    EXPECT_NE(Field("x", 1.0f), Field("x", std::int64_t{1}));
    EXPECT_NE(Field("x", 1.0f), Field("y", 1.0f));
}

TEST(ComponentRecord, RenamesSetsAndRemovesFields) {
    ComponentRecord health{"Health", {Field("hp", std::int64_t{42})}};
    EXPECT_TRUE(health.rename_field("hp", "health"));
    EXPECT_FALSE(health.rename_field("hp", "health"));
    ASSERT_NE(health.find("health"), nullptr);
    health.set("health", std::int64_t{43});
    health.set("armour", "leather");
    ASSERT_EQ(health.fields.size(), 2u);
    EXPECT_EQ(std::get<std::int64_t>(health.find("health")->value()), 43);
    EXPECT_EQ(std::get<std::string_view>(health.find("armour")->value()), "leather");
    EXPECT_TRUE(health.remove("health"));
    EXPECT_FALSE(health.remove("health"));
    EXPECT_EQ(health.find("health"), nullptr);
}

TEST(EntityRecord, FindsAndRemovesComponentsByName) {
    EntityRecord entity;
    entity.components.push_back({"Health", {Field("hp", 1.0f)}});
    entity.components.push_back({"Marker", {}});
    ASSERT_NE(entity.find("Marker"), nullptr);
    EXPECT_TRUE(entity.remove("Health"));
    EXPECT_EQ(entity.find("Health"), nullptr);
    EXPECT_FALSE(entity.remove("Health"));
}

TEST(ShortString, KeepsTextOnBothSidesOfItsInlineSize) {
    for (std::size_t size = 0; size < 40; ++size) {
        const std::string text(size, 'a');
        ShortString first(text);
        EXPECT_EQ(first, text);
        ShortString second(std::move(first));
        first = second;
        second = ShortString("b");
        EXPECT_EQ(first, text);
        EXPECT_EQ(second, std::string_view("b"));
    }
}

}  // namespace
}  // namespace diorama::document
