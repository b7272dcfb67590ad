// SPDX-License-Identifier: MIT
#include "diorama/gltf/detail/json_reader.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>

#include "diorama/gltf/test/support.hpp"

namespace diorama::gltf::detail {
namespace {

/// The code and offset of the fault in \p text, or "" where the whole of it is JSON.
std::string fault_in(std::string_view text, std::uint32_t depth = 64) {
    JsonIndex index;
    std::optional<JsonFault> fault = JsonIndex::make(text, index);
    if (!fault) {
        std::deque<std::string> arena;
        JsonReader reader(index, arena, depth);
        reader.skip();
        reader.finish();
        fault = reader.fault();
    }
    return fault ? std::string(fault->code.name()) + "@" + std::to_string(fault->offset) : "";
}

/// The string that \p text is, in JSON.
std::string string_of(std::string_view text) {
    JsonIndex index;
    if (JsonIndex::make(text, index)) return "not indexed";
    std::deque<std::string> arena;
    JsonReader reader(index, arena, 8);
    if (reader.next() != JsonKind::string) return "not a string";
    const std::string out(reader.read_string());
    return reader.fault() ? "fault" : out;
}

struct Text {
    const char* name;
    std::string_view text;
    std::string_view fault;
};

const Text kTexts[] = {
    {"Object", R"({"a":[1,-2.5e+3,true,false,null,"x"],"b":{}})", ""},
    {"WhiteSpace", " \t\r\n[ 1 , 2 ] \n", ""},
    {"BareNumber", "0", ""},
    {"TrailingCommaInArray", "[1,]", "gltf-json-syntax@3"},
    {"TrailingCommaInObject", R"({"a":1,})", "gltf-json-syntax@7"},
    {"MissingComma", "[1 2]", "gltf-json-syntax@3"},
    {"MissingColon", R"({"a" 1})", "gltf-json-syntax@5"},
    {"MissingValue", R"({"a":})", "gltf-json-syntax@5"},
    {"MissingKey", "{1:2}", "gltf-json-syntax@1"},
    {"UnclosedArray", "[1", "gltf-json-syntax@2"},
    {"UnclosedObject", R"({"a":1)", "gltf-json-syntax@6"},
    {"UnclosedString", R"({"abc)", "gltf-json-syntax@1"},
    {"WrongBracket", "[1}", "gltf-json-syntax@2"},
    {"TwoValues", "{} {}", "gltf-json-syntax@3"},
    {"LeadingZero", "[01]", "gltf-json-syntax@1"},
    {"Plus", "[+1]", "gltf-json-syntax@1"},
    {"BareDot", "[.5]", "gltf-json-syntax@1"},
    {"DotWithoutDigits", "[1.]", "gltf-json-syntax@1"},
    {"ExponentWithoutDigits", "[1e]", "gltf-json-syntax@1"},
    {"NumberRunsIntoWord", "[1x]", "gltf-json-syntax@1"},
    {"NumberRunsIntoString", R"([1"x"])", "gltf-json-syntax@1"},
    {"Word", "[nul]", "gltf-json-syntax@1"},
    {"WordRunsOn", "[truest]", "gltf-json-syntax@1"},
    {"NotANumber", "[NaN]", "gltf-json-syntax@1"},
    {"Comment", "[1/*x*/]", "gltf-json-syntax@1"},
    {"StringRunsIntoWord", R"(["a"b])", "gltf-json-syntax@4"},
    {"StringRunsIntoString", R"(["a""b"])", "gltf-json-syntax@4"},
    {"SingleQuotes", "['a']", "gltf-json-syntax@1"},
    {"ControlCharacter", "[\"a\nb\"]", "gltf-json-syntax@3"},
    {"UnknownEscape", R"(["a\x"])", "gltf-json-syntax@3"},
    {"ShortEscape", R"(["\u12"])", "gltf-json-syntax@2"},
    {"LoneSurrogate", R"(["\ud800"])", "gltf-json-syntax@2"},
    {"SurrogatesTheWrongWayRound", R"(["\udc00\ud800"])", "gltf-json-syntax@2"},
    {"InvalidUtf8", "[\"a\xff\"]", "gltf-json-encoding@3"},
    {"OverlongUtf8", "[\"\xc0\xaf\"]", "gltf-json-encoding@2"},
    {"SurrogateInUtf8", "[\"\xed\xa0\x80\"]", "gltf-json-encoding@2"},
    {"Nothing", "  ", "gltf-json-syntax@0"},
    {"ZeroByteOutside", std::string_view("[1]\0", 4), "gltf-json-syntax@3"},
    {"BackslashOutside", R"({\"a":1})", "gltf-json-syntax@4"},
};

class JsonText : public testing::TestWithParam<Text> {};

TEST_P(JsonText, IsHeldToTheGrammar) {
    EXPECT_EQ(fault_in(GetParam().text), GetParam().fault);
}

INSTANTIATE_TEST_SUITE_P(Row, JsonText, testing::ValuesIn(kTexts),
                         [](const auto& row) { return row.param.name; });

TEST(JsonText, RejectsEveryTruncationWithoutReadingPastIt) {
    const std::string whole =
        R"({"k\u00e9y":[1.5e3,-0,true,null,{"a":"b\\c"}],"z":"\ud83d\ude00"})";
    ASSERT_EQ(fault_in(whole), "");
    for (std::size_t n = 0; n < whole.size(); ++n) {
        // Its own allocation of exactly n bytes, so that ASan sees a read past the end.
        const std::vector<char> cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(n));
        EXPECT_NE(fault_in({cut.data(), cut.size()}), "") << "accepted " << n << " bytes";
    }
}

TEST(JsonText, IsRefusedBeyondTheDepthAllowed) {
    EXPECT_EQ(fault_in(std::string(8, '[') + std::string(8, ']'), 8), "");
    EXPECT_EQ(fault_in(std::string(9, '[') + std::string(9, ']'), 8), "gltf-json-depth@8");
    EXPECT_EQ(fault_in(std::string(1'000'000, '['), 1'000'000), "gltf-json-depth@4096");
}

TEST(JsonString, IsUnescaped) {
    EXPECT_EQ(string_of(R"("plain")"), "plain");
    EXPECT_EQ(string_of(R"("")"), "");
    EXPECT_EQ(string_of(R"("\"\\\/\b\f\n\r\t")"), "\"\\/\b\f\n\r\t");
    EXPECT_EQ(string_of(R"("\u0041\u00e9\u20ac\ud83d\ude00")"),
              "A\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80");
    EXPECT_EQ(string_of(R"("\u0000")"), std::string(1, '\0'));
    EXPECT_EQ(string_of("\"ends with quote \\\"\"  "), "ends with quote \"");
}

TEST(JsonString, KeepsUtf8ByteForByte) {
    const std::string name = "\xe7\x9a\x84 \xc3\xa9 e\xcc\x81";
    EXPECT_EQ(string_of("\"" + name + "\""), name);
}

TEST(JsonSkip, GivesTheExactText) {
    JsonIndex index;
    const std::string text = R"( [ {"a" : 9007199254740993 , "b":[ ]} , "x\n" ,1.50 ] )";
    ASSERT_FALSE(JsonIndex::make(text, index));
    std::deque<std::string> arena;
    JsonReader reader(index, arena, 8);
    reader.enter();
    ASSERT_TRUE(reader.next_element());
    EXPECT_EQ(reader.skip(), R"({"a" : 9007199254740993 , "b":[ ]})");
    ASSERT_TRUE(reader.next_element());
    EXPECT_EQ(reader.skip(), R"("x\n")");
    ASSERT_TRUE(reader.next_element());
    EXPECT_EQ(reader.skip(), "1.50");
    EXPECT_FALSE(reader.next_element());
    reader.finish();
    EXPECT_FALSE(reader.fault());
}

TEST(JsonNumber, IsRoundedAsStrtodDoes) {
    for (const std::string text :
         {"0", "-0", "1", "-1.5", "0.1", "3.4028234663852886e38", "1e22", "1e23",
          "123456789012345678", "0.30000000000000004", "9007199254740993",
          "179769313486231570000000000000000000000e270", "2.2250738585072011e-308", "4.9e-324",
          "0.000000000000000000000000000001", "100000000000000000000000000000",
          "0.5707106781186547", "1.7976931348623157e308"}) {
        const JsonNumber number = parse_json_number(text);
        EXPECT_EQ(number.length, text.size()) << text;
        EXPECT_EQ(number.value, std::strtod(text.c_str(), nullptr)) << text;
        EXPECT_EQ(std::signbit(number.value), text[0] == '-') << text;
    }
}

TEST(JsonNumber, TooLargeIsInfiniteAndTooSmallIsZero) {
    EXPECT_EQ(parse_json_number("1e400").value, std::numeric_limits<double>::infinity());
    EXPECT_EQ(parse_json_number("-1e99999999999999999999").value,
              -std::numeric_limits<double>::infinity());
    EXPECT_EQ(parse_json_number("1e-400").value, 0.0);
    EXPECT_EQ(parse_json_number("0e99999999999999999999").value, 0.0);
    EXPECT_EQ(parse_json_number("0." + std::string(5000, '0') + "1").value, 0.0);
}

}  // namespace
}  // namespace diorama::gltf::detail
