// SPDX-License-Identifier: MIT
// UTF-8 as RFC 3629 has it, wherever in a text it stands.
#include "diorama/document/detail/utf8.hpp"

#include <gtest/gtest.h>

#include <string>

#include "diorama/document/excerpt.hpp"
#include "tests/support/guarded_bytes.hpp"

namespace diorama::document {
namespace {

/// Whether the bytes of \p value, a number of \p count bytes that begins with the highest, are one
/// character: by the table of well-formed sequences (Unicode 15, table 3-7).
bool is_character(unsigned value, int count) {
    const unsigned a = value >> 8 * (count - 1), b = (value >> 8 * (count - 2)) & 0xffu;
    for (int i = 0; i < count - 1; ++i) {
        if ((value >> 8 * i & 0xc0u) != 0x80u) return false;
    }
    if (count == 2) return a >= 0xc2 && a <= 0xdf;
    if (count == 3)
        return a >= 0xe0 && a <= 0xef && !(a == 0xe0 && b < 0xa0) && !(a == 0xed && b > 0x9f);
    return a >= 0xf0 && a <= 0xf4 && !(a == 0xf0 && b < 0x90) && !(a == 0xf4 && b > 0x8f);
}

std::string bytes_of(unsigned value, int count) {
    std::string text;
    for (int i = count - 1; i >= 0; --i)
        text += static_cast<char>(value >> 8 * i);
    return text;
}

TEST(Utf8, TakesEveryTwoAndThreeByteCharacterAndNoOther) {
    for (unsigned value = 0x8000; value <= 0xffff; ++value)
        ASSERT_EQ(detail::is_utf8(bytes_of(value, 2)), is_character(value, 2)) << value;
    for (unsigned value = 0xe00000; value <= 0xefffff; ++value)
        ASSERT_EQ(detail::is_utf8(bytes_of(value, 3)), is_character(value, 3)) << value;
}

TEST(Utf8, TakesEveryFourByteCharacterAndNoOther) {
    for (unsigned lead = 0xf0; lead <= 0xff; ++lead) {
        for (unsigned second = 0; second <= 0xff; ++second) {
            for (const unsigned third : {0x00u, 0x7fu, 0x80u, 0x9fu, 0xbfu, 0xc0u, 0xffu}) {
                for (const unsigned fourth : {0x00u, 0x7fu, 0x80u, 0xa0u, 0xbfu, 0xc0u, 0xffu}) {
                    const unsigned value = lead << 24 | second << 16 | third << 8 | fourth;
                    ASSERT_EQ(detail::is_utf8(bytes_of(value, 4)), is_character(value, 4)) << value;
                }
            }
        }
    }
}

struct Malformed {
    const char* name;
    std::string_view bytes;
};
constexpr Malformed kMalformed[] = {
    {"LoneContinuation", "\x80"},
    {"OverlongTwoC0", "\xc0\xaf"},
    {"OverlongTwoC1", "\xc1\xbf"},
    {"OverlongThree", "\xe0\x9f\xbf"},
    {"OverlongFour", "\xf0\x8f\xbf\xbf"},
    {"FirstSurrogate", "\xed\xa0\x80"},
    {"LastSurrogate", "\xed\xbf\xbf"},
    {"AboveTheLast", "\xf4\x90\x80\x80"},
    {"LeadF5", "\xf5\x80\x80\x80"},
    {"LeadF8", "\xf8\x88\x80\x80\x80"},
    {"LeadFF", "\xff"},
    {"CutAfterOneOfTwo", "\xc3"},
    {"CutAfterTwoOfThree", "\xe2\x82"},
    {"CutAfterThreeOfFour", "\xf0\x9f\x9a"},
};

class MalformedUtf8 : public testing::TestWithParam<Malformed> {};

TEST_P(MalformedUtf8, IsFoundAtEveryPlaceOfEveryLength) {
    test::GuardedBytes memory(128);
    for (std::size_t before = 0; before < 72; ++before) {
        for (std::size_t after = 0; after < 40; ++after) {
            std::string text(before, 'a');
            text.append(GetParam().bytes).append(after, 'b');
            const auto held = memory.hold(std::as_bytes(std::span(text)));
            const std::string_view exact(reinterpret_cast<const char*>(held.data()), held.size());
            ASSERT_EQ(detail::invalid_utf8_at(exact), before) << before << ", " << after;
            ASSERT_FALSE(detail::is_utf8(exact)) << before << ", " << after;
        }
    }
}
INSTANTIATE_TEST_SUITE_P(Utf8, MalformedUtf8, testing::ValuesIn(kMalformed),
                         [](const auto& row) { return row.param.name; });

TEST(Utf8, TakesTheFirstAndLastOfEachLengthAnywhere) {
    test::GuardedBytes memory(128);
    for (const std::string_view whole :
         {"\xc2\x80", "\xdf\xbf", "\xe0\xa0\x80", "\xed\x9f\xbf", "\xee\x80\x80", "\xef\xbf\xbf",
          "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf", "a", "\x7f"}) {
        for (std::size_t before = 0; before < 72; ++before) {
            for (std::size_t after = 0; after < 40; ++after) {
                std::string text(before, 'a');
                text.append(whole).append(after, 'b');
                const auto held = memory.hold(std::as_bytes(std::span(text)));
                ASSERT_TRUE(
                    detail::is_utf8({reinterpret_cast<const char*>(held.data()), held.size()}))
                    << before << ", " << after;
            }
        }
    }
}

TEST(Excerpt, ReplacesWhatATerminalWouldObey) {
    EXPECT_EQ(excerpt("a\x1b[2Jb\x7f"), "`a?[2Jb?`");
    // U+0080, U+009B (a control sequence's introducer) and U+009F; U+00A0 and on are letters.
    EXPECT_EQ(excerpt("a\xc2\x80z"), "`a?z`");
    EXPECT_EQ(excerpt("a\xc2\x9b\x32Jz"), "`a?2Jz`");
    EXPECT_EQ(excerpt("a\xc2\x9f"), "`a?`");
    EXPECT_EQ(excerpt("a\xc2\xa0\xc3\x80z"), "`a\xc2\xa0\xc3\x80z`");
    EXPECT_EQ(excerpt("a\xc2"), "`a?`");  // malformed: no byte of it can be trusted
    EXPECT_EQ(excerpt("\xc3\x80\xff"), "`???`");
}

TEST(Excerpt, IsCutBetweenCharacters) {
    EXPECT_EQ(excerpt(std::string(40, 'a')), "`" + std::string(40, 'a') + "`");
    EXPECT_EQ(excerpt(std::string(39, 'a') + "\xc3\xab"), "`" + std::string(39, 'a') + "...`");
    EXPECT_EQ(excerpt(std::string(38, 'a') + "\xc3\xab" + "z"),
              "`" + std::string(38, 'a') + "\xc3\xab...`");
}

}  // namespace
}  // namespace diorama::document
