// SPDX-License-Identifier: MIT
#include "diorama/core/version.hpp"

#include <gtest/gtest.h>

namespace diorama {
namespace {

TEST(Version, HasThreeNumbers) {
    int dots = 0;
    for (const char c : version()) {
        dots += c == '.';
        EXPECT_TRUE(c == '.' || (c >= '0' && c <= '9')) << version();
    }
    EXPECT_EQ(dots, 2);
}

}  // namespace
}  // namespace diorama
