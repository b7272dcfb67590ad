// SPDX-License-Identifier: MIT
#include "diorama/scene2d/fixed.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <thread>

#include "diorama/scene2d/angle.hpp"

namespace diorama::scene2d {
namespace {

using detail::Int128;

/// round(above / below), halves away from zero, then clamped: by comparing with halves, not by the
/// library's shifts.
Int128 reference(Int128 above, Int128 below, Int128 min, Int128 max) {
    if (below < 0) {
        above = -above;
        below = -below;
    }
    const bool negative = above < 0;
    if (negative) above = -above;
    Int128 rounded = above / below;
    if (above - rounded * below >= below - (above - rounded * below)) ++rounded;
    if (negative) rounded = -rounded;
    return rounded < min ? min : rounded > max ? max : rounded;
}

Int128 clamped(Int128 value) {
    return reference(value, 1, INT32_MIN, INT32_MAX);
}

TEST(Fixed, CountsInStepsOfItsFraction) {
    EXPECT_EQ(Fixed::kOne.raw(), 65536);
    EXPECT_EQ(Fixed64::kOne.raw(), std::int64_t{1} << 32);
    EXPECT_EQ(Fixed::from_int(-3).raw(), -3 * 65536);
    EXPECT_EQ(Fixed::from_ratio(1, 3).raw(), 21845);
    EXPECT_EQ(Fixed::from_ratio(-2, 3).raw(), -43691);
    EXPECT_EQ(Fixed::from_ratio(-1, 2).floor(), -1);
    EXPECT_EQ(Fixed::kMax.floor(), 32767);
    EXPECT_LT(Fixed::kMin, Fixed::kZero);
}

TEST(Fixed, RoundsHalvesAwayFromZero) {
    const Fixed step = Fixed::from_raw(1), half = Fixed::from_ratio(1, 2);
    EXPECT_EQ(step * half, step);
    EXPECT_EQ(-step * half, -step);
    EXPECT_EQ(Fixed::from_raw(3) * half, Fixed::from_raw(2));
    EXPECT_EQ(step / Fixed::from_int(2), step);
    EXPECT_EQ(step / Fixed::from_int(-2), -step);
    EXPECT_EQ(step / Fixed::from_int(3), Fixed::kZero);
}

TEST(Fixed, SaturatesAndCounts) {
    const SaturationCount count;
    EXPECT_EQ(Fixed::kMax + Fixed::from_raw(1), Fixed::kMax);
    EXPECT_EQ(Fixed::kMin - Fixed::from_raw(1), Fixed::kMin);
    EXPECT_EQ(-Fixed::kMin, Fixed::kMax);
    EXPECT_EQ(Fixed::kMin * Fixed::kMin, Fixed::kMax);
    EXPECT_EQ(Fixed64::kMin * Fixed64::kMax, Fixed64::kMin);
    EXPECT_EQ(Fixed::from_int(32768), Fixed::kMax);
    EXPECT_EQ(count.count(), 6u);
    EXPECT_EQ(Fixed::kMax + Fixed::kMin, Fixed::from_raw(-1));
    EXPECT_EQ(count.count(), 6u);
}

TEST(Fixed, DividesByZeroToTheLimits) {
    const SaturationCount count;
    EXPECT_EQ(Fixed::kOne / Fixed::kZero, Fixed::kMax);
    EXPECT_EQ(-Fixed::kOne / Fixed::kZero, Fixed::kMin);
    EXPECT_EQ(Fixed::kZero / Fixed::kZero, Fixed::kZero);
    EXPECT_EQ(count.count(), 3u);
}

TEST(Fixed, AgreesWithWideArithmetic) {
    rc::check("+ - * / of Q16.16 are the exact results, rounded and clamped",
              [](std::int32_t a, std::int32_t b) {
                  const Fixed x = Fixed::from_raw(a), y = Fixed::from_raw(b);
                  const Int128 wa = a, wb = b;
                  RC_ASSERT((x + y).raw() == clamped(wa + wb));
                  RC_ASSERT((x - y).raw() == clamped(wa - wb));
                  RC_ASSERT((x * y).raw() == reference(wa * wb, 65536, INT32_MIN, INT32_MAX));
                  if (b != 0)
                      RC_ASSERT((x / y).raw() == reference(wa * 65536, wb, INT32_MIN, INT32_MAX));
              });
    rc::check("* / of Q32.32 likewise", [](std::int64_t a, std::int64_t b) {
        const Fixed64 x = Fixed64::from_raw(a), y = Fixed64::from_raw(b);
        const Int128 wa = a, wb = b, one = Int128{1} << 32;
        RC_ASSERT((x * y).raw() == reference(wa * wb, one, INT64_MIN, INT64_MAX));
        if (b != 0) RC_ASSERT((x / y).raw() == reference(wa * one, wb, INT64_MIN, INT64_MAX));
    });
}

TEST(Fixed, IsAConstantExpression) {
    constexpr Fixed product = Fixed::from_ratio(3, 2) * Fixed::from_int(-2);
    static_assert(product == Fixed::from_int(-3));
    EXPECT_EQ(product.raw(), -3 * 65536);
}

template <class Number>
constexpr bool has_constants() {
    return Number::kMax + Number::kOne == Number::kMax &&
           Number::kMin - Number::kOne == Number::kMin &&
           Number::kOne - Number::kOne == Number::kZero && Number::kMin < Number::kZero;
}

// Usable where the first thing that happens to a type is a static_assert, in Clang 19 too.
TEST(Fixed, HasConstantsThatAreConstantExpressions) {
    static_assert(has_constants<Fixed>());
    static_assert(has_constants<Fixed64>());
    static_assert(BasicFixed<std::int32_t, 8>::kOne + BasicFixed<std::int32_t, 8>::kOne ==
                  BasicFixed<std::int32_t, 8>::from_int(2));
    static_assert(Angle::kHalf + Angle::kHalf == Angle::kZero);
    static_assert(Angle::kQuarter + Angle::kQuarter == Angle::kHalf);
    constexpr auto copied = Unit::kOne;
    static_assert(std::is_same_v<decltype(copied), const Unit>);
    EXPECT_EQ(copied.raw(), 1 << 30);
}

TEST(SaturationCount, IsEachThreadsOwn) {
    const SaturationCount outer;
    (void)(Fixed::kMax + Fixed::kOne);
    std::uint64_t there = 0;
    std::thread([&] {
        const SaturationCount inner;
        (void)(Fixed::kMax + Fixed::kOne);
        (void)(Fixed::kMax + Fixed::kOne);
        there = inner.count();
    }).join();
    EXPECT_EQ(there, 2u);
    const SaturationCount later;
    EXPECT_EQ(outer.count(), 1u);
    EXPECT_EQ(later.count(), 0u);
}

}  // namespace
}  // namespace diorama::scene2d
