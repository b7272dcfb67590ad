// SPDX-License-Identifier: MIT
#include "diorama/core/spelling.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>

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

}  // namespace
}  // namespace diorama
