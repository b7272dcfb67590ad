// SPDX-License-Identifier: MIT
// Floats as scenes hold them: in a list, with more of the file behind them, which is what the
// widest reader asks for.
#include "diorama/document/detail/float_codec.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <string>

#include "diorama/document/float_text.hpp"

namespace diorama::document {
namespace {

// So many bytes behind a float let every way to read it be taken.
constexpr std::string_view kBehind = " scale=[1.0,1.0,1.0] more=123456789\n";

TEST(FloatCodec, ReadsTwoMillionWrittenFloatsWithMoreBehindThem) {
    std::uint32_t bits = 20;
    char text[kFloatTextBytes + kBehind.size() + 1];
    int read = 0;
    while (read < 2'000'000) {
        bits = bits * 1664525u + 1013904223u;
        const auto value = std::bit_cast<float>(bits);
        if (!std::isfinite(value)) continue;
        char* const end = write_float(text, value);
        const char after = read % 2 == 0 ? ',' : ']';
        *end = after;
        kBehind.copy(end + 1, kBehind.size());
        float back = 0;
        ASSERT_EQ(detail::match_float(text, end + 1 + kBehind.size(), back), end) << value;
        ASSERT_EQ(std::bit_cast<std::uint32_t>(back), bits) << std::string(text, end);
        ++read;
    }
}

TEST(FloatCodec, ReadsPlainDecimalsAsParseFloatDoesWithMoreBehindThem) {
    // The widest way is for a few digits on both sides of a point: all shapes of them, and those
    // just beyond.
    std::uint64_t state = 3;
    const auto digit = [&] {
        state = state * 6364136223846793005u + 1442695040888963407u;
        return static_cast<char>('0' + (state >> 33) % 10);
    };
    for (int whole = 1; whole <= 10; ++whole) {
        for (int places = 1; places <= 10; ++places) {
            for (int i = 0; i < 5'000; ++i) {
                std::string text = i % 2 == 0 ? "" : "-";
                for (int n = 0; n < whole; ++n)
                    text += digit();
                text += '.';
                for (int n = 0; n < places; ++n)
                    text += digit();
                const std::size_t size = text.size();
                const std::uint32_t expected = std::bit_cast<std::uint32_t>(*parse_float(text));
                text.append(1, i % 3 == 0 ? ',' : ']').append(kBehind);
                float value = 0;
                const char* const end =
                    detail::match_float(text.data(), text.data() + text.size(), value);
                ASSERT_EQ(end, text.data() + size) << text;
                ASSERT_EQ(std::bit_cast<std::uint32_t>(value), expected) << text;
            }
        }
    }
}

TEST(FloatCodec, ReadsListsOfMixedFloatsWithMoreBehindThem) {
    const float values[] = {1.5f, -0.0f, 1e-45f, 3.4028235e38f, 0.1f, 16777216.0f, -1e30f, 8.0f};
    char text[8 * (kFloatTextBytes + 1) + 2 + kBehind.size()];
    char* const end = detail::write_floats(text, values, 8);
    kBehind.copy(end, kBehind.size());
    float back[8] = {};
    ASSERT_EQ(detail::match_floats(text, end + kBehind.size(), back, 8), end);
    std::vector<float> list;
    ASSERT_EQ(detail::match_float_list(text, end + kBehind.size(), list), end);
    ASSERT_EQ(list.size(), 8u);
    for (int i = 0; i < 8; ++i) {
        EXPECT_EQ(std::bit_cast<std::uint32_t>(back[i]), std::bit_cast<std::uint32_t>(values[i]));
        EXPECT_EQ(std::bit_cast<std::uint32_t>(list[static_cast<std::size_t>(i)]),
                  std::bit_cast<std::uint32_t>(values[i]));
    }
}

TEST(FloatCodec, TakesNoMoreThanTheNumberAndNothingThatIsNone) {
    const auto taken = [](std::string text) {
        text.append(kBehind);
        float value = 0;
        const char* const end = detail::match_float(text.data(), text.data() + text.size(), value);
        return end == nullptr ? -1 : static_cast<int>(end - text.data());
    };
    EXPECT_EQ(taken("1.5,"), 3);
    EXPECT_EQ(taken("12345678.12345678]"), 17);
    EXPECT_EQ(taken("1.5e3,"), 5);
    for (const char* none : {"1,", ".5,", "-.5,", "1.,", "-,", "--1.5,", "1.5e,", "x1.5,", "0x1,"})
        EXPECT_EQ(taken(none), -1) << none;
}

}  // namespace
}  // namespace diorama::document
