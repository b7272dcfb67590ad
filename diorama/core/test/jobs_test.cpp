// SPDX-License-Identifier: MIT
#include "diorama/core/jobs.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <numeric>
#include <vector>

namespace diorama {
namespace {

TEST(Jobs, VisitsEveryIndexOnceForAnyNumberOfWorkers) {
    for (const unsigned workers : {1u, 2u, 4u, 7u}) {
        Jobs jobs(workers);
        for (const std::size_t count : {0u, 1u, 5u, 64u, 1000u, 4097u}) {
            for (const std::size_t grain : {1u, 64u, 5000u}) {
                std::vector<int> visits(count, 0);
                jobs.for_ranges(count, grain, [&](std::size_t begin, std::size_t end, unsigned w) {
                    EXPECT_LT(w, jobs.workers());
                    EXPECT_EQ(begin % grain, 0u);
                    for (std::size_t i = begin; i < end; ++i)
                        ++visits[i];
                });
                EXPECT_EQ(visits, std::vector<int>(count, 1));
            }
        }
    }
}

TEST(Jobs, SplitsByCountAlone) {
    Jobs jobs(4);
    std::vector<unsigned> first(1000), again(1000);
    const auto note = [&](std::vector<unsigned>& who) {
        jobs.for_ranges(who.size(), 1, [&](std::size_t begin, std::size_t end, unsigned worker) {
            std::fill(who.begin() + static_cast<std::ptrdiff_t>(begin),
                      who.begin() + static_cast<std::ptrdiff_t>(end), worker);
        });
    };
    note(first);
    for (int round = 0; round < 50; ++round) {
        note(again);
        ASSERT_EQ(again, first);
    }
}

TEST(Jobs, RunsACallFromInsideAJobInPlace) {
    Jobs jobs(3);
    std::atomic<std::size_t> total{0};
    jobs.for_ranges(6, 1, [&](std::size_t begin, std::size_t end, unsigned) {
        for (std::size_t i = begin; i < end; ++i)
            jobs.for_ranges(10, 1, [&](std::size_t b, std::size_t e, unsigned) { total += e - b; });
    });
    EXPECT_EQ(total.load(), 60u);
}

}  // namespace
}  // namespace diorama
