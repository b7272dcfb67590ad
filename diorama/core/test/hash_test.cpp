// SPDX-License-Identifier: MIT
#include "diorama/core/hash.hpp"

#include <gtest/gtest.h>

namespace diorama {
namespace {

TEST(Fnv1a64, MatchesThePublishedVectors) {
    EXPECT_EQ(fnv1a64(std::string_view("")), 0xcbf29ce484222325U);
    EXPECT_EQ(fnv1a64(std::string_view("a")), 0xaf63dc4c8601ec8cU);
    EXPECT_EQ(fnv1a64(std::string_view("foobar")), 0x85944171f73967e8U);
}

TEST(ContentHash, MatchesXxh3OfNothing) {
    EXPECT_EQ(content_hash({}), 0x2d06800538d394c2U);
}

}  // namespace
}  // namespace diorama
