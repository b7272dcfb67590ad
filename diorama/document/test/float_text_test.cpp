// SPDX-License-Identifier: MIT
#include "diorama/document/float_text.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <locale>
#include <random>
#include <sstream>

#include "diorama/document/error_codes.hpp"

namespace diorama::document {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

struct Spelling {
    const char* name;
    float value;
    const char* text;
};
constexpr Spelling kSpellings[] = {
    {"Zero", 0.0f, "0.0"},
    {"MinusZero", -0.0f, "-0.0"},
    {"Whole", -2.0f, "-2.0"},
    {"Shortest", 0.1f, "0.1"},
    {"Big", 1e30f, "1e+30"},
    {"Small", 1e-5f, "1e-05"},
    {"EightDigits", 12345678.0f, "12345678.0"},
    {"Truncated", 0.570710678118f, "0.57071066"},
    {"LeastDenormal", std::numeric_limits<float>::denorm_min(), "1e-45"},
    {"Most", std::numeric_limits<float>::max(), "3.4028235e+38"},
    {"NaN", std::numeric_limits<float>::quiet_NaN(), "0x7fc00000"},
    {"Infinity", kInfinity, "0x7f800000"},
    {"MinusInfinity", -kInfinity, "0xff800000"},
};

class FloatSpelling : public testing::TestWithParam<Spelling> {};

TEST_P(FloatSpelling, IsShortestAndReadsBack) {
    EXPECT_EQ(format_float(GetParam().value), GetParam().text);
    const Result<float> back = parse_float(GetParam().text);
    ASSERT_TRUE(back) << to_string(back.error());
    EXPECT_EQ(std::bit_cast<std::uint32_t>(*back), std::bit_cast<std::uint32_t>(GetParam().value));
}
INSTANTIATE_TEST_SUITE_P(FloatText, FloatSpelling, testing::ValuesIn(kSpellings),
                         [](const auto& row) { return row.param.name; });

TEST(FloatText, KeepsEveryBitOfTwoMillionRandomPatterns) {
    std::mt19937 random(1);
    for (int i = 0; i < 2'000'000; ++i) {
        const auto bits = static_cast<std::uint32_t>(random());
        char text[kFloatTextBytes];
        const std::string_view written(text, write_float(text, std::bit_cast<float>(bits)));
        const Result<float> back = parse_float(written);
        ASSERT_TRUE(back) << written;
        ASSERT_EQ(std::bit_cast<std::uint32_t>(*back), bits) << written;
        ASSERT_NE(written.find_first_of(".ex"), std::string_view::npos) << written;
    }
}

TEST(FloatText, WritesWholeNumbersInTheirShortestForm) {
    for (int i = -200'000; i <= 200'000; ++i) {
        char shortest[32];
        const auto value = static_cast<float>(i);
        std::string expected(shortest, std::to_chars(shortest, shortest + 32, value).ptr);
        if (expected.find('e') == std::string::npos) expected += ".0";
        ASSERT_EQ(format_float(value), expected);
    }
}

TEST(FloatText, KeepsEveryBitOfRandomDoubles) {
    std::mt19937_64 random(1);
    for (int i = 0; i < 200'000; ++i) {
        const std::uint64_t bits = random();
        const Result<double> back = parse_double(format_double(std::bit_cast<double>(bits)));
        ASSERT_TRUE(back);
        ASSERT_EQ(std::bit_cast<std::uint64_t>(*back), bits);
    }
    EXPECT_EQ(format_double(0.570710678118), "0.570710678118");
}

/// Says `1,5`, as many languages do.
struct Comma : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
};

TEST(FloatText, IsTheSameInACppLocaleWithADecimalComma) {
    const std::locale before = std::locale::global(std::locale(std::locale(), new Comma));
    std::ostringstream stream;
    stream << 1.5;
    const std::string text = format_float(1.5f), exact = format_double(-2.5);
    const Result<float> back = parse_float("2.5");
    const Result<double> exact_back = parse_double("2.5");
    std::locale::global(before);
    EXPECT_EQ(stream.str(), "1,5") << "the locale is in force";
    EXPECT_EQ(text, "1.5");
    EXPECT_EQ(exact, "-2.5");
    ASSERT_TRUE(back && exact_back);
    EXPECT_EQ(*back, 2.5f);
    EXPECT_EQ(*exact_back, 2.5);
}

TEST(FloatText, ReadsHexDigitsAsBits) {
    EXPECT_EQ(*parse_float("0x3f800000"), 1.0f);
    EXPECT_EQ(std::bit_cast<std::uint32_t>(*parse_float("0x1")), 1u);
    EXPECT_EQ(std::bit_cast<std::uint32_t>(*parse_float("0x7FC00001")), 0x7fc00001u);
}

TEST(FloatText, RefusesWhatIsNoNumber) {
    for (const char* text : {"",     "-",           ".",    "abc",  "1.5x",  "1,5",   "inf",
                             "-inf", "nan",         "+1.0", " 1.0", "1.0 ",  "1e",    "0x",
                             "0xg",  "0x123456789", "-0x1", "1e39", "1e999", "1e-60", "-1e-46"}) {
        const Result<float> number = parse_float(text);
        ASSERT_FALSE(number) << text;
        EXPECT_EQ(number.error().code, codes::value) << text;
    }
}

}  // namespace
}  // namespace diorama::document
