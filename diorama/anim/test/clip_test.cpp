// SPDX-License-Identifier: MIT
#include "diorama/anim/clip.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "diorama/anim/error_codes.hpp"

namespace diorama::anim {
namespace {

Channel channel(std::vector<float> times, std::uint32_t components, Interpolation interpolation) {
    Channel made;
    made.interpolation = interpolation;
    made.components = components;
    const std::size_t per_key = interpolation == Interpolation::cubic_spline ? 3 : 1;
    made.values.assign(times.size() * per_key * components, 0.5f);
    made.times = std::move(times);
    return made;
}

TEST(CheckChannel, AcceptsRisingTimesNegativeOnesIncluded) {
    EXPECT_TRUE(check(channel({-0.9667f, 0, 2.2f}, 3, Interpolation::linear)));
    EXPECT_TRUE(check(channel({0, 1}, 4, Interpolation::cubic_spline)));
    EXPECT_TRUE(check(channel({}, 3, Interpolation::step)));
}

TEST(CheckChannel, RefusesTimesThatStandStillOrFall) {
    for (const float second : {1.0f, 0.5f}) {
        const auto result = check(channel({1, second}, 3, Interpolation::linear));
        ASSERT_FALSE(result);
        EXPECT_EQ(result.error().code, codes::time_order);
        EXPECT_TRUE(result.error().message.starts_with("time of key 1 is "));
    }
}

TEST(CheckChannel, RefusesWhatIsNotFinite) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(check(channel({nan, 1}, 3, Interpolation::linear)).error().code, codes::not_finite);
    Channel made = channel({0, 1}, 3, Interpolation::linear);
    made.values[4] = std::numeric_limits<float>::infinity();
    const auto result = check(made);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, codes::not_finite);
    EXPECT_EQ(result.error().message, "value 4 is inf, expected a finite number");
}

TEST(CheckChannel, RefusesAnotherCountOfValues) {
    Channel made = channel({0, 1}, 3, Interpolation::cubic_spline);
    made.values.pop_back();
    const auto result = check(made);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, codes::value_count);
    EXPECT_EQ(result.error().message, "17 values for 2 keys, expected 18");
}

TEST(DurationOf, IsTheGreatestTimeOfAnyKey) {
    EXPECT_EQ(duration_of(std::vector{channel({1.5f, 2.5f}, 3, Interpolation::linear),
                                      channel({0, 2}, 3, Interpolation::linear)}),
              2.5f);
    EXPECT_EQ(duration_of(std::vector{channel({-2, -1}, 3, Interpolation::linear)}), 0.0f);
    EXPECT_EQ(duration_of({}), 0.0f);
}

}  // namespace
}  // namespace diorama::anim
