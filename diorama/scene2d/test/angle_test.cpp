// SPDX-License-Identifier: MIT
#include "diorama/scene2d/angle.hpp"

#include <gtest/gtest.h>

#include "diorama/scene2d/vec2.hpp"

namespace diorama::scene2d {
namespace {

constexpr std::int32_t kOne = std::int32_t{1} << 30;

/// Steps through all of a turn by a stride that shares no factor with 2^32.
template <class F>
void for_angles(F&& visit) {
    constexpr std::uint32_t kStride = 65537 * 31;
    for (std::uint32_t i = 0; i < 65536; ++i)
        visit(Angle::from_raw(i * kStride));
}

TEST(Angle, WrapsWhateverTheOrder) {
    Angle sum;
    for (int i = 0; i < 100; ++i)
        sum += Angle::from_raw(0x12345678);
    EXPECT_EQ(sum, Angle::from_raw(0x12345678) * 100);
    EXPECT_EQ(Angle::kHalf + Angle::kHalf, Angle::kZero);
    EXPECT_EQ(Angle::kZero - Angle::kQuarter, Angle::kQuarter * 3);
    EXPECT_EQ(-Angle::kQuarter, Angle::kQuarter * -1);
}

TEST(Angle, TakesWholeDegrees) {
    EXPECT_EQ(Angle::from_degrees(90), Angle::kQuarter);
    EXPECT_EQ(Angle::from_degrees(-90), -Angle::kQuarter);
    EXPECT_EQ(Angle::from_degrees(540), Angle::kHalf);
    EXPECT_EQ(Angle::from_degrees(30).raw(), 357913941u);  // 2^32 / 12 is 357913941.33
}

TEST(Direction, IsExactAtQuarterTurns) {
    EXPECT_EQ(direction(Angle::kZero), (Direction{Unit::from_raw(kOne), Unit::from_raw(0)}));
    EXPECT_EQ(direction(Angle::kQuarter), (Direction{Unit::from_raw(0), Unit::from_raw(kOne)}));
    EXPECT_EQ(direction(Angle::kHalf), (Direction{Unit::from_raw(-kOne), Unit::from_raw(0)}));
    EXPECT_EQ(direction(-Angle::kQuarter), (Direction{Unit::from_raw(0), Unit::from_raw(-kOne)}));
}

// From tables of sines to 20 digits, in steps of 2^-30: 536870912 is exact, the others within 1/2.
TEST(Direction, IsWithinAStepOfKnownValues) {
    const auto near = [](Unit found, std::int32_t nearest) {
        return found.raw() >= nearest - 1 && found.raw() <= nearest + 1;
    };
    EXPECT_TRUE(near(sin(Angle::from_degrees(45)), 759250125));
    EXPECT_TRUE(near(cos(Angle::from_degrees(45)), 759250125));
    EXPECT_TRUE(near(sin(Angle::from_degrees(30)), 536870912));
    EXPECT_TRUE(near(cos(Angle::from_degrees(60)), 536870912));
    EXPECT_TRUE(near(sin(Angle::from_degrees(60)), 929887697));
    EXPECT_TRUE(near(sin(Angle::from_degrees(18)), 331804471));
    EXPECT_TRUE(near(cos(Angle::from_degrees(36)), 868675383));
}

TEST(Direction, HasTheSymmetriesOfACircle) {
    for_angles([](Angle angle) {
        const Direction d = direction(angle);
        EXPECT_EQ(direction(-angle), (Direction{d.cos, -d.sin}));
        EXPECT_EQ(direction(angle + Angle::kQuarter), (Direction{-d.sin, d.cos}));
        EXPECT_EQ(direction(angle + Angle::kHalf), (Direction{-d.cos, -d.sin}));
    });
}

TEST(Direction, HasLengthOne) {
    for_angles([](Angle angle) {
        const Direction d = direction(angle);
        const std::int64_t c = d.cos.raw(), s = d.sin.raw();
        const std::int64_t off = c * c + s * s - (std::int64_t{1} << 60);
        // An error of a step in each moves the square by 2 * sqrt(2) * 2^30 at most.
        EXPECT_LT(off < 0 ? -off : off, (std::int64_t{3} << 30)) << angle.raw();
    });
}

TEST(Vec2, TurnsExactlyByQuarters) {
    const Vec2 v{Fixed::from_ratio(7, 3), Fixed::from_int(-5)};
    EXPECT_EQ(rotated(v, Angle::kQuarter), (Vec2{-v.y, v.x}));
    EXPECT_EQ(rotated(v, Angle::kHalf), -v);
    EXPECT_EQ(rotated(v, Angle::kZero), v);
}

TEST(Vec2, TurnsTheSameBackwards) {
    const Vec2 v{Fixed::from_ratio(7, 3), Fixed::from_int(-5)};
    for_angles([v](Angle angle) {
        EXPECT_EQ(rotated(-v, angle), -rotated(v, angle));
        EXPECT_EQ(rotated(v, angle + Angle::kHalf), -rotated(v, angle));
    });
}

TEST(Vec2, DotRoundsOnceAndSaturates) {
    const Fixed step = Fixed::from_raw(1), half = Fixed::from_ratio(1, 2);
    // Each product is half a step; together they are one.
    EXPECT_EQ(dot(Vec2{step, step}, Vec2{half, half}), step);
    const SaturationCount count;
    const Vec2 least{Fixed::kMin, Fixed::kMin};
    EXPECT_EQ(dot(least, least), Fixed::kMax);
    EXPECT_EQ(dot(least, -least), Fixed::kMin);
    const BasicVec2<Fixed64> least64{Fixed64::kMin, Fixed64::kMin};
    EXPECT_EQ(dot(least64, least64), Fixed64::kMax);
    EXPECT_EQ(count.count(), 5u);  // the negation of both coordinates saturates too
}

}  // namespace
}  // namespace diorama::scene2d
