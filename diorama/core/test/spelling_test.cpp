// SPDX-License-Identifier: MIT
#include "diorama/core/spelling.hpp"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace diorama {
namespace {

TEST(Spelling, CountsLettersAddedDroppedReplacedAndSwapped) {
    EXPECT_EQ(edit_distance("", ""), 0U);
    EXPECT_EQ(edit_distance("", "abc"), 3U);
    EXPECT_EQ(edit_distance("abc", ""), 3U);
    EXPECT_EQ(edit_distance("size", "siez"), 1U);
    EXPECT_EQ(edit_distance("Renderable", "Rendreable"), 1U);
    EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
}

TEST(Spelling, FindsTheWordMeantAndNoneWhereNoneIsNear) {
    constexpr std::array<std::string_view, 3> kWords{"Renderable", "Transform", "Name"};
    EXPECT_EQ(nearest_word("Rendrable", kWords), "Renderable");
    EXPECT_EQ(nearest_word("Tran", kWords), "Transform") << "its beginning";
    EXPECT_EQ(nearest_word("name", kWords), "Name");
    EXPECT_EQ(nearest_word("Health", kWords), "");
    EXPECT_EQ(nearest_word("Renderable", {}), "");
    EXPECT_EQ(nearest_word(std::string(1'000'000, 'a'), kWords), "");
}

/// nearest_word() as it is described, without any shortcut.
std::string_view nearest_by_all(std::string_view typed, std::span<const std::string_view> words) {
    std::string_view best;
    std::size_t least = typed.size() / 3 + 2;
    for (const std::string_view word : words) {
        const bool begun = typed.size() > 3 && word.substr(0, typed.size()) == typed;
        const std::size_t distance = begun ? 1 : edit_distance(typed, word);
        if (distance < least) best = word, least = distance;
    }
    return best;
}

TEST(Spelling, FindsOfManyWordsTheOneThatTheDistanceSays) {
    std::mt19937 random(7);
    const auto word = [&] {
        std::string text;
        for (auto left = random() % 9; left > 0; --left)
            text += static_cast<char>('a' + random() % 3);
        return text;
    };
    std::size_t near = 0;
    for (int round = 0; round < 4000; ++round) {
        std::vector<std::string> texts;
        for (auto left = random() % 6; left > 0; --left)
            texts.push_back(word());
        const std::vector<std::string_view> words(texts.begin(), texts.end());
        const std::string typed = word();
        const std::string_view found = nearest_word(typed, words);
        ASSERT_EQ(found, nearest_by_all(typed, words)) << typed;
        near += found.empty() ? 0 : 1;
    }
    EXPECT_GT(near, 1000u);
    EXPECT_LT(near, 3900u);
}

}  // namespace
}  // namespace diorama
