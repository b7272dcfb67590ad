// SPDX-License-Identifier: MIT
#include "diorama/scene2d/fixed_text.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "diorama/scene2d/error_codes.hpp"

namespace diorama::scene2d {
namespace {

struct Case {
    const char* text;
    std::int32_t raw;
};

TEST(ParseFixed, ReadsByTheDigits) {
    const Case kCases[] = {
        {"0", 0},
        {"-0", 0},
        {"1.5", 98304},
        {"+1.5", 98304},
        {".5", 32768},
        {"5.", 327680},
        {"-0.33333", -21845},
        {"1e-3", 66},
        {"3.2E4", 32000 * 65536},
        {"0.00015e+4", 98304},
        {"-32768", INT32_MIN},
        {"32767.9999847412109375", INT32_MAX},
        // 0.1 is 6553.6 steps; the float nearest to 0.1 would round the same, its digits decide.
        {"0.1", 6554},
    };
    for (const Case& row : kCases) {
        const Result<Fixed> value = parse_fixed(row.text);
        ASSERT_TRUE(value) << row.text << ": " << value.error().message;
        EXPECT_EQ(value->raw(), row.raw) << row.text;
    }
}

TEST(ParseFixed, RoundsHalvesAwayFromZeroHoweverManyDigits) {
    EXPECT_EQ(parse_fixed("0.00000762939453125")->raw(), 1);  // half a step
    EXPECT_EQ(parse_fixed("-0.00000762939453125")->raw(), -1);
    EXPECT_EQ(parse_fixed("0.00000762939453124999999999999999999999999999999999999")->raw(), 0);
    EXPECT_EQ(parse_fixed("0.0000228881835937499999999999999999999999999999")->raw(), 1);
    EXPECT_EQ(parse_fixed("0.00002288818359375")->raw(), 2);  // a step and a half
    EXPECT_EQ(parse_fixed("0." + std::string(5000, '0') + "1")->raw(), 0);
    EXPECT_EQ(parse_fixed(std::string(5000, '0') + "7")->raw(), 7 * 65536);
    EXPECT_EQ(parse_fixed("1" + std::string(5000, '0') + "e-5000")->raw(), 65536);
}

TEST(ParseFixed, RefusesWhatIsNoDecimal) {
    for (const char* text :
         {"",    "-",    "+",  ".",   "nan", "NaN", "inf", "-inf",  "infinity", "1.5f",
          "1,5", "0x10", "1e", "1e+", "1 ",  " 1",  "--1", "1.2.3", "e5",       "1e5.5"}) {
        const Result<Fixed> value = parse_fixed(text);
        ASSERT_FALSE(value) << text;
        EXPECT_EQ(value.error().code, codes::fixed_text) << text;
    }
}

TEST(ParseFixed, RefusesWhatIsOutOfRange) {
    for (const char* text : {"32768", "-32769", "32767.99999999", "-32768.00001", "1e9",
                             "1e99999999999999999999", "-1e400"}) {
        const Result<Fixed> value = parse_fixed(text);
        ASSERT_FALSE(value) << text;
        EXPECT_EQ(value.error().code, codes::fixed_range) << text;
    }
    EXPECT_EQ(parse_fixed("40000").error().message,
              "found `40000`, expected a number from -32768 to 32767.99998");
    EXPECT_EQ(parse_fixed("0e99999999999999999999")->raw(), 0);
    EXPECT_EQ(parse_fixed("1e-99999999999999999999")->raw(), 0);
    EXPECT_FALSE(parse_fixed<Fixed64>("2147483648"));
    EXPECT_EQ(parse_fixed<Fixed64>("-2147483648").value(), Fixed64::kMin);
}

TEST(FormatFixed, IsShortest) {
    EXPECT_EQ(format_fixed(Fixed::from_int(3)), "3");
    EXPECT_EQ(format_fixed(Fixed::from_ratio(-3, 2)), "-1.5");
    EXPECT_EQ(format_fixed(Fixed::from_ratio(1, 10)), "0.1");
    EXPECT_EQ(format_fixed(Fixed::from_raw(1)), "0.00002");
    EXPECT_EQ(format_fixed(Fixed::kMax), "32767.99998");
    EXPECT_EQ(format_fixed(Fixed::kMin), "-32768");
    EXPECT_EQ(format_fixed(Fixed::kZero), "0");
    EXPECT_EQ(format_fixed(Fixed64::kMin), "-2147483648");
}

TEST(FormatFixed, ReturnsTheSameBitsAndNoShorterTextDoes) {
    rc::check("Q16.16", [](std::int32_t raw) {
        const Fixed value = Fixed::from_raw(raw);
        const std::string text = format_fixed(value);
        RC_ASSERT(parse_fixed(text).value() == value);
        // Neither neighbour with a digit less does.
        const std::size_t point = text.find('.');
        if (point == std::string::npos) return;
        std::string shorter = text.substr(0, text.size() - 1);
        if (shorter.size() == point + 1) shorter.pop_back();
        RC_ASSERT(parse_fixed(shorter).value() != value);
        for (std::size_t i = shorter.size(); i-- > 0;) {  // add one in the last place
            if (shorter[i] == '.' || shorter[i] == '-') continue;
            if (++shorter[i] <= '9') break;
            shorter[i] = '0';
        }
        const Result<Fixed> above = parse_fixed(shorter);
        RC_ASSERT(!above || *above != value);
    });
    rc::check("Q32.32 and Q2.30", [](std::int64_t raw) {
        const Fixed64 value = Fixed64::from_raw(raw);
        RC_ASSERT(parse_fixed<Fixed64>(format_fixed(value)).value() == value);
        const Unit unit = Unit::from_raw(static_cast<std::int32_t>(raw));
        RC_ASSERT(parse_fixed<Unit>(format_fixed(unit)).value() == unit);
    });
}

TEST(Degrees, ReadAndWrite) {
    EXPECT_EQ(parse_degrees("90").value(), Angle::kQuarter);
    EXPECT_EQ(parse_degrees("-90").value(), -Angle::kQuarter);
    EXPECT_EQ(parse_degrees("450.0").value(), Angle::kQuarter);
    EXPECT_EQ(parse_degrees("1e30").value(),
              parse_degrees("280").value());  // 10^30 = 280 modulo 360
    EXPECT_EQ(format_degrees(Angle::kQuarter), "90");
    EXPECT_EQ(format_degrees(-Angle::kQuarter), "-90");
    EXPECT_EQ(format_degrees(Angle::kHalf), "180");
    EXPECT_EQ(format_degrees(Angle::from_raw(1)), "0.0000001");
    EXPECT_EQ(parse_degrees("nan").error().code, codes::fixed_text);
    EXPECT_EQ(parse_degrees("1e41").error().code, codes::fixed_range);
}

TEST(Degrees, RoundHalvesAwayFromZero) {
    // Half a step is 45 / 2^30 degrees.
    EXPECT_EQ(parse_degrees("0.000000041909515857696533203125").value(), Angle::from_raw(1));
    EXPECT_EQ(parse_degrees("0.0000000419095158576965332031249999").value(), Angle::kZero);
    EXPECT_EQ(parse_degrees("-0.000000041909515857696533203125").value(), -Angle::from_raw(1));
    EXPECT_EQ(parse_degrees("359.99999999").value(), Angle::kZero);
}

TEST(Degrees, ReturnTheSameBits) {
    rc::check([](std::uint32_t raw) {
        const Angle angle = Angle::from_raw(raw);
        RC_ASSERT(parse_degrees(format_degrees(angle)).value() == angle);
    });
}

}  // namespace
}  // namespace diorama::scene2d
