// SPDX-License-Identifier: MIT
#include "diorama/core/pages.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <span>

namespace diorama {
namespace {

TEST(Pages, StandAtALargePagesStartAndKeepTheirBytes) {
    constexpr std::size_t size = 2 * Pages::kLargePage;
    Pages pages(size);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(pages.data()) % Pages::kLargePage, 0u);
    const std::span bytes(pages.data(), size);
    std::ranges::fill(bytes, std::byte{0x5a});
    pages.prefer_large();
    EXPECT_TRUE(std::ranges::all_of(bytes, [](std::byte b) { return b == std::byte{0x5a}; }));
}

}  // namespace
}  // namespace diorama
