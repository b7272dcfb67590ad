// SPDX-License-Identifier: MIT
// Faults that are easily taken for something else, and defaults where a kind is wrong.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "diorama/document/error_codes.hpp"
#include "diorama/document/field_reader.hpp"
#include "diorama/document/scene_binary.hpp"
#include "diorama/document/scene_components.hpp"
#include "diorama/document/scene_registry.hpp"
#include "diorama/document/scene_text.hpp"
#include "diorama/document/test/scene_fixtures.hpp"
#include "diorama/ecs/world.hpp"

namespace diorama::document {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

struct Flag {
    bool on = true;
};
DIORAMA_COMPONENT(Flag, on);

struct Thing {
    int x = 1;
};

/// One component `C` with fields \p fields, each a name and an integer.
SceneBytes binary_of(const std::vector<std::vector<std::string>>& records) {
    std::string out = "CSCN";
    const auto u32 = [&](std::size_t value) {
        const auto number = static_cast<std::uint32_t>(value);
        out.append(reinterpret_cast<const char*>(&number), 4);
    };
    const auto text = [&](std::string_view value) {
        u32(value.size());
        out.append(value);
    };
    u32(2);
    u32(records.size());
    for (const std::vector<std::string>& fields : records) {
        u32(1);
        text("C");
        u32(fields.size());
        for (const std::string& field : fields) {
            text(field);
            out += '\2';
            out.append(8, '\0');
        }
    }
    const auto bytes = std::as_bytes(std::span(out));
    return {bytes.begin(), bytes.end()};
}

TEST(ReadBinary, RefusesABooleanThatIsNeitherZeroNorOne) {
    SceneDoc doc;
    doc.entities.resize(1);
    doc.entities[0].components.push_back({"Flag", {Field("on", true)}});
    const SceneBytes good = write_binary(doc).value();
    SceneRegistry registry;
    ASSERT_TRUE(registry.add<Flag>());
    for (const std::int64_t value :
         {std::int64_t{-1}, std::int64_t{2}, std::int64_t{256}, INT64_MIN, std::int64_t{1} << 32}) {
        SceneBytes bytes = good;
        std::memcpy(bytes.data() + bytes.size() - sizeof(value), &value, sizeof(value));
        EXPECT_THAT(message_of(read_binary(bytes, "b")), HasSubstr("expected 0 or 1 for a boolean"))
            << value;
        World world;
        EXPECT_THAT(message_of(registry.load(world, bytes, "b")),
                    HasSubstr("expected 0 or 1 for a boolean"))
            << value;
        EXPECT_EQ(world.entity_count(), 0u);
    }
}

TEST(ReadBinary, LooksAtTheNamesOfEachRecordThoughTheComponentIsKnown) {
    // A sound one first, so that the component's names have been seen.
    EXPECT_TRUE(read_binary(binary_of({{"x", "y"}, {"x", "y"}, {"x"}, {"x", "z"}}), "b"));
    EXPECT_THAT(message_of(read_binary(binary_of({{"x", "y"}, {"x", "x"}}), "b")),
                HasSubstr("duplicate field: entity 1, `C` has `x` twice"));
    EXPECT_THAT(message_of(read_binary(binary_of({{"x", "y"}, {"x", "y="}}), "b")),
                HasSubstr("entity 1, `C`: found `y=`, expected a field's name"));
    EXPECT_THAT(message_of(read_binary(binary_of({{"x", "y"}, {"x", "y", "x"}}), "b")),
                HasSubstr("duplicate field: entity 1"));
    EXPECT_THAT(message_of(read_binary(binary_of({{"x"}, {""}}), "b")),
                HasSubstr("expected a field's name"));
}

TEST(ReadBinary, HoldsACountOfFieldsAgainstTheBytesThatAreThere) {
    SceneBytes bytes = binary_of({{"x"}});
    const std::uint32_t many = 5'000;
    std::memcpy(bytes.data() + bytes.size() - 18, &many, sizeof(many));  // before `x` and its value
    EXPECT_THAT(message_of(read_binary(bytes, "b")),
                HasSubstr("unexpected end of data: found 14 bytes, expected at least 50000 for "
                          "5000 fields"));
}

TEST(Migrate, TellsAComponentWithoutAStepOncePerType) {
    SceneRegistry registry;
    const auto add = [&](const char* name) {
        return registry.add_custom(SceneFunctions<Flag>{name, [](const Flag&, FieldWriter&) {},
                                                        [](FieldReader&) { return Flag{}; }, 2});
    };
    ASSERT_TRUE(add("First"));
    ASSERT_TRUE(registry.add_custom(SceneFunctions<Thing>{
        "Second", [](const Thing&, FieldWriter&) {}, [](FieldReader&) { return Thing{}; }, 3}));
    SceneDoc doc;
    for (const char* name : {"First", "First", "Second", "First", "Second"}) {
        doc.entities.emplace_back();
        doc.entities.back().components.push_back({name, {}});
    }
    EXPECT_THAT(messages_of(registry.migrate(doc)),
                ElementsAre(testing::AllOf(HasSubstr("First"), HasSubstr("no migration to 2")),
                            testing::AllOf(HasSubstr("Second"), HasSubstr("no migration to 2"))));
}

TEST(CheckDoc, LooksAtTheNamesOfEachRecordThoughTheComponentIsKnown) {
    const auto message = [](std::vector<Field> second) {
        SceneDoc doc;
        doc.entities.resize(2);
        doc.entities[0].components.push_back({"C", {Field("x", 1.0f), Field("y", 1.0f)}});
        doc.entities[1].components.push_back({"C", std::move(second)});
        const Result<> checked = check_doc(doc);
        return checked ? std::string("sound") : message_of(checked);
    };
    EXPECT_EQ(message({Field("x", 1.0f), Field("y", 2.0f)}), "sound");
    EXPECT_EQ(message({Field("x", 1.0f)}), "sound");
    EXPECT_THAT(message({Field("x", 1.0f), Field("x", 2.0f)}), HasSubstr("duplicate field"));
    EXPECT_THAT(message({Field("x", 1.0f), Field("y z", 2.0f)}), HasSubstr("error[doc-name]"));
    EXPECT_THAT(message({Field("x", 1.0f), Field("y", 2.0f), Field("y", 2.0f)}),
                HasSubstr("duplicate field"));
}

/// What \p read makes of a component with the one field \p value, with its faults.
template <class Read>
std::vector<std::string> faults_of(FieldValue value, Read&& read) {
    const FieldView fields[] = {{"f", value, 0}};
    const Entity entities[] = {Entity(4, 1), Entity(5, 1)};
    FieldReader reader(fields, entities);
    read(reader);
    std::vector<std::string> messages;
    for (const FieldFault& fault : reader.faults())
        messages.push_back(fault.message);
    return messages;
}

TEST(FieldReader, RefusesAnIndexThatNoEntityHas) {
    for (const std::int64_t index :
         {std::int64_t{-2}, std::int64_t{2}, INT64_MIN, INT64_MAX, std::int64_t{1} << 32}) {
        EXPECT_THAT(faults_of(EntityIndex{index},
                              [](FieldReader& r) { EXPECT_EQ(r.entity("f"), Entity::null()); }),
                    ElementsAre("field f: found #" + std::to_string(index) +
                                ", expected #-1 or an index below 2"));
    }
    EXPECT_TRUE(faults_of(EntityIndex{1}, [](FieldReader& r) {
                    EXPECT_EQ(r.entity("f"), Entity(5, 1));
                }).empty());
    EXPECT_TRUE(faults_of(EntityIndex{-1}, [](FieldReader& r) {
                    EXPECT_EQ(r.entity("f"), Entity::null());
                }).empty());
}

TEST(FieldReader, GivesTheDefaultWhereTheKindIsWrong) {
    const FieldValue text = std::string_view("x");
    EXPECT_THAT(faults_of(text, [](FieldReader& r) { EXPECT_EQ(r.number("f", 2.5f), 2.5f); }),
                ElementsAre("field f: expected a float, found a string"));
    EXPECT_THAT(faults_of(text, [](FieldReader& r) { EXPECT_EQ(r.integer("f", 7), 7); }),
                ElementsAre("field f: expected an integer, found a string"));
    EXPECT_THAT(faults_of(text, [](FieldReader& r) { EXPECT_TRUE(r.boolean("f", true)); }),
                ElementsAre("field f: expected a boolean, found a string"));
    EXPECT_THAT(faults_of(text, [](FieldReader& r) { EXPECT_FALSE(r.boolean("f", false)); }),
                ElementsAre("field f: expected a boolean, found a string"));
    EXPECT_EQ(faults_of(1.5f, [](FieldReader& r) { EXPECT_EQ(r.integer("f", 7), 7); }).size(), 1u);
    EXPECT_EQ(faults_of(true, [](FieldReader& r) { EXPECT_EQ(r.number("f", 3), 3.0f); }).size(),
              1u);
    EXPECT_EQ(
        faults_of(std::int64_t{1}, [](FieldReader& r) { EXPECT_FALSE(r.boolean("f", false)); })
            .size(),
        1u);
}

TEST(FieldReader, GivesZeroesForAVec3OfAnotherShape) {
    const std::vector<float> two = {1, 2}, four = {1, 2, 3, 4};
    for (const std::vector<float>* list : {&two, &four}) {
        EXPECT_EQ(faults_of(std::span(*list),
                            [](FieldReader& r) { EXPECT_EQ(r.vec3("f", vec3(7)), vec3(0)); })
                      .size(),
                  1u);
    }
    EXPECT_EQ(
        faults_of(1.5f, [](FieldReader& r) { EXPECT_EQ(r.vec3("f", vec3(7)), vec3(0)); }).size(),
        1u);
    const FieldView none[] = {{"other", 1.0f, 0}};
    FieldReader reader(none, {});
    EXPECT_EQ(reader.vec3("f", vec3(7)), vec3(7));
}

TEST(KeptFields, GiveWayToTheTypesOwn) {
    // A field is kept because nothing read it; then the type itself begins to write one so called.
    static bool writes_y = false;
    SceneRegistry registry;
    registry.set_unknown(UnknownPolicy::keep);
    ASSERT_TRUE(registry.add_custom(SceneFunctions<Thing>{
        "Thing",
        [](const Thing& value, FieldWriter& w) {
            w.integer("x", value.x);
            if (writes_y) w.integer("y", 20);
        },
        [](FieldReader& r) { return Thing{static_cast<int>(r.integer("x", 1))}; }}));
    World world;
    const std::string text = "cinder-scene 2\nentity 0\n  Thing x=5 y=6 z=7\n";
    ASSERT_TRUE(registry.load(world, std::as_bytes(std::span(text)), "t"));
    writes_y = false;
    EXPECT_EQ(registry.save_text(world).value(), text);
    writes_y = true;
    EXPECT_EQ(registry.save_text(world).value(),
              "cinder-scene 2\nentity 0\n  Thing x=5 y=20 z=7\n");
    EXPECT_EQ(*write_text(*registry.to_doc(world)), registry.save_text(world).value());
}

}  // namespace
}  // namespace diorama::document
