// SPDX-License-Identifier: MIT
#include "diorama/gltf/detail/json_reader.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <vector>

#include "diorama/gltf/test/support.hpp"

namespace diorama::gltf::detail {
namespace {

/// The code and offset of the fault in \p text, or "" where the whole of it is JSON.
std::string fault_in(std::string_view text, std::uint32_t depth = 64) {
    std::deque<std::string> arena;
    JsonReader reader(text, arena, depth);
    reader.skip();
    reader.finish();
    const std::optional<JsonFault>& fault = reader.fault();
    return fault ? std::string(fault->code.name()) + "@" + std::to_string(fault->offset) : "";
}

/// The string that \p text is, in JSON.
std::string string_of(std::string_view text) {
    std::deque<std::string> arena;
    JsonReader reader(text, arena, 8);
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
    const std::string text = R"( [ {"a" : 9007199254740993 , "b":[ ]} , "x\n" ,1.50 ] )";
    std::deque<std::string> arena;
    JsonReader reader(text, arena, 8);
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

TEST(JsonNumber, OfAnyDigitsAndPowerIsRoundedAsStrtodDoes) {
    std::uint64_t state = 1;
    const auto random = [&] {
        state = state * 6364136223846793005u + 1442695040888963407u;
        return state >> 11;
    };
    std::vector<std::string> texts;
    for (int i = 0; i < 20'000; ++i) {
        // A float as exporters write it, integers with a power of ten around the table's ends, and
        // numbers half-way between two doubles.
        std::array<char, 64> text{};
        const auto narrow = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
        if (std::isfinite(narrow))
            texts.emplace_back(text.data(),
                               std::to_chars(text.data(), text.data() + text.size(),
                                             static_cast<double>(narrow), std::chars_format::fixed)
                                   .ptr);
        texts.push_back(std::to_string(random() >> random() % 50) + "e" +
                        std::to_string(static_cast<int>(random() % 130) - 65));
        const std::string half = std::to_string(((1ull << 53 | random()) << 1) | 1);
        texts.push_back(half.substr(0, 3) + "." + half.substr(3) + "e" +
                        std::to_string(half.size() - 3 + random() % 4));
        texts.push_back("-0." + std::string(random() % 12, '0') + std::to_string(random()));
    }
    for (const std::string& text : texts) {
        const JsonNumber number = parse_json_number(text);
        ASSERT_EQ(number.length, text.size()) << text;
        ASSERT_EQ(std::bit_cast<std::uint64_t>(number.value),
                  std::bit_cast<std::uint64_t>(std::strtod(text.c_str(), nullptr)))
            << text;
    }
}

TEST(JsonNumber, EndsWhereItsCharactersDo) {
    for (std::size_t digits = 1; digits <= 24; ++digits) {
        const std::string number = "1." + std::string(digits, '7');
        for (const char* const rest : {"", ",", "]12345678", "  ", "x7", ":7777777777", "-1"}) {
            // Its own allocation, so that ASan sees a read past the end.
            const std::string whole = number + rest;
            const std::vector<char> text(whole.begin(), whole.end());
            const JsonNumber found = parse_json_number({text.data(), text.size()});
            EXPECT_EQ(found.length, number.size()) << number << rest;
            EXPECT_EQ(found.value, std::strtod(number.c_str(), nullptr)) << number << rest;
        }
    }
}

/// The numbers of the array that \p text is, if it is read as a plain one, and what is read next.
std::string plain_array(std::string_view text, std::size_t most = 8, std::uint32_t depth = 4) {
    std::deque<std::string> arena;
    JsonReader reader(text, arena, depth);
    std::string out;
    std::size_t count = 0;
    const bool plain = reader.read_plain_array([&](double value) {
        if (count++ == most) return false;
        out += std::to_string(static_cast<int>(value)) + " ";
        return true;
    });
    if (plain) {
        reader.finish();
        return out + (reader.fault() ? "fault" : "whole");
    }
    // Nothing was read: the array is still there.
    return std::string(reader.skip()) == text ? "left" : "left, and no JSON";
}

TEST(JsonReader, ReadsArraysOfNothingButNumbersAtOnce) {
    EXPECT_EQ(plain_array("[1,-2,3e0]"), "1 -2 3 whole");
    EXPECT_EQ(plain_array("[ 1 , 2\n,\t3 ]"), "1 2 3 whole");
    EXPECT_EQ(plain_array("[7]"), "7 whole");
    for (const char* const other :
         {"[]", "[1,\"2\"]", "[1,null]", "[1,[2]]", "[[1]]", "[{}]", "[1,true,2]"})
        EXPECT_EQ(plain_array(other), "left") << other;
    EXPECT_EQ(plain_array("[1,2,3]", 2), "left") << "the third is refused";
    EXPECT_EQ(plain_array("[1]", 8, 0), "left, and no JSON") << "too deep";
    for (const char* const broken :
         {"[1 2]", "[1,]", "[,1]", "[1", "[1,", "[01]", "[1x]", "[1.]", "[-]", "[1}", "[1:2]"})
        EXPECT_EQ(plain_array(broken), "left, and no JSON") << broken;
    EXPECT_EQ(plain_array("[1]]"), "1 fault");
}

TEST(JsonReader, ReadsPlainIntegersUpToTheMost) {
    const auto plain = [](std::string_view text, std::uint64_t most) -> std::int64_t {
        std::deque<std::string> arena;
        JsonReader reader(text, arena, 4);
        reader.enter();
        std::uint64_t value = 0;
        if (!reader.next_element() || !reader.read_plain(most, value)) return -1;
        return static_cast<std::int64_t>(value);
    };
    EXPECT_EQ(plain("[0]", 9), 0);
    EXPECT_EQ(plain("[9 ]", 9), 9);
    EXPECT_EQ(plain("[10]", 9), -1);
    EXPECT_EQ(plain("[9007199254740992,1]", 1ull << 53), 1ll << 53);
    EXPECT_EQ(plain("[9007199254740993]", 1ull << 53), -1);
    EXPECT_EQ(plain("[18446744073709551616]", UINT64_MAX), -1) << "more than 64 bits";
    for (const char* const other : {"[-1]", "[1.0]", "[1e0]", "[01]", "[1x]", "[\"1\"]", "[true]"})
        EXPECT_EQ(plain(other, 9), -1) << other;
}

/// What reads \p text, an array of strings, to what \p expected has; "" where it does.
std::string strings_differ(const std::string& text, const std::vector<std::string>& expected) {
    const std::vector<char> exact(text.begin(), text.end());  // ASan sees a read past the end
    std::deque<std::string> arena;
    JsonReader reader({exact.data(), exact.size()}, arena, 4);
    if (reader.next() != JsonKind::array) return "no array";
    reader.enter();
    std::size_t i = 0;
    for (; reader.next_element(); ++i)
        if (i == expected.size() || reader.next() != JsonKind::string ||
            reader.read_string() != expected[i])
            return std::string("element ").append(std::to_string(i));
    reader.finish();
    if (reader.fault()) return reader.fault()->message;
    return i == expected.size() ? "" : "too few";
}

// Long texts are indexed in parts of some 64 KiB that end at commas; those in strings are none.
TEST(JsonReader, ReadsLongTextsWhereverTheirCommasAre) {
    const std::vector<std::pair<std::string, std::string>> spelled{{R"("a,b,\",c,")", "a,b,\",c,"},
                                                                   {R"("\\")", "\\"},
                                                                   {R"("[{,}]:")", "[{,}]:"},
                                                                   {R"(",")", ","}};
    for (std::size_t shift = 0; shift < 64; ++shift) {
        std::string text(65'400 + shift, ' ');
        text.front() = '[';
        std::vector<std::string> expected;
        for (std::size_t i = 0; i < 20'000; ++i) {
            const auto& [json, value] = spelled[i % spelled.size()];
            text.append(i == 0 ? "" : ",").append(json);
            expected.push_back(value);
        }
        EXPECT_EQ(strings_differ(text + "]", expected), "") << shift;
    }
    const std::string commas(200'000, ',');
    EXPECT_EQ(
        strings_differ(
            std::string("[\"").append(commas).append("\",\"x\",\"").append(commas).append("\"]"),
            {commas, "x", commas}),
        "");
}

TEST(JsonReader, FindsFaultsFarIntoLongTexts) {
    const std::string many = [] {
        std::string out = "[";
        for (int i = 0; i < 50'000; ++i)
            out += "\"a,b\", ";
        return out;
    }();
    const auto at = [&](std::size_t offset) {
        return std::string("@").append(std::to_string(many.size() + offset));
    };
    EXPECT_EQ(fault_in(many + "1]"), "");
    EXPECT_EQ(fault_in(many + "1] "), "");
    EXPECT_EQ(fault_in(many), "gltf-json-syntax" + at(0));
    EXPECT_EQ(fault_in(many + "]"), "gltf-json-syntax" + at(0));
    EXPECT_EQ(fault_in(many + "1],"), "gltf-json-syntax" + at(2));
    EXPECT_EQ(fault_in(many + "\"a"), "gltf-json-syntax" + at(0));
    EXPECT_EQ(fault_in(many + "\"a\n\"]"), "gltf-json-syntax" + at(2));
    EXPECT_EQ(fault_in(many + "\"\xff\"]"), "gltf-json-encoding" + at(1));
    EXPECT_EQ(fault_in(many + std::string(100'000, ' ')), "gltf-json-syntax" + at(100'000));
}

TEST(JsonString, EscapesAreSeenAtEveryPlace) {
    for (std::size_t length = 1; length < 40; ++length) {
        for (std::size_t place = 0; place + 2 <= length; ++place) {
            std::string raw(length, 'a');
            raw.replace(place, 2, "\\n");
            std::string expected(length - 1, 'a');
            expected[place] = '\n';
            EXPECT_EQ(string_of("\"" + raw + "\""), expected);
            EXPECT_EQ(string_of("\"" + raw + "\"                "), expected);
        }
    }
}

}  // namespace
}  // namespace diorama::gltf::detail
