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
    const detail::Kernel* const kernels = detail::kernels(count);
    for (unsigned i = 0; i < count; ++i)
        EXPECT_EQ(play_random(kPlayed, kernels[i].place), kPinnedHash) << "kernel " << i;
}

TEST(PinnedHash, IsTheSameOnOneToFourThreads) {
    const detail::PlaceRows kernel = detail::best_kernel().place;
    constexpr std::uint32_t kShort = kPlayed / 10;
    const std::uint64_t alone = play_random(kShort, kernel);
    for (const unsigned workers : {1u, 2u, 3u}) {
        Jobs jobs(workers);
        EXPECT_EQ(play_random(kShort, kernel, &jobs), alone) << workers << " workers";
    }
    Jobs jobs(4);
    EXPECT_EQ(play_random(kPlayed, kernel, &jobs), kPinnedHash);
}

// Plays that run beside each other share nothing, not even a count.
TEST(PinnedHash, IsTheSameBesideOthers) {
    const detail::PlaceRows kernel = detail::best_kernel().place;
    constexpr std::uint32_t kShort = kPlayed / 20;
    const std::uint64_t alone = play_random(kShort, kernel);
    std::array<std::uint64_t, 4> hashes{};
    std::vector<std::thread> running;
    for (std::uint64_t& hash : hashes)
        running.emplace_back([&hash, kernel] { hash = play_random(kShort, kernel); });
    for (std::thread& thread : running)
        thread.join();
    for (const std::uint64_t hash : hashes)
        EXPECT_EQ(hash, alone);
}

}  // namespace
}  // namespace diorama::scene2d
