// SPDX-License-Identifier: MIT
// Every configuration of the project runs this: compilers, levels of optimisation and sanitizers
// must agree on the number.
#include <gtest/gtest.h>

#include <array>
#include <thread>

#include "diorama/scene2d/test/random_ops.hpp"

namespace diorama::scene2d {
namespace {

TEST(PinnedHash, IsTheSameByEveryKernel) {
    unsigned count = 0;
    const detail::PlaceRows* const kernels = detail::kernels(count);
    for (unsigned i = 0; i < count; ++i)
        EXPECT_EQ(play_random(kPlayed, kernels[i]), kPinnedHash) << "kernel " << i;
}

TEST(PinnedHash, IsTheSameOnOneToFourThreads) {
    unsigned count = 0;
    const detail::PlaceRows kernel = detail::kernels(count)[0];
    constexpr std::uint32_t kPart = 50'000;
    const std::uint64_t alone = play_random(kPart, kernel);
    for (std::size_t threads = 2; threads <= 4; ++threads) {
        std::array<std::uint64_t, 4> hashes{};
        std::vector<std::thread> running;
        for (std::size_t i = 0; i < threads; ++i)
            running.emplace_back([&, i] { hashes[i] = play_random(kPart, kernel); });
        for (std::thread& thread : running)
            thread.join();
        for (std::size_t i = 0; i < threads; ++i)
            EXPECT_EQ(hashes[i], alone) << i << " of " << threads;
    }
}

}  // namespace
}  // namespace diorama::scene2d
