// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <vector>

#include "diorama/scene2d/detail/columns.hpp"
#include "diorama/scene2d/test/reference.hpp"

namespace diorama::scene2d {
namespace {

constexpr unsigned kMost = 70;  // rows: several vectors of any kernel, and any rest
constexpr int kBeyond = -77;    // what stands after the rows, and stays

struct Columns3 {
    std::vector<int> x = std::vector<int>(kMost + 1, kBeyond), y = x;
    std::vector<unsigned> turn = std::vector<unsigned>(kMost + 1, 77);

    detail::Placements all() { return {x.data(), y.data(), turn.data()}; }
};

class CopyRows : public testing::TestWithParam<unsigned> {
  protected:
    [[nodiscard]] static const detail::Kernel* kernel() {
        unsigned count = 0;
        const detail::Kernel* const kernels = detail::kernels(count);
        return GetParam() < count ? kernels + GetParam() : nullptr;
    }
};

TEST_P(CopyRows, SplitsAnyNumberOfRows) {
    if (kernel() == nullptr) GTEST_SKIP() << "this machine has no such kernel";
    std::vector<int> rows;
    for (unsigned i = 0; i < 3 * kMost; ++i)
        rows.push_back(static_cast<int>(1000 + i));
    for (unsigned count = 0; count <= kMost; ++count) {
        Columns3 to;
        kernel()->split(rows.data(), count, to.all());
        for (unsigned i = 0; i < count; ++i) {
            ASSERT_EQ(to.x[i], rows[3 * i]) << count;
            ASSERT_EQ(to.y[i], rows[3 * i + 1]) << count;
            ASSERT_EQ(to.turn[i], static_cast<unsigned>(rows[3 * i + 2])) << count;
        }
        EXPECT_EQ(to.x[count], kBeyond);
        EXPECT_EQ(to.turn[count], 77u);
    }
}

TEST_P(CopyRows, MergesRowsAndTicksOnlyWhatChanges) {
    if (kernel() == nullptr) GTEST_SKIP() << "this machine has no such kernel";
    Numbers numbers(41);
    for (unsigned count = 0; count <= kMost; ++count) {
        // One row in `rarity` differs, in one number.
        for (const unsigned rarity : {1u, 3u, 100u}) {
            Columns3 from;
            std::vector<int> rows(3 * kMost + 3, kBeyond);
            std::vector<unsigned> ticks(kMost + 1, 5), expected = ticks;
            bool differs = false;
            for (unsigned i = 0; i < count; ++i) {
                from.x[i] = rows[3 * i] = static_cast<int>(numbers.next() >> 33);
                from.y[i] = rows[3 * i + 1] = -static_cast<int>(numbers.next() >> 33);
                rows[3 * i + 2] = static_cast<int>(numbers.next() >> 33);
                from.turn[i] = static_cast<unsigned>(rows[3 * i + 2]);
                if (numbers.below(rarity) != 0) continue;
                rows[3 * i + numbers.below(3)] ^= 1 << numbers.below(32);
                expected[i] = 9;
                differs = true;
            }
            EXPECT_EQ(kernel()->merge(from.all(), count, rows.data(), ticks.data(), 9), differs);
            EXPECT_EQ(ticks, expected);
            for (unsigned i = 0; i < count; ++i) {
                ASSERT_EQ(rows[3 * i], from.x[i]);
                ASSERT_EQ(rows[3 * i + 1], from.y[i]);
                ASSERT_EQ(static_cast<unsigned>(rows[3 * i + 2]), from.turn[i]);
            }
            EXPECT_EQ(rows[3 * count], kBeyond);
        }
    }
}
INSTANTIATE_TEST_SUITE_P(Kernels, CopyRows, testing::Range(0u, 3u));

}  // namespace
}  // namespace diorama::scene2d
