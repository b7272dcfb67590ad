// SPDX-License-Identifier: MIT
#include "diorama/document/field_codec.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "diorama/document/field_containers.hpp"
#include "diorama/document/scene_binary.hpp"
#include "diorama/document/scene_text.hpp"

namespace shapes {

using namespace diorama;

enum class Colour { red, green };
DIORAMA_ENUM(Colour, red, green);

struct Empty {
    friend bool operator==(const Empty&, const Empty&) = default;
};
DIORAMA_COMPONENT(Empty);

struct Circle {
    float radius = 1;
    friend bool operator==(const Circle&, const Circle&) = default;
};
DIORAMA_COMPONENT(Circle, radius);

struct Box {
    vec2 size{1};
    std::vector<Colour> sides;
    friend bool operator==(const Box&, const Box&) = default;
};
DIORAMA_COMPONENT(Box, size, sides);

struct Everything {
    float number = 0.5f;
    double exact = 0.1;
    bool flag = true;
    std::int8_t tiny = -128;
    std::uint64_t huge = std::numeric_limits<std::uint64_t>::max();
    std::int64_t low = std::numeric_limits<std::int64_t>::min();
    std::string text = "two\nlines";
    Colour colour = Colour::green;
    vec3 position{1, 2, 3};
    quat turn{0.5f, 0.1f, 0.2f, 0.3f};  // w, x, y, z
    mat4 matrix{2};
    std::array<float, 2> pair{3, 4};
    std::array<std::string, 2> words{"a", ""};
    std::vector<float> weights{0.25f, -0.0f};
    std::vector<vec2> points{{1, 2}, {3, 4}};
    std::vector<int> indices{5, 6};
    std::vector<Colour> no_colours;
    std::vector<std::vector<Colour>> nested{{}, {Colour::red, Colour::green}};
    std::vector<Empty> empties{{}, {}};
    std::vector<bool> flags{true, false};
    std::optional<int> some = 7;
    std::optional<int> none;
    std::optional<Empty> marker = Empty{};
    std::optional<Empty> no_marker;
    std::optional<Box> box = Box{};
    std::optional<std::vector<float>> no_list;
    std::optional<std::vector<float>> empty_list = std::vector<float>{};
    std::optional<std::optional<int>> inner_none = std::optional<int>{};
    std::map<std::string, int> counts{{"", 1}, {"a b=\"", 2}};
    std::map<std::string, int> no_counts;
    std::variant<Circle, Box, Empty> shape = Box{{2, 3}, {Colour::red}};
    Circle circle{9};

    friend bool operator==(const Everything&, const Everything&) = default;
};
DIORAMA_COMPONENT(Everything, number, exact, flag, tiny, huge, low, text, colour, position, turn,
                  matrix, pair, words, weights, points, indices, no_colours, nested, empties, flags,
                  some, none, marker, no_marker, box, no_list, empty_list, inner_none, counts,
                  no_counts, shape, circle);

/// Every member's opposite: what the fields must bring back.
Everything blank() {
    Everything blank;
    blank.number = 0, blank.exact = 0, blank.flag = false, blank.tiny = 0, blank.huge = 0;
    blank.low = 0, blank.text = "x", blank.colour = Colour::red, blank.position = vec3(0);
    blank.turn = quat(1, 0, 0, 0), blank.matrix = mat4(0), blank.pair = {},
    blank.words = {"x", "x"};
    blank.weights = {9}, blank.points = {}, blank.indices = {}, blank.no_colours = {Colour::red};
    blank.nested = {}, blank.empties = {}, blank.flags = {}, blank.some = 0, blank.none = 1;
    blank.marker.reset(), blank.no_marker.emplace(), blank.box.reset(), blank.no_list.emplace();
    blank.empty_list.reset(), blank.inner_none.reset(), blank.counts.clear();
    blank.no_counts = {{"x", 1}}, blank.shape = Circle{}, blank.circle.radius = 0;
    return blank;
}

/// A list that can hold itself.
struct Tree {
    std::vector<Tree> below;
};
DIORAMA_COMPONENT(Tree, below);

}  // namespace shapes

namespace diorama::document {
namespace {

using shapes::Everything;
using testing::ElementsAre;
using testing::HasSubstr;

/// \p value as the only component of a document.
template <class T>
SceneDoc document_of(const T& value) {
    const EntityNumbers numbers({});
    FieldWriter writer(numbers);
    FieldCodec<T>::write_members(writer, value);
    EXPECT_EQ(writer.error(), "");
    SceneDoc doc;
    ComponentRecord& record = doc.entities.emplace_back().components.emplace_back();
    record.name = ShortString(description_of<T>().name);
    for (const FieldView& field : writer.fields())
        record.fields.emplace_back(field.name, field.value);
    return doc;
}

struct ReadBack {
    std::vector<std::string> faults;
    std::vector<std::string> unread;
};

/// Reads the only component of \p doc into \p value.
template <class T>
ReadBack read_into(const SceneDoc& doc, T& value) {
    std::vector<FieldView> fields;
    for (const Field& field : doc.entities.at(0).components.at(0).fields)
        fields.push_back(field.view());
    FieldReader reader(fields, {});
    FieldCodec<T>::read_members(reader, value);
    ReadBack result;
    for (const FieldFault& fault : reader.faults())
        result.faults.push_back(fault.message);
    for (const std::size_t position : reader.unread())
        result.unread.emplace_back(fields[position].name);
    return result;
}

/// Reads \p fields, as text, into a T.
template <class T>
ReadBack read_text_into(const std::string& fields, T& value) {
    const Result<SceneDoc> doc = read_text("cinder-scene 2\nentity 0\n  T " + fields, "t");
    EXPECT_TRUE(doc) << (doc ? "" : to_string(doc.error()));
    return doc ? read_into(*doc, value) : ReadBack{};
}

TEST(FieldCodec, BringsEveryTypeBackThroughBothFormats) {
    // CASES S13: markers, wrappers, enumerations, optionals, empty lists, maps, lists of lists.
    const SceneDoc doc = document_of(Everything{});
    const Result<SceneDoc> text = read_text(*write_text(doc), "t");
    ASSERT_TRUE(text) << to_string(text.error());
    const Result<SceneDoc> binary = read_binary(*write_binary(doc), "b");
    ASSERT_TRUE(binary) << to_string(binary.error());
    EXPECT_EQ(*write_text(*binary), *write_text(doc));
    for (const SceneDoc* source : {&*text, &*binary}) {
        Everything back = shapes::blank();
        const ReadBack read = read_into(*source, back);
        EXPECT_THAT(read.faults, ElementsAre());
        EXPECT_THAT(read.unread, ElementsAre());
        EXPECT_EQ(back, Everything{});
        EXPECT_EQ(*write_text(document_of(back)), *write_text(doc));
    }
}

TEST(FieldCodec, ReadsFieldsInAnyOrder) {
    SceneDoc doc = document_of(Everything{});
    std::vector<Field>& fields = doc.entities[0].components[0].fields;
    std::reverse(fields.begin(), fields.end());
    Everything back = shapes::blank();
    const ReadBack read = read_into(doc, back);
    EXPECT_THAT(read.faults, ElementsAre());
    EXPECT_THAT(read.unread, ElementsAre());
    EXPECT_EQ(back, Everything{});
}

TEST(FieldCodec, WritesTheDocumentedSpelling) {
    // The table of docs/formats/scene_text.md, "Members as fields".
    EXPECT_EQ(*write_text(document_of(Everything{})),
              "cinder-scene 2\nentity 0\n  Everything number=0.5 exact=\"0.1\" flag=true tiny=-128 "
              "huge=\"18446744073709551615\" low=-9223372036854775808 text=\"two\\nlines\" "
              "colour=\"green\" position=[1.0,2.0,3.0] turn=[0.1,0.2,0.3,0.5] "
              "matrix=[2.0,0.0,0.0,0.0,0.0,2.0,0.0,0.0,0.0,0.0,2.0,0.0,0.0,0.0,0.0,2.0] "
              "pair=[3.0,4.0] words.0=\"a\" words.1=\"\" weights=[0.25,-0.0] "
              "points=[1.0,2.0,3.0,4.0] indices.0=5 indices.1=6 no_colours=[] nested.0=[] "
              "nested.1.0=\"red\" nested.1.1=\"green\" empties.0=true empties.1=true flags.0=true "
              "flags.1=false some=7 none=[] marker=true no_marker=[] box.size=[1.0,1.0] "
              "box.sides=[] no_list=[] empty_list.0=[] inner_none.0=[] counts.0.key=\"\" "
              "counts.0.value=1 counts.1.key=\"a b=\\\"\" counts.1.value=2 no_counts=[] "
              "shape=\"Box\" shape.size=[2.0,3.0] shape.sides.0=\"red\" circle.radius=9.0\n");
}

TEST(FieldCodec, KeepsDefaultsWhereTheFileHasNothing) {
    Everything value;
    const ReadBack read = read_text_into("", value);
    EXPECT_THAT(read.faults, ElementsAre());
    EXPECT_EQ(value, Everything{});
}

TEST(FieldCodec, KeepsDigits) {
    // CASES S06.
    const EntityNumbers numbers({});
    FieldWriter writer(numbers);
    writer.write("single", 0.570710678118f);
    writer.write("both", 0.570710678118);
    writer.write("whole", 12345678.0f);
    EXPECT_EQ(std::bit_cast<std::uint32_t>(std::get<float>(writer.fields()[0].value)), 0x3f121a18u);
    EXPECT_EQ(std::get<std::string_view>(writer.fields()[1].value), "0.570710678118");
    EXPECT_EQ(std::bit_cast<std::uint32_t>(std::get<float>(writer.fields()[2].value)), 0x4b3c614eu);
}

TEST(FieldCodec, WritesOneNaNOfDoubles) {
    // docs/architecture.md: every NaN in a file is the same one.
    const EntityNumbers numbers({});
    for (const std::uint64_t odd :
         {0xfff8000000000123u, 0x7ff0000000000001u, 0x7ff8000000000000u}) {
        FieldWriter writer(numbers);
        writer.write("a", std::bit_cast<double>(odd));
        EXPECT_EQ(std::get<std::string_view>(writer.fields()[0].value), "0x7ff8000000000000");
    }
    Everything value;
    EXPECT_THAT(read_text_into("exact=\"0x7ff8000000000000\"", value).faults, ElementsAre());
    EXPECT_EQ(std::bit_cast<std::uint64_t>(value.exact), 0x7ff8000000000000u);
    EXPECT_THAT(read_text_into("exact=\"0xfff8000000000123\"", value).faults, ElementsAre());
    FieldWriter again(numbers);
    again.write("a", value.exact);
    EXPECT_EQ(std::get<std::string_view>(again.fields()[0].value), "0x7ff8000000000000");
}

TEST(FieldCodec, WritesOneNaN) {
    const EntityNumbers numbers({});
    FieldWriter writer(numbers);
    const float odd = std::bit_cast<float>(0xffc00123u);
    writer.number("a", odd);
    writer.floats("b", std::span(&odd, 1));
    EXPECT_EQ(std::bit_cast<std::uint32_t>(std::get<float>(writer.fields()[0].value)), 0x7fc00000u);
    EXPECT_EQ(
        std::bit_cast<std::uint32_t>(std::get<std::span<const float>>(writer.fields()[1].value)[0]),
        0x7fc00000u);
}

struct WrongField {
    const char* name;
    const char* fields;
    const char* fault;
};
constexpr WrongField kWrongFields[] = {
    {"StringForFloat", "number=\"x\"", "field number: expected a float, found a string"},
    {"FloatForInteger", "tiny=1.0", "field tiny: expected an integer, found a float"},
    {"IntegerForBoolean", "flag=1", "field flag: expected a boolean, found an integer"},
    {"IntegerForString", "text=7", "field text: expected a string, found an integer"},
    {"IntegerTooLarge", "tiny=128", "field tiny: found 128, expected an integer from -128 to 127"},
    {"NegativeForUnsigned", "huge=-1", "field huge: found -1, expected an integer from 0 to"},
    {"WordForUnsigned", "huge=\"many\"", "field huge: found `many`, expected an integer"},
    {"WordForDouble", "exact=\"many\"", "field exact: found `many`, expected a number"},
    {"UnknownEnumerator", "colour=\"blue\"",
     "field colour: found `blue`, expected one of red, green"},
    {"EnumeratorThatATerminalObeys", "colour=\"\x1b]0;pwn\x07\"",
     "field colour: found `?]0;pwn?`, expected one of red, green"},
    {"EnumeratorOfLines", "colour=\"a\\nerror: fake\"", "field colour: found `a?error: fake`"},
    {"LongWordForUnsigned", "huge=\"ääääääääääääääääääääääääääää\"",
     "field huge: found `ääääääääääääääääääää...`, expected"},
    {"AlternativeOfLines", "shape=\"C\\none\"", "found `C?one`, expected one of Circle"},
    {"TwoFloatsForThree", "position=[1,2]", "field position: expected 3 floats, found a list of 2"},
    {"OddPoints", "points=[1,2,3]", "field points: expected floats in groups of 2"},
    {"ScalarForList", "indices=3", "field indices: expected [] or fields indices.0 and so on"},
    {"WrongElement", "indices.0=1 indices.1=\"x\"", "field indices.1: expected an integer"},
    {"WrongNested", "circle.radius=true", "field circle.radius: expected a float"},
    {"UnknownAlternative", "shape=\"Cone\"", "expected one of Circle, Box, Empty"},
    {"WrongOptional", "some=\"x\"", "field some: expected an integer"},
    {"WordForAnElement", "empties.0=\"bogus\" empties.1=true",
     "field empties.0: expected true, or only fields empties.0.member, found a string"},
    {"FalseForAnElement", "empties.0=false",
     "field empties.0: expected true, or only fields empties.0.member, found a boolean"},
    {"NumberForAnOptionalStruct", "box=7 box.size=[1,2]",
     "field box: expected true, or only fields box.member, found an integer"},
    {"ListForAnOptionalStruct", "box=[1,2]",
     "field box: expected true, or only fields box.member, found a list of 2 floats"},
    {"FalseForAMarker", "marker=false",
     "field marker: expected true, or only fields marker.member, found a boolean"},
    {"GapInAList", "indices.0=1 indices.2=3 nonsense=4",
     "`indices.1` is missing; elements count from 0 without gaps"},
    {"FirstElementMissing", "indices.1=3",
     "`indices.0` is missing; elements count from 0 without gaps"},
    {"GapInANestedList", "nested.0.0=\"red\" nested.0.2=\"red\" nested.1.0=\"red\"",
     "`nested.0.1` is missing; elements count from 0 without gaps"},
    {"GapInAListOfLists", "nested.0=[] nested.2=[]",
     "`nested.1` is missing; elements count from 0 without gaps"},
    {"GapBeyondAllNumbers", "indices.0=1 indices.99999999999999999999=3",
     "`indices.1` is missing; elements count from 0 without gaps"},
    {"GapInAMap", "counts.0.key=\"a\" counts.0.value=1 counts.2.key=\"b\" counts.2.value=2",
     "`counts.1` is missing; elements count from 0 without gaps"},
    {"KeyMissing", "counts.0.value=1", "`counts.0.key` is missing"},
    {"ValueMissing", "counts.0.key=\"a\"", "`counts.0.value` is missing"},
    {"ElementsOfAnEmptyList", "indices=[] indices.0=1",
     "found `indices.0` beside an empty `indices`, expected one or the other"},
    {"PairsOfAnEmptyMap", "counts=[] counts.0.key=\"a\"",
     "found `counts.0.key` beside an empty `counts`, expected one or the other"},
};

class FieldCodecFault : public testing::TestWithParam<WrongField> {};

TEST_P(FieldCodecFault, IsNamed) {
    Everything value;
    const ReadBack read = read_text_into(GetParam().fields, value);
    EXPECT_THAT(read.faults, ElementsAre(HasSubstr(GetParam().fault)));
}
INSTANTIATE_TEST_SUITE_P(FieldCodec, FieldCodecFault, testing::ValuesIn(kWrongFields),
                         [](const auto& row) { return row.param.name; });

TEST(FieldCodec, ReadsWholeNumbersAsFloatsAndDoubles) {
    Everything value;
    EXPECT_THAT(read_text_into("number=3 exact=4", value).faults, ElementsAre());
    EXPECT_EQ(value.number, 3.0f);
    EXPECT_EQ(value.exact, 4.0);
}

TEST(FieldCodec, LeavesNumbersThatNoElementHasUnread) {
    Everything value;
    const ReadBack read = read_text_into("indices.0=1 indices.02=3 indices.x=4 nonsense=4", value);
    EXPECT_EQ(value.indices, std::vector<int>{1});
    EXPECT_THAT(read.faults, ElementsAre());
    EXPECT_THAT(read.unread, ElementsAre("indices.02", "indices.x", "nonsense"));
}

TEST(FieldCodec, FindsAGapAmongManyFields) {
    Everything value;
    std::string fields;
    for (int i = 0; i < 40; ++i)
        if (i != 17) fields.append("indices.").append(std::to_string(i)).append("=1 ");
    const ReadBack read = read_text_into(fields, value);
    EXPECT_THAT(read.faults, ElementsAre("`indices.17` is missing; elements count from 0 without "
                                         "gaps"));
}

TEST(FieldCodec, KeepsDefaultsWhereOnlyFieldsBelowTheNameAreThere) {
    // Seed 001: a default where the field is absent; `position.x` is another field.
    Everything value;
    value.position = {9, 9, 9};
    value.some = 7;
    value.indices = {1, 2};
    const Everything before = value;
    const ReadBack read = read_text_into(
        "position.x=1 some.x=1 who.x=#0 indices.y=1 counts.y=2 counts.0.y=2 nested.y=1", value);
    EXPECT_EQ(value.position, before.position);
    EXPECT_EQ(value.some, before.some);
    EXPECT_EQ(value.indices, before.indices);
    EXPECT_EQ(value.counts, before.counts);
    EXPECT_THAT(read.unread, testing::Contains("position.x"));
    EXPECT_THAT(read.unread, testing::Contains("counts.0.y"));
    EXPECT_EQ(read.unread.size(), 7u);

    const std::vector<FieldView> fields{{"p.x", 1.0f}, {"m.y", 2.0f}};
    FieldReader reader(fields, {});
    EXPECT_EQ(reader.vec3("p", vec3(9)), vec3(9));
    EXPECT_EQ(reader.mat4("m"), mat4(1));
    Entity entity(4, 1);
    reader.read("p", entity);
    EXPECT_EQ(entity, Entity(4, 1));
    EXPECT_EQ(reader.unread().size(), 2u);
}

TEST(FieldCodec, RefusesAMapWithAKeyTwice) {
    Everything value;
    const ReadBack read = read_text_into(
        "counts.0.key=\"a\" counts.0.value=1 counts.1.key=\"a\" counts.1.value=2", value);
    EXPECT_THAT(read.faults, ElementsAre(HasSubstr("field counts.1.key: found a key that an "
                                                   "earlier pair has, expected another")));
}

TEST(FieldCodec, GoesBelowANameWhileAScopeLives) {
    const EntityNumbers numbers({});
    FieldWriter writer(numbers);
    {
        const FieldWriter::Scope scope(writer, "a");
        EXPECT_TRUE(scope.ok());
        writer.integer("x", 1);
    }
    writer.integer("x", 2);
    ASSERT_EQ(writer.fields().size(), 2u);
    EXPECT_EQ(writer.fields()[0].name, "a.x");
    FieldReader reader(writer.fields(), {});
    {
        const FieldReader::Scope scope(reader, "a");
        EXPECT_TRUE(scope.ok());
        EXPECT_EQ(reader.integer("x", 0), 1);
        reader.fault(codes::value, "x", "is one");
    }
    EXPECT_EQ(reader.integer("x", 0), 2);
    EXPECT_EQ(reader.error(), "field a.x: is one");
}

TEST(FieldCodec, DoesNotFollowNamesOfAnyDepth) {
    std::string name = "below";
    for (int i = 0; i < 1000; ++i)
        name += ".0.below";
    shapes::Tree tree;
    const ReadBack read = read_text_into(name + "=[]", tree);
    ASSERT_FALSE(read.faults.empty());
    EXPECT_THAT(read.faults[0], HasSubstr("nested more than 64 levels deep"));

    shapes::Tree deep;
    shapes::Tree* at = &deep;
    for (int i = 0; i < 100; ++i)
        at = &at->below.emplace_back();
    const EntityNumbers numbers({});
    FieldWriter writer(numbers);
    FieldCodec<shapes::Tree>::write_members(writer, deep);
    EXPECT_THAT(std::string(writer.error()), HasSubstr("nested more than 64 levels deep"));
}

TEST(FieldReader, AnswersAsTheFormatsSourceSays) {
    const std::vector<float> three{1, 2, 3};
    const std::vector<FieldView> fields{{"f", 1.5f},
                                        {"i", std::int64_t{2}},
                                        {"b", true},
                                        {"s", "text"},
                                        {"e", EntityIndex{1}},
                                        {"n", EntityIndex{-1}},
                                        {"v", std::span(three)}};
    const std::vector<Entity> entities{Entity(4, 1), Entity(7, 2)};
    FieldReader reader(fields, entities);
    EXPECT_EQ(reader.number("f", 0), 1.5f);
    EXPECT_EQ(reader.number("i", 0), 2.0f);
    EXPECT_EQ(reader.number("absent", 9), 9.0f);
    EXPECT_EQ(reader.integer("i", 0), 2);
    EXPECT_EQ(reader.integer("absent", 9), 9);
    EXPECT_TRUE(reader.boolean("b", false));
    EXPECT_EQ(reader.string("s", ""), "text");
    EXPECT_EQ(reader.entity("e"), Entity(7, 2));
    EXPECT_TRUE(reader.entity("n").is_null());
    EXPECT_TRUE(reader.entity("absent").is_null());
    EXPECT_EQ(reader.vec3("v", vec3(0)), vec3(1, 2, 3));
    EXPECT_EQ(reader.vec3("absent", vec3(9)), vec3(9));
    EXPECT_EQ(reader.floats("absent", 2), std::vector<float>(2));
    EXPECT_EQ(reader.mat4("absent"), mat4(1));
    EXPECT_TRUE(reader.ok());

    EXPECT_EQ(reader.string("i", "fallback"), "fallback");
    EXPECT_EQ(reader.error(), "field i: expected a string, found an integer");
    EXPECT_EQ(reader.floats("v", 2), std::vector<float>(2));
    EXPECT_EQ(reader.mat4("v"), mat4(0));
    EXPECT_TRUE(reader.entity("i").is_null());
    EXPECT_EQ(reader.faults().size(), 4u);
}

TEST(FieldWriter, NumbersEntitiesOfTheSnapshotOnly) {
    const std::vector<Entity> entities{Entity(4, 1), Entity(7, 2)};
    const EntityNumbers numbers(entities);
    EXPECT_EQ(numbers.find(Entity(7, 2)).value, 1);
    EXPECT_EQ(numbers.find(Entity(7, 1)).value, -1);  // an earlier life of the slot
    EXPECT_EQ(numbers.find(Entity(5, 1)).value, -1);
    EXPECT_EQ(numbers.find(Entity(9, 1)).value, -1);
    EXPECT_EQ(numbers.find(Entity::null()).value, -1);
}

TEST(FieldWriter, CopiesWhatItIsGiven) {
    const EntityNumbers numbers({});
    FieldWriter writer(numbers);
    for (int i = 0; i < 1000; ++i)
        writer.string(std::string("name") + std::to_string(i),
                      std::string(100, char('a' + i % 26)));
    writer.string("large", std::string(10'000, 'z'));
    for (int i = 0; i < 1000; ++i) {
        EXPECT_EQ(writer.fields()[std::size_t(i)].name, std::string("name") + std::to_string(i));
        EXPECT_EQ(std::get<std::string_view>(writer.fields()[std::size_t(i)].value),
                  std::string(100, char('a' + i % 26)));
    }
    EXPECT_EQ(std::get<std::string_view>(writer.fields()[1000].value), std::string(10'000, 'z'));
    writer.clear();
    EXPECT_TRUE(writer.fields().empty());
}

}  // namespace
}  // namespace diorama::document
