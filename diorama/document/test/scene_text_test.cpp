// SPDX-License-Identifier: MIT
#include "diorama/document/scene_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "diorama/document/error_codes.hpp"
#include "diorama/document/test/scene_fixtures.hpp"

namespace diorama::document {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// The document that \p lines after `entity 0` make.
Result<SceneDoc> read_entity(std::string_view lines) {
    return read_text("cinder-scene 2\nentity 0\n" + std::string(lines), "t");
}

FieldValue only_value(const SceneDoc& doc) {
    return doc.entities.at(0).components.at(0).fields.at(0).value();
}

TEST(ReadText, GivesTheGoldenFileBack) {
    const std::string text = as_string(fixture("yard_v2.cscn"));
    const Result<SceneDoc> doc = read_text(text, "yard_v2.cscn");
    ASSERT_TRUE(doc) << to_string(doc.error());
    EXPECT_EQ(doc->version, 2u);
    ASSERT_EQ(doc->entities.size(), 4u);
    EXPECT_TRUE(doc->warnings.empty());
    EXPECT_EQ(std::get<std::string_view>(doc->entities[0].find("Label")->find("text")->value()),
              "quote \" backslash \\ newline\nend");
    EXPECT_EQ(std::get<EntityIndex>(doc->entities[1].find("Link")->find("target")->value()).value,
              0);
    const Result<std::string> again = write_text(*doc);
    ASSERT_TRUE(again);
    EXPECT_EQ(*again, text);
}

TEST(ReadText, KeepsTheVersionOfAnOldFile) {
    const Result<SceneDoc> doc = read_text(as_string(fixture("yard_v1.cscn")), "yard_v1.cscn");
    ASSERT_TRUE(doc);
    EXPECT_EQ(doc->version, 1u);
    EXPECT_EQ(std::get<std::int64_t>(only_value(*doc)), 42);
}

TEST(ReadText, TellsTheKindsApartByTheirSpelling) {
    const Result<SceneDoc> doc = read_entity(
        "C a=1 b=1.0 c=-0 d=1e5 e=0x3f800000 f=true g=\"1\" h=#0 i=#-1 j=[1,2.5] k=007");
    ASSERT_TRUE(doc) << to_string(doc.error());
    std::vector<FieldKind> kinds;
    for (const Field& field : doc->entities[0].components[0].fields)
        kinds.push_back(field.kind());
    using enum FieldKind;
    EXPECT_THAT(kinds, ElementsAre(integer, number, integer, number, number, boolean, string,
                                   entity, entity, floats, integer));
}

TEST(ReadText, TakesBlanksCommentsAndForeignLineEnds) {
    const Result<SceneDoc> doc = read_text(
        "\xef\xbb\xbf"
        "cinder-scene 2\r\n\r\n# a comment\r\n \t# another\r\n\tentity\t0 \r\n"
        "\t C\t a=[ 1.0 , 2.0 ]\tb=\"x y\" \r\n\t \r\n  D",
        "t");
    ASSERT_TRUE(doc) << to_string(doc.error());
    EXPECT_EQ(*write_text(*doc), "cinder-scene 2\nentity 0\n  C a=[1.0,2.0] b=\"x y\"\n  D\n");
}

TEST(ReadText, KeepsCarriageReturnsAndTabsInsideStrings) {
    const Result<SceneDoc> doc = read_entity("C a=\"x\r\ty\r\"\n");
    ASSERT_TRUE(doc) << to_string(doc.error());
    EXPECT_EQ(std::get<std::string_view>(only_value(*doc)), "x\r\ty\r");
}

TEST(ReadText, ReadsAnEmptyScene) {
    const Result<SceneDoc> doc = read_text("cinder-scene 2", "t");
    ASSERT_TRUE(doc);
    EXPECT_TRUE(doc->entities.empty());
    EXPECT_EQ(*write_text(*doc), "cinder-scene 2\n");
}

struct Fault {
    const char* name;
    const char* text;
    const char* message;  // the words of the format's source are in it
};
constexpr Fault kFaults[] = {
    {"Empty", "",
     "t:1:1: error[doc-header]: missing header: found nothing, expected "
     "`cinder-scene 2`"},
    {"OtherHeader", "diorama-scene 1\n",
     "t:1:1: error[doc-header]: missing header: found "
     "`diorama-scene 1`, expected `cinder-scene 2`"},
    {"NoVersion", "cinder-scene\n", "missing header"},
    {"NegativeVersion", "cinder-scene -1\n", "missing header"},
    {"HugeVersion", "cinder-scene 4294967296\n", "missing header"},
    {"WordsAfterVersion", "cinder-scene 2 x\n", "missing header"},
    {"BlankFirst", "\ncinder-scene 2\n", "missing header"},
    {"OutOfOrder", "cinder-scene 2\nentity 1\n",
     "t:2:8: error[doc-entity-order]: entity 1 is out of order, expected entity 0"},
    {"EntityWithoutIndex", "cinder-scene 2\nentity\n", "t:2:7: error[doc-syntax]: found `` after"},
    {"EntityWithWords", "cinder-scene 2\nentity 0 x=1\n", "found `0 x=1` after `entity`"},
    {"ComponentFirst", "cinder-scene 2\n  C x=1\n",
     "t:2:3: error[doc-syntax]: found component `C` before the first `entity 0`"},
    {"NoEquals", "cinder-scene 2\nentity 0\n  C x\n",
     "t:3:5: error[doc-syntax]: entity 0, `C`: found `x` without `=`, expected key=value"},
    {"NoKey", "cinder-scene 2\nentity 0\n  C =1\n", "t:3:5: error[doc-name]"},
    {"NoValue", "cinder-scene 2\nentity 0\n  C x=\n",
     "t:3:7: error[doc-value]: entity 0, `C`.`x`: found ``, expected a number"},
    {"BareWord", "cinder-scene 2\nentity 0\n  C x=fast\n",
     "t:3:7: error[doc-value]: entity 0, `C`.`x`: found `fast`, expected a number"},
    {"OpenQuote", "cinder-scene 2\nentity 0\n  C x=\"abc\n",
     "t:3:7: error[doc-syntax]: entity 0, `C`.`x`: unterminated quote"},
    {"EscapedLastQuote", "cinder-scene 2\nentity 0\n  C x=\"abc\\\"\n", "unterminated quote"},
    {"LoneBackslash", "cinder-scene 2\nentity 0\n  C x=\"abc\\", "found escape `\\`"},
    {"UnknownEscape", "cinder-scene 2\nentity 0\n  C x=\"a\\tb\"\n",
     "t:3:9: error[doc-syntax]: entity 0, `C`.`x`: found escape `\\t`"},
    {"OpenBracket", "cinder-scene 2\nentity 0\n  C x=[1,2\n",
     "t:3:7: error[doc-syntax]: entity 0, `C`.`x`: unterminated bracket: `]` is missing"},
    {"OpenBracketBeforeAField", "cinder-scene 2\nentity 0\n  C x=[1,2 y=[3]\n",
     "t:3:7: error[doc-syntax]: entity 0, `C`.`x`: unterminated bracket: `]` is missing"},
    {"ListWithHole", "cinder-scene 2\nentity 0\n  C x=[1,,2]\n", "t:3:10: error[doc-value]"},
    {"ListWithTail", "cinder-scene 2\nentity 0\n  C x=[1,]\n", "t:3:10: error[doc-value]"},
    {"ListOfStrings", "cinder-scene 2\nentity 0\n  C x=[\"a\"]\n",
     "entity 0, `C`.`x`: in a list: found `\"a\"`"},
    {"GluedValues", "cinder-scene 2\nentity 0\n  C x=\"a\"y=1\n",
     "entity 0, `C`.`x`: found `y=1` right after the value"},
    {"HugeInteger", "cinder-scene 2\nentity 0\n  C x=9223372036854775808\n",
     "expected an integer in the range of 64 bits"},
    {"HugeFloat", "cinder-scene 2\nentity 0\n  C x=1e39\n",
     "expected a number in the range of a 32-bit float"},
    {"ReferencePastTheEnd", "cinder-scene 2\nentity 0\n  C x=#1\n",
     "t:3:7: error[doc-reference]: entity 0: `C.x` is #1, expected #-1 or an index below 1"},
    {"ReferenceBelowNone", "cinder-scene 2\nentity 0\n  C x=#-2\n", "error[doc-reference]"},
    {"ReferenceToAWord", "cinder-scene 2\nentity 0\n  C x=#door\n", "error[doc-value]"},
    {"ComponentTwice", "cinder-scene 2\nentity 0\n  C x=1\n  C x=2\n",
     "t:4:3: error[doc-duplicate]: duplicate component: entity 0 has `C` twice"},
    {"FieldTwice", "cinder-scene 2\nentity 0\n  C x=1 x=2\n",
     "t:3:9: error[doc-duplicate]: duplicate field: entity 0, `C` has `x` twice"},
    {"NotUtf8", "cinder-scene 2\nentity 0\n  C x=\"\xff\"\n",
     "t:3:8: error[doc-utf8]: entity 0, `C`.`x`: line is not valid UTF-8"},
    {"NotUtf8BehindOthers", "cinder-scene 2\nentity 0\n  C a=\"= \\\" b\" l=[1, 2] x=\"\xff\"\n",
     "entity 0, `C`.`x`: line is not valid UTF-8"},
    {"NotUtf8InAFieldsName", "cinder-scene 2\nentity 0\n  C a=1 \xff=2\n",
     "t:3:9: error[doc-utf8]: entity 0, `C`: line is not valid UTF-8"},
    {"NotUtf8InAComponentsName", "cinder-scene 2\nentity 0\n  C\xff a=1\n",
     "t:3:4: error[doc-utf8]: entity 0, `C?`: line is not valid UTF-8"},
    {"NotUtf8InAComment", "cinder-scene 2\nentity 0\n#\xff\n",
     "t:3:2: error[doc-utf8]: line is not valid UTF-8"},
    {"QuotedComponent", "cinder-scene 2\nentity 0\n  \"C\" x=1\n",
     "t:3:3: error[doc-name]: entity 0: found `\"C\"`, expected `entity` or a component's name"},
    {"TinyFloat", "cinder-scene 2\nentity 0\n  C x=1e-60\n",
     "entity 0, `C`.`x`: found `1e-60`, expected a number in the range of a 32-bit float"},
};

class TextFault : public testing::TestWithParam<Fault> {};

TEST_P(TextFault, IsNamedWithItsPlace) {
    EXPECT_THAT(message_of(read_text(GetParam().text, "t")), HasSubstr(GetParam().message));
}
INSTANTIATE_TEST_SUITE_P(ReadText, TextFault, testing::ValuesIn(kFaults),
                         [](const auto& row) { return row.param.name; });

TEST(ReadText, FindsAllFaultsInOneRun) {
    const Result<SceneDoc> doc = read_text(
        "cinder-scene 2\nentity 0\n  A x=oops y=1 z=#8 w=1..0\n  B\xff\nentity 7\n  C x=\"y\n"
        "  D z=#9\n",
        "t");
    EXPECT_THAT(
        messages_of(doc),
        ElementsAre(HasSubstr("t:3:7: error[doc-value]"), HasSubstr("t:3:18: error[doc-reference]"),
                    HasSubstr("t:3:23: error[doc-value]"), HasSubstr("t:4:4: error[doc-utf8]"),
                    HasSubstr("t:5:8: error[doc-entity-order]"),
                    HasSubstr("t:6:7: error[doc-syntax]"),
                    HasSubstr("t:7:7: error[doc-reference]")));
    EXPECT_EQ(doc.error().code, codes::value);
    EXPECT_EQ(doc.error().where, "t:3:7");
}

TEST(ReadText, ListsAHundredFaultsAndSaysThatThereAreMore) {
    std::string text = "cinder-scene 2\nentity 0\n";
    for (int i = 0; i < 1000; ++i)
        text += "  C x\n";  // no `=`; and but for the first, a C too many
    const std::vector<std::string> messages = messages_of(read_text(text, "t"));
    ASSERT_EQ(messages.size(), 101u);
    EXPECT_EQ(messages.back(), "t: info[doc-more-faults]: 1899 more errors are not listed");
}

TEST(ReadText, StopsAtTenThousandFaults) {
    std::string text = "cinder-scene 2\nentity 0\n";
    for (int entity = 1; entity < 20; ++entity) {
        for (int i = 0; i < 1000; ++i)
            text += "  C x\n";
        text.append("entity ").append(std::to_string(entity)).append("\n");
    }
    const std::vector<std::string> messages = messages_of(read_text(text, "t"));
    ASSERT_EQ(messages.size(), 101u);
    EXPECT_EQ(messages.back(),
              "t: info[doc-more-faults]: 9900 more errors are not listed; after so many errors the "
              "rest was not looked at");
}

TEST(ReadText, GoesOnBehindAListWhoseBracketIsMissing) {
    EXPECT_THAT(messages_of(read_text("cinder-scene 2\nentity 0\n  C x=[1,2 y=[3] z=oops\n", "t")),
                ElementsAre(HasSubstr("t:3:7: error[doc-syntax]"),
                            HasSubstr("t:3:20: error[doc-value]: entity 0, `C`.`z`")));
}

/// The hints of the findings of reading \p text.
std::vector<std::string> hints_of(std::string_view text) {
    std::vector<std::string> hints;
    const Result<SceneDoc> doc = read_text(text, "t");
    EXPECT_FALSE(doc);
    if (!doc)
        for (const Diagnostic& each : doc.error().diagnostics)
            hints.push_back(each.hint);
    return hints;
}

TEST(ReadText, SaysWhatToDo) {
    EXPECT_THAT(hints_of("cinder-scene 2\nentity 0\nentity 1\n  C x=#999\n"),
                ElementsAre("the file's highest entity is #1: refer to one up to it, or to none "
                            "with `#-1`"));
    EXPECT_THAT(hints_of("cinder-scene 2\nentity 0\n  C x=1.0,2.0,3.0\n"),
                ElementsAre("lists are written between `[` and `]`"));
    EXPECT_THAT(
        hints_of("cinder-scene 2\nentity 0\n  A\n  B\n  A\n  B\n  C\n  C\n"),
        ElementsAre("keep one of each; or is an `entity` line missing above this one?", "", ""));
    EXPECT_THAT(hints_of("cinder-scene 2\nentity 0\n  A\n  A\nentity 1\n  B\n  B\n"),
                ElementsAre("", ""))
        << "one of an entity is a slip of its own";
}

TEST(ReadText, ReadsALineOfTenMegabytes) {
    const std::string value(10'000'000, 'x');
    const Result<SceneDoc> doc = read_entity("C a=\"" + value + "\\n\"\n");
    ASSERT_TRUE(doc);
    EXPECT_EQ(std::get<std::string_view>(only_value(*doc)).size(), value.size() + 1);
}

TEST(ReadText, RefusesMoreFieldsThanTheLimit) {
    std::string line = "C";
    for (std::size_t i = 0; i < SceneLimits::fields; ++i)
        line += " f" + std::to_string(i) + "=1";
    EXPECT_TRUE(read_entity(line));
    EXPECT_THAT(message_of(read_entity(line + " g=1")), HasSubstr("implausible count"));
}

TEST(ReadText, RefusesMoreComponentsThanTheLimit) {
    std::string lines;
    for (std::size_t i = 0; i < SceneLimits::components; ++i)
        lines.append("C").append(std::to_string(i)).append("\n");
    EXPECT_TRUE(read_entity(lines));
    EXPECT_THAT(message_of(read_entity(lines + "D\n")), HasSubstr("implausible count"));
}

TEST(ReadText, RefusesMoreFloatsThanTheLimit) {
    std::string list = "C a=[0";
    for (std::size_t i = 1; i < SceneLimits::floats; ++i)
        list += ",0";
    EXPECT_TRUE(read_entity(list + "]"));
    EXPECT_THAT(message_of(read_entity(list + ",0]")),
                HasSubstr("entity 0, `C`.`a`: implausible count"));
}

TEST(ReadText, RefusesEveryTruncationOrReadsAShorterScene) {
    const SceneBytes whole = fixture("yard_v2.cscn");
    std::size_t accepted = 0;
    for (std::size_t n = 0; n < whole.size(); ++n) {
        const auto part = std::span(whole).first(n);
        // Its own allocation of exactly n bytes, so that a checker sees a read past the end.
        const SceneBytes cut(part.begin(), part.end());
        const Result<SceneDoc> doc = read_text(as_string(cut), "cut");
        if (!doc) continue;
        ++accepted;
        EXPECT_TRUE(write_text(*doc)) << n;
    }
    EXPECT_GT(accepted, 0u);
}

TEST(ReadText, RefusesOrReadsEveryCorruptionOfOneByte) {
    const SceneBytes whole = fixture("yard_v2.cscn");
    for (std::size_t i = 0; i < whole.size(); ++i) {
        for (int value = 0; value < 256; ++value) {
            SceneBytes bytes = whole;
            bytes[i] = static_cast<std::byte>(value);
            const Result<SceneDoc> doc = read_text(as_string(bytes), "bad");
            if (doc) {
                ASSERT_TRUE(write_text(*doc)) << i << " is " << value;
            } else {
                ASSERT_FALSE(doc.error().diagnostics.empty());
            }
        }
    }
}

TEST(WriteText, RefusesWhatCouldNotBeReadBack) {
    const std::string bad_utf8 = "\xc3";
    const auto write = [](ComponentRecord component) {
        SceneDoc doc;
        doc.source = "made";
        doc.entities.resize(1);
        doc.entities[0].components.push_back(std::move(component));
        return message_of(write_text(doc));
    };
    EXPECT_THAT(write({"entity", {}}), HasSubstr("error[doc-name]"));
    EXPECT_THAT(write({"", {}}), HasSubstr("error[doc-name]"));
    EXPECT_THAT(write({"#C", {}}), HasSubstr("error[doc-name]"));
    EXPECT_THAT(write({"C", {Field("a b", 1.0f)}}), HasSubstr("error[doc-name]"));
    EXPECT_THAT(write({"C", {Field("a=b", 1.0f)}}), HasSubstr("error[doc-name]"));
    EXPECT_THAT(write({"C", {Field("a", bad_utf8)}}), HasSubstr("not valid UTF-8"));
    EXPECT_THAT(write({"C", {Field("a", EntityIndex{1})}}), HasSubstr("found #1"));
    EXPECT_THAT(write({"C", {Field("a", EntityIndex{-2})}}), HasSubstr("error[doc-reference]"));
    EXPECT_THAT(write({"C", {Field("a", 1.0f), Field("a", 2.0f)}}), HasSubstr("duplicate field"));
    const std::vector<float> many(SceneLimits::floats + 1);
    EXPECT_THAT(write({"C", {Field("a", std::span(many))}}), HasSubstr("implausible count"));
}

}  // namespace
}  // namespace diorama::document
